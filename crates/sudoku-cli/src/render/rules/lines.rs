//! Lines: thermometers, arrows, and lines whose color distinguishes them.

use sudoku_cnf::puzzle::rule::{Rule, RuleKind};

use crate::render::layer::Layer;
use crate::render::paint::{Color, Paint};
use crate::render::shape::{Outline, Point, Shape, center, centers};

/// The radius of the circles at the ends of lines and of the bulbs of thermometers.
const RADIUS: isize = 38;

/// Draws a line in the color of its definition.
pub(super) fn colored_line(rule: &Rule) -> Vec<(Layer, Shape)> {
    let color = rule.definition().and_then(|definition| definition.shape().1);
    vec![line_in(color_named(color), &centers(rule.cells()))]
}

/// Returns the color of lines that has a name in the language for rules.
pub(super) fn color_named(name: Option<&str>) -> Color {
    match name {
        Some("green") => Color::Green,
        Some("purple") => Color::Purple,
        Some("blue") => Color::Blue,
        Some("orange") => Color::Orange,
        Some("teal") => Color::Teal,
        Some("yellow") => Color::Yellow,
        Some("lavender") => Color::Lavender,
        _ => Color::Gray,
    }
}

/// Draws a line of one color.
pub(super) fn line_in(color: Color, points: &[Point]) -> (Layer, Shape) {
    (Layer::RuleLine, line(points.to_vec(), Paint::line(color, 18)))
}

/// Draws a thermometer. Slow thermometers are hollow.
pub(super) fn thermometer(rule: &Rule) -> Vec<(Layer, Shape)> {
    let points = centers(rule.cells());
    let Some(&bulb) = points.first() else { return Vec::new() };
    let tube = |color, width, radius| {
        let bulb = Shape::Figure(Outline::Circle(bulb, radius), Paint::fill(color));
        [(Layer::RuleLine, line(points.clone(), Paint::line(color, width))), (Layer::RuleLine, bulb)]
    };
    let mut shapes = tube(Color::Gray, 34, RADIUS).to_vec();
    if rule.kind() == RuleKind::SlowThermometer {
        shapes.extend(tube(Color::White, 22, RADIUS - 6));
    }
    shapes
}

/// Draws an arrow that starts at a circle or, for a number of several digits, at a pill.
pub(super) fn arrow(rule: &Rule) -> Vec<(Layer, Shape)> {
    let Some(&first) = rule.other_cells().first() else { return Vec::new() };
    let mut circle = rule.cells().to_vec();
    circle.sort_unstable();
    let circle = centers(&circle);
    let distance = |point: &Point| {
        let (x, y) = center(first);
        (point.0 - x).pow(2) + (point.1 - y).pow(2)
    };
    let start = circle.iter().copied().min_by_key(distance);
    let points = start.into_iter().chain(centers(rule.other_cells())).collect();
    let mut shapes = arrow_line(points, Color::DarkGray, 4);
    let pill = |color, width| (Layer::RuleShape, line(circle.clone(), Paint::line(color, width)));
    shapes.extend([pill(Color::DarkGray, 2 * RADIUS), pill(Color::White, 2 * RADIUS - 8)]);
    shapes
}

/// Draws a line with circles at both ends.
pub(super) fn line_with_circles(rule: &Rule) -> Vec<(Layer, Shape)> {
    let points = centers(rule.cells());
    let (width, fill) =
        if rule.kind() == RuleKind::BetweenLine { (12, Color::PaleGray) } else { (4, Color::White) };
    let color = if rule.kind() == RuleKind::BetweenLine { Color::Gray } else { Color::DarkGray };
    let ends: Vec<_> = points.first().into_iter().chain(points.last()).copied().collect();
    let circle = |end| {
        let paint = Paint::fill(fill).with_line(Color::DarkGray, 4);
        (Layer::RuleShape, Shape::Figure(Outline::Circle(end, RADIUS - 2), paint))
    };
    let mut shapes = vec![(Layer::RuleLine, line(points, Paint::line(color, width)))];
    shapes.extend(ends.into_iter().map(circle));
    shapes
}

/// Draws a line with an arrowhead at the last point.
pub(super) fn arrow_line(points: Vec<Point>, color: Color, width: isize) -> Vec<(Layer, Shape)> {
    let paint = Paint::line(color, width);
    let head = match points[..] {
        [.., from, to] if from != to => Some(line(arrowhead(from, to, 22), paint)),
        _ => None,
    };
    let shaft = line(points, paint);
    [shaft].into_iter().chain(head).map(|shape| (Layer::RuleLine, shape)).collect()
}

/// Returns the points of an arrowhead at `to` for an arrow from `from`, whose sides have the given length.
pub(super) fn arrowhead(from: Point, to: Point, length: isize) -> Vec<Point> {
    let direction = ((to.1 - from.1) as f64).atan2((to.0 - from.0) as f64);
    let back = |angle: f64| {
        let (sin, cos) = (direction + angle).sin_cos();
        (to.0 - (cos * length as f64).round() as isize, to.1 - (sin * length as f64).round() as isize)
    };
    vec![back(0.6), to, back(-0.6)]
}

/// Returns a line through `points`. A single point becomes a dot as wide as the line.
fn line(mut points: Vec<Point>, paint: Paint) -> Shape {
    if let [(x, y)] = points[..] {
        // A line without a length is not drawn by every program.
        points.push((x + 1, y));
    }
    Shape::Figure(Outline::Open(points), paint)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrowheads_are_symmetric() {
        assert_eq!(arrowhead((0, 0), (100, 0), 20), [(83, -11), (100, 0), (83, 11)]);
        assert_eq!(arrowhead((0, 100), (0, 0), 20), [(-11, 17), (0, 0), (11, 17)]);
    }
}
