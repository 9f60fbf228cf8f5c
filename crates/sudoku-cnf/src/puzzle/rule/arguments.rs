//! Rules as they are written, before they are checked against a board.

use std::fmt;
use std::str::FromStr;

use super::RuleKind;
use crate::puzzle::board::{Cell, ParseCellError};

/// The row and column of a cell, or of a position next to the board: row or column 0 or n + 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The row number, from 1 inside the board.
    pub row: i32,
    /// The column number, from 1 inside the board.
    pub column: i32,
}

impl Position {
    /// Returns the position that is `rows` below and `columns` to the right of this position.
    pub(super) fn step(self, (rows, columns): (i32, i32)) -> Self {
        Self { row: self.row + rows, column: self.column + columns }
    }

    /// Returns the cell at this position, or `None` if no board has such a cell.
    pub fn cell(self) -> Option<Cell> {
        Cell::new(usize::try_from(self.row).ok()?, usize::try_from(self.column).ok()?)
    }
}

impl From<Cell> for Position {
    fn from(cell: Cell) -> Self {
        Self { row: cell.row() as i32, column: cell.column() as i32 }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row, self.column)
    }
}

impl FromStr for Position {
    type Err = ParseCellError;

    fn from_str(text: &str) -> Result<Self, ParseCellError> {
        let numbers = text.strip_prefix(['r', 'R']).and_then(|rest| rest.split_once(['c', 'C']));
        let number = |text: &str| text.parse::<u16>().ok().map(i32::from);
        let position =
            numbers.and_then(|(row, column)| Some(Self { row: number(row)?, column: number(column)? }));
        position.ok_or_else(|| ParseCellError::new(text))
    }
}

/// The direction of a diagonal, as in f-puzzles: down or up, then right or left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Direction {
    /// Whether the diagonal leads down.
    pub is_down: bool,
    /// Whether the diagonal leads to the right.
    pub is_right: bool,
}

impl Direction {
    /// Returns the number of rows down and of columns to the right of one step.
    pub(super) fn step(self) -> (i32, i32) {
        (if self.is_down { 1 } else { -1 }, if self.is_right { 1 } else { -1 })
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_down { "D" } else { "U" })?;
        f.write_str(if self.is_right { "R" } else { "L" })
    }
}

impl FromStr for Direction {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let directions = [(true, true), (true, false), (false, true), (false, false)];
        let mut directions = directions.into_iter().map(|(is_down, is_right)| Self { is_down, is_right });
        directions.find(|direction| direction.to_string().eq_ignore_ascii_case(text)).ok_or(())
    }
}

/// A rule as it is written in text or JSON, which may not fit a board.
///
/// ```
/// use sudoku_cnf::Geometry;
/// use sudoku_cnf::puzzle::rule::RuleText;
///
/// let text: RuleText = "thermometer: r1c1 r2c1 r3c1".parse()?;
/// let rule = text.on(&Geometry::standard())?;
/// assert_eq!(rule.to_string(), "thermometer: r1c1 r2c1 r3c1");
/// # Ok::<(), sudoku_cnf::puzzle::rule::InvalidRule>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RuleText {
    /// The kind of rule.
    pub kind: RuleKind,
    /// The cells, or the position of a clue outside the board.
    pub cells: Vec<Position>,
    /// The second list of cells: the line of an arrow, or the cells of a clone.
    pub others: Vec<Position>,
    /// The direction of a diagonal.
    pub direction: Option<Direction>,
    /// The numbers.
    pub values: Vec<i64>,
}

impl RuleText {
    /// Creates a rule without cells and numbers.
    pub fn new(kind: RuleKind) -> Self {
        Self { kind, cells: Vec::new(), others: Vec::new(), direction: None, values: Vec::new() }
    }
}
