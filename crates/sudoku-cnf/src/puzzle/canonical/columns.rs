//! Partially decided orders of columns. The search decides an order only as far as the rows so far require.

/// The permutations of three items. The identity is the first one.
pub(super) const PERMUTATIONS: [[usize; 3]; 6] =
    [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// The class of a digit that does not have a number yet. It is greater than the number of any digit.
const NEW: u8 = 10;

/// The new numbers of the digits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Labels {
    /// The new number of each digit, or [`NEW`]. The entry at index 0 is 0 and represents an open cell.
    numbers: [u8; 10],
    /// The number that the next new digit will receive.
    next: u8,
}

impl Labels {
    /// Returns labels in which no digit has a number yet.
    pub(super) fn new() -> Self {
        let mut numbers = [NEW; 10];
        numbers[0] = 0;
        Self { numbers, next: 1 }
    }
}

/// A partially decided order of the columns of a source grid.
///
/// Columns of a stack that have been empty in all rows so far are called *open*: they may still be exchanged. As empty
/// cells are the smallest, the open columns of a stack come first in it. Likewise, *open* stacks, which have been
/// entirely empty so far, may be exchanged and come first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Columns {
    /// The source column at each position. Each stack occupies three consecutive positions.
    order: [u8; 9],
    /// The number of open stacks.
    open_stacks: u8,
    /// The number of open columns in the stack at each position.
    open_in_stack: [u8; 3],
}

/// An order of columns that makes a row as small as possible.
///
/// Other orders may do so as well: new digits in open columns of one stack may be exchanged, and so may open stacks
/// with the same pattern of new digits and open cells. [`for_each_order`](Self::for_each_order) lists these orders.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrangement {
    columns: Columns,
    /// For each position, the number of the digit in the row, 0 for an open cell, or [`NEW`].
    classes: [u8; 9],
}

impl Columns {
    /// Returns an order in which nothing has been decided.
    pub(super) fn new() -> Self {
        Self { order: [0, 1, 2, 3, 4, 5, 6, 7, 8], open_stacks: 3, open_in_stack: [3; 3] }
    }

    /// Returns an order that is completely decided.
    pub(super) fn decided(order: [u8; 9]) -> Self {
        Self { order, open_stacks: 0, open_in_stack: [0; 3] }
    }

    /// Returns an order of columns that minimizes `row`, and the row in this order as a decimal number.
    pub(super) fn minimize(&self, row: &[u8; 9], labels: &Labels) -> (Arrangement, u32) {
        let mut columns = *self;
        let class = |column: u8| labels.numbers[usize::from(row[usize::from(column)])];
        for stack in 0..3 {
            let open = usize::from(self.open_in_stack[stack]);
            if open > 1 {
                columns.order[3 * stack..][..open].sort_unstable_by_key(|&column| class(column));
            }
        }
        let mut classes = columns.order.map(class);
        if self.open_stacks > 1 {
            columns.sort_open_stacks(&mut classes);
        }
        let mut next = u32::from(labels.next);
        let value = classes.iter().fold(0, |value, &class| {
            let is_new = class == NEW;
            let digit = if is_new { next } else { class.into() };
            next += u32::from(is_new);
            10 * value + digit
        });
        (Arrangement { columns, classes }, value)
    }

    /// Sorts the open stacks by the classes of their cells.
    fn sort_open_stacks(&mut self, classes: &mut [u8; 9]) {
        let open = usize::from(self.open_stacks);
        let triple =
            |cells: &[u8; 9], stack: usize| [cells[3 * stack], cells[3 * stack + 1], cells[3 * stack + 2]];
        let mut stacks = [0, 1, 2].map(|stack| (triple(classes, stack), triple(&self.order, stack)));
        stacks[..open].sort_unstable();
        for (stack, (sorted, order)) in stacks.into_iter().enumerate() {
            classes[3 * stack..][..3].copy_from_slice(&sorted);
            self.order[3 * stack..][..3].copy_from_slice(&order);
        }
    }
}

impl Arrangement {
    /// Calls `visit` with each order of columns that minimizes the row, and with the resulting labels.
    ///
    /// Orders that differ only in columns that are still open count as one.
    pub(super) fn for_each_order(
        &self,
        row: &[u8; 9],
        labels: &Labels,
        mut visit: impl FnMut(Columns, Labels),
    ) {
        let is_blank = |position: usize| self.classes[position] == 0;
        let open_stacks = usize::from(self.columns.open_stacks);
        let blank_stacks = (0..open_stacks).take_while(|stack| is_blank(3 * stack + 2)).count();
        let mut decided = Columns { open_stacks: blank_stacks as u8, ..self.columns };
        for (stack, open) in decided.open_in_stack.iter_mut().enumerate() {
            *open = (0..usize::from(*open)).take_while(|column| is_blank(3 * stack + column)).count() as u8;
        }
        let stack_orders = valid_permutations(|stack, other| {
            let may_move = (blank_stacks..open_stacks).contains(&stack);
            may_move && (0..3).all(|i| self.classes[3 * stack + i] == self.classes[3 * other + i])
        });
        let column_orders = [0, 1, 2].map(|stack| {
            let open = usize::from(self.columns.open_in_stack[stack]);
            valid_permutations(|column, other| {
                column.max(other) < open && [column, other].iter().all(|i| self.classes[3 * stack + i] == NEW)
            })
        });
        for stacks in stack_orders.iter() {
            for first in column_orders[0].iter() {
                for second in column_orders[1].iter() {
                    for third in column_orders[2].iter() {
                        let mut columns = decided;
                        for (stack, column_order) in [first, second, third].into_iter().enumerate() {
                            for (column, other) in column_order.iter().enumerate() {
                                columns.order[3 * stack + column] =
                                    self.columns.order[3 * stacks[stack] + other];
                            }
                        }
                        visit(columns, columns.number_digits(row, *labels));
                    }
                }
            }
        }
    }
}

impl Columns {
    /// Returns `labels` with numbers for all digits in `row`.
    pub(super) fn number_digits(&self, row: &[u8; 9], mut labels: Labels) -> Labels {
        for column in self.order {
            let number = &mut labels.numbers[usize::from(row[usize::from(column)])];
            if *number == NEW {
                *number = labels.next;
                labels.next += 1;
            }
        }
        labels
    }
}

/// A subset of [`PERMUTATIONS`].
#[derive(Clone, Copy, Debug)]
struct PermutationSet(u8);

impl PermutationSet {
    fn iter(self) -> impl Iterator<Item = &'static [usize; 3]> {
        PERMUTATIONS.iter().enumerate().filter(move |(i, _)| self.0 & 1 << i != 0).map(|(_, order)| order)
    }
}

/// Returns the permutations that replace item `i` by another item `j` only if `may_replace(i, j)` returns `true`.
fn valid_permutations(may_replace: impl Fn(usize, usize) -> bool) -> PermutationSet {
    let is_valid = |order: &[usize; 3]| (0..3).all(|i| order[i] == i || may_replace(i, order[i]));
    let valid = (0..6).filter(|&i| is_valid(&PERMUTATIONS[i]));
    PermutationSet(valid.fold(0, |set, i| set | 1 << i))
}
