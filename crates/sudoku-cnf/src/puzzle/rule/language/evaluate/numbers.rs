//! Values of numbers, sequences of numbers, and folds.

use std::collections::BTreeSet;

use super::super::syntax::{Aggregate, Body, Element, Fold, Item, List, Number, Numbers, Operator, Tuple};
use super::{Binding, Evaluator, Missing, Value, bound};
use crate::puzzle::board::Cell;

impl Evaluator<'_> {
    pub(super) fn number(&mut self, number: &Number) -> Value<i128> {
        match number {
            Number::Integer(value) => Ok((*value).into()),
            Number::Size => Ok(self.map.geometry().size() as i128),
            Number::Variable(slot) => match &self.scope[*slot] {
                Binding::Number(value) => *value,
                Binding::Cell(cell) => self.digit(*cell),
                Binding::List(_) => Err(Missing::Undefined),
            },
            Number::Cell(cell) => {
                let cell = self.cell(cell).ok_or(Missing::Undefined)?;
                self.digit(cell)
            }
            Number::Sum(terms) => {
                let mut sum = 0_i128;
                for (is_negative, term) in terms {
                    let term = self.number(term)?;
                    sum =
                        sum.checked_add(if *is_negative { -term } else { term }).ok_or(Missing::Undefined)?;
                }
                Ok(sum)
            }
            Number::Product(first, factors) => {
                let mut product = self.number(first)?;
                for (operator, factor) in factors {
                    let factor = self.number(factor)?;
                    let value = match operator {
                        Operator::Times => product.checked_mul(factor),
                        Operator::Div => product.checked_div(factor),
                        Operator::Mod => product.checked_rem(factor),
                    };
                    product = value.ok_or(Missing::Undefined)?;
                }
                Ok(product)
            }
            Number::Absolute(number) => Ok(self.number(number)?.abs()),
            Number::If(condition, yes, no) => {
                let holds = self.condition(condition).ok_or(Missing::Open)?;
                self.number(if holds { yes } else { no })
            }
            Number::Index(list, index) => {
                let (list, index) = (self.list(list)?, self.number(index)?);
                let index = usize::try_from(index - 1).map_err(|_| Missing::Undefined)?;
                self.element(*list.get(index).ok_or(Missing::Undefined)?)
            }
            Number::Aggregate(aggregate, numbers) => {
                let numbers = self.numbers(numbers)?;
                let result = match aggregate {
                    Aggregate::Sum => numbers.into_iter().try_fold(0_i128, i128::checked_add),
                    Aggregate::Product => numbers.into_iter().try_fold(1_i128, i128::checked_mul),
                    Aggregate::Minimum => numbers.into_iter().min(),
                    Aggregate::Maximum => numbers.into_iter().max(),
                    Aggregate::Distinct => Some(numbers.into_iter().collect::<BTreeSet<_>>().len() as i128),
                };
                result.ok_or(Missing::Undefined)
            }
            Number::Count(generators, condition) => {
                let mut count = Ok(0);
                self.each(generators, &mut |evaluator| {
                    match (evaluator.condition(condition), &mut count) {
                        (Some(holds), Ok(count)) => *count += i128::from(holds),
                        _ => count = Err(Missing::Open),
                    }
                    true
                })?;
                count
            }
            Number::CountEqual(list, number) => {
                let (numbers, value) = (self.list_of_numbers(list)?, self.number(number)?);
                Ok(numbers.iter().filter(|number| **number == value).count() as i128)
            }
            Number::Coordinate(kind, cell) => {
                let cell = self.cell(cell).ok_or(Missing::Undefined)?;
                Ok(self.map.number_of(cell, *kind) as i128)
            }
            Number::Length(list) => Ok(self.list(list)?.len() as i128),
            Number::Fold(fold) => self.fold_number(fold),
            Number::Call(call) => self.within(call, |evaluator| match &call.definition.body {
                Body::Number(body) => evaluator.number(body),
                Body::Condition(_) => Err(Missing::Undefined),
            }),
        }
    }

    fn digit(&self, cell: Cell) -> Value<i128> {
        (self.digits)(cell).map(i128::from).ok_or(Missing::Open)
    }

    fn element(&self, element: Element) -> Value<i128> {
        match element {
            Element::Cell(cell) => self.digit(cell),
            Element::Number(number) => Ok(number),
        }
    }

    pub(super) fn list_of_numbers(&mut self, list: &List) -> Value<Vec<i128>> {
        let list = self.list(list)?;
        list.into_iter().map(|element| self.element(element)).collect()
    }

    fn numbers(&mut self, numbers: &Numbers) -> Value<Vec<i128>> {
        self.each_number(numbers)?.into_iter().collect()
    }

    /// Returns a sequence of numbers, some of which may be missing.
    pub(super) fn each_number(&mut self, numbers: &Numbers) -> Value<Vec<Value<i128>>> {
        let mut all = Vec::new();
        match numbers {
            Numbers::Items(items) => {
                for item in items {
                    match item {
                        Item::List(list) => {
                            let list = self.list(list)?;
                            all.extend(list.into_iter().map(|element| self.element(element)));
                        }
                        Item::Number(number) => all.push(self.number(number)),
                    }
                }
            }
            Numbers::Each(generators, number) => self.each(generators, &mut |evaluator| {
                all.push(evaluator.number(number));
                true
            })?,
        }
        Ok(all)
    }

    /// Returns the bounds of a number, which may depend on open cells if it is a number of elements.
    pub(super) fn bounds(&mut self, number: &Number) -> Option<(i128, i128)> {
        let Number::CountEqual(list, value) = number else {
            return self.number(number).ok().map(|value| (value, value));
        };
        let (list, value) = (self.list(list).ok()?, self.number(value).ok()?);
        let numbers: Vec<Value<i128>> = list.into_iter().map(|element| self.element(element)).collect();
        let count = |value| numbers.iter().filter(|&&number| number == value).count() as i128;
        Some((count(Ok(value)), count(Ok(value)) + count(Err(Missing::Open))))
    }

    fn fold_number(&mut self, fold: &Fold) -> Value<i128> {
        let state = self.fold_state(fold)?;
        let Some(result) = &fold.result else { return state.first().copied().ok_or(Missing::Undefined) };
        let variables = self.scope.len();
        self.scope.extend(state.into_iter().map(|value| Binding::Number(Ok(value))));
        let value = self.number(result);
        self.scope.truncate(variables);
        value
    }

    /// Returns the state after the last element.
    pub(super) fn fold_state(&mut self, fold: &Fold) -> Value<Vec<i128>> {
        let mut state = fold.start.iter().map(|number| self.number(number)).collect::<Value<Vec<_>>>()?;
        let list = self.list(&fold.list)?;
        let variables = self.scope.len();
        for element in list {
            self.scope.extend(state.into_iter().map(|value| Binding::Number(Ok(value))));
            self.scope.push(bound(element));
            let next = self.tuple(&fold.next);
            self.scope.truncate(variables);
            state = next?;
        }
        Ok(state)
    }

    fn tuple(&mut self, tuple: &Tuple) -> Value<Vec<i128>> {
        match tuple {
            Tuple::Numbers(numbers) => numbers.iter().map(|number| self.number(number)).collect(),
            Tuple::If(condition, yes, no) => {
                let holds = self.condition(condition).ok_or(Missing::Open)?;
                self.tuple(if holds { yes } else { no })
            }
        }
    }
}
