//! A solver that reuses the lookup tables of a board from one puzzle to the next.

use std::fmt;

use sudoku_cnf::{Puzzle, Solution};

use super::method::BoardTables;
use super::options::SolveOptions;
use crate::search::dpll::StandardSearch;
use crate::search::{Count, Solutions, SolveError};

/// A solver that computes the lookup tables of a board once and reuses them for many puzzles.
///
/// A `BatchSolver` returns the same results as [`SolveOptions`]. The tables are reused as long as consecutive puzzles
/// have the same board. On the standard 9×9 board, the memory of the search is reused.
///
/// To use several threads, create one solver per thread, for example with
/// [`batch::in_order`](crate::batch::in_order).
///
/// ```
/// use sudoku_cnf::Puzzle;
/// use sudoku_sat::{BatchSolver, SolveOptions};
///
/// let mut solver = BatchSolver::new(SolveOptions::new());
/// for (line, count) in [("1...............", 72), ("1......2..3.....", 3), ("12..34...1.....3", 0)] {
///     let puzzle: Puzzle = line.parse()?;
///     assert_eq!(solver.solutions(&puzzle).count(), count);
///     assert_eq!(solver.solve(&puzzle)?.is_some(), count > 0);
///     assert_eq!((solver.count(&puzzle)?.exact(), solver.is_unique(&puzzle)?), (Some(count as u128), count == 1));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default)]
pub struct BatchSolver {
    options: SolveOptions,
    tables: BoardTables,
    /// The search on the standard board, or `None` before the first puzzle on this board.
    standard: Option<StandardSearch>,
}

impl BatchSolver {
    /// Creates a solver with `options`.
    pub fn new(options: SolveOptions) -> Self {
        Self { options, ..Self::default() }
    }

    /// Returns a solution of `puzzle`, or `None` if the puzzle has no solution. See [`SolveOptions::solve`].
    ///
    /// # Errors
    /// Returns an error if a limit is reached, the CNF has too many variables, or the solver fails.
    pub fn solve(&mut self, puzzle: &Puzzle) -> Result<Option<Solution>, SolveError> {
        self.all_solutions(puzzle).next().transpose()
    }

    /// Returns an iterator over the solutions of `puzzle`. See [`SolveOptions::solutions`].
    pub fn solutions<'p>(&'p mut self, puzzle: &'p Puzzle) -> Solutions<'p> {
        let max = self.options.max();
        self.all_solutions(puzzle).up_to(max)
    }

    /// Counts the solutions of `puzzle`. See [`SolveOptions::count`].
    ///
    /// # Errors
    /// Returns an error if the SAT solver fails or the CNF has too many variables.
    pub fn count(&mut self, puzzle: &Puzzle) -> Result<Count, SolveError> {
        self.options.count_up_to(&mut self.tables, puzzle, self.options.max_solutions)
    }

    /// Returns whether `puzzle` has exactly one solution. See [`SolveOptions::is_unique`].
    ///
    /// # Errors
    /// Returns an error if a limit is reached before the answer is known, the CNF has too many variables, or the solver
    /// fails.
    pub fn is_unique(&mut self, puzzle: &Puzzle) -> Result<bool, SolveError> {
        self.options.is_unique_with(&mut self.tables, puzzle)
    }

    fn all_solutions<'p>(&'p mut self, puzzle: &'p Puzzle) -> Solutions<'p> {
        let Self { options, tables, standard } = self;
        let is_other_board = !puzzle.geometry().is_standard() || options.engine_for(puzzle).is_none();
        if is_other_board || options.has_no_time() {
            return options.all_solutions(tables, puzzle);
        }
        let search = match standard {
            Some(search) => {
                // The time of a puzzle starts now.
                if options.timeout.is_some() {
                    search.set_limits(&options.limits_for(puzzle));
                }
                search
            }
            None => standard.insert(StandardSearch::empty(options.limits_for(puzzle))),
        };
        search.start(puzzle);
        Solutions::borrowed(puzzle, search)
    }
}

impl fmt::Debug for BatchSolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BatchSolver").field("options", &self.options).finish_non_exhaustive()
    }
}
