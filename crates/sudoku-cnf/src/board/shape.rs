//! The shape of a box, from which everything about an ordinary board follows.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// The largest board size n. Its n³ candidate variables, and as many auxiliary ones again, fit the
/// 32-bit literals that SAT solvers read.
pub const MAX_SIZE: usize = 1000;

/// The shape of a box: its number of rows and of columns. The board's size n is their product.
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

/// Why a box shape is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BoxShapeError {
    /// The text is not two numbers with an `x` between them.
    #[error("'{0}' is no box shape; give rows x columns of a box, such as 3x3 or 2x3")]
    Syntax(String),
    /// A box without cells, or a board larger than [`MAX_SIZE`].
    #[error("a {0}x{1} box makes no board of size 1 to {MAX_SIZE}")]
    Size(usize, usize),
}

impl BoxShape {
    /// The shape of the common 9×9 board.
    pub const STANDARD: Self = Self { rows: 3, columns: 3 };

    /// A box of `rows` × `columns` cells, on a board of size `rows * columns`.
    pub fn new(rows: usize, columns: usize) -> Result<Self, BoxShapeError> {
        match rows.checked_mul(columns) {
            Some(1..=MAX_SIZE) => Ok(Self { rows: rows as u16, columns: columns as u16 }),
            _ => Err(BoxShapeError::Size(rows, columns)),
        }
    }

    /// The most square shape with rows ≤ columns for a board of size `n`: 2x3 for 6, 3x4 for 12.
    ///
    /// `None` where only 1×n is left, whose boxes would repeat the rows (n prime or 1), and where
    /// `n` exceeds [`MAX_SIZE`].
    #[must_use]
    pub fn most_square(n: usize) -> Option<Self> {
        let rows = (2..=n.isqrt()).rev().find(|rows| n.is_multiple_of(*rows))?;
        Self::new(rows, n / rows).ok()
    }

    /// Rows of a box.
    #[must_use]
    pub fn rows(self) -> usize {
        self.rows.into()
    }

    /// Columns of a box.
    #[must_use]
    pub fn columns(self) -> usize {
        self.columns.into()
    }

    /// The board's size n: the number of cells in a box, of digits, and of rows.
    #[must_use]
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
    fn shapes_that_make_no_board_are_refused() {
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
