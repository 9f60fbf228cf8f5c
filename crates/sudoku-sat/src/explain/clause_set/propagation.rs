//! Unit propagation. Each value has a cause: the element that forces it, and the true peer, if any.

use super::{Cause, ClauseSet, Conflict};
use crate::explain::element::{Element, Literal};
use crate::explain::ids::{CandidateId, ElementId, VariableId};
use crate::explain::known::{Known, Value};

impl ClauseSet {
    /// Adds known values of candidates permanently. They must be consistent with the clauses.
    pub(crate) fn learn(&mut self, changed: &[CandidateId], known: &Known<'_>) {
        self.reset();
        for &id in changed {
            if let Some(variable) = self.variables[id].filter(|&variable| self.values[variable] == 0) {
                self.assign(variable, known.value(id) == Value::Placed, Cause::Known);
            }
        }
        self.settle(self.permanent, Vec::new());
        self.head = self.permanent;
    }

    /// Removes all values except for the permanent ones.
    pub(super) fn reset(&mut self) {
        self.undo(self.permanent);
    }

    pub(super) fn undo(&mut self, length: usize) {
        while self.trail.len() > length {
            let Some(variable) = self.trail.pop() else { break };
            let is_true = self.values[variable] > 0;
            self.values[variable] = 0;
            for &group in &self.groups[variable] {
                let (open, satisfied) = &mut self.counts[group];
                *open += 1;
                *satisfied -= u16::from(is_true);
            }
        }
        self.head = length;
    }

    pub(super) fn assign(&mut self, variable: VariableId, is_true: bool, cause: Cause) {
        self.values[variable] = if is_true { 1 } else { -1 };
        self.causes[variable] = cause;
        self.trail.push(variable);
        for &group in &self.groups[variable] {
            let (open, satisfied) = &mut self.counts[group];
            *open -= 1;
            *satisfied += u16::from(is_true);
        }
    }

    /// Assigns the assumption, the facts and the unit clauses. Returns whether there is no conflict yet.
    pub(super) fn start(&mut self, literal: Option<Literal>, conflicts: &mut Vec<Conflict>) -> bool {
        self.reset();
        if let Some(Literal { id, is_placed }) = literal {
            let Some(variable) = self.variables[id].filter(|&variable| self.values[variable] == 0) else {
                return false;
            };
            self.assign(variable, !is_placed, Cause::Assumption);
        }
        for fact in 0..self.facts.len() {
            let (element, variable, is_true) = self.facts[fact];
            if !self.is_active[element] {
                continue;
            }
            match self.values[variable] {
                0 => self.assign(variable, is_true, Cause::Element(element)),
                value if (value > 0) != is_true => {
                    conflicts.push(Conflict::Fact(element, variable));
                    return false;
                }
                _ => {}
            }
        }
        for rule in 0..self.rules.len() {
            self.check_group(self.rules[rule], conflicts);
        }
        for unit in 0..self.units.len() {
            self.check_rule_clause(self.units[unit], conflicts);
        }
        conflicts.is_empty()
    }

    /// Propagates a cell or house with at most one open candidate, or reports a conflict.
    pub(super) fn check_group(&mut self, element: ElementId, conflicts: &mut Vec<Conflict>) {
        let (open, satisfied) = self.counts[element];
        if satisfied > 0 || open > 1 || !self.is_active[element] {
            return;
        }
        if open == 0 {
            conflicts.push(Conflict::Group(element));
            return;
        }
        let last = self.clauses[element].iter().copied().find(|&variable| self.values[variable] == 0);
        if let Some(last) = last {
            self.assign(last, true, Cause::Element(element));
        }
    }

    /// Propagates until there are `most` conflicts or nothing is left to propagate.
    pub(super) fn propagate(&mut self, conflicts: &mut Vec<Conflict>, most: usize) {
        while self.head < self.trail.len() && conflicts.len() < most {
            let variable = self.trail[self.head];
            self.head += 1;
            self.propagate_rules(variable, self.values[variable] > 0, conflicts);
            if self.values[variable] < 0 {
                for group in 0..self.groups[variable].len() {
                    let element = self.groups[variable][group];
                    self.check_group(element, conflicts);
                }
                continue;
            }
            for peer in 0..self.peers[variable].len() {
                let (other, element) = self.peers[variable][peer];
                self.exclude(other, variable, element, conflicts);
            }
            for group in 0..self.groups[variable].len() {
                let element = self.groups[variable][group];
                if matches!(self.elements[element], Element::Cell(_)) {
                    for position in 0..self.clauses[element].len() {
                        let other = self.clauses[element][position];
                        if other != variable {
                            self.exclude(other, variable, element, conflicts);
                        }
                    }
                }
            }
        }
    }

    /// Excludes `other`, because `variable` is true.
    fn exclude(
        &mut self,
        other: VariableId,
        variable: VariableId,
        element: ElementId,
        conflicts: &mut Vec<Conflict>,
    ) {
        if !self.is_active[element] {
            return;
        }
        match self.values[other] {
            0 => self.assign(other, false, Cause::Peer(element, variable)),
            1 => conflicts.push(Conflict::Peers(element, [variable, other])),
            _ => {}
        }
    }
}
