//! The marks of a step of an explanation: houses, cells, and new facts.
//!
//! Every kind of mark has a shape of its own, so that readers can distinguish them without colors.

use sudoku_cnf::puzzle::board::Cell;
use sudoku_cnf::{Candidate, Digit};
use sudoku_sat::explain::{RoleLink, Roles};

use super::layer::Layer;
use super::paint::{Color, Paint};
use super::shape::{CELL, MarkArea, Outline, Point, Shape, corner, square_around};

/// The maximum number of houses that get an outline.
const MAX_OUTLINED: usize = 4;

/// The marks in a picture of a step.
#[derive(Clone, Debug, Default)]
pub(crate) struct StepMarks {
    /// Houses, whose cells get a background and an outline.
    pub(crate) houses: Vec<Vec<Cell>>,
    /// Cells that get a frame.
    pub(crate) cells: Vec<Cell>,
    /// Cells with digits that the step uses, which are underlined.
    pub(crate) used: Vec<Cell>,
    /// The new facts. Placed candidates get a frame, excluded candidates are crossed out.
    pub(crate) derived: Vec<(Candidate, bool)>,
    /// The candidates of a chain or a fish: true ones get a circle, false ones a square, fins a diamond. Arrows show
    /// the links of a chain.
    pub(crate) roles: Roles,
    /// The text below the board.
    pub(crate) caption: String,
}

impl StepMarks {
    /// Returns the shapes of the marks and their layers.
    pub(super) fn shapes(&self, area: MarkArea) -> Vec<(Layer, Shape)> {
        let mut shapes = Vec::new();
        for house in &self.houses {
            for &cell in house {
                shapes.push((Layer::House, Shape::Rectangle(corner(cell), (CELL, CELL), None)));
            }
            // The outlines of many houses would hide the board.
            if self.houses.len() <= MAX_OUTLINED {
                shapes.push((Layer::HouseOutline, Shape::Lines(outline(house))));
            }
        }
        for &cell in &self.cells {
            let (x, y) = corner(cell);
            shapes.push((Layer::Frame, Shape::Lines(square((x + 5, y + 5), CELL - 10))));
        }
        for &cell in &self.used {
            let (x, y) = corner(cell);
            shapes.push((Layer::Underline, Shape::Lines(vec![[(x + 20, y + 87), (x + 80, y + 87)]])));
        }
        shapes.extend(self.derived.iter().map(|&(candidate, is_placed)| fact(area, candidate, is_placed)));
        let at = |candidate: &Candidate| fact_position(area, candidate.cell, candidate.digit);
        let figure = |outline, color| (Layer::Role, Shape::Figure(outline, Paint::fill(color)));
        for (center, radius) in self.roles.on.iter().map(at) {
            shapes.push(figure(Outline::Circle(center, radius), Color::Green));
        }
        for (center, radius) in self.roles.off.iter().map(at) {
            shapes.push(figure(square_around(center, radius * 9 / 10), Color::Orange));
        }
        for ((x, y), radius) in self.roles.fins.iter().map(at) {
            let radius = radius * 6 / 5;
            let corners = vec![(x - radius, y), (x, y - radius), (x + radius, y), (x, y + radius)];
            shapes.push(figure(Outline::Closed(corners), Color::Blue));
        }
        shapes.extend(self.roles.links.iter().filter_map(|link| arrow(area, link)).flatten());
        shapes
    }
}

/// Returns the arrow of a link: a line, dashed if the link is weak, and its head.
fn arrow(area: MarkArea, link: &RoleLink) -> Option<[(Layer, Shape); 2]> {
    let at = |candidate: Candidate| fact_position(area, candidate.cell, candidate.digit);
    let ((from, radius), (to, _)) = (at(link.from), at(link.to));
    let [dx, dy] = [to.0 - from.0, to.1 - from.1].map(|difference| difference as f64);
    let length = dx.hypot(dy);
    let gap = radius as f64 * 1.2;
    let head = radius as f64 * 0.8;
    // Neighboring candidates leave no space for an arrow.
    if length < 2.0 * gap + head {
        return None;
    }
    let (dx, dy) = (dx / length, dy / length);
    let point = |(x, y): Point, along: f64, aside: f64| {
        let (x, y) = (x as f64 + along * dx - aside * dy, y as f64 + along * dy + aside * dx);
        (x.round() as isize, y.round() as isize)
    };
    let solid = Paint::line(Color::DarkGray, 4);
    let style = if link.is_strong { solid } else { solid.dashed(9, 7) };
    let base = -gap - head;
    let shaft = Outline::Open(vec![point(from, gap, 0.0), point(to, base, 0.0)]);
    let tip = vec![point(to, base, head / 2.0), point(to, -gap, 0.0), point(to, base, -head / 2.0)];
    let tip = Shape::Figure(Outline::Closed(tip), Paint::fill(Color::DarkGray));
    Some([(Layer::Link, Shape::Figure(shaft, style)), (Layer::Link, tip)])
}

fn fact(area: MarkArea, Candidate { cell, digit }: Candidate, is_placed: bool) -> (Layer, Shape) {
    let ((x, y), radius) = fact_position(area, cell, digit);
    if is_placed {
        return (Layer::Placed, Shape::Lines(square((x - radius, y - radius), 2 * radius)));
    }
    let cross = vec![
        [(x - radius, y - radius), (x + radius, y + radius)],
        [(x - radius, y + radius), (x + radius, y - radius)],
    ];
    (Layer::Excluded, Shape::Lines(cross))
}

/// Returns the center of a candidate, and half the side of the square around it.
fn fact_position(area: MarkArea, cell: Cell, digit: Digit) -> (Point, isize) {
    let (center, size) = area.position(cell, digit);
    (center, size * 45 / 100)
}

fn square((x, y): Point, side: isize) -> Vec<[Point; 2]> {
    let corners = [(x, y), (x + side, y), (x + side, y + side), (x, y + side)];
    (0..4).map(|index| [corners[index], corners[(index + 1) % 4]]).collect()
}

/// Returns the edges between cells of `house` and other cells.
fn outline(house: &[Cell]) -> Vec<[Point; 2]> {
    let mut lines = Vec::new();
    for &cell in house {
        let has = |row: usize, column: usize| {
            house.iter().any(|other| (other.row(), other.column()) == (row, column))
        };
        let ((x, y), (row, column)) = (corner(cell), (cell.row(), cell.column()));
        let edges = [
            (has(row - 1, column), [(x, y), (x + CELL, y)]),
            (has(row + 1, column), [(x, y + CELL), (x + CELL, y + CELL)]),
            (has(row, column - 1), [(x, y), (x, y + CELL)]),
            (has(row, column + 1), [(x + CELL, y), (x + CELL, y + CELL)]),
        ];
        lines.extend(edges.into_iter().filter(|(is_inside, _)| !is_inside).map(|(_, line)| line));
    }
    lines
}
