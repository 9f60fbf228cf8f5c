//! Errors that can occur while reading puzzles.

use std::io;

use thiserror::Error;

use super::error_kind::TextErrorKind;
use crate::puzzle::board::BoardError;
use crate::puzzle::rule::InvalidRule;

/// An error that occurred while reading a puzzle.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The input could not be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The text of a puzzle is malformed.
    ///
    /// If [`read_single`](super::read_single) returns this variant, it may include errors in later puzzles.
    #[error(transparent)]
    Text(#[from] TextErrors),
    /// A variant is not defined for the boxes of the board.
    #[error(transparent)]
    Variant(#[from] BoardError),
    /// A rule of [`ReadOptions::rules`](super::ReadOptions::rules) does not fit the board.
    #[error(transparent)]
    Rule(#[from] InvalidRule),
    /// The input contains no puzzle.
    #[error("no puzzle found")]
    NoPuzzle,
    /// The input contains several puzzles, but exactly one was expected.
    #[error("found {0} puzzles, expected exactly one")]
    SeveralPuzzles(usize),
    /// The requested puzzle does not exist, because the input contains too few puzzles.
    #[error("there is no puzzle {wanted}: the input has only {found} {}", if *found == 1 { "puzzle" } else { "puzzles" })]
    NoRecord {
        /// The 1-based number of the requested puzzle.
        wanted: usize,
        /// The number of puzzles in the input.
        found: usize,
    },
}

impl From<TextError> for ReadError {
    fn from(error: TextError) -> Self {
        Self::Text(error.into())
    }
}

/// The maximum number of errors that [`TextErrors`] keeps. Additional errors are counted but not kept.
pub const MAX_REPORTED_ERRORS: usize = 20;

/// A nonempty list of errors in the input, in order of occurrence.
///
/// At most [`MAX_REPORTED_ERRORS`] errors are kept. `Display` shows only the first error.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.first())]
pub struct TextErrors {
    errors: Vec<TextError>,
    /// The number of errors that were not kept.
    omitted: usize,
}

impl From<TextError> for TextErrors {
    fn from(error: TextError) -> Self {
        Self { errors: vec![error], omitted: 0 }
    }
}

impl TextErrors {
    /// Returns the first error.
    pub fn first(&self) -> &TextError {
        &self.errors[0]
    }

    /// Returns the errors that were kept.
    pub fn errors(&self) -> &[TextError] {
        &self.errors
    }

    /// Returns the number of errors that were counted but not kept.
    pub fn omitted(&self) -> usize {
        self.omitted
    }

    /// Appends the errors from a later part of the input.
    pub(super) fn append(&mut self, later: Self) {
        for error in later.errors {
            self.push(error);
        }
        self.omitted += later.omitted;
    }

    fn push(&mut self, error: TextError) {
        if self.errors.len() < MAX_REPORTED_ERRORS {
            self.errors.push(error);
        } else {
            self.omitted += 1;
        }
    }

    /// Returns `Err` with the given errors, or `Ok` if there are none.
    pub(super) fn collect(errors: impl IntoIterator<Item = TextError>) -> Result<(), Self> {
        let mut errors = errors.into_iter();
        let Some(first) = errors.next() else { return Ok(()) };
        let mut all = Self::from(first);
        errors.for_each(|error| all.push(error));
        Err(all)
    }
}

/// An error in the input text, together with its position.
///
/// `Display` shows the line, the column and the kind of error, for example `3:7: unexpected character 'x'`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{line}:{column}: {kind}")]
pub struct TextError {
    /// The 1-based line number.
    pub line: usize,
    /// The 1-based column at which the error starts.
    pub column: usize,
    /// The number of characters that the error covers (at least 1).
    pub length: usize,
    /// The kind of the error.
    pub kind: TextErrorKind,
    /// The text of the line or, if the line is long, only the part around the error.
    pub text: String,
    /// The 1-based column of the first character of `text`.
    pub text_column: usize,
}
