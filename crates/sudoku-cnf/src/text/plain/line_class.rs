//! Classifies lines of text as lines of cells, horizontal lines, blank lines or comments.

use crate::puzzle::board::BoxShape;
use crate::text::error_kind::{ExpectedCells, TextErrorKind};
use crate::text::token::{self, Notation, Token, is_bar};

/// The minimum number of cells in a row.
const MIN_CELLS: usize = 4;

/// The maximum length of a heading that consists of a number and marks.
const MAX_HEADING: usize = 40;

/// The class of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::text) enum LineClass {
    /// A line that contains cells or unrecognized text.
    Cells,
    /// A horizontal line between rows, for example `---+---`.
    Rule,
    /// A blank line.
    Empty,
    /// A comment, a Markdown code fence, or a heading.
    Comment,
}

/// Classifies a line without considering the surrounding lines.
pub(in crate::text) fn classify(line: &str) -> LineClass {
    // Old DOS programs mark the end of a file with the control character SUB.
    let line = line.trim().trim_end_matches('\u{1a}');
    if line.is_empty() {
        LineClass::Empty
    } else if line.starts_with(['#', '%'])
        || line.starts_with("//")
        || line.starts_with("```")
        || is_command(line)
        || is_heading(line)
    {
        LineClass::Comment
    } else if is_rule(line) {
        LineClass::Rule
    } else {
        LineClass::Cells
    }
}

/// Returns whether a line is a LaTeX command, for example `\begin{sudoku}`.
fn is_command(line: &str) -> bool {
    line.strip_prefix('\\').is_some_and(|name| name.starts_with(|c: char| c.is_ascii_alphabetic()))
}

/// Returns whether a line is a heading, for example `Grid 01`, `Puzzle #3:` or `[Puzzle]`.
fn is_heading(line: &str) -> bool {
    section(line).is_some() || is_number_heading(line) || {
        let end = line.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(line.len());
        let (word, rest) = line.split_at(end);
        let word = word.to_ascii_lowercase();
        matches!(&*word, "grid" | "puzzle" | "sudoku" | "board" | "game" | "no" | "number")
            && rest.len() < 20
            && rest.chars().all(|c| c.is_ascii_digit() || matches!(c, ' ' | '#' | ':' | '.' | '\t'))
    }
}

/// Returns whether a line consists of a number and marks around it, as in `--- 12 ---` and `(12)`.
fn is_number_heading(line: &str) -> bool {
    // Most lines are longer, and this function is called for each of them.
    if line.len() > MAX_HEADING {
        return false;
    }
    let number = line.trim_matches(|c: char| !c.is_ascii_digit());
    let Some((before, after)) = line.split_once(number).filter(|_| !number.is_empty()) else { return false };
    let are_marks = |marks: &str| {
        marks.trim().len() >= 2 && marks.trim().chars().all(|c| matches!(c, '-' | '=' | '*' | '#'))
    };
    let is_enclosed = (before, after) == ("(", ")") || matches!((before, after), ("", ":" | ")"));
    let is_separate = before.ends_with(' ') && after.starts_with(' ');
    number.len() <= 4
        && number.bytes().all(|byte| byte.is_ascii_digit())
        && (is_enclosed || is_separate && are_marks(before) && are_marks(after))
}

/// Returns whether a line consists only of tabs (at least three) and could therefore be a blank table row.
pub(in crate::text) fn may_be_blank_row(line: &str) -> bool {
    line.len() > 2 && line.bytes().all(|byte| byte == b'\t')
}

/// Returns whether a line is a field of an `.sdk` file, for example `#A` (author) or `#D` (description).
pub(in crate::text) fn is_sdk_field(line: &str) -> bool {
    let field = line.trim().strip_prefix('#').map(str::as_bytes);
    matches!(field, Some([b'A' | b'B' | b'C' | b'D' | b'L' | b'S' | b'U', rest @ ..])
        if !rest.first().is_some_and(u8::is_ascii_alphanumeric))
}

/// Returns the name in a section heading, for example `Puzzle` for `[Puzzle]`. Returns `None` for any other
/// line.
pub(in crate::text) fn section(line: &str) -> Option<&str> {
    let name = line.trim().strip_prefix('[')?.strip_suffix(']')?;
    (name.len() > 1 && name.chars().all(char::is_alphabetic)).then_some(name)
}

/// Returns the number of dashes in a line that consists only of dashes, or `None` for any other line.
///
/// Such a line can be either a horizontal line or an empty board.
pub(in crate::text) fn dash_count(line: &str) -> Option<usize> {
    let line = line.trim();
    (!line.is_empty() && line.bytes().all(|byte| byte == b'-')).then_some(line.len())
}

/// Returns the number of dashes in a line that consists only of dashes, bars and white space, or `None` for any
/// other line.
pub(in crate::text) fn dash_cells(line: &str) -> Option<usize> {
    let are_dashes = line.chars().all(|c| c == '-' || c.is_whitespace() || is_bar(c));
    let dashes = line.matches('-').count();
    (are_dashes && dashes > 0).then_some(dashes)
}

/// Returns whether a line consists of digits and of characters that occur between or instead of digits in a board.
///
/// Such a line is never skipped as text, because it may belong to a board.
pub(in crate::text) fn looks_like_cells(line: &str) -> bool {
    let mut cells = 0;
    for c in line.chars() {
        match c {
            // An empty field between delimiters is a cell.
            '0'..='9' | '.' | '_' | '*' | '·' | ',' | ';' => cells += 1,
            c if c.is_whitespace() || is_bar(c) || matches!(c, '-' | '+' | 'x' | 'X') => {}
            _ => return is_large_board(line),
        }
    }
    cells >= MIN_CELLS && line.contains(|c: char| c.is_ascii_digit())
}

/// Returns whether a line consists of n² or n³ digits, letters and dots for a board size n from 16 on.
fn is_large_board(line: &str) -> bool {
    let line = line.trim();
    let is_cell = |c: char| c.is_ascii_alphanumeric() || c == '.';
    let is_power = || (16..=36).any(|n: usize| [n.pow(2), n.pow(3)].contains(&line.len()));
    line.len() >= 256
        && is_power()
        && line.chars().all(is_cell)
        && line.contains(|c: char| c.is_ascii_digit())
}

/// Returns the kind of error for a line that is neither a row nor a whole board.
pub(in crate::text) fn not_a_board(line: &str, shape: Option<BoxShape>) -> TextErrorKind {
    if line.trim_start().starts_with("http") {
        return TextErrorKind::Expected("a link that contains a puzzle; this puzzle is on the server");
    }
    let words = token::words(line);
    let is_number = |word: &Token<'_>| word.text.chars().all(|c| c.is_ascii_digit());
    let are_numbers = words.len() > 1
        && words.iter().all(|word| word.text.len() <= 4)
        && words.iter().any(|word| is_number(word) && word.text.len() > 1);
    let notation = if are_numbers { Notation::Numbers } else { Notation::Symbols };
    let found = token::cell_count(line, notation);
    match shape {
        Some(shape) => TextErrorKind::CellCount { found, expected: ExpectedCells::RowOrBoard(shape) },
        None => TextErrorKind::NoBoard { cells: found },
    }
}

/// Returns whether a line is a horizontal line, for example `------+------`, `+===+===+`, `*---*---*`,
/// `├───┼───┤` or `.-----.-----.`.
fn is_rule(line: &str) -> bool {
    let is_stroke = |c| matches!(c, '-' | '=' | '─' | '━' | '═' | '╌' | '┄');
    // Single dashes with spaces between them are blank cells, not a horizontal line.
    let is_row = line.split_whitespace().count() > 1 && line.split_whitespace().all(|word| word == "-");
    let corners = if line.contains("---") { ".:'`," } else { "" };
    !is_row
        && line.chars().any(is_stroke)
        && line.chars().all(|c| {
            is_stroke(c)
                || is_bar(c)
                || c.is_whitespace()
                || matches!(c, '+' | '*' | '\u{2500}'..='\u{257f}')
                || corners.contains(c)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(lines: &[&str], expected: LineClass) {
        for line in lines {
            assert_eq!(classify(line), expected, "{line}");
        }
    }

    #[test]
    fn classifies_lines() {
        check(&["", " \t", "\u{1a}"], LineClass::Empty);
        check(&["---+---", "+===+", "*-----*", "├───┼───┤", ".---.---.", "'---'", "----"], LineClass::Rule);
        check(
            &[
                "# x",
                "% x",
                "// x",
                "```",
                "Grid 01",
                "puzzle #3:",
                "[Puzzle]",
                "[State]",
                "\\begin{sudoku}",
                "--- 1 ---",
                "=== 12 ===",
                "(1)",
                "1:",
            ],
            LineClass::Comment,
        );
        check(
            &["12..", "- - - -", "Gridlock 1", "[1]", "| . . |", "1|2", "-- 1", "1 - - -", "(1,2)", "1."],
            LineClass::Cells,
        );
    }

    #[test]
    fn recognizes_sections_fields_dashes_and_tabs() {
        assert_eq!([section("[Puzzle]"), section("[1]"), section("x")], [Some("Puzzle"), None, None]);
        assert!(
            is_sdk_field("#A Anna") && is_sdk_field("#D") && !is_sdk_field("#Author") && !is_sdk_field("# x")
        );
        assert_eq!([dash_count("---"), dash_count("-+-"), dash_count("")], [Some(3), None, None]);
        assert_eq!([dash_cells("|--|--|"), dash_cells("--+--"), dash_cells("|")], [Some(4), None, None]);
        assert!(may_be_blank_row("\t\t\t") && !may_be_blank_row("\t\t") && !may_be_blank_row("\t \t"));
    }
}
