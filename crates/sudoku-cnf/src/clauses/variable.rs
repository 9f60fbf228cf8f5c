//! Variables, literals, and the arithmetic numbering of candidates.
//!
//! The variable number of a candidate is `cell · n + digit`, where n is the size of the board and cells are counted
//! from 0 in row-major order. On a 9×9 board, the variable numbers range from 1 to 729. The auxiliary variables of an
//! encoding start at n³ + 1. The geometry of the board is therefore sufficient to decode a model.

use std::fmt;
use std::num::NonZeroI32;
use std::ops::Not;

use thiserror::Error;

use crate::puzzle::board::{Candidate, Cell, Digit, Geometry};

/// A propositional variable, numbered from 1 as in DIMACS files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Var(NonZeroI32);

impl Var {
    /// Returns the variable with the given number, or `None` if the number is 0 or exceeds `i32::MAX`.
    pub fn new(number: usize) -> Option<Self> {
        i32::try_from(number).ok().and_then(NonZeroI32::new).map(Self)
    }

    /// Returns the number of the variable, which is at least 1.
    pub fn number(self) -> usize {
        self.0.get().unsigned_abs() as usize
    }

    /// Returns the positive literal of the variable.
    pub fn positive(self) -> Lit {
        Lit(self.0)
    }

    /// Returns the positive or the negative literal of the variable.
    pub fn literal(self, is_positive: bool) -> Lit {
        if is_positive { self.positive() } else { !self.positive() }
    }
}

/// A literal: a variable or its negation.
///
/// As in DIMACS files, a literal is written as the number of its variable, with a minus sign if the literal is negated.
/// The operator `!` negates a literal.
///
/// ```
/// use sudoku_cnf::Lit;
///
/// let literal = Lit::from_dimacs(-7).unwrap();
/// assert_eq!((!literal).to_string(), "7");
/// assert_eq!(literal.var().number(), 7);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "i32", into = "i32")
)]
pub struct Lit(NonZeroI32);

impl Lit {
    /// Returns the literal with the given DIMACS number.
    ///
    /// Returns `None` for 0, which terminates a clause in DIMACS files, and for `i32::MIN`, which cannot be negated.
    pub fn from_dimacs(number: i32) -> Option<Self> {
        NonZeroI32::new(number).filter(|number| number.get() != i32::MIN).map(Self)
    }

    /// Returns the DIMACS number of the literal.
    pub fn dimacs(self) -> i32 {
        self.0.get()
    }

    /// Returns the variable of the literal.
    pub fn var(self) -> Var {
        Var(self.0.abs())
    }

    /// Returns whether the literal is positive, that is, not negated.
    pub fn is_positive(self) -> bool {
        self.0.is_positive()
    }
}

/// The error for a number that is not a literal: 0 or `i32::MIN`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{0} is not a literal")]
pub struct LitError(pub i32);

impl TryFrom<i32> for Lit {
    type Error = LitError;

    fn try_from(number: i32) -> Result<Self, LitError> {
        Self::from_dimacs(number).ok_or(LitError(number))
    }
}

impl From<Lit> for i32 {
    fn from(literal: Lit) -> Self {
        literal.dimacs()
    }
}

impl Not for Lit {
    type Output = Self;

    fn not(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Display for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// An allocator that assigns consecutive numbers to new auxiliary variables.
#[derive(Clone, Debug)]
pub struct Auxiliaries {
    largest: usize,
}

impl Auxiliaries {
    /// Creates an allocator whose first variable will have the number `used + 1`.
    pub fn after(used: usize) -> Self {
        Self { largest: used }
    }

    /// Allocates a variable and returns its positive literal.
    ///
    /// # Panics
    /// Panics if the variable number would exceed 2³¹ − 1.
    pub fn next_literal(&mut self) -> Lit {
        self.largest += 1;
        Var::new(self.largest).expect("the variable number exceeds 2^31 - 1").positive()
    }

    /// Allocates `count` variables and returns their positive literals.
    ///
    /// # Panics
    /// Panics if a variable number would exceed 2³¹ − 1.
    pub fn next_literals(&mut self, count: usize) -> Vec<Lit> {
        (0..count).map(|_| self.next_literal()).collect()
    }

    /// Allocates `count` variables that need no literals. Their numbers may exceed 2³¹ − 1.
    pub(super) fn skip(&mut self, count: usize) {
        self.largest += count;
    }

    /// Returns the number of the last variable that was allocated. If no variable has been allocated yet, returns the
    /// number passed to [`after`](Self::after).
    pub fn largest(&self) -> usize {
        self.largest
    }
}

/// Methods for the arithmetic numbering of candidates.
impl Geometry {
    /// Returns the number of candidates, which is n³ for a board of size n.
    pub fn candidate_count(&self) -> usize {
        self.cell_count() * self.size()
    }

    /// Returns the literal that is true if and only if `cell` contains `digit`.
    ///
    /// # Panics
    /// Panics if the board has no such cell or digit.
    ///
    /// ```
    /// use sudoku_cnf::{BoxShape, Cell, Digit, Geometry};
    ///
    /// let geometry = Geometry::new(BoxShape::STANDARD);
    /// let (cell, digit) = (Cell::new(1, 2).unwrap(), Digit::new(3).unwrap());
    /// assert_eq!(geometry.literal(cell, digit).dimacs(), 12);
    /// ```
    pub fn literal(&self, cell: Cell, digit: Digit) -> Lit {
        self.try_literal(cell, digit).expect("the cell and the digit must be on the board")
    }

    /// Returns the literal that is true if and only if `cell` contains `digit`, or `None` if the board has no such cell
    /// or digit.
    pub fn try_literal(&self, cell: Cell, digit: Digit) -> Option<Lit> {
        if !self.contains(cell) || digit.get() > self.size() {
            return None;
        }
        // The cast is lossless, because n is at most 1,000, so n³ is less than 2³¹.
        NonZeroI32::new((self.index(cell) * self.size() + digit.get()) as i32).map(Lit)
    }

    /// Returns the candidate that `var` represents, or `None` for an auxiliary variable.
    pub fn candidate(&self, var: Var) -> Option<Candidate> {
        let index = var.number() - 1;
        let digit = Digit::new(index % self.size() + 1)?;
        (index < self.candidate_count()).then(|| Candidate { cell: self.cell(index / self.size()), digit })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::board::BoxShape;

    #[test]
    fn numbering_is_a_bijection_onto_the_first_n_cubed_variables() {
        for shape in ["2x2", "2x3", "3x3", "3x4"] {
            let geometry = Geometry::new(shape.parse().unwrap());
            let mut expected = 1;
            for cell in geometry.cells() {
                for digit in geometry.digits() {
                    let var = geometry.literal(cell, digit).var();
                    assert_eq!(var.number(), expected);
                    assert_eq!(geometry.candidate(var), Some(Candidate { cell, digit }));
                    expected += 1;
                }
            }
            assert_eq!(expected - 1, geometry.candidate_count());
            assert_eq!(geometry.candidate(Var::new(expected).unwrap()), None);
        }
    }

    #[test]
    fn cells_outside_the_board_have_no_literal() {
        let (standard, one) = (Geometry::new(BoxShape::STANDARD), Digit::new(1).unwrap());
        let cell = |row, column| Cell::new(row, column).unwrap();
        assert_eq!(standard.try_literal(cell(1, 10), one), None);
        assert_eq!(standard.try_literal(cell(1, 1), Digit::new(10).unwrap()), None);
        let samurai = Geometry::with_layout(BoxShape::STANDARD, &[], &"samurai".parse().unwrap()).unwrap();
        assert_eq!(samurai.try_literal(cell(1, 10), one), None);
        assert_eq!(samurai.literal(cell(1, 13), one).dimacs(), 82);
    }

    #[test]
    fn candidates_of_the_largest_board_fit_a_literal() {
        let n = crate::puzzle::board::MAX_SIZE;
        let last_literal = i32::try_from((n * n - 1) * n + n).unwrap();
        assert_eq!(last_literal, 1_000_000_000);
    }
}
