//! Errors in puzzle text, as data: what is wrong, and where.

use std::io;

use thiserror::Error;

use super::error_kind::TextErrorKind;
use crate::board::VariantError;

/// The error for an input that yields no puzzle.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The input could not be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The text is malformed: all errors of one puzzle, up to [`MAX_REPORTED_ERRORS`].
    #[error(transparent)]
    Text(#[from] TextErrors),
    /// A variant is not defined for the boxes of the board.
    #[error(transparent)]
    Variant(#[from] VariantError),
    /// The input contains only blank lines and comments.
    #[error("there is no puzzle in it")]
    NoPuzzle,
    /// The input contains several puzzles where exactly one is expected.
    #[error("there are {0} puzzles in it, and exactly one is expected")]
    SeveralPuzzles(usize),
    /// The input contains fewer puzzles than the requested number.
    #[error("there is no puzzle {wanted}; the number of puzzles in it is {found}")]
    NoRecord {
        /// The requested number, from 1.
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

/// The maximum number of errors kept per puzzle. Further errors are only counted.
pub const MAX_REPORTED_ERRORS: usize = 20;

/// The errors in a text, in order: at least one, at most [`MAX_REPORTED_ERRORS`].
///
/// `Display` shows the first error.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.first())]
pub struct TextErrors {
    errors: Vec<TextError>,
    /// The number of errors that were dropped.
    left_out: usize,
}

impl From<TextError> for TextErrors {
    fn from(error: TextError) -> Self {
        Self { errors: vec![error], left_out: 0 }
    }
}

impl TextErrors {
    /// Returns the first error.
    #[must_use]
    pub fn first(&self) -> &TextError {
        &self.errors[0]
    }

    /// Returns the errors that were kept.
    #[must_use]
    pub fn errors(&self) -> &[TextError] {
        &self.errors
    }

    /// Returns the number of errors beyond those in [`errors`](Self::errors).
    #[must_use]
    pub fn left_out(&self) -> usize {
        self.left_out
    }

    /// Appends the errors of a later part of the input.
    pub(super) fn append(&mut self, later: Self) {
        for error in later.errors {
            self.push(error);
        }
        self.left_out += later.left_out;
    }

    fn push(&mut self, error: TextError) {
        if self.errors.len() < MAX_REPORTED_ERRORS {
            self.errors.push(error);
        } else {
            self.left_out += 1;
        }
    }

    /// Returns `Ok` if `errors` is empty, else the errors.
    pub(super) fn collect(errors: impl IntoIterator<Item = TextError>) -> Result<(), Self> {
        let mut errors = errors.into_iter();
        let Some(first) = errors.next() else { return Ok(()) };
        let mut all = Self::from(first);
        errors.for_each(|error| all.push(error));
        Err(all)
    }
}

/// An error in a text and its position; shown as `3:7: unexpected character 'x'`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{line}:{column}: {kind}")]
pub struct TextError {
    /// The line, from 1.
    pub line: usize,
    /// The column of the first wrong character, from 1.
    pub column: usize,
    /// The number of wrong characters, at least 1.
    pub length: usize,
    /// What is wrong.
    pub kind: TextErrorKind,
    /// The text of the line. Of a long line, only the part around the error is kept.
    pub text: String,
    /// The column of the first character of `text`, from 1.
    pub text_column: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(line: usize, kind: TextErrorKind) -> TextError {
        TextError { line, column: 1, length: 1, kind, text: String::new(), text_column: 1 }
    }

    #[test]
    fn errors_beyond_the_maximum_are_counted() {
        let errors = TextErrors::collect((1..=25).map(|line| error(line, TextErrorKind::Unclosed)));
        let mut errors = errors.unwrap_err();
        assert_eq!((errors.errors().len(), errors.left_out()), (MAX_REPORTED_ERRORS, 5));
        errors.append(error(26, TextErrorKind::Depth).into());
        assert_eq!((errors.left_out(), errors.to_string()), (6, "1:1: this is never closed".to_owned()));
        assert_eq!(TextErrors::collect([]), Ok(()));
    }
}
