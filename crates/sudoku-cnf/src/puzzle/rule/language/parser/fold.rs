//! Folds.

use super::super::syntax::{Fold, Number, Span, Tuple, Type};
use super::term::Term;
use super::{Parser, Result};

impl Parser<'_> {
    pub(super) fn fold(&mut self, start: Span) -> Result<Term> {
        self.nested(|parser| {
            parser.expect("(")?;
            let names = parser.state_names()?;
            parser.expect("=")?;
            let values = parser.tuple(names.len())?;
            parser.expect(";")?;
            let element = parser.name("the name of the element")?;
            parser.expect("in")?;
            let list = parser.expression()?.list()?;
            parser.expect(";")?;
            let variables = parser.scope.len();
            let state: Vec<_> = names.into_iter().map(|name| parser.bind(name, Type::Number)).collect();
            let kind = if parser.has_numbers(&list) { Type::Number } else { Type::Cell };
            let element = parser.bind(element, kind);
            let next = Box::new(parser.next_state(state.len())?);
            // The result has no element.
            parser.scope.pop();
            let result =
                if parser.accept(";") { Some(Box::new(parser.expression()?.number()?)) } else { None };
            parser.scope.truncate(variables);
            parser.expect(")")?;
            let fold = Fold { state, start: values, element, list, next, result };
            Ok(Term::Number(Number::Fold(fold), parser.since(start)))
        })
    }

    fn state_names(&mut self) -> Result<Vec<String>> {
        if !self.accept("(") {
            return Ok(vec![self.name("the name of the state")?]);
        }
        let names = self.separated(|parser| parser.name("the name of a part of the state"))?;
        self.expect(")")?;
        Ok(names)
    }

    /// Parses the next state: numbers, or a conditional with a state in each branch.
    fn next_state(&mut self, length: usize) -> Result<Tuple> {
        let start = self.span();
        match length {
            1 => Ok(Tuple::Numbers(vec![self.expression()?.number()?])),
            _ if self.accept("if") => {
                self.conditional(start, &|parser| parser.next_state(length), &|_, condition, yes, no| {
                    Ok(Tuple::If(condition, Box::new(yes), Box::new(no)))
                })
            }
            _ => Ok(Tuple::Numbers(self.tuple(length)?)),
        }
    }
}
