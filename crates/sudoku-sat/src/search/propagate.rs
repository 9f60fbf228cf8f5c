//! # Constraint propagation and search
//!
//! After each guess, naked and hidden singles are followed to the fixpoint; then the open cell with the
//! fewest candidates is guessed. Order: of cells with equally few candidates the first, its
//! digits ascending.
//!
//! ## Reference
//! P. Norvig: Solving Every Sudoku Puzzle, 2006.

use sudoku_cnf::{CandidateBoard, Grid, Inference, Puzzle};

use super::depth_first::{DepthFirst, FewestCandidates, Found};
use crate::solver::{Limits, StopReason};

/// Returns an iterator over all solutions of `puzzle`, on any board. The last item may be the limit that was reached.
pub(crate) fn propagate(
    puzzle: &Puzzle,
    limits: Limits,
) -> impl Iterator<Item = Result<Grid, StopReason>> + use<> {
    search(puzzle, Inference::Singles, limits)
}

/// Returns all solutions by depth-first search with this propagation after each guess.
pub(super) fn search(
    puzzle: &Puzzle,
    inference: Inference,
    limits: Limits,
) -> impl Iterator<Item = Result<Grid, StopReason>> + use<> {
    let mut search = DepthFirst::new(limits);
    search.start(CandidateBoard::from_puzzle(puzzle, inference).ok());
    std::iter::from_fn(move || match search.next_solution(&mut FewestCandidates, &(), u64::MAX) {
        Ok(Found::Solution(board)) => Some(Ok(board.grid())),
        Ok(Found::Nothing | Found::GaveUp) => None,
        Err(reason) => Some(Err(reason)),
    })
}
