//! The checker of statements: evaluates the syntax tree on a grid.
//!
//! It shares no code with the compiler, so each can be tested against the other. Cells may be open: a condition is then
//! true or false only if the known digits decide it.

use regex_automata::nfa::thompson::pikevm::PikeVM;

use super::super::clue::seen_from;
use super::super::definition::Digits;
use super::pattern::{Pattern, symbol};
use super::syntax::{
    Aggregate, Argument, Body, Call, CellName, Condition, ConditionKind, Coordinate, Fold, Generator,
    Generators, Item, List, ListKind, Lists, Number, Numbers, Operator, Pairs, Relation, Set, SetKind, Tuple,
};
use crate::puzzle::board::{Cell, Line, Places};

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

#[derive(Clone, Copy, Debug)]
enum Element {
    Cell(Cell),
    Number(i128),
}

/// Returns whether the digits satisfy `condition`, or `None` if this depends on open cells.
pub(super) fn holds(condition: &Condition, places: &Places<'_>, digits: &Digits<'_>) -> Option<bool> {
    Evaluator { places, digits, scope: Vec::new() }.condition(condition)
}

struct Evaluator<'a> {
    places: &'a Places<'a>,
    digits: &'a Digits<'a>,
    /// The values of the variables. The index is the slot.
    scope: Vec<Binding>,
}

impl Evaluator<'_> {
    fn condition(&mut self, condition: &Condition) -> Option<bool> {
        match &*condition.kind {
            ConditionKind::Not(condition) => self.condition(condition).map(|holds| !holds),
            ConditionKind::All(conditions) => {
                decided(conditions, true, |condition| self.condition(condition))
            }
            ConditionKind::Any(conditions) => {
                decided(conditions, false, |condition| self.condition(condition))
            }
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
                if self.condition(condition)? {
                    self.condition(yes)
                } else {
                    self.condition(no)
                }
            }
            ConditionKind::Compare(left, relation, right) => {
                let values = self.number(left).and_then(|left| Ok((left, self.number(right)?)));
                known(values.map(|(left, right)| compare(left, *relation, right)))
            }
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
                let numbers = self.numbers(numbers).and_then(|numbers| Ok((numbers, except?)));
                known(numbers.map(|(mut numbers, except)| {
                    numbers.retain(|number| !except.contains(number));
                    let count = numbers.len();
                    numbers.sort_unstable();
                    numbers.dedup();
                    numbers.len() == count
                }))
            }
            ConditionKind::Increasing { list, is_strict } => {
                let numbers = self.list_of_numbers(list);
                known(numbers.map(|numbers| {
                    numbers.windows(2).all(|pair| pair[0] < pair[1] || !is_strict && pair[0] == pair[1])
                }))
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

    fn number(&mut self, number: &Number) -> Value<i128> {
        match number {
            Number::Integer(value) => Ok((*value).into()),
            Number::Size => Ok(self.places.geometry().size() as i128),
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
            Number::Negative(number) => Ok(-self.number(number)?),
            Number::Absolute(number) => Ok(self.number(number)?.abs()),
            Number::If(condition, yes, no) => {
                if self.condition(condition).ok_or(Missing::Open)? {
                    self.number(yes)
                } else {
                    self.number(no)
                }
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
                    Aggregate::Distinct => {
                        Some(numbers.into_iter().collect::<std::collections::BTreeSet<_>>().len() as i128)
                    }
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
            Number::CountIn(list, set) => {
                let (numbers, set) = (self.list_of_numbers(list)?, self.set(set)?);
                Ok(numbers.iter().filter(|number| set.contains(number)).count() as i128)
            }
            Number::CountEqual(list, number) => {
                let (numbers, value) = (self.list_of_numbers(list)?, self.number(number)?);
                Ok(numbers.iter().filter(|number| **number == value).count() as i128)
            }
            Number::Coordinate(kind, cell) => {
                let cell = self.cell(cell).ok_or(Missing::Undefined)?;
                Ok(self.places.number_of(cell, line(*kind)) as i128)
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

    fn cell(&self, cell: &CellName) -> Option<Cell> {
        match cell {
            CellName::At(position, _) => {
                position.cell().filter(|&cell| self.places.geometry().contains(cell))
            }
            CellName::Variable(slot) => match self.scope[*slot] {
                Binding::Cell(cell) => Some(cell),
                _ => None,
            },
        }
    }

    fn list(&mut self, list: &List) -> Value<Vec<Element>> {
        let cells = |cells: Option<Vec<Cell>>| {
            let cells = cells.ok_or(Missing::Undefined)?;
            Ok(cells.into_iter().map(Element::Cell).collect::<Vec<_>>())
        };
        match &*list.kind {
            ListKind::Cell(cell) => cells(self.cell(cell).map(|cell| vec![cell])),
            ListKind::Between(start, end) => {
                let corners = self.cell(start).zip(self.cell(end));
                cells(corners.and_then(|(start, end)| self.places.rectangle(start, end)))
            }
            ListKind::House { board, kind, number } => {
                let number = usize::try_from(self.number(number)?).map_err(|_| Missing::Undefined)?;
                cells(self.places.house(board.unwrap_or(1), line(*kind), number))
            }
            ListKind::Diagonal { is_rising, board } => {
                cells(self.places.diagonal(board.unwrap_or(1), *is_rising))
            }
            ListKind::Cells => cells(Some(self.places.geometry().cells().collect())),
            ListKind::Variable(slot) => match &self.scope[*slot] {
                Binding::List(list) => list.clone(),
                Binding::Cell(cell) => Ok(vec![Element::Cell(*cell)]),
                Binding::Number(_) => Err(Missing::Undefined),
            },
            ListKind::Clue(position, direction) => {
                cells(seen_from(*position, *direction, self.places.geometry()).ok().map(|(_, cells)| cells))
            }
            ListKind::Slice(list, start, end) => {
                let (list, start, end) = (self.list(list)?, self.number(start)?, self.number(end)?);
                if start > end {
                    return Ok(Vec::new());
                }
                let range = usize::try_from(start - 1).ok().zip(usize::try_from(end).ok());
                let part = range.and_then(|(start, end)| list.get(start..end));
                part.map(<[_]>::to_vec).ok_or(Missing::Undefined)
            }
            ListKind::Concatenation(lists) => {
                let lists: Value<Vec<_>> = lists.iter().map(|list| self.list(list)).collect();
                Ok(lists?.concat())
            }
            ListKind::Reverse(list) => Ok(self.list(list)?.into_iter().rev().collect()),
            ListKind::Numbers(numbers) => {
                Ok(numbers.iter().map(|&number| Element::Number(number.into())).collect())
            }
        }
    }

    fn list_of_numbers(&mut self, list: &List) -> Value<Vec<i128>> {
        let list = self.list(list)?;
        list.into_iter().map(|element| self.element(element)).collect()
    }

    fn numbers(&mut self, numbers: &Numbers) -> Value<Vec<i128>> {
        match numbers {
            Numbers::Items(items) => {
                let mut numbers = Vec::new();
                for item in items {
                    match item {
                        Item::List(list) => numbers.extend(self.list_of_numbers(list)?),
                        Item::Number(number) => numbers.push(self.number(number)?),
                    }
                }
                Ok(numbers)
            }
            Numbers::Each(generators, number) => {
                let mut numbers = Ok(Vec::new());
                self.each(generators, &mut |evaluator| {
                    match (evaluator.number(number), &mut numbers) {
                        (Ok(number), Ok(numbers)) => numbers.push(number),
                        (Err(missing), _) => numbers = Err(missing),
                        _ => {}
                    }
                    true
                })?;
                numbers
            }
        }
    }

    fn set(&mut self, set: &Set) -> Value<Vec<i128>> {
        match &*set.kind {
            SetKind::Members(members) => members.iter().map(|member| self.number(member)).collect(),
            SetKind::Range(first, last) => Ok((self.number(first)?..=self.number(last)?).collect()),
        }
    }

    // Generators.

    /// Calls `visit` for each assignment of the generators, until it returns `false`.
    fn each(&mut self, generators: &Generators, visit: &mut dyn FnMut(&mut Self) -> bool) -> Value<()> {
        let variables = self.scope.len();
        let result = self.each_from(generators, 0, visit);
        self.scope.truncate(variables);
        result.map(drop)
    }

    /// Assigns the generators from the index `next` on. Returns whether to go on.
    fn each_from(
        &mut self,
        generators: &Generators,
        next: usize,
        visit: &mut dyn FnMut(&mut Self) -> bool,
    ) -> Value<bool> {
        let Some(generator) = generators.list.get(next) else {
            let condition = generators.condition.as_ref();
            let is_visited = condition.is_none_or(|condition| self.condition(condition) == Some(true));
            return Ok(!is_visited || visit(self));
        };
        let variables = self.scope.len();
        for values in self.assignments(generator)? {
            self.scope.truncate(variables);
            self.scope.extend(values);
            if !self.each_from(generators, next + 1, visit)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn assignments(&mut self, generator: &Generator) -> Value<Vec<Vec<Binding>>> {
        let list_of =
            |cells: Vec<Cell>| vec![Binding::List(Ok(cells.into_iter().map(Element::Cell).collect()))];
        Ok(match generator {
            Generator::Element(_, list) => {
                self.list(list)?.into_iter().map(|element| vec![bound(element)]).collect()
            }
            Generator::Member(_, set) => {
                self.set(set)?.into_iter().map(|number| vec![Binding::Number(Ok(number))]).collect()
            }
            Generator::OneOf(_, lists) => match lists {
                Lists::Houses(kind) => self.places.houses(line(*kind)).map(list_of).collect(),
                Lists::Edges => self.places.edges().into_iter().map(list_of).collect(),
                Lists::Blocks(rows, columns) => {
                    self.places.blocks(*rows, *columns).into_iter().map(list_of).collect()
                }
                Lists::Runs(list) => {
                    let list = self.list(list)?;
                    let cells: Vec<Cell> = list.into_iter().filter_map(Element::cell).collect();
                    self.places.runs(&cells).into_iter().map(list_of).collect()
                }
                Lists::Subsets(list) => {
                    let list = self.list(list)?;
                    let subset = |bits: usize| {
                        let elements = list.iter().enumerate().filter(|(index, _)| bits >> index & 1 == 1);
                        vec![Binding::List(Ok(elements.map(|(_, &element)| element).collect()))]
                    };
                    (1..1_usize << list.len()).map(subset).collect()
                }
            },
            Generator::Pair(_, pairs) => {
                let pairs: Vec<[Binding; 2]> = match pairs {
                    Pairs::At(steps) => {
                        self.places.pairs(steps).into_iter().map(|pair| pair.map(Binding::Cell)).collect()
                    }
                    Pairs::Consecutive(list) => {
                        let list = self.list(list)?;
                        list.windows(2).map(|pair| [bound(pair[0]), bound(pair[1])]).collect()
                    }
                    Pairs::All(list) => {
                        let list = self.list(list)?;
                        let later = |i: usize| list[i + 1..].iter().map(move |&other| (i, other));
                        let pairs = (0..list.len()).flat_map(later);
                        pairs.map(|(i, other)| [bound(list[i]), bound(other)]).collect()
                    }
                };
                pairs.into_iter().map(Vec::from).collect()
            }
        })
    }

    // Folds.

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
    fn fold_state(&mut self, fold: &Fold) -> Value<Vec<i128>> {
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
                if self.condition(condition).ok_or(Missing::Open)? {
                    self.tuple(yes)
                } else {
                    self.tuple(no)
                }
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

/// Returns whether all conditions hold or, if `neutral` is `false`, whether any of them does.
fn decided(
    conditions: &[Condition],
    neutral: bool,
    mut evaluate: impl FnMut(&Condition) -> Option<bool>,
) -> Option<bool> {
    let mut result = Some(neutral);
    for condition in conditions {
        match evaluate(condition) {
            Some(value) if value != neutral => return Some(value),
            Some(_) => {}
            None => result = None,
        }
    }
    result
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

fn matches(pattern: &Pattern, numbers: &[i128]) -> bool {
    let symbols = numbers.iter().map(|&number| symbol(i64::try_from(number).ok()?));
    let Some(symbols) = symbols.collect::<Option<Vec<u8>>>() else { return false };
    let vm = pattern.nfa().ok().and_then(|nfa| PikeVM::new_from_nfa(nfa).ok());
    vm.is_some_and(|vm| {
        let input = regex_automata::Input::new(&symbols).anchored(regex_automata::Anchored::Yes);
        vm.is_match(&mut vm.create_cache(), input)
    })
}

fn line(kind: Coordinate) -> Line {
    match kind {
        Coordinate::Row => Line::Row,
        Coordinate::Column => Line::Column,
        Coordinate::Box => Line::Box,
    }
}
