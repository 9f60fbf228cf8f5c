//! The shape of rectangular boxes, which also determines the board size.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// The largest supported board size n.
///
/// SAT solvers use 32-bit literals. For boards up to this size, these literals can represent n³ candidate variables and
/// n³ auxiliary variables.
pub const MAX_SIZE: usize = 1000;

/// The shape of a rectangular box. The board size n is the number of rows in a box times the number of columns.
///
/// ```
/// use sudoku_cnf::BoxShape;
///
/// let shape: BoxShape = "2x3".parse()?;
/// assert_eq!((shape.rows(), shape.columns(), shape.size()), (2, 3, 6));
/// assert_eq!(BoxShape::most_square(12), "3x4".parse().ok());
/// # Ok::<(), sudoku_cnf::BoxShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoxShape {
    rows: u16,
    columns: u16,
}

/// The error for an invalid box shape.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BoxShapeError {
    /// The text does not consist of two decimal numbers separated by `x`.
    #[error("invalid box shape '{0}'; expected ROWSxCOLUMNS, for example 3x3 or 2x3")]
    Syntax(String),
    /// The box has no cells, or the board size exceeds [`MAX_SIZE`].
    #[error("box shape {0}x{1} is out of range: a box has 1 to {MAX_SIZE} cells")]
    Size(usize, usize),
}

impl BoxShape {
    /// The box shape of the standard 9×9 board.
    pub const STANDARD: Self = Self { rows: 3, columns: 3 };

    /// Creates a box shape with the given numbers of rows and columns.
    ///
    /// # Errors
    /// Returns an error if the board size `rows * columns` is 0 or exceeds [`MAX_SIZE`].
    pub fn new(rows: usize, columns: usize) -> Result<Self, BoxShapeError> {
        match rows.checked_mul(columns) {
            Some(1..=MAX_SIZE) => Ok(Self { rows: rows as u16, columns: columns as u16 }),
            _ => Err(BoxShapeError::Size(rows, columns)),
        }
    }

    /// Returns the shape of boxes of the same size that are rows.
    #[must_use]
    pub(crate) fn row(self) -> Self {
        Self { rows: 1, columns: self.rows * self.columns }
    }

    /// Returns the most nearly square box shape for a board of size `n`, for example 3x4 if `n` is 12.
    ///
    /// The shape has at least as many columns as rows. Returns `None` if `n` is less than 2, prime, or greater than
    /// [`MAX_SIZE`].
    pub fn most_square(n: usize) -> Option<Self> {
        // The search for a divisor of a huge number would take very long.
        let largest = if n <= MAX_SIZE { n.isqrt() } else { 0 };
        let rows = (2..=largest).rev().find(|rows| n.is_multiple_of(*rows))?;
        Self::new(rows, n / rows).ok()
    }

    /// Returns the [most nearly square](Self::most_square) shape for a board of size `n` or, if there is none, the
    /// shape of a row. Returns `None` if `n` is 0 or greater than [`MAX_SIZE`].
    pub fn most_square_or_row(n: usize) -> Option<Self> {
        Self::most_square(n).or_else(|| Self::new(1, n).ok())
    }

    /// Returns the number of rows in a box.
    pub fn rows(self) -> usize {
        self.rows.into()
    }

    /// Returns the number of columns in a box.
    pub fn columns(self) -> usize {
        self.columns.into()
    }

    /// Returns the board size n, which equals the number of cells in a box.
    pub fn size(self) -> usize {
        self.rows() * self.columns()
    }
}

impl FromStr for BoxShape {
    type Err = BoxShapeError;

    fn from_str(text: &str) -> Result<Self, BoxShapeError> {
        let syntax = || BoxShapeError::Syntax(text.to_owned());
        let (rows, columns) = text.split_once(['x', 'X', '×']).ok_or_else(syntax)?;
        let number = |part: &str| part.parse().map_err(|_| syntax());
        Self::new(number(rows)?, number(columns)?)
    }
}

impl fmt::Display for BoxShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_invalid_shapes() {
        for text in ["", "3", "3x", "x3", "axb", "-1x3", "3 x 3"] {
            assert!(matches!(text.parse::<BoxShape>(), Err(BoxShapeError::Syntax(_))), "{text}");
        }
        for text in ["0x3", "100x100", "18446744073709551615x2"] {
            assert!(matches!(text.parse::<BoxShape>(), Err(BoxShapeError::Size(..))), "{text}");
        }
        assert_eq!(BoxShape::most_square(7), None);
        assert_eq!(BoxShape::most_square(1), None);
    }
}
