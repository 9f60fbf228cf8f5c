//! The solutions of a puzzle, one after the other, each judged by the rule checker.

use sudoku_cnf::rules::RuleError;
use sudoku_cnf::{DecodeError, Encoding, Grid, Lit, Solution, encode};
use thiserror::Error;

use crate::backend::{Backend, BackendError};
use crate::limits::Limits;
use crate::outcome::{Outcome, Reason};
use crate::solver::Solver;

/// Why the search for solutions ended before it was complete.
#[derive(Debug, Error)]
pub enum SolveError {
    /// A limit was reached: whether there is a further solution is unknown.
    #[error("unknown: {0}")]
    Unknown(Reason),
    /// The solver failed.
    #[error(transparent)]
    Backend(BackendError),
    /// The solver's model is no grid.
    #[error("the solver is wrong")]
    NoGrid(#[from] DecodeError),
    /// The solver's grid is no solution.
    #[error("the solver is wrong")]
    WrongGrid(#[from] RuleError),
}

impl From<BackendError> for SolveError {
    fn from(error: BackendError) -> Self {
        match error {
            BackendError::Stopped(reason) => Self::Unknown(reason),
            other => Self::Backend(other),
        }
    }
}

/// All solutions of `puzzle`, found one by one as they are asked for.
///
/// An iterator that ends without an error has given them all; after an error it ends.
///
/// # Errors
/// If the solver cannot be started or a limit is reached while it is loaded.
///
/// ```
/// use sudoku_cnf::Encoding;
/// use sudoku_sat::{Limits, Solver, solutions};
///
/// let puzzle = "1...............".parse()?;
/// let found = solutions(&puzzle, &Solver::Varisat, Encoding::Complete, Limits::none())?;
/// assert_eq!(found.count(), 72);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solutions<'p>(
    puzzle: &'p Grid,
    solver: &Solver,
    encoding: Encoding,
    limits: Limits,
) -> Result<Solutions<'p>, SolveError> {
    let mut backend = solver.backend(limits)?;
    encode(puzzle, encoding, &mut *backend)?;
    Ok(Solutions { puzzle, backend, blocking: None, is_done: false })
}

/// The iterator of [`solutions`].
pub struct Solutions<'p> {
    puzzle: &'p Grid,
    backend: Box<dyn Backend>,
    /// The clause that excludes the solution given last. It goes to the solver when the next one is
    /// asked for, so that who wants only one does not pay for it.
    blocking: Option<Vec<Lit>>,
    is_done: bool,
}

impl Solutions<'_> {
    fn find(&mut self) -> Result<Option<Solution>, SolveError> {
        if let Some(clause) = self.blocking.take() {
            self.backend.add_clause(&clause)?;
        }
        let model = match self.backend.solve(&[])? {
            Outcome::Satisfiable(model) => model,
            Outcome::Unsatisfiable(_) => return Ok(None),
            Outcome::Unknown(reason) => return Err(SolveError::Unknown(reason)),
        };
        let grid = model.decode(self.puzzle.geometry())?;
        let solution = Solution::check(grid, self.puzzle)?;
        self.blocking = Some(blocking_clause(&solution, self.puzzle));
        Ok(Some(solution))
    }
}

/// "Not this solution again": one of the cells that the puzzle leaves open holds another digit.
fn blocking_clause(solution: &Solution, puzzle: &Grid) -> Vec<Lit> {
    let geometry = puzzle.geometry();
    let open = solution.grid().givens().filter(|placed| puzzle.get(placed.cell).is_none());
    open.map(|placed| !geometry.literal(placed.cell, placed.digit)).collect()
}

impl Iterator for Solutions<'_> {
    type Item = Result<Solution, SolveError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_done {
            return None;
        }
        let found = self.find().transpose();
        self.is_done = !matches!(found, Some(Ok(_)));
        found
    }
}

impl std::fmt::Debug for Solutions<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Solutions").field("is_done", &self.is_done).finish_non_exhaustive()
    }
}
