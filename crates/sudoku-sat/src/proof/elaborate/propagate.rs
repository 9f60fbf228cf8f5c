//! Unit propagation with watched literals.
//!
//! ## Reference
//! M. Moskewicz et al.: Chaff: engineering an efficient SAT solver, 2001.

use super::literal::{Code, variable};
use super::{Elaborator, Watch};

impl Elaborator {
    /// Watches the first two literals of `clause`.
    pub(super) fn watch(&mut self, clause: u32) {
        let &[first, second, ..] = self.clause(clause) else { return };
        self.watches[first as usize].push(Watch { clause, blocker: second });
        self.watches[second as usize].push(Watch { clause, blocker: first });
    }

    pub(super) fn assign(&mut self, literal: Code, reason: u32) {
        self.values[literal as usize] = 1;
        self.values[(literal ^ 1) as usize] = -1;
        self.reasons[variable(literal)] = reason;
        self.trail.push(literal);
    }

    /// Propagates at the root, and adds a unit lemma for each implied literal.
    pub(super) fn propagate_root(&mut self) {
        if !self.is_refuted
            && let Some(conflict) = self.propagate(true)
        {
            self.refute(conflict);
        }
    }

    /// Propagates all assigned literals. Returns a clause whose literals are all false, if there is one.
    pub(super) fn propagate(&mut self, is_root: bool) -> Option<u32> {
        while let Some(&assigned) = self.trail.get(self.propagated) {
            self.propagated += 1;
            let falsified = assigned ^ 1;
            let mut watches = std::mem::take(&mut self.watches[falsified as usize]);
            let (mut kept, mut index, mut conflict) = (0, 0, None);
            while let Some(&watch) = watches.get(index) {
                index += 1;
                watches[kept] = watch;
                kept += 1;
                if self.value(watch.blocker) > 0 {
                    continue;
                }
                if self.is_deleted[watch.clause as usize] {
                    kept -= 1;
                    continue;
                }
                let start = self.start(watch.clause);
                let clause = &mut self.literals[start..self.ends[watch.clause as usize]];
                if clause[0] == falsified {
                    clause.swap(0, 1);
                }
                let first = clause[0];
                let value = self.values[first as usize];
                if value > 0 {
                    watches[kept - 1].blocker = first;
                    continue;
                }
                if let Some(other) = (2..clause.len()).find(|&at| self.values[clause[at] as usize] >= 0) {
                    clause.swap(1, other);
                    self.watches[clause[1] as usize].push(Watch { clause: watch.clause, blocker: first });
                    kept -= 1;
                    continue;
                }
                if value < 0 {
                    conflict = Some(watch.clause);
                    break;
                }
                let reason = if is_root {
                    let hints = self.root_hints(watch.clause, Some(first));
                    self.push_lemma(&[first], &hints)
                } else {
                    watch.clause
                };
                self.assign(first, reason);
            }
            watches.copy_within(index.., kept);
            watches.truncate(kept + watches.len() - index);
            self.watches[falsified as usize] = watches;
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }
}
