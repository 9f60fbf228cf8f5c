//! Literals in the dense numbering of the search.

use std::fmt;
use std::ops::Not;

use sudoku_cnf::{Lit, Var};

/// A literal of the search: twice the index of its variable, plus 1 if the literal is negative.
///
/// Variables are numbered from 0 in the order in which they first occur in a constraint, so the search can use literals
/// as indices of flat arrays.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Literal(u32);

impl Literal {
    /// Returns the literal that is true if and only if the variable has the value `value`.
    pub(super) fn new(variable: usize, value: bool) -> Self {
        Self((variable as u32) << 1 | u32::from(!value))
    }

    /// Returns the literal with this code.
    #[inline]
    pub(super) fn from_code(code: u32) -> Self {
        Self(code)
    }

    /// Returns the literal as a number, for example as the index of an array.
    #[inline]
    pub(super) fn code(self) -> u32 {
        self.0
    }

    /// Returns the literal as an index.
    #[inline]
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the index of the variable.
    #[inline]
    pub(super) fn variable(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Returns whether the literal is positive, that is, not negated.
    #[inline]
    pub(super) fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }

    /// Returns the literal whose variable has the number `index + 1`.
    pub(super) fn numbered(self) -> Option<Lit> {
        Some(Var::new(self.variable() + 1)?.literal(self.is_positive()))
    }
}

impl Not for Literal {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

impl fmt::Debug for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.is_positive() { "" } else { "-" }, self.variable())
    }
}
