//! Checks that empty lines separate either all bands of a puzzle or none of them.
//!
//! A band is a horizontal row of boxes.

use super::separator::Separator;

/// Tracks whether the bands of a puzzle are separated by empty lines.
#[derive(Debug, Default)]
pub(in crate::text) struct BandTracker {
    /// The number of rows since the last empty line or, if there is none, since the start of the puzzle.
    rows: usize,
    /// Whether an empty line has been found between two bands of the puzzle.
    pub(in crate::text) are_separated: bool,
}

/// An incorrect number of rows in a puzzle or a band.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::text) enum BandError {
    /// The puzzle has too few rows.
    Short,
    /// A band has too many rows.
    Long,
}

impl BandTracker {
    /// Counts a row and checks that the separator after the row is allowed there.
    ///
    /// `is_end` indicates whether the input ends after the row. `is_last` indicates whether the row is the
    /// last row of the board. `band` is the number of rows per band.
    pub(in crate::text) fn check_row(
        &mut self,
        separator: Separator,
        is_end: bool,
        is_last: bool,
        band: usize,
    ) -> Result<(), BandError> {
        self.rows += 1;
        let is_whole_band = self.rows == band;
        if self.are_separated && is_whole_band && separator == Separator::None && !is_end {
            return Err(BandError::Long);
        }
        if is_last {
            return Ok(());
        }
        match separator {
            _ if is_end => return Err(BandError::Short),
            Separator::None => {}
            Separator::EmptyLine if is_whole_band => *self = Self { rows: 0, are_separated: true },
            Separator::EmptyLine | Separator::PuzzleEnd => return Err(BandError::Short),
        }
        Ok(())
    }
}
