//! Definitions.

use std::fmt::Display;

use itertools::Itertools;

use super::super::error::StatementError;
use super::super::syntax::{Body, COLORS, Definition, Number, Parameter, ParameterType, Shape};
use super::super::token::TokenKind;
use super::term::Term;
use super::{Parser, Result, without_comment};

impl Parser<'_> {
    pub(super) fn definition(&mut self, text: &str) -> Result<Definition> {
        self.expect("define")?;
        let name = self.name("the name of the definition")?;
        self.expect("(")?;
        let mut parameters: Vec<Parameter> = Vec::new();
        while !self.accept(")") {
            if !parameters.is_empty() {
                self.expect(",")?;
            }
            let parameter = self.parameter(&parameters)?;
            self.bind(parameter.name.clone(), parameter.kind.of_variable());
            parameters.push(parameter);
        }
        self.expect(":")?;
        let body = match self.expression()? {
            Term::Condition(condition) => Body::Condition(condition),
            other => Body::Number(other.number()?),
        };
        let (mut sentence, mut sentence_without, mut shape, mut color) = (None, None, Shape::None, None);
        if self.accept("sentence") {
            sentence = Some(self.sentence(&parameters)?);
            if self.accept("or") {
                sentence_without = Some(self.sentence(&parameters)?);
            }
        }
        if self.accept("draw") {
            (shape, color) = self.drawing()?;
        }
        let (text, used) = (without_comment(text), std::mem::take(&mut self.used));
        Ok(Definition { name, parameters, body, sentence, sentence_without, shape, color, text, used })
    }

    fn sentence(&mut self, parameters: &[Parameter]) -> Result<String> {
        let TokenKind::Text(text) = self.peek().clone() else {
            return Err(self.unexpected("a sentence in quotation marks"));
        };
        self.check_sentence(&text, parameters)?;
        self.advance();
        Ok(text)
    }

    fn parameter(&mut self, before: &[Parameter]) -> Result<Parameter> {
        let start = self.span();
        let error = |message: String| StatementError::new(Some(start.start), message);
        let name = self.name("the name of a parameter")?;
        if before.iter().any(|other| other.name == name) {
            return Err(error(format!("the parameter '{name}' occurs twice")));
        }
        self.expect(":")?;
        let kind = self.one_of("a type", ParameterType::ALL)?;
        let is_after_ints = before.iter().any(|other| other.kind == ParameterType::Ints);
        if is_after_ints && matches!(kind, ParameterType::Int | ParameterType::Ints) {
            return Err(error("a parameter of type ints must be the last number".to_owned()));
        }
        let has_default = kind == ParameterType::Int && self.accept("=");
        let default = if has_default { Some(self.default()?) } else { None };
        let is_optional = before.iter().any(|other| other.default.is_some());
        if is_optional && kind == ParameterType::Int && default.is_none() {
            return Err(error(format!("'{name}' needs a default, because a number before it has one")));
        }
        Ok(Parameter { name, kind, default })
    }

    /// Parses a number that depends on the size of the board only.
    fn default(&mut self) -> Result<Number> {
        let scope = std::mem::take(&mut self.scope);
        let term = self.sum();
        self.scope = scope;
        match term? {
            Term::Number(number, _) => Ok(number),
            other => Err(other.expected("a number")),
        }
    }

    fn check_sentence(&self, text: &str, parameters: &[Parameter]) -> Result<()> {
        for part in text.split('{').skip(1) {
            let name = part.split('}').next().unwrap_or_default();
            let name = name.strip_suffix("[1]").unwrap_or(name);
            if !part.contains('}') || !parameters.iter().any(|parameter| parameter.name == name) {
                let message = format!("the sentence refers to '{{{name}}}', which is not a parameter");
                return Err(StatementError::new(Some(self.span().start), message));
            }
        }
        Ok(())
    }

    fn drawing(&mut self) -> Result<(Shape, Option<String>)> {
        let shape = self.one_of("a shape", Shape::ALL)?;
        let has_color = *self.peek() != TokenKind::End;
        let color = if has_color { Some(self.one_of("a color", &COLORS)?.to_owned()) } else { None };
        Ok((shape, color))
    }

    /// Consumes the name of one of `values`.
    fn one_of<T: Copy + Display>(&mut self, what: &str, values: &[T]) -> Result<T> {
        let found = values.iter().find(|value| self.accept(&value.to_string()));
        found.copied().ok_or_else(|| self.unexpected(&format!("{what}: {}", values.iter().join(", "))))
    }
}
