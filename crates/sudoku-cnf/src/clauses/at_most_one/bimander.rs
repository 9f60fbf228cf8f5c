//! # Bimander at-most-one encoding
//!
//! The literals are split into numbered groups of four. Within each group, pairwise clauses allow at most one true
//! literal. A true literal also forces the auxiliary variables to encode the number of its group in binary, so literals
//! from two different groups cannot both be true. When one literal is true, unit propagation makes all other literals
//! false.
//!
//! ## Reference
//! V. Nguyen, S. Mai: A new method to encode the at-most-one constraint into SAT, `SoICT` 2015.

use super::{GROUP, bits, bits_of, groups, pairwise};
use crate::clauses::cnf::ClauseSink;
use crate::clauses::variable::{Auxiliaries, Lit};

/// Encodes the constraint that at most one of `literals` is true.
///
/// # Errors
/// Returns an error if `sink` returns an error.
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
