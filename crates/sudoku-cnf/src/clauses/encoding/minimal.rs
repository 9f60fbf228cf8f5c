//! # Minimal encoding
//!
//! Every cell contains at least one digit, and no house contains a digit twice. These constraints are sufficient: the n
//! cells of a row need n different digits, so each digit occurs exactly once and no cell contains two digits. The same
//! applies to any other house of n cells. However, unit propagation is weak with this encoding, because it does not
//! find hidden singles.
//!
//! With the pairwise scheme, there are n² + n·n²(3n−r−c−1)/2 clauses for a board with r×c boxes, or 7,371 for a 9×9
//! board.
//!
//! ## Reference
//! I. Lynce, J. Ouaknine: Sudoku as a SAT problem, 2006 ("minimal encoding"). If two cells share both a box and a row
//! or column, Lynce and Ouaknine list the at-most-one clause for each digit twice. This implementation emits it once.

use super::candidate_view::CandidateView;
use super::constraints::{cells_at_least_one, houses_at_most_one};
use super::emitter::Emitter;
use super::erased_sink::Stopped;

pub(super) fn emit(view: CandidateView<'_>, emitter: &mut Emitter<'_>) -> Result<(), Stopped> {
    cells_at_least_one(view, emitter)?;
    houses_at_most_one(view, emitter)
}
