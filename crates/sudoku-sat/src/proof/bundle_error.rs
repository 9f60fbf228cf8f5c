//! The errors of bundles.

use std::io;

use sudoku_cnf::puzzle::check::RuleError;
use sudoku_cnf::text::ReadError;
use thiserror::Error;

use super::check::LratError;
use super::drat::DratError;
use super::elaborate::ElaborationError;
use crate::solver::StopReason;

/// The reason why a bundle was rejected.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BundleError {
    /// A file is missing.
    #[error("{0} is missing")]
    Missing(String),
    /// A file does not belong to this kind of bundle, so it would not be checked.
    #[error("unexpected file {0:?}")]
    Unexpected(String),
    /// A file is too large.
    #[error("{0} is too large")]
    TooLarge(String),
    /// `puzzle.json` does not contain a puzzle.
    #[error("puzzle.json: {0}")]
    Puzzle(#[from] ReadError),
    /// `puzzle.json` has a version in which fields may have another meaning.
    #[error("puzzle.json has an unknown version, so it may mean another puzzle")]
    UnknownVersion,
    /// A formula differs from the one that the puzzle yields.
    #[error("{file} does not match the puzzle: line {line} differs")]
    WrongCnf {
        /// The name of the file.
        file: String,
        /// The number of the first line that differs.
        line: usize,
    },
    /// A solution file does not contain a full grid.
    #[error("{0} does not contain a full grid")]
    NotAGrid(String),
    /// A grid is not a solution of the puzzle.
    #[error("{file} is not a solution: {error}")]
    NotASolution {
        /// The name of the file.
        file: String,
        /// The violated rule.
        error: RuleError,
    },
    /// The two solutions are equal.
    #[error("solution-1.txt and solution-2.txt are equal")]
    EqualSolutions,
    /// An LRAT proof is not valid.
    #[error("{file}: {error}")]
    Lrat {
        /// The name of the file.
        file: String,
        /// The error.
        error: LratError,
    },
    /// A DRAT proof is malformed.
    #[error("{file}: {error}")]
    MalformedDrat {
        /// The name of the file.
        file: String,
        /// The error.
        error: DratError,
    },
    /// A DRAT proof is not valid.
    #[error("{file}: {error}")]
    Drat {
        /// The name of the file.
        file: String,
        /// The error.
        error: ElaborationError,
    },
    /// A limit was reached.
    #[error("{0}")]
    Stopped(StopReason),
    /// Generating a formula failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}
