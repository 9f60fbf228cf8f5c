//! Detects the format of an input from its buffered lines.
//!
//! The input has a structured format if one of its lines matches that format and no earlier line is a row or
//! a whole board. Otherwise, the input is assumed to consist of plain boards, and its lines
//! [vote](super::plain::layout_vote) for a layout.

use super::blank;
use super::error::TextError;
use super::error_kind::{ExpectedCells, TextErrorKind};
use super::format::Format;
#[cfg(feature = "formats")]
use super::format_spec::FormatInput;
use super::grid_builder::GridBuilder;
#[cfg(feature = "formats")]
use super::json::has_link;
use super::note::Note;
use super::plain::board_layout::BoardLayout;
use super::plain::layout::{CellSeparator, Layout};
#[cfg(feature = "formats")]
use super::plain::layout_vote::is_plain;
use super::plain::layout_vote::{KnownBoard, elect, full_votes};
use super::plain::line_class::{LineClass, classify};
use super::plain::table_header;
#[cfg(feature = "formats")]
use super::structure::{Opened, TextStart};
use super::text_line::TextLine;
use super::token::{self, Notation, Token};
use crate::puzzle::board::BoxShape;

/// The detected format of an input.
#[derive(Debug)]
pub(super) enum Detected {
    /// Plain boards. If `has_header` is `true`, the first line is a table header.
    Plain { board: BoardLayout, has_header: bool },
    #[cfg(feature = "formats")]
    /// A structured format, represented by its reader.
    Structured(Opened),
}

/// Detects the format of `lines`. Returns `None` if the lines do not indicate a format.
///
/// The caller must first remove all lines that cannot contain cells. `has_partial_line` indicates whether
/// part of another line has arrived after `lines`. If `format` is `Some`, only this format is considered.
/// `hint` is the format that the file name indicates, if any.
///
/// # Errors
/// Returns an error if the layout is ambiguous, or if a table with numbered rows and columns is not square.
pub(super) fn detect(
    lines: &[&TextLine],
    has_partial_line: bool,
    builder: &mut GridBuilder,
    format: Option<Format>,
    hint: Option<Format>,
) -> Result<Option<Detected>, TextError> {
    let standard = format.is_some_and(Format::is_standard_only).then_some(BoxShape::STANDARD);
    let known = KnownBoard {
        shape: builder.board.shape().or(standard),
        alphabet: builder.alphabet,
        is_format_set: format.is_some(),
    };
    #[cfg(feature = "formats")]
    if let Some((found, opened)) = structured(lines, known, format) {
        // Brackets and assignments also occur in the text around plain boards.
        if format.is_some() || found != Format::List || !has_rows(lines, known) {
            return Ok(Some(Detected::Structured(opened)));
        }
    }
    let count = lines.len() + usize::from(has_partial_line);
    if format.is_none_or(|format| format == Format::Table)
        && let Some(separator) = table_header::find(lines, count)?
    {
        let tables = Layout::all().filter(|layout| layout.separator != CellSeparator::Whitespace);
        let layouts: Vec<_> = tables.map(|layout| Layout { separator, ..layout }).collect();
        let known = KnownBoard { is_format_set: true, ..known };
        let board = elect(&lines[1..], count - 1, known, &layouts)?;
        return Ok(board.map(|board| Detected::Plain { board, has_header: true }));
    }
    let accepts = |layout: &Layout| format.is_none_or(|format| format.spec().accepts(*layout));
    let elected = elect(lines, count, known, &Layout::all().filter(accepts).collect::<Vec<_>>());
    let other = elected.as_ref().ok().and_then(Option::as_ref);
    let spaced = with_blank_spaces(lines, known, other).filter(|_| format.is_none());
    let board = match spaced {
        Some(board) => board,
        None => match elected? {
            Some(board) => board,
            None => return Ok(None),
        },
    };
    let is_empty_board = |line: &&TextLine| blank::is_empty_standard_board(&line.text);
    if known.shape.is_none() && count == board.expected_cells() && lines.iter().all(is_empty_board) {
        let other = BoxShape::most_square(count);
        builder.note = other.map(|other| Note::EmptyBoards { chosen: board.shape, other });
    }
    // Treat nine lines of ten cells as a malformed 9×9 board, not as a 10×10 board with a missing row.
    let nine = BoxShape::STANDARD.size();
    let has_nine_lines = count == nine || hint.is_some_and(Format::is_standard_only);
    let whole_board = count.is_multiple_of(board.expected_lines());
    if known.shape.is_none() && has_nine_lines && !whole_board && board.shape.size() == nine + 1 {
        builder.board.boxes = Some(BoxShape::STANDARD.into());
        return Ok(None);
    }
    let has_dashes = |line: &&TextLine| {
        let (cells, _) = board.layout.cells(&line.text);
        classify(&line.text) == LineClass::Cells
            && cells.len() == board.expected_cells()
            && cells.iter().any(|cell| cell.text == "-")
    };
    let has_dash_rows = board.layout.is_plain_rows() && lines.iter().any(has_dashes);
    Ok(Some(Detected::Plain { board: BoardLayout { has_dash_rows, ..board }, has_header: false }))
}

/// Returns the layout in which spaces represent blanks, if it fits more lines than `other` does.
fn with_blank_spaces(
    lines: &[&TextLine],
    known: KnownBoard,
    other: Option<&BoardLayout>,
) -> Option<BoardLayout> {
    // In a row with spaces for blanks, some cells touch each other. In other rows, single spaces separate all cells.
    let has_blank = |line: &&TextLine| line.text.contains("  ") || line.text.contains("| ");
    if !lines.iter().any(has_blank) {
        return None;
    }
    let board = elect(lines, 1, known, &Layout::FIXED_WIDTH).ok()??;
    let votes = full_votes(lines, known, &board);
    let others = other.map_or(0, |other| full_votes(lines, known, other));
    let touch = |line: &&TextLine| {
        let cells = board.layout.cells(&line.text).0;
        cells.len() == board.expected_cells()
            && cells.windows(2).any(|pair| pair.iter().all(|cell| !cell.text.is_empty()))
            && cells.iter().any(|cell| cell.text.is_empty())
    };
    (votes > others.max(1) && lines.iter().any(touch)).then_some(board)
}

#[cfg(feature = "formats")]
/// Returns whether `lines` contain enough valid rows without delimiters for a plain board.
fn has_rows(lines: &[&TextLine], known: KnownBoard) -> bool {
    let layouts: Vec<_> = Layout::all().filter(|layout| layout.is_plain_rows()).collect();
    let rows = elect(lines, 1, known, &layouts).ok().flatten();
    rows.is_some_and(|board| full_votes(lines, known, &board) >= board.expected_lines())
}

#[cfg(feature = "formats")]
/// Returns the structured format of the text and the reader for it, or `None` if the lines contain plain boards or
/// unknown text.
fn structured(lines: &[&TextLine], known: KnownBoard, format: Option<Format>) -> Option<(Format, Opened)> {
    if let Some(format) = format {
        return match format.spec().input {
            FormatInput::Plain(_) => None,
            FormatInput::Structured(structure) => {
                Some((format, (structure.open)(lines.first().map_or("", |line| &line.text))))
            }
        };
    }
    // Links can be the strings of a list, or part of any text.
    let is_link_or_board =
        |line: &&&TextLine| has_link(&line.text) || !token::embedded_cells(&line.text).0.is_empty();
    if let Some(line) = lines.iter().find(is_link_or_board).filter(|line| has_link(&line.text))
        && let FormatInput::Structured(links) = Format::FPuzzles.spec().input
    {
        return Some((Format::FPuzzles, (links.open)(&line.text)));
    }
    for (index, line) in lines.iter().enumerate() {
        if let Some(opened) = recognize(&line.text, &lines[index + 1..]) {
            return Some(opened);
        }
        if is_plain(line, known) {
            return None;
        }
    }
    None
}

#[cfg(feature = "formats")]
/// Returns the structured format that `line` indicates and its reader, or `None` if it does not indicate one.
///
/// `later` are the lines after `line`.
fn recognize(line: &str, later: &[&TextLine]) -> Option<(Format, Opened)> {
    let line = line.trim_start();
    let later = later.iter().flat_map(|line| line.text.chars());
    let second = line.chars().skip(1).chain(later).find(|c| !c.is_whitespace());
    // Try the formats in reverse order, so that CSV comes last: a CSV header is the weakest evidence of a
    // format.
    let mut formats = Format::ALL.into_iter().rev();
    formats.find_map(|format| match format.spec().input {
        FormatInput::Structured(structure) if (structure.recognizes)(TextStart { line, second }) => {
            Some((format, (structure.open)(line)))
        }
        _ => None,
    })
}

/// Returns the kind of error for a line that is neither a row nor a whole board.
pub(super) fn not_a_board(line: &str, shape: Option<BoxShape>) -> TextErrorKind {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::board::BoardOptions;

    /// Asserts that the description of the format detected in `text` starts with `expected`.
    ///
    /// The description contains the layout and size of a plain board, or the name of the reader for a
    /// structured format.
    #[track_caller]
    fn check(text: &str, expected: &str) {
        let lines: Vec<_> =
            (1..).zip(text.lines()).map(|(i, line)| TextLine::new(i, line.to_owned())).collect();
        let mut builder = GridBuilder::new(BoardOptions::default(), None);
        let found = match detect(&lines.iter().collect::<Vec<_>>(), false, &mut builder, None, None) {
            Ok(None) => "nothing".to_owned(),
            Err(error) => error.to_string(),
            Ok(Some(Detected::Plain { board, has_header })) => {
                let (layout, n) = (board.layout, board.shape.size());
                let header = if has_header { " with header" } else { "" };
                format!("{:?} of {:?}, n = {n}{header}", layout.arrangement, layout.notation)
            }
            #[cfg(feature = "formats")]
            Ok(Some(Detected::Structured(opened))) => format!("{opened:?}").chars().take(13).collect(),
        };
        assert!(found.starts_with(expected), "{text}: {found}");
    }

    #[test]
    fn plain_layouts_are_detected() {
        check("12....1..2..4..2", "Line of Symbols, n = 4");
        check("12..\n..1.\n.2..\n4..2", "Rows of Symbols, n = 4");
        check("1 2 . . . 6\n. . . . . .", "Rows of Numbers, n = 6");
        check("12 34 3 4\n3 4 12 12", "Rows of Candidates, n = 4");
        check(&"1...".repeat(16), "Line of Positional, n = 4");
        check("1,2,,\n,,1,", "Rows of Numbers, n = 4");
        check("1,2,3,4\n1,,,\n,3,,\n,4,,\n,,,2", "Rows of Numbers, n = 4 with header");
        check("title\nmore text", "nothing");
        check("12  \n  1 \n 2  \n4  2", "Rows of Symbols, n = 4");
        check("|1     2 |\n|2       |\n|4 3     |\n|1       |", "Rows of Symbols, n = 4");
        check("1 5 | 3 4\n3 4 | 1 2\n2 1 | 4 3\n4 3 | 2 1", "Rows of Numbers, n = 4");
        check(&"1...............\n".repeat(16), "1:1: ambiguous size");
        check(&".........\n".repeat(9), "Rows of Symbols, n = 9");
        for n in [49, 50, 64, 100, 121, 225] {
            let rows = format!("{}\n", ".".repeat(n)).repeat(n);
            check(&rows, &format!("Rows of Symbols, n = {n}"));
        }
        check(&format!("{}\n", ".".repeat(64)).repeat(63), "Line of Symbols, n = 8");
        check(&format!("{}\n", ".".repeat(81)).repeat(81), "Line of Symbols, n = 9");
    }

    #[cfg(feature = "formats")]
    #[test]
    fn structured_formats_are_detected() {
        check("{\"puzzle\": 1}", "Lines(JsonRea");
        check("[\n{", "Lines(JsonRea");
        check("{1, 2}", "Lines(ListRea");
        check("[[1, puzzle, 2]]", "Lines(ListRea");
        check("<opensudoku>", "Xml");
        check("id,puzzle,solution", "Lines(CsvRead");
        check(":0000:x:1..:::", "Lines(HodokuR");
        check("a title\nx = array2d(1..4", "Lines(ListRea");
        check("12..\n..1.\n<x>", "Rows of Symbols");
    }
}
