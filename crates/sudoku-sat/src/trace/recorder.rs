//! Converts the observations of a search into the events of a trace.

use std::ops::ControlFlow;

use itertools::Itertools;
use rustc_hash::FxHashMap;
use sudoku_cnf::clauses::meaning::Meaning;
use sudoku_cnf::{Cnf, Lit};

use super::event::TraceEvent;
use crate::solver::{Antecedent, Backtrack, Implied, Literals, Observer, StopReason};

/// Turns the steps of a search into events.
pub(super) struct Recorder<'a> {
    meaning: Meaning<'a>,
    /// The number of each clause, by its literals in ascending order.
    numbers: FxHashMap<Box<[Lit]>, usize>,
    /// The number of the last clause.
    last: usize,
    level: usize,
    /// Whether each variable has a value at the root.
    is_root: Vec<bool>,
    /// The clause that conflict analysis has reached.
    resolvent: Vec<Lit>,
    /// Deleted clauses that no event has reported yet.
    deleted: Vec<usize>,
    /// The number of conflicts until the trace ends.
    conflicts_left: Option<u64>,
    sink: &'a mut dyn FnMut(&TraceEvent) -> ControlFlow<()>,
    flow: ControlFlow<()>,
}

impl<'a> Recorder<'a> {
    pub(super) fn new(
        cnf: &Cnf,
        meaning: Meaning<'a>,
        max_conflicts: Option<u64>,
        sink: &'a mut dyn FnMut(&TraceEvent) -> ControlFlow<()>,
    ) -> Self {
        let mut numbers = FxHashMap::default();
        for (index, clause) in cnf.clauses().enumerate() {
            // An encoding may repeat a clause. The solver uses the first one.
            numbers.entry(key(clause)).or_insert(index + 1);
        }
        Self {
            meaning,
            numbers,
            last: cnf.len(),
            level: 0,
            is_root: vec![false; cnf.variable_count() + 1],
            resolvent: Vec::new(),
            deleted: Vec::new(),
            conflicts_left: max_conflicts,
            sink,
            flow: ControlFlow::Continue(()),
        }
    }

    /// Reports the last deletions. Returns whether the sink broke.
    pub(super) fn finish(mut self) -> ControlFlow<()> {
        self.report_deleted();
        self.flow
    }

    fn number(&self, clause: &[Lit]) -> usize {
        self.numbers.get(&key(clause)).copied().unwrap_or_default()
    }

    fn report(&mut self, event: &TraceEvent) {
        self.report_deleted();
        self.pass(event);
    }

    fn report_deleted(&mut self) {
        if !self.deleted.is_empty() {
            let clauses = std::mem::take(&mut self.deleted);
            self.pass(&TraceEvent::Delete { clauses });
        }
    }

    fn pass(&mut self, event: &TraceEvent) {
        if self.flow.is_continue() {
            self.flow = (self.sink)(event);
        }
    }

    /// Adds the literals of `clause` to the resolvent, except for those that are false at the root.
    fn resolve_with(&mut self, clause: &[Lit]) {
        for &literal in clause {
            if !self.is_root[literal.var().number()] && !self.resolvent.contains(&literal) {
                self.resolvent.push(literal);
            }
        }
    }
}

/// Returns the literals of a clause in ascending order.
fn key(clause: &[Lit]) -> Box<[Lit]> {
    clause.iter().copied().sorted_unstable().dedup().collect()
}

impl Observer for Recorder<'_> {
    fn decided(&mut self, literal: Lit) {
        self.level += 1;
        let (level, meaning) = (self.level, self.meaning.literal(literal));
        self.report(&TraceEvent::Decide { level, literal, meaning });
    }

    fn propagated(&mut self, implied: Implied<'_>) {
        for reason in implied.reasons() {
            let Some(literal) = reason.literal() else { continue };
            let level = self.level;
            self.is_root[literal.var().number()] = level == 0;
            let clause = self.number(&reason.clause());
            self.report(&TraceEvent::Propagate { level, literal, clause });
        }
    }

    fn conflicted(&mut self, clause: Antecedent<'_>) {
        let literals = clause.clause();
        let (level, clause) = (self.level, self.number(&literals));
        self.report(&TraceEvent::Conflict { level, clause });
        self.resolvent.clear();
        self.resolve_with(&literals);
    }

    fn resolved(&mut self, reason: Antecedent<'_>) {
        let Some(literal) = reason.literal() else { return };
        let literals = reason.clause();
        self.resolvent.retain(|&other| other != !literal);
        let others: Vec<_> = literals.iter().copied().filter(|&other| other != literal).collect();
        self.resolve_with(&others);
        let (clause, resolvent) = (self.number(&literals), self.resolvent.clone());
        self.report(&TraceEvent::Resolve { literal, clause, resolvent });
    }

    fn reached_unique_implication_point(&mut self, clause: Literals<'_>) {
        let literals = clause.to_vec();
        let Some(&literal) = literals.first() else { return };
        let meaning = self.meaning.clause(&literals);
        self.report(&TraceEvent::Uip { literal, literals, meaning });
    }

    fn learned(&mut self, clause: Literals<'_>) {
        let literals = clause.to_vec();
        self.last += 1;
        self.numbers.insert(key(&literals), self.last);
        let (clause, meaning) = (self.last, self.meaning.clause(&literals));
        self.report(&TraceEvent::Learn { clause, literals, meaning });
        self.conflicts_left = self.conflicts_left.map(|left| left.saturating_sub(1));
    }

    fn backtracked(&mut self, level: usize, cause: Backtrack) {
        self.level = level;
        self.report(&match cause {
            Backtrack::Backjump => TraceEvent::Backjump { level },
            Backtrack::Restart => TraceEvent::Restart { level },
            Backtrack::Reduction => TraceEvent::Reduce { level },
            Backtrack::Rephasing => TraceEvent::Rephase { level },
        });
    }

    fn deleted(&mut self, clause: Antecedent<'_>) {
        let key = key(&clause.clause());
        self.deleted.extend(self.numbers.remove(&key));
    }

    fn stops(&self) -> Option<StopReason> {
        if self.flow.is_break() {
            return Some(StopReason::Interrupted);
        }
        (self.conflicts_left == Some(0)).then_some(StopReason::ConflictLimit)
    }
}
