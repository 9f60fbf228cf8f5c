//! Decides whether a text is data or a document.

use std::io;

use super::items::{Item, is_size, items};
use super::reader::DocumentReader;
use crate::puzzle::board::BoardOptions;
use crate::text::grid_builder::GridBuilder;
use crate::text::lines::{AnyLines, Lines};
use crate::text::plain::board_layout::BoardLayout;
use crate::text::plain::layout::{Arrangement, CellSeparator};
use crate::text::plain::layout_vote::{KnownBoard, full_votes, is_plain};
use crate::text::plain::prose::has_word;
use crate::text::structure::{FormatReader, may_start_format};
use crate::text::text_line::TextLine;

/// Returns whether `lines`, in which lists occur, contain nothing but lists, or are MiniZinc data.
pub(in crate::text) fn are_lists(lines: &[&TextLine]) -> bool {
    lines.iter().all(|line| may_start_format(line) || is_list_data(&line.text))
}

/// Returns whether a line is part of a list without other text, or of MiniZinc data.
pub(in crate::text) fn is_list_data(line: &str) -> bool {
    line.contains("array2d(") || is_size(line) || is_list_line(line.trim())
}

/// Returns whether a line contains only brackets, cells and separators.
fn is_list_line(text: &str) -> bool {
    let line = TextLine::new(1, text.to_owned());
    !text.contains('=') && items(&line).iter().all(|item| !matches!(item, Item::Foreign(_)))
}

/// Returns whether some of `lines` are text that no format explains.
pub(in crate::text) fn has_text(lines: &[&TextLine], known: KnownBoard<'_>) -> bool {
    lines.iter().any(|line| is_text(&line.text) && !is_explained(line, known))
}

fn is_explained(line: &TextLine, known: KnownBoard<'_>) -> bool {
    is_plain(line, known) || may_start_format(line) || is_list_data(&line.text)
}

/// Returns whether `lines`, for which the layout `board` has been elected, are a document: some of them are text, and a
/// search finds boards.
///
/// A title before the first board does not make a document, and neither do damaged lines in a list of boards.
pub(in crate::text) fn is_document(
    lines: &[&TextLine],
    known: KnownBoard<'_>,
    board: Option<&BoardLayout>,
    builder: &GridBuilder,
) -> bool {
    let is_explained = |line: &&TextLine| is_explained(line, known);
    // A row or a board with another word is damaged.
    let is_damaged = |line: &&TextLine| {
        board.is_some_and(|board| {
            let (cells, _) = board.layout.cells(&line.text);
            let reader = board.cell_reader(&cells);
            let valid = cells.iter().filter(|cell| reader.read(&cell.text).is_ok()).count();
            valid >= board.expected_cells() && !line.text.contains(['[', '{', '(', '=', '"'])
        })
    };
    let is_text = |line: &&TextLine| is_text(&line.text) && !is_explained(line) && !is_damaged(line);
    let Some(last) = lines.iter().rposition(is_text) else { return false };
    if let Some(board) = board {
        let votes = full_votes(lines, known, board);
        let is_list = board.layout.arrangement == Arrangement::Line
            && if board.layout.separator == CellSeparator::SurroundingText {
                votes == lines.len()
            } else {
                let has_length =
                    |line: &&&TextLine| board.layout.cells(&line.text).0.len() == board.expected_cells();
                2 * lines.iter().filter(has_length).count() >= lines.len()
            };
        let first = lines.iter().position(is_explained).unwrap_or(0);
        let is_title = |line: &&TextLine| !line.text.contains(['[', '{', '(', '=', '<']);
        if is_list || last < first && lines[..=last].iter().all(is_title) {
            return false;
        }
    }
    let has_few_rows = board.is_some_and(|board| full_votes(lines, known, board) < board.expected_lines());
    has_few_rows && is_mostly_text(lines) || has_board(lines, &builder.board)
}

/// Returns whether most of `lines` are sentences or statements.
pub(in crate::text) fn is_mostly_text(lines: &[&TextLine]) -> bool {
    2 * lines.iter().filter(|line| is_text(&line.text)).count() > lines.len()
}

/// Returns whether a line contains a word, or punctuation that occurs only in program text.
fn is_text(line: &str) -> bool {
    // A control character is an error, whatever surrounds it, and so is a link without a puzzle.
    let is_link = line.starts_with("http") && !line.trim().contains(char::is_whitespace);
    if is_link || line.contains(|c: char| c.is_control() && c != '\t') {
        return false;
    }
    has_word(line) || line.contains(['{', '}', '(', ')', '[', ']', '=', '"', '`'])
}

/// Returns whether a search finds a board, or a damaged one, in `lines`.
fn has_board(lines: &[&TextLine], board: &BoardOptions) -> bool {
    let mut builder = GridBuilder::new(board.clone(), None);
    let mut buffer = Lines::new(io::empty());
    buffer.put_back(lines.iter().map(|&line| line.clone()).collect());
    let buffer: &mut AnyLines<'_> = &mut buffer;
    let mut reader = DocumentReader::new(false);
    loop {
        match reader.next(buffer, &mut builder) {
            Ok(Some(_)) | Err(_) => return true,
            Ok(None) if buffer.peek().is_none() => return false,
            Ok(None) => drop(buffer.next()),
        }
    }
}
