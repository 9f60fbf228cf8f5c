//! Errors in the output of solvers.

use std::io;

use thiserror::Error;

/// Why the output of a solver cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OutputError {
    /// The output could not be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// There are only blank lines and comments. MiniSat leaves an empty file when it is stopped early.
    #[error("the solver's output is empty")]
    Empty,
    /// A line in no known form.
    #[error("line {line}: '{text}' is neither a status, a model, nor a comment")]
    Unexpected {
        /// The line, from 1.
        line: usize,
        /// The beginning of its text.
        text: String,
    },
    /// Literals after the 0 that ends the model.
    #[error("line {0}: the model has ended, and more literals follow")]
    AfterEnd(usize),
    /// A variable is both true and false.
    #[error("variable {0} is both true and false in the model")]
    Contradiction(usize),
    /// Two statuses that differ, or a model beside "unsatisfiable".
    #[error("line {0}: this contradicts an earlier line")]
    TwoAnswers(usize),
    /// The model breaks off: within a line, or without the 0 that must end it.
    #[error("the model breaks off; the output is truncated")]
    Truncated,
    /// "Satisfiable" without a model.
    #[error("the solver says satisfiable and gives no model")]
    NoModel,
}
