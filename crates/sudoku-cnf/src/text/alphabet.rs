//! Which characters stand for which digits: `A` may be 10, 11 or 1, and `0` a blank or a digit.

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
        let symbols = ('0'..='9').chain('A'..='Z');
        let first = match self {
            Self::FromOne => 1,
            Self::FromZero => 0,
            Self::Letters => 10,
        };
        symbols.skip(first).nth(value.wrapping_sub(1)).unwrap_or('?')
    }

    /// The characters of a board of this size, for a person: `1-9A-G`.
    #[must_use]
    pub fn range(self, size: usize) -> String {
        let last = self.symbol(size);
        match self {
            Self::Letters => format!("A-{last}"),
            _ if last.is_ascii_digit() => format!("{}-{last}", self.symbol(1)),
            _ => format!("{}-9A-{last}", self.symbol(1)),
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
pub struct UnknownAlphabet(String);

impl FromStr for Alphabet {
    type Err = UnknownAlphabet;

    fn from_str(name: &str) -> Result<Self, UnknownAlphabet> {
        let found = Self::ALL.into_iter().find(|alphabet| alphabet.name() == name);
        found.ok_or_else(|| UnknownAlphabet(name.to_owned()))
    }
}

/// What a text shows of its symbols.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Evidence {
    /// Bits of the characters `0` to `9`, then `A` to `Z`.
    symbols: u64,
    /// Whether there is a blank that is no `0`.
    has_blank: bool,
    /// How many characters there are, and how many of them are `0`.
    cells: usize,
    zeros: usize,
}

/// What the evidence says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Resolution {
    /// Only one reading is left.
    Certain(Alphabet),
    /// This reading is the likely one, and another possible.
    Likely(Alphabet, Alphabet),
    /// Nothing decides between two readings.
    Open(Alphabet, Alphabet),
}

const ZERO: u64 = 1;
const DIGITS: u64 = 0b11_1111_1110;

impl Evidence {
    /// Takes note of a cell's text.
    pub(super) fn see(&mut self, cell: &str) {
        for symbol in cell.chars() {
            self.cells += 1;
            self.zeros += usize::from(symbol == '0');
            match symbol.to_digit(36) {
                Some(value) => self.symbols |= 1 << value,
                None => self.has_blank = true,
            }
        }
    }

    /// Decides for boards of size n > 9. A proper puzzle shows all of its digits but one, which tells whether
    /// `0` is a digit where there is another blank.
    pub(super) fn resolve(self, n: usize) -> Resolution {
        use Alphabet::{FromOne, FromZero, Letters};
        let highest = 63_usize.saturating_sub(self.symbols.leading_zeros() as usize);
        let has_zero = self.symbols & ZERO != 0;
        let has_digits = self.symbols & DIGITS != 0;
        let kinds = self.symbols.count_ones() as usize;
        if self.symbols & !ZERO == 0 {
            return Resolution::Certain(FromOne);
        }
        if !has_digits {
            // Letters alone: A is 1, unless the few that there are may be 10 and beyond.
            let fits_letters = highest < n + 10;
            return match (fits_letters, highest <= n) {
                (true, true) => Resolution::Open(Letters, FromOne),
                (true, false) => Resolution::Certain(Letters),
                (false, _) => Resolution::Certain(FromOne),
            };
        }
        if highest >= n {
            return Resolution::Certain(FromOne);
        }
        match (has_zero, self.has_blank) {
            (true, true) if kinds + 1 >= n => Resolution::Likely(FromZero, FromOne),
            (true, true) => Resolution::Open(FromZero, FromOne),
            // Full grids without a blank show every symbol equally often.
            (true, false) if kinds == n && self.zeros * n == self.cells => {
                Resolution::Likely(FromZero, FromOne)
            }
            (true, false) => Resolution::Likely(FromOne, FromZero),
            (false, _) if highest > 9 => Resolution::Likely(FromOne, FromZero),
            (false, _) => Resolution::Certain(FromOne),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolve(cells: &str, n: usize) -> Resolution {
        let mut evidence = Evidence::default();
        evidence.see(cells);
        evidence.resolve(n)
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
        assert_eq!(Alphabet::FromOne.range(9), "1-9");
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
        assert_eq!(resolve("0A1.", 16), Resolution::Open(FromZero, FromOne));
        assert_eq!(resolve("ABP.", 16), Resolution::Certain(Letters));
        assert_eq!(resolve("AB.", 16), Resolution::Open(Letters, FromOne));
        assert_eq!(resolve("123.", 16), Resolution::Certain(FromOne));
        assert_eq!(resolve("0.", 16), Resolution::Certain(FromOne));
    }
}
