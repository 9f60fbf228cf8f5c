//! # Commander at-most-one encoding
//!
//! The literals are split into groups of four. Each group has an auxiliary variable called its commander. A true
//! literal makes the commander of its group true. Pairwise clauses allow at most one true literal per group and at most
//! one true commander. When one literal is true, unit propagation makes all other literals false.
//!
//! ## Reference
//! W. Klieber, G. Kwon: Efficient CNF encoding for selecting 1 from n objects, CFV 2007. This implementation has only
//! one level of commanders. It omits the clauses that force a group to contain a true literal if its commander is true.

use super::{GROUP, groups, pairwise};
use crate::clauses::cnf::ClauseSink;
use crate::clauses::variable::{Auxiliaries, Lit};

/// Encodes the constraint that at most one of `literals` is true.
///
/// # Errors
/// Returns an error if `sink` returns an error.
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
