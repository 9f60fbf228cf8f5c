//! # Commander at-most-one encoding
//!
//! The literals are split into groups of four, each with an auxiliary variable, its commander. A true literal makes the
//! commander of its group true. Pairwise clauses exclude two true literals in a group, and two true commanders. When
//! one literal is true, unit propagation makes all others false.
//!
//! ## Reference
//! W. Klieber, G. Kwon: Efficient CNF encoding for selecting 1 from n objects, CFV 2007. This implementation has one
//! level of commanders and omits the clauses by which a commander implies its group.

use super::{GROUP, groups, pairwise};
use crate::cnf::ClauseSink;
use crate::variable::{Auxiliaries, Lit};

/// Encodes the constraint that at most one of `literals` is true.
///
/// # Errors
/// If `sink` returns an error.
pub fn commander<S: ClauseSink + ?Sized>(
    literals: &[Lit],
    auxiliaries: &mut Auxiliaries,
    sink: &mut S,
) -> Result<(), S::Error> {
    let commanders = auxiliaries.next_literals(groups(literals.len()));
    for (group, &commander) in literals.chunks(GROUP).zip(&commanders) {
        pairwise(group, sink)?;
        for &literal in group {
            sink.add_clause(&[!literal, commander])?;
        }
    }
    pairwise(&commanders, sink)
}
