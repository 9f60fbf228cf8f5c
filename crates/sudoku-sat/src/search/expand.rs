//! # Prune and expand
//!
//! The board is a matrix of choices, in which each cell has a set of possible digits. Pruning removes the digit of each
//! decided cell from the cell's peers until nothing changes. A board is rejected if a cell has no choices left.
//! Otherwise, the board is expanded: the search selects the first of the open cells with the fewest choices and creates
//! a new board for each choice. The new boards are created lazily, in ascending order of the chosen digit.
//!
//! The only difference from [`propagate`](super::propagate()) is that hidden singles are not used.
//!
//! ## Reference
//! R. Bird: A program to solve Sudoku, Journal of Functional Programming 16, 2006.

use sudoku_cnf::{Grid, Inference, Puzzle};

use super::propagate::search;
use crate::solver::{Limits, StopReason};

/// Returns an iterator over all solutions of `puzzle`. All board sizes and variants are supported.
///
/// # Errors
/// If a limit is reached, the last item of the iterator is an error.
pub(super) fn expand(
    puzzle: &Puzzle,
    limits: Limits,
) -> impl Iterator<Item = Result<Grid, StopReason>> + use<> {
    search(puzzle, Inference::DecidedCells, limits)
}
