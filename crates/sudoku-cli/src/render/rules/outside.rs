//! Clues outside the board: numbers next to a row or column, and little killers.

use std::collections::BTreeMap;

use sudoku_cnf::puzzle::rule::{Direction, Form, Position, Rule, Shape as Drawing};

use super::lines::arrowhead;
use crate::render::layer::Layer;
use crate::render::paint::{Color, Paint};
use crate::render::shape::{Align, CELL, Outline, Point, Shape};

/// The width of the space for clues at a side of the board.
const SPACE: isize = 76;
/// The font size of clues.
const CLUE_SIZE: isize = 38;

/// The space for clues at the sides of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::render) struct Margins {
    pub(in crate::render) left: isize,
    pub(in crate::render) top: isize,
    pub(in crate::render) right: isize,
    pub(in crate::render) bottom: isize,
}

/// Returns the position, the direction and the number of a clue outside the board.
fn clue(rule: &Rule) -> Option<(Position, Option<Direction>, i64)> {
    let text = rule.text();
    let positions = match (rule.statement(), rule.kind().form()) {
        (Some(statement), _) if statement.definition()?.shape().0 == Drawing::Outside => {
            statement.places().first()?
        }
        (None, Form::Outside | Form::Diagonal) => &text.cells,
        _ => return None,
    };
    let direction = rule.statement().map_or(text.direction, |statement| statement.direction());
    let [position] = positions[..] else { return None };
    Some((position, direction, rule.value()?))
}

/// Draws the clues outside a board of size `n`, and returns the space that they require.
pub(super) fn clues(rules: &[Rule], n: usize) -> (Vec<(Layer, Shape)>, Margins) {
    // The directions and the numbers at each position.
    let mut clues: BTreeMap<Point, Vec<(Option<Direction>, i64)>> = BTreeMap::new();
    for (position, direction, value) in rules.iter().filter_map(clue) {
        let at = (position.column as isize, position.row as isize);
        clues.entry(at).or_default().push((direction, value));
    }
    let (mut shapes, mut margins) = (Vec::new(), Margins::default());
    let last = n as isize + 1;
    for ((column, row), mut values) in clues {
        for (is_at, margin) in [
            (column == 0, &mut margins.left),
            (row == 0, &mut margins.top),
            (column == last, &mut margins.right),
            (row == last, &mut margins.bottom),
        ] {
            *margin = if is_at { SPACE } else { *margin };
        }
        values.sort_by_key(|(direction, _)| direction.is_some_and(|direction| direction.is_right));
        let mut directions = values.iter().filter_map(|&(direction, _)| direction).collect::<Vec<_>>();
        directions.dedup();
        let text = values.iter().map(|(_, value)| value.to_string()).collect::<Vec<_>>().join("/");
        let distance = if directions.is_empty() { 40 } else { 48 };
        let along = |number: isize| match number {
            0 => -distance,
            _ if number == last => n as isize * CELL + distance,
            _ => number * CELL - CELL / 2,
        };
        let size = CLUE_SIZE.min(CELL * 16 / 10 / text.len().max(1) as isize);
        let at = (along(column), along(row));
        shapes.push((Layer::Clue, Shape::Text { at, size, align: Align::Center, text }));
        shapes.extend(directions.into_iter().flat_map(|direction| arrow((column, row), direction)));
    }
    (shapes, margins)
}

/// Draws a small arrow that points to the first cell of a diagonal.
fn arrow((column, row): Point, direction: Direction) -> [(Layer, Shape); 2] {
    let sign = |is_positive| if is_positive { 1 } else { -1 };
    let (dx, dy) = (sign(direction.is_right), sign(direction.is_down));
    // The diagonal enters its first cell at the corner of the position.
    let corner = (column * CELL - CELL / 2 + dx * CELL / 2, row * CELL - CELL / 2 + dy * CELL / 2);
    let before = |distance: isize| (corner.0 - dx * distance, corner.1 - dy * distance);
    let (from, to) = (before(26), before(6));
    let paint = Paint::line(Color::Ink, 3);
    [vec![from, to], arrowhead(from, to, 12)]
        .map(|points| (Layer::Cage, Shape::Figure(Outline::Open(points), paint)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sudoku_cnf::Geometry;

    #[test]
    fn clues_at_the_same_position_share_a_text() {
        let rules = ["littlekillersum 7: r0c7 DR", "littlekillersum 21: r0c7 DL"];
        let rules = rules.map(|rule| Rule::parse(rule, &Geometry::standard()).unwrap());
        let (shapes, _) = clues(&rules, 9);
        // The number of the arrow to the left comes first.
        assert!(matches!(&shapes[0].1, Shape::Text { text, .. } if text == "21/7"));
        assert_eq!(shapes.len(), 5);
    }

    #[test]
    fn arrows_point_to_the_corner_of_the_first_cell() {
        let direction = Direction { is_down: true, is_right: true };
        let [(_, shaft), _] = arrow((0, 0), direction);
        assert!(matches!(shaft, Shape::Figure(Outline::Open(points), _) if points == [(-26, -26), (-6, -6)]));
    }
}
