//! # Brute force
//!
//! Each blank cell, in row-major order, is assigned the digits 1 to n in turn. The search continues with the next blank
//! cell if the grid still obeys the rules. The solutions are in ascending order, compared as sequences of digits row by
//! row.
//!
//! This is the first method of the article on brute force and backtracking.

use sudoku_cnf::{Candidate, Cell, Digit, Grid, Puzzle};

use super::blanks::Blanks;
use crate::solver::{Limits, StopReason};

/// Returns an iterator over all solutions of `puzzle`, on any board.
///
/// # Errors
/// If a limit is reached, the last item is an error.
pub(super) fn brute(
    puzzle: &Puzzle,
    limits: Limits,
) -> impl Iterator<Item = Result<Grid, StopReason>> + use<> {
    let excluded = puzzle.without_givens();
    Blanks::new(puzzle, limits, move |grid, cell| {
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

/// Returns whether no other cell in the houses of `cell` contains the same digit.
fn obeys_the_rules(grid: &Grid, cell: Cell) -> bool {
    let geometry = grid.geometry();
    let mut houses = geometry.houses_of(cell).iter().map(|&house| geometry.house(house as usize));
    houses.all(|house| house.cells.iter().all(|&other| other == cell || grid.get(other) != grid.get(cell)))
}
