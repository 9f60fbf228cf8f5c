//! Symbols between cells: dots, X and V, inequality signs, and quadruples.

use sudoku_cnf::puzzle::rule::{Rule, RuleKind};

use super::lines::{arrow_line, arrowhead};
use crate::render::layer::Layer;
use crate::render::paint::{Color, Paint};
use crate::render::shape::{Align, CELL, Outline, Point, Shape, center, centers};

/// Draws a white dot for a difference, a black dot for a ratio, or the letter X or V.
pub(super) fn dot(rule: &Rule) -> Vec<(Layer, Shape)> {
    let at = middle(rule);
    let (white, black) = (Paint::fill(Color::White), Paint::fill(Color::Ink));
    let (white_dot, black_dot) = (white.with_line(Color::Ink, 3), black.with_line(Color::DarkGray, 3));
    // Dots for the most frequent difference and ratio have no number.
    let (paint, layer, text) = match (rule.kind(), rule.value()) {
        (RuleKind::Difference, None | Some(1)) => (white_dot, Layer::DotText, None),
        (RuleKind::Difference, value) => (white_dot, Layer::DotText, value),
        (RuleKind::Ratio, None | Some(2)) => (black_dot, Layer::InverseText, None),
        (RuleKind::Ratio, value) => (black_dot, Layer::InverseText, value),
        (_, sum) => {
            let letter = if sum == Some(10) { "X" } else { "V" };
            return vec![circle(at, 18, white), text_at(at, 34, letter, Layer::DotText)];
        }
    };
    labeled_dot(at, paint, text, layer)
}

fn labeled_dot(at: Point, paint: Paint, number: Option<i64>, layer: Layer) -> Vec<(Layer, Shape)> {
    match number {
        Some(number) => vec![circle(at, 19, paint), text_at(at, 26, &number.to_string(), layer)],
        None => vec![circle(at, 14, paint)],
    }
}

/// Draws a white dot in the middle of `points`.
pub(super) fn white_dot(points: &[Point], number: Option<i64>) -> Vec<(Layer, Shape)> {
    labeled_dot(middle_of(points), Paint::fill(Color::White).with_line(Color::Ink, 3), number, Layer::DotText)
}

/// Draws an inequality sign on the common edge of two cells, or an arrow from the greater to the smaller digit if the
/// cells are not adjacent.
pub(super) fn greater_than(rule: &Rule) -> Vec<(Layer, Shape)> {
    let [greater, smaller] = rule.cells() else { return Vec::new() };
    let (from, to) = (center(*greater), center(*smaller));
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    if dx.abs() + dy.abs() > CELL {
        // The ends keep a distance from the digits.
        let part = |numerator: isize| (from.0 + dx * numerator / 100, from.1 + dy * numerator / 100);
        let margin = 3000 / dx.abs().max(dy.abs());
        return arrow_line(vec![part(margin), part(100 - margin)], Color::DarkGray, 4);
    }
    let (x, y) = middle(rule);
    let tip = (x + dx * 8 / CELL, y + dy * 8 / CELL);
    let sign = Outline::Open(arrowhead(from, tip, 20));
    vec![
        circle((x, y), 17, Paint::fill(Color::White)),
        (Layer::Dot, Shape::Figure(sign, Paint::line(Color::Ink, 4))),
    ]
}

/// Draws a circle with the digits of a quadruple at the point that its cells share.
pub(super) fn quadruple(rule: &Rule) -> Vec<(Layer, Shape)> {
    let at = middle(rule);
    let digits: Vec<_> = rule.values().iter().map(i64::to_string).collect();
    let rows = if digits.len() > 2 { 2 } else { 1 };
    let rows: Vec<_> = digits.chunks(digits.len().div_ceil(rows)).map(|row| row.join(" ")).collect();
    let longest = rows.iter().map(String::len).max().unwrap_or(1) as isize;
    let size = if rows.len() > 1 { 23 } else { 30 }.min(80 / longest);
    let paint = Paint::fill(Color::White).with_line(Color::Ink, 3);
    let mut shapes = vec![circle(at, 27, paint)];
    for (row, text) in rows.iter().enumerate() {
        let y = at.1 + (2 * row as isize + 1 - rows.len() as isize) * 10;
        shapes.push(text_at((at.0, y), size, text, Layer::DotText));
    }
    shapes
}

/// Returns the mean of the centers of the cells.
fn middle(rule: &Rule) -> Point {
    middle_of(&centers(rule.cells()))
}

fn middle_of(points: &[Point]) -> Point {
    let count = points.len().max(1) as isize;
    let sum = points.iter().fold((0, 0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
    (sum.0 / count, sum.1 / count)
}

fn circle(at: Point, radius: isize, paint: Paint) -> (Layer, Shape) {
    (Layer::Dot, Shape::Figure(Outline::Circle(at, radius), paint))
}

fn text_at(at: Point, size: isize, text: &str, layer: Layer) -> (Layer, Shape) {
    (layer, Shape::Text { at, size, align: Align::Center, text: text.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use sudoku_cnf::Geometry;

    /// Checks the center of the symbol of a rule, and its texts.
    #[track_caller]
    fn check(rule: &str, at: Point, texts: &[&str]) {
        let rule = Rule::parse(rule, &Geometry::standard()).unwrap();
        let draw = if rule.kind() == RuleKind::Quadruple { quadruple } else { dot };
        let shapes = draw(&rule);
        assert!(matches!(&shapes[0].1, Shape::Figure(Outline::Circle(center, _), _) if *center == at));
        let found: Vec<_> = shapes
            .iter()
            .filter_map(|(_, shape)| match shape {
                Shape::Text { text, .. } => Some(text.as_str()),
                _ => None,
            })
            .collect();
        assert_eq!(found, texts);
    }

    #[test]
    fn dots_are_on_the_edge_between_two_cells() {
        check("difference: r1c1 r1c2", (100, 50), &[]);
        check("difference 1: r1c1 r2c1", (50, 100), &[]);
        check("difference 3: r2c1 r1c1", (50, 100), &["3"]);
        check("ratio 2: r1c1 r1c2", (100, 50), &[]);
        check("ratio 3: r1c1 r1c2", (100, 50), &["3"]);
        check("xv X: r1c1 r1c2", (100, 50), &["X"]);
        check("xv 5: r1c1 r1c2", (100, 50), &["V"]);
    }

    #[test]
    fn quadruples_are_at_the_common_corner() {
        check("quadruple 1: r1c1 r1c2 r2c1 r2c2", (100, 100), &["1"]);
        check("quadruple 1,1,2,3: r1c1 r1c2 r2c1 r2c2", (100, 100), &["1 1", "2 3"]);
    }

    #[test]
    fn inequality_signs_point_to_the_smaller_digit() {
        let shapes = |rule: &str| greater_than(&Rule::parse(rule, &Geometry::standard()).unwrap());
        let [_, (_, Shape::Figure(Outline::Open(sign), _))] = &shapes("greaterthan: r1c2 r1c1")[..] else {
            panic!("not a sign")
        };
        assert!(sign[1].0 < sign[0].0 && sign[0].0 == sign[2].0, "{sign:?}");
        // Cells that are not adjacent are connected by an arrow.
        assert!(shapes("greaterthan: r1c1 r3c3").iter().all(|(layer, _)| *layer == Layer::RuleLine));
    }
}
