//! The solutions of a puzzle, one after the other, each judged by the rule checker.

use sudoku_cnf::rules::RuleError;
use sudoku_cnf::{CnfOptions, DecodeError, Grid, Lit, Solution, encode};
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
    options: impl Into<CnfOptions>,
    limits: Limits,
) -> Result<Solutions<'p>, SolveError> {
    let grids: Box<dyn Iterator<Item = Result<Grid, SolveError>> + 'p> = match solver {
        Solver::Engine(engine) => {
            Box::new(engine.solutions(puzzle, limits).map(|grid| grid.map_err(SolveError::Unknown)))
        }
        sat => {
            let mut backend = sat.backend(limits)?;
            encode(puzzle, options, &mut *backend)?;
            Box::new(Models { puzzle, backend, blocking: None })
        }
    };
    Ok(Solutions { puzzle, grids, is_done: false })
}

/// The iterator of [`solutions`].
pub struct Solutions<'p> {
    puzzle: &'p Grid,
    grids: Box<dyn Iterator<Item = Result<Grid, SolveError>> + 'p>,
    is_done: bool,
}

impl Iterator for Solutions<'_> {
    type Item = Result<Solution, SolveError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_done {
            return None;
        }
        let checked = self.grids.next().map(|grid| Ok(Solution::check(grid?, self.puzzle)?));
        self.is_done = !matches!(checked, Some(Ok(_)));
        checked
    }
}

impl std::fmt::Debug for Solutions<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Solutions").field("is_done", &self.is_done).finish_non_exhaustive()
    }
}

/// The grids of a SAT solver's models, each excluded by a clause before the next is looked for.
struct Models<'p> {
    puzzle: &'p Grid,
    backend: Box<dyn Backend>,
    /// The clause that excludes the grid given last. It goes to the solver when the next one is
    /// asked for, so that who wants only one does not pay for it.
    blocking: Option<Vec<Lit>>,
}

impl Models<'_> {
    fn find(&mut self) -> Result<Option<Grid>, SolveError> {
        if let Some(clause) = self.blocking.take() {
            self.backend.add_clause(&clause)?;
        }
        match self.backend.solve(&[])? {
            Outcome::Satisfiable(model) => {
                let grid = model.decode(self.puzzle.geometry())?;
                self.blocking = Some(blocking_clause(&grid, self.puzzle));
                Ok(Some(grid))
            }
            Outcome::Unsatisfiable(_) => Ok(None),
            Outcome::Unknown(reason) => Err(SolveError::Unknown(reason)),
        }
    }
}

impl Iterator for Models<'_> {
    type Item = Result<Grid, SolveError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.find().transpose()
    }
}

/// "Not this grid again": one of the cells that the puzzle leaves open holds another digit.
fn blocking_clause(grid: &Grid, puzzle: &Grid) -> Vec<Lit> {
    let geometry = puzzle.geometry();
    let open = grid.givens().filter(|placed| puzzle.get(placed.cell).is_none());
    open.map(|placed| !geometry.literal(placed.cell, placed.digit)).collect()
}
