//! A full grid in which all boxes contain the same digits, shifted.
//!
//! On a board with boxes of R rows and C columns, let a cell be in row b of the a-th band of boxes and in column q of
//! the p-th stack. The *shifted grid* has the digit C · ((b + p) mod R) + (a + q) mod C + 1 in this cell. Each digit
//! occurs once in each row (b and a are fixed), column (p and q), box (a and p), and disjoint group (b and q).
//!
//! A search or a SAT solver rarely finds a full grid of a large board with disjoint groups. The shifted grid exists at
//! once. To turn it into a random grid, the generator rearranges a few digits at a time.

use std::array;
use std::sync::Arc;

use sudoku_cnf::puzzle::random::Random;
use sudoku_cnf::{Cell, Digit, Geometry, Grid, Puzzle, Solution};

use super::order::{GuessOrder, GuessSearch};
use crate::bitboard::{BitBoard, HouseMasks, Set};
use crate::search::Found;
use crate::solver::StopReason;

/// The number of rearrangements, and the number of digits that each of them removes. On a 25×25 board with disjoint
/// groups, half of the rearrangements are enough to leave no more digits in place than chance would.
const REARRANGEMENTS: usize = 200;
const REMOVED_DIGITS: usize = 5;
/// The number of failed guesses allowed in the search for a rearrangement.
const FAILURES: u64 = 50;

/// Returns the shifted grid, or `None` if it violates the rules of the board or if the boxes are not rectangles.
pub(super) fn shifted_grid(geometry: &Arc<Geometry>) -> Option<Grid> {
    let shape = geometry.box_shape()?;
    let (rows, columns) = (shape.rows(), shape.columns());
    let digit = |cell: Cell| {
        let (band, row) = ((cell.row() - 1) / rows, (cell.row() - 1) % rows);
        let (stack, column) = ((cell.column() - 1) / columns, (cell.column() - 1) % columns);
        Digit::new(columns * ((row + stack) % rows) + (band + column) % columns + 1)
    };
    let grid = Grid::from_digits(geometry.clone(), geometry.cells().map(digit).collect());
    Some(Solution::check(grid, &Puzzle::empty(geometry.clone())).ok()?.into_grid())
}

/// Turns a full grid into a random one: repeatedly removes a few digits and searches for other places for them.
///
/// # Errors
/// Returns an error if a limit is reached.
pub(super) fn rearrange<const N: usize, const W: usize, const H: usize>(
    mut grid: [Set<W>; N],
    masks: &HouseMasks<W, H>,
    search: &mut GuessSearch<N, W, H>,
    random: &mut Random,
) -> Result<[Set<W>; N], StopReason> {
    let mut digits: [usize; N] = array::from_fn(|digit| digit);
    let digits = &mut digits[..masks.size];
    for _ in 0..REARRANGEMENTS {
        random.shuffle(digits);
        let mut kept = grid;
        digits.iter().take(REMOVED_DIGITS).for_each(|&digit| kept[digit] = Set::EMPTY);
        if let Ok(board) = BitBoard::from_givens(&kept, &[], &Set::EMPTY, masks) {
            search.start(Some(board));
            if let Found::Solution(board) =
                search.next_solution(&mut GuessOrder::Random(random), masks, FAILURES)?
            {
                grid = *board.by_digit();
            }
        }
    }
    random.shuffle(&mut grid[..masks.size]);
    Ok(grid)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sudoku_cnf::BoxShape;
    use sudoku_cnf::puzzle::board::Variant;

    #[test]
    fn satisfies_disjoint_groups_on_boards_of_all_shapes() {
        for shape in ["2x2", "2x3", "3x2", "3x3", "1x5", "3x4", "5x5", "4x8"] {
            let shape: BoxShape = shape.parse().unwrap();
            let geometry = Geometry::with_variants(shape, &[Variant::Disjoint]).unwrap();
            assert!(shifted_grid(&Arc::new(geometry)).is_some(), "{shape}");
        }
    }

    #[test]
    fn is_rejected_if_it_violates_the_rules() {
        let geometry = Geometry::with_variants(BoxShape::STANDARD, &[Variant::Windoku]).unwrap();
        assert!(shifted_grid(&Arc::new(geometry)).is_none());
    }
}
