//! What a solver says of a formula.

use std::fmt;

use sudoku_cnf::{Lit, Model};

/// The answer to "is there an assignment that satisfies all clauses and assumptions?"
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Yes, and this is one.
    Satisfiable(Model),
    /// No. The failed core: assumptions that cannot hold together with the clauses, none where the
    /// clauses alone are unsatisfiable. Not minimal in general.
    Unsatisfiable(Vec<Lit>),
    /// The solver stopped before it knew.
    Unknown(Reason),
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The time limit was reached.
    TimeLimit,
    /// Someone interrupted.
    Interrupted,
    /// The solver gave up by itself, in its words.
    GaveUp(String),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TimeLimit => f.write_str("the time limit was reached"),
            Self::Interrupted => f.write_str("interrupted"),
            Self::GaveUp(words) => write!(f, "the solver gave up: {words}"),
        }
    }
}
