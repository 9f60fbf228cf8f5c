//! The outcome of a call to a SAT solver.

use sudoku_cnf::{Lit, Model};
use thiserror::Error;

/// The result of a call to [`SatSolver::solve`](super::SatSolver::solve).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The solver found this model, which satisfies all clauses and assumptions.
    Satisfiable(Model),
    /// No model satisfies all clauses and assumptions.
    ///
    /// The literals form the failed core, a subset of the assumptions that contradicts the clauses. If the core is
    /// empty, the clauses alone are unsatisfiable. The core need not be minimal.
    Unsatisfiable(Vec<Lit>),
    /// The solver stopped without an answer.
    Unknown(StopReason),
}

impl Outcome {
    /// Returns the model or the failed core, or the reason why the solver stopped without an answer.
    pub(crate) fn known(self) -> Result<Result<Model, Vec<Lit>>, StopReason> {
        match self {
            Self::Satisfiable(model) => Ok(Ok(model)),
            Self::Unsatisfiable(core) => Ok(Err(core)),
            Self::Unknown(reason) => Err(reason),
        }
    }
}

/// The reason why a computation stopped without a result.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StopReason {
    /// The time limit was reached.
    #[error("the time limit was reached")]
    TimeLimit,
    /// The memory limit was reached.
    #[error("the memory limit was reached")]
    MemoryLimit,
    /// The maximum number of conflicts was reached.
    #[error("the conflict limit was reached")]
    ConflictLimit,
    /// An [`Interrupt`](super::Interrupt) was triggered.
    #[error("interrupted")]
    Interrupted,
    /// The solver gave up. The string is the solver's message.
    #[error("the solver gave up: {0}")]
    GaveUp(String),
}
