//! Errors from SAT solvers.

use sudoku_cnf::{Lit, Model};
use thiserror::Error;

#[cfg(feature = "external")]
use super::external_error::ExternalError;
use super::outcome::StopReason;

/// An error from a SAT solver, either while clauses were being added or during the search.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SolverError {
    /// A limit was reached while clauses were being added.
    #[error("{0}")]
    Stopped(StopReason),
    /// An external program failed (Cargo feature `external`).
    #[cfg(feature = "external")]
    #[error(transparent)]
    External(#[from] ExternalError),
    /// A variable number exceeds the solver's maximum.
    #[error("variable {variable} exceeds the maximum of {largest} that {solver} supports")]
    TooManyVariables {
        /// The name of the solver.
        solver: &'static str,
        /// The variable number.
        variable: usize,
        /// The largest variable number that the solver supports.
        largest: usize,
    },
    /// The model of an external or custom solver violates a clause or an assumption.
    #[error(
        "the solver '{solver}' returned a wrong model, which violates the clause {}",
        dimacs_clause(clause)
    )]
    WrongModel {
        /// The name of the solver.
        solver: String,
        /// The violated clause.
        clause: Vec<Lit>,
        /// The model.
        model: Model,
    },
    /// An external or custom solver reported that a problem is unsatisfiable, but an embedded solver found a model.
    #[error(
        "the solver '{solver}' reported UNSATISFIABLE, but {witness} found a model; the answer is not used"
    )]
    WrongRefutation {
        /// The name of the solver.
        solver: String,
        /// The name of the embedded solver.
        witness: String,
    },
    /// A solver implemented by the caller failed.
    #[error(transparent)]
    Custom(Box<dyn std::error::Error + Send + Sync>),
    /// An embedded solver failed, or a portfolio member panicked. The string is the error message.
    #[error("{0}")]
    Embedded(String),
}

impl SolverError {
    /// Returns the error of a solver implemented by the caller, with `error` as its source.
    pub fn custom(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self::Custom(error.into())
    }
}

/// Returns at most 10 literals of `clause` in DIMACS notation.
fn dimacs_clause(clause: &[Lit]) -> String {
    let literals: Vec<_> = clause.iter().take(10).map(|literal| literal.dimacs().to_string()).collect();
    let rest = if clause.len() > literals.len() { " ..." } else { "" };
    format!("({}{rest})", literals.join(" "))
}
