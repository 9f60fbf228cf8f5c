//! # Product at-most-one encoding
//!
//! The literals are arranged in a nearly square grid, with an auxiliary variable for each row and each column. A true
//! literal makes the variables of its row and column true. Pairwise clauses allow at most one true row variable and at
//! most one true column variable. When one literal is true, unit propagation makes all other literals false.
//!
//! ## Reference
//! J. Chen: A new SAT encoding of the at-most-one constraint, `ModRef` 2010.

use super::pairwise;
use crate::clauses::cnf::ClauseSink;
use crate::clauses::variable::{Auxiliaries, Lit};

/// Encodes the constraint that at most one of `literals` is true.
///
/// # Errors
/// Returns an error if `sink` returns an error.
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

/// Returns the number of rows and the number of columns of the grid for `n` literals.
pub(super) fn sides(n: usize) -> (usize, usize) {
    let columns = n.isqrt() + usize::from(n.isqrt().pow(2) < n);
    (n.div_ceil(columns.max(1)), columns)
}
