//! Literals as indices.

use sudoku_cnf::{Lit, Var};

/// A literal as an index: twice the variable number, plus 1 if the literal is negated.
pub(super) type Code = u32;

pub(super) fn code(literal: Lit) -> Code {
    (literal.var().number() as u32) << 1 | u32::from(!literal.is_positive())
}

pub(super) fn literal(code: Code) -> Option<Lit> {
    Some(Var::new(variable(code))?.literal(code & 1 == 0))
}

pub(super) fn variable(code: Code) -> usize {
    (code >> 1) as usize
}
