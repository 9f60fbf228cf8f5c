//! The first two rows of the canonical form of a full grid.
//!
//! Every row of a full grid can become the first row, `123456789`, in 1,296 orders of the columns. Trying all of them
//! takes most of the time. The second row decides between these orders, so this module chooses both rows at once.

use super::columns::{Columns, Labels, PERMUTATIONS};
use super::node::{Cells, Node};

/// Returns all partial rearrangements of two rows that make both rows as small as possible, and the second row as a
/// decimal number. The first row is always `123456789`.
pub(super) fn first_two_rows(sources: [&Cells; 2]) -> (Vec<Node>, u32) {
    let mut found = Found { nodes: Vec::new(), least: u32::MAX };
    for (source, rows) in (0..).zip(sources) {
        for first in 0..9 {
            let band = first / 3;
            for second in (3 * band..3 * band + 3).filter(|&second| second != first) {
                let start = (source, band as u8, 1 << first | 1 << second);
                for stacks in &PERMUTATIONS {
                    found.try_stacks(start, &rows[first], &rows[second], *stacks);
                }
            }
        }
    }
    (found.nodes, found.least)
}

/// The least second row so far, and the rearrangements that attain it.
struct Found {
    nodes: Vec<Node>,
    least: u32,
}

impl Found {
    /// Tries all orders of columns with this order of stacks in which the second row can be minimal.
    ///
    /// `start` is the index of the source grid, the band and the set of the two rows.
    fn try_stacks(&mut self, start: (u8, u8, u16), first: &[u8; 9], second: &[u8; 9], [x, y, z]: [usize; 3]) {
        let digits_in_y = &first[3 * y..3 * y + 3];
        let from_y = second[3 * x..3 * x + 3].iter().filter(|digit| digits_in_y.contains(digit)).count();
        // The digits of the first row in stacks y and z become 4, 5, 6 and 7, 8, 9.
        let least_start = [789, 478, 457, 456][from_y];
        if least_start > self.least / 1_000_000 {
            return;
        }
        for y_order in &PERMUTATIONS {
            for z_order in &PERMUTATIONS {
                let mut order = [0; 9];
                let mut numbers = [0; 10];
                for (position, column) in
                    (3..).zip(y_order.map(|i| 3 * y + i).into_iter().chain(z_order.map(|i| 3 * z + i)))
                {
                    order[position] = column as u8;
                    numbers[usize::from(first[column])] = position as u8 + 1;
                }
                // By the rules, the second row contains none of the digits 1, 2, 3 in stack x. Ascending order is
                // minimal.
                let mut x_columns = [3 * x, 3 * x + 1, 3 * x + 2];
                x_columns.sort_unstable_by_key(|&column| numbers[usize::from(second[column])]);
                for (position, column) in x_columns.into_iter().enumerate() {
                    order[position] = column as u8;
                    numbers[usize::from(first[column])] = position as u8 + 1;
                }
                let number = |column: u8| u32::from(numbers[usize::from(second[usize::from(column)])]);
                let value = order.iter().fold(0, |value, &column| 10 * value + number(column));
                if value < self.least {
                    self.least = value;
                    self.nodes.clear();
                }
                if value == self.least {
                    let (source, band, placed) = start;
                    let columns = Columns::decided(order);
                    let labels = columns.number_digits(first, Labels::new());
                    self.nodes.push(Node { source, band, placed, columns, labels });
                }
            }
        }
    }
}
