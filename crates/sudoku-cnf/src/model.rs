//! The assignment that a solver found, and the grid it describes.

use std::sync::Arc;

use thiserror::Error;

use crate::board::{Candidate, Cell, Digit, Geometry};
use crate::numbering::Numbering;
use crate::puzzle::Grid;
use crate::variable::{Lit, Var};

/// The assignment that a solver found: which variables are true.
///
/// Variables it does not mention count as false, as in the partial models that some solvers print.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    true_vars: Vec<Var>,
    largest: usize,
}

impl Model {
    /// The model of these literals, in any order.
    #[must_use]
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

    /// The variables that are true, ascending.
    pub fn true_vars(&self) -> impl Iterator<Item = Var> + '_ {
        self.true_vars.iter().copied()
    }

    /// Whether `literal` holds.
    #[must_use]
    pub fn satisfies(&self, literal: Lit) -> bool {
        self.true_vars.binary_search(&literal.var()).is_ok() == literal.is_positive()
    }

    /// The number of the largest variable that was mentioned, true or false.
    #[must_use]
    pub fn largest_variable(&self) -> usize {
        self.largest
    }

    /// The grid that the candidate variables describe; auxiliary ones are passed over.
    ///
    /// # Errors
    /// If a cell holds no digit, or two. Whether the grid keeps the rules is for
    /// [`Solution::check`](crate::rules::Solution::check) to say.
    pub fn decode(&self, geometry: &Arc<Geometry>) -> Result<Grid, DecodeError> {
        self.decode_numbered(geometry, &Numbering::Arithmetic)
    }

    /// The grid, as [`decode`](Self::decode) has it, where variables stand for candidates by `numbering`.
    ///
    /// # Errors
    /// If a cell holds no digit, or two, or the numbering is for another board.
    pub fn decode_numbered(
        &self,
        geometry: &Arc<Geometry>,
        numbering: &Numbering,
    ) -> Result<Grid, DecodeError> {
        let fits = match numbering {
            Numbering::Arithmetic => true,
            Numbering::Compact(compact) => compact.cells() == geometry.cell_count(),
        };
        if !fits {
            return Err(DecodeError::OtherBoard);
        }
        let mut grid = Grid::empty(geometry.clone());
        let candidates = self.true_vars().map_while(|var| numbering.candidate(geometry, var));
        for Candidate { cell, digit } in candidates {
            if digit.get() > geometry.size() {
                return Err(DecodeError::OtherBoard);
            }
            if let Some(first) = grid.get(cell) {
                return Err(DecodeError::TwoDigits { cell, first, second: digit });
            }
            grid.set(cell, Some(digit));
        }
        match geometry.cells().find(|&cell| grid.get(cell).is_none()) {
            Some(cell) => Err(DecodeError::NoDigit { cell }),
            None => Ok(grid),
        }
    }
}

/// Why a model describes no full grid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DecodeError {
    /// All candidates of a cell are false.
    #[error("the model puts no digit into {cell}")]
    NoDigit {
        /// The cell.
        cell: Cell,
    },
    /// The numbering has cells or digits that the board has not.
    #[error("the variables are numbered for another board")]
    OtherBoard,
    /// Two candidates of a cell are true.
    #[error("the model puts two digits into {cell}: {first} and {second}")]
    TwoDigits {
        /// The cell.
        cell: Cell,
        /// The lower digit.
        first: Digit,
        /// The next one.
        second: Digit,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::BoxShape;

    fn decode(literals: &[i32]) -> Result<Grid, DecodeError> {
        let geometry = Arc::new(Geometry::new(BoxShape::new(1, 2).unwrap()));
        Model::from_literals(literals.iter().filter_map(|&l| Lit::from_dimacs(l))).decode(&geometry)
    }

    #[test]
    fn decoding_wants_exactly_one_digit_a_cell_and_passes_over_auxiliaries() {
        let grid = decode(&[9, -8, 1, -2, 4, -3, 6, -5, 7, -10]).unwrap();
        let digits: Vec<_> = grid.digits().map(|given| given.digit.get()).collect();
        assert_eq!(digits, [1, 2, 2, 1]);
        assert_eq!(decode(&[1, 4, 6]).unwrap_err().to_string(), "the model puts no digit into r2c2");
        assert_eq!(
            decode(&[1, 3, 4, 6, 7]).unwrap_err().to_string(),
            "the model puts two digits into r1c2: 1 and 2"
        );
    }
}
