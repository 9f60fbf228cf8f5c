//! Parts of expressions with their types.

use super::super::error::StatementError;
use super::super::syntax::{CellName, Condition, List, ListKind, Number, Span};
use super::Result;

/// A part of an expression with its type.
#[derive(Debug)]
pub(super) enum Term {
    Condition(Condition),
    Number(Number, Span),
    Cell(CellName, Span),
    List(List),
}

impl Term {
    pub(super) fn span(&self) -> Span {
        match self {
            Self::Condition(condition) => condition.span,
            Self::Number(_, span) | Self::Cell(_, span) => *span,
            Self::List(list) => list.span,
        }
    }

    fn describe(&self) -> &'static str {
        match self {
            Self::Condition(_) => "a condition",
            Self::Number(..) => "a number",
            Self::Cell(..) => "a cell",
            Self::List(_) => "a list",
        }
    }

    pub(super) fn expected(&self, expected: &str) -> StatementError {
        let hint = match (self, expected) {
            (Self::Condition(_), "a number") => {
                "; count it with count (…) (…), or compare conditions with <->"
            }
            (Self::List(_), "a number") => "; use, for example, sum(…) of the list",
            _ => "",
        };
        let message = format!("expected {expected}, found {}{hint}", self.describe());
        StatementError::new(Some(self.span().start), message)
    }

    pub(super) fn condition(self) -> Result<Condition> {
        match self {
            Self::Condition(condition) => Ok(condition),
            other => Err(other.expected("a condition")),
        }
    }

    pub(super) fn number(self) -> Result<Number> {
        match self {
            Self::Number(Number::Fold(fold), span) if fold.result.is_none() && fold.state.len() > 1 => {
                let message =
                    "a fold with several states needs a result after another ';', or '=' and a tuple";
                Err(StatementError::new(Some(span.start), message))
            }
            Self::Number(number, _) => Ok(number),
            Self::Cell(cell, _) => Ok(Number::Cell(cell)),
            other => Err(other.expected("a number")),
        }
    }

    pub(super) fn list(self) -> Result<List> {
        match self {
            Self::List(list) => Ok(list),
            Self::Cell(cell, span) => Ok(List { kind: Box::new(ListKind::Cell(cell)), span }),
            other => Err(other.expected("a list of cells")),
        }
    }

    pub(super) fn cell(self) -> Result<CellName> {
        match self {
            Self::Cell(cell, _) => Ok(cell),
            other => Err(other.expected("a cell")),
        }
    }
}
