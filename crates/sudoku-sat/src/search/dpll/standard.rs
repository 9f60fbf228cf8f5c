//! DPLL on the standard 9×9 board.
//!
//! The search makes guesses in two ways:
//!
//! - If the puzzle has many solutions, most guesses lead to one. The search then *dives*: it assigns one or two
//!   candidates at a time, with a single sweep in between, and propagates the boards without these candidates only when
//!   it returns to them.
//! - Otherwise, both boards that result from a guess must be searched in any case. They are propagated to their
//!   fixpoints, one after the other. Propagating both at the same time saves nothing.
//!
//! A search starts with a dive, and dives as long as at most half of its guesses have led to a contradiction.

use sudoku_cnf::{Contradiction, Grid, Puzzle};

use super::board::{BANDS, Board};
use super::branch::{best_guess, quick_guesses};
use super::cells;
use super::guess::Guess;
use super::lanes::{self, Lanes, Task};
use super::propagate::{Fixpoint, propagate, sweep};
use crate::search::solutions::{GridSearch, SolveError};
use crate::solver::{LimitPoller, Limits, Statistics, StopReason};

/// A search for the solutions of a puzzle on the standard 9×9 board.
///
/// A search can be restarted for another puzzle. It then reuses its memory.
pub(crate) struct StandardSearch {
    poller: LimitPoller,
    statistics: Statistics,
    /// The board of the puzzle, until it has been propagated.
    root: Option<Board>,
    /// The boards that have not been searched yet.
    open: Vec<Node>,
    /// The latest solution.
    solution: Option<Board>,
}

/// A board that may have solutions.
struct Node {
    board: Board,
    /// Whether the board is at a fixpoint of propagation and open.
    is_fixpoint: bool,
}

/// The initial capacity of the stack of open boards, which suffices for almost all puzzles.
const CAPACITY: usize = 64;

impl StandardSearch {
    /// Starts a search for the solutions of `puzzle`.
    pub(super) fn new(puzzle: &Puzzle, limits: Limits) -> Self {
        Self { root: Some(cells::board(puzzle)), ..Self::empty(limits) }
    }

    /// Returns a search that finds nothing before it is restarted.
    pub(crate) fn empty(limits: Limits) -> Self {
        let poller = LimitPoller::new(limits);
        Self { poller, statistics: Statistics::default(), root: None, open: Vec::new(), solution: None }
    }

    /// Replaces the limits.
    pub(crate) fn set_limits(&mut self, limits: &Limits) {
        self.poller = LimitPoller::new(limits.clone());
    }

    /// Starts a new search for the solutions of `puzzle`.
    pub(crate) fn start(&mut self, puzzle: &Puzzle) {
        self.clear();
        self.root = Some(cells::board(puzzle));
    }

    fn clear(&mut self) {
        self.open.clear();
        self.solution = None;
        self.statistics = Statistics::default();
    }

    /// Starts a new search for the solutions that have the digits of `known` in the cells `givens`, a set with one word
    /// for each band. If `excluded` is a cell, the solutions must not have the digit of `known` in it.
    pub(crate) fn restart(&mut self, known: &KnownGrid, givens: [u32; BANDS], excluded: Option<usize>) {
        self.clear();
        let mut board = known.0.open_all_except(givens);
        if let Some(cell) = excluded {
            board.remove_candidates_of(&known.0, cell);
        }
        self.root = Some(board);
    }

    /// Searches for the next solution. Returns whether a solution was found.
    ///
    /// # Errors
    /// If a limit is reached, ends the search and returns an error.
    pub(crate) fn advance(&mut self) -> Result<bool, StopReason> {
        lanes::run(Advance(self))
    }

    /// Returns the cells in which the latest solution differs from a known grid, with one word for each band.
    ///
    /// # Panics
    /// Panics if no solution has been found.
    pub(crate) fn difference(&self, known: &KnownGrid) -> [u32; BANDS] {
        known.0.difference(self.solution())
    }

    fn solution(&self) -> &Board {
        self.solution.as_ref().expect("a solution was found")
    }

    #[inline(always)]
    fn advance_with<const K: usize, L: Lanes<K>>(&mut self, lanes: L) -> Result<bool, StopReason> {
        self.solution = None;
        if let Some(root) = &self.root {
            self.statistics.propagations += 1;
            let result = propagate(lanes, lanes.load(root));
            self.root = None;
            self.take(result);
        }
        while self.solution.is_none()
            && let Some(Node { board, is_fixpoint }) = self.open.pop()
        {
            if let Err(reason) = self.poller.step() {
                self.open.clear();
                return Err(reason);
            }
            if 2 * self.statistics.conflicts <= self.statistics.decisions {
                let result = self.dive(lanes, &board);
                self.take(result);
            } else if is_fixpoint {
                self.statistics.decisions += 1;
                self.statistics.propagations += 2;
                let guess = best_guess(lanes, &board);
                let vectors = lanes.load(&board);
                let with = propagate(lanes, guess.assign(lanes, vectors));
                let without = propagate(lanes, guess.remove(lanes, vectors));
                self.take(without);
                self.take(with);
            } else {
                self.statistics.propagations += 1;
                self.take(propagate(lanes, lanes.load(&board)));
            }
        }
        Ok(self.solution.is_some())
    }

    /// Assigns one or two candidates at a time, until the board is solved or a contradiction is found.
    #[inline(always)]
    fn dive<const K: usize, L: Lanes<K>>(
        &mut self,
        lanes: L,
        board: &Board,
    ) -> Result<Fixpoint, Contradiction> {
        let mut vectors = lanes.load(board);
        loop {
            self.statistics.propagations += 1;
            let swept = sweep(lanes, vectors);
            if swept.contradicts {
                return Err(Contradiction);
            }
            vectors = swept.vectors;
            let guesses = quick_guesses(lanes, &lanes.store(vectors));
            if guesses[0].is_none() {
                return propagate(lanes, vectors);
            }
            for guess in guesses.into_iter().flatten() {
                vectors = self.assume(lanes, vectors, guess);
            }
        }
    }

    /// Assigns the candidate of `guess`. The board without this candidate is searched later.
    #[inline(always)]
    fn assume<const K: usize, L: Lanes<K>>(
        &mut self,
        lanes: L,
        vectors: [L::u32s; K],
        guess: Guess,
    ) -> [L::u32s; K] {
        self.statistics.decisions += 1;
        let without = lanes.store(guess.remove(lanes, vectors));
        self.open.push(Node { board: without, is_fixpoint: false });
        guess.assign(lanes, vectors)
    }

    /// Stores the result of a propagation.
    #[inline(always)]
    fn take(&mut self, result: Result<Fixpoint, Contradiction>) {
        match result {
            Ok(Fixpoint::Solved(board)) => {
                if let Some(board) = self.solution.replace(board) {
                    self.open.push(Node { board, is_fixpoint: false });
                }
            }
            Ok(Fixpoint::Open(board)) => {
                if self.open.capacity() == 0 {
                    self.open.reserve(CAPACITY);
                }
                self.open.push(Node { board, is_fixpoint: true });
            }
            Err(Contradiction) => self.statistics.conflicts += 1,
        }
    }
}

impl Iterator for StandardSearch {
    type Item = Result<Grid, SolveError>;

    fn next(&mut self) -> Option<Self::Item> {
        let found = self.advance().map_err(SolveError::Unknown);
        found.map(|found| found.then(|| cells::grid(self.solution()))).transpose()
    }
}

impl GridSearch for StandardSearch {
    fn statistics(&self) -> Option<Statistics> {
        Some(self.statistics)
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
