//! Random puzzles with balanced holes, for benchmarks. A hole is a cell without a given. The holes are balanced if
//! every row, column and box has the same number of them.
//!
//! A puzzle is created from two random full grids. The first grid provides the givens. The second grid determines the
//! holes: a cell is a hole if its digit in the second grid does not exceed a limit. The holes are therefore balanced.
//! Each full grid is made by shuffling the digits, bands, stacks, rows and columns of a cyclic pattern, so the grids
//! are not uniformly distributed.
//!
//! Reference: C. Ansótegui, R. Béjar, C. Fernàndez, C. Gomes, C. Mateu: Generating highly balanced Sudoku
//! problems as hard problems, Journal of Heuristics 17, 2011.

use std::sync::Arc;

use itertools::Itertools;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;
use sudoku_cnf::{BoxShape, Digit, Geometry, Grid, Puzzle};

/// Returns a random puzzle of size `n`, or `None` if no rectangular box shape fits this size. The ratio of holes to
/// cells is approximately `ratio`.
pub fn with_holes(n: usize, ratio: f64, random: &mut ChaCha8Rng) -> Option<Puzzle> {
    let shape = BoxShape::most_square(n)?;
    let geometry = Arc::new(Geometry::new(shape));
    let (mut grid, holes) = (full(&geometry, shape, random), full(&geometry, shape, random));
    let limit = (ratio * n as f64).round();
    for cell in geometry.cells() {
        if holes.get(cell).is_some_and(|digit| digit.get() as f64 <= limit) {
            grid.set(cell, None);
        }
    }
    Some(grid.into())
}

/// Returns a random full grid, created by shuffling the digits, rows and columns of a cyclic pattern.
fn full(geometry: &Arc<Geometry>, shape: BoxShape, random: &mut ChaCha8Rng) -> Grid {
    let n = shape.size();
    let digits = shuffled(n, random);
    let rows = shuffled_lines(shape.rows(), shape.columns(), random);
    let columns = shuffled_lines(shape.columns(), shape.rows(), random);
    let mut grid = Grid::empty(geometry.clone());
    for cell in geometry.cells() {
        let (row, column) = (rows[cell.row() - 1], columns[cell.column() - 1]);
        let digit = (row % shape.rows() * shape.columns() + row / shape.rows() + column) % n;
        grid.set(cell, Digit::new(digits[digit] + 1));
    }
    grid
}

/// Returns the indices of all rows in random order, but keeps the rows of each band together. There are `bands` bands
/// of `height` rows each. The function is also used to shuffle columns, which are grouped into stacks.
fn shuffled_lines(height: usize, bands: usize, random: &mut ChaCha8Rng) -> Vec<usize> {
    let order = shuffled(bands, random);
    order
        .into_iter()
        .flat_map(|band| {
            shuffled(height, random).into_iter().map(move |line| band * height + line).collect_vec()
        })
        .collect()
}

fn shuffled(count: usize, random: &mut ChaCha8Rng) -> Vec<usize> {
    let mut order = (0..count).collect_vec();
    for i in (1..count).rev() {
        order.swap(i, (random.next_u64() % (i as u64 + 1)) as usize);
    }
    order
}
