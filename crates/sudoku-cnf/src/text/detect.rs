//! Detects the format of an input from its buffered lines.
//!
//! The input has a structured format if one of its lines matches that format and no earlier line is a row or a whole
//! board. It is a [document](super::document) if some lines are text and a search finds a board. Otherwise, it is
//! assumed to consist of [plain boards](super::plain::detection).

use super::canvas::{self, CanvasReader};
use super::document::choice::{are_lists, has_text, is_document, is_list_data};
use super::document::reader::DocumentReader;
use super::document::rule_fields;
use super::error::TextError;
use super::format::Format;
use super::grid_builder::GridBuilder;
use super::link_text::{has_link, is_link};
use super::options::{ReadOptions, TextKind};
use super::plain::board_layout::BoardLayout;
use super::plain::detection::{self, PlainBoards};
use super::plain::detection::{elect_first, known_board};
use super::plain::layout::Layout;
use super::plain::layout_vote::{KnownBoard, full_votes, is_plain};
use super::plain::line_class::looks_like_cells;
use super::structure::{FormatReader, TextStart};
use super::text_line::TextLine;
use super::token;

/// The detected format of an input.
#[derive(Debug)]
pub(super) enum Detected {
    Plain(PlainBoards),
    /// A structured format, represented by its reader.
    Structured(Format, Box<dyn FormatReader>),
}

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
/// part of another line has arrived after `lines`. `format` is the only format to consider, if any.
///
/// # Errors
/// Returns an error if the layout is ambiguous, or if a table with numbered rows and columns is not square.
pub(super) fn detect(
    lines: &[&TextLine],
    has_partial_line: bool,
    builder: &mut GridBuilder,
    format: Option<Format>,
    options: &ReadOptions,
) -> Result<Option<Detected>, TextError> {
    if let Some(list) = detection::standard_list(lines, builder).filter(|_| format.is_none()) {
        return Ok(Some(Detected::Plain(list)));
    }
    if format.is_none_or(|format| matches!(format, Format::Grid | Format::Rows | Format::Line))
        && canvas::starts(lines, builder)
    {
        return Ok(Some(Detected::canvas()));
    }
    let known = known_board(&builder.board, builder.alphabet, format);
    if let Some(detected) = detect_structure(lines, known, builder, format, options.kind)? {
        return Ok(Some(detected));
    }
    let lines = if format.is_none() { before_structure(lines, builder) } else { lines };
    Ok(detection::detect(lines, has_partial_line, builder, format, options.hint)?.map(Detected::Plain))
}

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
    kind: Option<TextKind>,
) -> Result<Option<Detected>, TextError> {
    let found = structured(lines, known, format);
    // JSON puzzles and tags after other text are part of a document.
    let is_part = |index: usize| index > 0 && lines[index].text.trim_start().starts_with(['{', '[', '<']);
    match found {
        Some((_, (Format::List, _))) if format.is_none() && !are_lists(lines) => {}
        Some((index, _)) if kind.is_none() && is_part(index) => {
            rule_fields::find(lines).map_or(Ok(()), Err)?;
            return Ok(Some(Detected::document()));
        }
        Some((_, (found, reader))) => return Ok(Some(Detected::Structured(found, reader))),
        None => {}
    }
    if format.is_some() || kind.is_some() || !has_text(lines, known) {
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
    if canvas::starts(lines, builder) {
        return Some(Detected::canvas());
    }
    if let Some((format, reader)) = recognize(&first.text, &lines[1..]) {
        return Some(Detected::Structured(format, reader));
    }
    if !is_plain(first, KnownBoard::new(&builder.board, builder.alphabet)) {
        return None;
    }
    // If the layout is ambiguous, the reader of the current format reports the line.
    let lines = before_structure(lines, builder);
    let detected = detection::detect(lines, false, builder, None, None).ok().flatten();
    let known = KnownBoard::new(&builder.board, builder.alphabet);
    let is_other = |board: &BoardLayout| {
        full_votes(&lines[..1], known, board) == 1
            && full_votes(lines, known, board) >= board.expected_lines()
            && current.is_none_or(|current| {
                let is_alike = current.layout.arrangement == board.layout.arrangement;
                current.layout != board.layout || current.shape != board.shape && (is_separate || !is_alike)
            })
    };
    detected.filter(|plain| plain.has_header || is_other(&plain.board)).map(Detected::Plain)
}

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
        let is_list = || text.contains(['[', '{', '(', '=']) && is_list_data(text);
        !looks_like_cells(text) && (is_list() || is_structure())
    };
    &lines[..(1..lines.len()).find(is_start).unwrap_or(lines.len())]
}

/// A structured format and a reader for it.
type Found = (Format, Box<dyn FormatReader>);

/// Returns the structured format of the text and the reader for it, together with the index of the line that indicates
/// the format. Returns `None` if the lines contain plain boards or unknown text.
fn structured(lines: &[&TextLine], known: KnownBoard<'_>, format: Option<Format>) -> Option<(usize, Found)> {
    if let Some(format) = format {
        let first = lines.first().map_or("", |line| &line.text);
        return format.spec().structure.map(|structure| (0, (format, (structure.open)(first))));
    }
    // Links can be the strings of a list, or part of any text.
    let has_link = |line: &TextLine| has_link(&line.text) && !is_link(&line.text);
    let is_link_or_board =
        |line: &&&TextLine| has_link(line) || !token::embedded_cells(&line.text).0.is_empty();
    if let Some(line) = lines.iter().find(is_link_or_board).filter(|line| has_link(line)) {
        return recognize(&line.text, &[]).map(|found| (0, found));
    }
    for (index, line) in lines.iter().enumerate() {
        if let Some(found) = recognize(&line.text, &lines[index + 1..]) {
            return Some((index, found));
        }
        if is_plain(line, known) {
            return None;
        }
    }
    None
}

/// Returns the structured format that `line` indicates and its reader, or `None` if it does not indicate one.
///
/// `later` are the lines after `line`.
fn recognize(line: &str, later: &[&TextLine]) -> Option<Found> {
    let line = line.trim_start();
    // A CSV header is weak evidence of a format. JSON, AMPL data and links look like lists.
    let others =
        Format::ALL.iter().copied().rev().filter(|format| !matches!(format, Format::List | Format::Dzn));
    let mut formats = others.chain([Format::List]);
    formats.find_map(|format| {
        let structure = format.spec().structure?;
        (structure.recognizes)(TextStart { line, later }).then(|| (format, (structure.open)(line)))
    })
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
        let lines: Vec<_> = lines.iter().collect();
        let found = match detect(&lines, false, &mut builder, None, &ReadOptions::default()) {
            Ok(None) => "nothing".to_owned(),
            Err(error) => error.to_string(),
            Ok(Some(Detected::Plain(PlainBoards { board, has_header }))) => {
                let (layout, n) = (board.layout, board.shape.size());
                let header = if has_header { " with header" } else { "" };
                format!("{:?} of {:?}, n = {n}{header}", layout.arrangement, layout.notation)
            }
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

    #[test]
    fn structured_formats_are_detected() {
        if cfg!(feature = "formats") {
            check("{\"puzzle\": 1}", "JsonRea");
            check("[\n{", "JsonRea");
        }
        check("{1, 2}", "Documen");
        check("<opensudoku>", "XmlRead");
        check("id,puzzle,solution", "CsvRead");
        check(":0000:x:1..:::", "HodokuR");
        check("x = array2d(1..4", "Documen");
        check("12..\n..1.\n<x>", "Rows of Symbols");
    }
}
