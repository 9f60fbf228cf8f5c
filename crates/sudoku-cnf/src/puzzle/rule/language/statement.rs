//! Statements, and rules that use a definition.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use itertools::Itertools;

use super::super::constraint::Constraint;
use super::super::context::Digits;
use super::super::position::{Direction, Position};
use super::compile::{Compiled, compile};
use super::definitions::Definitions;
use super::error::StatementError;
use super::syntax::{
    Argument, Body, Call, CellName, Condition, ConditionKind, Definition, List, ListKind, Number,
    ParameterType, Span,
};
use super::{evaluate, parser};
use crate::puzzle::board::{BoardMap, Cell, Geometry};

/// A statement as it is written, or a rule with the name of a definition.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Statement {
    /// The text in one line.
    text: String,
    condition: Condition,
    /// The definitions that the statement uses.
    used: Vec<Arc<Definition>>,
    call: Option<RuleCall>,
}

/// The numbers and places of a rule with the name of a definition.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct RuleCall {
    pub(crate) values: Vec<i64>,
    /// The list of places for each parameter that is a cell, a list of cells or a clue.
    pub(crate) places: Vec<Vec<Position>>,
    /// The direction of a clue.
    pub(crate) direction: Option<Direction>,
}

impl Statement {
    /// Parses a statement.
    pub(in super::super) fn parse(text: &str, definitions: &Definitions) -> Result<Self, StatementError> {
        let (condition, used) = parser::statement(text, definitions)?;
        Ok(Self { text: parser::without_comment(text), condition, used, call: None })
    }

    /// Creates a rule with the name of a definition.
    pub(crate) fn of_call(definition: &Arc<Definition>, call: RuleCall) -> Result<Self, StatementError> {
        let error = |message: String| StatementError::new(None, format!("{}: {message}", definition.name()));
        if let Body::Number(_) = definition.body {
            return Err(error("the definition is a number and not a condition".to_owned()));
        }
        let arguments = arguments(definition, &call).map_err(error)?;
        let kind = ConditionKind::Call(Call { definition: definition.clone(), arguments });
        let text = call.text(definition.name());
        let span = Span { start: 0, end: text.len() as u32 };
        let condition = Condition { kind: Box::new(kind), span };
        Ok(Self { text, condition, used: vec![definition.clone()], call: Some(call) })
    }

    /// Returns the statement as it is written, in one line.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the definition of which this is a use, or `None` for a statement.
    pub fn definition(&self) -> Option<&Arc<Definition>> {
        self.used.first().filter(|_| self.call.is_some())
    }

    /// Returns the lists of places that a use of a definition states.
    pub fn places(&self) -> &[Vec<Position>] {
        self.call.as_ref().map_or(&[], |call| &call.places)
    }

    /// Returns the direction of the clue that a use of a definition states.
    pub fn direction(&self) -> Option<Direction> {
        self.call.as_ref().and_then(|call| call.direction)
    }

    /// Returns the definition and what a rule with its name states.
    pub(crate) fn call(&self) -> Option<(&Arc<Definition>, &RuleCall)> {
        self.definition().zip(self.call.as_ref())
    }

    /// Adds the definitions that the statement uses, directly or not.
    pub(crate) fn add_definitions(&self, definitions: &mut Definitions) {
        self.used.iter().for_each(|definition| definitions.add_with_used(definition));
    }

    /// Returns the sentence of the definition with the arguments, or the statement as it is written.
    pub(in super::super) fn sentence(&self) -> String {
        self.filled(None).unwrap_or_else(|| self.text.clone())
    }

    /// Returns whether the digits of a board satisfy the statement, which need not be small enough for clauses. The
    /// result is `true` if this depends on open cells.
    pub fn holds(&self, digits: &Digits<'_>, geometry: &Geometry) -> bool {
        evaluate::holds(&self.condition, &BoardMap::new(geometry), digits) != Some(false)
    }

    /// Returns the sentence of the definition with the word `places` instead of the cells. Returns `None` if there is
    /// no sentence, or if it would not tell several lists of cells apart.
    pub fn sentence_about(&self, places: &str) -> Option<String> {
        if self.places().len() == 1 { self.filled(Some(places)) } else { None }
    }

    /// Returns the sentence of the definition with the arguments, of which `places` replaces cells.
    fn filled(&self, places: Option<&str>) -> Option<String> {
        let (definition, call) = self.call()?;
        let ConditionKind::Call(Call { arguments, .. }) = &*self.condition.kind else { return None };
        let words = definition.parameters.iter().zip(arguments).map(|(parameter, argument)| {
            let word = places.filter(|_| parameter.kind.is_place());
            let all = word.map_or_else(|| describe(argument), str::to_owned);
            let first = all.split(' ').next().unwrap_or_default().to_owned();
            (all, first)
        });
        let numbers = definition.parameters.iter().filter(|parameter| parameter.kind == ParameterType::Int);
        definition.filled(call.values.len() >= numbers.count(), &words.collect::<Vec<_>>())
    }
}

impl RuleCall {
    /// Returns the rule as it is written.
    fn text(&self, name: &str) -> String {
        let mut text = name.to_owned();
        if !self.values.is_empty() {
            text.extend([" ", &self.values.iter().join(",")]);
        }
        let mut lists = self.places.iter().map(|cells| cells.iter().join(" "));
        if !self.places.is_empty() {
            text.extend([": ", &lists.join("; ")]);
        }
        if let Some(direction) = self.direction {
            text.extend([" ", &direction.to_string()]);
        }
        text
    }
}

/// Returns an argument in words.
fn describe(argument: &Argument) -> String {
    match argument {
        Argument::Number(Number::Integer(number)) => number.to_string(),
        Argument::Cell(CellName::At(position, _)) => position.to_string(),
        Argument::List(List { kind, .. }) => match &**kind {
            ListKind::Numbers(numbers) => numbers.iter().join(", "),
            ListKind::Clue(position, None) => format!("the line seen from {position}"),
            ListKind::Clue(position, Some(direction)) => {
                format!("the diagonal seen from {position} {direction}")
            }
            ListKind::Concatenation(cells) => {
                let name = |list: &List| match &*list.kind {
                    ListKind::Cell(CellName::At(position, _)) => position.to_string(),
                    _ => String::new(),
                };
                cells.iter().map(name).join(" ")
            }
            _ => String::new(),
        },
        _ => String::new(),
    }
}

/// Assigns the numbers and places of a rule to the parameters of a definition.
fn arguments(definition: &Definition, call: &RuleCall) -> Result<Vec<Argument>, String> {
    let span = Span::default();
    let list = |kind| Argument::List(List { kind: Box::new(kind), span });
    let mut values = call.values.iter().copied();
    let parameters = &definition.parameters;
    let expected = parameters.iter().filter(|parameter| parameter.kind.is_place()).count();
    let are_cells =
        parameters.iter().filter(|parameter| parameter.kind == ParameterType::Cell).count() == expected;
    // Several cells may be in one list.
    let single: Vec<Vec<Position>> = match &call.places[..] {
        [cells] if are_cells && cells.len() == expected => cells.iter().map(|&cell| vec![cell]).collect(),
        places => places.to_vec(),
    };
    let mut places = single.iter();
    if single.len() != expected {
        let lists = if expected == 1 { "1 list" } else { &format!("{expected} lists") };
        return Err(format!("expected {lists} of cells, found {}", call.places.len()));
    }
    let mut next_place = || places.next().map_or(&[][..], |list| &list[..]);
    let mut arguments = Vec::new();
    for parameter in parameters {
        let name = &parameter.name;
        arguments.push(match parameter.kind {
            ParameterType::Int => {
                let number = values.next().map(Number::Integer).or_else(|| parameter.default.clone());
                Argument::Number(number.ok_or_else(|| format!("the number '{name}' is missing"))?)
            }
            ParameterType::Ints => list(ListKind::Numbers(values.by_ref().collect())),
            ParameterType::Cell => match next_place() {
                [position] => Argument::Cell(CellName::At(*position, span)),
                cells => return Err(format!("expected one cell for '{name}', found {}", cells.len())),
            },
            ParameterType::Cells => {
                let cells = next_place().iter().map(|&position| List {
                    kind: Box::new(ListKind::Cell(CellName::At(position, span))),
                    span,
                });
                list(ListKind::Concatenation(cells.collect()))
            }
            ParameterType::Diagonal if call.direction.is_none() => {
                return Err(format!("expected a direction for '{name}': DR, DL, UR or UL"));
            }
            ParameterType::Clue | ParameterType::Diagonal => match next_place() {
                [position] => list(ListKind::Clue(*position, call.direction)),
                _ => return Err(format!("expected one position outside the board for '{name}'")),
            },
        });
    }
    if values.next().is_some() {
        return Err(format!("there are more numbers than the definition has: {}", call.values.len()));
    }
    Ok(arguments)
}

/// A statement on a board.
#[derive(Clone, Debug)]
pub(in super::super) struct BoundStatement {
    statement: Arc<Statement>,
    compiled: Compiled,
    /// A hash of the board.
    board: u64,
}

impl PartialEq for BoundStatement {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board && self.statement == other.statement
    }
}

impl Eq for BoundStatement {}

impl Hash for BoundStatement {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.statement.text.hash(state);
    }
}

impl BoundStatement {
    pub(in super::super) fn new(
        statement: &Arc<Statement>,
        geometry: &Geometry,
    ) -> Result<Self, StatementError> {
        let text = &statement.text;
        let compiled = compile(&statement.condition, text, &BoardMap::new(geometry));
        let compiled = compiled.map_err(|error| error.in_statement(text))?;
        Ok(Self { statement: statement.clone(), compiled, board: hash(geometry) })
    }

    pub(in super::super) fn statement(&self) -> &Arc<Statement> {
        &self.statement
    }

    /// Returns whether the statement has been compiled for `geometry`.
    pub(in super::super) fn is_on(&self, geometry: &Geometry) -> bool {
        self.board == hash(geometry)
    }

    /// Returns the cells that the statement depends on.
    pub(in super::super) fn cells(&self) -> &[Cell] {
        &self.compiled.cells
    }

    /// Returns `Some` if the statement is obviously always true or always false.
    pub(in super::super) fn truth(&self) -> Option<bool> {
        self.compiled.truth
    }

    pub(in super::super) fn constraints(&self) -> &[Constraint] {
        &self.compiled.constraints
    }
}

fn hash(geometry: &Geometry) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(geometry)
}
