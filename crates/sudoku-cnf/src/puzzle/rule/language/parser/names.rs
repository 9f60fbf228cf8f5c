//! Names of variables and definitions.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::super::error::StatementError;
use super::super::syntax::{
    Argument, Body, Call, CellName, Condition, ConditionKind, Definition, List, ListKind, Number,
    ParameterType, Span, Type,
};
use super::term::Term;
use super::{KEYWORDS, Parser, Result};

impl Parser<'_> {
    /// Returns the error for an unknown name, with similar names.
    pub(super) fn unknown(&self, name: &str, span: Span) -> StatementError {
        let mut known: BTreeSet<&str> = KEYWORDS.split(' ').collect();
        known.extend(self.scope.iter().map(|(name, _)| &**name));
        known.extend(self.definitions.iter().map(|definition| definition.name()));
        if known.contains(name) {
            return StatementError::new(Some(span.start), format!("'{name}' cannot be used here"));
        }
        let (distance, length) = (|other: &str| strsim::osa_distance(name, other), name.chars().count());
        let nearest = known.into_iter().min_by_key(|other| (distance(other), *other));
        let nearest = nearest.filter(|other| distance(other) < length && distance(other) <= 1 + length / 4);
        let hint = nearest.map_or(String::new(), |other| format!("; did you mean '{other}'?"));
        StatementError::new(Some(span.start), format!("unknown name '{name}'{hint}"))
    }

    /// Parses a variable, or a use of a definition after its name.
    pub(super) fn name_or_call(&mut self, name: &str, span: Span) -> Result<Term> {
        if let Some((slot, kind)) = self.variable(name) {
            return Ok(match kind {
                Type::Number => Term::Number(Number::Variable(slot), span),
                Type::Cell => Term::Cell(CellName::Variable(slot), span),
                Type::Cells | Type::Numbers => {
                    Term::List(List { kind: Box::new(ListKind::Variable(slot)), span })
                }
            });
        }
        let Some(definition) = self.find_definition(name) else { return Err(self.unknown(name, span)) };
        let call = self.call(definition)?;
        let span = self.since(span);
        Ok(match &call.definition.body {
            Body::Condition(_) => {
                Term::Condition(Condition { kind: Box::new(ConditionKind::Call(call)), span })
            }
            Body::Number(_) => Term::Number(Number::Call(call), span),
        })
    }

    /// Parses the arguments of a definition.
    fn call(&mut self, definition: Arc<Definition>) -> Result<Call> {
        self.expect("(")?;
        let mut arguments = Vec::new();
        for (index, parameter) in definition.parameters.iter().enumerate() {
            if let (Some(default), true) = (&parameter.default, self.is_symbol(")")) {
                arguments.push(Argument::Number(default.clone()));
                continue;
            }
            if index > 0 {
                self.expect(",")?;
            }
            let term = self.expression()?;
            arguments.push(match parameter.kind {
                ParameterType::Int => Argument::Number(term.number()?),
                ParameterType::Cell => Argument::Cell(term.cell()?),
                ParameterType::Ints => match term {
                    Term::List(list) => Argument::List(list),
                    other => return Err(other.expected("a list of numbers")),
                },
                ParameterType::Cells | ParameterType::Clue | ParameterType::Diagonal => {
                    Argument::List(term.list()?)
                }
            });
        }
        self.expect(")")?;
        Ok(Call { definition, arguments })
    }
}
