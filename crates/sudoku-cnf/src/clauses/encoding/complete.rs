//! # Complete encoding
//!
//! Every cell contains exactly one digit, every house of n cells contains each digit exactly once, and no other house
//! contains a digit twice. The constraints that the minimal encoding omits are redundant, but they let unit propagation
//! find hidden singles. A SAT solver can then solve many puzzles by unit propagation alone.
//!
//! With the pairwise scheme, there are 3n·n more clauses than in the [`natural`](super::natural) encoding, for a total
//! of 10,530 on a 9×9 board.
//!
//! ## Reference
//! I. Lynce, J. Ouaknine: Sudoku as a SAT problem, 2006 ("extended encoding").

use super::candidate_view::CandidateView;
use super::constraints::{ConstraintSink, cells_exactly_one, houses_exactly_one};

pub(super) fn emit<R: ConstraintSink>(view: CandidateView<'_>, sink: &mut R) -> Result<(), R::Error> {
    cells_exactly_one(view, sink)?;
    houses_exactly_one(view, sink)
}
