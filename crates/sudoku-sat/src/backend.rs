//! What every SAT solver is to this crate: a sink of clauses that can be asked for a model.

use sudoku_cnf::{ClauseSink, Lit};
use thiserror::Error;

use crate::external::ExternalError;
use crate::outcome::{Outcome, Reason};

/// A SAT solver. Clauses stay; assumptions hold for one call.
pub trait Backend: ClauseSink<Error = BackendError> {
    /// Looks for a model of all clauses so far in which every assumption is true.
    ///
    /// # Errors
    /// If the solver failed. A limit that was reached is no error but [`Outcome::Unknown`].
    fn solve(&mut self, assumptions: &[Lit]) -> Result<Outcome, BackendError>;
}

/// Why a solver took no clause or gave no answer.
#[derive(Debug, Error)]
pub enum BackendError {
    /// A limit was reached while clauses were loaded.
    #[error("{0}")]
    Stopped(Reason),
    /// The external program failed.
    #[error(transparent)]
    External(#[from] ExternalError),
    /// A search engine was asked what only a SAT solver can answer.
    #[error("this question needs a SAT solver, and '{0}' is none; leave --solver out, or name another")]
    NoSat(&'static str),
    /// An embedded solver failed: its name and its words.
    #[error("{0}")]
    Embedded(String),
}
