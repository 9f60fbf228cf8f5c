//! Rules about single cells, and shaded cells.

use sudoku_cnf::puzzle::board::Cell;
use sudoku_cnf::puzzle::rule::{Rule, RuleKind};

use crate::render::layer::Layer;
use crate::render::paint::{Color, Paint};
use crate::render::shape::{CELL, Outline, Point, Shape, center, square_around};

/// The colors of clones.
const CLONE_COLORS: [Color; 6] = [
    Color::PaleYellow,
    Color::PalePurple,
    Color::PaleOrange,
    Color::PaleBlue,
    Color::PaleGreen,
    Color::PaleRed,
];

/// Shades the cells of a region, of indexers, or of a clone. `clone_count` is the number of clones before this one.
pub(super) fn shades(rule: &Rule, clone_count: usize) -> Vec<(Layer, Shape)> {
    let color = match rule.kind() {
        RuleKind::RowIndexer => Color::PaleGreen,
        RuleKind::ColumnIndexer => Color::PaleRed,
        RuleKind::BoxIndexer => Color::PaleBlue,
        RuleKind::Clone => CLONE_COLORS[clone_count % CLONE_COLORS.len()],
        _ => Color::PaleGray,
    };
    let cells: Vec<Cell> = rule.cells().iter().chain(rule.other_cells()).copied().collect();
    shaded(&cells, color)
}

/// Shades cells in one color.
pub(super) fn shaded(cells: &[Cell], color: Color) -> Vec<(Layer, Shape)> {
    cells.iter().map(|&cell| (Layer::Shade, square(center(cell), CELL / 2, color))).collect()
}

/// Draws a circle for an odd digit, a square for an even digit, or triangles that point from greater to smaller digits.
pub(super) fn symbols(rule: &Rule) -> Vec<(Layer, Shape)> {
    let Some(&cell) = rule.cells().first() else { return Vec::new() };
    let (x, y) = center(cell);
    match rule.kind() {
        RuleKind::Odd => {
            let circle = Shape::Figure(Outline::Circle((x, y), 36), Paint::fill(Color::Gray));
            vec![(Layer::RuleShape, circle)]
        }
        RuleKind::Even => vec![(Layer::RuleShape, square((x, y), 34, Color::Gray))],
        kind => {
            // The distances of the tip and of the base from the center.
            let (tip, base) = if kind == RuleKind::Minimum { (34, 44) } else { (44, 34) };
            let triangle = |(dx, dy): Point| {
                let at = |out: isize, aside: isize| (x + dx * out + dy * aside, y + dy * out - dx * aside);
                let points = vec![at(tip, 0), at(base, 11), at(base, -11)];
                let paint = Paint::fill(Color::DarkGray);
                (Layer::RuleShape, Shape::Figure(Outline::Closed(points), paint))
            };
            let sides = [(0, -1), (1, 0), (0, 1), (-1, 0)];
            sides.map(triangle).to_vec()
        }
    }
}

fn square(center: Point, half: isize, color: Color) -> Shape {
    Shape::Figure(square_around(center, half), Paint::fill(color))
}
