//! Votes of lines for the layout of plain boards.
//!
//! Every line votes for each layout under which it is a row or a whole board. The layout with the most votes
//! wins, so that a malformed line is reported as an error and does not decide. A line has a full vote if all
//! of its cells are valid, and a doubtful vote if only their number fits.
//!
//! Sixteen cells are a 4×4 board or a row of 16×16. If the votes are equal, they are a board. Sixteen such
//! lines are an empty board if all cells are blank, and otherwise ambiguous.

use std::cmp::Reverse;
use std::slice;

use super::alphabet::Alphabet;
use super::board_layout::{BoardLayout, are_valid, drawn_shape};
use super::error::TextError;
use super::error_kind::TextErrorKind;
use super::layout::{Arrangement, CellSeparator, Layout};
use super::notation::Notation;
use super::text_line::TextLine;
use crate::board::BoxShape;

/// What is known of the boards before the vote.
#[derive(Clone, Copy, Debug)]
pub(super) struct KnownBoard {
    pub(super) shape: Option<BoxShape>,
    pub(super) alphabet: Option<Alphabet>,
    /// Whether the user set the format.
    pub(super) is_format_set: bool,
}

/// Full votes, then doubtful ones.
type Votes = (usize, usize);

/// Returns whether a line is a row or a board in any layout.
#[cfg(feature = "formats")]
pub(super) fn is_plain(line: &TextLine, known: KnownBoard) -> bool {
    let known = KnownBoard { is_format_set: false, ..known };
    Layout::all().any(|layout| vote(line, layout, known).is_some_and(|(_, (full, _))| full > 0))
}

/// Returns the layout with the most votes; `None` without any vote. `count` is the number of lines, including
/// one that has arrived in part.
///
/// # Errors
/// If the lines may be boards or the rows of boards.
pub(super) fn elect<'a, L: Iterator<Item = Layout>>(
    lines: impl Iterator<Item = &'a TextLine>,
    count: usize,
    known: KnownBoard,
    layouts: impl Fn() -> L,
) -> Option<Result<BoardLayout, TextError>> {
    let mut tally: Vec<(BoardLayout, usize, Votes)> = Vec::new();
    let (mut first, mut all_blank) = (None, true);
    for line in lines {
        first.get_or_insert(line);
        all_blank &= !line.text.contains(|c: char| matches!(c, '1'..='9') || c.is_alphabetic());
        for (rank, layout) in layouts().enumerate() {
            let Some((board, vote)) = vote(line, layout, known) else { continue };
            match tally.iter_mut().find(|(voted, ..)| *voted == board) {
                Some((_, _, votes)) => *votes = (votes.0 + vote.0, votes.1 + vote.1),
                None => tally.push((board, rank, vote)),
            }
        }
    }
    // n² blanks on n² lines are one empty board.
    let is_unlikely = |board: &BoardLayout| {
        board.layout.arrangement == Arrangement::Line
            && all_blank
            && count.is_multiple_of(board.expected_cells())
    };
    // A row of a table may end with a delimiter or with an empty cell. The number of lines decides.
    let is_incomplete =
        |board: &BoardLayout| board.layout.is_delimited() && !count.is_multiple_of(board.expected_lines());
    tally.sort_by_key(|(board, rank, votes)| {
        (Reverse(*votes), is_unlikely(board), is_incomplete(board), *rank)
    });
    let (board, _, votes) = tally.first()?;
    let rows = tally.iter().find(|(rows, _, rows_votes)| {
        rows.layout.arrangement == Arrangement::Rows
            && board.layout.arrangement == Arrangement::Line
            && rows_votes == votes
            && rows.shape != board.shape
            && count.is_multiple_of(rows.shape.size())
    });
    Some(match (first, rows) {
        (Some(first), Some((rows, ..))) => {
            let kind = TextErrorKind::Ambiguous { count, board: board.shape, rows: rows.shape };
            Err(first.whole_error(kind))
        }
        _ => Ok(*board),
    })
}

/// Returns the vote of a line for a layout, and the board for which it votes.
fn vote(line: &TextLine, layout: Layout, known: KnownBoard) -> Option<(BoardLayout, Votes)> {
    let (cells, _) = layout.cells(&line.text);
    let n = layout.size(cells.len());
    let drawn = || {
        let may_have_bars =
            layout.arrangement == Arrangement::Rows && layout.separator == CellSeparator::Whitespace;
        may_have_bars.then(|| drawn_shape(&line.text, layout.notation, n)).flatten()
    };
    let shape = known.shape.or_else(drawn).or_else(|| BoxShape::most_square(n))?;
    let board = BoardLayout { layout, shape, alphabet: known.alphabet.unwrap_or_default() };
    let max_length = max_cell_length(layout.notation, n, known.alphabet)?;
    if shape.size() != n
        || cells.len() != board.expected_cells()
        || cells.iter().any(|cell| cell.text.chars().count() > max_length)
    {
        return None;
    }
    let reader = board.cell_reader(&line.text);
    if are_valid(&cells, reader, known.alphabet) {
        return Some((board, (1, 0)));
    }
    // With one or two wrong cells a row is doubtful, with more it is something else. In layouts that much
    // other text has, a single wrong cell is too many.
    let is_distinctive = matches!(layout.notation, Notation::Symbols | Notation::Numbers)
        && layout.separator != CellSeparator::SurroundingText;
    let valid = cells.iter().filter(|cell| are_valid(slice::from_ref(*cell), reader, known.alphabet)).count();
    (known.is_format_set || is_distinctive && 2 * valid > cells.len()).then_some((board, (0, 1)))
}

/// Returns the maximum number of characters of a cell; `None` if the notation does not allow boards of size
/// `n`.
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
