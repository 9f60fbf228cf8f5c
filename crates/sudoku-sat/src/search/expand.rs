//! # Prune and expand
//!
//! The board is a matrix of choices, one set of digits per cell. Pruning removes the digit of each decided cell from
//! the cell's peers until nothing changes. A board is rejected if a cell has no choices left. Otherwise the first cell
//! with the fewest choices is expanded into one board per choice. These boards are searched lazily, in ascending order
//! of the digit.
//!
//! The only difference from [`propagate`](super::propagate()) is that hidden singles are not used.
//!
//! ## Reference
//! R. Bird: A program to solve Sudoku, Journal of Functional Programming 16, 2006.

use sudoku_cnf::{Grid, Inference, Puzzle};

use super::propagate::search;
use crate::solver::{Limits, StopReason};

/// Returns an iterator over all solutions of `puzzle`, on any board.
///
/// # Errors
/// If a limit is reached, the last item is an error.
pub(super) fn expand(
    puzzle: &Puzzle,
    limits: Limits,
) -> impl Iterator<Item = Result<Grid, StopReason>> + use<> {
    search(puzzle, Inference::DecidedCells, limits)
}
