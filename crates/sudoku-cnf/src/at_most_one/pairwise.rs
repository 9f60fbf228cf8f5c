//! # Pairwise at-most-one
//!
//! For every two literals, one of them is false: n(n−1)/2 clauses, no auxiliary variables. Unit
//! propagation falsifies all others as soon as one literal is true. Also known as the naive or
//! binomial encoding.

use crate::cnf::ClauseSink;
use crate::variable::Lit;

/// Says that at most one of `literals` is true, by n(n−1)/2 binary clauses.
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
