//! Errors of SAT solvers.

use std::io;
use std::process::ExitStatus;

use thiserror::Error;

use super::outcome::StopReason;
use super::output::OutputError;

/// Why a solver did not accept a clause, or gave no answer.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SolverError {
    /// A limit was reached while clauses were loaded.
    #[error("{0}")]
    Stopped(StopReason),
    /// An external program failed.
    #[error(transparent)]
    External(#[from] ExternalError),
    /// A variable exceeds what the solver can number.
    #[error("variable {variable} exceeds the {largest} variables that {solver} can number")]
    TooManyVariables {
        /// The solver.
        solver: &'static str,
        /// The number of the variable.
        variable: usize,
        /// The largest number that the solver accepts.
        largest: usize,
    },
    /// An embedded solver failed, with this message.
    #[error("{0}")]
    Embedded(String),
}

/// Why an external solver gave no answer.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ExternalError {
    /// The program does not exist.
    #[error("the solver '{program}' is not installed, or not in PATH{}", hint(*source_hint))]
    NotFound {
        /// The program.
        program: String,
        /// How to install it; `None` for a command of the caller.
        source_hint: Option<&'static str>,
    },
    /// The program could not be started.
    #[error("the solver '{program}' could not be started: {error}")]
    Start {
        /// The program.
        program: String,
        /// The cause.
        error: io::Error,
    },
    /// The program ended without an answer.
    #[error("the solver '{program}' failed with {status}{}", said(message))]
    Failed {
        /// The program.
        program: String,
        /// The exit code, or the signal that ended it.
        status: ExitStatus,
        /// The end of its output.
        message: String,
    },
    /// The answer cannot be understood.
    #[error("the answer of the solver '{program}' cannot be used: {error}{}", said(message))]
    Garbled {
        /// The program.
        program: String,
        /// What is wrong with the answer.
        error: OutputError,
        /// The end of its output.
        message: String,
    },
    /// The answer and the exit code contradict each other.
    #[error("the solver '{program}' contradicts itself: its answer and its exit code {code} differ")]
    Contradiction {
        /// The program.
        program: String,
        /// 10 means satisfiable, and 20 unsatisfiable.
        code: i32,
    },
    /// A temporary file could not be written or read.
    #[error("temporary files of the solver")]
    Files(#[from] io::Error),
}

impl ExternalError {
    /// Returns whether the solver would fail in the same way with any other puzzle.
    #[must_use]
    pub fn is_permanent(&self) -> bool {
        matches!(self, Self::NotFound { .. } | Self::Start { .. } | Self::Files(_))
    }
}

fn hint(text: Option<&str>) -> String {
    text.map(|text| format!("; {text}")).unwrap_or_default()
}

fn said(message: &str) -> String {
    if message.is_empty() { String::new() } else { format!("; it said: {message}") }
}
