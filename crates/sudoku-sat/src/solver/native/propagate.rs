//! Unit propagation of groups and watched clauses.

use super::clauses::Watch;
use super::literal::Literal;
use super::observer::{Antecedent, Implied, Observer};
use super::search::Search;
use super::trail::{Conflict, Reason};

impl Search {
    /// Propagates all literals on the trail. Returns a conflict if a clause is false.
    pub(super) fn propagate(&mut self, observer: &mut impl Observer) -> Option<Conflict> {
        let before = self.trail.propagated;
        let start = self.trail.literals.len();
        let mut conflict = None;
        // Each literal is propagated completely before the next one. The search for conflicts is thus breadth-first,
        // so the reasons are close to the decisions, and the learned clauses are better.
        while conflict.is_none()
            && let Some(&literal) = self.trail.literals.get(self.trail.propagated)
        {
            self.trail.propagated += 1;
            conflict = self.groups.propagate(literal, &self.clauses.words, &mut self.trail);
            if conflict.is_none() {
                conflict = self.propagate_watches(!literal);
            }
        }
        self.statistics.propagations += (self.trail.propagated - before) as u64;
        let Self { trail, clauses, .. } = self;
        observer.propagated(Implied { trail, start, clauses });
        if let Some(Conflict { literal, reason }) = conflict {
            observer.conflicted(Antecedent { literal, reason, clauses });
        }
        conflict
    }

    /// Propagates the clauses that watch `falsified`, a literal that has become false.
    #[inline(never)]
    fn propagate_watches(&mut self, falsified: Literal) -> Option<Conflict> {
        let mut watches = std::mem::take(&mut self.clauses.watches[falsified.index()]);
        let mut conflict = None;
        let mut kept = 0;
        let mut next = 0;
        let (trail, clauses) = (&mut self.trail, &mut self.clauses);
        while let Some(&watch) = watches.get(next) {
            next += 1;
            watches[kept] = watch;
            kept += 1;
            let blocker = trail.value(watch.blocker);
            if blocker > 0 {
                continue;
            }
            if watch.is_binary() {
                let reason = Reason::binary(falsified);
                if blocker < 0 {
                    conflict = Some(Conflict { literal: watch.blocker, reason });
                    break;
                }
                trail.assign(watch.blocker, reason);
                continue;
            }
            let range = clauses.range(watch.clause());
            let literals = &mut clauses.words[range];
            let other = Literal::from_code(literals[0] ^ literals[1] ^ falsified.code());
            let value = trail.value(other);
            if value > 0 {
                watches[kept - 1].blocker = other;
                continue;
            }
            let free = literals[2..].iter().position(|&code| trail.values[code as usize] >= 0);
            if let Some(index) = free {
                let replacement = Literal::from_code(literals[index + 2]);
                if trail.value(replacement) > 0 {
                    // A true literal is a better blocker than a new watch.
                    watches[kept - 1].blocker = replacement;
                    continue;
                }
                literals[0] = other.code();
                literals[1] = replacement.code();
                literals[index + 2] = falsified.code();
                kept -= 1;
                clauses.watches[replacement.index()].push(Watch::new(other, watch.clause(), false));
                continue;
            }
            let reason = Reason::clause(watch.clause());
            if value < 0 {
                conflict = Some(Conflict { literal: other, reason });
                break;
            }
            trail.assign(other, reason);
        }
        if kept < next {
            watches.copy_within(next.., kept);
            watches.truncate(watches.len() - (next - kept));
        }
        self.clauses.watches[falsified.index()] = watches;
        conflict
    }
}
