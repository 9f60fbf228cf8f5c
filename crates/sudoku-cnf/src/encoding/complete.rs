//! # Complete encoding
//!
//! Exactly one digit a cell, and every digit exactly once a house. The clauses that `minimal`
//! leaves out follow from the others, but with them unit propagation finds hidden singles too,
//! which settles many puzzles without any decision.
//!
//! Clauses: those of [`natural`](super::natural) and 3n·n, together 10,530 on 9×9.
//!
//! ## Reference
//! I. Lynce, J. Ouaknine: Sudoku as a SAT problem, 2006 ("extended encoding").

use super::constraints::{
    Counts, cells_at_least_one, cells_at_most_one, houses_at_least_one, houses_at_most_one,
};
use crate::clause::ClauseSink;
use crate::geometry::Geometry;

pub(super) fn encode<S: ClauseSink + ?Sized>(geometry: &Geometry, sink: &mut S) -> Result<(), S::Error> {
    cells_at_least_one(geometry, sink)?;
    cells_at_most_one(geometry, sink)?;
    houses_at_least_one(geometry, sink)?;
    houses_at_most_one(geometry, sink)
}

pub(super) fn clauses(geometry: &Geometry) -> usize {
    let counts = Counts::of(geometry);
    counts.cell_at_least + counts.cell_at_most + counts.house_at_least + counts.house_at_most
}
