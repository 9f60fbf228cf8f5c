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

use super::candidate_view::CandidateView;
use super::constraints::{
    ConstraintSink, cells_at_least_one, cells_at_most_one, houses_at_least_one, houses_at_most_one,
};

pub(super) fn emit<R: ConstraintSink>(view: CandidateView<'_>, sink: &mut R) -> Result<(), R::Error> {
    cells_at_least_one(view, sink)?;
    cells_at_most_one(view, sink)?;
    houses_at_least_one(view, sink)?;
    houses_at_most_one(view, sink)
}
