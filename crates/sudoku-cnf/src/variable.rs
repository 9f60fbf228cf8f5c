//! Variables and literals, and which variable stands for which candidate.
//!
//! Candidate variables come first and are pure arithmetic: `cell · n + digit`, with cells counted
//! row-major from 0 and digits from 1, so 1 … 729 on a 9×9 board. The geometry alone decodes a model;
//! auxiliary variables of an encoding follow after n³.

use std::fmt;
use std::num::NonZeroI32;
use std::ops::Not;

use crate::board::{Candidate, Cell, Digit, Geometry};

/// A propositional variable, numbered from 1 as in DIMACS files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Var(NonZeroI32);

impl Var {
    /// The variable with this number; `None` for 0 and beyond `i32::MAX`.
    #[must_use]
    pub fn new(number: usize) -> Option<Self> {
        i32::try_from(number).ok().and_then(NonZeroI32::new).map(Self)
    }

    /// The number, from 1.
    #[must_use]
    pub fn number(self) -> usize {
        self.0.get().unsigned_abs() as usize
    }

    /// The literal that is true where the variable is.
    #[must_use]
    pub fn positive(self) -> Lit {
        Lit(self.0)
    }
}

/// A literal: a variable or its negation, written as in DIMACS files by a non-zero number and its
/// sign. `!` negates.
///
/// ```
/// use sudoku_cnf::Lit;
///
/// let literal = Lit::from_dimacs(-7).unwrap();
/// assert_eq!((!literal).to_string(), "7");
/// assert_eq!(literal.var().number(), 7);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(NonZeroI32);

impl Lit {
    /// The literal of a DIMACS number; `None` for 0, which ends a clause, and for `i32::MIN`,
    /// which has no negation.
    #[must_use]
    pub fn from_dimacs(number: i32) -> Option<Self> {
        NonZeroI32::new(number).filter(|number| number.get() != i32::MIN).map(Self)
    }

    /// The DIMACS number.
    #[must_use]
    pub fn dimacs(self) -> i32 {
        self.0.get()
    }

    /// The variable.
    #[must_use]
    pub fn var(self) -> Var {
        Var(self.0.abs())
    }

    /// Whether it is a variable and not a negation.
    #[must_use]
    pub fn is_positive(self) -> bool {
        self.0.is_positive()
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

/// Gives out variables that are not in use, in ascending order.
#[derive(Clone, Debug)]
pub struct Auxiliaries {
    largest: usize,
}

impl Auxiliaries {
    /// The variables after the first `used`.
    #[must_use]
    pub fn after(used: usize) -> Self {
        Self { largest: used }
    }

    /// The positive literal of the next variable.
    ///
    /// # Panics
    /// If it exceeds 2³¹ − 1.
    pub fn next_literal(&mut self) -> Lit {
        self.largest += 1;
        Var::new(self.largest).expect("a variable's number fits 31 bits").positive()
    }

    /// The positive literals of the next `count` variables.
    ///
    /// # Panics
    /// If one exceeds 2³¹ − 1.
    pub fn next_literals(&mut self, count: usize) -> Vec<Lit> {
        (0..count).map(|_| self.next_literal()).collect()
    }

    /// The number of the largest variable given out or used before.
    #[must_use]
    pub fn largest(&self) -> usize {
        self.largest
    }
}

/// The numbering of candidates.
impl Geometry {
    /// How many candidate variables there are, n³.
    #[must_use]
    pub fn candidate_count(&self) -> usize {
        self.cell_count() * self.size()
    }

    /// The literal "`cell` holds `digit`".
    ///
    /// ```
    /// use sudoku_cnf::{BoxShape, Cell, Digit, Geometry};
    ///
    /// let geometry = Geometry::new(BoxShape::STANDARD);
    /// let (cell, digit) = (Cell::new(1, 2).unwrap(), Digit::new(3).unwrap());
    /// assert_eq!(geometry.literal(cell, digit).dimacs(), 12);
    /// ```
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "the digit adds at least 1")]
    pub fn literal(&self, cell: Cell, digit: Digit) -> Lit {
        // Fits: n is at most 1,000 and so n³ less than 2³¹.
        let number = (cell.index(self.size()) * self.size() + digit.get()) as i32;
        Lit(NonZeroI32::new(number).expect("digits count from 1"))
    }

    /// The candidate that a variable stands for; `None` for an auxiliary variable.
    #[must_use]
    pub fn candidate(&self, var: Var) -> Option<Candidate> {
        let index = var.number() - 1;
        let digit = Digit::new(index % self.size() + 1)?;
        (index < self.candidate_count()).then(|| Candidate { cell: self.cell(index / self.size()), digit })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn the_largest_board_still_fits_a_literal() {
        let n = crate::board::MAX_SIZE;
        let last_literal = i32::try_from((n * n - 1) * n + n).unwrap();
        assert_eq!(last_literal, 1_000_000_000);
    }
}
