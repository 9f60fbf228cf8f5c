//! The error for a malformed statement or definition.

use std::fmt;

use thiserror::Error;

/// The error for a malformed statement or definition, with its place in the text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct StatementError {
    /// The byte offset in the text, or `None` if the error concerns the whole text.
    offset: Option<usize>,
    /// The line, and the column in characters, both counted from 1, once the text is known.
    place: Option<(usize, usize)>,
    message: String,
}

impl StatementError {
    pub(super) fn new(offset: Option<u32>, message: impl Into<String>) -> Self {
        Self { offset: offset.map(|offset| offset as usize), place: None, message: message.into() }
    }

    /// Adds the line and the column in `text`.
    pub(super) fn in_text(mut self, text: &str) -> Self {
        self.place = self.offset.map(|offset| {
            let before = text.get(..offset).unwrap_or(text);
            let start = before.rfind('\n').map_or(0, |end| end + 1);
            (before.matches('\n').count() + 1, before[start..].chars().count() + 1)
        });
        self
    }

    /// Adds the place in `text`, and the text itself, for an error that concerns the board.
    pub(super) fn in_statement(self, text: &str) -> Self {
        const MAX_LENGTH: usize = 60;
        let short: String = text.chars().take(MAX_LENGTH).collect();
        let dots = if short.len() < text.len() { "…" } else { "" };
        let error = self.in_text(text);
        Self { message: format!("{short}{dots}: {}", error.message), ..error }
    }

    /// Returns the byte offset of the error in the text, or `None` if the error concerns the whole text.
    pub fn offset(&self) -> Option<usize> {
        self.offset
    }

    /// Returns the line of the text that contains the error, counted from 1, or `None` if the error concerns the whole
    /// text.
    pub fn line(&self) -> Option<usize> {
        self.place.map(|(line, _)| line)
    }

    /// Returns the message without the place.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for StatementError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Some((_, column)) => write!(f, "column {column}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}
