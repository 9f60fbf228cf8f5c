//! Conflict analysis: from a conflict to a learned clause.
//!
//! The first unique implication point (UIP) of the conflict yields a clause, which is then shortened in three steps;
//! see [`minimize`](super::minimize), [`shrink`](super::shrink) and [`replace`](super::replace).
//!
//! ## Reference
//! J. Marques-Silva, K. Sakallah: GRASP: a search algorithm for propositional satisfiability, 1999.

use super::analysis::{LevelMark, SEEN};
use super::config::{SCORE_FACTOR, TIER1_GLUE, TIER2_GLUE};
use super::literal::Literal;
use super::observer::{Antecedent, Backtrack, Implied, Literals, Observer};
use super::search::Search;
use super::trail::{Conflict, Reason};

impl Search {
    /// Learns a clause from `conflict`, which occurred above the root, and backtracks so that it becomes unit.
    pub(super) fn learn(&mut self, conflict: Conflict, observer: &mut impl Observer) {
        self.statistics.conflicts += 1;
        self.phases.update(&self.trail);
        self.analyze(conflict, observer);
        observer.reached_unique_implication_point(Literals(&self.analysis.learned));
        self.bump();
        self.minimize_and_shrink();
        self.replace_by_placements();
        self.install_learned(observer);
        self.analysis.clear();
        self.order.decay(SCORE_FACTOR);
    }

    /// Computes the clause of the first UIP. The UIP is the first literal of the clause.
    fn analyze(&mut self, conflict: Conflict, observer: &mut impl Observer) {
        let Self { analysis, trail, clauses, .. } = self;
        analysis.learned.clear();
        analysis.learned.push(conflict.literal);
        analysis.open = 0;
        analysis.visit(conflict.literal, trail);
        analysis.visit_reason(conflict.literal, conflict.reason, trail, clauses);
        let mut index = trail.literals.len();
        loop {
            index -= 1;
            let literal = trail.literals[index];
            if analysis.marks[literal.variable()] & SEEN == 0 {
                continue;
            }
            analysis.open -= 1;
            if analysis.open == 0 {
                analysis.learned[0] = !literal;
                let level = trail.level();
                analysis.used_levels.push(level as u32);
                analysis.levels[level] = LevelMark { literals: 1, first: index as u32 };
                return;
            }
            let reason = trail.assignment(literal).reason;
            observer.resolved(Antecedent { literal, reason, clauses });
            analysis.visit_reason(literal, reason, trail, clauses);
        }
    }

    /// Increases the scores of the variables and the survival chances of the clauses in the derivation.
    fn bump(&mut self) {
        for index in 0..self.analysis.seen.len() {
            self.order.bump(self.analysis.seen[index] as usize);
        }
        let clauses = std::mem::take(&mut self.analysis.used_clauses);
        for &clause in &clauses {
            let glue = self.clauses.glue(clause);
            if glue > TIER1_GLUE {
                let new = self.analysis.glue(self.clauses.literals(clause), &self.trail);
                if new < glue {
                    self.clauses.set_glue(clause, new);
                }
                self.clauses.set_used(clause, if glue.min(new) <= TIER2_GLUE { 2 } else { 1 });
            }
        }
        self.analysis.used_clauses = clauses;
    }

    /// Backtracks and adds the learned clause.
    fn install_learned(&mut self, observer: &mut impl Observer) {
        let mut learned = std::mem::take(&mut self.analysis.learned);
        let glue = self.analysis.glue(learned.iter().copied(), &self.trail);
        self.statistics.learned_literals += learned.len() as u64;
        let level = |literal| self.trail.assignment(literal).level as usize;
        let second = (1..learned.len()).rev().max_by_key(|&index| level(learned[index]));
        let jump = second.map_or(0, |second| {
            learned.swap(1, second);
            level(learned[1])
        });
        self.store_repeated(jump);
        observer.learned(Literals(&learned));
        self.backtrack(jump);
        observer.backtracked(jump, Backtrack::Backjump);
        let start = self.trail.literals.len();
        self.add_derived(&learned, glue);
        let Self { trail, clauses, .. } = self;
        observer.propagated(Implied { trail, start, clauses });
        self.analysis.learned = learned;
    }

    /// Adds a clause that unit propagation derives from the other clauses (a RUP clause). Its first literal must be
    /// unassigned, and all others must be false.
    ///
    /// All learned clauses pass through this method, except for clauses that are shortened at the root.
    pub(super) fn add_derived(&mut self, literals: &[Literal], glue: u32) {
        self.export(literals, glue);
        self.log_added(literals);
        match *literals {
            [] => self.is_refuted = true,
            [unit] => self.trail.assign(unit, Reason::NONE),
            [first, second] => {
                self.clauses.add_learned(literals, glue);
                self.trail.assign(first, Reason::binary(second));
            }
            [first, ..] => {
                let clause = self.clauses.add_learned(literals, glue);
                self.trail.assign(first, Reason::clause(clause));
            }
        }
    }

    /// Finds the assumptions that imply that `assumption` is false.
    pub(super) fn find_failed(&mut self, assumption: Literal) {
        self.failed.clear();
        self.failed.push(assumption);
        let Self { analysis, trail, clauses, failed, .. } = self;
        // Only the marks of the visited variables are needed.
        analysis.visit(assumption, trail);
        for &literal in trail.literals.iter().rev() {
            if analysis.marks[literal.variable()] & SEEN == 0 {
                continue;
            }
            let reason = trail.assignment(literal).reason;
            if reason == Reason::NONE {
                failed.push(literal);
            }
            analysis.visit_reason(literal, reason, trail, clauses);
        }
        self.analysis.clear();
    }
}
