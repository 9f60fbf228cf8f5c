//! Digits on a board: a puzzle's givens, or a solution.

use std::sync::Arc;

use crate::geometry::{Candidate, Cell, Digit, Geometry};

/// A board with a digit or nothing in each cell.
///
/// The same type serves for a puzzle, whose digits are its givens, and for a grid that a solver
/// filled. It promises nothing about the rules; [`Solution`](crate::rules::Solution) does.
///
/// ```
/// use sudoku_cnf::Grid;
///
/// let puzzle: Grid = "1... ..2. .3.. ...4".replace(' ', "").parse()?;
/// assert_eq!(puzzle.geometry().box_shape().unwrap().to_string(), "2x2");
/// assert_eq!(puzzle.given_count(), 4);
/// # Ok::<(), sudoku_cnf::text::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    geometry: Arc<Geometry>,
    digits: Vec<Option<Digit>>,
}

impl Grid {
    /// The board without any digit.
    #[must_use]
    pub fn empty(geometry: Arc<Geometry>) -> Self {
        let digits = vec![None; geometry.cell_count()];
        Self { geometry, digits }
    }

    /// The board it is on; shared, so that cloning a grid does not copy it.
    #[must_use]
    pub fn geometry(&self) -> &Arc<Geometry> {
        &self.geometry
    }

    /// The digit in `cell`; `None` where it is open.
    ///
    /// # Panics
    /// If the board has no such cell.
    #[must_use]
    pub fn get(&self, cell: Cell) -> Option<Digit> {
        self.digits[cell.index()]
    }

    /// Writes `digit` into `cell`, or opens the cell.
    ///
    /// # Panics
    /// If the board has no such cell, or the digit exceeds the board's size.
    pub fn set(&mut self, cell: Cell, digit: Option<Digit>) {
        assert!(
            digit.is_none_or(|digit| digit.get() <= self.geometry.size()),
            "a digit beyond the size of the board"
        );
        self.digits[cell.index()] = digit;
    }

    /// The digits that stand, row-major: a puzzle's givens.
    pub fn givens(&self) -> impl Iterator<Item = Candidate> + '_ {
        let digits = self.digits.iter().enumerate();
        digits.filter_map(|(cell, digit)| Some(Candidate { cell: Cell::new(cell), digit: (*digit)? }))
    }

    /// How many digits stand.
    #[must_use]
    pub fn given_count(&self) -> usize {
        self.givens().count()
    }
}
