//! Constructors of conditions, which simplify.

use super::super::super::pattern::Pattern;
use super::super::derivative::{derivative, matches_nothing};
use super::{Comparison, Id, Node, Terms};

impl Terms {
    pub(in super::super) fn truth(&mut self, value: bool) -> Id {
        self.store(Node::Truth(value))
    }

    pub(in super::super) fn all(&mut self, conditions: &[Id]) -> Id {
        self.junction(conditions, true)
    }

    pub(in super::super) fn any(&mut self, conditions: &[Id]) -> Id {
        self.junction(conditions, false)
    }

    /// Returns a conjunction or a disjunction. `neutral` is the truth value that changes nothing.
    fn junction(&mut self, conditions: &[Id], neutral: bool) -> Id {
        let mut parts: Vec<Id> = Vec::new();
        for &condition in conditions {
            match self.node(condition) {
                Node::Truth(value) if *value == neutral => {}
                Node::Truth(_) => return condition,
                Node::All(inner) if neutral => parts.extend(inner),
                Node::Any(inner) if !neutral => parts.extend(inner),
                _ => parts.push(condition),
            }
        }
        parts.sort_unstable();
        parts.dedup();
        match parts[..] {
            [] => self.truth(neutral),
            [part] => part,
            _ if neutral => self.store(Node::All(parts)),
            _ => self.store(Node::Any(parts)),
        }
    }

    pub(in super::super) fn not(&mut self, condition: Id) -> Id {
        match self.node(condition).clone() {
            Node::Truth(value) => self.truth(!value),
            Node::Not(inner) => inner,
            Node::All(parts) => {
                let parts: Vec<Id> = parts.iter().map(|&part| self.not(part)).collect();
                self.any(&parts)
            }
            Node::Any(parts) => {
                let parts: Vec<Id> = parts.iter().map(|&part| self.not(part)).collect();
                self.all(&parts)
            }
            // The comparison of an undefined number is false, and so is the opposite comparison.
            Node::Compare(comparison, number) if self.facts(number).is_total => match comparison {
                Comparison::Equal => self.compare(Comparison::NotEqual, number),
                Comparison::NotEqual => self.compare(Comparison::Equal, number),
                Comparison::AtMost => {
                    let opposite = self.sum(&[(-1, number)], 1);
                    self.compare(Comparison::AtMost, opposite)
                }
            },
            _ => self.store(Node::Not(condition)),
        }
    }

    /// Returns the comparison of a number with zero.
    pub(in super::super) fn compare(&mut self, comparison: Comparison, number: Id) -> Id {
        let holds = |low: i128, high: i128| match comparison {
            Comparison::Equal if low > 0 || high < 0 => Some(false),
            Comparison::Equal if low == 0 && high == 0 => Some(true),
            Comparison::NotEqual if low > 0 || high < 0 => Some(true),
            Comparison::NotEqual if low == 0 && high == 0 => Some(false),
            Comparison::AtMost if high <= 0 => Some(true),
            Comparison::AtMost if low > 0 => Some(false),
            _ => None,
        };
        match self.node(number).clone() {
            Node::Undefined => return self.truth(false),
            Node::If(condition, yes, no) => {
                let opposite = self.not(condition);
                let (yes, no) = (self.compare(comparison, yes), self.compare(comparison, no));
                let (yes, no) = (self.all(&[condition, yes]), self.all(&[opposite, no]));
                return self.any(&[yes, no]);
            }
            _ => {}
        }
        let facts = self.facts(number);
        if let Some((low, high)) = facts.bounds {
            match holds(low, high) {
                Some(true) if !facts.is_total => {}
                Some(value) => return self.truth(value),
                None => {}
            }
        }
        let number = match self.node(number).clone() {
            Node::Sum(terms, constant) => match self.normalized(comparison, &terms, constant) {
                Some(number) => number,
                None => return self.truth(comparison == Comparison::NotEqual),
            },
            _ => number,
        };
        self.store(Node::Compare(comparison, number))
    }

    /// Divides a sum by the greatest common divisor of its coefficients. Returns `None` if it cannot be zero.
    fn normalized(&mut self, comparison: Comparison, terms: &[(i128, Id)], constant: i128) -> Option<Id> {
        let divisor = terms.iter().fold(0, |divisor, &(coefficient, _)| gcd(divisor, coefficient));
        let is_ordered = comparison == Comparison::AtMost;
        if divisor == 0 {
            return Some(self.sum(terms, constant));
        }
        if !is_ordered && constant % divisor != 0 {
            // The sum may be undefined, and is then neither equal to zero nor different from it.
            let is_total = terms.iter().all(|&(_, id)| self.facts(id).is_total);
            return if is_total || comparison == Comparison::Equal {
                None
            } else {
                Some(self.sum(terms, constant))
            };
        }
        let divisor = if !is_ordered && terms[0].0 < 0 { -divisor } else { divisor };
        let constant = if is_ordered { -((-constant).div_euclid(divisor)) } else { constant / divisor };
        let terms: Vec<_> = terms.iter().map(|&(coefficient, id)| (coefficient / divisor, id)).collect();
        Some(self.sum(&terms, constant))
    }

    pub(in super::super) fn equal(&mut self, left: Id, right: Id) -> Id {
        let difference = self.sum(&[(1, left), (-1, right)], 0);
        self.compare(Comparison::Equal, difference)
    }

    pub(in super::super) fn different(&mut self, left: Id, right: Id) -> Id {
        let difference = self.sum(&[(1, left), (-1, right)], 0);
        self.compare(Comparison::NotEqual, difference)
    }

    pub(in super::super) fn all_different(&mut self, numbers: &[Id]) -> Id {
        if self.has_undefined(numbers) {
            return self.truth(false);
        }
        let (mut values, others): (Vec<Id>, Vec<Id>) =
            numbers.iter().partition(|&&number| self.value(number).is_some());
        let mut sorted = others.clone();
        sorted.sort_unstable();
        values.sort_unstable();
        let repeats = |ids: &[Id]| ids.windows(2).any(|pair| pair[0] == pair[1]);
        if repeats(&values) || repeats(&sorted) && sorted.iter().all(|&id| self.facts(id).is_total) {
            return self.truth(false);
        }
        if !others.iter().all(|&id| matches!(self.node(id), Node::Cell(_))) {
            let mut pairs = Vec::new();
            for (index, &a) in numbers.iter().enumerate() {
                for &b in &numbers[index + 1..] {
                    pairs.push(self.different(a, b));
                }
            }
            return self.all(&pairs);
        }
        let mut parts = Vec::new();
        for &value in &values {
            for &other in &sorted {
                parts.push(self.different(value, other));
            }
        }
        match sorted[..] {
            [] | [_] => {}
            _ => parts.push(self.store(Node::AllDifferent(sorted))),
        }
        self.all(&parts)
    }

    /// Returns the condition that a regular expression matches `numbers`.
    pub(in super::super) fn regular(&mut self, mut pattern: Pattern, numbers: &[Id]) -> Id {
        for (index, &number) in numbers.iter().enumerate() {
            let Some(value) = self.value(number) else {
                return self.store(Node::Regular(pattern, numbers[index..].to_vec()));
            };
            pattern = derivative(&pattern, value);
            if matches!(&pattern, Pattern::Alternatives(none) if none.is_empty()) {
                return self.truth(false);
            }
        }
        self.truth(matches_nothing(&pattern))
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}
