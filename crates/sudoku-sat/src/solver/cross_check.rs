//! A second opinion on "unsatisfiable", the answer of an external or custom solver that no model confirms.

use std::fmt;

use sudoku_cnf::Lit;

use crate::solver::Solver;
use crate::solver::error::SolverError;
use crate::solver::limits::Limits;
use crate::solver::outcome::Outcome;
use crate::solver::sat_solver::SatSolver;

/// An embedded solver with the same clauses as an external or custom one.
pub(super) struct CrossCheck {
    name: String,
    solver: Box<dyn SatSolver>,
}

impl CrossCheck {
    pub(super) fn new() -> Result<Self, SolverError> {
        let solver = Solver::default();
        Ok(Self { name: solver.name().to_owned(), solver: solver.create()? })
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
                Err(SolverError::WrongRefutation { solver: claimant.to_owned(), witness: self.name.clone() })
            }
            other => Ok(other),
        }
    }
}

impl fmt::Debug for CrossCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("CrossCheck").field(&self.name).finish()
    }
}
