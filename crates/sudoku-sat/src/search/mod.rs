//! Search engines that do not use SAT, and the solution counter.
//!
//! Except for `dpll`, the engines implement the methods of articles that `docs/sources.md` lists. They are small and
//! independent of the SAT solvers, so tests can compare their results with those of the SAT solvers. Each engine
//! returns an iterator over all solutions. The order in which solutions are found depends on the engine. If a limit is
//! reached, the last item of the iterator is an error.

#![allow(clippy::cast_possible_truncation, reason = "the numbers are those of cells, digits and houses")]

mod backtrack;
mod bands;
mod brute;
mod count;
mod counter;
mod depth_first;
pub(crate) mod dpll;
mod expand;
mod large_counter;
mod open_cells;
mod propagate;
mod solutions;

use std::borrow::Cow;
use std::sync::atomic::{AtomicU64, Ordering};

use sudoku_cnf::{Grid, Puzzle, named_enum};

use backtrack::backtrack;
use brute::brute;
pub(crate) use count::count_beyond;
pub use count::{Count, Incomplete, count};
pub(crate) use depth_first::{Branching, DepthFirst, Found};
use expand::expand;
pub(crate) use propagate::propagate;

use crate::solver::{Interrupt, Limits, StopReason};
pub(crate) use solutions::{GridSearch, Grids, WithoutSolver, failed};
pub use solutions::{Solutions, SolveError};

named_enum! {
    /// A search engine that solves puzzles without SAT.
    ///
    /// ```
    /// use sudoku_cnf::Puzzle;
    /// use sudoku_sat::{Engine, Limits};
    ///
    /// let puzzle: Puzzle = "1.....2...3....4".parse()?;
    /// for &engine in Engine::ALL {
    ///     assert_eq!(engine.solutions(&puzzle, Limits::none()).count(), 1);
    /// }
    /// # Ok::<(), sudoku_cnf::text::ReadError>(())
    /// ```
    pub enum Engine: "search engine" {
        /// Propagates units on bit boards after each guess (DPLL). The fastest engine.
        Dpll = "dpll",
        /// Propagates naked and hidden singles after each guess (Norvig's method).
        Propagate = "propagate",
        /// Propagates only naked singles after each guess (Bird's "prune and expand").
        Expand = "expand",
        /// Tries the candidates of each open cell, row by row.
        Backtrack = "backtrack",
        /// Tries all digits in each open cell, row by row.
        Brute = "brute",
    }
}

/// The maximum number of open cells on a 9×9 board for which brute force is assumed to be fast enough. With more open
/// cells, it may take minutes or longer.
const MAX_BRUTE_FORCE_CELLS: usize = 58;

/// Calls `search`, and ends it once it has checked its limits `most` times. Returns `None` in this case. Unlike a time
/// limit, this number leads to the same result on every machine.
pub(crate) fn within_checks<T>(
    most: u64,
    limits: &Limits,
    search: impl FnOnce(&Limits) -> Result<T, SolveError>,
) -> Result<Option<T>, SolveError> {
    let checks = AtomicU64::new(0);
    let is_long = Interrupt::when(move || checks.fetch_add(1, Ordering::Relaxed) >= most);
    match search(&limits.clone().with_interrupt(is_long)) {
        Err(SolveError::Unknown(StopReason::Interrupted)) if limits.reached().is_none() => Ok(None),
        found => found.map(Some),
    }
}

/// Checks that `puzzle` has no rules, which `method` does not support.
pub(crate) fn require_no_rules(puzzle: &Puzzle, method: impl FnOnce() -> String) -> Result<(), SolveError> {
    if puzzle.rules().is_empty() { Ok(()) } else { Err(SolveError::UnsupportedRules(method())) }
}

impl Engine {
    /// Returns an iterator over all solutions of `puzzle`, in the order in which this engine finds them.
    ///
    /// Engines do not support rules. For a puzzle with rules, the iterator returns only an error.
    pub fn solutions(self, puzzle: &Puzzle, limits: Limits) -> Solutions<'_> {
        Solutions::new(Cow::Borrowed(puzzle), self.grids(puzzle, limits))
    }

    /// Returns an iterator over the grids of all solutions of `puzzle`. The grids have not been verified yet.
    pub(crate) fn grids(self, puzzle: &Puzzle, limits: Limits) -> Grids {
        if let Err(error) = require_no_rules(puzzle, || format!("the search engine {self}")) {
            return failed(error);
        }
        if limits.has_expired() {
            return failed(StopReason::TimeLimit.into());
        }
        let grids: Box<dyn Iterator<Item = Result<Grid, StopReason>> + Send> = match self {
            Self::Dpll => match dpll::search(puzzle, limits.clone()) {
                Some(search) => return search,
                None => Box::new(propagate(puzzle, limits)),
            },
            Self::Propagate => Box::new(propagate(puzzle, limits)),
            Self::Expand => Box::new(expand(puzzle, limits)),
            Self::Backtrack => Box::new(backtrack(puzzle, limits)),
            Self::Brute => Box::new(brute(puzzle, limits)),
        };
        Box::new(WithoutSolver(grids.map(|grid| grid.map_err(SolveError::Unknown))))
    }

    /// Returns whether this engine may take minutes or longer on `puzzle`. The estimate is based only on the board
    /// size and the number of open cells.
    pub fn may_take_long(self, puzzle: &Puzzle) -> bool {
        let geometry = puzzle.geometry();
        let open = geometry.cell_count() - puzzle.given_count();
        // The search tree grows with the number of digits, so the threshold is lower on larger boards.
        self == Self::Brute && open * geometry.size() > MAX_BRUTE_FORCE_CELLS * 9
    }
}
