//! Guesses the alphabet of the input from statistics about its symbols.

use std::collections::BTreeSet;

use super::alphabet::Alphabet;

/// Statistics about the symbols or numbers in the input.
#[derive(Clone, Debug, Default)]
pub(super) struct SymbolUsage {
    /// The distinct values in the recorded cells. Single characters are interpreted as base-36 digits.
    values: BTreeSet<usize>,
    /// Whether any recorded cell contains a blank other than `0`.
    has_blank: bool,
    /// The number of recorded cells.
    cells: usize,
    /// The number of recorded cells that contain `0`.
    zeros: usize,
}

/// The result of guessing the alphabet of the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum AlphabetGuess {
    /// The only plausible alphabet.
    Certain(Alphabet),
    /// The most likely alphabet, followed by another possible alphabet.
    Likely(Alphabet, Alphabet),
    /// Several possible alphabets, none of which is clearly the most likely.
    Ambiguous(Vec<Alphabet>),
}

impl SymbolUsage {
    /// Records a cell that is written as one character.
    pub(super) fn add_symbol(&mut self, cell: &str) {
        self.add(cell.chars().next().and_then(|symbol| symbol.to_digit(36)).map(|value| value as usize));
    }

    /// Records a cell that is written as a decimal number.
    pub(super) fn add_number(&mut self, cell: &str) {
        self.add(cell.parse().ok());
    }

    fn add(&mut self, value: Option<usize>) {
        self.cells += 1;
        match value {
            Some(value) => {
                self.zeros += usize::from(value == 0);
                self.values.insert(value);
            }
            None => self.has_blank = true,
        }
    }

    /// Guesses the alphabet of boards of size n with one character per cell. If n ≤ 9 and there are no digits, the
    /// letters `A`, `B`, … are the digits 1, 2, ….
    pub(super) fn guess_symbols(&self, n: usize) -> AlphabetGuess {
        use Alphabet::{FromOne, FromZero, Letters};
        let highest = self.values.last().copied().unwrap_or(0);
        let has_digits = self.values.range(1..10).next().is_some();
        if n <= 9 {
            let are_letters = !has_digits && (10..n + 10).contains(&highest);
            return AlphabetGuess::Certain(if are_letters { Letters } else { FromOne });
        }
        let is_possible = |alphabet: &Alphabet| {
            n <= alphabet.largest()
                && match alphabet {
                    FromOne => highest <= n,
                    FromZero => highest < n,
                    Letters => !has_digits && highest < n + 10,
                }
        };
        let possible: Vec<_> = [Letters, FromZero, FromOne].into_iter().filter(is_possible).collect();
        match possible[..] {
            [] => AlphabetGuess::Certain(FromOne),
            [only] => AlphabetGuess::Certain(only),
            // Every cell is blank or contains `0`.
            _ if highest == 0 => AlphabetGuess::Certain(FromOne),
            _ if !has_digits => AlphabetGuess::Ambiguous(possible),
            _ if highest <= 9 && !self.values.contains(&0) => AlphabetGuess::Certain(FromOne),
            _ => self.guess_zero(n),
        }
    }

    /// Guesses whether the decimal numbers on boards of size n > 9 start at 0 or 1.
    pub(super) fn guess_numbers(&self, n: usize) -> AlphabetGuess {
        let highest = self.values.last().copied().unwrap_or(0);
        if highest >= n || self.zeros == 0 || !self.has_blank {
            return AlphabetGuess::Certain(Alphabet::FromOne);
        }
        self.guess_zero(n)
    }

    /// Guesses whether `0` is a digit or a blank.
    ///
    /// A puzzle with a unique solution contains at least n − 1 of the n digits. Therefore, `0` is probably a
    /// digit if another symbol represents blanks and at least n − 1 different values occur.
    fn guess_zero(&self, n: usize) -> AlphabetGuess {
        use Alphabet::{FromOne, FromZero};
        let distinct = self.values.len();
        match (self.zeros > 0, self.has_blank) {
            (true, true) if distinct + 1 >= n => AlphabetGuess::Likely(FromZero, FromOne),
            (true, true) => AlphabetGuess::Ambiguous(vec![FromZero, FromOne]),
            // In a solved grid, all n symbols occur equally often.
            (true, false) if distinct == n && self.zeros * n == self.cells => {
                AlphabetGuess::Likely(FromZero, FromOne)
            }
            _ => AlphabetGuess::Likely(FromOne, FromZero),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guess(cells: &str, n: usize) -> AlphabetGuess {
        let mut usage = SymbolUsage::default();
        cells.chars().for_each(|cell| usage.add_symbol(&cell.to_string()));
        usage.guess_symbols(n)
    }

    #[test]
    fn symbols_determine_the_alphabet() {
        use Alphabet::{FromOne, FromZero, Letters};
        assert_eq!(guess("123456789ABCDEFG.", 16), AlphabetGuess::Certain(FromOne));
        assert_eq!(guess("0123456789ABCDEF.", 16), AlphabetGuess::Likely(FromZero, FromOne));
        assert_eq!(guess("0123456789ABCDEFG.", 16), AlphabetGuess::Certain(FromOne));
        assert_eq!(guess("0123456789ABCDE", 16), AlphabetGuess::Likely(FromOne, FromZero));
        assert_eq!(guess("0123456789ABCDEF", 16), AlphabetGuess::Likely(FromZero, FromOne));
        assert_eq!(guess("00123456789ABCDEF", 16), AlphabetGuess::Likely(FromOne, FromZero));
        assert_eq!(guess("123A.", 16), AlphabetGuess::Likely(FromOne, FromZero));
        assert_eq!(guess("0A1.", 16), AlphabetGuess::Ambiguous(vec![FromZero, FromOne]));
        assert_eq!(guess("ABP.", 16), AlphabetGuess::Certain(Letters));
        assert_eq!(guess("AB.", 16), AlphabetGuess::Ambiguous(vec![Letters, FromZero, FromOne]));
        assert_eq!(guess("AC.0", 9), AlphabetGuess::Certain(Letters));
        assert_eq!(guess("A1.", 9), AlphabetGuess::Certain(FromOne));
        assert_eq!(guess("AX.", 9), AlphabetGuess::Certain(FromOne));
        assert_eq!(guess("123.", 16), AlphabetGuess::Certain(FromOne));
        assert_eq!(guess("0.", 16), AlphabetGuess::Certain(FromOne));
        assert_eq!(guess("0A.", 16), AlphabetGuess::Ambiguous(vec![Letters, FromZero, FromOne]));
        assert_eq!(guess("1Z.", 36), AlphabetGuess::Certain(FromZero), "35 symbols are too few");
    }

    #[test]
    fn numbers_may_start_with_0() {
        use Alphabet::{FromOne, FromZero};
        let guess = |cells: &str, n| {
            let mut usage = SymbolUsage::default();
            cells.split(' ').for_each(|cell| usage.add_number(cell));
            usage.guess_numbers(n)
        };
        assert_eq!(guess("0 1 2 3 4 5 6 7 8 9 10 11 .", 12), AlphabetGuess::Likely(FromZero, FromOne));
        assert_eq!(guess("0 1 2 3 4 5 6 7 8 9 10 11", 12), AlphabetGuess::Certain(FromOne));
        assert_eq!(guess("0 1 12 .", 12), AlphabetGuess::Certain(FromOne));
        assert_eq!(guess("0 1 11 .", 12), AlphabetGuess::Ambiguous(vec![FromZero, FromOne]));
    }
}
