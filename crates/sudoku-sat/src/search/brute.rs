//! # Brute force
//!
//! The first blank cell gets the digits 1 to n in turn; whenever the rules still hold, it is the next
//! blank cell's turn. Order: ascending, as sequences of digits row by row.
//!
//! The first method of the article on brute force and backtracking.

use sudoku_cnf::{Candidate, Cell, Digit, Grid};

use super::blanks::Blanks;
use crate::limits::Limits;
use crate::outcome::Reason;

/// All solutions of `puzzle`, on any geometry.
///
/// # Errors
/// The last item may be the limit that was reached.
pub fn brute(puzzle: &Grid, limits: Limits) -> impl Iterator<Item = Result<Grid, Reason>> + use<> {
    Blanks::new(puzzle, limits, |grid, cell| {
        for digit in grid.geometry().digits().skip(grid.get(cell).map_or(0, Digit::get)) {
            grid.set(cell, Some(digit));
            if !grid.is_excluded(Candidate { cell, digit }) && keeps_the_rules(grid, cell) {
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
