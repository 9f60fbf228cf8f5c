//! The tree of guesses over the board of candidates, which `propagate` and `expand` share.

use sudoku_cnf::{Candidate, Candidates, Grid, Inference};

use crate::limits::{Limits, Pace};
use crate::outcome::Reason;

/// Depth-first search: guesses the candidates of the first cell with the fewest, in ascending order,
/// and propagates after each guess. Memory: one board a guess on the way to the present one.
pub(super) struct Tree {
    pace: Pace,
    /// The boards on the way, each with its guesses that are still to be tried, the next one last.
    path: Vec<(Candidates, Vec<Candidate>)>,
    /// The board to look at next.
    next: Option<Candidates>,
}

impl Tree {
    pub(super) fn new(puzzle: &Grid, inference: Inference, limits: Limits) -> Self {
        let next = Candidates::of_puzzle(puzzle, inference).ok();
        Self { pace: Pace::new(limits), path: Vec::new(), next }
    }

    /// The board after the next guess that propagation does not refute; `None` if none is left.
    fn guess(&mut self) -> Result<Option<Candidates>, Reason> {
        while let Some((board, guesses)) = self.path.last_mut() {
            self.pace.step()?;
            let Some(guess) = guesses.pop() else {
                self.path.pop();
                continue;
            };
            let mut child = board.clone();
            if child.assign(guess).is_ok() {
                return Ok(Some(child));
            }
        }
        Ok(None)
    }
}

impl Iterator for Tree {
    type Item = Result<Grid, Reason>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let board = match self.next.take().map_or_else(|| self.guess(), |board| Ok(Some(board))) {
                Ok(board) => board?,
                Err(reason) => {
                    self.path.clear();
                    return Some(Err(reason));
                }
            };
            let Some(cell) = board.most_constrained_cell() else {
                return Some(Ok(board.grid()));
            };
            let mut guesses: Vec<_> = board.digits(cell).map(|digit| Candidate { cell, digit }).collect();
            guesses.reverse();
            self.path.push((board, guesses));
        }
    }
}
