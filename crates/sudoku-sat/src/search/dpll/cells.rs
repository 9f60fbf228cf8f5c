//! Conversion between the cells of a puzzle or solution and a [`Board`], with vector instructions.

use sudoku_cnf::{Digit, Geometry, Grid, Puzzle};

use super::board::{BAND, BAND_CELLS, BANDS, Board, DIGITS};
use super::lanes::{self, Lanes, Task};

/// Returns the board of `puzzle`, which must be on the standard board, without any propagation.
pub(super) fn board(puzzle: &Puzzle) -> Board {
    debug_assert!(puzzle.geometry().is_standard());
    let mut board = lanes::run(FromCells(puzzle.grid().as_slice()));
    for excluded in puzzle.excluded() {
        board.remove(excluded.cell.index(9), excluded.digit.get() - 1);
    }
    board
}

/// Returns the grid of a board with exactly one candidate in each cell.
pub(super) fn grid(board: &Board) -> Grid {
    Grid::from_digits(Geometry::standard(), lanes::run(ToCells(board)))
}

/// Computes the board whose givens are the digits of these cells.
#[derive(Clone)]
struct FromCells<'a>(&'a [Option<Digit>]);

impl Task for FromCells<'_> {
    type Output = Board;

    #[inline(always)]
    fn run<const K: usize, L: Lanes<K>>(self, lanes: L) -> Board {
        let mut board = Board::EMPTY;
        for (band, cells) in self.0.chunks_exact(BAND_CELLS).enumerate() {
            let mut values = [0; 32];
            for (value, cell) in values.iter_mut().zip(cells) {
                *value = cell.map_or(0, |digit| digit.get() as u16);
            }
            let [open, digits @ ..] = lanes.positions(&values);
            for (words, cells) in board.words.iter_mut().zip(digits) {
                words[band] = cells | open & BAND;
            }
        }
        board
    }
}

/// Computes the digits of a board with exactly one candidate in each cell.
#[derive(Clone)]
struct ToCells<'a>(&'a Board);

impl Task for ToCells<'_> {
    type Output = Vec<Option<Digit>>;

    #[inline(always)]
    fn run<const K: usize, L: Lanes<K>>(self, _: L) -> Self::Output {
        let mut cells = vec![None; BANDS * BAND_CELLS];
        for (band, cells) in cells.chunks_exact_mut(BAND_CELLS).enumerate() {
            // The cells whose digit has bit 0, 1, 2 or 3.
            let mut planes = [0; 4];
            for (words, digit) in self.0.words.iter().zip(1..=DIGITS) {
                for (bit, plane) in planes.iter_mut().enumerate() {
                    *plane |= if digit >> bit & 1 == 1 { words[band] } else { 0 };
                }
            }
            // The compiler vectorizes this loop.
            let mut values = [0; 32];
            for (cell, value) in values.iter_mut().enumerate() {
                let bit = |bit: usize| (planes[bit] >> cell & 1) << bit;
                *value = (bit(0) | bit(1) | bit(2) | bit(3)) as u16;
            }
            for (cell, value) in cells.iter_mut().zip(values) {
                *cell = Digit::new(value.into());
            }
        }
        cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::dpll::lanes::run_all;

    const SOLVED: &str = "295743861431865927876192543387459216612387495549216738763524189928671354154938672";

    #[test]
    fn all_vectors_convert_cells_in_the_same_way() {
        let solved: Grid = SOLVED.parse().unwrap();
        for blanks in 0..=81 {
            let mut cells = solved.as_slice().to_vec();
            cells[..blanks].fill(None);
            let givens =
                cells.iter().enumerate().filter_map(|(cell, digit)| Some((cell, digit.as_ref()?.get() - 1)));
            let expected = Board::with_givens(givens);
            for board in run_all(&FromCells(&cells)) {
                assert_eq!(board, expected, "{blanks}");
                if blanks == 0 {
                    assert!(run_all(&ToCells(&board)).into_iter().all(|found| found == cells));
                }
            }
        }
    }
}
