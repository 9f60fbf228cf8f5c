//! The profiles of a stack: the ways to assign the digits to the columns of the stack in every band.
//!
//! In each band, a stack has one box. A *partition* assigns the digits of the box to its columns, without regard to the
//! rows. A *profile* consists of one partition for each band, such that every column contains every digit once.

use itertools::Itertools;
use rustc_hash::FxHashMap;
use sudoku_cnf::puzzle::Bits;

use super::banded_board::{BandedBoard, DigitSets, Digits, MAX_SIDE, MAX_SIZE};
use crate::solver::{LimitPoller, StopReason};

/// The maximum number of profiles of a stack. A stack of an empty 9×9 board has 94,080 of them.
const MAX_PROFILES: usize = 1 << 20;

/// The maximum number of steps of the search for the profiles of a stack.
const MAX_STEPS: u32 = 1 << 24;

/// The number of the partition in each band.
pub(super) type Profile = [u32; MAX_SIDE];

/// For each digit, one number that represents the column of the digit in every band.
pub(super) type Codes = [u16; MAX_SIZE];

/// The profiles of a stack.
///
/// Exchanging interchangeable columns maps a profile to another one. Of the profiles that are equal except for such
/// exchanges, the stack contains only one. It represents as many profiles as there are `column_orders`, because no two
/// columns of a box contain the same digits.
pub(super) struct Stack {
    /// The position of the stack on the board, numbered from 0.
    pub(super) index: usize,
    pub(super) profiles: Vec<Profile>,
    /// The permutations of the columns that do not change the puzzle. The first one is the identity.
    pub(super) column_orders: Vec<Vec<usize>>,
    /// For each band, the partitions that occur in profiles.
    partitions: Vec<Partitions>,
}

/// The numbered partitions of a box.
#[derive(Clone, Default)]
struct Partitions {
    list: Vec<DigitSets>,
    numbers: FxHashMap<DigitSets, u32>,
}

impl Stack {
    /// Finds the profiles of a stack. Returns `None` if there are too many.
    pub(super) fn new(
        board: &BandedBoard,
        index: usize,
        poller: &mut LimitPoller,
    ) -> Result<Option<Self>, StopReason> {
        let width = board.width;
        let first = index * width;
        let alike = |a: usize, b: usize| board.are_columns_alike(first + a, first + b);
        let keeps_puzzle = |order: &Vec<usize>| order.iter().enumerate().all(|(from, &to)| alike(from, to));
        let boxes = (0..width).flat_map(|band| (0..width).map(move |column| (band, first + column)));
        let mut search = ProfileSearch {
            choices: boxes.map(|(band, column)| column_sets(board, band, column)).collect(),
            alike_before: (0..width)
                .map(|column| (0..column).rev().find(|&other| alike(other, column)))
                .collect(),
            used: DigitSets::default(),
            chosen: [DigitSets::default(); MAX_SIDE],
            steps_left: MAX_STEPS,
            stack: Self {
                index,
                profiles: Vec::new(),
                column_orders: (0..width).permutations(width).filter(keeps_puzzle).collect(),
                partitions: vec![Partitions::default(); width],
            },
        };
        Ok(search.choose(0, 0, poller)?.then_some(search.stack))
    }

    /// Returns the number of partitions of the box in `band`.
    pub(super) fn partition_count(&self, band: usize) -> usize {
        self.partitions[band].list.len()
    }

    /// Returns the partition with the given number of the box in `band`.
    pub(super) fn partition(&self, band: usize, number: u32) -> DigitSets {
        self.partitions[band].list[number as usize]
    }

    /// Returns the number of a partition of the box in `band`, or `None` if no profile contains the partition.
    pub(super) fn partition_number(&self, band: usize, partition: &DigitSets) -> Option<u32> {
        self.partitions[band].numbers.get(partition).copied()
    }

    /// Returns the codes of the digits in `profile` after moving each column c to `order[c]`.
    pub(super) fn codes(&self, profile: &Profile, order: &[usize]) -> Codes {
        let mut codes = Codes::default();
        for (partitions, &number) in self.partitions.iter().zip(profile) {
            for (&digits, &column) in partitions.list[number as usize].iter().zip(order) {
                for digit in Bits(digits.into()) {
                    codes[digit] = codes[digit] * MAX_SIDE as u16 + column as u16;
                }
            }
        }
        codes
    }
}

impl Partitions {
    /// Returns the number of `partition`, which is added if it is new.
    fn number(&mut self, partition: &DigitSets) -> u32 {
        *self.numbers.entry(*partition).or_insert_with(|| {
            self.list.push(*partition);
            self.list.len() as u32 - 1
        })
    }
}

/// A depth-first search for profiles, which chooses the digits of one column of a box after the other.
struct ProfileSearch {
    /// The sets of digits that each column of each box can contain, band by band.
    choices: Vec<Vec<Digits>>,
    /// For each column, the last interchangeable column to the left of it.
    alike_before: Vec<Option<usize>>,
    /// The digits of each column in all boxes so far.
    used: DigitSets,
    /// The partitions of the boxes so far.
    chosen: [DigitSets; MAX_SIDE],
    steps_left: u32,
    stack: Stack,
}

impl ProfileSearch {
    /// Tries all digits for the column of a box with the given position in `choices`, and for all columns after it.
    /// `in_box` contains the digits of the columns to the left of it in the box.
    ///
    /// Returns `false` if there are too many profiles.
    fn choose(
        &mut self,
        position: usize,
        in_box: Digits,
        poller: &mut LimitPoller,
    ) -> Result<bool, StopReason> {
        if position == self.choices.len() {
            return Ok(self.add_profile());
        }
        let width = self.alike_before.len();
        let (band, column) = (position / width, position % width);
        for i in 0..self.choices[position].len() {
            let digits = self.choices[position][i];
            if self.steps_left == 0 {
                return Ok(false);
            }
            self.steps_left -= 1;
            poller.step()?;
            // In the first band, the sets of interchangeable columns are in ascending order.
            let is_ordered =
                band > 0 || self.alike_before[column].is_none_or(|other| self.chosen[0][other] < digits);
            if digits & (self.used[column] | in_box) != 0 || !is_ordered {
                continue;
            }
            self.chosen[band][column] = digits;
            self.used[column] |= digits;
            let in_box = if column + 1 < width { in_box | digits } else { 0 };
            let is_complete = self.choose(position + 1, in_box, poller)?;
            self.used[column] &= !digits;
            if !is_complete {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Adds the chosen profile. Returns `false` if there are too many profiles.
    fn add_profile(&mut self) -> bool {
        let mut profile = Profile::default();
        for (band, partitions) in self.stack.partitions.iter_mut().enumerate() {
            profile[band] = partitions.number(&self.chosen[band]);
        }
        self.stack.profiles.push(profile);
        self.stack.profiles.len() <= MAX_PROFILES
    }
}

/// Returns the sets of digits that can fill the cells of a column in a band.
fn column_sets(board: &BandedBoard, band: usize, column: usize) -> Vec<Digits> {
    let mut sets = vec![0];
    for row in band * board.height..(band + 1) * board.height {
        let candidates = board.candidates(row, column);
        let larger = |&set: &Digits| Bits((candidates & !set).into()).map(move |digit| set | 1 << digit);
        sets = sets.iter().flat_map(larger).collect();
        sets.sort_unstable();
        sets.dedup();
    }
    sets
}
