//! # Ladder at-most-one
//!
//! A sequential counter: rung i is true if one of the first i literals is. A literal sets its rung, a
//! rung sets the next, and no literal is true above a rung that is set. 3n−4 clauses, n−1 auxiliary
//! variables. Unit propagation falsifies all others as soon as one literal is true.
//!
//! ## Reference
//! C. Sinz: Towards an optimal CNF encoding of Boolean cardinality constraints, CP 2005.

use crate::cnf::ClauseSink;
use crate::variable::{Auxiliaries, Lit};

/// Says that at most one of two or more `literals` is true.
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
