//! From the syntax tree to ground terms: checks places against the board and expands generators and definitions.
//!
//! A value that depends on digits, for example a list whose length is a digit, is represented by several cases.

mod conditions;
mod generators;
mod lists;
mod numbers;

use std::collections::HashMap;

use super::super::error::StatementError;
use super::super::syntax::{Argument, Body, Call, CellName, Definition, Element, Given, Span};
use super::terms::{Id, Terms};
use crate::puzzle::board::{BoardMap, Cell};

type Result<T> = std::result::Result<T, StatementError>;

/// The largest number of terms of a statement.
const MAX_TERMS: usize = 1_000_000;
/// The largest number of assignments of generators.
const MAX_ASSIGNMENTS: usize = 1_000_000;
/// The largest number of cases of a list whose bounds depend on digits.
const MAX_CASES: usize = 10_000;

/// The value of a variable.
#[derive(Clone, Debug)]
enum Binding {
    Number(Id),
    Constant(i128),
    Cell(Cell),
    List(Cases),
}

/// The possible values of an expression that depends on digits, each with its condition. The conditions exclude each
/// other. If none of them holds, it is undefined.
type CasesOf<T> = Vec<(Id, T)>;
type Cases = CasesOf<Vec<Element>>;
type Assignment = Vec<Binding>;

pub(super) struct Grounder<'a> {
    pub(super) terms: Terms,
    map: &'a BoardMap<'a>,
    /// Whether the terms depend on more of the board than its size.
    pub(super) uses_board: bool,
    scope: Vec<Binding>,
    /// The places of conditions in the text, for messages.
    pub(super) sources: HashMap<Id, Span>,
    /// The names of the definitions that are being expanded.
    definitions: Vec<String>,
    assignments: usize,
}
impl<'a> Grounder<'a> {
    pub(super) fn new(map: &'a BoardMap<'a>) -> Self {
        Self {
            terms: Terms::new(map.geometry().size()),
            map,
            uses_board: false,
            scope: Vec::new(),
            sources: HashMap::new(),
            definitions: Vec::new(),
            assignments: 0,
        }
    }

    fn board(&mut self) -> &'a BoardMap<'a> {
        self.uses_board = true;
        self.map
    }

    /// Grounds the body of a definition whose parameters have the values `given`.
    pub(super) fn body(&mut self, definition: &Definition, given: &[Given<'_>]) -> Result<Id> {
        for value in given {
            let binding = match *value {
                Given::Number(number) => Binding::Constant(number.into()),
                Given::Default(number) => Binding::Number(self.number(number)?),
                Given::Numbers(numbers) => {
                    let numbers = numbers.iter().map(|&number| Element::Number(number.into()));
                    Binding::List(self.certain(numbers.collect()))
                }
                Given::Cell(cell) => Binding::Cell(cell),
                Given::Cells(cells) => {
                    Binding::List(self.certain(cells.iter().copied().map(Element::Cell).collect()))
                }
            };
            self.scope.push(binding);
        }
        self.definitions.push(definition.name().to_owned());
        match &definition.body {
            Body::Condition(body) => self.condition(body),
            Body::Number(_) => self.error(None, "the definition is a number and not a condition"),
        }
    }

    /// Returns an error. Within a definition, its place in the statement is unknown.
    fn error<T>(&self, span: impl Into<Option<Span>>, message: impl Into<String>) -> Result<T> {
        let offset = span.into().map(|span: Span| span.start);
        Err(match self.definitions.last() {
            Some(name) => StatementError::new(None, format!("in {name}: {}", message.into())),
            None => StatementError::new(offset, message),
        })
    }

    /// Returns the condition that a predicate holds, which is false for undefined arguments.
    fn conditions_of_cases<T>(
        &mut self,
        cases: CasesOf<T>,
        mut predicate: impl FnMut(&mut Self, T) -> Result<Id>,
    ) -> Result<Id> {
        let mut conditions = Vec::new();
        for (condition, value) in cases {
            conditions.push((condition, predicate(self, value)?));
        }
        Ok(self.any_case(&conditions))
    }

    fn any_case(&mut self, cases: &[(Id, Id)]) -> Id {
        let conditions: Vec<Id> =
            cases.iter().map(|&(condition, holds)| self.terms.all(&[condition, holds])).collect();
        self.terms.any(&conditions)
    }

    /// Returns the number of the case that holds, or an undefined number.
    fn number_of_cases<T>(
        &mut self,
        cases: CasesOf<T>,
        mut number: impl FnMut(&mut Self, T) -> Result<Id>,
    ) -> Result<Id> {
        let mut result = self.terms.undefined();
        for (condition, value) in cases.into_iter().rev() {
            let value = number(self, value)?;
            result = self.terms.conditional(condition, value, result);
        }
        Ok(result)
    }

    /// Combines two values that each have cases.
    fn combined<T: Clone, U: Clone, V>(
        &mut self,
        left: CasesOf<T>,
        right: &CasesOf<U>,
        combine: impl Fn(T, U) -> V,
    ) -> Result<CasesOf<V>> {
        let mut cases = Vec::new();
        for (condition, value) in left {
            for (other, right) in right {
                let both = self.terms.all(&[condition, *other]);
                if self.terms.truth_value(both) != Some(false) {
                    cases.push((both, combine(value.clone(), right.clone())));
                }
                if cases.len() > MAX_CASES {
                    return self.error(
                        None,
                        format!("a list whose bounds depend on digits has more than {MAX_CASES} cases"),
                    );
                }
            }
        }
        Ok(cases)
    }

    fn certain<T>(&mut self, value: T) -> CasesOf<T> {
        vec![(self.terms.truth(true), value)]
    }

    fn within<T>(&mut self, call: &Call, ground: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let argument = |grounder: &mut Self, argument: &Argument| {
            Ok(match argument {
                Argument::Number(number) => Binding::Number(grounder.number(number)?),
                Argument::Cell(name) => Binding::Cell(grounder.cell(name)?),
                Argument::List(list) => Binding::List(grounder.list(list)?),
            })
        };
        let arguments: Result<Vec<Binding>> =
            call.arguments.iter().map(|part| argument(self, part)).collect();
        let scope = std::mem::replace(&mut self.scope, arguments?);
        self.definitions.push(call.definition.name().to_owned());
        let result = ground(self);
        self.definitions.pop();
        self.scope = scope;
        result
    }

    fn elements(&mut self, list: &[Element]) -> Vec<Id> {
        let element = |element: &Element| match *element {
            Element::Cell(cell) => self.terms.cell(cell),
            Element::Number(number) => self.terms.integer(number),
        };
        list.iter().map(element).collect()
    }

    fn cell(&mut self, cell: &CellName) -> Result<Cell> {
        match cell {
            CellName::At(position, span) => {
                let cell = position.cell().filter(|&cell| self.board().geometry().contains(cell));
                cell.map_or_else(|| self.error(*span, format!("the board has no cell {position}")), Ok)
            }
            CellName::Variable(slot) => match self.scope[*slot] {
                Binding::Cell(cell) => Ok(cell),
                _ => self.error(None, "expected a cell, found a number"),
            },
        }
    }
}

fn bound(element: Element) -> Binding {
    match element {
        Element::Cell(cell) => Binding::Cell(cell),
        Element::Number(number) => Binding::Constant(number),
    }
}
