//! Digits on a board: a puzzle's givens, or a solution.

use std::sync::Arc;

use crate::geometry::{Candidate, Cell, Digit, Geometry};

/// A board with a digit or nothing in each cell, and perhaps candidates that are excluded.
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
    /// Ascending, each once.
    excluded: Vec<Candidate>,
}

impl Grid {
    /// The board without any digit.
    #[must_use]
    pub fn empty(geometry: Arc<Geometry>) -> Self {
        let digits = vec![None; geometry.cell_count()];
        Self { geometry, digits, excluded: Vec::new() }
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

    /// Candidates that no solution may have, ascending: what somebody has struck out of a table of pencilmarks.
    #[must_use]
    pub fn excluded(&self) -> &[Candidate] {
        &self.excluded
    }

    /// Excludes candidates, besides those that are excluded already. Cost: sorting them all.
    ///
    /// # Panics
    /// If the board has no such candidate.
    pub fn exclude(&mut self, candidates: impl IntoIterator<Item = Candidate>) {
        let (cells, n) = (self.geometry.cell_count(), self.geometry.size());
        self.excluded.extend(candidates.into_iter().inspect(|candidate| {
            assert!(
                candidate.cell.index() < cells && candidate.digit.get() <= n,
                "a candidate beyond the board"
            );
        }));
        self.excluded.sort_unstable();
        self.excluded.dedup();
    }

    /// Whether `candidate` is excluded.
    #[must_use]
    pub fn is_excluded(&self, candidate: Candidate) -> bool {
        self.excluded.binary_search(&candidate).is_ok()
    }

    /// Excludes nothing any more.
    pub(crate) fn forget_excluded(&mut self) {
        self.excluded = Vec::new();
    }

    /// The same board and exclusions without any digit.
    #[must_use]
    pub fn without_givens(&self) -> Self {
        Self { excluded: self.excluded.clone(), ..Self::empty(self.geometry.clone()) }
    }

    /// How many digits stand.
    #[must_use]
    pub fn given_count(&self) -> usize {
        self.givens().count()
    }
}
