//! # Bimander at-most-one
//!
//! The literals stand in groups of four; within a group at most one is true, pairwise, and a true literal
//! writes its group's binary number into the auxiliary variables, which cannot hold two numbers. Unit
//! propagation falsifies all others as soon as one literal is true.
//!
//! ## Reference
//! V. Nguyen, S. Mai: A new method to encode the at-most-one constraint into SAT, `SoICT` 2015.

use super::{GROUP, bits, bits_of, groups, pairwise};
use crate::cnf::ClauseSink;
use crate::variable::{Auxiliaries, Lit};

/// Says that at most one of `literals` is true.
pub fn bimander<S: ClauseSink + ?Sized>(
    literals: &[Lit],
    auxiliaries: &mut Auxiliaries,
    sink: &mut S,
) -> Result<(), S::Error> {
    let number = auxiliaries.next_literals(bits(groups(literals.len())));
    for (index, group) in literals.chunks(GROUP).enumerate() {
        pairwise(group, sink)?;
        for &literal in group {
            for bit in bits_of(index, &number) {
                sink.add_clause(&[!literal, bit])?;
            }
        }
    }
    Ok(())
}
