//! # DPLL on bit boards
//!
//! The algorithm of Davis, Putnam, Logemann and Loveland: unit propagation and guesses, without learned clauses. On
//! boards up to 9×9, this is faster than a SAT solver that learns clauses. A propagation takes less than a microsecond,
//! and the hardest known puzzles need about a hundred guesses.
//!
//! [`standard`] searches on the standard 9×9 board and uses vector instructions. [`any_board`] supports all other
//! boards up to 36×36. On larger boards, the engine [`propagate`](super::propagate()) is used instead.
//!
//! ## Reference
//! M. Davis, G. Logemann, D. Loveland: A machine program for theorem-proving, 1962.

// A function can use vector instructions only if it is inlined into a function that enables them.
#![allow(clippy::inline_always)]

mod any_board;
mod board;
mod branch;
mod cells;
mod guess;
mod lanes;
mod packed;
mod propagate;
mod standard;

use sudoku_cnf::Puzzle;

use super::solutions::Grids;
use crate::solver::{Limits, StopReason};
pub(crate) use any_board::BitBoardSearch;
pub(crate) use board::BANDS;
pub(crate) use standard::{KnownGrid, StandardSearch};

/// Starts a search. Returns `None` if the board is larger than 36×36.
pub(crate) fn search(puzzle: &Puzzle, limits: Limits) -> Option<Grids> {
    if puzzle.geometry().is_standard() {
        return Some(Box::new(StandardSearch::new(puzzle, limits)));
    }
    any_board::search(puzzle, limits)
}

/// Counts up to `max` solutions of a puzzle on the standard board.
///
/// Returns the number of solutions found and, if a limit stopped the search, the reason for stopping.
pub(super) fn count_standard(puzzle: &Puzzle, max: u128, limits: Limits) -> (u128, Option<StopReason>) {
    let mut search = StandardSearch::new(puzzle, limits);
    let mut found = 0;
    while found < max {
        match search.advance() {
            Ok(true) => found += 1,
            Ok(false) => break,
            Err(reason) => return (found, Some(reason)),
        }
    }
    (found, None)
}
