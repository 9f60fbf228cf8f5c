//! # Product at-most-one
//!
//! The literals stand on a grid as square as can be. A true literal makes its row and its column true,
//! and at most one row and at most one column is, pairwise. Unit propagation falsifies all others as soon as one
//! literal is true.
//!
//! ## Reference
//! J. Chen: A new SAT encoding of the at-most-one constraint, `ModRef` 2010.

use super::pairwise;
use crate::cnf::ClauseSink;
use crate::variable::{Auxiliaries, Lit};

/// Says that at most one of `literals` is true.
pub fn product<S: ClauseSink + ?Sized>(
    literals: &[Lit],
    auxiliaries: &mut Auxiliaries,
    sink: &mut S,
) -> Result<(), S::Error> {
    let (row_count, column_count) = sides(literals.len());
    let rows = auxiliaries.next_literals(row_count);
    let columns = auxiliaries.next_literals(column_count);
    for (i, &literal) in literals.iter().enumerate() {
        sink.add_clause(&[!literal, rows[i / column_count]])?;
        sink.add_clause(&[!literal, columns[i % column_count]])?;
    }
    pairwise(&rows, sink)?;
    pairwise(&columns, sink)
}

/// Rows and columns of the grid for `n` literals.
pub(super) fn sides(n: usize) -> (usize, usize) {
    let columns = n.isqrt() + usize::from(n.isqrt().pow(2) < n);
    (n.div_ceil(columns), columns)
}
