//! Alphabets, which define the characters that represent digits.
//!
//! The meaning of a character depends on the alphabet. For example, `A` can represent 1, 10 or 11, and `0`
//! can represent a digit or a blank.

crate::named_enum! {
    /// A set of characters that represent digits. Letters are case-insensitive.
    ///
    /// ```
    /// use sudoku_cnf::text::Alphabet;
    ///
    /// assert_eq!(Alphabet::FromOne.value('a'), Some(10));
    /// assert_eq!(Alphabet::FromZero.symbol(11), 'A');
    /// assert_eq!(Alphabet::Letters.range(16), "A-P");
    /// ```
    #[derive(Default)]
    pub enum Alphabet: "alphabet" {
        /// `1` to `9` are the digits 1 to 9, `A` to `Z` are 10 to 35, and `0` is a blank.
        #[default]
        FromOne = "1-9A-Z",
        /// `0` to `9` are the digits 1 to 10, and `A` to `Z` are 11 to 36.
        FromZero = "0-9A-Z",
        /// `A` to `Z` are the digits 1 to 26, and `0` is a blank.
        Letters = "A-Z",
    }
}

impl Alphabet {
    /// Returns the digit that the letter `A` represents.
    const fn value_of_a(self) -> usize {
        match self {
            Self::FromOne => 10,
            Self::FromZero => 11,
            Self::Letters => 1,
        }
    }

    /// Returns the size of the largest board for which the alphabet has enough characters.
    pub const fn largest(self) -> usize {
        self.value_of_a() + 25
    }

    /// Returns the digit that `symbol` represents, or `None` if `symbol` is not a digit in this alphabet.
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

    /// Returns the character for the digit `value`, or `?` if `value` is not between 1 and
    /// [`largest`](Self::largest).
    pub fn symbol(self, value: usize) -> char {
        let first = match self {
            Self::FromOne => 1,
            Self::FromZero => 0,
            Self::Letters => 10,
        };
        let place = value.checked_sub(1).and_then(|before| u32::try_from(first + before).ok());
        place.and_then(|place| char::from_digit(place, 36)).map_or('?', |symbol| symbol.to_ascii_uppercase())
    }

    /// Returns the range of characters that represent the digits on a board of size `size`.
    ///
    /// For example, the range for [`FromOne`](Self::FromOne) and size 16 is `1-9A-G`.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_and_values_are_inverse() {
        for &alphabet in Alphabet::ALL {
            for value in 1..=alphabet.largest() {
                assert_eq!(alphabet.value(alphabet.symbol(value)), Some(value), "{alphabet} {value}");
            }
            assert_eq!(alphabet.value('.'), None);
        }
        let ranges: Vec<_> = Alphabet::ALL.iter().map(|alphabet| alphabet.range(16)).collect();
        assert_eq!(ranges, ["1-9A-G", "0-9A-F", "A-P"]);
        assert_eq!([9, 10, 11].map(|n| Alphabet::FromOne.range(n)), ["1-9", "1-9A", "1-9A-B"]);
    }
}
