//! # Classic encoding
//!
//! This encoding reproduces the clauses of a Haskell article (see below), in the same order. The
//! at-least-one clauses for the cells come first, column by column, with the digits in descending order. They are
//! followed by the at-most-one clauses: one for each house, digit and *ordered* pair of cells. Two cells therefore have
//! two clauses per digit for each house that contains both. For example, two cells that share a box and a row have four
//! clauses per digit. Without the duplicates, the clauses are the same as in the [`minimal`](super::minimal) encoding.
//!
//! The number of clauses is n² + 3n·n·n(n−1), or 17,577 on a 9×9 board.
//!
//! ## Reference
//! *Project Euler の96問目…*, after `HaskellとSATソルバーで数独を解く`, which was the starting point of this project. The
//! sample file `article.cnf` contains the CNF from this article. It has 729 variables, 30 unit clauses for the givens,
//! and 17,577 other clauses.

use super::candidate_view::CandidateView;
use super::emitter::Emitter;
use super::erased_sink::Stopped;
use crate::clauses::clause_group::{Cardinality, ClauseGroup};
use crate::puzzle::board::Cell;

pub(super) fn emit(view: CandidateView<'_>, emitter: &mut Emitter<'_>) -> Result<(), Stopped> {
    let mut literals = Vec::with_capacity(view.geometry.size());
    let mut cells: Vec<Cell> = view.geometry.cells().collect();
    cells.sort_by_key(|cell| (cell.column(), cell.row()));
    for cell in cells {
        literals.clear();
        view.visit_cell(cell, |_, literal| literals.push(literal));
        literals.reverse();
        if !literals.is_empty() {
            emitter.group(ClauseGroup::Cell(cell, Cardinality::AtLeastOne));
            emitter.clause(&literals)?;
        }
    }
    view.try_for_each_places(view.geometry.houses(), |places| {
        emitter.group(ClauseGroup::House(places.house, places.digit, Cardinality::AtMostOne));
        if emitter.keeps_cardinality {
            return emitter.at_most_one(places.literals);
        }
        let occurrences = vec![2 * places.literals.len().saturating_sub(1); places.literals.len()];
        if emitter.count_exclusions(places.literals, &occurrences)? {
            return Ok(());
        }
        for (i, &first) in places.literals.iter().enumerate() {
            emitter.exclude(first, &places.literals[..i])?;
            emitter.exclude(first, &places.literals[i + 1..])?;
        }
        Ok(())
    })
}
