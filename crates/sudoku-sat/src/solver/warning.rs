//! Warnings about solvers that do not end a computation.

use std::path::PathBuf;
use std::sync::Arc;
use std::{fmt, io};

use thiserror::Error;

use super::error::SolverError;

/// An event that the user should know about, although the computation continues or returns another error.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Warning {
    /// A portfolio member failed. The remaining members continue.
    #[error("the portfolio continues without '{solver}': {error}")]
    MemberFailed {
        /// The name of the member.
        solver: String,
        /// The reason why it failed.
        error: SolverError,
    },
    /// An external solver failed, and its input and output were kept.
    #[error("the input and output of the solver '{solver}' were kept in {}", folder.display())]
    FilesKept {
        /// The name of the solver.
        solver: String,
        /// The folder that contains the files.
        folder: PathBuf,
    },
    /// An external solver failed, and its input and output could not be kept.
    #[error("the input and output of the solver '{solver}' could not be kept in {}: {error}", folder.display())]
    FilesLost {
        /// The name of the solver.
        solver: String,
        /// The folder in which the files were to be kept.
        folder: PathBuf,
        /// The reason.
        error: io::Error,
    },
}

/// The progress of a computation, which [`Limits::on_progress`](super::Limits::on_progress) reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProgressEvent {
    /// A step of an explanation was found. The value is the number of steps so far.
    Step(usize),
    /// An attempt to generate a puzzle has failed. The value is the number of attempts so far.
    Attempt(u64),
    /// A given was tested for redundancy.
    Given {
        /// The number of givens tested so far.
        tested: usize,
        /// The number of givens.
        total: usize,
    },
}

/// A function that receives warnings or progress, possibly from several threads.
pub(crate) struct Handler<E>(Arc<dyn Fn(&E) + Send + Sync>);

impl<E> Handler<E> {
    pub(crate) fn new(handler: impl Fn(&E) + Send + Sync + 'static) -> Self {
        Self(Arc::new(handler))
    }

    pub(super) fn handle(&self, event: &E) {
        (self.0)(event);
    }
}

impl<E> Clone for Handler<E> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<E> fmt::Debug for Handler<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Handler")
    }
}
