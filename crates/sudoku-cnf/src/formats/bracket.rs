//! Bracketed text: from an opening bracket to the closing one, over as many lines as it takes.

use std::io::Read;

use super::error::{ReadError, TextErrorKind};
use super::source::{Line, Lines};

/// The longest bracketed text that is taken: a board of the largest size needs 5 MB.
const MAX_TEXT: usize = 1 << 23;
/// How deep brackets may be nested.
const MAX_DEPTH: usize = 64;

/// How text between brackets is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Syntax {
    /// As JSON: strings in double quotes; objects, and between them nothing but commas and the brackets of an array
    /// that they are in.
    Json,
    /// As programming languages: strings in either quotes, `%` and `//` begin a comment, and any text may stand
    /// between two lists.
    Program,
}

/// Cuts an input into bracketed texts.
#[derive(Debug)]
pub(super) struct Brackets {
    syntax: Syntax,
    /// The line that a bracketed text ended in, and what of it was read.
    rest: Option<(Line, Position)>,
}

/// How far a line was read.
#[derive(Clone, Copy, Debug)]
struct Position {
    offset: usize,
    column: usize,
}

/// A character of a line and where it is.
struct Cursor<'a> {
    text: &'a str,
    offset: usize,
    column: usize,
}

impl Cursor<'_> {
    fn next(&mut self) -> Option<char> {
        let c = self.text[self.offset..].chars().next()?;
        self.offset += c.len_utf8();
        self.column += 1;
        Some(c)
    }

    fn peek(&self) -> Option<char> {
        self.text[self.offset..].chars().next()
    }
}

/// An opening bracket or quote that was not closed so far.
struct Open {
    /// Which of the lines it is in.
    piece: usize,
    column: usize,
    closing: char,
}

impl Brackets {
    pub(super) fn new(syntax: Syntax) -> Self {
        Self { syntax, rest: None }
    }

    /// The next bracketed text, by lines: the first from the opening bracket, the last up to the closing one.
    ///
    /// # Errors
    /// If the brackets do not match, or JSON is between text that is none; reading goes on behind that line.
    pub(super) fn next<R: Read>(&mut self, lines: &mut Lines<R>) -> Option<Result<Vec<Line>, ReadError>> {
        let mut pieces: Vec<Line> = Vec::new();
        let mut open: Vec<Open> = Vec::new();
        let mut size = 0;
        loop {
            let (line, position) = match self.rest.take() {
                Some(rest) => rest,
                None => match lines.next() {
                    Some(Ok(line)) => {
                        let position = Position { offset: 0, column: line.first_column };
                        (line, position)
                    }
                    Some(Err(error)) => return Some(Err(error)),
                    None => {
                        let first = open.first()?;
                        let error = pieces[first.piece].error(first.column, 1, TextErrorKind::Unclosed);
                        return Some(Err(error.into()));
                    }
                },
            };
            if self.syntax == Syntax::Json && is_next_object(&line, &open) {
                // One line that breaks off costs no other.
                self.rest = Some((line, position));
                let error = pieces[0].error(pieces[0].first_column, 1, TextErrorKind::Unclosed);
                return Some(Err(error.into()));
            }
            size += line.text.len();
            if size > MAX_TEXT && !open.is_empty() {
                lines.end();
                let error = pieces[0].error(pieces[0].first_column, 1, TextErrorKind::LongList(MAX_TEXT));
                return Some(Err(error.into()));
            }
            match self.line(&line, position, &mut pieces, &mut open) {
                Ok(None) => {}
                Ok(Some(end)) => {
                    self.rest = Some((line, end));
                    return Some(Ok(pieces));
                }
                Err(error) => return Some(Err(error)),
            }
        }
    }

    /// Takes a line from a position on; where a bracketed text ends in it.
    fn line(
        &self,
        line: &Line,
        Position { offset, column }: Position,
        pieces: &mut Vec<Line>,
        open: &mut Vec<Open>,
    ) -> Result<Option<Position>, ReadError> {
        let mut cursor = Cursor { text: &line.text, offset, column };
        let (mut from, mut first_column) = (offset, column);
        loop {
            let (at, column) = (cursor.offset, cursor.column);
            let Some(c) = cursor.next() else { break };
            match c {
                '"' | '\'' if !open.is_empty() && self.is_quote(c, &cursor) => {
                    skip_string(&mut cursor, c)
                        .ok_or_else(|| line.error(column, 1, TextErrorKind::Unclosed))?;
                }
                _ if self.syntax == Syntax::Program && begins_comment(&line.text[at..]) => {
                    match line.text[at..].strip_prefix("/*").and_then(|rest| rest.find("*/")) {
                        Some(length) => while cursor.offset < at + length + 4 && cursor.next().is_some() {},
                        None => break,
                    }
                }
                // Of an array at the top each object is a text of its own.
                '[' | ']' if self.syntax == Syntax::Json && open.is_empty() => {}
                '[' | '{' | '(' => {
                    if open.is_empty() {
                        (from, first_column) = (at, column);
                    }
                    if open.len() == MAX_DEPTH {
                        return Err(line.error(column, 1, TextErrorKind::Depth).into());
                    }
                    let closing = match c {
                        '[' => ']',
                        '{' => '}',
                        _ => ')',
                    };
                    open.push(Open { piece: pieces.len(), column, closing });
                }
                ']' | '}' | ')' => match open.pop() {
                    Some(Open { closing, .. }) if closing == c => {
                        if open.is_empty() {
                            pieces.push(part(line, from, cursor.offset, first_column));
                            return Ok(Some(Position { offset: cursor.offset, column: cursor.column }));
                        }
                    }
                    None if self.syntax == Syntax::Program => {}
                    _ => return Err(line.error(column, 1, TextErrorKind::Mismatch(c)).into()),
                },
                _ if self.syntax == Syntax::Json && open.is_empty() && !(c.is_whitespace() || c == ',') => {
                    let length = line.text[at..].trim_end().chars().count();
                    return Err(line.error(column, length, TextErrorKind::NotA("JSON object")).into());
                }
                _ => {}
            }
        }
        if !open.is_empty() {
            pieces.push(part(line, from, cursor.offset, first_column));
        }
        Ok(None)
    }

    /// Whether a character begins a string: an apostrophe before a bracket is Lisp's.
    fn is_quote(&self, c: char, after: &Cursor<'_>) -> bool {
        c == '"' || self.syntax == Syntax::Program && after.peek() != Some('(')
    }
}

/// Whether a program's comment begins here: `%`, `//`, `/*`, `# `, `-- ` or `; ` before a word.
pub(super) fn begins_comment(text: &str) -> bool {
    let is_word = |rest: &str| rest.trim_start().chars().take(2).filter(|c| c.is_alphabetic()).count() == 2;
    let after = |start: &str| text.strip_prefix(start);
    text.starts_with('%')
        || text.starts_with("//")
        || text.starts_with("/*")
        || after("#").is_some_and(|rest| !rest.starts_with(['(', '[', '{']) && !rest.contains("A("))
        || after("--").is_some_and(|rest| rest.starts_with([' ', '-']))
        || after("; ").is_some_and(is_word)
}

/// Whether a line begins an object where an object is open: after the key of a value no line begins so.
fn is_next_object(line: &Line, open: &[Open]) -> bool {
    open.first().is_some_and(|open| open.closing == '}')
        && line.first_column == 1
        && line.text.starts_with("{\"")
}

/// Takes the rest of a string; `None` if it does not end on its line.
fn skip_string(cursor: &mut Cursor<'_>, quote: char) -> Option<()> {
    while let Some(c) = cursor.next() {
        if c == '\\' {
            cursor.next();
        } else if c == quote {
            return Some(());
        }
    }
    None
}

fn part(line: &Line, from: usize, to: usize, first_column: usize) -> Line {
    Line { number: line.number, text: line.text[from..to].to_owned(), first_column }
}
