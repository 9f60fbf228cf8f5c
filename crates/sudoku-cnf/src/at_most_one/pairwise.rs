//! # Pairwise at-most-one encoding
//!
//! Each pair of literals has a clause that makes one of the two false: n(n−1)/2 clauses without auxiliary variables.
//! When one literal is true, unit propagation makes all others false. Also known as the naive or binomial encoding.

use crate::cnf::ClauseSink;
use crate::variable::Lit;

/// Encodes the constraint that at most one of `literals` is true, as n(n−1)/2 binary clauses.
///
/// # Errors
/// If `sink` returns an error.
///
/// ```
/// use sudoku_cnf::{Cnf, Lit, at_most_one};
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
