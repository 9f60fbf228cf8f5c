//! # Minimal encoding
//!
//! A digit in every cell, and none twice in a house. n digits in the n cells of a house without
//! repetition are all of them, and a cell with two digits would repeat one somewhere, so the
//! solutions need no more; unit propagation does, and is weak here.
//!
//! Clauses, pairwise: n² + n·n²(3n−r−c−1)/2, which is 7,371 on 9×9.
//!
//! ## Reference
//! I. Lynce, J. Ouaknine: Sudoku as a SAT problem, 2006 ("minimal encoding", with shared pairs
//! told once).

use super::constraints::{
    Counts, cells_at_least_one, count_cells_at_least_one, count_houses_at_most_one, houses_at_most_one,
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
    houses_at_most_one(geometry, scheme, auxiliaries, sink)
}

pub(super) fn count(geometry: &Geometry, scheme: AtMostOne) -> Counts {
    count_cells_at_least_one(geometry) + count_houses_at_most_one(geometry, scheme)
}
