//! Errors in the output of SAT solvers.

use std::io;

use thiserror::Error;

/// An error in the output of a SAT solver.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OutputError {
    /// The output could not be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The output is empty or contains only blank lines and comments.
    ///
    /// For example, MiniSat leaves an empty file when it is killed.
    #[error("the solver's output is empty")]
    Empty,
    /// A line is neither a status, nor part of a model, nor a comment.
    #[error("line {line}: expected a status, a model or a comment, found '{text}'")]
    Unexpected {
        /// The line number, starting at 1.
        line: usize,
        /// The beginning of the line.
        text: String,
    },
    /// The line with this number contains literals after the final 0 of the model.
    #[error("line {0}: literals after the end of the model")]
    AfterEnd(usize),
    /// The variable with this number is both true and false in the model.
    #[error("variable {0} is both true and false in the model")]
    Contradiction(usize),
    /// The line with this number contradicts an earlier status or an earlier model.
    #[error("line {0}: contradicts an earlier status or model")]
    TwoAnswers(usize),
    /// The output ends in the middle of a model, either within a line or before a required final 0.
    #[error("the model is not terminated by 0; the output may be truncated")]
    Truncated,
    /// The output of an SMT solver ends within a list.
    #[error("the model has an unclosed parenthesis; the output may be truncated")]
    Unclosed,
    /// The output of an SMT solver contains too many nested lists.
    #[error("line {line}: more than {limit} nested lists")]
    Depth {
        /// The line number, starting at 1.
        line: usize,
        /// The maximum number of nested lists.
        limit: usize,
    },
    /// The solver printed this error message instead of an answer.
    #[error("the solver reported an error: {0}")]
    Reported(String),
    /// The status is "satisfiable", but there is no model.
    #[error("the solver reported SATISFIABLE but printed no model")]
    NoModel,
}
