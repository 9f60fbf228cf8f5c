//! # Constraint propagation and search
//!
//! After each guess, the search propagates naked and hidden singles until a fixpoint is reached. It then selects the
//! first of the open cells with the fewest candidates and guesses the digit of this cell. The candidates of a cell are
//! tried in ascending order.
//!
//! ## Reference
//! P. Norvig: Solving Every Sudoku Puzzle, 2006; translated to Scheme in *リスト内包表記の活用 – 数独ソルバー*.

use sudoku_cnf::{CandidateBoard, Grid, Inference, Puzzle};

use super::depth_first::{DepthFirst, FewestCandidates, Found};
use crate::solver::{Limits, StopReason};

/// Returns an iterator over all solutions of `puzzle`. All board sizes and variants are supported.
///
/// # Errors
/// If a limit is reached, the last item of the iterator is an error.
pub(crate) fn propagate(
    puzzle: &Puzzle,
    limits: Limits,
) -> impl Iterator<Item = Result<Grid, StopReason>> + use<> {
    search(puzzle, Inference::Singles, limits)
}

/// Returns an iterator over all solutions of `puzzle`. The solutions are found by depth-first search, with propagation
/// at level `inference` after each guess.
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
