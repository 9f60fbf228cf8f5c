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

use super::constraints::{Receiver, cells_at_least_one, houses_at_most_one};
use super::open::Open;

pub(super) fn tell<R: Receiver>(open: Open<'_>, to: &mut R) -> Result<(), R::Error> {
    cells_at_least_one(open, to)?;
    houses_at_most_one(open, to)
}
