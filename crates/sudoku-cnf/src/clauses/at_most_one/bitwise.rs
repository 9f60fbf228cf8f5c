//! # Bitwise at-most-one encoding
//!
//! A true literal forces ⌈log₂ n⌉ auxiliary variables to encode its index in binary, so two different literals cannot
//! both be true. The encoding has n⌈log₂ n⌉ clauses. When one literal is true, unit propagation makes all other
//! literals false. This encoding is also known as the binary or logarithmic encoding.
//!
//! ## Reference
//! A. Frisch, T. Peugniez, A. Doggett, P. Nightingale: Solving non-Boolean satisfiability problems with
//! stochastic local search, Journal of Automated Reasoning 35, 2005.

use super::{bits, bits_of};
use crate::clauses::cnf::ClauseSink;
use crate::clauses::variable::{Auxiliaries, Lit};

/// Encodes the constraint that at most one of `literals` is true.
///
/// # Errors
/// Returns an error if `sink` returns an error.
pub fn bitwise<S: ClauseSink + ?Sized>(
    literals: &[Lit],
    auxiliaries: &mut Auxiliaries,
    sink: &mut S,
) -> Result<(), S::Error> {
    let number = auxiliaries.next_literals(bits(literals.len()));
    for (index, &literal) in literals.iter().enumerate() {
        for bit in bits_of(index, &number) {
            sink.add_clause(&[!literal, bit])?;
        }
    }
    Ok(())
}
