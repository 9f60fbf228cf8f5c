//! Repetition of decisions after a backjump.
//!
//! A backjump over many levels undoes decisions that have nothing to do with the conflict. The decision order then
//! chooses other decisions, so the search moves to a different part of the search space before it has completed the
//! current one. On boards with few givens, a search rarely comes close to a solution in this way. Chronological
//! backtracking avoids this: it undoes only the last level. This solver undoes all levels, so that the literals on the
//! trail stay sorted by level, and then repeats the decisions.
//!
//! ## References
//! - A. Nadel, V. Ryvchin: Chronological backtracking, 2018.
//! - S. Möhle, A. Biere: Backing backtracking, 2019 (reuse of the trail up to the variable with the highest score).

use super::literal::Literal;
use super::search::Search;

impl Search {
    /// Stores the decisions to repeat after a backjump to level `jump`: those up to the level of the variable with the
    /// highest score, except for the last decision.
    pub(super) fn store_repeated(&mut self, jump: usize) {
        self.repeated.clear();
        let level_starts = &self.trail.level_starts;
        let last = level_starts.len() - 1;
        if jump == last {
            return;
        }
        let start = level_starts[jump] as usize;
        let score = |position: &usize| self.order.score(self.trail.literals[*position].variable());
        let best = (start..self.trail.literals.len()).max_by(|a, b| score(a).total_cmp(&score(b)));
        let level = level_starts.partition_point(|&start| best.is_some_and(|best| start as usize <= best));
        let kept = level.clamp(jump, last);
        let decisions = level_starts[jump..kept].iter().map(|&start| self.trail.literals[start as usize]);
        self.repeated.extend(decisions.rev());
    }

    /// Returns the next decision to repeat.
    pub(super) fn next_repeated(&mut self) -> Option<Literal> {
        loop {
            let decision = self.repeated.pop()?;
            if self.trail.value(decision) == 0 {
                return Some(decision);
            }
        }
    }
}
