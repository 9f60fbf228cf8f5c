//! The answer of a SAT solver.

use std::fmt;

use sudoku_cnf::{Lit, Model};

/// The answer to "is there an assignment that satisfies all clauses and assumptions?"
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// There is one, with this model.
    Satisfiable(Model),
    /// There is none. The failed core contains assumptions that contradict the clauses; it is empty if the
    /// clauses alone are unsatisfiable. It need not be minimal.
    Unsatisfiable(Vec<Lit>),
    /// The solver stopped before it knew the answer.
    Unknown(StopReason),
}

/// Why a question was not answered.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StopReason {
    /// The time limit was reached.
    TimeLimit,
    /// An [`Interrupt`](super::Interrupt) was triggered.
    Interrupted,
    /// The solver gave up, with this message.
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
