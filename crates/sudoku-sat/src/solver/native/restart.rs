//! Restarts and rephasing.

use super::config::REPHASE_INTERVAL;
use super::observer::{Backtrack, Observer};
use super::search::Search;

/// The phases that each rephasing sets. After the last entry, the sequence starts again.
const REPHASE_SEQUENCE: [Rephase; 6] =
    [Rephase::Original, Rephase::Inverted, Rephase::Best, Rephase::Random, Rephase::Best, Rephase::Flipped];

/// A way to set the saved phases.
#[derive(Clone, Copy)]
enum Rephase {
    /// The initial phases.
    Original,
    /// The opposite of the initial phases.
    Inverted,
    /// The values on the longest trail without a conflict.
    Best,
    /// Random values.
    Random,
    /// The opposite of the saved phases.
    Flipped,
}

impl Search {
    /// Returns to the root, or to the highest level whose decisions would be repeated.
    pub(super) fn restart(&mut self, observer: &mut impl Observer) {
        self.statistics.restarts += 1;
        self.repeated.clear();
        let level = if self.port.is_some() { 0 } else { self.reusable_level() };
        self.backtrack(level);
        observer.backtracked(level, Backtrack::Restart);
        self.import();
        self.schedule.restart.advance(&self.statistics);
    }

    /// Returns the level up to which the trail would stay the same after a restart.
    fn reusable_level(&mut self) -> usize {
        let Some(next) = self.next_decision() else { return 0 };
        let score = self.order.score(next.variable());
        let would_stay = |&&start: &&u32| {
            let decision = self.trail.literals.get(start as usize);
            decision.is_some_and(|decision| self.order.score(decision.variable()) > score)
        };
        self.trail.level_starts.iter().take_while(would_stay).count()
    }

    /// Resets the saved phases to break out of an unsuccessful part of the search space.
    pub(super) fn rephase(&mut self, observer: &mut impl Observer) {
        self.repeated.clear();
        self.backtrack(0);
        observer.backtracked(0, Backtrack::Rephasing);
        let rephased = self.schedule.rephased;
        self.schedule.rephased += 1;
        self.schedule.next_rephase = self.statistics.conflicts + REPHASE_INTERVAL * self.schedule.rephased;
        let original = if self.config.initial_phase { 1 } else { -1 };
        let kind = REPHASE_SEQUENCE[rephased as usize % REPHASE_SEQUENCE.len()];
        let phases = &mut self.phases;
        match kind {
            Rephase::Best => {
                for (saved, &best) in phases.saved.iter_mut().zip(&phases.best) {
                    if best != 0 {
                        *saved = best;
                    }
                }
                phases.best_assigned = 0;
            }
            Rephase::Original => phases.saved.fill(original),
            Rephase::Inverted => phases.saved.fill(-original),
            Rephase::Flipped => phases.saved.iter_mut().for_each(|phase| *phase = -*phase),
            Rephase::Random => {
                for phase in &mut phases.saved {
                    *phase = if self.random.below(2) == 0 { 1 } else { -1 };
                }
            }
        }
        phases.target.fill(0);
        phases.target_assigned = 0;
    }
}
