//! Which characters stand for which digits: `A` may be 10, 11 or 1, and `0` a blank or a digit.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// The characters of the digits, in order, in either case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Alphabet {
    /// `1` to `9`, then `A` for 10; `0` is a blank.
    #[default]
    FromOne,
    /// `0` is the digit 1, `9` is 10, `A` is 11.
    FromZero,
    /// `A` is the digit 1; `0` is a blank.
    Letters,
}

impl Alphabet {
    /// All alphabets.
    pub const ALL: [Self; 3] = [Self::FromOne, Self::FromZero, Self::Letters];

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::FromOne => "1-9A-Z",
            Self::FromZero => "0-9A-Z",
            Self::Letters => "A-Z",
        }
    }

    /// What `A` stands for.
    fn value_of_a(self) -> usize {
        match self {
            Self::FromOne => 10,
            Self::FromZero => 11,
            Self::Letters => 1,
        }
    }

    /// The largest board that it can write.
    #[must_use]
    pub fn largest(self) -> usize {
        self.value_of_a() + 25
    }

    /// The value that a character stands for, from 1; `None` for what is no digit in this alphabet.
    #[must_use]
    pub fn value(self, symbol: char) -> Option<usize> {
        let value = match symbol {
            '0'..='9' => {
                let number = symbol as usize - '0' as usize;
                match self {
                    Self::FromOne => number,
                    Self::FromZero => number + 1,
                    Self::Letters => 0,
                }
            }
            'A'..='Z' | 'a'..='z' => symbol.to_ascii_uppercase() as usize - 'A' as usize + self.value_of_a(),
            _ => 0,
        };
        (value > 0).then_some(value)
    }

    /// The character of a value from 1 to [`largest`](Self::largest); beyond, `?`.
    #[must_use]
    pub fn symbol(self, value: usize) -> char {
        let first = match self {
            Self::FromOne => 1,
            Self::FromZero => 0,
            Self::Letters => 10,
        };
        let place = value.checked_sub(1).and_then(|before| u32::try_from(first + before).ok());
        place.and_then(|place| char::from_digit(place, 36)).map_or('?', |symbol| symbol.to_ascii_uppercase())
    }

    /// The characters of a board of this size, for a person: `1-9A-G`.
    #[must_use]
    pub fn range(self, size: usize) -> String {
        let last = self.symbol(size.min(self.largest()));
        match (self, last) {
            (Self::Letters, _) => format!("A-{last}"),
            (_, 'A') => format!("{}-9A", self.symbol(1)),
            (_, 'B'..) => format!("{}-9A-{last}", self.symbol(1)),
            _ => format!("{}-{last}", self.symbol(1)),
        }
    }
}

impl fmt::Display for Alphabet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that no alphabet has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' names no symbols; known are 1-9A-Z, 0-9A-Z and A-Z")]
pub struct UnknownSymbols(String);

impl FromStr for Alphabet {
    type Err = UnknownSymbols;

    fn from_str(name: &str) -> Result<Self, UnknownSymbols> {
        let found = Self::ALL.into_iter().find(|alphabet| alphabet.name() == name);
        found.ok_or_else(|| UnknownSymbols(name.to_owned()))
    }
}

/// What a text shows of its symbols or numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct Evidence {
    /// The values that were seen: of a character as a digit in base 36, or of a number.
    values: BTreeSet<usize>,
    /// Whether there is a blank that is no `0`.
    has_blank: bool,
    /// How many cells there are, and how many of them are `0`.
    cells: usize,
    zeros: usize,
}

/// What the evidence says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Resolution {
    /// Only one reading is left.
    Certain(Alphabet),
    /// This reading is the likely one, and another possible.
    Likely(Alphabet, Alphabet),
    /// Nothing decides between these readings.
    Open(Vec<Alphabet>),
}

impl Evidence {
    /// Takes note of a cell in characters.
    pub(super) fn see_symbol(&mut self, cell: &str) {
        self.see(cell.chars().next().and_then(|symbol| symbol.to_digit(36)).map(|value| value as usize));
    }

    /// Takes note of a cell in numbers.
    pub(super) fn see_number(&mut self, cell: &str) {
        self.see(cell.parse().ok());
    }

    fn see(&mut self, value: Option<usize>) {
        self.cells += 1;
        match value {
            Some(value) => {
                self.zeros += usize::from(value == 0);
                self.values.insert(value);
            }
            None => self.has_blank = true,
        }
    }

    /// Decides about the characters of boards of size n > 9.
    pub(super) fn resolve_symbols(&self, n: usize) -> Resolution {
        use Alphabet::{FromOne, FromZero, Letters};
        let highest = self.values.last().copied().unwrap_or(0);
        let has_digits = self.values.range(1..10).next().is_some();
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
            [] => Resolution::Certain(FromOne),
            [only] => Resolution::Certain(only),
            // Nothing but blanks.
            _ if highest == 0 => Resolution::Certain(FromOne),
            _ if !has_digits => Resolution::Open(possible),
            _ if highest <= 9 && !self.values.contains(&0) => Resolution::Certain(FromOne),
            _ => self.is_zero_a_digit(n),
        }
    }

    /// Decides whether the numbers of boards of size n > 9 begin with 0.
    pub(super) fn resolve_numbers(&self, n: usize) -> Resolution {
        let highest = self.values.last().copied().unwrap_or(0);
        if highest >= n || self.zeros == 0 || !self.has_blank {
            return Resolution::Certain(Alphabet::FromOne);
        }
        self.is_zero_a_digit(n)
    }

    /// Where 0 may be a digit: a proper puzzle shows all of its digits but one, which tells whether
    /// it is one where there is another blank.
    fn is_zero_a_digit(&self, n: usize) -> Resolution {
        use Alphabet::{FromOne, FromZero};
        let kinds = self.values.len();
        match (self.zeros > 0, self.has_blank) {
            (true, true) if kinds + 1 >= n => Resolution::Likely(FromZero, FromOne),
            (true, true) => Resolution::Open(vec![FromZero, FromOne]),
            // Full grids without a blank show every symbol equally often.
            (true, false) if kinds == n && self.zeros * n == self.cells => {
                Resolution::Likely(FromZero, FromOne)
            }
            _ => Resolution::Likely(FromOne, FromZero),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolve(cells: &str, n: usize) -> Resolution {
        let mut evidence = Evidence::default();
        cells.chars().for_each(|cell| evidence.see_symbol(&cell.to_string()));
        evidence.resolve_symbols(n)
    }

    #[test]
    fn symbols_and_values_are_inverse() {
        for alphabet in Alphabet::ALL {
            for value in 1..=alphabet.largest() {
                assert_eq!(alphabet.value(alphabet.symbol(value)), Some(value), "{alphabet} {value}");
            }
            assert_eq!(alphabet.value('.'), None);
        }
        assert_eq!(Alphabet::ALL.map(|alphabet| alphabet.range(16)), ["1-9A-G", "0-9A-F", "A-P"]);
        assert_eq!([9, 10, 11].map(|n| Alphabet::FromOne.range(n)), ["1-9", "1-9A", "1-9A-B"]);
    }

    #[test]
    fn the_text_decides_as_far_as_it_can() {
        use Alphabet::{FromOne, FromZero, Letters};
        assert_eq!(resolve("123456789ABCDEFG.", 16), Resolution::Certain(FromOne));
        assert_eq!(resolve("0123456789ABCDEF.", 16), Resolution::Likely(FromZero, FromOne));
        assert_eq!(resolve("0123456789ABCDEFG.", 16), Resolution::Certain(FromOne));
        assert_eq!(resolve("0123456789ABCDE", 16), Resolution::Likely(FromOne, FromZero));
        assert_eq!(resolve("0123456789ABCDEF", 16), Resolution::Likely(FromZero, FromOne));
        assert_eq!(resolve("00123456789ABCDEF", 16), Resolution::Likely(FromOne, FromZero));
        assert_eq!(resolve("123A.", 16), Resolution::Likely(FromOne, FromZero));
        assert_eq!(resolve("0A1.", 16), Resolution::Open(vec![FromZero, FromOne]));
        assert_eq!(resolve("ABP.", 16), Resolution::Certain(Letters));
        assert_eq!(resolve("AB.", 16), Resolution::Open(vec![Letters, FromZero, FromOne]));
        assert_eq!(resolve("123.", 16), Resolution::Certain(FromOne));
        assert_eq!(resolve("0.", 16), Resolution::Certain(FromOne));
        assert_eq!(resolve("0A.", 16), Resolution::Open(vec![Letters, FromZero, FromOne]));
        assert_eq!(resolve("1Z.", 36), Resolution::Certain(FromZero), "35 symbols are too few");
    }

    #[test]
    fn numbers_may_begin_with_0() {
        use Alphabet::{FromOne, FromZero};
        let resolve = |cells: &str, n| {
            let mut evidence = Evidence::default();
            cells.split(' ').for_each(|cell| evidence.see_number(cell));
            evidence.resolve_numbers(n)
        };
        assert_eq!(resolve("0 1 2 3 4 5 6 7 8 9 10 11 .", 12), Resolution::Likely(FromZero, FromOne));
        assert_eq!(resolve("0 1 2 3 4 5 6 7 8 9 10 11", 12), Resolution::Certain(FromOne));
        assert_eq!(resolve("0 1 12 .", 12), Resolution::Certain(FromOne));
        assert_eq!(resolve("0 1 11 .", 12), Resolution::Open(vec![FromZero, FromOne]));
    }
}
