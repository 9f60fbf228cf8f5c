//! Rules as text: one rule per line, for example `killercage 10: r1c1 r1c2`.
//!
//! A rule is its name, its numbers (separated by commas), a colon and its cells (separated by spaces or commas). A
//! second list of cells follows after a semicolon. Clues outside the board name their position, for example
//! `sandwichsum 12: r0c5`, and little killers also a direction, for example `littlekillersum 20: r0c3 DR`.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::form::Values;
use super::language::{RuleCall, without_comment};
use super::position::positions;
use super::{
    Definitions, Direction, Form, InvalidRule, NamedRule, Position, Rule, RuleKind, RuleText, Statement,
};
use crate::puzzle::board::{Cell, Geometry};

impl FromStr for RuleText {
    type Err = InvalidRule;

    fn from_str(text: &str) -> Result<Self, InvalidRule> {
        Self::parse(text, &Definitions::default())
    }
}

impl RuleText {
    /// Parses a rule, a statement, or a use of one of `definitions`.
    ///
    /// # Errors
    /// Returns an error if the text is none of these.
    pub fn parse(text: &str, definitions: &Definitions) -> Result<Self, InvalidRule> {
        let line = without_comment(text);
        match rule_name(&line, definitions) {
            Some(name) => {
                let named = definitions.named(name).ok_or_else(|| unknown(name, definitions))?;
                Self::parse_named(&line, &named)
            }
            None if line.is_empty() => Err(unknown("", definitions)),
            None => Ok(Statement::parse(text, definitions)?.into()),
        }
    }

    /// Parses a rule with a name: its numbers and, after a colon, its lists of places.
    fn parse_named(text: &str, named: &NamedRule) -> Result<Self, InvalidRule> {
        let (head, lists) = text.split_once(':').unwrap_or((text, ""));
        let syntax = |message: String| InvalidRule::Syntax(format!("{}: {message}", named.name()));
        let values = words(head).skip(1).map(|word| named.number(word)).collect::<Result<_, _>>()?;
        let (mut places, mut direction) = (Vec::new(), None);
        for list in lists.split(';').filter(|_| !lists.trim().is_empty()) {
            let mut place = Vec::new();
            for word in words(list) {
                match (word.parse(), positions(word)) {
                    (Ok(found), _) => direction = Some(found),
                    (_, Some(positions)) => place.extend(positions),
                    _ => return Err(syntax(format!("invalid cell '{word}'; expected, for example, r4c7"))),
                }
            }
            places.push(place);
        }
        let kind = match named {
            NamedRule::Known(kind) => *kind,
            NamedRule::Own(definition) => {
                return Ok(Statement::of_call(definition, RuleCall { values, places, direction })?.into());
            }
        };
        let mut places = places.into_iter();
        let mut next = || places.next().unwrap_or_default();
        let (cells, others) = (next(), next());
        if places.any(|list| !list.is_empty()) {
            return Err(syntax("expected at most two lists of cells".to_owned()));
        }
        let rule = Self { cells, others, direction, values, ..Self::new(kind) };
        rule.check_values()?;
        Ok(rule)
    }
}

/// Returns the name of a text that has the form of a rule: a name, numbers, and a colon or the end. Statements do not
/// have this form.
fn rule_name<'a>(text: &'a str, definitions: &Definitions) -> Option<&'a str> {
    let text = text.trim();
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '+' | '-');
    let (name, rest) = text.split_at(text.find(|c| !is_part(c)).unwrap_or(text.len()));
    let numbers = rest.split(':').next().unwrap_or_default();
    let is_number = |word: &str| word.starts_with(|c: char| c.is_alphanumeric() || c == '-');
    let is_rule = name.starts_with(char::is_alphabetic) && words(numbers).all(is_number);
    let is_known = || RuleKind::from_word(name).is_some() || definitions.get(name).is_some();
    let is_rule = is_rule && (rest.contains(':') || words(numbers).next().is_none() || is_known());
    is_rule.then_some(name)
}

fn unknown(name: &str, definitions: &Definitions) -> InvalidRule {
    let own = definitions.iter().map(|definition| definition.name());
    InvalidRule::Syntax(RuleKind::unknown(name, own))
}

impl From<Statement> for RuleText {
    fn from(statement: Statement) -> Self {
        Arc::new(statement).into()
    }
}

/// The rule has the cells and numbers of a use of a definition.
impl From<Arc<Statement>> for RuleText {
    fn from(statement: Arc<Statement>) -> Self {
        let rule = Self { statement: Some(statement.clone()), ..Self::new(RuleKind::Statement) };
        let Some((_, call)) = statement.call() else { return rule };
        let (cells, others) = match (rule.named().form(), &call.places[..]) {
            (Form::CellsAndLine | Form::CellsAndClones, [cells, others]) => (cells.clone(), others.clone()),
            (_, places) => (places.concat(), Vec::new()),
        };
        Self { cells, others, direction: call.direction, values: call.values.clone(), ..rule }
    }
}

impl RuleText {
    /// Returns what the rule means, apart from its cells and numbers.
    pub fn named(&self) -> NamedRule {
        let own = self.statement.as_ref().and_then(|statement| statement.definition());
        own.map_or(NamedRule::Known(self.kind), |definition| NamedRule::Own(definition.clone()))
    }
}

impl Definitions {
    /// Returns the definition with a name or, if there is none, the known kind with this name.
    pub fn named(&self, name: &str) -> Option<NamedRule> {
        let own = self.get(name).map(|definition| NamedRule::Own(definition.clone()));
        own.or_else(|| RuleKind::from_word(name).map(NamedRule::Known))
    }

    /// Parses a rule, a statement, or a use of one of the definitions.
    ///
    /// # Errors
    /// Returns an error if the text is none of these.
    pub fn rule(&self, text: &str) -> Result<RuleText, InvalidRule> {
        RuleText::parse(text, self)
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty())
}

impl RuleText {
    /// Returns the numbers of the rule as they are written. An XV rule has letters.
    pub(crate) fn numbers(&self) -> Vec<String> {
        let number = |value: &i64| match (self.kind, value) {
            (RuleKind::Xv, 10) => "X".to_owned(),
            (RuleKind::Xv, 5) => "V".to_owned(),
            _ => value.to_string(),
        };
        self.values.iter().map(number).collect()
    }

    /// Checks the number of values and their signs, which do not depend on the board.
    pub(crate) fn check_values(&self) -> Result<(), InvalidRule> {
        let values = self.kind.values();
        let (is_right, expected) = match values {
            Values::None => (self.values.is_empty(), "no number"),
            Values::Optional => (self.values.len() <= 1, "at most one number"),
            Values::Required => (self.values.len() == 1, "one number"),
            Values::List => (!self.values.is_empty(), "at least one number"),
        };
        let kind = self.kind;
        if !is_right {
            return Err(InvalidRule::Value { kind, expected });
        }
        if self.values.iter().any(|&value| value < 0) {
            return Err(InvalidRule::Value { kind, expected: "a number that is not negative" });
        }
        if kind == RuleKind::Xv && !matches!(self.values[0], 5 | 10) {
            return Err(InvalidRule::Value { kind, expected: "X or V" });
        }
        Ok(())
    }

    /// Creates the rule on a board.
    ///
    /// # Errors
    /// Returns an error if the rule does not fit the board, or if its numbers are wrong.
    pub fn on(&self, geometry: &Geometry) -> Result<Rule, InvalidRule> {
        Rule::new(self, geometry)
    }
}

impl Rule {
    /// Parses a rule on a board.
    ///
    /// # Errors
    /// Returns an error if the text is not a rule, or if the rule does not fit the board.
    pub fn parse(text: &str, geometry: &Geometry) -> Result<Self, InvalidRule> {
        text.parse::<RuleText>()?.on(geometry)
    }

    /// Returns the rule as it is written. For a [custom](Self::custom) rule, the text states nothing.
    pub fn text(&self) -> RuleText {
        if let Some(statement) = self.statement() {
            return statement.clone().into();
        }
        let positions = |cells: &[Cell]| cells.iter().map(|&cell| cell.into()).collect();
        let mut text = RuleText {
            cells: positions(&self.cells),
            others: positions(&self.others),
            values: self.values.clone(),
            ..RuleText::new(self.kind)
        };
        if let (Some(clue), Some(first)) = (self.clue, text.cells.first()) {
            let direction = Direction { is_down: first.row > clue.row, is_right: first.column > clue.column };
            text.direction = (self.kind.form() == Form::Diagonal).then_some(direction);
            text.cells = vec![clue];
        }
        text
    }
}

crate::serialize_as_text!(RuleText);

/// Serializes a rule as text. To read it, deserialize a [`RuleText`] and call [`RuleText::on`]. A rule without a text
/// is an error.
#[cfg(feature = "serde")]
impl serde::Serialize for Rule {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.check_text().map_err(serde::ser::Error::custom)?;
        serializer.collect_str(self)
    }
}

impl fmt::Display for RuleText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |cells: &[Position]| cells.iter().map(Position::to_string).collect::<Vec<_>>().join(" ");
        if let Some(statement) = &self.statement {
            return f.write_str(statement.text());
        }
        write!(f, "{}", self.kind)?;
        if !self.values.is_empty() {
            write!(f, " {}", self.numbers().join(","))?;
        }
        if !self.cells.is_empty() {
            write!(f, ": {}", list(&self.cells))?;
        }
        if let Some(direction) = self.direction {
            write!(f, " {direction}")?;
        }
        if !self.others.is_empty() {
            write!(f, "; {}", list(&self.others))?;
        }
        Ok(())
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.check_text() {
            _ if f.alternate() => f.write_str(&self.sentence()),
            Ok(()) => self.text().fmt(f),
            Err(_) => f.write_str(self.name()),
        }
    }
}
