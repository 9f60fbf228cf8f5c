//! Conversion between the cells of a puzzle or solution and a [`Board`], with vector instructions.

use sudoku_cnf::{Digit, Geometry, Grid, Puzzle};

use super::board::{BAND, BAND_CELLS, BANDS, Board};
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
    fn run<const K: usize, L: Lanes<K>>(self, lanes: L) -> Self::Output {
        // Memory that need not be zeroed is allocated faster.
        let mut cells = Vec::with_capacity(BANDS * BAND_CELLS);
        for band in 0..BANDS {
            let cells_of = |digit: usize| self.0.words[digit - 1][band];
            // The cells whose digit has bit 0, 1, 2 or 3.
            let planes = [
                cells_of(1) | cells_of(3) | cells_of(5) | cells_of(7) | cells_of(9),
                cells_of(2) | cells_of(3) | cells_of(6) | cells_of(7),
                cells_of(4) | cells_of(5) | cells_of(6) | cells_of(7),
                cells_of(8) | cells_of(9),
            ];
            let values = lanes.numbers(planes);
            cells.extend(values[..BAND_CELLS].iter().map(|&value| Digit::new(value.into())));
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
