//! Detects the layout of plain boards from the lines that have arrived. The lines [vote](super::layout_vote) for it.

use std::slice;

use super::board_layout::BoardLayout;
use super::layout::{Arrangement, CellSeparator, Layout};
use super::layout_vote::{KnownBoard, elect, full_votes};
use super::line_class::{LineClass, classify, dash_count};
use super::table_header;
use crate::puzzle::board::{BoardOptions, BoxSetting, BoxShape};
use crate::text::alphabet::Alphabet;
use crate::text::blank;
use crate::text::cell_reader::CellContent;
use crate::text::error::TextError;
use crate::text::format::Format;
use crate::text::grid_builder::GridBuilder;
use crate::text::note::Note;
use crate::text::text_line::TextLine;
use crate::text::token::Notation;

/// The layout of plain boards.
#[derive(Clone, Copy, Debug)]
pub(in crate::text) struct PlainBoards {
    pub(in crate::text) board: BoardLayout,
    /// Whether the first line is a table header.
    pub(in crate::text) has_header: bool,
}

/// Returns the layout of a list of standard boards, one on each of `lines`, in plain digits with at least one given.
/// Returns `None` for any other text.
///
/// Such lists are the most common input. This takes a small fraction of the time of a vote, which has the same result.
pub(in crate::text) fn standard_list(lines: &[&TextLine], builder: &GridBuilder) -> Option<PlainBoards> {
    let is_line = |layout: &Layout| layout.is_plain_line() && layout.notation == Notation::Symbols;
    let shape = KnownBoard::new(&builder.board, builder.alphabet).shape;
    let shape = shape.or_else(|| builder.board.inferred_shape(BoxShape::STANDARD.size()))?;
    let is_standard = shape.size() == BoxShape::STANDARD.size() && builder.board.layout.is_none();
    let alphabet = builder.alphabet.unwrap_or_default();
    let board = BoardLayout { alphabet, ..BoardLayout::new(Layout::all().find(is_line)?, shape) };
    let has_board = |line: &&TextLine| {
        let cells = board.plain_digits(&line.text);
        cells.is_some_and(|cells| cells.iter().any(|cell| *cell != CellContent::Blank))
    };
    let is_list = is_standard && !lines.is_empty() && lines.iter().all(has_board);
    is_list.then_some(PlainBoards { board, has_header: false })
}

/// Detects the layout of `lines`, which are plain boards. Returns `None` if the lines do not indicate one.
///
/// The parameters are those of [`detect`](crate::text::detect::detect).
///
/// # Errors
/// Returns an error if the layout is ambiguous, or if a table with numbered rows and columns is not square.
pub(in crate::text) fn detect(
    lines: &[&TextLine],
    has_partial_line: bool,
    builder: &mut GridBuilder,
    format: Option<Format>,
    hint: Option<Format>,
) -> Result<Option<PlainBoards>, TextError> {
    let known = known_board(&builder.board, builder.alphabet, format);
    let count = lines.len() + usize::from(has_partial_line);
    if format.is_none_or(|format| format == Format::Table)
        && let Some(separator) = table_header::find(lines, count)?
    {
        let tables = Layout::all().filter(|layout| layout.separator != CellSeparator::Whitespace);
        let layouts: Vec<_> = tables.map(|layout| Layout { separator, ..layout }).collect();
        let known = KnownBoard { is_format_set: true, ..known };
        let board = elect(&lines[1..], count - 1, known, &layouts)?;
        return Ok(board.map(|board| PlainBoards { board, has_header: true }));
    }
    let accepts = |layout: &Layout| format.is_none_or(|format| (format.spec().accepts)(*layout));
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
    Ok(Some(PlainBoards { board: BoardLayout { has_dash_rows, ..board }, has_header: false }))
}

/// Returns the board properties that are known before the vote.
pub(in crate::text) fn known_board(
    board: &BoardOptions,
    alphabet: Option<Alphabet>,
    format: Option<Format>,
) -> KnownBoard<'_> {
    let standard = format.is_some_and(Format::is_standard_only).then_some(BoxShape::STANDARD);
    let known = KnownBoard::new(board, alphabet);
    KnownBoard { shape: known.shape.or(standard), is_format_set: format.is_some(), ..known }
}

/// Returns the layout that wins the vote among `lines`. However, if the lines before the first board in this layout
/// contain whole boards in another layout, returns that layout.
pub(in crate::text) fn elect_first(
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
            .any(|cell| cell.text == "0" || cell.text.chars().any(blank::is_usual))
    };
    if lines.iter().any(has_mark) {
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
