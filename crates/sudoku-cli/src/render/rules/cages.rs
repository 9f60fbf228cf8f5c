//! Cages: dashed outlines with a sum in the upper-left corner.

use std::collections::{BTreeMap, HashSet};

use sudoku_cnf::puzzle::board::Cell;
use sudoku_cnf::puzzle::rule::{Rule, RuleKind};

use crate::render::layer::Layer;
use crate::render::paint::{Color, Paint};
use crate::render::shape::{Align, CELL, Outline, Point, Shape, center, corner};

/// The distance between the outline and the border of the cage.
const INSET: isize = 9;
/// The font size of sums.
const SUM_SIZE: isize = 24;
/// The font size of sums above candidates.
const SMALL_SUM_SIZE: isize = 20;

/// Draws a cage or a sum, whose outline is dotted because its digits may be equal.
pub(super) fn cage(rule: &Rule, has_marks: bool) -> Vec<(Layer, Shape)> {
    outline(rule.cells(), rule.value(), rule.kind() == RuleKind::Sum, has_marks)
}

/// Draws an outline of cells, dotted or dashed, with an optional number.
pub(super) fn outline(
    cells: &[Cell],
    number: Option<i64>,
    is_dotted: bool,
    has_marks: bool,
) -> Vec<(Layer, Shape)> {
    let line = Paint::line(Color::DarkGray, 3);
    let paint = if is_dotted { line.dashed(1, 8) } else { line.dashed(10, 8) };
    let Some(&first) = cells.iter().min() else { return Vec::new() };
    let mut polygons = outlines(cells, first);
    let mut shapes = Vec::new();
    if let Some(sum) = number.map(|sum| sum.to_string()) {
        let (x, y) = corner(first);
        let size = if has_marks { SMALL_SUM_SIZE } else { SUM_SIZE };
        let width = sum.len() as isize * size * 58 / 100;
        // The outline begins to the right of the sum and ends below it.
        let polygon = polygons.remove(0);
        let (left, top) = polygon[0];
        let mut points = vec![(left + width + 2, top)];
        points.extend(&polygon[1..]);
        points.push((left, top + size * 8 / 10));
        shapes.push((Layer::Cage, Shape::Figure(Outline::Open(points), paint)));
        let at = (x + 6, y + size * 6 / 10 + 1);
        shapes.push((Layer::Clue, Shape::Text { at, size, align: Align::Start, text: sum }));
    }
    let figures = polygons.into_iter().map(|polygon| Shape::Figure(Outline::Closed(polygon), paint));
    shapes.extend(figures.map(|figure| (Layer::Cage, figure)));
    shapes
}

/// Returns the corners of the outlines of a set of cells, slightly inside the cells. The first outline begins at the
/// upper-left corner of `first`, which is the first cell in reading order.
fn outlines(cells: &[Cell], first: Cell) -> Vec<Vec<Point>> {
    // Clockwise edges, by starting point.
    let centers: HashSet<Point> = cells.iter().map(|&cell| center(cell)).collect();
    let mut edges: BTreeMap<Point, Point> = centers.iter().flat_map(|&at| edges(at, &centers)).collect();
    let (x, y) = corner(first);
    let mut start = Some((x + INSET, y + INSET));
    let mut outlines = Vec::new();
    while let Some(begin) = start {
        let mut points = vec![begin];
        while let Some(next) = edges.remove(&points[points.len() - 1]) {
            // Two edges in the same direction become one.
            if let [.., before, last] = points[..]
                && (before.0 == last.0 && last.0 == next.0 || before.1 == last.1 && last.1 == next.1)
            {
                points.pop();
            }
            points.push(next);
        }
        // The last point is the first one again.
        points.pop();
        outlines.push(points);
        start = edges.keys().next().copied();
    }
    outlines
}

/// Returns the edges of a cell that separate it from cells outside the cage, in clockwise direction. The edges of
/// neighboring cells join. Cells are represented by their centers.
fn edges((x, y): Point, cage: &HashSet<Point>) -> Vec<(Point, Point)> {
    let is_inside = |(dx, dy): Point| cage.contains(&(x + dx * CELL, y + dy * CELL));
    let sides: [(Point, Point); 4] =
        [((0, -1), (1, 0)), ((1, 0), (0, 1)), ((0, 1), (-1, 0)), ((-1, 0), (0, -1))];
    let mut edges = Vec::new();
    for (out, forward) in sides {
        if is_inside(out) {
            continue;
        }
        // The distance from the middle of the edge to its end in direction `along`.
        let length = |along: Point| {
            if !is_inside(along) {
                CELL / 2 - INSET
            } else if is_inside((along.0 + out.0, along.1 + out.1)) {
                CELL / 2 + INSET
            } else {
                CELL / 2
            }
        };
        let end = |along: Point| {
            let (out_by, along_by) = (CELL / 2 - INSET, length(along));
            (x + out.0 * out_by + along.0 * along_by, y + out.1 * out_by + along.1 * along_by)
        };
        edges.push((end((-forward.0, -forward.1)), end(forward)));
    }
    edges
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(cells: &[(usize, usize)], expected: &[&[Point]]) {
        let cells: Vec<_> = cells.iter().map(|&(row, column)| Cell::new(row, column).unwrap()).collect();
        assert_eq!(outlines(&cells, *cells.iter().min().unwrap()), expected);
    }

    #[test]
    fn outlines_follow_the_border() {
        check(&[(1, 1), (1, 2)], &[&[(9, 9), (191, 9), (191, 91), (9, 91)]]);
        // At the inner corner, the outline is outside the corner cell.
        check(
            &[(1, 2), (2, 2), (2, 1)],
            &[&[(109, 9), (191, 9), (191, 191), (9, 191), (9, 109), (109, 109)]],
        );
    }

    #[test]
    fn rings_have_two_outlines() {
        let ring = [(1, 1), (1, 2), (1, 3), (2, 1), (2, 3), (3, 1), (3, 2), (3, 3)];
        check(
            &ring,
            &[&[(9, 9), (291, 9), (291, 291), (9, 291)], &[(91, 91), (91, 209), (209, 209), (209, 91)]],
        );
    }
}
