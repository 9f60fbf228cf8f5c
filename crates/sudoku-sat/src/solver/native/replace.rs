//! Replacement of several literals of the learned clause by one placement that makes them false.
//!
//! Suppose that the true literal p is in a group with x and in a group with y, and that the learned clause is C ∨ x ∨
//! y. The groups imply the clauses ¬p ∨ ¬x and ¬p ∨ ¬y, so C ∨ ¬p is a learned clause as well. It is shorter and can be
//! propagated sooner, because p is true before x and y are false in most cases. If C contains ¬p already, a single
//! literal x is redundant for the same reason.
//!
//! The number of levels in the clause must not increase, so p must be at a level of the clause.

use super::analysis::Analysis;
use super::config::MIN_REPLACED;
use super::literal::Literal;
use super::search::Search;
use super::trail::Reason;

/// The count of literals that are in the learned clause.
const IN_CLAUSE: u32 = u32::MAX;

impl Search {
    /// Removes literals that have a peer in the learned clause, and replaces literals with a common peer by this peer.
    pub(super) fn replace_by_placements(&mut self) {
        let Self { analysis, trail, groups, .. } = self;
        let Analysis { learned, scratch, counts, levels, .. } = analysis;
        let conflict_level = trail.level() as u32;
        // The UIP may only be replaced by its reason, so that the clause remains asserting.
        let may_replace = |literal: Literal, cause: Literal| {
            let level = trail.assignment(cause).level;
            let is_level_used = 0 < level && level < conflict_level && levels[level as usize].literals > 0;
            trail.assignment(literal).reason == Reason::binary(cause)
                || is_level_used && trail.assignment(literal).level < conflict_level
        };
        for &literal in learned.iter() {
            counts[literal.index()] = IN_CLAUSE;
            scratch.push(literal);
        }
        for &literal in learned.iter() {
            groups.for_each_placed_peer(literal, trail, |placed| {
                let count = &mut counts[(!placed).index()];
                if *count != IN_CLAUSE && may_replace(literal, !placed) {
                    *count += 1;
                    scratch.push(!placed);
                }
            });
        }
        learned.retain_mut(|literal| {
            let mut best = (MIN_REPLACED - 1, *literal);
            groups.for_each_placed_peer(*literal, trail, |placed| {
                let count = counts[(!placed).index()];
                if count > best.0 && (count == IN_CLAUSE || may_replace(*literal, !placed)) {
                    best = (count, !placed);
                }
            });
            let (count, replacement) = best;
            // A literal that has been removed must not justify the removal of another one.
            counts[literal.index()] = 0;
            counts[replacement.index()] = IN_CLAUSE;
            *literal = replacement;
            count != IN_CLAUSE
        });
        scratch.drain(..).for_each(|literal| counts[literal.index()] = 0);
    }
}
