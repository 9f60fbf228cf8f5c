//! Enumerates the solutions of a puzzle with a SAT solver.

use std::borrow::Cow;
use std::iter;

use sudoku_cnf::{Candidate, CnfOptions, Grid, Lit, Problem, Puzzle, Solution};

use super::extra_clauses::{self, ExtraClauses};
use crate::search::{GridSearch, Grids, Solutions, SolveError, WithoutSolver, failed};
use crate::solver::{ClauseLoader, Limits, SatSolver, Solver, SolverError, Statistics};

/// Returns an iterator that finds all solutions of `puzzle` with `solver`.
///
/// The puzzle is not preprocessed, except that the CNF is reduced if `options` enables reduction.
pub(crate) fn sat_solutions<'p>(
    puzzle: &'p Puzzle,
    solver: &Solver,
    options: CnfOptions,
    limits: &Limits,
) -> Solutions<'p> {
    let grids = sat_grids(puzzle, solver, options, &ExtraClauses::default(), limits);
    Solutions::new(Cow::Borrowed(puzzle), grids)
}

/// Returns an iterator that finds the grids of all solutions of `puzzle` that satisfy `clauses`.
pub(crate) fn sat_grids(
    puzzle: &Puzzle,
    solver: &Solver,
    options: CnfOptions,
    clauses: &ExtraClauses,
    limits: &Limits,
) -> Grids {
    let grids = || -> Result<Grids, SolveError> {
        // External and custom solvers receive the variables of the documented numbering.
        let compact = options.compact || options.reduce && !solver.receives_every_puzzle();
        let problem = clauses.problem(puzzle, CnfOptions { compact, ..options })?;
        // If propagation has solved the puzzle, the solver is skipped unless it is external or custom. Propagation does
        // not know rules.
        let skips_solver = puzzle.rules().is_empty() && !solver.receives_every_puzzle();
        match problem.board() {
            Some(board) if board.is_solved() && skips_solver => {
                Ok(Box::new(WithoutSolver(iter::once(Ok(board.grid())))))
            }
            _ => {
                let solver = load(&problem, solver, limits)?;
                Ok(Box::new(ModelEnumerator::new(problem, solver, limits.clone())))
            }
        }
    };
    grids().unwrap_or_else(failed)
}

/// Creates a solver and loads the clauses of `problem` into it.
pub(crate) fn load(
    problem: &Problem,
    solver: &Solver,
    limits: &Limits,
) -> Result<Box<dyn SatSolver>, SolveError> {
    // If there are too many variables, report the error before encoding. Boards up to 500×500 never have too many
    // variables, so the check is skipped for them.
    if problem.puzzle().geometry().size() > 500 {
        problem.check_variables(|| limits.check())??;
    }
    let mut solver = solver.create()?;
    ClauseLoader::new(&mut *solver, limits).load(problem)?;
    Ok(solver)
}

/// An iterator over the grids that a SAT solver finds.
///
/// After each grid is found, a blocking clause excludes it from all further searches.
pub(super) struct ModelEnumerator {
    problem: Problem,
    solver: Box<dyn SatSolver>,
    limits: Limits,
    /// The blocking clause for the most recent grid, if the clause has not been added to the solver yet.
    ///
    /// The clause is not added until the next grid is requested, because the caller may need only one solution.
    blocking: Option<Vec<Lit>>,
}

impl ModelEnumerator {
    /// Creates an enumerator that uses `solver`, which must already contain the clauses of `problem`.
    pub(super) fn new(problem: Problem, solver: Box<dyn SatSolver>, limits: Limits) -> Self {
        Self { problem, solver, limits, blocking: None }
    }

    /// Describes a wrong model by the rule that its grid breaks, if there is such a rule.
    fn explain(&self, error: SolverError) -> SolveError {
        let SolverError::WrongModel { model, solver, .. } = &error else { return error.into() };
        let solver = Some(solver.clone());
        match self.problem.decode(model).map(|grid| Solution::check(grid, self.problem.puzzle())) {
            Err(source) => SolveError::NotAGrid { solver, source },
            Ok(Err(source)) => SolveError::NotASolution { solver, source },
            Ok(Ok(_)) => error.into(),
        }
    }

    fn find(&mut self) -> Result<Option<Grid>, SolveError> {
        if let Some(clause) = self.blocking.take() {
            self.solver.add_clause(&clause)?;
        }
        let outcome = self.solver.solve(&[], &self.limits).map_err(|error| self.explain(error))?;
        let Ok(model) = outcome.known()? else { return Ok(None) };
        let grid = self.problem.decode(&model)?;
        extra_clauses::check(&self.problem, &model)?;
        self.blocking = Some(blocking_clause(&grid, &self.problem));
        Ok(Some(grid))
    }
}

impl Iterator for ModelEnumerator {
    type Item = Result<Grid, SolveError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.find().transpose()
    }
}

impl GridSearch for ModelEnumerator {
    fn statistics(&self) -> Option<Statistics> {
        self.solver.statistics()
    }
}

/// Returns the clause that excludes `grid`: at least one open cell must contain a different digit.
pub(crate) fn blocking_clause(grid: &Grid, problem: &Problem) -> Vec<Lit> {
    let is_open = |placed: &Candidate| match problem.board() {
        Some(board) => board.count(placed.cell) > 1,
        None => problem.puzzle().get(placed.cell).is_none(),
    };
    let open = grid.digits().filter(is_open);
    open.filter_map(|placed| problem.literal(placed)).map(|literal| !literal).collect()
}
