//! Cross-checks: an embedded solver confirms "unsatisfiable", an answer for which there is no model to check.

use std::fmt;

use sudoku_cnf::Lit;

use crate::solver::Solver;
use crate::solver::error::SolverError;
use crate::solver::limits::Limits;
use crate::solver::outcome::Outcome;
use crate::solver::sat_solver::SatSolver;

/// An embedded solver with the same clauses as an external or custom one.
pub(super) struct CrossCheck {
    solver: Box<dyn SatSolver>,
}

impl CrossCheck {
    pub(super) fn new() -> Result<Self, SolverError> {
        Ok(Self { solver: Solver::default().create()? })
    }

    pub(super) fn add_clause(&mut self, clause: &[Lit]) -> Result<(), SolverError> {
        self.solver.add_clause(clause)
    }

    /// Returns "unsatisfiable" with all assumptions as the failed core if the embedded solver agrees with `claimant`.
    ///
    /// # Errors
    /// Returns an error if the embedded solver finds a model.
    pub(super) fn confirm(
        &mut self,
        claimant: &str,
        assumptions: &[Lit],
        limits: &Limits,
    ) -> Result<Outcome, SolverError> {
        match self.solver.solve(assumptions, limits)? {
            Outcome::Satisfiable(_) => {
                let witness = Solver::default().name().to_owned();
                Err(SolverError::WrongRefutation { solver: claimant.to_owned(), witness })
            }
            other => Ok(other),
        }
    }
}

impl fmt::Debug for CrossCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CrossCheck").finish_non_exhaustive()
    }
}
