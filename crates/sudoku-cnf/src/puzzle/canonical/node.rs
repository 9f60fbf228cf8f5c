//! Partial rearrangements of a grid.

use super::columns::{Columns, Labels};

/// The digits of a grid by row and column, from 0 to 9. 0 represents an open cell.
pub(super) type Cells = [[u8; 9]; 9];

/// A partial rearrangement: the rows placed so far, the order of the columns and the numbers of the digits.
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// The index of the source grid: 0 for the grid itself, 1 for the transposed grid.
    pub(super) source: u8,
    /// The source band of the most recently placed row.
    pub(super) band: u8,
    /// The set of source rows that have been placed.
    pub(super) placed: u16,
    pub(super) columns: Columns,
    pub(super) labels: Labels,
}
