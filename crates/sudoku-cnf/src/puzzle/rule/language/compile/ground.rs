//! From the syntax tree to ground terms: checks places against the board and expands generators and definitions.

use std::collections::HashMap;

use regex_automata::dfa::{Automaton, StartError, dense};
use regex_automata::util::start;

use super::super::super::clue::seen_from;
use super::super::error::StatementError;
use super::super::pattern::Pattern;
use super::super::syntax::{
    Aggregate, Argument, Body, Call, CellName, Condition, ConditionKind, Coordinate, Fold, Generator,
    Generators, Item, List, ListKind, Lists, MAX_SUBSET_ELEMENTS, Number, Numbers, Operator, Pairs, Relation,
    Set, SetKind, Span, Tuple,
};
use super::terms::{Comparison, FoldNode, Id, Terms};
use crate::puzzle::board::{Cell, Line, Places};

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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Element {
    Cell(Cell),
    Number(i128),
}

/// The possible values of something that depends on digits, each with its condition. The conditions exclude each other.
/// If none of them holds, it is undefined.
type CasesOf<T> = Vec<(Id, T)>;
type Cases = CasesOf<Vec<Element>>;
type Assignment = Vec<Binding>;

pub(super) struct Grounder<'a> {
    pub(super) terms: Terms,
    places: &'a Places<'a>,
    scope: Vec<Binding>,
    /// The places of conditions in the text, for messages.
    pub(super) sources: HashMap<Id, Span>,
    /// The names of the definitions that are being expanded.
    definitions: Vec<String>,
    assignments: usize,
}

impl<'a> Grounder<'a> {
    pub(super) fn new(places: &'a Places<'a>) -> Self {
        Self {
            terms: Terms::new(places.geometry().size()),
            places,
            scope: Vec::new(),
            sources: HashMap::new(),
            definitions: Vec::new(),
            assignments: 0,
        }
    }

    fn error<T>(&self, span: Span, message: impl Into<String>) -> Result<T> {
        Err(match self.definitions.last() {
            Some(name) => StatementError::new(None, format!("in {name}: {}", message.into())),
            None => StatementError::new(Some(span.start), message),
        })
    }

    pub(super) fn condition(&mut self, condition: &Condition) -> Result<Id> {
        let id = self.condition_kind(condition)?;
        if self.terms.has_overflow {
            return self.error(condition.span, "the numbers of this part may have more than 128 bits");
        }
        if self.terms.len() > MAX_TERMS {
            return self.error(
                condition.span,
                format!("this part is too large: it consists of more than {MAX_TERMS} terms"),
            );
        }
        if self.definitions.is_empty() {
            self.sources.entry(id).or_insert(condition.span);
        }
        Ok(id)
    }

    fn condition_kind(&mut self, condition: &Condition) -> Result<Id> {
        let span = condition.span;
        Ok(match &*condition.kind {
            ConditionKind::Not(condition) => {
                let condition = self.condition(condition)?;
                self.terms.not(condition)
            }
            ConditionKind::All(conditions) => {
                let conditions = self.conditions(conditions)?;
                self.terms.all(&conditions)
            }
            ConditionKind::Any(conditions) => {
                let conditions = self.conditions(conditions)?;
                self.terms.any(&conditions)
            }
            ConditionKind::Implies(premise, conclusion) => {
                let (premise, conclusion) = (self.condition(premise)?, self.condition(conclusion)?);
                let premise = self.terms.not(premise);
                self.terms.any(&[premise, conclusion])
            }
            ConditionKind::Equivalent(conditions) => {
                let conditions = self.conditions(conditions)?;
                let mut so_far = conditions[0];
                for &condition in &conditions[1..] {
                    so_far = self.if_condition(so_far, condition, condition, true);
                }
                so_far
            }
            ConditionKind::If(condition, yes, no) => {
                let condition = self.condition(condition)?;
                let (yes, no) = (self.condition(yes)?, self.condition(no)?);
                self.if_condition(condition, yes, no, false)
            }
            ConditionKind::Compare(left, relation, right) => {
                let (left, right) = (self.number(left)?, self.number(right)?);
                self.compare(left, *relation, right)
            }
            ConditionKind::In(number, set) => {
                let number = self.number(number)?;
                let members = self.set(set)?;
                self.is_in(number, &members)
            }
            ConditionKind::Quantified { is_universal, generators, body } => {
                let cases = self.assignments(generators)?;
                self.conditions_of_cases(cases, |grounder, assignments| {
                    let bodies = grounder.each(assignments, |grounder| grounder.condition(body))?;
                    Ok(if *is_universal { grounder.terms.all(&bodies) } else { grounder.terms.any(&bodies) })
                })?
            }
            ConditionKind::AllDifferent { numbers, except } => {
                let except = except.as_ref().map(|set| self.set(set)).transpose()?;
                let cases = self.numbers(numbers)?;
                self.conditions_of_cases(cases, |grounder, numbers| {
                    Ok(grounder.all_different(&numbers, except.as_deref()))
                })?
            }
            ConditionKind::Increasing { list, is_strict } => {
                let cases = self.list(list)?;
                self.conditions_of_cases(cases, |grounder, list| {
                    let numbers = grounder.elements(&list);
                    let relation = if *is_strict { Relation::Less } else { Relation::AtMost };
                    let pairs: Vec<Id> =
                        numbers.windows(2).map(|pair| grounder.compare(pair[0], relation, pair[1])).collect();
                    Ok(grounder.terms.all(&pairs))
                })?
            }
            ConditionKind::LexLess(left, right) => {
                self.both_lists(left, right, |grounder, left, right| Ok(grounder.lex_less(left, right)))?
            }
            ConditionKind::Permutation(left, right) => self.both_lists(left, right, Self::permutation)?,
            ConditionKind::Regular(list, pattern) => self.regular(list, pattern, span)?,
            ConditionKind::FoldEquals(fold, tuple) => {
                let tuple: Vec<Id> = tuple.iter().map(|number| self.number(number)).collect::<Result<_>>()?;
                let cases = self.fold(fold, |grounder, _, locals| {
                    let parts: Vec<Id> =
                        locals.iter().zip(&tuple).map(|(&a, &b)| grounder.terms.equal(a, b)).collect();
                    Ok(grounder.terms.all(&parts))
                })?;
                self.any_case(&cases)
            }
            ConditionKind::Call(call) => self.within(call, |grounder| match &call.definition.body {
                Body::Condition(body) => grounder.condition(body),
                Body::Number(_) => Ok(grounder.terms.truth(false)),
            })?,
        })
    }

    fn regular(&mut self, list: &List, pattern: &Pattern, span: Span) -> Result<Id> {
        let automaton = dense(pattern).or_else(|message| self.error(span, message))?;
        let start = automaton.start_state(&start::Config::new().anchored(regex_automata::Anchored::Yes));
        let start = start.or_else(|error: StartError| self.error(span, error.to_string()))?;
        self.terms.automata.push(automaton);
        let number = self.terms.automata.len() - 1;
        let cases = self.list(list)?;
        self.conditions_of_cases(cases, |grounder, list| {
            let numbers = grounder.elements(&list);
            Ok(grounder.terms.regular(number, start, &numbers))
        })
    }

    fn conditions(&mut self, conditions: &[Condition]) -> Result<Vec<Id>> {
        conditions.iter().map(|condition| self.condition(condition)).collect()
    }

    /// Returns "if `condition` then `yes` else `no`", or else not `no`.
    fn if_condition(&mut self, condition: Id, yes: Id, no: Id, is_negated: bool) -> Id {
        let no = if is_negated { self.terms.not(no) } else { no };
        let opposite = self.terms.not(condition);
        let parts = [self.terms.all(&[condition, yes]), self.terms.all(&[opposite, no])];
        self.terms.any(&parts)
    }

    fn compare(&mut self, left: Id, relation: Relation, right: Id) -> Id {
        let (comparison, terms, constant) = match relation {
            Relation::Equal => (Comparison::Equal, [(1, left), (-1, right)], 0),
            Relation::NotEqual => (Comparison::NotEqual, [(1, left), (-1, right)], 0),
            Relation::Less => (Comparison::AtMost, [(1, left), (-1, right)], 1),
            Relation::AtMost => (Comparison::AtMost, [(1, left), (-1, right)], 0),
            Relation::Greater => (Comparison::AtMost, [(1, right), (-1, left)], 1),
            Relation::AtLeast => (Comparison::AtMost, [(1, right), (-1, left)], 0),
        };
        let difference = self.terms.sum(&terms, constant);
        self.terms.compare(comparison, difference)
    }

    fn is_in(&mut self, number: Id, members: &[i128]) -> Id {
        let mut equal = Vec::new();
        for &member in members {
            let member = self.terms.integer(member);
            equal.push(self.terms.equal(number, member));
        }
        self.terms.any(&equal)
    }

    fn all_different(&mut self, numbers: &[Id], except: Option<&[i128]>) -> Id {
        let mut pairs = vec![self.is_defined(numbers)];
        let Some(except) = except else {
            pairs.push(self.terms.all_different(numbers));
            return self.terms.all(&pairs);
        };
        for (index, &a) in numbers.iter().enumerate() {
            let is_exempt = self.is_in(a, except);
            for &b in &numbers[index + 1..] {
                let different = self.terms.different(a, b);
                pairs.push(self.terms.any(&[is_exempt, different]));
            }
        }
        self.terms.all(&pairs)
    }

    /// Returns the condition that one list comes before another in lexicographic order.
    fn lex_less(&mut self, left: &[Id], right: &[Id]) -> Id {
        let mut less = self.terms.truth(left.len() < right.len());
        for (&a, &b) in left.iter().zip(right).rev() {
            let (is_less, is_equal) = (self.compare(a, Relation::Less, b), self.terms.equal(a, b));
            let rest = self.terms.all(&[is_equal, less]);
            less = self.terms.any(&[is_less, rest]);
        }
        less
    }

    fn permutation(&mut self, left: &[Id], right: &[Id]) -> Result<Id> {
        if left.len() != right.len() {
            return Ok(self.terms.truth(false));
        }
        let numbers: Vec<Id> = left.iter().chain(right).copied().collect();
        let mut parts = Vec::new();
        for value in self.values(&numbers)? {
            let value = self.terms.integer(value);
            let counts = [left, right].map(|list| self.count_equal(list, value));
            parts.push(self.terms.equal(counts[0], counts[1]));
        }
        Ok(self.terms.all(&parts))
    }

    /// Returns all values that the numbers may have.
    fn values(&self, numbers: &[Id]) -> Result<Vec<i128>> {
        let bounds: Option<Vec<_>> = numbers.iter().map(|&number| self.terms.bounds(number)).collect();
        let Some(bounds) = bounds else {
            return self.error(Span::default(), "nvalue is only possible for numbers with known bounds");
        };
        let range = bounds.into_iter().reduce(|(low, high), (a, b)| (low.min(a), high.max(b)));
        let (low, high) = range.unwrap_or((0, -1));
        if high.saturating_sub(low) > MAX_ASSIGNMENTS as i128 {
            return self.error(Span::default(), "the numbers of nvalue have too many values");
        }
        Ok((low..=high).collect())
    }

    fn count_equal(&mut self, list: &[Id], value: Id) -> Id {
        let terms: Vec<(i128, Id)> = list
            .iter()
            .map(|&element| {
                let is_equal = self.terms.equal(element, value);
                (1, self.terms.indicator(is_equal))
            })
            .collect();
        self.terms.sum(&terms, 0)
    }

    // Cases.

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
    fn combined<T: Clone, U, V>(
        &mut self,
        left: CasesOf<T>,
        right: impl Fn(&mut Self) -> Result<CasesOf<U>>,
        combine: impl Fn(T, U) -> V,
    ) -> Result<CasesOf<V>> {
        let mut cases = Vec::new();
        for (condition, value) in left {
            for (other, right) in right(self)? {
                let both = self.terms.all(&[condition, other]);
                if self.terms.truth_value(both) != Some(false) {
                    cases.push((both, combine(value.clone(), right)));
                }
            }
        }
        if cases.len() > MAX_CASES {
            let message =
                format!("a list has more than {MAX_CASES} cases, because its bounds depend on digits");
            return self.error(Span::default(), message);
        }
        Ok(cases)
    }

    fn certain<T>(&mut self, value: T) -> CasesOf<T> {
        vec![(self.terms.truth(true), value)]
    }

    fn both_lists(
        &mut self,
        left: &List,
        right: &List,
        predicate: fn(&mut Self, &[Id], &[Id]) -> Result<Id>,
    ) -> Result<Id> {
        let (left, right) = (self.list(left)?, self.list(right)?);
        let cases = self.combined(left, |_| Ok(right.clone()), |left, right| (left, right))?;
        self.conditions_of_cases(cases, |grounder, (left, right)| {
            let (left, right) = (grounder.elements(&left), grounder.elements(&right));
            predicate(grounder, &left, &right)
        })
    }

    // Numbers.

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

    fn number(&mut self, number: &Number) -> Result<Id> {
        Ok(match number {
            Number::Integer(value) => self.terms.integer((*value).into()),
            Number::Size => self.terms.integer(self.places.geometry().size() as i128),
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
            Number::Negative(number) => {
                let number = self.number(number)?;
                self.terms.sum(&[(-1, number)], 0)
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
            Number::CountIn(list, set) => self.count_in(list, set)?,
            Number::CountEqual(list, number) => self.count_of(list, number)?,
            Number::Coordinate(kind, cell) => {
                let cell = self.cell(cell)?;
                self.terms.integer(self.places.number_of(cell, line(*kind)) as i128)
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

    fn count_in(&mut self, list: &List, set: &Set) -> Result<Id> {
        let (cases, members) = (self.list(list)?, self.set(set)?);
        self.number_of_cases(cases, |grounder, list| {
            let numbers = grounder.elements(&list);
            let conditions: Vec<Id> =
                numbers.into_iter().map(|number| grounder.is_in(number, &members)).collect();
            Ok(grounder.sum_of_conditions(conditions))
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
    fn is_defined(&mut self, numbers: &[Id]) -> Id {
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
                let cell = position.cell().filter(|&cell| self.places.geometry().contains(cell));
                cell.map_or_else(|| self.error(*span, format!("the board has no cell {position}")), Ok)
            }
            CellName::Variable(slot) => match self.scope[*slot] {
                Binding::Cell(cell) => Ok(cell),
                _ => self.error(Span::default(), "expected a cell, found a number"),
            },
        }
    }

    // Lists.

    fn list(&mut self, list: &List) -> Result<Cases> {
        let span = list.span;
        let cells = match &*list.kind {
            ListKind::Cell(cell) => Some(vec![self.cell(cell)?]),
            ListKind::Between(start, end) => {
                let (start, end) = (self.cell(start)?, self.cell(end)?);
                self.places.rectangle(start, end)
            }
            ListKind::House { board, kind, number } => {
                let number = self.number(number)?;
                let Some(number) = self.terms.value(number) else {
                    return self.error(span, "the number of a house must be constant");
                };
                self.check_board(*board, span)?;
                let index = usize::try_from(number).ok();
                let cells = index.and_then(|index| self.places.house(board.unwrap_or(1), line(*kind), index));
                if cells.is_none() {
                    let name = ["row", "column", "box"][*kind as usize];
                    return self.error(span, format!("the board has no {name} {number}"));
                }
                cells
            }
            ListKind::Diagonal { is_rising, board } => {
                self.check_board(*board, span)?;
                self.places.diagonal(board.unwrap_or(1), *is_rising)
            }
            ListKind::Cells => Some(self.places.geometry().cells().collect()),
            ListKind::Clue(position, direction) => {
                let seen = seen_from(*position, *direction, self.places.geometry());
                let Ok((_, cells)) = seen else {
                    let message = format!("{position} is not a position next to the board, for example r0c1");
                    return self.error(span, message);
                };
                Some(cells)
            }
            ListKind::Variable(slot) => {
                return Ok(match self.scope[*slot].clone() {
                    Binding::List(cases) => cases,
                    Binding::Cell(cell) => self.certain(vec![Element::Cell(cell)]),
                    Binding::Number(_) | Binding::Constant(_) => {
                        return self.error(span, "expected a list, found a number");
                    }
                });
            }
            ListKind::Slice(list, start, end) => return self.slice(list, start, end),
            ListKind::Concatenation(lists) => {
                let mut cases = self.certain(Vec::new());
                for list in lists {
                    let next = self.list(list)?;
                    cases =
                        self.combined(cases, |_| Ok(next.clone()), |left, right| [left, right].concat())?;
                }
                return Ok(cases);
            }
            ListKind::Reverse(list) => {
                let mut cases = self.list(list)?;
                for (_, list) in &mut cases {
                    list.reverse();
                }
                return Ok(cases);
            }
            ListKind::Numbers(numbers) => {
                return Ok(
                    self.certain(numbers.iter().map(|&number| Element::Number(number.into())).collect())
                );
            }
        };
        let Some(cells) = cells else { return self.error(span, "a cell of this list is not on the board") };
        Ok(self.certain(cells.into_iter().map(Element::Cell).collect()))
    }

    fn check_board(&self, board: Option<usize>, span: Span) -> Result<()> {
        let count = self.places.board_count();
        match board {
            None if count > 1 => {
                let message = format!(
                    "overlapping boards have several: write, for example, grid 1 row 3 (1 to {count})"
                );
                self.error(span, message)
            }
            Some(board) if board > count => self.error(span, format!("there is no grid {board}")),
            _ => Ok(()),
        }
    }

    /// Returns a part of a list, with a case for each pair of possible bounds.
    fn slice(&mut self, list: &List, start: &Number, end: &Number) -> Result<Cases> {
        let span = list.span;
        let (cases, start, end) = (self.list(list)?, self.number(start)?, self.number(end)?);
        let longest = cases.iter().map(|(_, list)| list.len()).max().unwrap_or(0) as i128;
        let starts = self.cases_of_number(start, 1, longest + 1);
        let ends = self.cases_of_number(end, 0, longest);
        let bounds = self.combined(starts, |_| Ok(ends.clone()), |start, end| (start, end))?;
        let mut slices = Vec::new();
        let is_empty = self.compare(start, Relation::Greater, end);
        for (condition, list) in cases {
            // An empty range is possible for all bounds.
            let is_empty = self.terms.all(&[condition, is_empty]);
            if self.terms.truth_value(is_empty) != Some(false) {
                slices.push((is_empty, Vec::new()));
            }
            for &(bounds, (start, end)) in bounds.iter().filter(|(_, (start, end))| start <= end) {
                let range = usize::try_from(start - 1).ok().zip(usize::try_from(end).ok());
                let part = range.and_then(|(start, end)| list.get(start..end));
                let Some(part) = part else { continue };
                let both = self.terms.all(&[condition, bounds]);
                if self.terms.truth_value(both) != Some(false) {
                    slices.push((both, part.to_vec()));
                }
            }
        }
        if slices.len() > MAX_CASES {
            return self.error(span, format!("this part of a list has more than {MAX_CASES} cases"));
        }
        Ok(slices)
    }

    /// Returns the values of a number in a range, with their conditions.
    fn cases_of_number(&mut self, number: Id, low: i128, high: i128) -> CasesOf<i128> {
        let (least, most) = self.terms.bounds(number).unwrap_or((low, high));
        let mut cases = Vec::new();
        for value in low.max(least)..=high.min(most) {
            let integer = self.terms.integer(value);
            let is_value = self.terms.equal(number, integer);
            if self.terms.truth_value(is_value) != Some(false) {
                cases.push((is_value, value));
            }
        }
        cases
    }

    fn numbers(&mut self, numbers: &Numbers) -> Result<CasesOf<Vec<Id>>> {
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
                    cases =
                        self.combined(cases, |_| Ok(next.clone()), |left, right| [left, right].concat())?;
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

    fn set(&mut self, set: &Set) -> Result<Vec<i128>> {
        let constant = |grounder: &mut Self, number: &Number| {
            let id = grounder.number(number)?;
            let value = grounder.terms.value(id);
            value.map_or_else(
                || {
                    grounder
                        .error(set.span, "the numbers of a set must be constant, but depend on digits here")
                },
                Ok,
            )
        };
        match &*set.kind {
            SetKind::Members(members) => members.iter().map(|member| constant(self, member)).collect(),
            SetKind::Range(first, last) => {
                let (first, last) = (constant(self, first)?, constant(self, last)?);
                if last.saturating_sub(first) > MAX_ASSIGNMENTS as i128 {
                    return self
                        .error(set.span, format!("this range has more than {MAX_ASSIGNMENTS} numbers"));
                }
                Ok((first..=last).collect())
            }
        }
    }

    // Generators.

    /// Grounds something for each assignment.
    fn each<T>(
        &mut self,
        assignments: Vec<Assignment>,
        mut ground: impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        let variables = self.scope.len();
        let mut results = Vec::with_capacity(assignments.len());
        for assignment in assignments {
            self.scope.extend(assignment);
            let result = ground(self);
            self.scope.truncate(variables);
            results.push(result?);
        }
        Ok(results)
    }

    /// Returns the assignments of the generators that satisfy their condition.
    fn assignments(&mut self, generators: &Generators) -> Result<CasesOf<Vec<Assignment>>> {
        let cases = self.assignments_from(generators, 0)?;
        self.assignments += cases.iter().map(|(_, assignments)| assignments.len()).sum::<usize>();
        if self.assignments > MAX_ASSIGNMENTS {
            return self.error(
                generators.span,
                format!("the variables of the statement have more than {MAX_ASSIGNMENTS} assignments"),
            );
        }
        Ok(cases)
    }

    fn assignments_from(&mut self, generators: &Generators, next: usize) -> Result<CasesOf<Vec<Assignment>>> {
        let Some(generator) = generators.list.get(next) else {
            let is_included = match &generators.condition {
                None => true,
                Some(condition) => {
                    let id = self.condition(condition)?;
                    match self.terms.truth_value(id) {
                        Some(value) => value,
                        None => {
                            return self.error(
                                condition.span,
                                "the condition after 'where' must not depend on digits",
                            );
                        }
                    }
                }
            };
            return Ok(self.certain(if is_included { vec![Vec::new()] } else { Vec::new() }));
        };
        let mut all = Vec::new();
        for (condition, values) in self.values_of(generator, generators.span)? {
            let mut cases = vec![(condition, Vec::new())];
            for value in values {
                let variables = self.scope.len();
                self.scope.extend(value.clone());
                let rest = self.assignments_from(generators, next + 1);
                self.scope.truncate(variables);
                let rest = rest?;
                let extended = |mut so_far: Vec<Assignment>, rest: Vec<Assignment>| {
                    so_far.extend(rest.into_iter().map(|rest| [value.clone(), rest].concat()));
                    so_far
                };
                cases = match (&mut cases[..], &rest[..]) {
                    // Usually, nothing depends on digits.
                    ([(_, so_far)], [(condition, rest)])
                        if self.terms.truth_value(*condition) == Some(true) =>
                    {
                        so_far.extend(rest.iter().map(|rest| [value.clone(), rest.clone()].concat()));
                        cases
                    }
                    _ => self.combined(cases, |_| Ok(rest.clone()), extended)?,
                };
                if cases.iter().map(|(_, assignments)| assignments.len()).sum::<usize>() > MAX_ASSIGNMENTS {
                    return self.error(
                        generators.span,
                        format!("these variables have more than {MAX_ASSIGNMENTS} assignments"),
                    );
                }
            }
            all.extend(cases);
        }
        Ok(all)
    }

    fn values_of(&mut self, generator: &Generator, span: Span) -> Result<CasesOf<Vec<Assignment>>> {
        let each = |cases: Cases, values: &dyn Fn(Vec<Element>) -> Vec<Assignment>| {
            cases.into_iter().map(|(condition, list)| (condition, values(list))).collect()
        };
        Ok(match generator {
            Generator::Element(_, list) => {
                each(self.list(list)?, &|list| list.into_iter().map(|element| vec![bound(element)]).collect())
            }
            Generator::Member(_, set) => {
                let members = self.set(set)?;
                let members =
                    members.into_iter().map(|member| vec![Binding::Number(self.terms.integer(member))]);
                let members = members.collect();
                self.certain(members)
            }
            Generator::OneOf(_, Lists::Subsets(list)) => {
                let cases = self.list(list)?;
                if cases.iter().any(|(_, list)| list.len() > MAX_SUBSET_ELEMENTS) {
                    return self.error(
                        span,
                        format!("subsets are formed of at most {MAX_SUBSET_ELEMENTS} elements"),
                    );
                }
                let always = self.terms.truth(true);
                each(cases, &|list| {
                    let subset = |bits: usize| {
                        let elements = list.iter().enumerate().filter(|(index, _)| bits >> index & 1 == 1);
                        vec![Binding::List(vec![(always, elements.map(|(_, &element)| element).collect())])]
                    };
                    (1..1_usize << list.len()).map(subset).collect()
                })
            }
            Generator::OneOf(_, lists) => {
                let lists: Vec<Vec<Cell>> = match lists {
                    Lists::Houses(kind) => self.places.houses(line(*kind)).collect(),
                    Lists::Edges => self.places.edges(),
                    Lists::Blocks(rows, columns) => self.places.blocks(*rows, *columns),
                    Lists::Runs(list) | Lists::Subsets(list) => {
                        let always = self.terms.truth(true);
                        return Ok(each(self.list(list)?, &|list| {
                            let cells: Vec<Cell> = list.into_iter().filter_map(Element::cell).collect();
                            let runs = self.places.runs(&cells).into_iter();
                            runs.map(|run| vec![list_of(always, run)]).collect()
                        }));
                    }
                };
                let always = self.terms.truth(true);
                self.certain(lists.into_iter().map(|list| vec![list_of(always, list)]).collect())
            }
            Generator::Pair(_, Pairs::At(steps)) => {
                let pairs = self.places.pairs(steps);
                self.certain(pairs.into_iter().map(|pair| pair.map(Binding::Cell).to_vec()).collect())
            }
            Generator::Pair(_, Pairs::Consecutive(list)) => each(self.list(list)?, &|list| {
                list.windows(2).map(|pair| vec![bound(pair[0]), bound(pair[1])]).collect()
            }),
            Generator::Pair(_, Pairs::All(list)) => each(self.list(list)?, &|list| {
                let later = |i: usize| list[i + 1..].iter().map(move |&other| (i, other));
                let pairs = (0..list.len()).flat_map(later);
                pairs.map(|(i, other)| vec![bound(list[i]), bound(other)]).collect()
            }),
        })
    }

    // Folds.

    /// Returns the terms of a fold. `result` receives the syntax of its result and the state after the last element.
    fn fold(
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

impl Element {
    fn cell(self) -> Option<Cell> {
        match self {
            Self::Cell(cell) => Some(cell),
            Self::Number(_) => None,
        }
    }
}

fn bound(element: Element) -> Binding {
    match element {
        Element::Cell(cell) => Binding::Cell(cell),
        Element::Number(number) => Binding::Constant(number),
    }
}

/// Returns a list of cells that does not depend on digits. `always` is the condition that is always true.
fn list_of(always: Id, cells: Vec<Cell>) -> Binding {
    Binding::List(vec![(always, cells.into_iter().map(Element::Cell).collect())])
}

fn line(kind: Coordinate) -> Line {
    match kind {
        Coordinate::Row => Line::Row,
        Coordinate::Column => Line::Column,
        Coordinate::Box => Line::Box,
    }
}

/// The largest number of bytes of the deterministic automaton of a regular expression.
const MAX_AUTOMATON: usize = 1 << 22;

/// Returns the minimal deterministic automaton of a regular expression.
fn dense(pattern: &Pattern) -> std::result::Result<dense::DFA<Vec<u32>>, String> {
    let config = dense::Config::new()
        .minimize(true)
        .dfa_size_limit(Some(MAX_AUTOMATON))
        .determinize_size_limit(Some(MAX_AUTOMATON));
    let automaton = dense::Builder::new().configure(config).build_from_nfa(&pattern.nfa()?);
    automaton.map_err(|error| format!("the regular expression is too large: {error}"))
}
