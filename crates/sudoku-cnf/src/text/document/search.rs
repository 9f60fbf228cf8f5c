//! Finds the boards among the pieces of a document.

use std::collections::HashSet;

use itertools::Itertools;

use super::items::MIN_ROW;
use super::pieces::Piece;
use crate::puzzle::{Puzzle, check};
use crate::text::board_text::BoardText;
use crate::text::error::ReadError;
use crate::text::error_kind::TextErrorKind;
use crate::text::field::PlacedToken;
use crate::text::grid_builder::GridBuilder;
use crate::text::record::{ReadResult, Record};

/// The minimum number of cells of a board in a list of numbers. Shorter lists are array indices or arguments.
const MIN_CELLS: usize = 16;
/// The minimum number of cells of a board in a word.
const MIN_WORD_CELLS: usize = 36;
/// The minimum number of cells in a list that must be a board, even if the number of cells is wrong.
const MIN_NEAR_CELLS: usize = 60;
/// The minimum size of a board whose rows have other words between them, or that is damaged.
const MIN_CERTAIN: usize = 6;

/// Finds the boards in `pieces`, which are in the order of the text.
///
/// Damaged boards are errors and, in data, also the first piece that is not part of a board.
pub(super) fn search(pieces: &[Piece<'_>], is_data: bool, builder: &mut GridBuilder) -> Vec<ReadResult> {
    let others = pieces.iter().filter(|piece| !has_board_size(piece)).map(|piece| piece.parent);
    let others = others.chain([0]).collect();
    let used = vec![false; pieces.len()];
    let mut search = Search { pieces, is_data, builder, others, used, found: Vec::new() };
    for run in search.runs(are_siblings) {
        let first = &pieces[run[0]];
        if first.parent == 0 && !first.are_characters {
            search.likely_rows(&run, MIN_ROW);
        } else {
            search.rows(&run, MIN_ROW);
        }
    }
    for index in 0..pieces.len() {
        search.whole_board(index);
    }
    for run in search.runs(follows) {
        search.likely_rows(&run, MIN_CERTAIN);
    }
    for run in search.runs(are_siblings) {
        search.damaged(&run);
    }
    search.finish()
}

/// Returns whether two consecutive pieces are elements of the same list, or, outside all lists, have the same length.
fn are_siblings(a: &Piece<'_>, b: &Piece<'_>) -> bool {
    a.parent == b.parent
        && a.are_characters == b.are_characters
        && (a.parent > 0 || a.cells.len() == b.cells.len())
}

/// Returns whether the piece `b` is on the same line as the piece `a` or on the next one, and looks like it.
fn follows(a: &Piece<'_>, b: &Piece<'_>) -> bool {
    let last = a.cells[a.cells.len() - 1].line.number;
    a.are_characters == b.are_characters
        && a.cells.len() == b.cells.len()
        && b.place().line.number <= last + 1
        && a.foreign.is_none()
        && b.foreign.is_none()
}

struct Search<'s, 't> {
    pieces: &'s [Piece<'t>],
    is_data: bool,
    builder: &'s mut GridBuilder,
    /// The numbers of the lists with a piece that cannot be a board, and 0.
    others: HashSet<usize>,
    /// Whether each piece is part of a board.
    used: Vec<bool>,
    /// The boards, with the index of their first piece.
    found: Vec<(usize, ReadResult)>,
}

impl<'t> Search<'_, 't> {
    /// Returns the runs of unused pieces in which each piece `belongs` to the one before. Outside lists, pieces with
    /// fewer than four cells are ignored.
    fn runs(&self, belongs: fn(&Piece<'_>, &Piece<'_>) -> bool) -> Vec<Vec<usize>> {
        let is_open = |&index: &usize| {
            let piece = &self.pieces[index];
            !self.used[index] && (piece.parent > 0 || piece.cells.len() >= MIN_ROW)
        };
        let open: Vec<usize> = (0..self.pieces.len()).filter(is_open).collect();
        let belongs = |&a: &usize, &b: &usize| belongs(&self.pieces[a], &self.pieces[b]);
        open.chunk_by(belongs).map(<[_]>::to_vec).collect()
    }

    /// Reads the pieces `run` as the rows of one or several boards of at least `min` rows, if they can be.
    fn rows(&mut self, run: &[usize], min: usize) {
        let n = self.pieces[run[0]].cells.len();
        let are_rows = run
            .iter()
            .all(|&index| self.pieces[index].cells.len() == n && self.pieces[index].foreign.is_none());
        if !are_rows || n < min || !run.len().is_multiple_of(n) || self.are_separate(run) {
            return;
        }
        for rows in run.chunks(n) {
            let cells: Vec<_> =
                rows.iter().flat_map(|&index| self.pieces[index].cells.iter().cloned()).collect();
            self.board(rows, &cells);
        }
    }

    /// Like [`Self::rows`] for pieces that are not in a list, or between which there are other words. If givens clash,
    /// the pieces are not rows, and nothing is added.
    fn likely_rows(&mut self, run: &[usize], min: usize) {
        let before = self.found.len();
        self.rows(run, min);
        let clashes = |(_, board): &(usize, ReadResult)| {
            board.as_ref().is_ok_and(|record| check::has_clash(record.puzzle.grid()))
        };
        if self.found[before..].iter().any(clashes) {
            self.found.truncate(before);
            self.mark(run, false);
        }
    }

    /// Returns whether the pieces `run` are n boards of n cells rather than the rows of one board, whose digits would
    /// usually be larger.
    fn are_separate(&self, run: &[usize]) -> bool {
        let n = run.len();
        let value = |cell: &PlacedToken<'_>| {
            let text = &cell.token.text;
            text.parse()
                .unwrap_or_else(|_| text.chars().filter_map(|c| c.to_digit(36)).max().unwrap_or(0) as usize)
        };
        let largest = run.iter().flat_map(|&index| &self.pieces[index].cells).map(value).max().unwrap_or(0);
        n > 25 && (1..=n.isqrt()).contains(&largest)
    }

    /// Reads a piece as one or several boards, if it is long enough.
    fn whole_board(&mut self, index: usize) {
        let piece = &self.pieces[index];
        if self.used[index] || piece.foreign.is_some() {
            return;
        }
        let (count, lines) = (piece.cells.len(), piece.lines());
        let n = lines[0];
        if n >= MIN_ROW
            && lines.len() > n
            && lines.len().is_multiple_of(n)
            && lines.iter().all(|&cells| cells == n)
        {
            for cells in piece.cells.chunks(n * n) {
                self.board(&[index], cells);
            }
            return;
        }
        // A short word is a board only if all others in its list are, and numbers between words are not.
        let is_alone =
            if piece.are_characters { self.others.contains(&piece.parent) } else { piece.parent == 0 };
        let min = if is_alone { MIN_WORD_CELLS } else { MIN_CELLS };
        let n = count.isqrt();
        if count >= min && n * n == count && self.builder.board.inferred_shape(n).is_some() {
            self.board(&[index], &piece.cells);
        }
    }

    fn mark(&mut self, pieces: &[usize], is_used: bool) {
        for &index in pieces {
            self.used[index] = is_used;
        }
    }

    /// Reads a board that consists of `cells` in the pieces `used`. Ignores text with many invalid cells.
    fn board(&mut self, used: &[usize], cells: &[PlacedToken<'t>]) {
        let are_characters = self.pieces[used[0]].are_characters;
        let place = self.pieces[used[0]].place();
        // An alphabet guessed from text without a board must not affect later boards.
        let mut trial = self.builder.clone();
        let puzzle = trial.puzzle((cells, are_characters), place);
        if puzzle.is_ok() {
            *self.builder = trial;
        }
        let result = match puzzle {
            Ok(puzzle) if !self.is_data && is_matrix(&puzzle) => return,
            Ok(puzzle) => Ok(Record {
                text: Some(BoardText::cells(cells)),
                ..Record::new(puzzle, cells[0].line.number)
            }),
            Err(ReadError::Text(errors)) if errors.errors().len() * MIN_CELLS > cells.len() => return,
            Err(error) => Err(error),
        };
        self.mark(used, true);
        self.found.push((used[0], result));
    }

    /// Reports the pieces `run` as a damaged board, if all but one of them are its rows, or if they are one list with
    /// almost the right number of cells.
    fn damaged(&mut self, run: &[usize]) {
        let piece = |index: usize| &self.pieces[index];
        let length = |index: usize| piece(index).cells.len();
        let n = usual(run.iter().map(|&index| length(index)));
        let is_odd = |&index: &usize| length(index) != n || piece(index).foreign.is_some();
        let odd: Vec<usize> = run.iter().copied().filter(is_odd).collect();
        let is_board_size = n >= MIN_CERTAIN && self.builder.board.inferred_shape(n).is_some();
        let error = match odd[..] {
            [] if is_board_size && run.len().abs_diff(n) == 1 => {
                piece(run[0]).place().error(TextErrorKind::RowCount { found: run.len(), size: n })
            }
            [index] if run.len() == n && (is_board_size || n >= MIN_ROW && piece(index).parent > 0) => {
                let uneven = || {
                    let kind = TextErrorKind::Uneven { found: length(index), usual: n };
                    piece(index).place().error(kind)
                };
                let foreign = piece(index).foreign.as_ref();
                foreign.map_or_else(uneven, |word| word.error(TextErrorKind::Expected("a cell")))
            }
            [index] if is_board_size && run.len() == n + 1 => {
                piece(index).place().error(TextErrorKind::Expected("a row of cells"))
            }
            _ => return self.near_boards(run),
        };
        self.fail(run, error.into());
    }

    /// Reports each of the pieces `run` that has almost the number of cells of a board.
    fn near_boards(&mut self, run: &[usize]) {
        for &index in run {
            let piece = &self.pieces[index];
            let count = piece.cells.len();
            if count < MIN_NEAR_CELLS || !piece.cells.iter().all(is_cell) {
                continue;
            }
            let error = match &piece.foreign {
                Some(word) => word.error(TextErrorKind::Expected("a cell")),
                None if self.used[index] => continue,
                None => piece.place().error(TextErrorKind::NoBoard { cells: count }),
            };
            self.fail(&[index], error.into());
        }
    }

    fn fail(&mut self, used: &[usize], error: ReadError) {
        self.mark(used, true);
        self.found.push((used[0], Err(error)));
    }

    fn finish(mut self) -> Vec<ReadResult> {
        if let Some(index) = self.used.iter().position(|is_used| !is_used).filter(|_| self.is_data) {
            let piece = &self.pieces[index];
            let error = piece.place().error(TextErrorKind::NoBoard { cells: piece.cells.len() });
            self.found.push((index, Err(error.into())));
        }
        self.found.sort_by_key(|&(index, _)| index);
        self.found.into_iter().map(|(_, board)| board).collect()
    }
}

/// Returns whether a board is more likely a matrix of zeros and ones: it is small, and all of its givens are the same
/// digit, at least twice in a house and at least n on the board.
pub(super) fn is_matrix(puzzle: &Puzzle) -> bool {
    let grid = puzzle.grid();
    let n = puzzle.geometry().size();
    n < MIN_CERTAIN
        && puzzle.given_count() >= n
        && grid.digits().map(|given| given.digit).all_equal()
        && check::has_clash(grid)
}

/// Returns whether a board can have as many cells as `piece`.
fn has_board_size(piece: &Piece<'_>) -> bool {
    let count = piece.cells.len();
    count >= MIN_CELLS && count.isqrt().pow(2) == count
}

/// Returns whether a cell of a board can have this text.
fn is_cell(cell: &PlacedToken<'_>) -> bool {
    let text = &cell.token.text;
    text.len() <= 2 && !text.chars().any(char::is_alphabetic)
}

/// Returns the most common length; of several, the largest.
fn usual(lengths: impl Iterator<Item = usize>) -> usize {
    lengths
        .counts()
        .into_iter()
        .max_by_key(|&(length, count)| (count, length))
        .map_or(0, |(length, _)| length)
}
