//! Ground numbers, sequences of numbers, and folds.

use super::super::super::syntax::{
    Aggregate, Body, Element, Fold, Item, List, Number, Numbers, Operator, Relation, Tuple,
};
use super::super::terms::{FoldNode, Id};
use super::{Binding, CasesOf, Grounder, MAX_ASSIGNMENTS, Result, bound};

impl Grounder<'_> {
    /// Returns all values that the numbers may have.
    pub(super) fn values(&self, numbers: &[Id]) -> Result<Vec<i128>> {
        let bounds: Option<Vec<_>> = numbers.iter().map(|&number| self.terms.bounds(number)).collect();
        let Some(bounds) = bounds else {
            return self.error(None, "nvalue is only possible for numbers with known bounds");
        };
        let range = bounds.into_iter().reduce(|(low, high), (a, b)| (low.min(a), high.max(b)));
        let (low, high) = range.unwrap_or((0, -1));
        if high.saturating_sub(low) > MAX_ASSIGNMENTS as i128 {
            return self.error(None, "the numbers of nvalue have too many values");
        }
        Ok((low..=high).collect())
    }

    pub(super) fn count_equal(&mut self, list: &[Id], value: Id) -> Id {
        let terms: Vec<(i128, Id)> = list
            .iter()
            .map(|&element| {
                let is_equal = self.terms.equal(element, value);
                (1, self.terms.indicator(is_equal))
            })
            .collect();
        self.terms.sum(&terms, 0)
    }

    pub(super) fn number(&mut self, number: &Number) -> Result<Id> {
        Ok(match number {
            Number::Integer(value) => self.terms.integer((*value).into()),
            Number::Size => self.terms.integer(self.map.geometry().size() as i128),
            Number::Variable(slot) => match self.scope[*slot].clone() {
                Binding::Number(id) => id,
                Binding::Constant(value) => self.terms.integer(value),
                Binding::Cell(cell) => self.terms.cell(cell),
                Binding::List(_) => self.terms.undefined(),
            },
            Number::Cell(cell) => {
                let cell = self.cell(cell)?;
                self.terms.cell(cell)
            }
            Number::Sum(terms) => {
                let mut sum = Vec::new();
                for (is_negative, term) in terms {
                    sum.push((if *is_negative { -1 } else { 1 }, self.number(term)?));
                }
                self.terms.sum(&sum, 0)
            }
            Number::Product(first, factors) => {
                let mut product = self.number(first)?;
                for (operator, factor) in factors {
                    let factor = self.number(factor)?;
                    product = match operator {
                        Operator::Times => self.terms.product(&[product, factor]),
                        Operator::Div => self.terms.quotient(product, factor),
                        Operator::Mod => self.terms.remainder(product, factor),
                    };
                }
                product
            }
            Number::Absolute(number) => {
                let number = self.number(number)?;
                self.terms.absolute(number)
            }
            Number::If(condition, yes, no) => {
                let condition = self.condition(condition)?;
                let (yes, no) = (self.number(yes)?, self.number(no)?);
                self.terms.conditional(condition, yes, no)
            }
            Number::Index(list, index) => {
                let (cases, index) = (self.list(list)?, self.number(index)?);
                self.number_of_cases(cases, |grounder, list| Ok(grounder.element_at(&list, index)))?
            }
            Number::Aggregate(aggregate, numbers) => {
                let cases = self.numbers(numbers)?;
                self.number_of_cases(cases, |grounder, numbers| grounder.aggregate(*aggregate, &numbers))?
            }
            Number::Count(generators, condition) => {
                let cases = self.assignments(generators)?;
                self.number_of_cases(cases, |grounder, assignments| {
                    let conditions = grounder.each(assignments, |grounder| grounder.condition(condition))?;
                    Ok(grounder.sum_of_conditions(conditions))
                })?
            }
            Number::CountEqual(list, number) => self.count_of(list, number)?,
            Number::Coordinate(kind, cell) => {
                let cell = self.cell(cell)?;
                let number = self.board().number_of(cell, *kind);
                self.terms.integer(number as i128)
            }
            Number::Length(list) => {
                let cases = self.list(list)?;
                self.number_of_cases(cases, |grounder, list| Ok(grounder.terms.integer(list.len() as i128)))?
            }
            Number::Fold(fold) => {
                let cases = self.fold(fold, |grounder, result, locals| match result {
                    Some(result) => grounder.number(result),
                    None => Ok(locals[0]),
                })?;
                self.number_of_cases(cases, |_, number| Ok(number))?
            }
            Number::Call(call) => self.within(call, |grounder| match &call.definition.body {
                Body::Number(body) => grounder.number(body),
                Body::Condition(_) => Ok(grounder.terms.undefined()),
            })?,
        })
    }

    fn count_of(&mut self, list: &List, number: &Number) -> Result<Id> {
        let (cases, value) = (self.list(list)?, self.number(number)?);
        let is_defined = self.is_defined(&[value]);
        let undefined = self.terms.undefined();
        self.number_of_cases(cases, |grounder, list| {
            let numbers = grounder.elements(&list);
            let count = grounder.count_equal(&numbers, value);
            Ok(grounder.terms.conditional(is_defined, count, undefined))
        })
    }

    /// Returns the number of conditions that hold.
    fn sum_of_conditions(&mut self, conditions: Vec<Id>) -> Id {
        let terms: Vec<_> =
            conditions.into_iter().map(|condition| (1, self.terms.indicator(condition))).collect();
        self.terms.sum(&terms, 0)
    }

    /// Returns the condition that all numbers have values.
    pub(super) fn is_defined(&mut self, numbers: &[Id]) -> Id {
        let mut conditions = Vec::new();
        for &number in numbers {
            if self.terms.is_total(number) {
                continue;
            }
            let one = self.terms.integer(1);
            let parts =
                [self.compare(number, Relation::Less, one), self.compare(number, Relation::AtLeast, one)];
            conditions.push(self.terms.any(&parts));
        }
        self.terms.all(&conditions)
    }

    /// Returns the element at a position, which is undefined for positions outside the list.
    fn element_at(&mut self, list: &[Element], position_of: Id) -> Id {
        let numbers = self.elements(list);
        let mut result = self.terms.undefined();
        for (index, number) in numbers.into_iter().enumerate().rev() {
            let position = self.terms.integer(index as i128 + 1);
            let is_here = self.terms.equal(position_of, position);
            result = self.terms.conditional(is_here, number, result);
        }
        result
    }

    fn aggregate(&mut self, aggregate: Aggregate, numbers: &[Id]) -> Result<Id> {
        Ok(match aggregate {
            Aggregate::Sum => {
                let terms: Vec<_> = numbers.iter().map(|&number| (1, number)).collect();
                self.terms.sum(&terms, 0)
            }
            Aggregate::Product => self.terms.product(numbers),
            Aggregate::Minimum => self.terms.extreme(numbers, false),
            Aggregate::Maximum => self.terms.extreme(numbers, true),
            Aggregate::Distinct => {
                let mut terms = Vec::new();
                for value in self.values(numbers)? {
                    let value = self.terms.integer(value);
                    let equal: Vec<Id> =
                        numbers.iter().map(|&number| self.terms.equal(number, value)).collect();
                    let occurs = self.terms.any(&equal);
                    terms.push((1, self.terms.indicator(occurs)));
                }
                let (count, undefined) = (self.terms.sum(&terms, 0), self.terms.undefined());
                let is_defined = self.is_defined(numbers);
                self.terms.conditional(is_defined, count, undefined)
            }
        })
    }

    pub(super) fn numbers(&mut self, numbers: &Numbers) -> Result<CasesOf<Vec<Id>>> {
        match numbers {
            Numbers::Items(items) => {
                let mut cases = self.certain(Vec::new());
                for item in items {
                    let next: CasesOf<Vec<Id>> = match item {
                        Item::Number(number) => {
                            let number = self.number(number)?;
                            self.certain(vec![number])
                        }
                        Item::List(list) => {
                            let cases = self.list(list)?;
                            cases
                                .into_iter()
                                .map(|(condition, list)| (condition, self.elements(&list)))
                                .collect()
                        }
                    };
                    cases = self.combined(cases, &next, |left, right| [left, right].concat())?;
                }
                Ok(cases)
            }
            Numbers::Each(generators, number) => {
                let cases = self.assignments(generators)?;
                let numbers = |(condition, assignments)| {
                    Ok((condition, self.each(assignments, |grounder| grounder.number(number))?))
                };
                cases.into_iter().map(numbers).collect()
            }
        }
    }

    /// Returns the terms of a fold. `result` receives the syntax of its result and the state after the last element.
    pub(super) fn fold(
        &mut self,
        fold: &Fold,
        result: impl Fn(&mut Self, Option<&Number>, &[Id]) -> Result<Id>,
    ) -> Result<CasesOf<Id>> {
        let start: Vec<Id> = fold.start.iter().map(|number| self.number(number)).collect::<Result<_>>()?;
        let cases = self.list(&fold.list)?;
        let first_local = self.terms.new_locals(start.len());
        let locals: Vec<Id> =
            (0..start.len()).map(|index| self.terms.local(first_local + index as u32)).collect();
        let variables = self.scope.len();
        let mut terms = Vec::new();
        for (condition, list) in cases {
            self.scope.extend(locals.iter().map(|&local| Binding::Number(local)));
            let mut steps = Vec::new();
            for element in list {
                let element = bound(element);
                self.scope.push(element);
                steps.push(self.tuple(&fold.next)?);
                self.scope.pop();
            }
            let result = result(self, fold.result.as_deref(), &locals)?;
            self.scope.truncate(variables);
            let node = FoldNode { first_local, state: start.clone(), steps, result };
            terms.push((condition, self.terms.fold(node)));
        }
        Ok(terms)
    }

    fn tuple(&mut self, tuple: &Tuple) -> Result<Vec<Id>> {
        match tuple {
            Tuple::Numbers(numbers) => numbers.iter().map(|number| self.number(number)).collect(),
            Tuple::If(condition, yes, no) => {
                let condition = self.condition(condition)?;
                let (yes, no) = (self.tuple(yes)?, self.tuple(no)?);
                let parts = yes.into_iter().zip(no);
                Ok(parts.map(|(yes, no)| self.terms.conditional(condition, yes, no)).collect())
            }
        }
    }
}
