//! The interface of SAT solvers.

use sudoku_cnf::{ClauseSink, Lit};

use super::error::SolverError;
use super::limits::{LimitPoller, Limits};
use super::outcome::Outcome;

/// An incremental SAT solver. Clauses stay; assumptions and limits hold for one call.
///
/// Any implementation can answer every question of this crate: pass it to
/// [`SolveOptions::solver`](crate::SolveOptions::solver) as a [`Solver::custom`](super::Solver::custom).
/// The example `own_solver.rs` implements one in a few lines.
pub trait SatSolver {
    /// Adds a clause, a disjunction of literals. The empty clause is false.
    ///
    /// # Errors
    /// If the solver cannot store the clause.
    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), SolverError>;

    /// Searches for a model of all clauses in which every assumption is true.
    ///
    /// # Errors
    /// If the solver failed. Reaching a limit is not an error but [`Outcome::Unknown`], and the solver can be
    /// called again.
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

/// Adds the clauses of an encoding to a solver until a limit is reached.
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
