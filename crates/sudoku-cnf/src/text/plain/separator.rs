//! Skips the lines between rows and between puzzles: horizontal lines, blank lines, comments and unused
//! sections.

use super::board_layout::BoardLayout;
use super::layout::Arrangement;
use super::line_class::{self, LineClass, classify, looks_like_cells};
use crate::puzzle::board::{BoxShape, MAX_SIZE};
use crate::text::lines::AnyLines;
use crate::text::text_line::TextLine;
use crate::text::token::{self, Notation};

/// The names of the sections in which programs store the state of a game or its solution.
const OTHER_SECTIONS: [&str; 6] = ["state", "solution", "pencilmarks", "candidates", "colours", "colors"];

/// The kind of separator between two lines with cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::text) enum Separator {
    /// Nothing, or only horizontal lines.
    None,
    /// A single blank line, which separates bands or puzzles.
    EmptyLine,
    /// A separator that ends a puzzle: a comment, a heading or several blank lines.
    PuzzleEnd,
}

/// Skips all lines before the next line with cells. Returns whether the skipped lines contain information
/// that records do not store.
pub(in crate::text) fn skip_to_cells(lines: &mut AnyLines<'_>) -> bool {
    let mut has_other_fields = false;
    skip(lines, None, &mut has_other_fields);
    has_other_fields
}

/// Skips all lines before the next line with cells. Returns the kind of separator that these lines form.
///
/// Sets `has_other_fields` to `true` if the skipped lines contain information that records do not store:
/// `.sdk` fields, or sections other than `[Puzzle]`.
pub(in crate::text) fn skip(
    lines: &mut AnyLines<'_>,
    board: Option<&BoardLayout>,
    has_other_fields: &mut bool,
) -> Separator {
    let mut separator = Separator::None;
    while let Some(Ok(line)) = lines.peek() {
        if board.is_some_and(|board| board.layout.is_blank_row(&line.text, board.expected_cells())) {
            break;
        }
        match classify(&line.text) {
            LineClass::Cells => break,
            LineClass::Empty if board.is_none() && line_class::may_be_blank_row(&line.text) => break,
            LineClass::Rule if is_empty_board(&line.text, board) => break,
            LineClass::Rule if board.is_some_and(|board| board.is_dash_row(&line.text)) => break,
            LineClass::Rule if board.is_none() => {
                if is_dash_row(lines) {
                    break;
                }
            }
            LineClass::Rule => {}
            LineClass::Empty if separator == Separator::None => separator = Separator::EmptyLine,
            LineClass::Empty => separator = Separator::PuzzleEnd,
            LineClass::Comment => {
                separator = Separator::PuzzleEnd;
                *has_other_fields |= line_class::is_sdk_field(&line.text);
                let section = line_class::section(&line.text).map(str::to_ascii_lowercase);
                if section.as_ref().is_some_and(|name| name != "puzzle") {
                    *has_other_fields = true;
                    // A board in a section with another name is a puzzle.
                    let is_other = section.is_some_and(|name| OTHER_SECTIONS.contains(&&*name));
                    if is_other || !lines.line_ahead(1).is_some_and(|line| looks_like_cells(&line.text)) {
                        skip_section(lines);
                    }
                }
            }
        }
        lines.next();
    }
    separator
}

/// Skips a section, for example `[State]`, except for its last line, which the caller skips. A section ends in front of
/// a blank line or another section.
fn skip_section(lines: &mut AnyLines<'_>) {
    let continues =
        |line: &TextLine| !line.text.trim().is_empty() && line_class::section(&line.text).is_none();
    while lines.line_ahead(1).is_some_and(continues) {
        lines.next();
    }
}

/// Returns whether the next line, which contains only dashes and bars, is a row of blanks.
///
/// This is the case if the next line with cells contains dashes as well and has the same number of cells.
fn is_dash_row(lines: &mut AnyLines<'_>) -> bool {
    let dashes = lines.line_ahead(0).and_then(|line| line_class::dash_cells(&line.text));
    let Some(dashes) = dashes.filter(|&dashes| dashes <= MAX_SIZE) else { return false };
    for index in 1..=dashes {
        match lines.line_ahead(index) {
            Some(line) if classify(&line.text) == LineClass::Rule => {}
            Some(line) if classify(&line.text) == LineClass::Cells => {
                return line.text.contains('-') && token::cell_count(&line.text, Notation::Symbols) == dashes;
            }
            _ => return false,
        }
    }
    false
}

/// Returns whether a line is an empty board written as dashes rather than a horizontal line between rows.
fn is_empty_board(line: &str, board: Option<&BoardLayout>) -> bool {
    let Some(dashes) = line_class::dash_count(line) else { return false };
    match board {
        Some(board) => board.layout.arrangement == Arrangement::Line && dashes == board.expected_cells(),
        None => BoxShape::most_square(dashes.isqrt()).is_some_and(|shape| shape.size().pow(2) == dashes),
    }
}

/// Returns whether a line between puzzles is always skipped, regardless of the lines after it.
pub(in crate::text) fn is_skipped(line: &TextLine) -> bool {
    match classify(&line.text) {
        LineClass::Empty => true,
        LineClass::Comment => line_class::section(&line.text).is_none(),
        LineClass::Cells | LineClass::Rule => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::lines::Lines;

    #[track_caller]
    fn check(text: &str, expected: Separator, next: Option<&str>, expected_more: bool) {
        let mut lines = Lines::new(text.as_bytes());
        let mut has_other_fields = false;
        assert_eq!(skip(&mut lines, None, &mut has_other_fields), expected, "{text}");
        assert_eq!(lines.next().map(|line| line.unwrap().text).as_deref(), next, "{text}");
        assert_eq!(has_other_fields, expected_more, "{text}");
    }

    #[test]
    fn lines_separate_bands_and_puzzles() {
        check("12..", Separator::None, Some("12.."), false);
        check("---+---\n12..", Separator::None, Some("12.."), false);
        check("\n12..", Separator::EmptyLine, Some("12.."), false);
        check("\n\n12..", Separator::PuzzleEnd, Some("12.."), false);
        check("# x\n12..", Separator::PuzzleEnd, Some("12.."), false);
        check("#A x\n12..", Separator::PuzzleEnd, Some("12.."), true);
        check("[State]\n34..\n[Puzzle]\n12..", Separator::PuzzleEnd, Some("12.."), true);
        check("", Separator::None, None, false);
    }
}
