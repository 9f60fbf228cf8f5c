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
use super::constraints::{cells_exactly_one, houses_exactly_one};
use super::emitter::Emitter;
use super::erased_sink::Stopped;

pub(super) fn emit(view: CandidateView<'_>, emitter: &mut Emitter<'_>) -> Result<(), Stopped> {
    cells_exactly_one(view, emitter)?;
    houses_exactly_one(view, emitter)
}
