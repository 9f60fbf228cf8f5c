//! Reduction of the learned clauses, and simplification by the literals that are true at the root.

use super::config::{REDUCE_INTERVAL, REDUCE_PERCENT, TIER1_GLUE};
use super::literal::Literal;
use super::observer::{Antecedent, Backtrack, Observer};
use super::search::Search;
use super::trail::Reason;

impl Search {
    /// Removes the learned clauses that are least likely to be useful.
    pub(super) fn reduce(&mut self, observer: &mut impl Observer) {
        self.backtrack(0);
        observer.backtracked(0, Backtrack::Reduction);
        self.schedule.reduced += 1;
        self.schedule.next_reduce = self.statistics.conflicts + REDUCE_INTERVAL * (self.schedule.reduced + 1);
        let mut candidates = Vec::new();
        for index in 0..self.clauses.learned.len() {
            let clause = self.clauses.learned[index];
            let (glue, used) = (self.clauses.glue(clause), self.clauses.used(clause));
            if self.clauses.size(clause) == 2 || glue <= TIER1_GLUE {
                continue;
            }
            if used > 0 {
                self.clauses.set_used(clause, used - 1);
            } else {
                candidates.push(clause);
            }
        }
        candidates
            .sort_by_key(|&clause| std::cmp::Reverse((self.clauses.glue(clause), self.clauses.size(clause))));
        candidates.truncate(candidates.len() * REDUCE_PERCENT / 100);
        self.statistics.deleted += candidates.len() as u64;
        for clause in candidates {
            self.delete(clause, observer);
        }
        self.simplify(observer);
    }

    /// Removes satisfied clauses and false literals at the root, and garbage clauses.
    pub(super) fn simplify(&mut self, observer: &mut impl Observer) {
        loop {
            if self.is_refuted || self.propagate_at_root(observer) {
                return;
            }
            self.propagate_groups_at_root();
            if self.trail.propagated == self.trail.literals.len() {
                break;
            }
        }
        self.shorten_groups();
        if self.simplified < self.trail.literals.len() {
            self.simplified = self.trail.literals.len();
            for clause in [&self.clauses.original[..], &self.clauses.learned].concat() {
                self.simplify_clause(clause, observer);
            }
        }
        self.clauses.collect_garbage(&mut self.groups.clauses);
        self.groups.rebuild(&self.clauses, self.trail.values.len());
    }

    /// Propagates at the root. Returns whether this refutes the clauses.
    pub(super) fn propagate_at_root(&mut self, observer: &mut impl Observer) -> bool {
        if self.propagate(observer).is_some() {
            self.is_refuted = true;
        }
        self.is_refuted
    }

    fn simplify_clause(&mut self, clause: u32, observer: &mut impl Observer) {
        if self.clauses.is_garbage(clause) {
            // The proof has already deleted the clause, so a shortened clause could not be derived from it.
            return;
        }
        let value = |literal: &Literal| self.trail.value(*literal);
        if self.clauses.literals(clause).any(|literal| value(&literal) > 0) {
            self.delete(clause, observer);
            return;
        }
        if self.config.keeps_false_literals {
            return;
        }
        let kept: Vec<_> = self.clauses.literals(clause).filter(|literal| value(literal) == 0).collect();
        if kept.len() < self.clauses.size(clause) {
            self.log_added(&kept);
            self.log_deleted(clause);
            self.clauses.shorten(clause, &kept);
        }
    }

    fn delete(&mut self, clause: u32, observer: &mut impl Observer) {
        self.log_deleted(clause);
        if self.clauses.is_learned(clause)
            && let Some(literal) = self.clauses.literals(clause).next()
        {
            observer.deleted(Antecedent { literal, reason: Reason::clause(clause), clauses: &self.clauses });
        }
        self.clauses.mark_garbage(clause);
    }

    /// Assigns the literals that the groups imply at the root. This also covers groups that are not yet in the index.
    fn propagate_groups_at_root(&mut self) {
        for index in 0..self.groups.clauses.len() {
            let literals: Vec<_> = self.clauses.literals(self.groups.clauses[index]).collect();
            let placed = literals.iter().position(|&literal| self.trail.value(literal) > 0);
            let open: Vec<_> =
                literals.iter().copied().filter(|&literal| self.trail.value(literal) == 0).collect();
            match (placed, &*open) {
                (None, []) if self.groups.are_exact[index] => self.is_refuted = true,
                (None, &[single]) if self.groups.are_exact[index] => self.trail.assign(single, Reason::NONE),
                (None, _) => {}
                (Some(placed), _) => {
                    for &other in literals[..placed].iter().chain(&literals[placed + 1..]) {
                        match self.trail.value(other) {
                            0 => self.trail.assign(!other, Reason::NONE),
                            1 => self.is_refuted = true,
                            _ => {}
                        }
                    }
                }
            }
        }
    }

    /// Removes false literals from the groups, and removes groups without an effect.
    fn shorten_groups(&mut self) {
        let mut kept = 0;
        for index in 0..self.groups.clauses.len() {
            let clause = self.groups.clauses[index];
            let open: Vec<_> =
                self.clauses.literals(clause).filter(|&literal| self.trail.value(literal) == 0).collect();
            if open.len() > 1 {
                self.clauses.shorten(clause, &open);
                self.groups.clauses[kept] = clause;
                self.groups.are_exact[kept] = self.groups.are_exact[index];
                kept += 1;
            }
        }
        self.groups.clauses.truncate(kept);
        self.groups.are_exact.truncate(kept);
    }
}
