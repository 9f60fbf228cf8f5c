//! Decides how many lines must have arrived before the format of an input can be detected.

use super::alphabet::Alphabet;
use super::blank;
use super::lines::AnyLines;
use super::plain::line_class::{self, LineClass, classify};
use super::plain::prose::has_word;
use super::plain::table_header;
use super::text_line::TextLine;
use super::token::{self, Notation};
use crate::puzzle::board::{BoardOptions, MAX_SIZE};

/// The maximum number of lines of text before the first board that are read together with it.
const MAX_TEXT_LINES: usize = 64;
/// The minimum number of cells in a line of text that may contain a board.
const MIN_CELLS: usize = 16;

/// Reads ahead until the layout of the first board is clear. `unknown` contains the board options if neither the format
/// nor the size of the board is known.
pub(super) fn buffer_board(lines: &mut AnyLines<'_>, unknown: Option<&BoardOptions>) {
    // A table header can be recognized only together with the lines after it.
    let needed = lines.buffered().next().and_then(|line| table_header::lines_needed(&line.text));
    lines.buffer_lines(needed.unwrap_or(0));
    if let Some(board) = unknown {
        let first = lines.buffered().find(|line| may_have_cells(line));
        let rows = first.map(|line| possible_rows(&line.text, board));
        lines.buffer_lines(rows.unwrap_or(0));
        let first = lines.buffered().find(|line| may_have_cells(line));
        let blanks = first.and_then(|line| blank_rows(&line.text, board));
        if let Some(n) = blanks {
            let may_be_row =
                |line: &TextLine| line.text.is_empty() || blank_rows(&line.text, board) == blanks;
            lines.buffer_lines_while(n, may_be_row);
        }
    }
}

/// Reads ahead to the first line that may belong to a board, if only text has arrived. Returns whether there are more
/// lines.
///
/// Programs may print a title or a log long before a board. The detected format must not depend on when the board
/// arrives.
pub(super) fn buffer_text(lines: &mut AnyLines<'_>) -> bool {
    let before = lines.buffered().count();
    if !lines.buffered().all(is_text) {
        return false;
    }
    lines.buffer_lines_while(MAX_TEXT_LINES, is_text);
    lines.buffered().count() > before
}

/// Returns whether a line is blank, a comment, or text that is too short for a board.
fn is_text(line: &TextLine) -> bool {
    let cells = line.text.chars().filter(|&c| c.is_ascii_digit() || c == '.').count();
    matches!(classify(&line.text), LineClass::Empty | LineClass::Comment)
        || has_word(&line.text) && cells < MIN_CELLS
}

/// Returns whether a line may contain cells.
///
/// A line of dashes looks like a horizontal line, a Lisp array looks like a comment, and a line of tabs looks
/// like a blank line, but each of them may contain cells.
pub(super) fn may_have_cells(line: &TextLine) -> bool {
    classify(&line.text) == LineClass::Cells
        || line_class::dash_count(&line.text).is_some()
        || line.text.starts_with("#2A(")
        || line_class::may_be_blank_row(&line.text)
}

/// Returns n if `line` could be both a whole board and a row of an n×n board, and 0 otherwise.
///
/// The lines after it then determine the layout. Only 16 and 36 cells, and 25 cells of Latin squares, are common for
/// both. A row contains no digit twice, and a board contains no digit larger than 4, 5 or 6.
fn possible_rows(line: &str, board: &BoardOptions) -> usize {
    let cells = token::cell_count(line, Notation::Symbols);
    if !matches!(cells, 16 | 25 | 36) || board.inferred_shape(cells.isqrt()).is_none() {
        return 0;
    }
    let digits: Vec<_> = line.chars().filter_map(|c| c.to_digit(36)).filter(|&digit| digit > 0).collect();
    let is_row = (1..36).all(|digit| digits.iter().filter(|&&other| other == digit).count() <= 1);
    let is_board = digits.iter().all(|&digit| (digit as usize).pow(2) <= cells);
    if is_row && is_board { cells } else { 0 }
}

/// Returns n if `line` consists of n > 36 blanks and could be a row of an n×n board.
fn blank_rows(line: &str, board: &BoardOptions) -> Option<usize> {
    let n = blank::blank_count(line).filter(|&n| n > Alphabet::FromZero.largest())?;
    let is_size = n <= MAX_SIZE && board.inferred_shape(n).is_some();
    (is_size && !blank::is_empty_standard_board(line)).then_some(n)
}
