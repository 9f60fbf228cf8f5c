//! # Natural encoding
//!
//! The definition as one would say it: exactly one digit a cell, and none twice in a house.
//!
//! Clauses, pairwise: those of [`minimal`](super::minimal) and n²·n(n−1)/2, together 10,287 on 9×9.

use super::constraints::{
    Counts, cells_at_least_one, cells_at_most_one, count_cells_at_least_one, count_cells_at_most_one,
    count_houses_at_most_one, houses_at_most_one,
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
    houses_at_most_one(geometry, scheme, auxiliaries, sink)
}

pub(super) fn count(geometry: &Geometry, scheme: AtMostOne) -> Counts {
    count_cells_at_least_one(geometry)
        + count_cells_at_most_one(geometry, scheme)
        + count_houses_at_most_one(geometry, scheme)
}
