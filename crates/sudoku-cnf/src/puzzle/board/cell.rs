//! Cells, digits and candidates.

use std::fmt;
use std::num::NonZeroU16;
use std::str::FromStr;

use thiserror::Error;

use super::MAX_SIZE;

/// A cell of a board, written `r4c7` for row 4, column 7.
///
/// Rows are numbered from top to bottom and columns from left to right, both starting at 1. Cells are ordered row by
/// row.
///
/// ```
/// use sudoku_cnf::Cell;
///
/// let cell = Cell::new(4, 7).unwrap();
/// assert_eq!(cell.to_string(), "r4c7");
/// assert_eq!("r4c7".parse(), Ok(cell));
/// assert_eq!(cell.index(9), 33);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// The row index, starting at 0.
    row: u16,
    /// The column index, starting at 0.
    column: u16,
}

impl Cell {
    /// Returns the cell at `row` and `column`, both counted from 1.
    ///
    /// Returns `None` if either number is 0 or exceeds [`MAX_SIZE`].
    pub fn new(row: usize, column: usize) -> Option<Self> {
        let in_range = |number| (1..=MAX_SIZE).contains(&number);
        (in_range(row) && in_range(column)).then(|| Self { row: row as u16 - 1, column: column as u16 - 1 })
    }

    /// Returns the cell at `index` in row-major order on a board of size `size`. The first cell has index 0.
    ///
    /// # Panics
    /// Panics if the board has no such cell, or if `size` exceeds [`MAX_SIZE`].
    #[inline]
    pub fn from_index(index: usize, size: usize) -> Self {
        assert!(size <= MAX_SIZE && index < size * size, "a {size}x{size} board has no cell {index}");
        Self { row: (index / size) as u16, column: (index % size) as u16 }
    }

    /// Returns the row number. The top row is row 1.
    pub fn row(self) -> usize {
        usize::from(self.row) + 1
    }

    /// Returns the column number. The leftmost column is column 1.
    pub fn column(self) -> usize {
        usize::from(self.column) + 1
    }

    /// Returns the index of the cell in row-major order on a board of size `size`. The first cell has index 0.
    #[inline]
    pub fn index(self, size: usize) -> usize {
        usize::from(self.row) * size + usize::from(self.column)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row(), self.column())
    }
}

/// The error for text that cannot be parsed as a cell or candidate.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("invalid cell or candidate '{0}'; expected, for example, r4c7 or r4c7=2")]
pub struct ParseCellError(String);

impl ParseCellError {
    /// Creates the error for `text`.
    pub(crate) fn new(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl FromStr for Cell {
    type Err = ParseCellError;

    fn from_str(text: &str) -> Result<Self, ParseCellError> {
        let numbers = text.strip_prefix(['r', 'R']).and_then(|rest| rest.split_once(['c', 'C']));
        let cell = numbers.and_then(|(row, column)| Self::new(row.parse().ok()?, column.parse().ok()?));
        cell.ok_or_else(|| ParseCellError::new(text))
    }
}

/// A digit from 1 to [`MAX_SIZE`]. A board of size n uses the digits from 1 to n.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "usize", into = "usize")
)]
pub struct Digit(NonZeroU16);

impl Digit {
    /// Returns the digit with the given value, or `None` if the value is 0 or exceeds [`MAX_SIZE`].
    #[inline]
    pub fn new(value: usize) -> Option<Self> {
        if value > MAX_SIZE {
            return None;
        }
        NonZeroU16::new(value as u16).map(Self)
    }

    /// Returns the value of the digit, which is at least 1.
    #[inline]
    pub fn get(self) -> usize {
        self.0.get().into()
    }

    /// Returns the value of the digit, or 0 for an empty cell.
    #[inline]
    pub(crate) fn value_of(content: Option<Self>) -> u16 {
        content.map_or(0, |digit| digit.0.get())
    }
}

/// The error for a number that is not a digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{0} is not a digit; digits are the numbers from 1 to {MAX_SIZE}")]
pub struct DigitError(pub usize);

impl TryFrom<usize> for Digit {
    type Error = DigitError;

    fn try_from(value: usize) -> Result<Self, DigitError> {
        Self::new(value).ok_or(DigitError(value))
    }
}

impl TryFrom<u8> for Digit {
    type Error = DigitError;

    fn try_from(value: u8) -> Result<Self, DigitError> {
        usize::from(value).try_into()
    }
}

impl From<Digit> for usize {
    fn from(digit: Digit) -> Self {
        digit.get()
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A candidate: a cell and a digit that the cell may contain, written `r4c7=2` for the digit 2 in row 4, column 7.
///
/// ```
/// use sudoku_cnf::{Candidate, Cell, Digit};
///
/// let candidate: Candidate = "r4c7=2".parse()?;
/// assert_eq!((candidate.cell, candidate.digit), (Cell::new(4, 7).unwrap(), Digit::new(2).unwrap()));
/// # Ok::<(), sudoku_cnf::puzzle::board::ParseCellError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Candidate {
    /// The cell.
    pub cell: Cell,
    /// The digit.
    pub digit: Digit,
}

impl fmt::Display for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.cell, self.digit)
    }
}

impl FromStr for Candidate {
    type Err = ParseCellError;

    fn from_str(text: &str) -> Result<Self, ParseCellError> {
        let candidate = text.split_once('=').and_then(|(cell, digit)| {
            Some(Self { cell: cell.parse().ok()?, digit: Digit::new(digit.parse().ok()?)? })
        });
        candidate.ok_or_else(|| ParseCellError::new(text))
    }
}

/// Serialization in the JSON that the programs write: `[row, column]`, a number, and an object with `row`, `column` and
/// `digit`.
#[cfg(feature = "serde")]
mod serialize {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::{Candidate, Cell, Digit};

    #[derive(Serialize, Deserialize)]
    struct Fields {
        row: usize,
        column: usize,
        digit: Digit,
    }

    impl Serialize for Cell {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            [self.row(), self.column()].serialize(serializer)
        }
    }

    impl<'de> Deserialize<'de> for Cell {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let [row, column] = Deserialize::deserialize(deserializer)?;
            Self::new(row, column).ok_or_else(|| D::Error::custom(format_args!("no cell r{row}c{column}")))
        }
    }

    impl Serialize for Candidate {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let Self { cell, digit } = *self;
            Fields { row: cell.row(), column: cell.column(), digit }.serialize(serializer)
        }
    }

    impl<'de> Deserialize<'de> for Candidate {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let Fields { row, column, digit } = Fields::deserialize(deserializer)?;
            let cell = Cell::new(row, column);
            let cell = cell.ok_or_else(|| D::Error::custom(format_args!("no cell r{row}c{column}")))?;
            Ok(Self { cell, digit })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_invalid_cells_and_candidates() {
        for (row, column) in [(0, 1), (1, 0), (MAX_SIZE + 1, 1), (1, 1 << 32)] {
            assert_eq!(Cell::new(row, column), None, "{row} {column}");
        }
        for text in ["", "r1", "c1", "r0c1", "r1c", "r1c1001", "r-1c1", "1,1"] {
            assert!(text.parse::<Cell>().is_err(), "{text}");
        }
        for text in ["r1c1", "r1c1=0", "r1c1=", "=1"] {
            assert!(text.parse::<Candidate>().is_err(), "{text}");
        }
    }

    #[test]
    fn indices_and_cells_are_inverse_and_ordered() {
        let cells: Vec<_> = (0..36).map(|index| Cell::from_index(index, 6)).collect();
        assert!(cells.is_sorted());
        assert!(cells.iter().enumerate().all(|(index, cell)| cell.index(6) == index));
        assert!(cells.iter().all(|cell| cell.to_string().parse() == Ok(*cell)));
    }

    #[test]
    #[should_panic(expected = "a 9x9 board has no cell 81")]
    fn from_index_panics_outside_the_board() {
        let _ = Cell::from_index(81, 9);
    }
}
