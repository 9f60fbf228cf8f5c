//! The rule checker for the houses of the standard 9×9 board.

use std::array;

use super::board::Digit;

/// The bits that are set only in counters greater than 1. The counter of open cells is excluded.
const SEVERAL: u64 = 0xEE_EEEE_EEE0;

/// A number in which the counter of one digit is 1. The index is the digit, or 0 for an open cell. Four bits can be an
/// index, so that no index needs to be checked.
static ONE: [u64; 16] = {
    let mut one = [0; 16];
    let mut digit = 0;
    while digit <= 9 {
        one[digit] = 1 << (4 * digit);
        digit += 1;
    }
    one
};

/// Returns whether a row, column or box contains a digit twice. `digits` are the contents of the 81 cells.
///
/// A number contains a counter of four bits for each digit and for open cells. A house has nine cells, so no counter
/// overflows.
pub(super) fn has_clash(digits: &[Option<Digit>]) -> bool {
    let mut houses = 0_u64;
    let mut columns = [0; 9];
    for band in digits.chunks_exact(27) {
        let mut rows = [0; 3];
        for (stack, columns) in columns.chunks_exact_mut(3).enumerate() {
            let mut in_box = 0;
            for (i, column) in columns.iter_mut().enumerate() {
                // The three cells of a column in this band.
                let cells =
                    [0, 9, 18].map(|row| ONE[usize::from(Digit::value_of(band[row + 3 * stack + i])) % 16]);
                rows = array::from_fn(|row| rows[row] + cells[row]);
                let sum = cells[0] + cells[1] + cells[2];
                *column += sum;
                in_box += sum;
            }
            houses |= in_box;
        }
        houses |= rows[0] | rows[1] | rows[2];
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
