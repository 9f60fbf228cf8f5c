//! The symmetries of the board, and a slow reference implementation that tries all of them.

use proptest::prelude::*;

use super::node::Cells;

/// The permutations of three items.
const PERMUTATIONS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// A symmetry of the board: a rearrangement of the cells and new names for the digits.
#[derive(Clone, Debug)]
pub(super) struct Shuffle {
    is_transposed: bool,
    rows: [usize; 9],
    columns: [usize; 9],
    /// The new name of each digit. The entry at index 0 is 0.
    names: [u8; 10],
}

impl Shuffle {
    pub(super) fn apply(&self, cells: &Cells) -> Cells {
        let cell = |row: usize, column: usize| {
            if self.is_transposed { cells[column][row] } else { cells[row][column] }
        };
        self.rows.map(|row| self.columns.map(|column| self.names[usize::from(cell(row, column))]))
    }
}

/// Returns a strategy that chooses any symmetry.
pub(super) fn shuffles() -> impl Strategy<Value = Shuffle> {
    let names = Just([1, 2, 3, 4, 5, 6, 7, 8, 9]).prop_shuffle();
    (any::<bool>(), 0..1296_usize, 0..1296_usize, names).prop_map(
        |(is_transposed, row_order, column_order, digits)| {
            let mut names = [0; 10];
            names[1..].copy_from_slice(&digits);
            Shuffle { is_transposed, rows: line_order(row_order), columns: line_order(column_order), names }
        },
    )
}

/// Returns order number `number` of nine rows or columns. There are 6^4 such orders.
fn line_order(number: usize) -> [usize; 9] {
    let blocks = PERMUTATIONS[number % 6];
    let lines = [number / 6 % 6, number / 36 % 6, number / 216].map(|i| PERMUTATIONS[i]);
    std::array::from_fn(|i| 3 * blocks[i / 3] + lines[i / 3][i % 3])
}

/// Returns the rows of the least rearrangement of `cells` by trying all 3,359,232 rearrangements.
pub(super) fn least_rows(cells: &Cells) -> [u32; 9] {
    let orders: Vec<_> = (0..1296).map(line_order).collect();
    let mut least = [u32::MAX; 9];
    for is_transposed in [false, true] {
        for &rows in &orders {
            for &columns in &orders {
                let names = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
                let shuffle = Shuffle { is_transposed, rows, columns, names };
                least = least.min(renamed(&shuffle.apply(cells)));
            }
        }
    }
    least
}

/// Names the digits of `cells` in the order in which they first occur, and returns the rows as decimal numbers.
pub(super) fn renamed(cells: &Cells) -> [u32; 9] {
    let (mut names, mut next) = ([0; 10], 1);
    cells.map(|row| {
        row.into_iter().fold(0, |value, digit| {
            let name = &mut names[usize::from(digit)];
            if digit > 0 && *name == 0 {
                *name = next;
                next += 1;
            }
            10 * value + *name
        })
    })
}
