//! # Classic encoding
//!
//! Reproduces the clauses of the article cited below, in the same order. The clauses of the cells come first, column by
//! column, with the digits of each clause in descending order. Then each house has a clause for each digit and each
//! *ordered* pair of its cells. Each pair therefore occurs twice, or four times if the cells share a line and a box.
//! Without these repetitions, the clauses are those of [`minimal`](super::minimal).
//!
//! Clauses: n² + 3n·n·n(n−1), which is 17,577 on 9×9.
//!
//! ## Reference
//! The article on Sudoku as SAT from which this project started. Its CNF with 729 variables and 17,577 clauses, plus
//! 30 givens, is the sample file `article.cnf`.

use super::candidate_view::CandidateView;
use super::constraints::ConstraintSink;
use crate::board::Cell;
use crate::cnf::ClauseKind;

pub(super) fn emit<R: ConstraintSink>(view: CandidateView<'_>, sink: &mut R) -> Result<(), R::Error> {
    sink.begin(ClauseKind::CellAtLeastOne);
    let n = view.geometry.size();
    let mut literals = Vec::with_capacity(n);
    for cell in (0..n).flat_map(|column| (0..n).map(move |row| Cell::from_index(row * n + column, n))) {
        literals.clear();
        view.visit_cell(cell, |_, literal| literals.push(literal));
        literals.reverse();
        if !literals.is_empty() {
            sink.clause(&literals)?;
        }
    }
    sink.begin(ClauseKind::HouseAtMostOne);
    view.try_for_each_places(view.geometry.houses(), |places| {
        for (i, &first) in places.literals.iter().enumerate() {
            sink.exclude(first, &places.literals[..i])?;
            sink.exclude(first, &places.literals[i + 1..])?;
        }
        Ok(())
    })
}
