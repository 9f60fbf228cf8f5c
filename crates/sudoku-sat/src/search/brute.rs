//! # Brute force
//!
//! The first blank cell gets the digits 1 to n in turn; whenever the rules still hold, it is the next
//! blank cell's turn. Order: ascending, as sequences of digits row by row.
//!
//! The first method of the article on brute force and backtracking.

use sudoku_cnf::{Candidate, Cell, Digit, Grid, Puzzle};

use super::blanks::Blanks;
use crate::solver::{Limits, StopReason};

/// All solutions of `puzzle`, on any geometry.
///
/// # Errors
/// The last item may be the limit that was reached.
pub(super) fn brute(
    puzzle: &Puzzle,
    limits: Limits,
) -> impl Iterator<Item = Result<Grid, StopReason>> + use<> {
    let excluded = puzzle.without_givens();
    Blanks::new(puzzle, limits, move |grid, cell| {
        for digit in grid.geometry().digits().skip(grid.get(cell).map_or(0, Digit::get)) {
            grid.set(cell, Some(digit));
            if !excluded.is_excluded(Candidate { cell, digit }) && keeps_the_rules(grid, cell) {
                return true;
            }
        }
        grid.set(cell, None);
        false
    })
}

/// Whether no other cell of the houses of `cell` holds its digit.
fn keeps_the_rules(grid: &Grid, cell: Cell) -> bool {
    let geometry = grid.geometry();
    let mut houses = geometry.houses_of(cell).iter().map(|&house| geometry.house(house as usize));
    houses.all(|house| house.cells.iter().all(|&other| other == cell || grid.get(other) != grid.get(cell)))
}
