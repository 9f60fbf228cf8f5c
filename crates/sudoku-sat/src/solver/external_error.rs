//! Errors from external solvers.

use std::io;
use std::process::ExitStatus;

use thiserror::Error;

use super::output::OutputError;

/// An error from an external solver.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ExternalError {
    /// The program was not found.
    #[error("the solver '{program}' was not found in PATH{}", hint_suffix(*install_hint))]
    NotFound {
        /// The name of the program.
        program: String,
        /// Installation instructions, or `None` for a custom command.
        install_hint: Option<&'static str>,
    },
    /// The program could not be started.
    #[error("the solver '{program}' could not be started: {error}")]
    Start {
        /// The name of the program.
        program: String,
        /// The underlying I/O error.
        error: io::Error,
    },
    /// The program was killed by a signal, or it exited with an error code without giving a valid answer.
    #[error("the solver '{program}' failed with {status}{}", output_suffix(message))]
    Failed {
        /// The name of the program.
        program: String,
        /// The exit code of the program, or the signal that killed it.
        status: ExitStatus,
        /// The end of the program's output.
        message: String,
    },
    /// The program exited normally, but its answer is invalid.
    #[error("cannot use the output of the solver '{program}': {error}{}", output_suffix(message))]
    InvalidAnswer {
        /// The name of the program.
        program: String,
        /// The error in the answer.
        error: OutputError,
        /// The end of the program's output.
        message: String,
    },
    /// The program's answer and its exit code contradict each other.
    #[error("the solver '{program}' contradicts itself: its answer does not match its exit code {code}")]
    Contradiction {
        /// The name of the program.
        program: String,
        /// The exit code: 10 means satisfiable, and 20 means unsatisfiable.
        code: i32,
    },
    /// The program reported that the problem is unsatisfiable, but its exit code does not confirm the answer.
    #[error(
        "the solver '{program}' reported UNSATISFIABLE with exit code {code} instead of 20; the answer is not used"
    )]
    UnconfirmedRefutation {
        /// The name of the program.
        program: String,
        /// The exit code.
        code: i32,
    },
    /// The program has changed or deleted the problem file, so its model cannot be checked.
    #[error(
        "the solver '{program}' changed its problem file, so its model cannot be checked; the answer is not used"
    )]
    ProblemChanged {
        /// The name of the program.
        program: String,
    },
    /// The program printed or wrote more than an answer to the problem can need.
    #[error("the solver '{program}' was ended because its output exceeds {limit} bytes")]
    TooMuchOutput {
        /// The name of the program.
        program: String,
        /// The maximum size of a file with output, in bytes.
        limit: u64,
    },
    /// The temporary files could not be created.
    #[error("cannot create the temporary files for the solver")]
    Files(#[from] io::Error),
    /// The problem file could not be written or read.
    #[error("cannot {action} the problem file for the solver '{program}'")]
    Problem {
        /// The name of the program.
        program: String,
        /// The operation that failed: "write" or "read".
        action: &'static str,
        /// The underlying I/O error.
        #[source]
        error: io::Error,
    },
}

impl ExternalError {
    /// Returns whether the solver would fail in the same way for every puzzle.
    pub fn is_permanent(&self) -> bool {
        match self {
            Self::NotFound { .. } => true,
            Self::Start { error, .. } | Self::Files(error) => !is_temporary(error),
            _ => false,
        }
    }
}

/// Returns whether `error` reports a lack of memory, processes, file descriptors or disk space, which may end.
fn is_temporary(error: &io::Error) -> bool {
    use io::ErrorKind::{OutOfMemory, QuotaExceeded, StorageFull, WouldBlock};
    #[cfg(unix)]
    if let Some(rustix::io::Errno::MFILE | rustix::io::Errno::NFILE) = rustix::io::Errno::from_io_error(error)
    {
        return true;
    }
    matches!(error.kind(), OutOfMemory | QuotaExceeded | StorageFull | WouldBlock)
}

fn hint_suffix(text: Option<&str>) -> String {
    text.map(|text| format!("\nhint: {text}")).unwrap_or_default()
}

fn output_suffix(message: &str) -> String {
    if message.is_empty() { String::new() } else { format!("; its output: {message}") }
}
