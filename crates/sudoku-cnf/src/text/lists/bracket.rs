//! A scanner for bracketed expressions: JSON objects, or nested lists in program code.
//!
//! A bracketed expression extends from an opening bracket to the matching closing bracket. It may span
//! several lines.

use super::cursor::{LineCursor, ScanPosition, after, begins_comment, block_comment_length};
use crate::text::error::{ReadError, TextError};
use crate::text::error_kind::TextErrorKind;
use crate::text::lines::AnyLines;
use crate::text::record::ReadResult;
use crate::text::structure::may_start_format;
use crate::text::text_line::TextLine;

/// The maximum length of a bracketed expression in bytes. The largest possible board takes up about 5 MB.
const MAX_TEXT: usize = 1 << 23;
/// The minimum length in bytes of a string outside brackets, including quotation marks. The smallest board
/// that such a string can contain has 36 cells.
const MIN_STRING: usize = 38;
/// The maximum number of unclosed lists that end at a blank line, which limits the time for scanning lines again.
const MAX_ENDED_LISTS: usize = 16;
/// The maximum nesting depth of brackets.
const MAX_DEPTH: usize = 64;

/// The syntax of the input in which bracketed expressions are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::text) enum BracketSyntax {
    /// A sequence of JSON objects, which may be separated by commas and enclosed in an array.
    Json,
    /// Program code, which may contain comments, strings in single or double quotes, and arbitrary text
    /// between lists. Unmatched closing brackets and quotation marks are ignored, because they occur in text
    /// that is neither code nor data.
    Program,
}

/// A scanner that extracts the bracketed expressions from an input.
#[derive(Debug)]
pub(in crate::text) struct BracketScanner {
    syntax: BracketSyntax,
    /// The line, and the position in it, at which scanning resumes. `None` if scanning resumes with the next
    /// line.
    rest: Option<(TextLine, ScanPosition)>,
    /// The number of a line that is scanned although it may start another format.
    accepted: usize,
    /// Whether the last expression is incomplete.
    pub(in crate::text) is_unclosed: bool,
    /// The number of unclosed lists that have been ended at a blank line.
    ended_lists: usize,
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
    pub(in crate::text) fn new(syntax: BracketSyntax) -> Self {
        Self { syntax, rest: None, accepted: 0, is_unclosed: false, ended_lists: 0 }
    }

    /// Scans the next line, even if it may start another format.
    pub(in crate::text) fn accept(&mut self, lines: &mut AnyLines<'_>) {
        self.accepted = lines.line_ahead(0).map_or(0, |line| line.number);
    }

    /// Returns whether the next line is outside all expressions and may start another format.
    fn is_at_other_format(&self, lines: &mut AnyLines<'_>) -> bool {
        lines.line_ahead(0).is_some_and(|line| {
            line.number != self.accepted
                && match self.syntax {
                    BracketSyntax::Json => !is_json(&line.text),
                    BracketSyntax::Program => may_start_format(line),
                }
        })
    }

    /// Returns the lines of the next bracketed expression. Returns `None` at the end of the input, and in front of a
    /// line outside all expressions that may start another format.
    ///
    /// Text outside the brackets is removed: the first line starts with the opening bracket, and the last
    /// line ends with the closing bracket. In program code, a long string outside brackets is also an
    /// expression, and the last expression may be incomplete.
    ///
    /// # Errors
    /// Returns an error in these cases:
    ///
    /// - In JSON, brackets or quotation marks do not match.
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
                    (None, Some(_)) if self.syntax == BracketSyntax::Program => {
                        self.is_unclosed = true;
                        self.end_list(&mut text, lines);
                        return Ok(Some(text.pieces));
                    }
                    (None, Some(first)) => {
                        let line = &text.pieces[first.piece];
                        return Err(line.error(first.column, 1, TextErrorKind::Unclosed).into());
                    }
                },
            };
            let is_object_end = is_next_object(&line, &text.open)
                || !text.open.is_empty() && line.text.trim().is_empty() && !continues_object(lines);
            if self.syntax == BracketSyntax::Json && is_object_end {
                // A truncated object does not affect the objects after it.
                self.rest = Some((line, position));
                return Err(text.error(TextErrorKind::Unclosed));
            }
            size += line.text.len();
            if size > MAX_TEXT && !text.open.is_empty() {
                lines.end();
                return Err(text.error(TextErrorKind::LongList(MAX_TEXT)));
            }
            if let Some(end) = self.scan_line(&line, position, &mut text)? {
                self.rest = Some((line, end));
                return Ok(Some(text.pieces));
            }
        }
    }

    /// Ends a list without a closing bracket in front of the first blank line, so that the lines after it are not lost.
    fn end_list(&mut self, text: &mut PartialText, lines: &mut AnyLines<'_>) {
        let is_list = text.pieces[0].text.starts_with('[');
        let blank = text.pieces.iter().position(|line| line.text.trim().is_empty());
        if let Some(blank) = blank.filter(|_| is_list && self.ended_lists < MAX_ENDED_LISTS) {
            self.ended_lists += 1;
            lines.put_back(text.pieces.split_off(blank));
        }
    }

    /// Scans `line` from `start` to the end of the expression or the end of the line, whichever comes first.
    ///
    /// Returns the position after the expression, or `None` if the expression does not end on this line.
    fn scan_line(
        &self,
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
                '"' | '\'' if !text.open.is_empty() && self.is_quote(c, &cursor) => {
                    let is_closed = cursor.skip_string(c).is_some();
                    if !is_closed && self.syntax == BracketSyntax::Json {
                        return Err(line.error(at.column, 1, TextErrorKind::Unclosed));
                    }
                    if !is_closed {
                        cursor.position = after(at, c);
                    }
                }
                '"' | '\'' | '`' if text.open.is_empty() && self.syntax == BracketSyntax::Program => {
                    let is_long =
                        cursor.skip_string(c).is_some() && cursor.position.offset - at.offset >= MIN_STRING;
                    if is_long {
                        text.pieces.push(part(line, at, cursor.position));
                        return Ok(Some(cursor.position));
                    }
                    cursor.position = after(at, c);
                }
                _ if self.syntax == BracketSyntax::Program && begins_comment(&line.text[at.offset..]) => {
                    match block_comment_length(&line.text[at.offset..]) {
                        Some(length) => cursor.skip_to(at.offset + length),
                        None => break,
                    }
                }
                // Each object in a top-level array is a separate expression.
                '[' | ']' if self.syntax == BracketSyntax::Json && text.open.is_empty() => {}
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
                    if text.open.pop_if(|open| open.closing == c).is_some() {
                        if text.open.is_empty() {
                            text.pieces.push(part(line, from, cursor.position));
                            return Ok(Some(cursor.position));
                        }
                    } else if self.syntax == BracketSyntax::Json {
                        return Err(line.error(at.column, 1, TextErrorKind::Mismatch(c)));
                    }
                }
                _ if self.syntax == BracketSyntax::Json
                    && text.open.is_empty()
                    && !(c.is_whitespace() || c == ',') =>
                {
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

    /// Returns whether the quotation mark `c` starts a string. The cursor `after` is at the character after
    /// the quotation mark.
    ///
    /// An apostrophe before an opening parenthesis does not start a string, because it quotes a list in Lisp.
    fn is_quote(&self, c: char, after: &LineCursor<'_>) -> bool {
        c == '"' || self.syntax == BracketSyntax::Program && after.peek() != Some('(')
    }
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
    fn check(syntax: BracketSyntax, text: &str, expected: &[&str]) {
        let mut lines = Lines::new(text.as_bytes());
        let mut scanner = BracketScanner::new(syntax);
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
        let json = BracketSyntax::Json;
        check(json, "{\"a\": \"}\"} {\"b\":\n1}", &["{\"a\": \"}\"}", "{\"b\":/1}"]);
        check(json, "[{},\n{}]", &["{}", "{}"]);
        check(json, "{\"a\"\n{}", &["1:1: unclosed bracket or quote"]);
        check(json, "{\"a\"\n{\"b\": 1}", &["1:1: unclosed bracket or quote", "{\"b\": 1}"]);
        check(
            json,
            "{} x\n{]\n{}\nx\n{}",
            &["{}", "1:4: expected a JSON object", "2:2: ']' does not match the opening bracket", "{}"],
        );
    }

    #[test]
    fn programs_have_comments_and_other_text() {
        let program = BracketSyntax::Program;
        check(program, "x = [1, /* ] */ 2] // [\ny = (')', \"]\")", &["[1, /* ] */ 2]", "(')', \"]\")"]);
        check(program, "'(1 '(2))", &["(1 '(2))"]);
        check(program, "for (i = 0; ii < 9; i++) { [don't] }", &["(i = 0; ii < 9; i++)", "{ [don't] }"]);
        check(program, "[1, 2)] (3", &["[1, 2)]", "(3"]);
        let string = format!("\"{}\"", ".".repeat(36));
        check(program, &format!("x = {string}; y = \"1.\""), &[&string]);
        check(program, &"[".repeat(65), &["1:65: brackets are nested too deeply"]);
    }
}
