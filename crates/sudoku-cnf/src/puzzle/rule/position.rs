//! Positions on the board and next to it, and directions of diagonals.

use std::fmt;
use std::str::FromStr;

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

/// Returns the message for a word that is not a number, although the cells have not begun.
pub(super) fn invalid_number(word: &str) -> String {
    if positions(word).is_some() {
        format!("expected ':' before the cells, found '{word}'")
    } else {
        format!("invalid number '{word}'")
    }
}

/// Parses a cell or several: `r1c1`, `r1c1-4`, `r1-3c1` or `r1c1..r3c2`. Several are in the order from the first corner
/// to the last.
pub(super) fn positions(text: &str) -> Option<Vec<Position>> {
    const LONGEST: i32 = 64;
    let (first, last): (Position, Position) = if let Some((first, last)) = text.split_once("..") {
        (first.parse().ok()?, last.parse().ok()?)
    } else {
        let (rows, columns) = text.strip_prefix(['r', 'R'])?.split_once(['c', 'C'])?;
        let ends = |range: &str| {
            let (first, last) = range.split_once('-').unwrap_or((range, range));
            Some((first.parse::<u16>().ok()?, last.parse::<u16>().ok()?))
        };
        let (rows, columns) = (ends(rows)?, ends(columns)?);
        let position = |row: u16, column: u16| Position { row: row.into(), column: column.into() };
        (position(rows.0, columns.0), position(rows.1, columns.1))
    };
    let range = |first: i32, last: i32| {
        let step = (last - first).signum();
        (0..=(last - first).abs()).map(move |i| first + i * step)
    };
    if (last.row - first.row).abs() >= LONGEST || (last.column - first.column).abs() >= LONGEST {
        return None;
    }
    let columns = |row| range(first.column, last.column).map(move |column| Position { row, column });
    Some(range(first.row, last.row).flat_map(columns).collect())
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
