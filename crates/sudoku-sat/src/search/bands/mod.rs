//! # Counting by bands and stacks
//!
//! On a board with rectangular boxes, the number of solutions is a sum over the digits of each column in each band.
//!
//! A *partition* of a box is the assignment of its digits to the columns of the box, without regard to the rows. A
//! *profile* of a stack consists of a partition for each of its boxes, such that every column contains every digit
//! once. If a profile of each stack is given, the bands are independent of each other: what remains is to order the
//! digits in each column of each band so that every row contains every digit once. Therefore
//!
//! ```text
//! solutions = Σ over profiles p₁, …, pₛ of the stacks  Π over bands b  ways(b, p₁[b], …, pₛ[b])
//! ```
//!
//! where ways(b, …) is the number of ways to fill band b with the given partitions. The sum is the contraction of a
//! tensor network: each band is a tensor with one index per stack, and each stack connects the indices of all bands. An
//! empty 9×9 board has three bands, three stacks, and 94,080 profiles for each stack. A given divides the number of
//! profiles of its stack by about three, so with g givens, the sum has about 94,080³ / 3ᵍ terms.
//!
//! The sum is computed by nested loops over the profiles of each stack. Three methods make the loops fast:
//! - **Vectors for the last stack.** The numbers of ways to fill a band for all partitions of its last box are computed
//!   at once and cached ([`band`]). A term of the sum therefore takes one lookup for each band.
//! - **Interchangeable columns and rows.** If columns of a stack have the same candidates, their order does not matter,
//!   and the loop visits only one order ([`stack`]). The sets of digits in interchangeable rows are sorted.
//! - **Interchangeable digits.** Of the profiles that differ only in the names of digits, the outer loops visit only
//!   one and multiply by the size of the set ([`digit_classes`]). The first stack of an empty 9×9 board has two such
//!   sets.
//!
//! The board is transposed if the sum then has fewer terms. All terms are nonnegative, so an interrupted sum is a lower
//! bound.
//!
//! ## References
//! - B. Felgenhauer, F. Jarvis: Mathematics of Sudoku I, 2006. Only the digits in each column of a band matter for the
//!   rest of the grid.
//! - E. Russell, F. Jarvis: Mathematics of Sudoku II, 2006 (symmetries).
//! - I. Markov, Y. Shi: Simulating quantum computation by contracting tensor networks, SIAM J. Comput. 38, 2008.

mod band;
mod banded_board;
mod digit_classes;
mod stack;

use sudoku_cnf::Puzzle;

use crate::solver::{LimitPoller, Limits, StopReason};
use band::{Band, Completions, Prefix};
use banded_board::BandedBoard;
use digit_classes::DigitClasses;
use stack::Stack;

/// A puzzle whose solutions can be counted by bands and stacks.
pub(super) struct BandCounter {
    board: BandedBoard,
    /// The stacks in the order of the loops. The last loop has the most profiles.
    stacks: Vec<Stack>,
}

impl BandCounter {
    /// Finds the profiles of all stacks of `puzzle`. Its rules are ignored.
    ///
    /// Returns `None` if the board is not supported, if a stack has too many profiles, or if propagation finds a
    /// contradiction.
    pub(super) fn new(puzzle: &Puzzle, limits: &Limits) -> Result<Option<Self>, StopReason> {
        let Some(board) = BandedBoard::new(puzzle) else { return Ok(None) };
        let mut poller = LimitPoller::new(limits.clone());
        let transposed = Self::on_board(board.transposed(), &mut poller)?;
        let upright = Self::on_board(board, &mut poller)?;
        Ok(upright.into_iter().chain(transposed).min_by(|a, b| a.terms().total_cmp(&b.terms())))
    }

    fn on_board(board: BandedBoard, poller: &mut LimitPoller) -> Result<Option<Self>, StopReason> {
        let mut stacks = Vec::new();
        for index in 0..board.height {
            let Some(stack) = Stack::new(&board, index, poller)? else { return Ok(None) };
            stacks.push(stack);
        }
        stacks.sort_by_key(|stack| stack.profiles.len());
        Ok(Some(Self { board, stacks }))
    }

    /// Returns an estimate of the number of terms of the sum.
    pub(super) fn terms(&self) -> f64 {
        let profiles: f64 = self.stacks.iter().map(|stack| stack.profiles.len() as f64).product();
        profiles / DigitClasses::new(&self.board).permutations()
    }

    /// Counts up to `max` solutions. Returns a lower bound and the reason for stopping if a limit stopped the count.
    pub(super) fn count(&self, max: u128, limits: Limits) -> (u128, Option<StopReason>) {
        let bands = (0..self.board.width).map(|index| Band::new(&self.board, &self.stacks, index));
        let orders = self.stacks.iter().map(|stack| stack.column_orders.len() as u128).product();
        let mut sum = Sum {
            stacks: &self.stacks,
            bands: bands.collect(),
            poller: LimitPoller::new(limits),
            total: 0,
            max: max.div_ceil(orders),
        };
        let prefixes = vec![Prefix::empty(); self.board.width];
        let stopped = sum.add(&prefixes, 0, &DigitClasses::new(&self.board), 1).err();
        (sum.total.saturating_mul(orders).min(max), stopped)
    }
}

/// The sum over the profiles of all stacks.
struct Sum<'a> {
    stacks: &'a [Stack],
    bands: Vec<Band<'a>>,
    poller: LimitPoller,
    /// The sum of the terms so far.
    total: u128,
    /// The loops end when the sum reaches this number.
    max: u128,
}

impl<'a> Sum<'a> {
    /// Adds the terms for given profiles of the first `level` stacks. `prefixes` contains the ways to fill their boxes
    /// in each band. The number of terms that differ only in the names of digits is `multiplicity`.
    fn add(
        &mut self,
        prefixes: &[Prefix],
        level: usize,
        digits: &DigitClasses,
        multiplicity: u128,
    ) -> Result<(), StopReason> {
        let stack = &self.stacks[level];
        let is_last_but_one = level + 2 == self.stacks.len();
        for (profile, size) in digits.representatives(stack) {
            if self.total >= self.max {
                break;
            }
            let multiplicity = multiplicity.saturating_mul(size.into());
            let boxes = prefixes.iter().zip(profile);
            if is_last_but_one {
                if let Some(completions) = self.each_band(boxes, Band::complete)? {
                    self.add_last(&completions, multiplicity)?;
                }
            } else if let Some(prefixes) = self.each_band(boxes, Band::fill)? {
                self.add(&prefixes, level + 1, &digits.refined(stack, &profile), multiplicity)?;
            }
        }
        Ok(())
    }

    /// Calls `fill` with each band, the prefix of the band, and the partition of its next box. Returns `None` if one of
    /// the bands cannot be filled.
    fn each_band<'p, T, F>(
        &mut self,
        boxes: impl Iterator<Item = (&'p Prefix, u32)>,
        fill: F,
    ) -> Result<Option<Vec<T>>, StopReason>
    where
        F: Fn(&mut Band<'a>, &Prefix, u32, &mut LimitPoller) -> Result<Option<T>, StopReason>,
    {
        let mut filled = Vec::with_capacity(self.bands.len());
        for (band, (prefix, partition)) in self.bands.iter_mut().zip(boxes) {
            let Some(ways) = fill(band, prefix, partition, &mut self.poller)? else { return Ok(None) };
            filled.push(ways);
        }
        Ok(Some(filled))
    }

    /// Adds the terms for all profiles of the last stack.
    fn add_last(&mut self, bands: &[Completions], multiplicity: u128) -> Result<(), StopReason> {
        let Some(last) = self.stacks.last() else { return Ok(()) };
        self.poller.steps(last.profiles.len())?;
        let profiles = last.profiles.iter();
        let ways = |band: &Completions, partition: u32| u128::from(band[partition as usize]);
        let sum = match bands {
            // The most frequent case needs no loop over the bands.
            [first, second, third] => profiles.fold(0, |sum: u128, profile| {
                let others = ways(second, profile[1]) * ways(third, profile[2]);
                sum.saturating_add(others.saturating_mul(ways(first, profile[0])))
            }),
            _ => profiles.fold(0, |sum: u128, profile| {
                let product = bands.iter().zip(profile).fold(1, |product: u128, (band, &partition)| {
                    product.saturating_mul(ways(band, partition))
                });
                sum.saturating_add(product)
            }),
        };
        self.total = self.total.saturating_add(sum.saturating_mul(multiplicity));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::Interrupt;
    use std::time::Duration;
    use sudoku_cnf::puzzle::board::Variant;
    use sudoku_cnf::{BoxShape, Geometry};

    fn empty(height: usize, width: usize) -> Puzzle {
        Puzzle::empty(Geometry::new(BoxShape::new(height, width).unwrap()).into())
    }

    fn count(puzzle: &Puzzle, max: u128) -> Option<u128> {
        let counter = BandCounter::new(puzzle, &Limits::none()).unwrap()?;
        let (count, stopped) = counter.count(max, Limits::none());
        assert_eq!(stopped, None);
        Some(count)
    }

    #[test]
    fn empty_boards_have_the_published_numbers_of_grids() {
        let published = [
            (2, 2, 288),
            (2, 3, 28_200_960),
            (3, 2, 28_200_960),
            (2, 4, 29_136_487_207_403_520),
            (4, 2, 29_136_487_207_403_520),
            (3, 3, 6_670_903_752_021_072_936_960),
        ];
        for (height, width, grids) in published {
            assert_eq!(count(&empty(height, width), u128::MAX), Some(grids), "{height}x{width}");
        }
    }

    #[test]
    fn counting_ends_at_the_maximum() {
        for max in [1, 1000, 28_200_959, 28_200_960] {
            assert_eq!(count(&empty(2, 3), max), Some(max));
        }
    }

    #[test]
    fn other_boards_are_not_supported() {
        let with_diagonals = Geometry::with_variants(BoxShape::new(3, 3).unwrap(), &[Variant::X]).unwrap();
        let rows_and_columns = BoxShape::new(1, 7).unwrap();
        for geometry in [with_diagonals, Geometry::new(rows_and_columns)] {
            assert_eq!(count(&Puzzle::empty(geometry.into()), u128::MAX), None);
        }
        assert_eq!(count(&empty(4, 4), u128::MAX), None, "too many profiles");
    }

    #[test]
    fn an_interrupted_sum_is_a_lower_bound() {
        let counter = BandCounter::new(&empty(2, 5), &Limits::none()).unwrap().unwrap();
        let (count, stopped) = counter.count(u128::MAX, Limits::none().within(Duration::from_millis(300)));
        assert_eq!(stopped, Some(StopReason::TimeLimit));
        assert!(count < 1_903_816_047_972_624_930_994_913_280_000, "{count}");

        let interrupt = Interrupt::default();
        interrupt.trigger();
        let limits = Limits::none().with_interrupt(interrupt);
        assert!(matches!(BandCounter::new(&empty(3, 3), &limits), Err(StopReason::Interrupted)));
    }
}
