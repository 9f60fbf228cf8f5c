//! # Candidate backtracking
//!
//! The search visits the open cells in row-major order and tries the candidates of each cell in ascending order. A
//! digit is a candidate if it does not yet occur in any house of the cell and the puzzle does not exclude it. Solutions
//! are found in lexicographic order of their digits, read row by row.
//!
//! ## Reference
//! *数独で見るRuby(とMathematica)のパワーと表現力*: two backtracking searches in Mathematica.

use sudoku_cnf::{Candidate, Cell, Digit, Geometry, Grid, Puzzle};

use super::open_cells::OpenCells;
use crate::solver::{Limits, StopReason};

/// Returns an iterator over all solutions of `puzzle`. All board sizes and variants are supported.
///
/// # Errors
/// If a limit is reached, the last item of the iterator is an error.
pub(super) fn backtrack(
    puzzle: &Puzzle,
    limits: Limits,
) -> impl Iterator<Item = Result<Grid, StopReason>> + use<> {
    let mut used = UsedDigits::of(puzzle);
    let excluded = puzzle.without_givens();
    OpenCells::new(puzzle, limits, move |grid, cell| {
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

/// The digits that each house contains. The entry at index `house · n + digit − 1` is `true` if `house` contains
/// `digit`.
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
