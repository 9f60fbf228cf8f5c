//! # Candidate backtracking
//!
//! The first blank cell gets each of its candidates in turn, the digits that stand in none of its
//! houses; then the next blank cell. Order: ascending, as sequences of digits row by row.
//!
//! The second method of the article on brute force and backtracking.

use sudoku_cnf::{Candidate, Cell, Digit, Geometry, Grid, Puzzle};

use super::blanks::Blanks;
use crate::solver::{Limits, StopReason};

/// All solutions of `puzzle`, on any geometry.
///
/// # Errors
/// The last item may be the limit that was reached.
pub(super) fn backtrack(
    puzzle: &Puzzle,
    limits: Limits,
) -> impl Iterator<Item = Result<Grid, StopReason>> + use<> {
    let mut used = UsedDigits::of(puzzle);
    let excluded = puzzle.without_givens();
    Blanks::new(puzzle, limits, move |grid, cell| {
        let geometry = grid.geometry().clone();
        let present = grid.get(cell);
        if let Some(digit) = present {
            used.mark(&geometry, cell, digit, false);
        }
        let mut later = geometry.digits().skip(present.map_or(0, Digit::get));
        let next = later.find(|&digit| {
            used.allow(&geometry, cell, digit) && !excluded.is_excluded(Candidate { cell, digit })
        });
        if let Some(digit) = next {
            used.mark(&geometry, cell, digit, true);
        }
        grid.set(cell, next);
        next.is_some()
    })
}

/// Which digits stand in which house: `house · n + digit − 1`.
struct UsedDigits(Vec<bool>);

impl UsedDigits {
    fn of(puzzle: &Puzzle) -> Self {
        let geometry = puzzle.geometry();
        let mut used = Self(vec![false; geometry.houses().count() * geometry.size()]);
        puzzle.givens().for_each(|given| used.mark(geometry, given.cell, given.digit, true));
        used
    }

    fn mark(&mut self, geometry: &Geometry, cell: Cell, digit: Digit, is_used: bool) {
        for &house in geometry.houses_of(cell) {
            self.0[house as usize * geometry.size() + digit.get() - 1] = is_used;
        }
    }

    fn allow(&self, geometry: &Geometry, cell: Cell, digit: Digit) -> bool {
        let mut houses = geometry.houses_of(cell).iter();
        houses.all(|&house| !self.0[house as usize * geometry.size() + digit.get() - 1])
    }
}
