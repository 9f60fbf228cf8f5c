//! # Minimal encoding
//!
//! Every cell contains a digit, and no house contains a digit twice. These clauses define the solutions: the n cells of
//! a complete house need n different digits, so each digit occurs once and no cell contains two digits. Unit
//! propagation is weak, however, because it finds no hidden singles.
//!
//! Clauses with the pairwise scheme: n² + n·n²(3n−r−c−1)/2, which is 7,371 on 9×9.
//!
//! ## Reference
//! I. Lynce, J. Ouaknine: Sudoku as a SAT problem, 2006 ("minimal encoding"). In contrast to the paper, two cells
//! that share both a line and a box have only one clause per digit.

use super::candidate_view::CandidateView;
use super::constraints::{ConstraintSink, cells_at_least_one, houses_at_most_one};

pub(super) fn emit<R: ConstraintSink>(view: CandidateView<'_>, sink: &mut R) -> Result<(), R::Error> {
    cells_at_least_one(view, sink)?;
    houses_at_most_one(view, sink)
}
