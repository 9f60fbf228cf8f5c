//! Constructors of numbers, which simplify.

use std::collections::BTreeMap;

use super::{Id, Node, Terms};
use crate::puzzle::board::Cell;

impl Terms {
    pub(in super::super) fn integer(&mut self, value: i128) -> Id {
        self.store(Node::Integer(value))
    }

    pub(in super::super) fn undefined(&mut self) -> Id {
        self.store(Node::Undefined)
    }

    pub(in super::super) fn cell(&mut self, cell: Cell) -> Id {
        self.store(Node::Cell(cell))
    }

    pub(in super::super) fn local(&mut self, number: u32) -> Id {
        self.store(Node::Local(number))
    }

    /// Returns `value`, or an undefined number after an overflow.
    fn checked(&mut self, value: Option<i128>) -> Id {
        if let Some(value) = value {
            return self.integer(value);
        }
        self.has_overflow = true;
        self.undefined()
    }

    pub(super) fn has_undefined(&self, parts: &[Id]) -> bool {
        parts.iter().any(|&part| *self.node(part) == Node::Undefined)
    }

    /// Returns Σ coefficient · term + constant.
    pub(in super::super) fn sum(&mut self, terms: &[(i128, Id)], constant: i128) -> Id {
        if terms.iter().any(|&(_, id)| *self.node(id) == Node::Undefined) {
            return self.undefined();
        }
        let Some((merged, constant)) = self.merged(terms, constant) else { return self.checked(None) };
        // A term that cancels out may still be undefined.
        let is_needed = |&(id, coefficient): &(Id, i128)| coefficient != 0 || !self.is_total(id);
        let merged: Vec<_> = merged.into_iter().filter(is_needed).map(|(id, c)| (c, id)).collect();
        match merged[..] {
            [] => self.integer(constant),
            [(1, id)] if constant == 0 => id,
            _ => self.store(Node::Sum(merged, constant)),
        }
    }

    /// Returns a sum without inner sums: the coefficients of its terms, and its constant. Returns `None` after an
    /// overflow.
    fn merged(&self, terms: &[(i128, Id)], mut constant: i128) -> Option<(BTreeMap<Id, i128>, i128)> {
        let mut merged: BTreeMap<Id, i128> = BTreeMap::new();
        for &(coefficient, id) in terms {
            let (inner, inner_constant) = match self.node(id) {
                Node::Integer(value) => (&[][..], *value),
                Node::Sum(inner, inner_constant) => (&inner[..], *inner_constant),
                _ => (&[(1, id)][..], 0),
            };
            constant = constant.checked_add(coefficient.checked_mul(inner_constant)?)?;
            for &(factor, id) in inner {
                let entry = merged.entry(id).or_default();
                *entry = entry.checked_add(coefficient.checked_mul(factor)?)?;
            }
        }
        Some((merged, constant))
    }

    pub(in super::super) fn product(&mut self, factors: &[Id]) -> Id {
        if self.has_undefined(factors) {
            return self.undefined();
        }
        let mut constant = Some(1_i128);
        let mut others: Vec<Id> = Vec::new();
        for &factor in factors {
            match self.node(factor) {
                Node::Integer(value) => constant = constant.and_then(|product| product.checked_mul(*value)),
                Node::Product(parts) => others.extend(parts.clone()),
                Node::Sum(terms, 0) if terms.len() == 1 => {
                    constant = constant.and_then(|product| product.checked_mul(terms[0].0));
                    match self.node(terms[0].1) {
                        Node::Product(parts) => others.extend(parts.clone()),
                        _ => others.push(terms[0].1),
                    }
                }
                _ => others.push(factor),
            }
        }
        let Some(constant) = constant else { return self.checked(None) };
        if others.is_empty() || constant == 0 && others.iter().all(|&factor| self.facts(factor).is_total) {
            return self.integer(constant);
        }
        others.sort_unstable();
        let product = if others.len() == 1 { others[0] } else { self.store(Node::Product(others)) };
        self.sum(&[(constant, product)], 0)
    }

    pub(in super::super) fn quotient(&mut self, number: Id, divisor: Id) -> Id {
        match (self.value(number), self.value(divisor)) {
            (_, Some(0)) => self.undefined(),
            (Some(number), Some(divisor)) => self.checked(number.checked_div(divisor)),
            (_, Some(1)) => number,
            _ if self.has_undefined(&[number, divisor]) => self.undefined(),
            _ => self.store(Node::Quotient(number, divisor)),
        }
    }

    pub(in super::super) fn remainder(&mut self, number: Id, divisor: Id) -> Id {
        match (self.value(number), self.value(divisor)) {
            (_, Some(0)) => self.undefined(),
            (Some(number), Some(divisor)) => self.checked(number.checked_rem(divisor)),
            _ if self.has_undefined(&[number, divisor]) => self.undefined(),
            (_, Some(divisor)) if divisor > 0 => {
                let number = self.reduced(number, divisor);
                let divisor = self.integer(divisor);
                self.store(Node::Remainder(number, divisor))
            }
            _ => self.store(Node::Remainder(number, divisor)),
        }
    }

    /// Returns a number with the same remainder, whose constants are smaller than the divisor. All its terms must have
    /// the same sign as before, because the remainder of a negative number is negative.
    fn reduced(&mut self, number: Id, divisor: i128) -> Id {
        let Node::Sum(terms, constant) = self.node(number).clone() else { return number };
        let is_positive = |&(coefficient, id): &(i128, Id)| {
            coefficient >= 0 && self.bounds(id).is_some_and(|(low, _)| low >= 0)
        };
        if constant < 0 || !terms.iter().all(is_positive) {
            return number;
        }
        let terms: Vec<_> = terms.iter().map(|&(coefficient, id)| (coefficient % divisor, id)).collect();
        self.sum(&terms, constant % divisor)
    }

    pub(in super::super) fn absolute(&mut self, number: Id) -> Id {
        match (self.value(number), self.bounds(number)) {
            (Some(value), _) => self.checked(value.checked_abs()),
            (_, Some((0.., _))) => number,
            (_, Some((_, ..=0))) => self.sum(&[(-1, number)], 0),
            _ if self.has_undefined(&[number]) => number,
            _ => self.store(Node::Absolute(number)),
        }
    }

    /// Returns the smallest of the numbers, or the largest.
    pub(in super::super) fn extreme(&mut self, numbers: &[Id], is_maximum: bool) -> Id {
        if numbers.is_empty() || self.has_undefined(numbers) {
            return self.undefined();
        }
        let mut parts: Vec<Id> = Vec::new();
        for &number in numbers {
            match self.node(number) {
                Node::Maximum(inner) if is_maximum => parts.extend(inner),
                Node::Minimum(inner) if !is_maximum => parts.extend(inner),
                _ => parts.push(number),
            }
        }
        parts.sort_unstable();
        parts.dedup();
        // A part is superfluous if another part is always at least as extreme.
        let far =
            |terms: &Self, id: Id| terms.bounds(id).map(|(low, high)| if is_maximum { high } else { -low });
        let near =
            |terms: &Self, id: Id| terms.bounds(id).map(|(low, high)| if is_maximum { low } else { -high });
        let best = parts.iter().copied().filter_map(|id| Some((near(self, id)?, id))).max();
        if let Some((bound, best)) = best {
            let is_needed = |id: &Id| {
                *id == best || !self.facts(*id).is_total || far(self, *id).is_none_or(|far| far > bound)
            };
            parts.retain(is_needed);
        }
        match parts[..] {
            [part] => part,
            _ if is_maximum => self.store(Node::Maximum(parts)),
            _ => self.store(Node::Minimum(parts)),
        }
    }

    pub(in super::super) fn conditional(&mut self, condition: Id, yes: Id, no: Id) -> Id {
        match self.truth_value(condition) {
            Some(true) => yes,
            Some(false) => no,
            None if yes == no => yes,
            None => self.store(Node::If(condition, yes, no)),
        }
    }

    pub(in super::super) fn indicator(&mut self, condition: Id) -> Id {
        match self.truth_value(condition) {
            Some(holds) => self.integer(holds.into()),
            None => self.store(Node::Indicator(condition)),
        }
    }
}
