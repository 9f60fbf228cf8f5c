//! # Natural encoding
//!
//! The definition as one would say it: exactly one digit a cell, and none twice in a house.
//!
//! Clauses: those of [`minimal`](super::minimal) and n²·n(n−1)/2, together 10,287 on 9×9.

use super::constraints::{Counts, cells_at_least_one, cells_at_most_one, houses_at_most_one};
use crate::clause::ClauseSink;
use crate::geometry::Geometry;

pub(super) fn encode<S: ClauseSink + ?Sized>(geometry: &Geometry, sink: &mut S) -> Result<(), S::Error> {
    cells_at_least_one(geometry, sink)?;
    cells_at_most_one(geometry, sink)?;
    houses_at_most_one(geometry, sink)
}

pub(super) fn clauses(geometry: &Geometry) -> usize {
    let counts = Counts::of(geometry);
    counts.cell_at_least + counts.cell_at_most + counts.house_at_most
}
