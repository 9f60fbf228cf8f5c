//! Grids of digits.

use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::{iter, slice};

use thiserror::Error;

use crate::puzzle::board::{BoxShape, Candidate, Cell, Digit, Geometry};

/// A grid of cells, each of which contains a digit or is empty.
///
/// A grid may violate the rules. A [`Solution`](crate::Solution) is a full grid that satisfies the rules. The format
/// `{}` writes one line, with `.` for open cells. The alternate format `{:#}` writes rows, with bars between boxes.
///
/// ```
/// use sudoku_cnf::{Cell, Digit, Grid};
///
/// let mut grid: Grid = "12..34.......4..".parse()?;
/// grid.set(Cell::new(1, 3).unwrap(), Digit::new(3));
/// assert_eq!(grid.to_string(), "123.34.......4..");
/// assert_eq!(grid.digit_count(), 6);
/// # Ok::<(), sudoku_cnf::text::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    geometry: Arc<Geometry>,
    digits: Vec<Option<Digit>>,
}

/// The board does not take part in the hash, so grids that differ only in their boxes have the same one.
impl Hash for Grid {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.digits.hash(state);
    }
}

impl Grid {
    /// Creates an empty grid.
    pub fn empty(geometry: Arc<Geometry>) -> Self {
        let digits = vec![None; geometry.cell_count()];
        Self { geometry, digits }
    }

    /// Creates a grid from the contents of all cells in row-major order. `None` represents an open cell.
    ///
    /// # Panics
    /// Panics if `digits` does not contain exactly one item per cell, or if a digit exceeds the size of the board.
    pub fn from_digits(geometry: Arc<Geometry>, digits: Vec<Option<Digit>>) -> Self {
        Self::try_from_digits(geometry, digits).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Like [`from_digits`](Self::from_digits), but returns an error instead of panicking.
    ///
    /// # Errors
    /// Returns an error if `digits` does not contain exactly one item per cell, or if a digit exceeds the size of the
    /// board.
    pub fn try_from_digits(geometry: Arc<Geometry>, digits: Vec<Option<Digit>>) -> Result<Self, GridError> {
        let grid = Self { geometry, digits };
        grid.check().map(|()| grid)
    }

    /// Checks the number of cells and the digits.
    fn check(&self) -> Result<(), GridError> {
        let (found, expected) = (self.digits.len(), self.geometry.cell_count());
        if found != expected {
            return Err(GridError::CellCount { found, expected });
        }
        // Checking only the largest digit is several times faster than checking every digit. The values are compared
        // because the compiler can vectorize this.
        let largest = self.digits.iter().fold(0, |largest, &content| Digit::value_of(content).max(largest));
        Digit::new(largest.into()).map_or(Ok(()), |largest| check_digit(largest, &self.geometry))
    }

    /// Replaces the board and the contents of all cells, and reuses the memory of the grid. See
    /// [`from_digits`](Self::from_digits).
    pub(super) fn replace(
        &mut self,
        geometry: &Arc<Geometry>,
        contents: impl Iterator<Item = Option<Digit>>,
    ) {
        if !Arc::ptr_eq(geometry, &self.geometry) {
            self.geometry = geometry.clone();
        }
        self.digits.clear();
        self.digits.extend(contents);
        self.check().unwrap_or_else(|error| panic!("{error}"));
    }

    /// Returns the board. All clones of a grid share the same board.
    pub fn geometry(&self) -> &Arc<Geometry> {
        &self.geometry
    }

    /// Returns the contents of all cells in row-major order. `None` represents an open cell.
    pub fn as_slice(&self) -> &[Option<Digit>] {
        &self.digits
    }

    /// Returns the digit in `cell`, or `None` if the cell is empty.
    ///
    /// # Panics
    /// Panics if the board has no such cell.
    pub fn get(&self, cell: Cell) -> Option<Digit> {
        self.try_get(cell).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Like [`get`](Self::get), but returns an error instead of panicking.
    ///
    /// # Errors
    /// Returns an error if the board has no such cell.
    pub fn try_get(&self, cell: Cell) -> Result<Option<Digit>, GridError> {
        self.index(cell).map(|index| self.digits[index])
    }

    /// Sets the digit in `cell`, or clears the cell if `digit` is `None`.
    ///
    /// # Panics
    /// Panics if `cell` is not on the board or `digit` exceeds the size of the board.
    pub fn set(&mut self, cell: Cell, digit: Option<Digit>) {
        self.try_set(cell, digit).unwrap_or_else(|error| panic!("{error}"));
    }

    /// Like [`set`](Self::set), but returns an error instead of panicking.
    ///
    /// # Errors
    /// Returns an error if `cell` is not on the board or `digit` exceeds the size of the board.
    pub fn try_set(&mut self, cell: Cell, digit: Option<Digit>) -> Result<(), GridError> {
        digit.map_or(Ok(()), |digit| check_digit(digit, &self.geometry))?;
        let index = self.index(cell)?;
        self.digits[index] = digit;
        Ok(())
    }

    /// Returns the filled cells and their digits, in row-major order.
    pub fn digits(&self) -> impl Iterator<Item = Candidate> + '_ {
        let contents = self.digits.iter().enumerate();
        contents.filter_map(|(index, digit)| {
            digit.map(|digit| Candidate { cell: self.geometry.cell(index), digit })
        })
    }

    /// Returns the number of cells that contain a digit.
    pub fn digit_count(&self) -> usize {
        self.digits.iter().flatten().count()
    }

    /// Returns whether every cell contains a digit.
    pub fn is_full(&self) -> bool {
        self.digits.iter().all(Option::is_some)
    }

    fn index(&self, cell: Cell) -> Result<usize, GridError> {
        if self.geometry.contains(cell) { Ok(self.geometry.index(cell)) } else { Err(GridError::Cell(cell)) }
    }
}

fn check_digit(digit: Digit, geometry: &Geometry) -> Result<(), GridError> {
    let size = geometry.size();
    if digit.get() <= size { Ok(()) } else { Err(GridError::Digit { digit: digit.get(), size }) }
}

/// The error for cells or digits that do not fit on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GridError {
    /// The board has another number of cells.
    #[error("{found} cells instead of {expected}")]
    CellCount {
        /// The number of cells that were passed.
        found: usize,
        /// The number of cells of the board.
        expected: usize,
    },
    /// No square board that is divided into boxes has this number of cells.
    #[error("no square board with boxes has {0} cells")]
    NoBoxes(usize),
    /// The digit exceeds the size of the board.
    #[error("a {size}x{size} board has no digit {digit}")]
    Digit {
        /// The digit.
        digit: usize,
        /// The size of the board.
        size: usize,
    },
    /// The cell is not on the board.
    #[error("the board has no cell {0}")]
    Cell(Cell),
}

/// Iterates over the contents of all cells in row-major order. `None` represents an open cell.
#[allow(clippy::into_iter_without_iter, reason = "`as_slice` and `digits` have clearer names")]
impl<'a> IntoIterator for &'a Grid {
    type Item = Option<Digit>;
    type IntoIter = iter::Copied<slice::Iter<'a, Option<Digit>>>;

    fn into_iter(self) -> Self::IntoIter {
        self.digits.iter().copied()
    }
}

/// Converts the digits of all cells in row-major order, with 0 for open cells, into a grid. The boxes have the most
/// square shape.
///
/// ```
/// use sudoku_cnf::Grid;
///
/// let grid = Grid::try_from(&[1, 2, 0, 0, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4][..])?;
/// assert_eq!(grid.to_string(), "12..34.........4");
/// # Ok::<(), sudoku_cnf::puzzle::GridError>(())
/// ```
impl TryFrom<&[u8]> for Grid {
    type Error = GridError;

    fn try_from(digits: &[u8]) -> Result<Self, GridError> {
        let size = digits.len().isqrt();
        let shape = BoxShape::most_square(size).filter(|_| size * size == digits.len());
        let shape = shape.ok_or(GridError::NoBoxes(digits.len()))?;
        let standard = shape == BoxShape::STANDARD;
        let geometry = if standard { Geometry::standard() } else { Arc::new(Geometry::new(shape)) };
        Self::try_from_digits(geometry, digits.iter().map(|&digit| Digit::new(digit.into())).collect())
    }
}

/// Converts the digits of a 9×9 grid in row-major order, with 0 for open cells.
impl TryFrom<[u8; 81]> for Grid {
    type Error = GridError;

    fn try_from(digits: [u8; 81]) -> Result<Self, GridError> {
        digits[..].try_into()
    }
}

/// Returns the digits of a 9×9 grid in row-major order, with 0 for open cells. Fails for other sizes.
impl TryFrom<&Grid> for [u8; 81] {
    type Error = GridError;

    fn try_from(grid: &Grid) -> Result<Self, GridError> {
        let digits: Vec<u8> = grid.digits.iter().map(|&content| Digit::value_of(content) as u8).collect();
        let found = digits.len();
        digits.try_into().map_err(|_| GridError::CellCount { found, expected: 81 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_become_grids_and_back() {
        let mut digits = [0; 81];
        digits[80] = 9;
        let grid = Grid::try_from(digits).unwrap();
        assert_eq!((<[u8; 81]>::try_from(&grid).unwrap(), grid.into_iter().flatten().count()), (digits, 1));
        assert!(grid.geometry().is_standard());
        digits[0] = 10;
        assert_eq!(Grid::try_from(digits).unwrap_err().to_string(), "a 9x9 board has no digit 10");
        assert_eq!(Grid::try_from(&digits[..80]), Err(GridError::NoBoxes(80)));
        assert_eq!(Grid::try_from(&digits[..0]), Err(GridError::NoBoxes(0)));
        let small = Grid::try_from(&[0; 16][..]).unwrap();
        assert_eq!(<[u8; 81]>::try_from(&small), Err(GridError::CellCount { found: 16, expected: 81 }));
        let cell = Cell::new(5, 1).unwrap();
        assert_eq!(small.try_get(cell).unwrap_err().to_string(), "the board has no cell r5c1");
        assert!(small.clone().try_set(cell, None).is_err());
    }
}
