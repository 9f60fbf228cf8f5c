//! The trait that all SAT solvers implement.

use sudoku_cnf::{ClauseSink, Lit};

use super::error::SolverError;
use super::limits::{LimitPoller, Limits};
use super::outcome::Outcome;

/// An incremental SAT solver.
///
/// Clauses are permanent. Assumptions and limits apply to a single call to [`solve`](Self::solve).
///
/// To use an implementation with the functions of this crate, wrap it with [`Solver::custom`](super::Solver::custom)
/// and pass the result to [`SolveOptions::solver`](crate::SolveOptions::solver). The `own_solver.rs` example implements
/// a SAT solver in a few lines.
pub trait SatSolver {
    /// Adds a clause, which is a disjunction of literals. The empty clause is always false.
    ///
    /// # Errors
    /// Returns an error if the solver cannot store the clause.
    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), SolverError>;

    /// Searches for a model that satisfies all clauses and assumptions.
    ///
    /// # Errors
    /// Returns an error if the solver fails. Reaching a limit is not an error: in this case, the outcome is
    /// [`Outcome::Unknown`], and `solve` can be called again.
    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Result<Outcome, SolverError>;
}

impl<S: SatSolver + ?Sized> SatSolver for Box<S> {
    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), SolverError> {
        (**self).add_clause(clause)
    }

    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Result<Outcome, SolverError> {
        (**self).solve(assumptions, limits)
    }
}

/// A clause sink that adds clauses to a solver and returns an error once a limit is reached.
pub(crate) struct ClauseLoader<'s> {
    solver: &'s mut dyn SatSolver,
    poller: LimitPoller,
}

impl<'s> ClauseLoader<'s> {
    pub(crate) fn new(solver: &'s mut dyn SatSolver, limits: &Limits) -> Self {
        Self { solver, poller: LimitPoller::new(limits.clone()) }
    }
}

impl ClauseSink for ClauseLoader<'_> {
    type Error = SolverError;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), SolverError> {
        self.poller.step().map_err(SolverError::Stopped)?;
        self.solver.add_clause(clause)
    }
}
