//! DPLL on the standard 9×9 board.
//!
//! Both boards that result from a guess are propagated at the same time, see
//! [`propagate_both`](super::propagate::propagate_both).

use std::sync::Arc;

use sudoku_cnf::{Geometry, Grid, Puzzle};

use super::Search;
use super::board::Board;
use super::branch::branch;
use super::lanes::{self, Lanes, Task};
use super::propagate::{Fixpoint, propagate, propagate_both};
use crate::solver::{LimitPoller, Limits, StopReason};

/// A search for the solutions of a puzzle on the standard 9×9 board.
pub(super) struct StandardSearch {
    geometry: Arc<Geometry>,
    poller: LimitPoller,
    /// The board of the puzzle, until it has been propagated.
    root: Option<Board>,
    /// Propagated boards with open cells.
    open: Vec<Board>,
    /// Solved boards. The last one is the latest solution.
    solved: Vec<Board>,
}

impl StandardSearch {
    pub(super) fn new(puzzle: &Puzzle, limits: Limits) -> Self {
        let (geometry, poller) = (puzzle.geometry().clone(), LimitPoller::new(limits));
        Self { geometry, poller, root: Some(Board::new(puzzle)), open: Vec::new(), solved: Vec::new() }
    }

    #[inline(always)]
    fn advance_with<const K: usize, L: Lanes<K>>(&mut self, lanes: L) -> Result<bool, StopReason> {
        if let Some(root) = self.root.take() {
            match propagate(lanes, &root) {
                Ok(Fixpoint::Solved(board)) => self.solved.push(board),
                Ok(Fixpoint::Open(board)) => self.open.push(board),
                Err(_) => {}
            }
        } else {
            // The caller has seen the latest solution. The guess that led to it may have led to another one.
            self.solved.pop();
        }
        while self.solved.is_empty()
            && let Some(board) = self.open.pop()
        {
            if let Err(reason) = self.poller.step() {
                self.open.clear();
                return Err(reason);
            }
            let [with, without] = propagate_both(lanes, &branch(&board));
            for outcome in [without, with] {
                match outcome {
                    Ok(Fixpoint::Solved(board)) => self.solved.push(board),
                    Ok(Fixpoint::Open(board)) => self.open.push(board),
                    Err(_) => {}
                }
            }
        }
        Ok(!self.solved.is_empty())
    }
}

impl Search for StandardSearch {
    fn advance(&mut self) -> Result<bool, StopReason> {
        lanes::run(Advance(self))
    }

    fn grid(&self) -> Grid {
        let solution = self.solved.last().expect("a solution was found");
        solution.grid(self.geometry.clone())
    }
}

struct Advance<'s>(&'s mut StandardSearch);

impl Task for Advance<'_> {
    type Output = Result<bool, StopReason>;

    #[inline(always)]
    fn run<const K: usize, L: Lanes<K>>(self, lanes: L) -> Self::Output {
        self.0.advance_with(lanes)
    }
}
