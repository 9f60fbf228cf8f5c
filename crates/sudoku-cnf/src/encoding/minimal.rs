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

use super::candidate_view::CandidateView;
use super::constraints::{ConstraintSink, cells_at_least_one, houses_at_most_one};

pub(super) fn emit<R: ConstraintSink>(view: CandidateView<'_>, sink: &mut R) -> Result<(), R::Error> {
    cells_at_least_one(view, sink)?;
    houses_at_most_one(view, sink)
}
