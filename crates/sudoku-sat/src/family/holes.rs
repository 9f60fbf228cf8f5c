//! Removal of digits from full grids.

use sudoku_cnf::puzzle::random::Random;
use sudoku_cnf::{Cell, Grid, Puzzle};

/// Returns the number of holes for a ratio.
#[expect(
    clippy::cast_sign_loss,
    clippy::cast_possible_truncation,
    reason = "the number is between 0 and `cells`"
)]
pub(super) fn count(ratio: f64, cells: usize) -> usize {
    ((ratio.clamp(0.0, 1.0) * cells as f64).round() as usize).min(cells)
}

/// Removes random digits from `grid`.
///
/// With another full grid as `pattern`, removes the digits in the cells that contain a small digit in `pattern`. Each
/// house of n cells then has the same number of holes. If the ratio requires a part of the cells with the next larger
/// digit, these are random.
pub(super) fn remove(grid: &Grid, pattern: Option<&Grid>, ratio: f64, random: &mut Random) -> Puzzle {
    let mut cells: Vec<Cell> = grid.geometry().cells().collect();
    random.shuffle(&mut cells);
    if let Some(pattern) = pattern {
        cells.sort_by_key(|&cell| pattern.get(cell));
    }
    cells.truncate(count(ratio, cells.len()));
    let mut puzzle = Puzzle::from(grid.clone());
    for cell in cells {
        puzzle.set(cell, None);
    }
    puzzle
}
