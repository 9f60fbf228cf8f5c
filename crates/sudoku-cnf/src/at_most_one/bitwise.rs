//! # Bitwise at-most-one
//!
//! A true literal writes its binary number into ⌈lg n⌉ auxiliary variables, which cannot hold two
//! numbers. n⌈lg n⌉ clauses. Also known as the binary or logarithmic encoding. Unit propagation falsifies all
//! others as soon as one literal is true.
//!
//! ## Reference
//! A. Frisch, T. Peugniez, A. Doggett, P. Nightingale: Solving non-Boolean satisfiability problems with
//! stochastic local search, Journal of Automated Reasoning 35, 2005.

use super::{bits, bits_of};
use crate::cnf::ClauseSink;
use crate::variable::{Auxiliaries, Lit};

/// Says that at most one of `literals` is true.
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
