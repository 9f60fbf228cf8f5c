//! Determines the layout of plain boards by a vote among the lines of text.
//!
//! A line votes for each layout in which it has the right number of cells for a row or a whole board. The
//! vote is full if all of these cells are valid, and doubtful otherwise. If the format is not known, a line
//! votes only for layouts in which most of its cells are valid. The layout with the most full votes wins, and
//! doubtful votes break ties. Thus, a single malformed line does not change the layout.
//!
//! For example, a line of 16 cells could be either a 4×4 board or a row of a 16×16 board. If the two layouts
//! are tied and the number of lines is not a multiple of 16, each line is read as a board. If the number of
//! lines is a multiple of 16 and all cells are blank, each line is read as a row. Otherwise, the text is
//! ambiguous.

use std::cmp::Reverse;
use std::slice;

use super::board_layout::{BoardLayout, are_valid, drawn_shape};
use super::layout::{Arrangement, CellSeparator, Layout};
use super::prose;
use crate::puzzle::board::{BoardOptions, BoxShape};
use crate::text::alphabet::Alphabet;
use crate::text::blank;
use crate::text::error::TextError;
use crate::text::error_kind::TextErrorKind;
use crate::text::text_line::TextLine;
use crate::text::token::Notation;

/// The board properties that are known before the vote.
#[derive(Clone, Copy, Debug)]
pub(in crate::text) struct KnownBoard<'b> {
    /// The shape of the boxes, which the options or the format determine.
    pub(in crate::text) shape: Option<BoxShape>,
    /// The options, which determine a shape that is not known.
    pub(in crate::text) board: &'b BoardOptions,
    pub(in crate::text) alphabet: Option<Alphabet>,
    /// Whether the format was set by the user or is determined by a table header.
    pub(in crate::text) is_format_set: bool,
}

impl<'b> KnownBoard<'b> {
    /// Returns the known properties of a board whose format is not set.
    pub(in crate::text) fn new(board: &'b BoardOptions, alphabet: Option<Alphabet>) -> Self {
        Self { shape: board.shape(), board, alphabet, is_format_set: false }
    }
}

/// The number of full votes and the number of doubtful votes.
type Votes = (usize, usize);

/// Returns whether `line` is a valid row or a valid whole board in at least one layout.
pub(in crate::text) fn is_plain(line: &TextLine, known: KnownBoard<'_>) -> bool {
    let known = KnownBoard { is_format_set: false, ..known };
    Layout::all().any(|layout| vote(line, layout, known).is_some_and(|(_, (full, _))| full > 0))
}

/// Returns the layout that wins the vote among `lines`, or `None` if no line votes.
///
/// `count` is the number of lines that have arrived, including a partial last line, if any. `layouts` are
/// the layouts to consider, in order of preference.
///
/// # Errors
/// Returns an error if each line could be either a board or a row of a larger board.
pub(in crate::text) fn elect(
    lines: &[&TextLine],
    count: usize,
    known: KnownBoard<'_>,
    layouts: &[Layout],
) -> Result<Option<BoardLayout>, TextError> {
    let mut tally: Vec<(BoardLayout, usize, Votes)> = Vec::new();
    let has_digit = |line: &&TextLine| line.text.contains(|c| matches!(c, '1'..='9') || c.is_alphabetic());
    let all_blank = !lines.iter().any(has_digit);
    let is_framed = are_framed(lines);
    for line in lines {
        for (rank, &layout) in layouts.iter().enumerate() {
            if is_framed && layout.needs_no_frame() {
                continue;
            }
            let Some((board, vote)) = vote(line, layout, known) else { continue };
            match tally.iter_mut().find(|(voted, ..)| *voted == board) {
                Some((_, _, votes)) => *votes = (votes.0 + vote.0, votes.1 + vote.1),
                None => tally.push((board, rank, vote)),
            }
        }
    }
    // Without enough lines for a board, a line of blanks is probably a board with a wrong number of cells.
    let has_few_rows = |board: &BoardLayout| {
        board.layout.notation == Notation::Symbols
            && board.layout.arrangement == Arrangement::Rows
            && board.shape.size() > Alphabet::FromZero.largest()
            && count < board.expected_lines()
    };
    tally.retain(|(board, ..)| known.shape.is_some() || !has_few_rows(board));
    // A sequence of empty boards is unlikely. For example, 16 lines of 16 blanks are read as one empty 16×16
    // board, not as 16 empty 4×4 boards.
    let is_unlikely = |board: &BoardLayout| {
        board.layout.arrangement == Arrangement::Line
            && all_blank
            && count.is_multiple_of(board.expected_cells())
    };
    // A trailing delimiter either ends the row or precedes an empty field, and spaces beside a bar are a margin or
    // blanks. Prefer the interpretation in which every board is complete.
    let is_incomplete = |board: &BoardLayout| {
        board.layout.may_have_empty_cells() && !count.is_multiple_of(board.expected_lines())
    };
    tally.sort_by_key(|(board, rank, votes)| {
        (Reverse(*votes), is_unlikely(board), is_incomplete(board), *rank)
    });
    let Some((board, _, votes)) = tally.first() else { return Ok(None) };
    let rows = tally.iter().find(|(rows, _, rows_votes)| {
        rows.layout.arrangement == Arrangement::Rows
            && board.layout.arrangement == Arrangement::Line
            && rows_votes == votes
            && rows.shape != board.shape
            && count.is_multiple_of(rows.shape.size())
    });
    match rows {
        Some((rows, ..)) => {
            let kind = TextErrorKind::Ambiguous { count, board: board.shape, rows: rows.shape };
            Err(lines[0].whole_error(kind))
        }
        None => Ok(Some(*board)),
    }
}

/// Returns whether the lines with bars have one at the start and one at the end, so that bars enclose the rows.
fn are_framed(lines: &[&TextLine]) -> bool {
    let mut rows = lines.iter().map(|line| line.text.trim()).filter(|row| row.contains('|')).peekable();
    rows.peek().is_some() && rows.all(|row| row.len() > 1 && row.starts_with('|') && row.ends_with('|'))
}

/// Returns the number of lines that are valid rows or whole boards in the layout of `board`.
pub(in crate::text) fn full_votes(lines: &[&TextLine], known: KnownBoard<'_>, board: &BoardLayout) -> usize {
    let is_full = |line: &&&TextLine| {
        vote(line, board.layout, known).is_some_and(|(voted, votes)| voted == *board && votes == (1, 0))
    };
    lines.iter().filter(is_full).count()
}

/// Returns the vote of `line` for `layout`, together with the board layout that receives this vote. Returns
/// `None` if the line does not vote for the layout.
fn vote(line: &TextLine, layout: Layout, known: KnownBoard<'_>) -> Option<(BoardLayout, Votes)> {
    let (cells, _) = layout.cells(&line.text);
    let n = layout.size(cells.len());
    let drawn = || {
        let may_have_bars =
            layout.arrangement == Arrangement::Rows && layout.separator == CellSeparator::Whitespace;
        may_have_bars.then(|| drawn_shape(&line.text, layout.notation, n)).flatten()
    };
    let shape = known.shape.or_else(drawn).or_else(|| known.board.inferred_shape(n))?;
    let alphabet = known.alphabet.unwrap_or_default();
    let board = BoardLayout { alphabet, ..BoardLayout::new(layout, shape) };
    let max_length = if is_blank_row(line, layout, n, known) {
        1
    } else {
        max_cell_length(layout.notation, n, known.alphabet)?
    };
    if shape.size() != n
        || cells.len() != board.expected_cells()
        || cells.iter().any(|cell| cell.text.chars().count() > max_length)
    {
        return None;
    }
    if layout.arrangement == Arrangement::Rows
        && layout.notation == Notation::Symbols
        && prose::are_words(&cells)
    {
        return None;
    }
    let reader = board.cell_reader(&cells);
    if are_valid(&cells, reader, known.alphabet) {
        return Some((board, (1, 0)));
    }
    // Ordinary text often happens to look like candidate lists, the `729` format or an embedded board. Unless
    // the format is known, a line votes for one of these layouts only if all of its cells are valid. For any
    // other layout, more than half of its cells must be valid.
    let is_distinctive = matches!(layout.notation, Notation::Symbols | Notation::Numbers)
        && layout.separator != CellSeparator::SurroundingText;
    let valid = cells.iter().filter(|cell| are_valid(slice::from_ref(*cell), reader, known.alphabet)).count();
    let is_likely = is_distinctive && 2 * valid > cells.len() && !prose::has_word(&line.text);
    (known.is_format_set || is_likely).then_some((board, (0, 1)))
}

/// Returns whether `line` consists of n blanks, and `layout` has rows of single characters.
///
/// Such a row is valid even if there are fewer than n symbols.
fn is_blank_row(line: &TextLine, layout: Layout, n: usize, known: KnownBoard<'_>) -> bool {
    layout.is_plain_rows()
        && layout.notation == Notation::Symbols
        && (known.shape.is_some() || !blank::is_empty_standard_board(&line.text))
        && blank::blank_count(&line.text) == Some(n)
}

/// Returns the maximum number of characters per cell, or `None` if the notation does not support n×n boards.
fn max_cell_length(notation: Notation, n: usize, alphabet: Option<Alphabet>) -> Option<usize> {
    let decimals = n.to_string().len();
    match notation {
        Notation::Symbols => {
            let largest = alphabet.map_or(Alphabet::FromZero.largest(), Alphabet::largest);
            (n <= largest).then_some(1)
        }
        Notation::Numbers => Some(decimals),
        Notation::Candidates => Some(n * (decimals + 1)),
        Notation::Positional => Some(n),
    }
}
