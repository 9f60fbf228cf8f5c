//! The reasons why a puzzle could not be certified.

use thiserror::Error;

use super::check::LratError;
use super::drat::DratError;
use super::elaborate::ElaborationError;
use crate::search::SolveError;

/// The reason why a puzzle could not be certified.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CertifyError {
    /// A limit was reached, or the solver failed.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The solver cannot write proofs.
    #[error("the solver '{0}' cannot write proofs")]
    NoProofs(String),
    /// The solver reports that there is no solution, but its proof is not valid.
    #[error("the solver '{solver}' reports that there is no solution, but does not prove it: {error}")]
    InvalidProof {
        /// The name of the solver.
        solver: String,
        /// The reason why the proof is not valid.
        error: InvalidProof,
    },
    /// The proof of the native solver is not valid.
    #[error("internal error: {0}")]
    Proof(ElaborationError),
}

impl From<ElaborationError> for CertifyError {
    fn from(error: ElaborationError) -> Self {
        match error {
            ElaborationError::Stopped(reason) => SolveError::Unknown(reason).into(),
            error => Self::Proof(error),
        }
    }
}

/// The reason why the proof of a solver was rejected.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum InvalidProof {
    /// The proof file is missing or cannot be read.
    #[error("the proof cannot be read: {0}")]
    Missing(String),
    /// The proof is malformed.
    #[error(transparent)]
    Malformed(#[from] DratError),
    /// The proof does not refute the formula.
    #[error(transparent)]
    NotRup(ElaborationError),
    /// The checker rejected the proof.
    #[error(transparent)]
    Rejected(#[from] LratError),
}
