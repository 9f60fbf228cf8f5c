//! # Minimal encoding
//!
//! A digit in every cell, and none twice in a house. n digits in the n cells of a house without
//! repetition are all of them, and a cell with two digits would repeat one somewhere, so the
//! solutions need no more; unit propagation does, and is weak here.
//!
//! Clauses: n² + n·n²(3n−r−c−1)/2, which is 7,371 on 9×9.
//!
//! ## Reference
//! I. Lynce, J. Ouaknine: Sudoku as a SAT problem, 2006 ("minimal encoding", with shared pairs
//! told once).

use super::constraints::{Counts, cells_at_least_one, houses_at_most_one};
use crate::clause::ClauseSink;
use crate::geometry::Geometry;

pub(super) fn encode<S: ClauseSink + ?Sized>(geometry: &Geometry, sink: &mut S) -> Result<(), S::Error> {
    cells_at_least_one(geometry, sink)?;
    houses_at_most_one(geometry, sink)
}

pub(super) fn clauses(geometry: &Geometry) -> usize {
    let counts = Counts::of(geometry);
    counts.cell_at_least + counts.house_at_most
}
