//! # Natural encoding
//!
//! This encoding follows the usual definition of Sudoku: every cell contains exactly one digit, and no house contains a
//! digit twice.
//!
//! With the pairwise scheme, there are n²·n(n−1)/2 more clauses than in the [`minimal`](super::minimal) encoding, for a
//! total of 10,287 on a 9×9 board.
//!
//! ## Reference
//! I. Lynce, J. Ouaknine: Sudoku as a SAT problem, 2006. The name comes from a comparison of encodings that T. Dillon
//! published with his Sudoku solver tdoku (2019).

use super::candidate_view::CandidateView;
use super::constraints::{cells_exactly_one, houses_at_most_one};
use super::emitter::Emitter;
use super::erased_sink::Stopped;

pub(super) fn emit(view: CandidateView<'_>, emitter: &mut Emitter<'_>) -> Result<(), Stopped> {
    cells_exactly_one(view, emitter)?;
    houses_at_most_one(view, emitter)
}
