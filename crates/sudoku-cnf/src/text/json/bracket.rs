//! A scanner for the JSON objects in an input, which may be separated by commas and enclosed in an array. An object may
//! span several lines.

use super::cursor::{LineCursor, ScanPosition};
use crate::text::error::{ReadError, TextError};
use crate::text::error_kind::TextErrorKind;
use crate::text::lines::AnyLines;
use crate::text::record::ReadResult;
use crate::text::text_line::TextLine;

/// The maximum length of a bracketed expression in bytes. The largest possible board takes up about 5 MB.
const MAX_TEXT: usize = 1 << 23;
/// The maximum nesting depth of brackets.
const MAX_DEPTH: usize = 64;

/// A scanner that extracts the JSON objects from an input.
#[derive(Debug, Default)]
pub(in crate::text) struct BracketScanner {
    /// The line, and the position in it, at which scanning resumes. `None` if scanning resumes with the next
    /// line.
    rest: Option<(TextLine, ScanPosition)>,
    /// The number of a line that is scanned although it is not JSON.
    accepted: usize,
}

/// An opening bracket whose closing bracket has not yet been found.
struct OpenBracket {
    /// The index in [`PartialText::pieces`] of the line that contains the bracket.
    piece: usize,
    column: usize,
    closing: char,
}

/// A partially scanned bracketed expression.
#[derive(Default)]
struct PartialText {
    /// The lines scanned so far.
    pieces: Vec<TextLine>,
    /// The brackets that are still open, outermost first.
    open: Vec<OpenBracket>,
}

impl PartialText {
    /// Returns an error that points to the start of the expression.
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
    /// - Brackets or quotation marks do not match.
    /// - Brackets are nested too deeply.
    /// - There is text other than commas and array brackets between JSON objects.
    /// - A line is too long or is not valid UTF-8.
    /// - The expression is too long.
    /// - Reading the input fails.
    ///
    /// In the last two cases, the rest of the input is skipped. Otherwise, scanning resumes with the next
    /// line.
    pub(in crate::text) fn next(&mut self, lines: &mut AnyLines<'_>) -> ReadResult<Option<Vec<TextLine>>> {
        let mut text = PartialText::default();
        let mut size = 0;
        loop {
            let (line, position) = match self.rest.take() {
                Some(rest) => rest,
                None if text.open.is_empty() && self.is_at_other_format(lines) => return Ok(None),
                None => match (lines.next().transpose()?, text.open.first()) {
                    (Some(line), _) => {
                        let position = ScanPosition { offset: 0, column: line.first_column };
                        (line, position)
                    }
                    (None, None) => return Ok(None),
                    (None, Some(first)) => {
                        let line = &text.pieces[first.piece];
                        return Err(line.error(first.column, 1, TextErrorKind::Unclosed).into());
                    }
                },
            };
            let is_object_end = is_next_object(&line, &text.open)
                || !text.open.is_empty() && line.text.trim().is_empty() && !continues_object(lines);
            if is_object_end {
                // A truncated object does not affect the objects after it.
                self.rest = Some((line, position));
                return Err(text.error(TextErrorKind::Unclosed));
            }
            size += line.text.len();
            if size > MAX_TEXT && !text.open.is_empty() {
                lines.end();
                return Err(text.error(TextErrorKind::LongList(MAX_TEXT)));
            }
            if let Some(end) = scan_line(&line, position, &mut text)? {
                self.rest = Some((line, end));
                return Ok(Some(text.pieces));
            }
        }
    }
}

/// Scans `line` from `start` to the end of the object or the end of the line, whichever comes first.
///
/// Returns the position after the object, or `None` if the object does not end on this line.
fn scan_line(
    line: &TextLine,
    start: ScanPosition,
    text: &mut PartialText,
) -> Result<Option<ScanPosition>, TextError> {
    let mut cursor = LineCursor { text: &line.text, position: start };
    let mut from = start;
    loop {
        let at = cursor.position;
        let Some(c) = cursor.next() else { break };
        match c {
            '"' if !text.open.is_empty() => {
                let unclosed = || line.error(at.column, 1, TextErrorKind::Unclosed);
                cursor.skip_string(c).ok_or_else(unclosed)?;
            }
            // Each object in a top-level array is a separate expression.
            '[' | ']' if text.open.is_empty() => {}
            '[' | '{' | '(' => {
                if text.open.is_empty() {
                    from = at;
                }
                if text.open.len() == MAX_DEPTH {
                    return Err(line.error(at.column, 1, TextErrorKind::Depth));
                }
                let piece = text.pieces.len();
                text.open.push(OpenBracket { piece, column: at.column, closing: closing(c) });
            }
            ']' | '}' | ')' => {
                if text.open.pop_if(|open| open.closing == c).is_none() {
                    return Err(line.error(at.column, 1, TextErrorKind::Mismatch(c)));
                }
                if text.open.is_empty() {
                    text.pieces.push(part(line, from, cursor.position));
                    return Ok(Some(cursor.position));
                }
            }
            _ if text.open.is_empty() && !(c.is_whitespace() || c == ',') => {
                let length = line.text[at.offset..].trim_end().chars().count();
                return Err(line.error(at.column, length, TextErrorKind::Expected("a JSON object")));
            }
            _ => {}
        }
    }
    if !text.open.is_empty() {
        text.pieces.push(part(line, from, cursor.position));
    }
    Ok(None)
}

fn closing(opening: char) -> char {
    match opening {
        '[' => ']',
        '{' => '}',
        _ => ')',
    }
}

/// Returns whether a new JSON object starts at column 1 of `line` while another object is still open.
///
/// If so, the open object is considered truncated. An object that starts on an indented line is considered
/// nested.
fn is_next_object(line: &TextLine, open: &[OpenBracket]) -> bool {
    open.first().is_some_and(|open| open.closing == '}')
        && line.first_column == 1
        && line.text.starts_with("{\"")
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

fn part(line: &TextLine, from: ScanPosition, to: ScanPosition) -> TextLine {
    TextLine {
        number: line.number,
        text: line.text[from.offset..to.offset].to_owned(),
        first_column: from.column,
    }
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
        check(
            "{} x\n{]\n{}\nx\n{}",
            &["{}", "1:4: expected a JSON object", "2:2: ']' does not match the opening bracket", "{}"],
        );
    }
}
