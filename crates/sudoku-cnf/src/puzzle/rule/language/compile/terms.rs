//! Ground terms: conditions and numbers over the digits of cells, without variables.
//!
//! Terms are stored once each, so equal terms have equal numbers. The constructors simplify: they evaluate constants,
//! order the parts of sums, conjunctions and the like, and use the bounds of numbers. A condition in which all cells
//! have digits is therefore `true` or `false`, and the conditions that remain after some digits are known can serve as
//! the states of an automaton.
//!
//! ## Reference
//! J. Brzozowski: Derivatives of regular expressions, 1964. A term with some digits known is a derivative of it.

use std::collections::BTreeMap;

use regex_automata::dfa::{Automaton, dense};
use regex_automata::util::primitives::StateID;
use rustc_hash::FxHashMap;

use super::super::pattern::symbol;
use crate::puzzle::board::Cell;

/// The number of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Id(u32);

/// The comparison of a number with zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Comparison {
    Equal,
    NotEqual,
    AtMost,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Node {
    // Numbers.
    Integer(i128),
    /// A number without a value. Comparisons with it are false.
    Undefined,
    Cell(Cell),
    /// A part of the state of a fold.
    Local(u32),
    /// Σ coefficient · term + constant.
    Sum(Vec<(i128, Id)>, i128),
    Product(Vec<Id>),
    Quotient(Id, Id),
    Remainder(Id, Id),
    Absolute(Id),
    Minimum(Vec<Id>),
    Maximum(Vec<Id>),
    If(Id, Id, Id),
    /// 1 if the condition holds, and 0 otherwise.
    Indicator(Id),
    // Conditions.
    Truth(bool),
    All(Vec<Id>),
    Any(Vec<Id>),
    Not(Id),
    Compare(Comparison, Id),
    AllDifferent(Vec<Id>),
    /// The automaton with this number accepts the numbers, from this state on.
    Regular(usize, StateID, Vec<Id>),
    /// A number or a condition, like its result.
    Fold(FoldNode),
}

/// The steps of a fold that remain.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct FoldNode {
    /// The number of the first local variable, which stands for the first part of the state.
    pub(super) first_local: u32,
    pub(super) state: Vec<Id>,
    /// The next state for each element, in terms of local variables.
    pub(super) steps: Vec<Vec<Id>>,
    pub(super) result: Id,
}

/// What is known about all values of a term.
#[derive(Clone, Copy, Debug)]
struct Facts {
    /// A set of cells that includes those of the term: bit i stands for all cells whose hash is i.
    cells: u64,
    has_locals: bool,
    /// The bounds of a number, if they are known.
    bounds: Option<(i128, i128)>,
    /// Whether a number always has a value.
    is_total: bool,
}

/// A store of terms.
pub(super) struct Terms {
    nodes: Vec<Node>,
    facts: Vec<Facts>,
    numbers: FxHashMap<Node, Id>,
    n: usize,
    pub(super) automata: Vec<dense::DFA<Vec<u32>>>,
    /// Whether a number may have more than 128 bits.
    pub(super) has_overflow: bool,
    next_local: u32,
    /// The terms in which a cell has a digit.
    assigned: FxHashMap<(Id, Cell, usize), Id>,
    /// The number of terms that have been rebuilt.
    pub(super) work: usize,
}

impl Terms {
    pub(super) fn new(n: usize) -> Self {
        Self {
            nodes: Vec::new(),
            facts: Vec::new(),
            numbers: FxHashMap::default(),
            n,
            automata: Vec::new(),
            has_overflow: false,
            next_local: 0,
            assigned: FxHashMap::default(),
            work: 0,
        }
    }

    pub(super) fn node(&self, id: Id) -> &Node {
        &self.nodes[id.0 as usize]
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn n(&self) -> usize {
        self.n
    }

    fn facts(&self, id: Id) -> Facts {
        self.facts[id.0 as usize]
    }

    pub(super) fn bounds(&self, id: Id) -> Option<(i128, i128)> {
        self.facts(id).bounds
    }

    /// Returns whether a number always has a value.
    pub(super) fn is_total(&self, id: Id) -> bool {
        self.facts(id).is_total
    }

    /// Returns whether no cell occurs in the term.
    pub(super) fn is_constant(&self, id: Id) -> bool {
        self.facts(id).cells == 0
    }

    pub(super) fn value(&self, id: Id) -> Option<i128> {
        match self.node(id) {
            Node::Integer(value) => Some(*value),
            _ => None,
        }
    }

    pub(super) fn truth_value(&self, id: Id) -> Option<bool> {
        match self.node(id) {
            Node::Truth(value) => Some(*value),
            _ => None,
        }
    }

    /// Reserves numbers for local variables and returns the first.
    pub(super) fn new_locals(&mut self, count: usize) -> u32 {
        let first = self.next_local;
        self.next_local += count as u32;
        first
    }

    /// Returns the terms that a term consists of.
    pub(super) fn parts(&self, id: Id) -> Vec<Id> {
        match self.node(id) {
            Node::Integer(_) | Node::Undefined | Node::Cell(_) | Node::Local(_) | Node::Truth(_) => {
                Vec::new()
            }
            Node::Sum(terms, _) => terms.iter().map(|&(_, term)| term).collect(),
            Node::Quotient(a, b) | Node::Remainder(a, b) => vec![*a, *b],
            Node::Absolute(a) | Node::Indicator(a) | Node::Not(a) | Node::Compare(_, a) => vec![*a],
            Node::If(a, b, c) => vec![*a, *b, *c],
            Node::Product(parts)
            | Node::Minimum(parts)
            | Node::Maximum(parts)
            | Node::All(parts)
            | Node::Any(parts)
            | Node::AllDifferent(parts)
            | Node::Regular(_, _, parts) => parts.clone(),
            Node::Fold(fold) => {
                fold.state.iter().chain(fold.steps.iter().flatten()).chain([&fold.result]).copied().collect()
            }
        }
    }

    /// Returns the number of a term, which is stored unless it is known.
    fn store(&mut self, node: Node) -> Id {
        if let Some(&id) = self.numbers.get(&node) {
            return id;
        }
        let id = Id(self.nodes.len() as u32);
        self.numbers.insert(node.clone(), id);
        self.nodes.push(node);
        let facts = self.facts_of(id);
        self.facts.push(facts);
        id
    }

    fn facts_of(&mut self, id: Id) -> Facts {
        let parts: Vec<Facts> = self.parts(id).into_iter().map(|part| self.facts(part)).collect();
        let mut facts = Facts {
            cells: parts.iter().fold(0, |cells, part| cells | part.cells),
            has_locals: parts.iter().any(|part| part.has_locals),
            bounds: None,
            is_total: parts.iter().all(|part| part.is_total),
        };
        let all_bounds: Option<Vec<(i128, i128)>> = parts.iter().map(|part| part.bounds).collect();
        let node = self.nodes[id.0 as usize].clone();
        let checked = match (&node, all_bounds) {
            (Node::Integer(value), _) => Some((*value, *value)),
            (Node::Cell(cell), _) => {
                facts.cells = cell_bit(*cell);
                Some((1, self.n as i128))
            }
            (Node::Local(_), _) => {
                facts.has_locals = true;
                return facts;
            }
            (Node::Indicator(_), _) => {
                facts.is_total = true;
                Some((0, 1))
            }
            (Node::If(..), _) => {
                facts.is_total = parts[1].is_total && parts[2].is_total;
                let (Some(yes), Some(no)) = (parts[1].bounds, parts[2].bounds) else { return facts };
                Some((yes.0.min(no.0), yes.1.max(no.1)))
            }
            (Node::Undefined | Node::Fold(_), _) => {
                facts.is_total = false;
                return facts;
            }
            (Node::Quotient(..) | Node::Remainder(..), bounds) => {
                facts.is_total &= parts[1].bounds.is_some_and(|(low, high)| low > 0 || high < 0);
                let Some(bounds) = bounds else { return facts };
                Some(bounds_of_division(&node, bounds[0], bounds[1]))
            }
            (Node::Sum(terms, constant), Some(bounds)) => sum_bounds(terms, *constant, &bounds),
            (Node::Product(_), Some(bounds)) => product_bounds(&bounds),
            (Node::Absolute(_), Some(bounds)) => {
                let (low, high) = bounds[0];
                let nearest = if low > 0 { low } else { (-high).max(0) };
                Some((nearest, high.max(-low)))
            }
            (Node::Minimum(_), Some(bounds)) => {
                bounds.into_iter().reduce(|(a, b), (c, d)| (a.min(c), b.min(d)))
            }
            (Node::Maximum(_), Some(bounds)) => {
                bounds.into_iter().reduce(|(a, b), (c, d)| (a.max(c), b.max(d)))
            }
            _ => return facts,
        };
        self.has_overflow |= checked.is_none();
        facts.bounds = checked;
        facts
    }

    // Numbers.

    pub(super) fn integer(&mut self, value: i128) -> Id {
        self.store(Node::Integer(value))
    }

    pub(super) fn undefined(&mut self) -> Id {
        self.store(Node::Undefined)
    }

    pub(super) fn cell(&mut self, cell: Cell) -> Id {
        self.store(Node::Cell(cell))
    }

    pub(super) fn local(&mut self, number: u32) -> Id {
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

    fn has_undefined(&self, parts: &[Id]) -> bool {
        parts.iter().any(|&part| *self.node(part) == Node::Undefined)
    }

    /// Returns Σ coefficient · term + constant.
    pub(super) fn sum(&mut self, terms: &[(i128, Id)], constant: i128) -> Id {
        let mut merged: BTreeMap<Id, i128> = BTreeMap::new();
        let mut total = Some(constant);
        let add = |merged: &mut BTreeMap<Id, i128>, coefficient: Option<i128>, id: Id| {
            let entry = merged.entry(id).or_default();
            *entry = coefficient.and_then(|coefficient| entry.checked_add(coefficient))?;
            Some(())
        };
        for &(coefficient, id) in terms {
            let is_known = match self.node(id) {
                Node::Undefined => return self.undefined(),
                Node::Integer(value) => {
                    let product = coefficient.checked_mul(*value);
                    total = total.zip(product).and_then(|(total, product)| total.checked_add(product));
                    total.map(|_| ())
                }
                Node::Sum(inner, inner_constant) => {
                    let product = coefficient.checked_mul(*inner_constant);
                    total = total.zip(product).and_then(|(total, product)| total.checked_add(product));
                    inner
                        .iter()
                        .try_for_each(|&(factor, id)| add(&mut merged, coefficient.checked_mul(factor), id))
                }
                _ => add(&mut merged, Some(coefficient), id),
            };
            if is_known.is_none() {
                total = None;
            }
        }
        let Some(constant) = total else { return self.checked(None) };
        // A term that cancels out may still be undefined.
        let is_needed = |&(id, coefficient): &(Id, i128)| coefficient != 0 || !self.is_total(id);
        let merged: Vec<_> = merged.into_iter().filter(is_needed).map(|(id, c)| (c, id)).collect();
        match merged[..] {
            [] => self.integer(constant),
            [(1, id)] if constant == 0 => id,
            _ => self.store(Node::Sum(merged, constant)),
        }
    }

    pub(super) fn product(&mut self, factors: &[Id]) -> Id {
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

    pub(super) fn quotient(&mut self, number: Id, divisor: Id) -> Id {
        match (self.value(number), self.value(divisor)) {
            (_, Some(0)) => self.undefined(),
            (Some(number), Some(divisor)) => self.checked(number.checked_div(divisor)),
            (_, Some(1)) => number,
            _ if self.has_undefined(&[number, divisor]) => self.undefined(),
            _ => self.store(Node::Quotient(number, divisor)),
        }
    }

    pub(super) fn remainder(&mut self, number: Id, divisor: Id) -> Id {
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

    pub(super) fn absolute(&mut self, number: Id) -> Id {
        match (self.value(number), self.bounds(number)) {
            (Some(value), _) => self.checked(value.checked_abs()),
            (_, Some((0.., _))) => number,
            (_, Some((_, ..=0))) => self.sum(&[(-1, number)], 0),
            _ if self.has_undefined(&[number]) => number,
            _ => self.store(Node::Absolute(number)),
        }
    }

    /// Returns the smallest of the numbers, or the largest.
    pub(super) fn extreme(&mut self, numbers: &[Id], is_maximum: bool) -> Id {
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

    pub(super) fn conditional(&mut self, condition: Id, yes: Id, no: Id) -> Id {
        match self.truth_value(condition) {
            Some(true) => yes,
            Some(false) => no,
            None if yes == no => yes,
            None => self.store(Node::If(condition, yes, no)),
        }
    }

    pub(super) fn indicator(&mut self, condition: Id) -> Id {
        match self.truth_value(condition) {
            Some(holds) => self.integer(holds.into()),
            None => self.store(Node::Indicator(condition)),
        }
    }

    // Conditions.

    pub(super) fn truth(&mut self, value: bool) -> Id {
        self.store(Node::Truth(value))
    }

    pub(super) fn all(&mut self, conditions: &[Id]) -> Id {
        self.junction(conditions, true)
    }

    pub(super) fn any(&mut self, conditions: &[Id]) -> Id {
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

    pub(super) fn not(&mut self, condition: Id) -> Id {
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
    pub(super) fn compare(&mut self, comparison: Comparison, number: Id) -> Id {
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

    pub(super) fn equal(&mut self, left: Id, right: Id) -> Id {
        let difference = self.sum(&[(1, left), (-1, right)], 0);
        self.compare(Comparison::Equal, difference)
    }

    pub(super) fn different(&mut self, left: Id, right: Id) -> Id {
        let difference = self.sum(&[(1, left), (-1, right)], 0);
        self.compare(Comparison::NotEqual, difference)
    }

    pub(super) fn all_different(&mut self, numbers: &[Id]) -> Id {
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
            [a, b] => parts.push(self.different(a, b)),
            _ => parts.push(self.store(Node::AllDifferent(sorted))),
        }
        self.all(&parts)
    }

    /// Returns the condition that an automaton accepts `numbers`.
    pub(super) fn regular(&mut self, automaton: usize, state: StateID, numbers: &[Id]) -> Id {
        let dfa = &self.automata[automaton];
        let mut state = state;
        for (index, &number) in numbers.iter().enumerate() {
            if *self.node(number) == Node::Undefined {
                return self.truth(false);
            }
            let Some(value) = self.value(number) else {
                return self.store(Node::Regular(automaton, state, numbers[index..].to_vec()));
            };
            let Some(symbol) = i64::try_from(value).ok().and_then(symbol) else { return self.truth(false) };
            state = dfa.next_state(state, symbol);
            if dfa.is_dead_state(state) {
                return self.truth(false);
            }
        }
        let is_accepting = dfa.is_match_state(dfa.next_eoi_state(state));
        self.truth(is_accepting)
    }

    /// Returns the result of a fold. Steps are taken while the state and the element are constant.
    pub(super) fn fold(&mut self, mut fold: FoldNode) -> Id {
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

    // Substitution.

    /// Returns the term in which `cell` contains `digit`.
    pub(super) fn assign(&mut self, id: Id, cell: Cell, digit: usize) -> Id {
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
    pub(super) fn forget(&mut self) {
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
            Node::Regular(automaton, state, _) => self.regular(automaton, state, &new),
            _ => id,
        }
    }
}

fn bounds_of_division(node: &Node, (low, high): (i128, i128), by: (i128, i128)) -> (i128, i128) {
    let magnitude = low.saturating_abs().max(high.saturating_abs());
    let magnitude = match node {
        Node::Remainder(..) => {
            magnitude.min(by.0.saturating_abs().max(by.1.saturating_abs()).saturating_sub(1).max(0))
        }
        _ => magnitude,
    };
    let is_positive = low >= 0 && (matches!(node, Node::Remainder(..)) || by.0 > 0);
    (if is_positive { 0 } else { -magnitude }, magnitude)
}

fn cell_bit(cell: Cell) -> u64 {
    1 << ((cell.row() * 37 + cell.column()) % 64)
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

fn sum_bounds(terms: &[(i128, Id)], constant: i128, bounds: &[(i128, i128)]) -> Option<(i128, i128)> {
    terms.iter().zip(bounds).try_fold((constant, constant), |(low, high), (&(coefficient, _), &(a, b))| {
        let (a, b) = (coefficient.checked_mul(a)?, coefficient.checked_mul(b)?);
        Some((low.checked_add(a.min(b))?, high.checked_add(a.max(b))?))
    })
}

fn product_bounds(bounds: &[(i128, i128)]) -> Option<(i128, i128)> {
    bounds.iter().try_fold((1_i128, 1_i128), |(low, high), &(a, b)| {
        let products = [low.checked_mul(a)?, low.checked_mul(b)?, high.checked_mul(a)?, high.checked_mul(b)?];
        Some((products.into_iter().min()?, products.into_iter().max()?))
    })
}
