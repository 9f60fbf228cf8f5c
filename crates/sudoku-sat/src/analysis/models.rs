//! Enumerates the solutions of a puzzle with a SAT solver.

use std::iter;

use sudoku_cnf::{Candidate, CnfOptions, Grid, Lit, Problem, Puzzle};

use crate::solutions::{Grids, Solutions, SolveError};
use crate::solver::{ClauseLoader, Limits, Outcome, SatSolver, Solver};

/// Returns an iterator that finds all solutions of `puzzle` with `solver`.
///
/// The only preprocessing is the reduction of the CNF, if `options` request it.
pub(crate) fn sat_solutions<'p>(
    puzzle: &'p Puzzle,
    solver: &Solver,
    options: CnfOptions,
    limits: &Limits,
) -> Solutions<'p> {
    let problem = Problem::new(puzzle, options);
    let grids: Grids<'p> = match problem.board() {
        // Propagation has solved the puzzle. The solver runs only if the caller chose an external or custom one.
        Some(board) if board.is_solved() && !solver.must_be_asked() => Box::new(iter::once(Ok(board.grid()))),
        _ => match load(&problem, solver, limits) {
            Ok(solver) => Box::new(ModelEnumerator::new(problem, solver, limits.clone())),
            Err(error) => Box::new(iter::once(Err(error))),
        },
    };
    Solutions::new(puzzle, grids)
}

/// Creates a solver and loads the clauses of `problem`.
pub(super) fn load(
    problem: &Problem,
    solver: &Solver,
    limits: &Limits,
) -> Result<Box<dyn SatSolver>, SolveError> {
    // Reports an excessive number of variables before encoding. Boards up to 500×500 never have too many, so they
    // skip this check.
    if problem.puzzle().geometry().size() > 500 {
        problem.size()?;
    }
    let mut solver = solver.create()?;
    problem.encode(&mut ClauseLoader::new(&mut *solver, limits))?;
    Ok(solver)
}

/// An iterator over the grids that a SAT solver finds. A blocking clause excludes each grid from later searches.
pub(super) struct ModelEnumerator {
    problem: Problem,
    solver: Box<dyn SatSolver>,
    limits: Limits,
    /// The clause that excludes the last grid. It is added only when the next grid is requested, which saves its cost
    /// if one solution is enough.
    blocking: Option<Vec<Lit>>,
}

impl ModelEnumerator {
    /// Returns an enumerator for `solver`, which must already contain the clauses of `problem`.
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

/// Returns the clause that excludes `grid`: at least one open cell must contain another digit.
pub(super) fn blocking_clause(grid: &Grid, problem: &Problem) -> Vec<Lit> {
    let is_open = |placed: &Candidate| match problem.board() {
        Some(board) => board.count(placed.cell) > 1,
        None => problem.puzzle().get(placed.cell).is_none(),
    };
    let open = grid.digits().filter(is_open);
    open.filter_map(|placed| problem.literal(placed)).map(|literal| !literal).collect()
}
