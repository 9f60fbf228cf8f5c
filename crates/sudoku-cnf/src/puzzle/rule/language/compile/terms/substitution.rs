//! Substitution: replaces cells with digits, and local variables with the state of a fold, which advances the fold.

use rustc_hash::FxHashMap;

use super::{FoldNode, Id, Node, Terms, cell_bit};
use crate::puzzle::board::Cell;

impl Terms {
    /// Returns the result of a fold. Steps are taken while the state and the element are constant.
    pub(in super::super) fn fold(&mut self, mut fold: FoldNode) -> Id {
        let mut taken = 0;
        for index in 0..fold.steps.len() {
            if !fold.state.iter().all(|&part| self.value(part).is_some()) {
                break;
            }
            let next: Vec<Id> = (0..fold.state.len())
                .map(|part| self.with_locals(fold.steps[index][part], fold.first_local, &fold.state))
                .collect();
            if self.has_undefined(&next) {
                return self.undefined_like(fold.result);
            }
            if !next.iter().all(|&part| self.is_constant(part)) {
                break;
            }
            fold.state = next;
            taken += 1;
        }
        if self.has_undefined(&fold.state) {
            return self.undefined_like(fold.result);
        }
        fold.steps.drain(..taken);
        if fold.steps.is_empty() {
            return self.with_locals(fold.result, fold.first_local, &fold.state);
        }
        self.store(Node::Fold(fold))
    }

    fn undefined_like(&mut self, id: Id) -> Id {
        let is_condition = matches!(
            self.node(id),
            Node::Truth(_) | Node::All(_) | Node::Any(_) | Node::Not(_) | Node::Compare(..)
        );
        if is_condition { self.truth(false) } else { self.undefined() }
    }

    /// Returns the term in which `cell` contains `digit`.
    pub(in super::super) fn assign(&mut self, id: Id, cell: Cell, digit: usize) -> Id {
        if self.facts(id).cells & cell_bit(cell) == 0 {
            return id;
        }
        if let Some(&known) = self.assigned.get(&(id, cell, digit)) {
            return known;
        }
        let result = match self.node(id) {
            Node::Cell(other) if *other == cell => self.integer(digit as i128),
            _ => self.rebuild(id, &mut |terms, part| terms.assign(part, cell, digit)),
        };
        self.assigned.insert((id, cell, digit), result);
        result
    }

    /// Forgets which terms have been assigned, to save memory.
    pub(in super::super) fn forget(&mut self) {
        self.assigned = FxHashMap::default();
    }

    /// Returns the term in which the local variables from `first` on have the values `state`.
    fn with_locals(&mut self, id: Id, first: u32, state: &[Id]) -> Id {
        let mut known = FxHashMap::default();
        self.with_locals_known(id, first, state, &mut known)
    }

    fn with_locals_known(&mut self, id: Id, first: u32, state: &[Id], known: &mut FxHashMap<Id, Id>) -> Id {
        if !self.facts(id).has_locals {
            return id;
        }
        if let Some(&result) = known.get(&id) {
            return result;
        }
        let result = match *self.node(id) {
            Node::Local(number) => {
                number.checked_sub(first).and_then(|index| state.get(index as usize)).copied().unwrap_or(id)
            }
            _ => self.rebuild(id, &mut |terms, part| terms.with_locals_known(part, first, state, known)),
        };
        known.insert(id, result);
        result
    }

    /// Returns the term whose parts are replaced by `replace`.
    fn rebuild(&mut self, id: Id, replace: &mut dyn FnMut(&mut Self, Id) -> Id) -> Id {
        self.work += 1;
        let mut each = |terms: &mut Self, parts: &[Id]| -> Vec<Id> {
            parts.iter().map(|&part| replace(terms, part)).collect()
        };
        let parts = self.parts(id);
        let node = self.node(id).clone();
        if let Node::Fold(fold) = node {
            let state = each(self, &fold.state);
            let steps = fold.steps.iter().map(|step| each(self, step)).collect();
            let result = each(self, &[fold.result])[0];
            return self.fold(FoldNode { state, steps, result, ..fold });
        }
        if let Node::If(condition, yes, no) = node {
            // A branch that is not taken is not rebuilt.
            let condition = replace(self, condition);
            return match self.truth_value(condition) {
                Some(true) => replace(self, yes),
                Some(false) => replace(self, no),
                None => {
                    let (yes, no) = (replace(self, yes), replace(self, no));
                    self.conditional(condition, yes, no)
                }
            };
        }
        let new = each(self, &parts);
        match node {
            Node::Sum(terms, constant) => {
                let terms: Vec<_> =
                    terms.iter().zip(&new).map(|(&(coefficient, _), &term)| (coefficient, term)).collect();
                self.sum(&terms, constant)
            }
            Node::Product(_) => self.product(&new),
            Node::Quotient(..) => self.quotient(new[0], new[1]),
            Node::Remainder(..) => self.remainder(new[0], new[1]),
            Node::Absolute(_) => self.absolute(new[0]),
            Node::Minimum(_) => self.extreme(&new, false),
            Node::Maximum(_) => self.extreme(&new, true),
            Node::Indicator(_) => self.indicator(new[0]),
            Node::All(_) => self.all(&new),
            Node::Any(_) => self.any(&new),
            Node::Not(_) => self.not(new[0]),
            Node::Compare(comparison, _) => self.compare(comparison, new[0]),
            Node::AllDifferent(_) => self.all_different(&new),
            Node::Regular(pattern, _) => self.regular(pattern, &new),
            _ => id,
        }
    }
}
