//! Models, which are satisfying assignments that can be decoded into grids.

use std::sync::Arc;

use thiserror::Error;

use super::numbering::Numbering;
use super::variable::{Lit, Var};
use crate::puzzle::Grid;
use crate::puzzle::board::{Candidate, Cell, Digit, Geometry};

/// A satisfying assignment found by a SAT solver.
///
/// Some solvers print partial models, which omit some variables. Omitted variables are treated as false.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    true_vars: Vec<Var>,
    largest: usize,
}

impl Model {
    /// Creates a model from the literals that are true, in any order.
    pub fn from_literals(literals: impl IntoIterator<Item = Lit>) -> Self {
        let mut model = Self::default();
        for literal in literals {
            model.largest = model.largest.max(literal.var().number());
            if literal.is_positive() {
                model.true_vars.push(literal.var());
            }
        }
        model.true_vars.sort_unstable();
        model.true_vars.dedup();
        model
    }

    /// Returns the true variables in ascending order.
    pub fn true_vars(&self) -> impl Iterator<Item = Var> + '_ {
        self.true_vars.iter().copied()
    }

    /// Returns whether `literal` is true in this model.
    pub fn satisfies(&self, literal: Lit) -> bool {
        self.true_vars.binary_search(&literal.var()).is_ok() == literal.is_positive()
    }

    /// Returns the largest variable number that occurs in the model, or 0 if the model is empty.
    pub fn largest_variable(&self) -> usize {
        self.largest
    }

    /// Decodes this model into a grid, using the arithmetic numbering. Auxiliary variables are ignored.
    ///
    /// The grid may violate the rules. Use [`Solution::check`](crate::puzzle::check::Solution::check) to check it.
    ///
    /// # Errors
    /// Returns an error if the model does not assign exactly one digit to each cell.
    pub fn decode(&self, geometry: &Arc<Geometry>) -> Result<Grid, DecodeError> {
        self.decode_numbered(geometry, &Numbering::Arithmetic)
    }

    /// Like [`decode`](Self::decode), but uses `numbering` to map variables to candidates.
    ///
    /// # Errors
    /// Returns an error if the model does not assign exactly one digit to each cell, or if `numbering` belongs to a
    /// board of a different size.
    pub fn decode_numbered(
        &self,
        geometry: &Arc<Geometry>,
        numbering: &Numbering,
    ) -> Result<Grid, DecodeError> {
        let fits = match numbering {
            Numbering::Arithmetic => true,
            Numbering::Compact(compact) => compact.cells() == geometry.cell_count(),
            Numbering::Shuffled(shuffled) => shuffled.cells() == geometry.cell_count(),
        };
        if !fits {
            return Err(DecodeError::DifferentBoard);
        }
        grid(geometry, self.true_vars().filter_map(|var| numbering.candidate(geometry, var)))
    }
}

/// Returns the grid that contains `candidates`.
///
/// The grid may violate the rules.
///
/// # Errors
/// Returns an error if a cell does not have exactly one candidate, or if a candidate is not on the board.
///
/// ```
/// use std::sync::Arc;
/// use sudoku_cnf::{Candidate, Cell, Digit, Geometry};
/// use sudoku_cnf::clauses::model;
///
/// let geometry = Arc::new(Geometry::new("1x1".parse()?));
/// let only = Candidate { cell: Cell::new(1, 1).unwrap(), digit: Digit::new(1).unwrap() };
/// assert_eq!(model::grid(&geometry, [only])?.to_string(), "1");
/// assert_eq!(model::grid(&geometry, []).unwrap_err().to_string(), "the model assigns no digit to r1c1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn grid(
    geometry: &Arc<Geometry>,
    candidates: impl IntoIterator<Item = Candidate>,
) -> Result<Grid, DecodeError> {
    let mut grid = Grid::empty(geometry.clone());
    let n = geometry.size();
    for Candidate { cell, digit } in candidates {
        if digit.get() > n || !geometry.contains(cell) {
            return Err(DecodeError::DifferentBoard);
        }
        if let Some(earlier) = grid.get(cell) {
            let (first, second) = (earlier.min(digit), earlier.max(digit));
            return Err(DecodeError::TwoDigits { cell, first, second });
        }
        grid.set(cell, Some(digit));
    }
    match geometry.cells().find(|&cell| grid.get(cell).is_none()) {
        Some(cell) => Err(DecodeError::NoDigit { cell }),
        None => Ok(grid),
    }
}

/// The error for a model that cannot be decoded into a full grid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DecodeError {
    /// All candidates of a cell are false.
    #[error("the model assigns no digit to {cell}")]
    NoDigit {
        /// The cell.
        cell: Cell,
    },
    /// The numbering belongs to a board of a different size.
    #[error("the variables are numbered for a board of a different size")]
    DifferentBoard,
    /// At least two candidates of a cell are true.
    #[error("the model assigns two digits to {cell}: {first} and {second}")]
    TwoDigits {
        /// The cell.
        cell: Cell,
        /// A digit that the model assigns to the cell.
        first: Digit,
        /// A larger digit that the model assigns to the cell.
        second: Digit,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::board::BoxShape;

    fn decode(literals: &[i32]) -> Result<Grid, DecodeError> {
        let geometry = Arc::new(Geometry::new(BoxShape::new(1, 2).unwrap()));
        Model::from_literals(literals.iter().filter_map(|&l| Lit::from_dimacs(l))).decode(&geometry)
    }

    #[test]
    fn decode_requires_one_digit_per_cell_and_ignores_auxiliary_variables() {
        let grid = decode(&[9, -8, 1, -2, 4, -3, 6, -5, 7, -10]).unwrap();
        let digits: Vec<_> = grid.digits().map(|given| given.digit.get()).collect();
        assert_eq!(digits, [1, 2, 2, 1]);
        assert_eq!(decode(&[1, 4, 6]).unwrap_err().to_string(), "the model assigns no digit to r2c2");
        assert_eq!(
            decode(&[1, 3, 4, 6, 7]).unwrap_err().to_string(),
            "the model assigns two digits to r1c2: 1 and 2"
        );
    }
}
