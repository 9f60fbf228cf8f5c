//! The marks of a step of an explanation: houses, cells, and new facts.
//!
//! Every kind of mark has a shape of its own, so that readers can distinguish them without colors.

use sudoku_cnf::puzzle::board::{Cell, Geometry};
use sudoku_cnf::{Candidate, Digit};

use super::layer::Layer;
use super::shape::{CELL, Point, Shape, corner, mark_position};

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
    /// The text below the board.
    pub(crate) caption: String,
}

impl StepMarks {
    /// Returns the shapes of the marks and their layers.
    pub(super) fn shapes(&self, geometry: &Geometry) -> Vec<(Layer, Shape)> {
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
        shapes
            .extend(self.derived.iter().map(|&(candidate, is_placed)| fact(geometry, candidate, is_placed)));
        shapes
    }
}

fn fact(geometry: &Geometry, Candidate { cell, digit }: Candidate, is_placed: bool) -> (Layer, Shape) {
    let ((x, y), radius) = fact_position(geometry, cell, digit);
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
fn fact_position(geometry: &Geometry, cell: Cell, digit: Digit) -> (Point, isize) {
    let (center, size) = mark_position(geometry, cell, digit);
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
