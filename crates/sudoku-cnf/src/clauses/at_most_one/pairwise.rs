//! # Pairwise at-most-one encoding
//!
//! For each pair of literals, a clause requires at least one of the two to be false. The encoding has n(n−1)/2 clauses
//! and no auxiliary variables. When one literal is true, unit propagation makes all other literals false. This encoding
//! is also known as the naive or binomial encoding.

use crate::clauses::cnf::ClauseSink;
use crate::clauses::variable::Lit;

/// Adds a clause for each pair of `literals`. Together, the clauses allow at most one of `literals` to be true.
///
/// # Errors
/// Returns an error if `sink` returns an error.
///
/// ```
/// use sudoku_cnf::{Cnf, Lit};
/// use sudoku_cnf::clauses::at_most_one;
///
/// let literals = [1, 2, 3].map(|number| Lit::from_dimacs(number).unwrap());
/// let mut cnf = Cnf::default();
/// at_most_one::pairwise(&literals, &mut cnf)?;
/// assert_eq!(cnf.clauses().count(), 3);
/// # Ok::<(), std::convert::Infallible>(())
/// ```
pub fn pairwise<S: ClauseSink + ?Sized>(literals: &[Lit], sink: &mut S) -> Result<(), S::Error> {
    (1..).zip(literals).try_for_each(|(next, &first)| sink.add_exclusions(first, &literals[next..]))
}
