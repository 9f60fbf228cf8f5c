//! Failures that end a program or affect a single puzzle, with their exit codes and messages.

use std::io;
use std::path::Path;

use anyhow::anyhow;

use super::diagnostics::Style;
use super::exit_code;
use super::files::{InputError, InputErrorKind};
use super::messages::foreign;

/// The reason why a program, or the processing of one puzzle, failed.
#[derive(Debug)]
pub enum Failure {
    /// The command line is invalid.
    Usage(String),
    /// An input could not be read.
    Input(InputError),
    /// An output could not be written.
    Output {
        /// The name of the output, if known.
        target: Option<String>,
        /// The I/O error.
        error: io::Error,
    },
    /// The processing of one puzzle failed. Other puzzles may still be processed successfully.
    Puzzle(anyhow::Error),
    /// A limit was reached before the answer was known. The string is the reason.
    Unknown(String),
    /// The puzzle was proven to have no solution.
    NoSolution(String),
    /// The puzzle has no solution, because two givens clash.
    Clash(InputError),
    /// A signal interrupted the program.
    Interrupted,
    /// The failure has already been reported.
    Reported,
    /// Any other failure.
    Other(anyhow::Error),
}

impl Failure {
    /// Returns the failure for an error that occurred while writing to standard output.
    pub fn stdout(error: io::Error) -> Self {
        Self::Output { target: Some("standard output".to_owned()), error }
    }

    /// Returns a function that converts an error that occurred while writing to `path`.
    pub fn writing(path: &Path) -> impl Fn(io::Error) -> Self {
        |error| Self::Output { target: Some(path.display().to_string()), error }
    }

    /// Adds the name of the output to an [`Output`](Self::Output) failure that has no name yet.
    #[must_use]
    pub fn at(self, name: impl Into<String>) -> Self {
        match self {
            Self::Output { target: None, error } => Self::Output { target: Some(name.into()), error },
            other => other,
        }
    }

    /// Returns whether only one item of a run is affected, so that the run can continue.
    pub fn concerns_one_item(&self) -> bool {
        matches!(self, Self::Puzzle(_) | Self::Input(_) | Self::Unknown(_))
    }

    /// Returns the exit code. A broken pipe counts as success.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Output { error, .. } if error.kind() == io::ErrorKind::BrokenPipe => exit_code::DONE,
            Self::Usage(_) | Self::Input(InputError { kind: InputErrorKind::Rule(..), .. }) => {
                exit_code::USAGE
            }
            Self::NoSolution(_) | Self::Clash(_) => exit_code::NO_SOLUTION,
            Self::Unknown(_) => exit_code::UNKNOWN,
            Self::Interrupted => exit_code::INTERRUPTED,
            Self::Input(_) | Self::Output { .. } | Self::Puzzle(_) | Self::Reported | Self::Other(_) => {
                exit_code::ERROR
            }
        }
    }

    /// Returns the message that `program` prints to standard error, or `None` if there is nothing to report.
    pub fn report(&self, program: &str, style: Style) -> Option<String> {
        match self {
            Self::Output { error, .. } if error.kind() == io::ErrorKind::BrokenPipe => None,
            Self::Input(error) | Self::Clash(error) => Some(error.with_program(program, error.report(style))),
            other => other.message().map(|message| format!("{program}: {message}")),
        }
    }

    /// Returns the message without the program name, or `None` if there is nothing to report.
    pub fn message(&self) -> Option<String> {
        match self {
            Self::Usage(message) | Self::NoSolution(message) => Some(message.clone()),
            Self::Unknown(reason) => Some(format!("result unknown: {reason}")),
            Self::Input(error) | Self::Clash(error) => Some(error.to_string()),
            Self::Output { target: Some(target), error } => Some(format!("{}: {error}", foreign(target))),
            Self::Output { target: None, error } => Some(error.to_string()),
            Self::Puzzle(error) | Self::Other(error) => Some(format!("{error:#}")),
            Self::Interrupted | Self::Reported => None,
        }
    }
}

impl From<InputError> for Failure {
    fn from(error: InputError) -> Self {
        Self::Input(error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output { target: None, error }
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Self::Other(error)
    }
}

impl From<crate::puzzle::board::BoardError> for Failure {
    fn from(error: crate::puzzle::board::BoardError) -> Self {
        Self::Other(anyhow!(error))
    }
}
