//! Warnings about solvers that do not end a computation.

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

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

/// A function that receives warnings, possibly from several threads.
#[derive(Clone)]
pub(crate) struct WarningHandler(Arc<dyn Fn(&Warning) + Send + Sync>);

impl WarningHandler {
    pub(crate) fn new(handler: impl Fn(&Warning) + Send + Sync + 'static) -> Self {
        Self(Arc::new(handler))
    }

    pub(super) fn handle(&self, warning: &Warning) {
        (self.0)(warning);
    }
}

impl fmt::Debug for WarningHandler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("WarningHandler")
    }
}
