//! # Classic encoding
//!
//! The clauses of the article that this project grew from, in its order: the cells down the first
//! column, then the next, each clause with its digits descending; then for rows, columns and boxes
//! a clause for every *ordered* pair of cells. Every pair is thus told twice, and four times where
//! the cells share a line and a box; the distinct clauses are those of [`minimal`](super::minimal).
//!
//! Clauses: n² + 3n·n·n(n−1), which is 17,577 on 9×9.

use itertools::Itertools;

use super::constraints::{Counts, candidates_of};
use crate::clause::ClauseSink;
use crate::geometry::{Geometry, HouseKind};

pub(super) fn encode<S: ClauseSink + ?Sized>(geometry: &Geometry, sink: &mut S) -> Result<(), S::Error> {
    for column in geometry.houses().filter(|house| house.name.kind == HouseKind::Column) {
        for &cell in column.cells {
            sink.add_clause(&candidates_of(geometry, cell).rev().collect_vec())?;
        }
    }
    for house in geometry.houses() {
        for digit in geometry.digits() {
            for pair in house.cells.iter().permutations(2) {
                let clause = [pair[0], pair[1]].map(|&cell| !geometry.literal(cell, digit));
                sink.add_clause(&clause)?;
            }
        }
    }
    Ok(())
}

pub(super) fn count(geometry: &Geometry) -> Counts {
    let n = geometry.size();
    Counts::clauses(geometry.cell_count() + geometry.houses().count() * n * n * (n - 1))
}
