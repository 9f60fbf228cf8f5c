//! # Prune and expand
//!
//! The matrix of choices is pruned: the digit of a decided cell leaves the cell's row, column and box,
//! until nothing changes. A board with a cell without choices, or with a digit decided twice in a house,
//! is dropped. Otherwise the first cell with the fewest choices is expanded, one board a choice, and
//! each is searched in turn, lazily. Unlike [`propagate`](super::propagate()) it sees no hidden
//! singles, and that is the whole difference. Order: as the cells and choices are expanded.
//!
//! ## Reference
//! R. Bird: A program to solve Sudoku, Journal of Functional Programming 16, 2006.

use sudoku_cnf::{Grid, Inference, Puzzle};

use super::propagate::search;
use crate::solver::{Limits, StopReason};

/// All solutions of `puzzle`, on any geometry.
///
/// # Errors
/// The last item may be the limit that was reached.
pub(super) fn expand(
    puzzle: &Puzzle,
    limits: Limits,
) -> impl Iterator<Item = Result<Grid, StopReason>> + use<> {
    search(puzzle, Inference::DecidedCells, limits)
}
