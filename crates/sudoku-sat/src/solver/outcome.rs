//! The answer of a SAT solver.

use std::fmt;

use sudoku_cnf::{Lit, Model};

/// The answer of a SAT solver to one call of [`solve`](super::SatSolver::solve).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The model satisfies all clauses and assumptions.
    Satisfiable(Model),
    /// No model satisfies all clauses and assumptions.
    ///
    /// The literals are the failed core: assumptions that contradict the clauses. An empty core means that the clauses
    /// alone are unsatisfiable. The core need not be minimal.
    Unsatisfiable(Vec<Lit>),
    /// The solver stopped without an answer.
    Unknown(StopReason),
}

/// The reason why a computation stopped without a result.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StopReason {
    /// The time limit was reached.
    TimeLimit,
    /// An [`Interrupt`](super::Interrupt) was triggered.
    Interrupted,
    /// The solver gave up. The string is its message.
    GaveUp(String),
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TimeLimit => f.write_str("the time limit was reached"),
            Self::Interrupted => f.write_str("interrupted"),
            Self::GaveUp(message) => write!(f, "the solver gave up: {message}"),
        }
    }
}
