//! Profiles that are equal except for the names of digits.

use rustc_hash::FxHashMap;

use super::banded_board::{BandedBoard, MAX_SIZE};
use super::stack::{Codes, Profile, Stack};

/// Classes of interchangeable digits: those that are candidates of the same cells and have the same column in every box
/// that has been considered so far.
pub(super) struct DigitClasses {
    /// The classes with at least two digits. Digits are numbered from 0.
    classes: Vec<Vec<usize>>,
}

impl DigitClasses {
    pub(super) fn new(board: &BandedBoard) -> Self {
        let mut classes: Vec<Vec<usize>> = Vec::new();
        for digit in 0..board.size() {
            match classes.iter_mut().find(|class| board.are_digits_alike(class[0], digit)) {
                Some(class) => class.push(digit),
                None => classes.push(vec![digit]),
            }
        }
        classes.retain(|class| class.len() > 1);
        Self { classes }
    }

    /// Returns the number of permutations of the digits within their classes.
    pub(super) fn permutations(&self) -> f64 {
        self.classes.iter().flat_map(|class| 1..=class.len()).map(|factor| factor as f64).product()
    }

    /// Returns the classes of digits that also have the same column in every box of `profile`.
    pub(super) fn refined(&self, stack: &Stack, profile: &Profile) -> Self {
        let codes = stack.codes(profile, &stack.column_orders[0]);
        let mut classes = Vec::new();
        for class in &self.classes {
            let mut class = class.clone();
            class.sort_unstable_by_key(|&digit| codes[digit]);
            let parts = class.chunk_by(|&a, &b| codes[a] == codes[b]);
            classes.extend(parts.filter(|part| part.len() > 1).map(<[usize]>::to_vec));
        }
        Self { classes }
    }

    /// Returns one profile of each set of profiles that are equal except for permutations of interchangeable digits and
    /// columns, and the size of the set.
    pub(super) fn representatives(&self, stack: &Stack) -> Vec<(Profile, u64)> {
        if self.classes.is_empty() {
            return stack.profiles.iter().map(|&profile| (profile, 1)).collect();
        }
        let mut representatives: Vec<(Profile, u64)> = Vec::new();
        let mut numbers = FxHashMap::default();
        for profile in &stack.profiles {
            let number = *numbers.entry(self.canonical(stack, profile)).or_insert(representatives.len());
            match representatives.get_mut(number) {
                Some((_, size)) => *size += 1,
                None => representatives.push((*profile, 1)),
            }
        }
        representatives
    }

    /// Returns the smallest sequence of codes that results from `profile` by permutations of interchangeable digits and
    /// columns.
    fn canonical(&self, stack: &Stack, profile: &Profile) -> Option<Codes> {
        stack.column_orders.iter().map(|order| self.sorted(stack.codes(profile, order))).min()
    }

    /// Sorts the codes of interchangeable digits.
    fn sorted(&self, mut codes: Codes) -> Codes {
        for class in &self.classes {
            let mut sorted = [0; MAX_SIZE];
            let sorted = &mut sorted[..class.len()];
            class.iter().zip(&mut *sorted).for_each(|(&digit, code)| *code = codes[digit]);
            sorted.sort_unstable();
            class.iter().zip(&*sorted).for_each(|(&digit, &code)| codes[digit] = code);
        }
        codes
    }
}
