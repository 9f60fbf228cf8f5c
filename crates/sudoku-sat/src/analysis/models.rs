//! The solutions that a SAT solver finds, one by one.

use std::iter;

use sudoku_cnf::{Candidate, CnfOptions, Grid, Lit, Problem, Puzzle};

use crate::solutions::{Grids, Solutions, SolveError};
use crate::solver::{ClauseLoader, Limits, Outcome, SatSolver, Solver};

/// Finds all solutions of `puzzle` by `solver`, without preprocessing beyond the reduction of the CNF.
pub(crate) fn sat_solutions<'p>(
    puzzle: &'p Puzzle,
    solver: &Solver,
    options: CnfOptions,
    limits: &Limits,
) -> Solutions<'p> {
    let problem = Problem::new(puzzle, options);
    let grids: Grids<'p> = match problem.board() {
        // No solver is needed, unless the caller wants a certain one to be run.
        Some(board) if board.is_solved() && !solver.must_be_asked() => Box::new(iter::once(Ok(board.grid()))),
        _ => match load(&problem, solver, limits) {
            Ok(solver) => Box::new(ModelEnumerator::new(problem, solver, limits.clone())),
            Err(error) => Box::new(iter::once(Err(error))),
        },
    };
    Solutions::new(puzzle, grids)
}

/// Makes a solver with the clauses of a problem.
pub(super) fn load(
    problem: &Problem,
    solver: &Solver,
    limits: &Limits,
) -> Result<Box<dyn SatSolver>, SolveError> {
    // Counting costs time, and smaller boards cannot have too many variables in any encoding.
    if problem.puzzle().geometry().size() > 500 {
        problem.size()?;
    }
    let mut solver = solver.create()?;
    problem.encode(&mut ClauseLoader::new(&mut *solver, limits))?;
    Ok(solver)
}

/// The grids of a SAT solver's models. Each is excluded by a blocking clause before the next is searched for.
pub(super) struct ModelEnumerator {
    problem: Problem,
    solver: Box<dyn SatSolver>,
    limits: Limits,
    /// The clause that excludes the last grid. It is added when the next grid is requested, so that a caller who
    /// wants one solution does not pay for it.
    blocking: Option<Vec<Lit>>,
}

impl ModelEnumerator {
    /// Enumerates the models of a solver that has the clauses of `problem`.
    pub(super) fn new(problem: Problem, solver: Box<dyn SatSolver>, limits: Limits) -> Self {
        Self { problem, solver, limits, blocking: None }
    }

    fn find(&mut self) -> Result<Option<Grid>, SolveError> {
        if let Some(clause) = self.blocking.take() {
            self.solver.add_clause(&clause)?;
        }
        match self.solver.solve(&[], &self.limits)? {
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

impl Iterator for ModelEnumerator {
    type Item = Result<Grid, SolveError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.find().transpose()
    }
}

/// Returns the clause that excludes a grid: one of the open cells contains another digit.
pub(super) fn blocking_clause(grid: &Grid, problem: &Problem) -> Vec<Lit> {
    let is_open = |placed: &Candidate| match problem.board() {
        Some(board) => board.count(placed.cell) > 1,
        None => problem.puzzle().get(placed.cell).is_none(),
    };
    let open = grid.digits().filter(is_open);
    open.filter_map(|placed| problem.literal(placed)).map(|literal| !literal).collect()
}
