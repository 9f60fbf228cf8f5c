//! The operands of expressions: numbers, cells, lists, functions and conditionals.

use super::super::super::position::Direction;
use super::super::error::StatementError;
use super::super::pattern::Pattern;
use super::super::syntax::{
    Aggregate, CellName, Condition, ConditionKind, Generator, Generators, List, ListKind, Number, Pairs,
    Relation, Span,
};
use super::super::token::TokenKind;
use super::term::Term;
use super::{Parser, Result};
use crate::puzzle::board::Line;

impl Parser<'_> {
    pub(super) fn primary(&mut self) -> Result<Term> {
        let start = self.span();
        match self.peek().clone() {
            TokenKind::Integer(number) => {
                self.advance();
                Ok(Term::Number(Number::Integer(number), start))
            }
            TokenKind::Cell(position) => {
                self.advance();
                self.cell_or_rectangle(CellName::At(position, start), start)
            }
            TokenKind::Symbol("(") => {
                self.advance();
                let term = self.expression()?;
                self.expect(")")?;
                Ok(term)
            }
            TokenKind::Symbol("[") => {
                self.advance();
                self.concatenation(start)
            }
            TokenKind::Name(name) => self.word(&name, start),
            _ => Err(self.unexpected("a number, a cell, a list or a condition")),
        }
    }

    /// Parses the second corner of a rectangle, if it follows.
    fn cell_or_rectangle(&mut self, first: CellName, start: Span) -> Result<Term> {
        let is_bound = self.bounds_depth == Some(self.depth);
        if !is_bound && self.is_symbol("..") && matches!(self.peek_at(1), TokenKind::Cell(_)) {
            self.advance();
            let TokenKind::Cell(position) = *self.peek() else { return Err(self.unexpected("a cell")) };
            let last = CellName::At(position, self.span());
            self.advance();
            return Ok(self.list_since(start, ListKind::Between(first, last)));
        }
        Ok(Term::Cell(first, start))
    }

    fn list_since(&self, start: Span, kind: ListKind) -> Term {
        Term::List(List { kind: Box::new(kind), span: self.since(start) })
    }

    /// Parses the elements of a list, after the bracket: cells and lists, or integers.
    fn concatenation(&mut self, start: Span) -> Result<Term> {
        if matches!(self.peek(), TokenKind::Integer(_) | TokenKind::Symbol("-")) {
            let numbers = self.separated(Self::integer)?;
            self.expect("]")?;
            return Ok(self.list_since(start, ListKind::Numbers(numbers)));
        }
        let mut lists = Vec::new();
        while !self.accept("]") {
            if !lists.is_empty() {
                self.expect(",")?;
            }
            lists.push(self.expression()?.list()?);
        }
        Ok(self.list_since(start, ListKind::Concatenation(lists)))
    }

    fn word(&mut self, word: &str, start: Span) -> Result<Term> {
        self.advance();
        if let Ok(kind) = word.parse::<Line>() {
            let is_call = self.is_symbol("(");
            return if is_call { self.coordinate(kind, start) } else { self.house(kind, None, start) };
        }
        if let Ok(aggregate) = word.parse::<Aggregate>() {
            self.expect("(")?;
            let numbers = self.numbers()?;
            return Ok(Term::Number(Number::Aggregate(aggregate, numbers), self.since(start)));
        }
        match word {
            "n" => Ok(Term::Number(Number::Size, start)),
            "if" => self.conditional(start, &Self::expression, &branches),
            "fold" => self.fold(start),
            "forall" | "exists" => self.quantifier(word == "forall", start),
            "count" => self.count(start),
            "alldifferent" | "alldifferent_except" => {
                self.all_different(word == "alldifferent_except", start)
            }
            "abs"
            | "length"
            | "regular"
            | "increasing"
            | "strictly_increasing"
            | "lex_less"
            | "permutation" => self.function(word, start),
            "grid" => self.on_board(start),
            "cells" => Ok(self.list_since(start, ListKind::Cells)),
            "diagonal+" | "diagonal-" => {
                Ok(self.list_since(start, ListKind::Diagonal { is_rising: word == "diagonal+", board: None }))
            }
            "clue" => self.clue(start),
            "reverse" | "unique" => {
                self.expect("(")?;
                let list = self.expression()?.list()?;
                self.expect(")")?;
                let kind = if word == "reverse" { ListKind::Reverse } else { ListKind::Unique };
                Ok(self.list_since(start, kind(list)))
            }
            _ => self.name_or_call(word, start),
        }
    }

    fn coordinate(&mut self, kind: Line, start: Span) -> Result<Term> {
        self.expect("(")?;
        let cell = self.expression()?.cell()?;
        self.expect(")")?;
        Ok(Term::Number(Number::Coordinate(kind, cell), self.since(start)))
    }

    /// Parses the number of a house: an integer or a variable.
    fn house(&mut self, kind: Line, board: Option<usize>, start: Span) -> Result<Term> {
        let number = match self.peek().clone() {
            TokenKind::Integer(number) => {
                self.advance();
                Number::Integer(number)
            }
            TokenKind::Name(_) => self.primary()?.number()?,
            _ => return Err(self.unexpected("the number of the house")),
        };
        Ok(self.list_since(start, ListKind::House { board, kind, number }))
    }

    fn on_board(&mut self, start: Span) -> Result<Term> {
        let number = self.integer()?;
        let board = usize::try_from(number).ok().filter(|&number| number > 0);
        let board =
            board.ok_or_else(|| StatementError::new(Some(start.start), "grids are numbered from 1"))?;
        if let Some(&kind) = Line::ALL.iter().find(|kind| self.accept(kind.name())) {
            return self.house(kind, Some(board), start);
        }
        let Some(is_rising) = self.accept_one(&[("diagonal+", true), ("diagonal-", false)]) else {
            return Err(self.unexpected("'row', 'column', 'box', 'diagonal+' or 'diagonal-'"));
        };
        Ok(self.list_since(start, ListKind::Diagonal { is_rising, board: Some(board) }))
    }

    fn clue(&mut self, start: Span) -> Result<Term> {
        let TokenKind::Cell(position) = *self.peek() else {
            return Err(self.unexpected("a position outside the board, for example r0c5"));
        };
        self.advance();
        let direction = match self.peek() {
            TokenKind::Name(name) => name.parse::<Direction>().ok(),
            _ => None,
        };
        if direction.is_some() {
            self.advance();
        }
        Ok(self.list_since(start, ListKind::Clue(position, direction)))
    }

    /// Consumes `symbol`, which must follow in the arguments of a function.
    fn expect_in(&mut self, function: &str, symbol: &str) -> Result<()> {
        let arguments = match function {
            "abs" => "a number",
            "regular" => "a list and a regular expression",
            "lex_less" | "permutation" => "two lists",
            _ => "a list",
        };
        if self.accept(symbol) {
            return Ok(());
        }
        Err(self.unexpected(&format!("'{symbol}' ({function} takes {arguments})")))
    }

    /// Parses the arguments of a function in parentheses.
    fn function(&mut self, name: &str, start: Span) -> Result<Term> {
        self.expect("(")?;
        let first = self.expression()?;
        if let "abs" | "length" = name {
            let number = if name == "abs" {
                Number::Absolute(Box::new(first.number()?))
            } else {
                Number::Length(first.list()?)
            };
            self.expect_in(name, ")")?;
            return Ok(Term::Number(number, self.since(start)));
        }
        let list = first.list()?;
        let kind = match name {
            "increasing" => self.increasing(list, Relation::AtMost),
            "strictly_increasing" => self.increasing(list, Relation::Less),
            "regular" => {
                self.expect_in(name, ",")?;
                let offset = self.span().start;
                let TokenKind::Text(text) = self.peek().clone() else {
                    return Err(self.unexpected("a regular expression in quotation marks"));
                };
                self.advance();
                let pattern =
                    Pattern::parse(&text).map_err(|message| StatementError::new(Some(offset), message))?;
                ConditionKind::Regular(list, pattern)
            }
            _ => {
                self.expect_in(name, ",")?;
                let other = self.expression()?.list()?;
                if name == "lex_less" {
                    ConditionKind::LexLess(list, other)
                } else {
                    ConditionKind::Permutation(list, other)
                }
            }
        };
        self.expect_in(name, ")")?;
        Ok(self.condition_since(start, kind))
    }

    /// Returns the condition that each two consecutive elements of a list have a relation.
    fn increasing(&self, list: List, relation: Relation) -> ConditionKind {
        let (span, slots) = (list.span, [self.scope.len(), self.scope.len() + 1]);
        let [first, second] = slots.map(Number::Variable);
        let kind = Box::new(ConditionKind::Compare(first, relation, second));
        let list = vec![Generator::Pair(slots, Pairs::Consecutive(list))];
        let generators = Generators { list, condition: None, span };
        ConditionKind::Quantified { is_universal: true, generators, body: Condition { kind, span } }
    }
}

/// Joins the branches of a conditional, which must have the same type.
fn branches(span: Span, condition: Condition, yes: Term, no: Term) -> Result<Term> {
    if let Term::Condition(yes) = yes {
        let kind = Box::new(ConditionKind::If(condition, yes, no.condition()?));
        return Ok(Term::Condition(Condition { kind, span }));
    }
    Ok(Term::Number(Number::If(condition, Box::new(yes.number()?), Box::new(no.number()?)), span))
}
