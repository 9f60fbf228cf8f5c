//! # Complete encoding
//!
//! Every cell contains exactly one digit, and every complete house contains each digit exactly once. The constraints
//! that `minimal` omits are redundant, but they let unit propagation find hidden singles. Many puzzles are then solved
//! without a single decision.
//!
//! Clauses with the pairwise scheme: those of [`natural`](super::natural) plus 3n·n, in total 10,530 on 9×9.
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
