//! # Natural encoding
//!
//! The definition as one would say it: exactly one digit a cell, and none twice in a house.
//!
//! Clauses, pairwise: those of [`minimal`](super::minimal) and n²·n(n−1)/2, together 10,287 on 9×9.
//!
//! ## Reference
//! I. Lynce, J. Ouaknine: Sudoku as a SAT problem, 2006; the name is of the comparison that comes with T. Dillon's
//! tdoku, 2019.

use super::candidate_view::CandidateView;
use super::constraints::{ConstraintSink, cells_at_least_one, cells_at_most_one, houses_at_most_one};

pub(super) fn emit<R: ConstraintSink>(view: CandidateView<'_>, sink: &mut R) -> Result<(), R::Error> {
    cells_at_least_one(view, sink)?;
    cells_at_most_one(view, sink)?;
    houses_at_most_one(view, sink)
}
