//! The checker of statements: evaluates the syntax tree on a grid.
//!
//! It shares no code with the compiler, so each can be tested against the other. Cells may be open: a condition is then
//! true or false only if the known digits decide it.

mod lists;
mod numbers;

use std::collections::BTreeSet;

use itertools::Itertools;

use super::super::context::Digits;
use super::pattern::Pattern;
use super::syntax::{
    Argument, Arguments, Body, Call, Condition, ConditionKind, Definition, Element, Given, List, Number,
    Relation,
};
use crate::puzzle::board::{BoardMap, Cell};

/// The reason why a number or a list has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Missing {
    /// It depends on an open cell.
    Open,
    /// It is undefined, for example a division by zero.
    Undefined,
}

type Value<T> = Result<T, Missing>;

/// The value of a variable.
#[derive(Clone, Debug)]
enum Binding {
    Number(Value<i128>),
    Cell(Cell),
    List(Value<Vec<Element>>),
}

/// Returns whether the digits satisfy `condition`, or `None` if this depends on open cells.
pub(super) fn holds(condition: &Condition, map: &BoardMap<'_>, digits: &Digits<'_>) -> Option<bool> {
    Evaluator { map, digits, scope: Vec::new() }.condition(condition)
}

/// Returns whether the digits satisfy a definition with arguments, or `None` if this depends on open cells.
pub(in super::super) fn definition_holds(
    definition: &Definition,
    arguments: Arguments<'_>,
    map: &BoardMap<'_>,
    digits: &Digits<'_>,
) -> Option<bool> {
    let Body::Condition(body) = &definition.body else { return None };
    let mut evaluator = Evaluator { map, digits, scope: Vec::new() };
    for value in definition.assign(arguments) {
        let binding = match value {
            Given::Number(number) => Binding::Number(Ok(number.into())),
            Given::Default(number) => Binding::Number(evaluator.number(number)),
            Given::Numbers(numbers) => {
                Binding::List(Ok(numbers.iter().map(|&number| Element::Number(number.into())).collect()))
            }
            Given::Cell(cell) => Binding::Cell(cell),
            Given::Cells(cells) => Binding::List(Ok(cells.iter().copied().map(Element::Cell).collect())),
        };
        evaluator.scope.push(binding);
    }
    evaluator.condition(body)
}

struct Evaluator<'a> {
    map: &'a BoardMap<'a>,
    digits: &'a Digits<'a>,
    /// The values of the variables. The index is the slot.
    scope: Vec<Binding>,
}

impl Evaluator<'_> {
    fn condition(&mut self, condition: &Condition) -> Option<bool> {
        match &*condition.kind {
            ConditionKind::Not(condition) => self.condition(condition).map(|holds| !holds),
            ConditionKind::All(conditions) => self.decided(conditions, true),
            ConditionKind::Any(conditions) => self.decided(conditions, false),
            ConditionKind::Implies(premise, conclusion) => match self.condition(premise) {
                Some(false) => Some(true),
                premise => match self.condition(conclusion) {
                    Some(true) => Some(true),
                    conclusion => Some(!premise? || conclusion?),
                },
            },
            ConditionKind::Equivalent(conditions) => {
                let mut values = conditions.iter().map(|condition| self.condition(condition));
                let first = values.next()??;
                values.try_fold(first, |so_far, value| Some(so_far == value?))
            }
            ConditionKind::If(condition, yes, no) => {
                let holds = self.condition(condition)?;
                self.condition(if holds { yes } else { no })
            }
            ConditionKind::Compare(left, relation, right) => match (self.number(left), self.number(right)) {
                (Ok(left), Ok(right)) => Some(compare(left, *relation, right)),
                (Err(Missing::Undefined), _) | (_, Err(Missing::Undefined)) => Some(false),
                _ => self.compare_open(left, *relation, right),
            },
            ConditionKind::In(number, set) => {
                let value = self.number(number).and_then(|value| Ok(self.set(set)?.contains(&value)));
                known(value)
            }
            ConditionKind::Quantified { is_universal, generators, body } => {
                let mut is_open = false;
                let mut is_decided = false;
                let all = self.each(generators, &mut |evaluator| {
                    match evaluator.condition(body) {
                        None => is_open = true,
                        Some(holds) => is_decided |= holds != *is_universal,
                    }
                    !is_decided
                });
                match all {
                    Err(missing) => known(Err(missing)),
                    Ok(()) if is_decided => Some(!is_universal),
                    Ok(()) => (!is_open).then_some(*is_universal),
                }
            }
            ConditionKind::AllDifferent { numbers, except } => {
                let except = except.as_ref().map_or(Ok(Vec::new()), |set| self.set(set));
                let numbers = self.each_number(numbers).and_then(|numbers| Ok((numbers, except?)));
                let (mut numbers, except) = match numbers {
                    Ok(numbers) => numbers,
                    Err(missing) => return known(Err(missing)),
                };
                if numbers.contains(&Err(Missing::Undefined)) {
                    return Some(false);
                }
                let is_open = numbers.contains(&Err(Missing::Open));
                numbers.retain(|number| number.is_ok_and(|number| !except.contains(&number)));
                if numbers.iter().flatten().all_unique() { (!is_open).then_some(true) } else { Some(false) }
            }
            ConditionKind::LexLess(left, right) => {
                self.compare_lists(left, right, |left, right| left < right)
            }
            ConditionKind::Permutation(left, right) => {
                self.compare_lists(left, right, |mut left, mut right| {
                    left.sort_unstable();
                    right.sort_unstable();
                    left == right
                })
            }
            ConditionKind::Regular(list, pattern) => {
                let numbers = self.list_of_numbers(list);
                known(numbers.map(|numbers| matches(pattern, &numbers)))
            }
            ConditionKind::FoldEquals(fold, tuple) => {
                let state = self.fold_state(fold);
                let tuple: Value<Vec<i128>> = tuple.iter().map(|number| self.number(number)).collect();
                known(state.and_then(|state| Ok(state == tuple?)))
            }
            ConditionKind::Call(call) => self.within(call, |evaluator| match &call.definition.body {
                Body::Condition(body) => evaluator.condition(body),
                Body::Number(_) => None,
            }),
        }
    }

    /// Returns whether all conditions hold or, if `neutral` is `false`, whether any of them does.
    fn decided(&mut self, conditions: &[Condition], neutral: bool) -> Option<bool> {
        let mut result = Some(neutral);
        for condition in conditions {
            match self.condition(condition) {
                Some(value) if value != neutral => return Some(value),
                Some(_) => {}
                None => result = None,
            }
        }
        result
    }

    /// Compares numbers that depend on open cells. The result is `false` if the relation is impossible.
    fn compare_open(&mut self, left: &Number, relation: Relation, right: &Number) -> Option<bool> {
        let ((least, most), (low, high)) = (self.bounds(left)?, self.bounds(right)?);
        let is_possible = match relation {
            Relation::Equal => least <= high && low <= most,
            Relation::NotEqual => true,
            Relation::Less | Relation::AtMost => compare(least, relation, high),
            Relation::Greater | Relation::AtLeast => compare(most, relation, low),
        };
        if is_possible { None } else { Some(false) }
    }

    fn compare_lists(
        &mut self,
        left: &List,
        right: &List,
        relation: impl Fn(Vec<i128>, Vec<i128>) -> bool,
    ) -> Option<bool> {
        let lists = self.list_of_numbers(left).and_then(|left| Ok((left, self.list_of_numbers(right)?)));
        known(lists.map(|(left, right)| relation(left, right)))
    }

    /// Runs `evaluate` with the arguments of `call` as the only variables.
    fn within<T>(&mut self, call: &Call, evaluate: impl FnOnce(&mut Self) -> T) -> T {
        let arguments = call.arguments.iter().map(|argument| match argument {
            Argument::Number(number) => Binding::Number(self.number(number)),
            Argument::Cell(name) => {
                self.cell(name).map_or(Binding::Number(Err(Missing::Undefined)), Binding::Cell)
            }
            Argument::List(list) => Binding::List(self.list(list)),
        });
        let arguments = arguments.collect();
        let scope = std::mem::replace(&mut self.scope, arguments);
        let result = evaluate(self);
        self.scope = scope;
        result
    }
}

fn bound(element: Element) -> Binding {
    match element {
        Element::Cell(cell) => Binding::Cell(cell),
        Element::Number(number) => Binding::Number(Ok(number)),
    }
}

/// Returns the value of a comparison, which is false if one of its parts is undefined.
fn known(value: Value<bool>) -> Option<bool> {
    match value {
        Ok(value) => Some(value),
        Err(Missing::Undefined) => Some(false),
        Err(Missing::Open) => None,
    }
}

fn compare(left: i128, relation: Relation, right: i128) -> bool {
    match relation {
        Relation::Equal => left == right,
        Relation::NotEqual => left != right,
        Relation::Less => left < right,
        Relation::AtMost => left <= right,
        Relation::Greater => left > right,
        Relation::AtLeast => left >= right,
    }
}

/// Returns whether a regular expression matches all numbers.
fn matches(pattern: &Pattern, numbers: &[i128]) -> bool {
    ends(pattern, numbers, BTreeSet::from([0])).contains(&numbers.len())
}

/// Returns the positions at which a match may end that starts at one of the positions `starts`.
fn ends(pattern: &Pattern, numbers: &[i128], starts: BTreeSet<usize>) -> BTreeSet<usize> {
    match pattern {
        Pattern::Digit(set) => {
            let is_match =
                |&start: &usize| numbers.get(start).is_some_and(|&number| Pattern::has_digit(*set, number));
            starts.into_iter().filter(is_match).map(|start| start + 1).collect()
        }
        Pattern::Sequence(parts) => parts.iter().fold(starts, |starts, part| ends(part, numbers, starts)),
        Pattern::Alternatives(parts) => {
            parts.iter().flat_map(|part| ends(part, numbers, starts.clone())).collect()
        }
        Pattern::Repeat(part, least, most) => {
            let mut latest = (0..*least).fold(starts, |starts, _| ends(part, numbers, starts));
            let mut all = latest.clone();
            // More repetitions than there are numbers match nothing new.
            for _ in *least..most.unwrap_or(usize::MAX).min(least + numbers.len()) {
                latest = ends(part, numbers, latest);
                all.extend(&latest);
            }
            all
        }
    }
}
