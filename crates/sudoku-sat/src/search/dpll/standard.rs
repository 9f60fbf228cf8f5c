//! DPLL on the standard 9×9 board.
//!
//! Both boards that result from a guess are propagated at the same time, see
//! [`propagate_both`](super::propagate::propagate_both).

use std::sync::Arc;

use sudoku_cnf::{Geometry, Grid, Puzzle};

use super::Search;
use super::board::{BANDS, Board};
use super::branch::branch;
use super::lanes::{self, Lanes, Task};
use super::propagate::{Fixpoint, propagate, propagate_both};
use crate::solver::{LimitPoller, Limits, Statistics, StopReason};

/// A search for the solutions of a puzzle on the standard 9×9 board.
///
/// A search can be restarted for another puzzle. It then reuses its memory.
pub(crate) struct StandardSearch {
    geometry: Arc<Geometry>,
    poller: LimitPoller,
    statistics: Statistics,
    /// The board of the puzzle, until it has been propagated.
    root: Option<Board>,
    /// Propagated boards with open cells.
    open: Vec<Board>,
    /// Solved boards. The last one is the latest solution.
    solved: Vec<Board>,
}

impl StandardSearch {
    /// Starts a search for the solutions of `puzzle`.
    pub(super) fn new(puzzle: &Puzzle, limits: Limits) -> Self {
        let geometry = puzzle.geometry().clone();
        Self { root: Some(Board::new(puzzle)), ..Self::empty(geometry, limits) }
    }

    /// Returns a search that finds nothing before it is restarted. `geometry` must be the standard board.
    pub(crate) fn empty(geometry: Arc<Geometry>, limits: Limits) -> Self {
        let poller = LimitPoller::new(limits);
        Self {
            geometry,
            poller,
            statistics: Statistics::default(),
            root: None,
            open: Vec::new(),
            solved: Vec::new(),
        }
    }

    /// Replaces the limits.
    pub(crate) fn set_limits(&mut self, limits: &Limits) {
        self.poller = LimitPoller::new(limits.clone());
    }

    /// Starts a new search for the solutions that have the digits of `known` in the cells `givens`, a set with one word
    /// for each band. If `excluded` is a cell, the solutions must not have the digit of `known` in it.
    pub(crate) fn restart(&mut self, known: &KnownGrid, givens: [u32; BANDS], excluded: Option<usize>) {
        self.open.clear();
        self.solved.clear();
        let mut board = known.0.open_all_except(givens);
        if let Some(cell) = excluded {
            board.remove_candidates_of(&known.0, cell);
        }
        self.root = Some(board);
    }

    /// Returns the cells in which the latest solution differs from a known grid, with one word for each band.
    ///
    /// # Panics
    /// Panics if no solution has been found.
    pub(crate) fn difference(&self, known: &KnownGrid) -> [u32; BANDS] {
        known.0.difference(self.solution())
    }

    fn solution(&self) -> &Board {
        self.solved.last().expect("a solution was found")
    }

    #[inline(always)]
    fn advance_with<const K: usize, L: Lanes<K>>(&mut self, lanes: L) -> Result<bool, StopReason> {
        if let Some(root) = self.root.take() {
            self.statistics.propagations += 1;
            match propagate(lanes, &root) {
                Ok(Fixpoint::Solved(board)) => self.solved.push(board),
                Ok(Fixpoint::Open(board)) => self.open.push(board),
                Err(_) => self.statistics.conflicts += 1,
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
            self.statistics.decisions += 1;
            self.statistics.propagations += 2;
            let [with, without] = propagate_both(lanes, &branch(&board));
            for outcome in [without, with] {
                match outcome {
                    Ok(Fixpoint::Solved(board)) => self.solved.push(board),
                    Ok(Fixpoint::Open(board)) => self.open.push(board),
                    Err(_) => self.statistics.conflicts += 1,
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
        self.solution().grid(self.geometry.clone())
    }

    fn statistics(&self) -> Statistics {
        self.statistics
    }
}

/// A full grid on the standard board.
#[derive(Clone, Copy)]
pub(crate) struct KnownGrid(Board);

impl KnownGrid {
    /// Creates a grid from its cells and their digits minus 1.
    pub(crate) fn new(digits: impl Iterator<Item = (usize, usize)>) -> Self {
        Self(Board::with_givens(digits))
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
