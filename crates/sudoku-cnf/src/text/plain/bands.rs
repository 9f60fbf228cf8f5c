//! Checks that empty lines separate either all bands of a puzzle or none of them.
//!
//! A band is a horizontal row of boxes.

use super::board_layout::BoardLayout;
use super::layout::Arrangement;
use super::separator::Separator;
use crate::text::error_kind::{ExpectedCells, TextErrorKind};

/// Tracks whether the bands of a puzzle are separated by empty lines.
#[derive(Debug, Default)]
pub(in crate::text) struct BandTracker {
    /// The number of rows since the last empty line or, if there is none, since the start of the puzzle.
    rows: usize,
    /// Whether an empty line has been found between two bands of the puzzle.
    pub(in crate::text) are_separated: bool,
}

impl BandTracker {
    /// Counts a row and checks that the separator after the row is allowed there.
    ///
    /// `is_end` indicates whether the input ends after the row. `row` is the 1-based number of the row on `board`.
    ///
    /// # Errors
    /// Returns an error if the puzzle has too few rows, or if a band has too many rows.
    pub(in crate::text) fn check_row(
        &mut self,
        separator: Separator,
        is_end: bool,
        row: usize,
        board: &BoardLayout,
    ) -> Result<(), TextErrorKind> {
        self.rows += 1;
        let shape = board.shape;
        let is_whole_band = self.rows == shape.rows();
        if self.are_separated && is_whole_band && separator == Separator::None && !is_end {
            return Err(TextErrorKind::Band { rows: shape.rows() });
        }
        match separator {
            _ if row == board.expected_lines() => {}
            Separator::None if !is_end => {}
            Separator::EmptyLine if is_whole_band && !is_end => *self = Self { rows: 0, are_separated: true },
            _ if board.layout.arrangement == Arrangement::Cells => {
                let expected = ExpectedCells::Board(shape);
                return Err(TextErrorKind::CellCount { found: row, expected });
            }
            _ => return Err(TextErrorKind::RowCount { found: row, size: shape.size() }),
        }
        Ok(())
    }
}
