//! The rule checker for the houses of the standard 9×9 board.

use super::board::Digit;

/// Returns whether a row, column or box contains a digit twice. `digits` are the contents of the 81 cells.
///
/// Each digit is a power of two. The digits of a house are distinct if and only if their sum equals their bitwise OR:
/// each repetition adds to the sum, but not to the OR.
pub(super) fn has_clash(digits: &[Option<Digit>]) -> bool {
    let mut columns = [Digits::default(); 9];
    let mut differences = 0;
    for band in digits.chunks_exact(27) {
        let mut boxes = [Digits::default(); 3];
        for row in band.chunks_exact(9) {
            let mut all = Digits::default();
            for (column, digit) in row.iter().enumerate() {
                // Bit 0 is the one of an empty cell, which may occur several times.
                let digit = 1 << Digit::value_of(*digit) & !1;
                all.add(digit);
                columns[column].add(digit);
                boxes[column / 3].add(digit);
            }
            differences |= all.difference();
        }
        differences |= boxes.iter().fold(0, |differences, all| differences | all.difference());
    }
    columns.iter().fold(differences, |differences, all| differences | all.difference()) != 0
}

/// The digits of a house, or of a part of it.
#[derive(Clone, Copy, Default)]
struct Digits {
    sum: u32,
    or: u32,
}

impl Digits {
    fn add(&mut self, digit: u32) {
        self.sum += digit;
        self.or |= digit;
    }

    /// Returns 0 if all digits are distinct.
    fn difference(self) -> u32 {
        self.sum ^ self.or
    }
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
