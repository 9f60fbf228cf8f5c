//! The rule checker for the houses of the standard 9×9 board.

use std::array;

use super::board::Digit;

/// The bits that are set only in counters greater than 1. The counter of open cells is excluded.
const SEVERAL: u64 = 0xEE_EEEE_EEE0;

/// Returns whether a row, column or box contains a digit twice. `digits` are the contents of the 81 cells.
///
/// A number contains a counter of four bits for each digit and for open cells. A house has nine cells, so no counter
/// overflows.
pub(super) fn has_clash(digits: &[Option<Digit>]) -> bool {
    let mut houses = 0;
    let mut columns = [0; 9];
    for band in digits.chunks_exact(27) {
        let mut boxes = [0; 3];
        for row in band.chunks_exact(9) {
            let cells: [u64; 9] = array::from_fn(|column| 1 << (4 * Digit::value_of(row[column])));
            let thirds: [u64; 3] = array::from_fn(|i| cells[3 * i] + cells[3 * i + 1] + cells[3 * i + 2]);
            houses |= thirds.iter().sum::<u64>();
            (0..3).for_each(|i| boxes[i] += thirds[i]);
            (0..9).for_each(|i| columns[i] += cells[i]);
        }
        houses |= boxes[0] | boxes[1] | boxes[2];
    }
    columns.iter().fold(houses, |houses, column| houses | column) & SEVERAL != 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Grid;
    use crate::puzzle::board::Geometry;

    const SOLVED: &str = "295743861431865927876192543387459216612387495549216738763524189928671354154938672";

    #[track_caller]
    fn check(grid: &Grid, expected: bool) {
        assert_eq!(has_clash(grid.as_slice()), expected, "{grid}");
    }

    #[test]
    fn each_pair_of_equal_digits_in_a_house_is_a_clash() {
        let solved: Grid = SOLVED.parse().unwrap();
        check(&solved, false);
        let cells: Vec<_> = solved.geometry().cells().collect();
        for &first in &cells {
            for &second in &cells {
                let mut full = solved.clone();
                full.set(second, solved.get(first));
                check(&full, solved.get(first) != solved.get(second));
                let mut pair = Grid::empty(solved.geometry().clone());
                pair.set(first, Digit::new(9));
                pair.set(second, Digit::new(9));
                check(&pair, solved.geometry().peers(first).any(|peer| peer == second));
            }
        }
    }

    #[test]
    fn any_number_of_equal_digits_in_a_house_is_a_clash() {
        for digit in 1..=9 {
            let mut grid = Grid::empty(Geometry::standard());
            for (index, cell) in grid.geometry().clone().cells().enumerate() {
                grid.set(cell, Digit::new(digit));
                check(&grid, index > 0);
            }
        }
    }
}
