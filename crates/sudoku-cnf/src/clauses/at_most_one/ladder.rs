//! # Ladder at-most-one encoding
//!
//! The auxiliary variables are the rungs of a ladder: rung i is true if one of the first i literals is true. If literal
//! i is true, rung i must be true. If rung i is true, rung i + 1 must be true, and literal i + 1 must be false. The
//! encoding has 3n−4 clauses and n−1 auxiliary variables. When one literal is true, unit propagation makes all other
//! literals false. This encoding is also known as the sequential counter encoding.
//!
//! ## References
//! - I. P. Gent, P. Nightingale: A new encoding of `AllDifferent` into SAT, Modelling and Reformulating Constraint
//!   Satisfaction Problems, 2004 (ladder).
//! - C. Sinz: Towards an optimal CNF encoding of Boolean cardinality constraints, CP 2005 (sequential counter).

use crate::clauses::cnf::ClauseSink;
use crate::clauses::variable::{Auxiliaries, Lit};

/// Encodes the constraint that at most one of `literals` is true.
///
/// # Errors
/// Returns an error if `sink` returns an error.
pub fn ladder<S: ClauseSink + ?Sized>(
    literals: &[Lit],
    auxiliaries: &mut Auxiliaries,
    sink: &mut S,
) -> Result<(), S::Error> {
    let mut below: Option<Lit> = None;
    for (i, &literal) in literals.iter().enumerate() {
        let rung = (i + 1 < literals.len()).then(|| auxiliaries.next_literal());
        if let Some(rung) = rung {
            sink.add_clause(&[!literal, rung])?;
        }
        if let Some(below) = below {
            if let Some(rung) = rung {
                sink.add_clause(&[!below, rung])?;
            }
            sink.add_clause(&[!literal, !below])?;
        }
        below = rung;
    }
    Ok(())
}
