//! A numbered line of text.

use super::error::TextError;
use super::error_kind::TextErrorKind;

/// The maximum number of characters that an error message quotes from a line.
const EXCERPT: usize = 100;

/// A line or part of a line, without the line ending.
#[derive(Clone, Debug)]
pub(super) struct TextLine {
    /// The line number, starting at 1.
    pub(super) number: usize,
    /// The text, without a byte order mark or a line ending.
    pub(super) text: String,
    /// The 1-based column of the first character of `text`.
    pub(super) first_column: usize,
}

impl TextLine {
    /// Creates a line that starts at column 1.
    pub(super) fn new(number: usize, text: String) -> Self {
        Self { number, text, first_column: 1 }
    }

    /// Returns a copy of the line, shortened to the number of characters that an error message can quote.
    pub(super) fn head(&self) -> Self {
        Self { text: self.text.chars().take(EXCERPT).collect(), ..*self }
    }

    /// Returns an error that covers `length` characters, starting at the 1-based column `column`.
    ///
    /// If a NUL or a terminal escape sequence in the line may have caused the error, the returned error reports it
    /// instead, because most programs do not display these characters.
    pub(super) fn error(&self, column: usize, length: usize, kind: TextErrorKind) -> TextError {
        match self.invisible_cause(&kind) {
            Some((column, kind)) => self.error_at(column, 1, kind),
            None => self.error_at(column, length, kind),
        }
    }

    /// Returns the column and the kind of an error for an invisible character that may have caused an error of `kind`.
    fn invisible_cause(&self, kind: &TextErrorKind) -> Option<(usize, TextErrorKind)> {
        if !matches!(
            kind,
            TextErrorKind::UnexpectedCharacter { .. }
                | TextErrorKind::NoBoard { .. }
                | TextErrorKind::CellCount { .. }
        ) {
            return None;
        }
        let (index, found) = self.text.chars().enumerate().find(|(_, c)| matches!(c, '\0' | '\u{1b}'))?;
        let kind = match found {
            '\0' => TextErrorKind::UnexpectedCharacter { found, size: 9 },
            _ => TextErrorKind::EscapeSequence,
        };
        Some((self.first_column + index, kind))
    }

    fn error_at(&self, column: usize, length: usize, kind: TextErrorKind) -> TextError {
        let before = column.saturating_sub(self.first_column);
        // Short lines, which are the most common, are copied in full.
        let start = if self.text.len() <= EXCERPT { 0 } else { before.saturating_sub(EXCERPT / 2) };
        let excerpt = self.text.chars().skip(start).take(EXCERPT);
        TextError {
            line: self.number,
            column,
            length: length.max(1),
            kind,
            text: excerpt.map(|c| if c.is_control() { ' ' } else { c }).collect(),
            text_column: self.first_column + start,
        }
    }

    /// Returns an error that covers the whole line.
    pub(super) fn whole_error(&self, kind: TextErrorKind) -> TextError {
        self.error(self.first_column, self.text.trim_end().chars().count(), kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_reports_invisible_characters() {
        let no_board = || TextErrorKind::NoBoard { cells: 5 };
        let escape = TextLine::new(1, "12\u{1b}[1m.".to_owned()).error(1, 7, no_board());
        assert_eq!((escape.column, escape.kind), (3, TextErrorKind::EscapeSequence));
        let nul = TextLine::new(1, "1\u{0}2".to_owned()).error(1, 3, no_board());
        assert_eq!((nul.column, &*nul.kind.to_string()), (2, "unexpected character '\\0'"));
        let other = TextLine::new(1, "(\u{1b}".to_owned()).error(1, 1, TextErrorKind::Unclosed);
        assert_eq!(other.kind, TextErrorKind::Unclosed);
    }

    #[test]
    fn an_error_keeps_an_excerpt_of_a_long_line() {
        let short = TextLine::new(3, "12\t4".to_owned()).error(3, 0, TextErrorKind::Unclosed);
        assert_eq!((&*short.text, short.text_column, short.length), ("12 4", 1, 1));
        let long = TextLine::new(1, "x".repeat(500)).error(301, 2, TextErrorKind::Unclosed);
        assert_eq!((long.text.len(), long.text_column), (EXCERPT, 251));
    }
}
