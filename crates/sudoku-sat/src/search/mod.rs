//! Search engines that do not use SAT: the essays' solvers, and the counter.
//!
//! They are small and independent of the SAT solvers, so the tests check both against each other. Each engine is
//! an iterator over all solutions in an order that its module defines; if a limit is reached, its last item is
//! an error.

mod backtrack;
mod blanks;
mod brute;
mod counter;
mod depth_first;
mod expand;
mod propagate;

use sudoku_cnf::{Grid, Puzzle, named_enum};

use backtrack::backtrack;
use brute::brute;
pub use counter::{Count, Incomplete, count};
pub(crate) use depth_first::{Branching, DepthFirst, Found};
use expand::expand;
pub(crate) use propagate::propagate;

use crate::solutions::{Solutions, SolveError};
use crate::solver::{Limits, StopReason};

named_enum! {
    /// A search engine.
    ///
    /// ```
    /// use sudoku_cnf::Puzzle;
    /// use sudoku_sat::{Engine, Limits};
    ///
    /// let puzzle: Puzzle = "1.....2...3....4".parse()?;
    /// for engine in Engine::ALL {
    ///     assert_eq!(engine.solutions(&puzzle, Limits::none()).count(), 1);
    /// }
    /// # Ok::<(), sudoku_cnf::formats::ReadError>(())
    /// ```
    pub enum Engine: "search engine" {
        /// Singles after each guess (Norvig).
        Propagate = "propagate",
        /// Prune and expand (Bird).
        Expand = "expand",
        /// The candidates of one blank cell after the other.
        Backtrack = "backtrack",
        /// All digits in one blank cell after the other.
        Brute = "brute",
    }
}

/// Brute force on a 9×9 board with more open cells than this may take minutes or longer.
const MAX_BRUTE_FORCE_BLANKS: usize = 58;

impl Engine {
    /// Returns an iterator over all solutions of `puzzle`, in the order of this engine.
    #[must_use]
    pub fn solutions(self, puzzle: &Puzzle, limits: Limits) -> Solutions<'_> {
        let grids: Box<dyn Iterator<Item = Result<Grid, StopReason>>> = match self {
            Self::Propagate => Box::new(propagate(puzzle, limits)),
            Self::Expand => Box::new(expand(puzzle, limits)),
            Self::Backtrack => Box::new(backtrack(puzzle, limits)),
            Self::Brute => Box::new(brute(puzzle, limits)),
        };
        Solutions::new(puzzle, Box::new(grids.map(|grid| grid.map_err(SolveError::Unknown))))
    }

    /// Returns whether this engine may take minutes or longer on `puzzle`, judged by the number of open cells.
    #[must_use]
    pub fn may_take_long(self, puzzle: &Puzzle) -> bool {
        let geometry = puzzle.geometry();
        let open = geometry.cell_count() - puzzle.given_count();
        // The search tree grows with the digits per cell, so larger boards allow fewer open cells.
        self == Self::Brute && open * geometry.size() > MAX_BRUTE_FORCE_BLANKS * 9
    }
}
