//! The shapes of a drawing.
//!
//! A cell is 100 units wide. The upper-left corner of the board has the coordinates (0, 0), x grows to the right, and y
//! grows downward.

use sudoku_cnf::puzzle::board::{BoxShape, Cell, Geometry};
use sudoku_cnf::{Digit, Puzzle};

use super::paint::Paint;

/// The width and height of a cell.
pub(super) const CELL: isize = 100;

/// A point with an x and a y coordinate.
pub(super) type Point = (isize, isize);

/// A shape in a drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// A filled rectangle with this upper-left corner, width and height. The color is given only if it is not the color
    /// of the layer.
    Rectangle(Point, (isize, isize), Option<String>),
    /// Straight lines from point to point.
    Lines(Vec<[Point; 2]>),
    /// A figure that shows a rule.
    Figure(Outline, Paint),
    /// Text that is centered vertically at a point, and horizontally aligned at the point.
    Text { at: Point, size: isize, align: Align, text: String },
}

/// The outline of a figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Outline {
    /// A line through these points.
    Open(Vec<Point>),
    /// A polygon with these corners.
    Closed(Vec<Point>),
    /// A circle with this center and radius.
    Circle(Point, isize),
}

/// The horizontal alignment of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Align {
    Start,
    Center,
}

/// Returns the number of rows or columns of the picture of a board, whichever is greater.
pub(super) fn span(geometry: &Geometry) -> usize {
    geometry.rows().max(geometry.columns())
}

/// Returns the number of columns in which the pencilmarks of a cell are arranged.
pub(crate) fn mark_columns(geometry: &Geometry) -> usize {
    let n = geometry.size();
    let columns = geometry.box_shape().map_or(n.isqrt(), BoxShape::columns);
    if columns.pow(2) < n { n.isqrt() + usize::from(n.isqrt().pow(2) < n) } else { columns }
}

/// The part of each cell that contains its pencilmarks.
#[derive(Clone, Copy, Debug)]
pub(super) struct MarkArea {
    size: usize,
    columns: usize,
    /// The distances from the left and right, top and bottom borders of the cell.
    pub(super) insets: [isize; 3],
}

impl MarkArea {
    /// Returns the area for pictures of `puzzle`. The outlines of cages and their sums are around it, if there are any.
    pub(super) fn of(puzzle: &Puzzle, has_outlines: bool) -> Self {
        let geometry = puzzle.geometry();
        let insets = if has_outlines { [14, 20, 11] } else { [6, 6, 6] };
        Self { size: geometry.size(), columns: mark_columns(geometry), insets }
    }

    /// Returns the center and the font size of a pencilmark.
    pub(super) fn position(self, cell: Cell, digit: Digit) -> (Point, isize) {
        let Self { size: n, columns, insets: [beside, top, bottom] } = self;
        let (rows, columns) = (n.div_ceil(columns) as isize, columns as isize);
        let (x, y) = corner(cell);
        let (across, down) = (CELL - 2 * beside, CELL - top - bottom);
        let (width, height) = (across / columns, down / rows);
        // The width of a two-digit number is about 1.1 times the font size.
        let size = (height * 95 / 100).min(if n > 9 { width * 72 / 100 } else { width });
        let index = digit.get() as isize - 1;
        let (row, column) = (index / columns, index % columns);
        ((x + beside + column * across / columns + width / 2, y + top + row * down / rows + height / 2), size)
    }
}

/// Returns the coordinates of the upper-left corner of `cell`.
pub(super) fn corner(cell: Cell) -> Point {
    ((cell.column() as isize - 1) * CELL, (cell.row() as isize - 1) * CELL)
}

/// Returns the coordinates of the center of `cell`.
pub(super) fn center(cell: Cell) -> Point {
    let (x, y) = corner(cell);
    (x + CELL / 2, y + CELL / 2)
}

/// Returns the coordinates of the centers of `cells`.
pub(super) fn centers(cells: &[Cell]) -> Vec<Point> {
    cells.iter().map(|&cell| center(cell)).collect()
}

/// Returns a square around a point. `half` is half the length of its sides.
pub(super) fn square_around((x, y): Point, half: isize) -> Outline {
    let (left, right, top, bottom) = (x - half, x + half, y - half, y + half);
    Outline::Closed(vec![(left, top), (right, top), (right, bottom), (left, bottom)])
}
