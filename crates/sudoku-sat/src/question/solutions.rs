//! The solutions of a puzzle, one after the other, each judged by the rule checker.

use std::iter;

use sudoku_cnf::encoding::TooManyVariables;
use sudoku_cnf::rules::RuleError;
use sudoku_cnf::{Candidate, CnfOptions, DecodeError, Grid, Lit, Problem, Solution};
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
    /// The CNF has more variables than solvers can number.
    #[error(transparent)]
    Variables(#[from] TooManyVariables),
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
    let options = options.into();
    let grids: Grids<'p> = match solver {
        Solver::Engine(engine) => {
            Box::new(engine.solutions(puzzle, limits).map(|grid| grid.map_err(SolveError::Unknown)))
        }
        sat => {
            let problem = Problem::new(puzzle, options);
            match problem.board() {
                // No solver need be asked; an external one that was named is asked all the same.
                Some(board) if board.is_solved() && !matches!(sat, Solver::External(_)) => {
                    Box::new(iter::once(Ok(board.grid())))
                }
                _ => {
                    let backend = load(&problem, sat, limits)?;
                    Box::new(Models::new(problem, backend))
                }
            }
        }
    };
    Ok(Solutions::new(puzzle, grids))
}

/// A solver with the clauses of a problem.
pub(super) fn load(
    problem: &Problem,
    solver: &Solver,
    limits: Limits,
) -> Result<Box<dyn Backend>, SolveError> {
    // To count takes time, and smaller boards have not enough variables by any encoding.
    if problem.puzzle().geometry().size() > 500 {
        problem.size()?;
    }
    let mut backend = solver.backend(limits)?;
    problem.encode(&mut *backend)?;
    Ok(backend)
}

/// Grids that a solver takes for solutions.
pub(super) type Grids<'p> = Box<dyn Iterator<Item = Result<Grid, SolveError>> + 'p>;

/// The iterator of [`solutions`].
pub struct Solutions<'p> {
    puzzle: &'p Grid,
    grids: Grids<'p>,
    is_done: bool,
}

impl<'p> Solutions<'p> {
    /// Of these grids those that the rule checker lets pass.
    pub(super) fn new(puzzle: &'p Grid, grids: Grids<'p>) -> Self {
        Self { puzzle, grids, is_done: false }
    }
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
pub(super) struct Models {
    problem: Problem,
    backend: Box<dyn Backend>,
    /// The clause that excludes the grid given last. It goes to the solver when the next one is
    /// asked for, so that who wants only one does not pay for it.
    blocking: Option<Vec<Lit>>,
}

impl Models {
    /// Those of a solver that has the clauses of `problem`.
    pub(super) fn new(problem: Problem, backend: Box<dyn Backend>) -> Self {
        Self { problem, backend, blocking: None }
    }

    fn find(&mut self) -> Result<Option<Grid>, SolveError> {
        if let Some(clause) = self.blocking.take() {
            self.backend.add_clause(&clause)?;
        }
        match self.backend.solve(&[])? {
            Outcome::Satisfiable(model) => {
                let grid = self.problem.decode(&model)?;
                self.blocking = Some(blocking_clause(&grid, &self.problem));
                Ok(Some(grid))
            }
            Outcome::Unsatisfiable(_) => Ok(None),
            Outcome::Unknown(reason) => Err(SolveError::Unknown(reason)),
        }
    }
}

impl Iterator for Models {
    type Item = Result<Grid, SolveError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.find().transpose()
    }
}

/// "Not this grid again": one of the cells that are open holds another digit.
pub(super) fn blocking_clause(grid: &Grid, problem: &Problem) -> Vec<Lit> {
    let is_open = |placed: &Candidate| match problem.board() {
        Some(board) => board.count(placed.cell) > 1,
        None => problem.puzzle().get(placed.cell).is_none(),
    };
    let open = grid.givens().filter(is_open);
    open.filter_map(|placed| problem.literal(placed)).map(|literal| !literal).collect()
}
