//! # Commander at-most-one
//!
//! The literals stand in groups of four. A true literal makes its group's commander true; within a
//! group, and among the commanders, at most one is true, pairwise. Unit propagation falsifies all others
//! as soon as one literal is true.
//!
//! ## Reference
//! W. Klieber, G. Kwon: Efficient CNF encoding for selecting 1 from n objects, CFV 2007. Here with one
//! level of commanders, and without the clauses that make a commander imply its group.

use super::{GROUP, groups, pairwise};
use crate::cnf::ClauseSink;
use crate::variable::{Auxiliaries, Lit};

/// Says that at most one of `literals` is true.
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
