//! Detects the format of an input from its buffered lines.
//!
//! The input has a structured format if one of its lines matches that format and no earlier line is a row or
//! a whole board. Otherwise, the input is assumed to consist of plain boards, and its lines
//! [vote](super::plain::layout_vote) for a layout.

use std::slice;

use super::alphabet::Alphabet;
use super::blank;
#[cfg(feature = "formats")]
use super::canvas::{self, CanvasReader};
#[cfg(feature = "formats")]
use super::document::choice::{are_lists, has_text, is_document};
#[cfg(feature = "formats")]
use super::document::reader::DocumentReader;
#[cfg(feature = "formats")]
use super::document::rule_fields;
use super::error::TextError;
use super::format::Format;
#[cfg(feature = "formats")]
use super::format_spec::FormatInput;
use super::grid_builder::GridBuilder;
#[cfg(feature = "formats")]
use super::link_text::{has_link, is_link};
use super::note::Note;
use super::plain::board_layout::BoardLayout;
use super::plain::layout::{Arrangement, CellSeparator, Layout};
use super::plain::layout_vote::{KnownBoard, elect, full_votes, is_plain};
#[cfg(feature = "formats")]
use super::plain::line_class::looks_like_cells;
use super::plain::line_class::{LineClass, classify, dash_count};
use super::plain::table_header;
#[cfg(feature = "formats")]
use super::structure::{StructuredReader, TextStart};
use super::text_line::TextLine;
#[cfg(feature = "formats")]
use super::token;
use crate::puzzle::board::{BoardOptions, BoxSetting, BoxShape};

/// The detected format of an input.
#[derive(Debug)]
pub(super) enum Detected {
    /// Plain boards. If `has_header` is `true`, the first line is a table header.
    Plain { board: BoardLayout, has_header: bool },
    #[cfg(feature = "formats")]
    /// A structured format, represented by its reader.
    Structured(Format, Box<dyn StructuredReader>),
}

#[cfg(feature = "formats")]
impl Detected {
    /// Boards in any other text.
    pub(super) fn document() -> Self {
        Self::Structured(Format::List, Box::new(DocumentReader::new(false)))
    }

    /// Returns the format of a structured text in a document or, if there is none, that of the document.
    pub(super) fn or_document(detected: Option<Self>) -> Self {
        let structured =
            |detected: &Self| matches!(detected, Self::Structured(format, _) if *format != Format::List);
        detected.filter(structured).unwrap_or_else(Self::document)
    }

    fn canvas() -> Self {
        Self::Structured(Format::Grid, Box::new(CanvasReader::default()))
    }
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
    #[cfg(feature = "formats")]
    if format.is_none_or(|format| matches!(format, Format::Grid | Format::Rows | Format::Line))
        && canvas::starts(lines, builder)
    {
        return Ok(Some(Detected::canvas()));
    }
    #[cfg(feature = "formats")]
    if let Some(detected) =
        detect_structure(lines, known_board(&builder.board, builder.alphabet, format), builder, format)?
    {
        return Ok(Some(detected));
    }
    #[cfg(feature = "formats")]
    let lines = if format.is_none() { before_structure(lines, builder) } else { lines };
    detect_plain(lines, has_partial_line, builder, format, hint)
}

/// Returns what is known of the board before the vote.
fn known_board(board: &BoardOptions, alphabet: Option<Alphabet>, format: Option<Format>) -> KnownBoard<'_> {
    let standard = format.is_some_and(Format::is_standard_only).then_some(BoxShape::STANDARD);
    let known = KnownBoard::new(board, alphabet);
    KnownBoard { shape: known.shape.or(standard), is_format_set: format.is_some(), ..known }
}

#[cfg(feature = "formats")]
/// Returns the structured format of `lines`, or the document that they are. Returns `None` if they are plain boards or
/// unknown text.
///
/// # Errors
/// Returns an error if a document has a field with the name of a rule.
fn detect_structure(
    lines: &[&TextLine],
    known: KnownBoard<'_>,
    builder: &GridBuilder,
    format: Option<Format>,
) -> Result<Option<Detected>, TextError> {
    let found = structured(lines, known, format);
    let is_program = |found: &Format| format.is_none() && *found == Format::List && !are_lists(lines);
    if let Some((found, reader)) = found.filter(|(found, _)| !is_program(found)) {
        return Ok(Some(Detected::Structured(found, reader)));
    }
    if format.is_some() || !has_text(lines, known) {
        return Ok(None);
    }
    let plain = before_structure(lines, builder);
    let elected = elect_first(plain, plain.len(), known, &Layout::all().collect::<Vec<_>>()).ok().flatten();
    let is_document = is_document(lines, known, elected.as_ref(), builder);
    if is_document || elected.is_some() {
        rule_fields::find(lines).map_or(Ok(()), Err)?;
    }
    Ok(is_document.then(Detected::document))
}

/// Detects the layout of `lines`, which are plain boards. See [`detect`].
pub(super) fn detect_plain(
    lines: &[&TextLine],
    has_partial_line: bool,
    builder: &mut GridBuilder,
    format: Option<Format>,
    hint: Option<Format>,
) -> Result<Option<Detected>, TextError> {
    let known = known_board(&builder.board, builder.alphabet, format);
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
    let elected = elect_first(lines, count, known, &Layout::all().filter(accepts).collect::<Vec<_>>());
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
    let is_inferred = known.shape.is_none() && builder.board.boxes == BoxSetting::Inferred;
    if is_inferred && has_nine_lines && !whole_board && board.shape.size() == nine + 1 {
        builder.board.boxes = BoxSetting::Known(BoxShape::STANDARD.into());
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

/// Returns the layout that wins the vote among `lines`. However, if the lines before the first board in this layout
/// contain whole boards in another layout, returns that layout.
fn elect_first(
    lines: &[&TextLine],
    count: usize,
    known: KnownBoard<'_>,
    layouts: &[Layout],
) -> Result<Option<BoardLayout>, TextError> {
    let Some(board) = elect(lines, count, known, layouts)? else { return Ok(None) };
    let is_full = |line: &&TextLine| full_votes(slice::from_ref(line), known, &board) == 1;
    let start = lines.iter().position(is_full).unwrap_or(0);
    // A line of dashes is probably a horizontal line.
    let before = &lines[..start];
    let is_rule = before.iter().all(|line| dash_count(&line.text).is_some());
    let is_other = |other: &BoardLayout| {
        // A line that is a board of another size is probably malformed.
        let is_separate = other.layout.arrangement == Arrangement::Rows
            || board.layout.arrangement == Arrangement::Rows
            || other.shape == board.shape
            || before.last().is_some_and(|last| last.number + 1 < lines[start].number);
        is_separate && full_votes(before, known, other) >= other.expected_lines()
    };
    // Most inputs start with a board in the elected layout.
    let other = if start == 0 || is_rule { None } else { elect_first(before, start, known, layouts)? };
    Ok(Some(other.filter(is_other).unwrap_or(board)))
}

/// Detects another format in front of a line that does not belong to the format of the lines before it. `lines` are
/// the line and those that have arrived after it, and `current` is the layout of the lines before it.
///
/// The line must be the start of structured text or a valid row or board. `is_separate` indicates whether a blank line,
/// a comment or structured text precedes the line. Otherwise, a line is not read as a board of another size, because it
/// is probably malformed.
pub(super) fn detect_next(
    lines: &[&TextLine],
    builder: &mut GridBuilder,
    current: Option<&BoardLayout>,
    is_separate: bool,
) -> Option<Detected> {
    let first = lines.first()?;
    #[cfg(feature = "formats")]
    if canvas::starts(lines, builder) {
        return Some(Detected::canvas());
    }
    #[cfg(feature = "formats")]
    if let Some((format, reader)) = recognize(&first.text, &lines[1..]) {
        return Some(Detected::Structured(format, reader));
    }
    if !is_plain(first, KnownBoard::new(&builder.board, builder.alphabet)) {
        return None;
    }
    // If the layout is ambiguous, the reader of the current format reports the line.
    #[cfg(feature = "formats")]
    let lines = before_structure(lines, builder);
    let detected = detect_plain(lines, false, builder, None, None).ok().flatten();
    let known = KnownBoard::new(&builder.board, builder.alphabet);
    let is_other = |board: &BoardLayout| {
        full_votes(&lines[..1], known, board) == 1
            && full_votes(lines, known, board) >= board.expected_lines()
            && current.is_none_or(|current| {
                let is_alike = current.layout.arrangement == board.layout.arrangement;
                current.layout != board.layout || current.shape != board.shape && (is_separate || !is_alike)
            })
    };
    detected.filter(|detected| match detected {
        Detected::Plain { board, has_header } => *has_header || is_other(board),
        #[cfg(feature = "formats")]
        Detected::Structured(..) => false,
    })
}

/// Returns the layout in which spaces represent blanks, if it fits more lines than `other` does.
fn with_blank_spaces(
    lines: &[&TextLine],
    known: KnownBoard<'_>,
    other: Option<&BoardLayout>,
) -> Option<BoardLayout> {
    // In a row with spaces for blanks, some cells touch each other. In other rows, single spaces separate all cells.
    let has_blank = |line: &&TextLine| line.text.contains("  ") || line.text.contains("| ");
    if !lines.iter().any(has_blank) {
        return None;
    }
    let board = elect(lines, lines.len(), known, &Layout::with_blank_spaces().collect::<Vec<_>>()).ok()??;
    // Spaces are blanks only if there is no other blank.
    let has_mark = |line: &&TextLine| {
        board
            .layout
            .cells(&line.text)
            .0
            .iter()
            .any(|cell| cell.text.chars().any(|c| c == '0' || blank::is_usual(c)))
    };
    if known.shape.is_none() && lines.iter().any(has_mark) {
        return None;
    }
    let votes = full_votes(lines, known, &board);
    let others = other.map_or(0, |other| full_votes(lines, known, other));
    let touch = |line: &&TextLine| {
        let cells = board.layout.cells(&line.text).0;
        cells.len() == board.expected_cells()
            && cells.windows(2).any(|pair| pair.iter().all(|cell| !cell.text.is_empty()))
            && cells.iter().any(|cell| cell.text.is_empty())
    };
    let has_all = votes == lines.len() && votes.is_multiple_of(board.expected_lines());
    (votes > others.max(1) && (has_all || lines.iter().any(touch))).then_some(board)
}

#[cfg(feature = "formats")]
/// Returns the lines in front of the first line, other than the first one, at which a structured format or overlapping
/// boards start.
fn before_structure<'l, 't>(lines: &'l [&'t TextLine], builder: &GridBuilder) -> &'l [&'t TextLine] {
    let is_start = |&index: &usize| {
        let is_adjacent = lines[index].number == lines[index - 1].number + 1;
        if !is_adjacent && canvas::starts(&lines[index..], builder) {
            return true;
        }
        let text = &lines[index].text;
        let is_structure =
            || recognize(text, &lines[index + 1..]).is_some_and(|(format, _)| format != Format::List);
        !looks_like_cells(text) && (is_list_line(text) || is_structure())
    };
    &lines[..(1..lines.len()).find(is_start).unwrap_or(lines.len())]
}

#[cfg(feature = "formats")]
/// Returns whether `line` certainly belongs to a list or to MiniZinc data.
fn is_list_line(line: &str) -> bool {
    let line = line.trim();
    line.starts_with(['[', '{', '(']) && looks_like_cells(&line.replace(['[', ']', '{', '}', '(', ')'], " "))
        || line.contains("array2d(")
        || line.split_once(" = ").is_some_and(|(_, value)| looks_like_number(value))
}

#[cfg(feature = "formats")]
/// Returns whether a value of an assignment is a number, which a semicolon follows.
fn looks_like_number(value: &str) -> bool {
    value.strip_suffix(';').is_some_and(|number| number.parse::<usize>().is_ok())
}

#[cfg(feature = "formats")]
/// A structured format and a reader for it.
type Found = (Format, Box<dyn StructuredReader>);

#[cfg(feature = "formats")]
/// Returns the structured format of the text and the reader for it, or `None` if the lines contain plain boards or
/// unknown text.
fn structured(lines: &[&TextLine], known: KnownBoard<'_>, format: Option<Format>) -> Option<Found> {
    if let Some(format) = format {
        return match format.spec().input {
            FormatInput::Plain(_) => None,
            FormatInput::Structured(structure) => {
                Some((format, (structure.open)(lines.first().map_or("", |line| &line.text))))
            }
        };
    }
    // Links can be the strings of a list, or part of any text.
    let has_link = |line: &TextLine| has_link(&line.text) && !is_link(&line.text);
    let is_link_or_board =
        |line: &&&TextLine| has_link(line) || !token::embedded_cells(&line.text).0.is_empty();
    if let Some(line) = lines.iter().find(is_link_or_board).filter(|line| has_link(line))
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
fn recognize(line: &str, later: &[&TextLine]) -> Option<Found> {
    let line = line.trim_start();
    // Try the formats in reverse order, so that CSV comes last: a CSV header is the weakest evidence of a
    // format.
    let mut formats = Format::ALL.into_iter().rev();
    formats.find_map(|format| match format.spec().input {
        FormatInput::Structured(structure) if (structure.recognizes)(TextStart { line, later }) => {
            Some((format, (structure.open)(line)))
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

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
            Ok(Some(Detected::Structured(_, reader))) => format!("{reader:?}").chars().take(7).collect(),
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
        check("{\"puzzle\": 1}", "JsonRea");
        check("[\n{", "JsonRea");
        check("{1, 2}", "Documen");
        check("<opensudoku>", "XmlRead");
        check("id,puzzle,solution", "CsvRead");
        check(":0000:x:1..:::", "HodokuR");
        check("x = array2d(1..4", "Documen");
        check("12..\n..1.\n<x>", "Rows of Symbols");
    }
}
