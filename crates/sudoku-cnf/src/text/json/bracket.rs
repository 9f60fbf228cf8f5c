//! A scanner for the JSON objects in an input, which may be separated by commas and enclosed in an array. An object may
//! span several lines.

use crate::text::error::{ReadError, TextError};
use crate::text::error_kind::TextErrorKind;
use crate::text::lines::AnyLines;
use crate::text::record::ReadResult;
use crate::text::text_line::TextLine;

/// The maximum length of an object in bytes. The largest possible board takes up about 5 MB.
const MAX_TEXT: usize = 1 << 23;

/// A scanner that extracts the JSON objects from an input.
#[derive(Debug, Default)]
pub(in crate::text) struct BracketScanner {
    /// The last line, and the byte offset and the column of its rest. `None` if scanning resumes with the next line.
    rest: Option<Rest>,
    /// The number of a line that is scanned although it is not JSON.
    accepted: usize,
}

/// A line, and the byte offset and the column at which it has not been scanned.
type Rest = (TextLine, usize, usize);

/// A partially scanned object.
#[derive(Default)]
struct PartialObject {
    /// The lines scanned so far. The first one starts with the opening bracket.
    pieces: Vec<TextLine>,
    /// The number of open brackets.
    depth: usize,
}

impl PartialObject {
    /// Returns an error that points to the start of the object.
    fn error(&self, kind: TextErrorKind) -> ReadError {
        self.pieces[0].error(self.pieces[0].first_column, 1, kind).into()
    }
}

impl BracketScanner {
    /// Scans the next line, even if it is not JSON.
    pub(in crate::text) fn accept(&mut self, lines: &mut AnyLines<'_>) {
        self.accepted = lines.line_ahead(0).map_or(0, |line| line.number);
    }

    /// Returns whether the next line is not JSON.
    fn is_at_other_format(&self, lines: &mut AnyLines<'_>) -> bool {
        lines.line_ahead(0).is_some_and(|line| line.number != self.accepted && !is_json(&line.text))
    }

    /// Returns the lines of the next object. Returns `None` at the end of the input, and in front of a line outside all
    /// objects that is not JSON.
    ///
    /// The first line starts with the opening bracket, and the last line ends with the closing bracket.
    ///
    /// # Errors
    /// Returns an error in these cases:
    ///
    /// - An object or a string is not closed.
    /// - There is text other than commas and array brackets between JSON objects.
    /// - A line is too long or is not valid UTF-8.
    /// - The object is too long.
    /// - Reading the input fails.
    ///
    /// In the last two cases, the rest of the input is skipped. Otherwise, scanning resumes with the next
    /// line.
    pub(in crate::text) fn next(&mut self, lines: &mut AnyLines<'_>) -> ReadResult<Option<Vec<TextLine>>> {
        let mut object = PartialObject::default();
        let mut size = 0;
        loop {
            let is_open = object.depth > 0;
            if self.rest.is_none() && !is_open && self.is_at_other_format(lines) {
                return Ok(None);
            }
            let next = match self.rest.take() {
                Some(rest) => Some(rest),
                None => lines.next().transpose()?.map(|line| (line, 0, 1)),
            };
            let Some((line, offset, column)) = next else {
                return if is_open { Err(object.error(TextErrorKind::Unclosed)) } else { Ok(None) };
            };
            if is_open && is_next_object(&line, lines) {
                // A truncated object does not affect the objects after it.
                self.rest = Some((line, offset, column));
                return Err(object.error(TextErrorKind::Unclosed));
            }
            size += line.text.len();
            if size > MAX_TEXT && is_open {
                lines.end();
                return Err(object.error(TextErrorKind::LongList(MAX_TEXT)));
            }
            self.rest = object.add((line, offset, column))?;
            if object.depth == 0 && !object.pieces.is_empty() {
                return Ok(Some(object.pieces));
            }
        }
    }
}

impl PartialObject {
    /// Adds the rest of a line, up to the end of the object. Returns the rest after the object, if it ends there.
    ///
    /// Brackets are only counted. The parser reports those that do not match.
    fn add(&mut self, (line, offset, column): Rest) -> Result<Option<Rest>, TextError> {
        let text = &line.text[offset..];
        let is_between = |c: char| c.is_whitespace() || matches!(c, ',' | '[' | ']');
        let start = if self.depth > 0 { 0 } else { text.len() - text.trim_start_matches(is_between).len() };
        let (text, column) = (&text[start..], column + text[..start].chars().count());
        if self.depth == 0 && text.is_empty() {
            return Ok(None);
        }
        if self.depth == 0 && !text.starts_with('{') {
            let length = text.trim_end().chars().count();
            return Err(line.error(column, length, TextErrorKind::Expected("a JSON object")));
        }
        let (mut quote, mut is_escaped, mut end) = (None, false, None);
        for (at, byte) in text.bytes().enumerate() {
            match (byte, quote) {
                _ if is_escaped => is_escaped = false,
                (b'\\', Some(_)) => is_escaped = true,
                (b'"', _) => quote = if quote.is_none() { Some(at) } else { None },
                (b'{' | b'[', None) => self.depth += 1,
                (b'}' | b']', None) => self.depth -= 1,
                _ => {}
            }
            if self.depth == 0 {
                end = Some(at + 1);
                break;
            }
        }
        if let Some(at) = quote {
            return Err(line.error(column + text[..at].chars().count(), 1, TextErrorKind::Unclosed));
        }
        let piece = &text[..end.unwrap_or(text.len())];
        self.pieces.push(TextLine { number: line.number, text: piece.to_owned(), first_column: column });
        let after = column + piece.chars().count();
        Ok(end.map(|end| (line, offset + start + end, after)))
    }
}

/// Returns whether `line`, in which an object is open, does not belong to it: another object starts at column 1, or the
/// line is blank and the next line cannot belong to an object. An object on an indented line is considered nested.
fn is_next_object(line: &TextLine, lines: &mut AnyLines<'_>) -> bool {
    line.text.starts_with("{\"") || line.text.trim().is_empty() && !continues_object(lines)
}

/// Returns whether `line` is blank or starts like JSON text outside objects.
fn is_json(line: &str) -> bool {
    let text = line.trim_start();
    match text.strip_prefix('[') {
        Some(rest) => rest.trim_start().starts_with(['{', ']']) || rest.trim().is_empty(),
        None => text.is_empty() || text.starts_with(['{', '}', ']', ',']),
    }
}

/// Returns whether the next line can belong to a JSON object in which a blank line occurs.
fn continues_object(lines: &mut AnyLines<'_>) -> bool {
    lines
        .line_ahead(0)
        .is_some_and(|line| line.text.starts_with(|c: char| c.is_whitespace() || "\"}],".contains(c)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::lines::Lines;

    /// Asserts that the scanner finds the `expected` expressions and errors in `text`. In `expected`, `/`
    /// separates the lines of an expression.
    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let mut lines = Lines::new(text.as_bytes());
        let mut scanner = BracketScanner::default();
        let mut found = Vec::new();
        while let Some(text) = scanner.next(&mut lines).transpose() {
            found.push(match text {
                Ok(pieces) => pieces.iter().map(|piece| &*piece.text).collect::<Vec<_>>().join("/"),
                Err(error) => error.to_string(),
            });
        }
        assert_eq!(found, expected);
    }

    #[test]
    fn json_objects_are_separated() {
        check("{\"a\": \"}\"} {\"b\":\n1}", &["{\"a\": \"}\"}", "{\"b\":/1}"]);
        check("[{},\n{}]", &["{}", "{}"]);
        check("{\"a\"\n{}", &["1:1: unclosed bracket or quote"]);
        check("{\"a\"\n{\"b\": 1}", &["1:1: unclosed bracket or quote", "{\"b\": 1}"]);
        check("{} x\n{]\n{}\nx\n{}", &["{}", "1:4: expected a JSON object", "{]", "{}"]);
    }
}
