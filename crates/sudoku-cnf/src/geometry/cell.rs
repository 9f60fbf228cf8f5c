//! Cells, digits, and a digit in a cell.

use std::fmt;
use std::num::NonZeroU16;

use super::MAX_SIZE;

/// A cell by its row-major index from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u32);

impl Cell {
    /// The cell with this row-major index.
    #[must_use]
    pub fn new(index: usize) -> Self {
        Self(index as u32)
    }

    /// The row-major index, from 0.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A digit, from 1 to the board's size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digit(NonZeroU16);

impl Digit {
    /// The digit of this value; `None` for 0 and beyond [`MAX_SIZE`].
    #[must_use]
    pub fn new(value: usize) -> Option<Self> {
        if value > MAX_SIZE {
            return None;
        }
        NonZeroU16::new(value as u16).map(Self)
    }

    /// The value, from 1.
    #[must_use]
    pub fn get(self) -> usize {
        self.0.get().into()
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Where a cell is, counted from 1, and how a person is told: `r4c7`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The row, from 1 at the top.
    pub row: usize,
    /// The column, from 1 at the left.
    pub column: usize,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row, self.column)
    }
}

/// A digit in a cell: a possibility, a given, or a part of a solution, as the context says.
/// A variable of the CNF stands for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Candidate {
    /// The cell.
    pub cell: Cell,
    /// The digit in it.
    pub digit: Digit,
}
