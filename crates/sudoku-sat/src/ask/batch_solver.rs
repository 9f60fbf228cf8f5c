//! A solver that reuses the lookup tables of a board from one puzzle to the next.

use sudoku_cnf::{Puzzle, Solution};

use super::method::BoardTables;
use super::options::SolveOptions;
use crate::search::{Solutions, SolveError};

/// A solver that computes the lookup tables of a board once and reuses them for many puzzles.
///
/// A `BatchSolver` returns the same results as [`SolveOptions`]. The tables are reused as long as consecutive puzzles
/// share one `Arc<Geometry>`, as puzzles from the same [`Reader`](sudoku_cnf::text::Reader) usually do. The tables
/// of the standard 9×9 board are cached globally, so a `BatchSolver` is mainly useful for other boards.
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
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct BatchSolver {
    options: SolveOptions,
    tables: BoardTables,
}

impl BatchSolver {
    /// Creates a solver with `options`.
    #[must_use]
    pub fn new(options: SolveOptions) -> Self {
        Self { options, tables: BoardTables::default() }
    }

    /// Returns a solution of `puzzle`, or `None` if the puzzle has no solution. See [`SolveOptions::solve`].
    ///
    /// # Errors
    /// Returns an error if a limit is reached, the CNF has too many variables, or the solver fails.
    pub fn solve(&mut self, puzzle: &Puzzle) -> Result<Option<Solution>, SolveError> {
        self.options.all_solutions(&mut self.tables, puzzle).next().transpose()
    }

    /// Returns an iterator over the solutions of `puzzle`. See [`SolveOptions::solutions`].
    pub fn solutions<'p>(&mut self, puzzle: &'p Puzzle) -> Solutions<'p> {
        self.options.solutions_with(&mut self.tables, puzzle)
    }
}
