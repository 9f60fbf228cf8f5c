//! # Complete encoding
//!
//! Exactly one digit a cell, and every digit exactly once a house. The clauses that `minimal`
//! leaves out follow from the others, but with them unit propagation finds hidden singles too,
//! which settles many puzzles without any decision.
//!
//! Clauses, pairwise: those of [`natural`](super::natural) and 3n·n, together 10,530 on 9×9.
//!
//! ## Reference
//! I. Lynce, J. Ouaknine: Sudoku as a SAT problem, 2006 ("extended encoding").

use super::constraints::{
    Counts, cells_at_least_one, cells_at_most_one, count_cells_at_least_one, count_cells_at_most_one,
    count_houses_at_least_one, count_houses_at_most_one, houses_at_least_one, houses_at_most_one,
};
use crate::at_most_one::AtMostOne;
use crate::clause::ClauseSink;
use crate::geometry::Geometry;
use crate::variable::Auxiliaries;

pub(super) fn encode<S: ClauseSink + ?Sized>(
    geometry: &Geometry,
    scheme: AtMostOne,
    auxiliaries: &mut Auxiliaries,
    sink: &mut S,
) -> Result<(), S::Error> {
    cells_at_least_one(geometry, sink)?;
    cells_at_most_one(geometry, scheme, auxiliaries, sink)?;
    houses_at_least_one(geometry, sink)?;
    houses_at_most_one(geometry, scheme, auxiliaries, sink)
}

pub(super) fn count(geometry: &Geometry, scheme: AtMostOne) -> Counts {
    count_cells_at_least_one(geometry)
        + count_cells_at_most_one(geometry, scheme)
        + count_houses_at_least_one(geometry)
        + count_houses_at_most_one(geometry, scheme)
}
