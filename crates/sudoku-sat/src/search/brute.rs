//! # Brute force
//!
//! The search visits the open cells in row-major order and tries the digits 1 to n in each cell. If a digit breaks no
//! rule and the puzzle does not exclude it, the search moves on to the next open cell. Solutions are found in
//! lexicographic order of their digits, read row by row.
//!
//! ## Reference
//! *数独で見るRuby(とMathematica)のパワーと表現力*: two backtracking searches in Mathematica.

use sudoku_cnf::{Candidate, Cell, Digit, Grid, Puzzle};

use super::open_cells::OpenCells;
use crate::solver::{Limits, StopReason};

/// Returns an iterator over all solutions of `puzzle`. All board sizes and variants are supported.
///
/// # Errors
/// If a limit is reached, the last item of the iterator is an error.
pub(super) fn brute(
    puzzle: &Puzzle,
    limits: Limits,
) -> impl Iterator<Item = Result<Grid, StopReason>> + use<> {
    let excluded = puzzle.without_givens();
    OpenCells::new(puzzle, limits, move |grid, cell| {
        for digit in grid.geometry().digits().skip(grid.get(cell).map_or(0, Digit::get)) {
            grid.set(cell, Some(digit));
            if !excluded.is_excluded(Candidate { cell, digit }) && obeys_the_rules(grid, cell) {
                return true;
            }
        }
        grid.set(cell, None);
        false
    })
}

/// Returns whether the digit in `cell` differs from the digits in all peers of the cell.
fn obeys_the_rules(grid: &Grid, cell: Cell) -> bool {
    let geometry = grid.geometry();
    let mut houses = geometry.houses_of(cell).iter().map(|&house| geometry.house(house as usize));
    houses.all(|house| house.cells.iter().all(|&other| other == cell || grid.get(other) != grid.get(cell)))
}
