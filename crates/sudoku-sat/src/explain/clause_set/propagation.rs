//! Unit propagation. Each value has a reason: the element that forces it, and the true peer, if any.

use super::{ASSUMPTION, ClauseSet, Conflict, KNOWN, NONE};
use crate::explain::element::{Element, Literal};
use crate::explain::known::{Known, Value};

impl ClauseSet {
    /// Adds known values of candidates permanently. They must be consistent with the clauses.
    pub(crate) fn learn(&mut self, changed: &[u32], known: &Known<'_>) {
        self.reset();
        for &id in changed {
            let variable = self.variables[id as usize];
            if variable != NONE && self.values[variable as usize] == 0 {
                self.assign(variable, known.value(id) == Value::Placed, (KNOWN, NONE));
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
            let is_true = self.values[variable as usize] > 0;
            self.values[variable as usize] = 0;
            for &group in &self.groups[variable as usize] {
                let (open, satisfied) = &mut self.counts[group as usize];
                *open += 1;
                *satisfied -= u16::from(is_true);
            }
        }
        self.head = length;
    }

    pub(super) fn assign(&mut self, variable: u32, is_true: bool, reason: (u32, u32)) {
        self.values[variable as usize] = if is_true { 1 } else { -1 };
        self.reasons[variable as usize] = reason;
        self.trail.push(variable);
        for &group in &self.groups[variable as usize] {
            let (open, satisfied) = &mut self.counts[group as usize];
            *open -= 1;
            *satisfied += u16::from(is_true);
        }
    }

    /// Assigns the assumption, the facts and the unit clauses. Returns whether there is no conflict yet.
    pub(super) fn start(&mut self, literal: Option<Literal>, conflicts: &mut Vec<Conflict>) -> bool {
        self.reset();
        if let Some(Literal { id, is_placed }) = literal {
            let variable = self.variables[id as usize];
            if variable == NONE || self.values[variable as usize] != 0 {
                return false;
            }
            self.assign(variable, !is_placed, (ASSUMPTION, NONE));
        }
        for fact in 0..self.facts.len() {
            let (element, variable, is_true) = self.facts[fact];
            if !self.is_active[element as usize] {
                continue;
            }
            match self.values[variable as usize] {
                0 => self.assign(variable, is_true, (element, NONE)),
                value if (value > 0) != is_true => {
                    conflicts.push((element, Some((variable, NONE))));
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
    pub(super) fn check_group(&mut self, element: u32, conflicts: &mut Vec<Conflict>) {
        let index = element as usize;
        let (open, satisfied) = self.counts[index];
        if satisfied > 0 || open > 1 || !self.is_active[index] {
            return;
        }
        if open == 0 {
            conflicts.push((element, None));
            return;
        }
        let last = self.clauses[index].iter().copied().find(|&variable| self.values[variable as usize] == 0);
        if let Some(last) = last {
            self.assign(last, true, (element, NONE));
        }
    }

    /// Propagates until there are `most` conflicts or nothing is left to propagate.
    pub(super) fn propagate(&mut self, conflicts: &mut Vec<Conflict>, most: usize) {
        while self.head < self.trail.len() && conflicts.len() < most {
            let variable = self.trail[self.head];
            self.head += 1;
            self.propagate_rules(variable, self.values[variable as usize] > 0, conflicts);
            if self.values[variable as usize] < 0 {
                for group in 0..self.groups[variable as usize].len() {
                    let element = self.groups[variable as usize][group];
                    self.check_group(element, conflicts);
                }
                continue;
            }
            for peer in 0..self.peers[variable as usize].len() {
                let (other, element) = self.peers[variable as usize][peer];
                self.exclude(other, variable, element, conflicts);
            }
            for group in 0..self.groups[variable as usize].len() {
                let element = self.groups[variable as usize][group];
                if matches!(self.elements[element as usize], Element::Cell(_)) {
                    for position in 0..self.clauses[element as usize].len() {
                        let other = self.clauses[element as usize][position];
                        if other != variable {
                            self.exclude(other, variable, element, conflicts);
                        }
                    }
                }
            }
        }
    }

    /// Excludes `other`, because `variable` is true.
    fn exclude(&mut self, other: u32, variable: u32, element: u32, conflicts: &mut Vec<Conflict>) {
        if !self.is_active[element as usize] {
            return;
        }
        match self.values[other as usize] {
            0 => self.assign(other, false, (element, variable)),
            1 => conflicts.push((element, Some((variable, other)))),
            _ => {}
        }
    }
}
