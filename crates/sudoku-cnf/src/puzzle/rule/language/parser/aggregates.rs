//! Aggregates and the generators of their variables.

use super::super::syntax::{
    Condition, ConditionKind, Generator, Generators, Item, List, ListKind, Lists, Number, Numbers, Pairs,
    Set, SetKind, Span, Type,
};
use super::super::token::TokenKind;
use super::term::Term;
use super::{Parser, Result};
use crate::puzzle::board::Line;

impl Parser<'_> {
    /// Returns whether generators follow, and not a list.
    fn has_generators(&self) -> bool {
        let is_name = |distance| matches!(self.peek_at(distance), TokenKind::Name(_));
        let is_in = |distance| matches!(self.peek_at(distance), TokenKind::Name(name) if name == "in");
        is_name(0) && (is_in(1) || *self.peek_at(1) == TokenKind::Symbol(",") && is_name(2) && is_in(3))
    }

    /// Parses generators and a body in parentheses, after the first opening parenthesis.
    fn comprehension<T>(&mut self, body: impl FnOnce(Term) -> Result<T>) -> Result<(Generators, T)> {
        let variables = self.scope.len();
        let start = self.span();
        let list = self.separated(Self::generator)?;
        let has_condition = self.accept("where");
        let condition = if has_condition { Some(Box::new(self.expression()?.condition()?)) } else { None };
        let generators = Generators { list, condition, span: self.since(start) };
        self.expect(")")?;
        self.expect("(")?;
        let body = body(self.expression()?)?;
        self.expect(")")?;
        self.scope.truncate(variables);
        Ok((generators, body))
    }

    fn generator(&mut self) -> Result<Generator> {
        let first = self.name("the name of a variable")?;
        if self.accept(",") {
            let second = self.name("the name of a variable")?;
            self.expect("in")?;
            let pairs = self.pairs()?;
            return Ok(Generator::Pair([self.bind(first, Type::Cell), self.bind(second, Type::Cell)], pairs));
        }
        self.expect("in")?;
        if let Some(lists) = self.lists()? {
            return Ok(Generator::OneOf(self.bind(first, Type::Cells), lists));
        }
        if self.is_symbol("{") {
            let set = self.set()?;
            return Ok(Generator::Member(self.bind(first, Type::Number), set));
        }
        // A range starts with a number, and a list with anything else.
        let start = self.span();
        let term = self.sum()?;
        if self.accept("..") {
            let last = self.sum()?.number()?;
            let kind = Box::new(SetKind::Range(term.number()?, last));
            let set = Set { kind, span: self.since(start) };
            return Ok(Generator::Member(self.bind(first, Type::Number), set));
        }
        if let Term::Number(..) = term {
            return Err(self.unexpected("'..' and the end of the range"));
        }
        let list = term.list()?;
        let kind = if self.has_numbers(&list) { Type::Number } else { Type::Cell };
        Ok(Generator::Element(self.bind(first, kind), list))
    }

    /// Returns whether the elements of a list are numbers and not cells.
    pub(super) fn has_numbers(&self, list: &List) -> bool {
        match &*list.kind {
            ListKind::Numbers(_) => true,
            ListKind::Variable(slot) => self.scope[*slot].1 == Type::Numbers,
            ListKind::Slice(list, ..) | ListKind::Reverse(list) | ListKind::Unique(list) => {
                self.has_numbers(list)
            }
            ListKind::Concatenation(lists) => lists.iter().any(|list| self.has_numbers(list)),
            _ => false,
        }
    }

    fn lists(&mut self) -> Result<Option<Lists>> {
        let houses = [("rows", Line::Row), ("columns", Line::Column), ("boxes", Line::Box)];
        if let Some(kind) = self.accept_one(&houses) {
            return Ok(Some(Lists::Houses(kind)));
        }
        if self.accept("edges") {
            return Ok(Some(Lists::Edges));
        }
        if self.accept("blocks") {
            let (rows, columns) = self.two_integers()?;
            let size = |number: i64| usize::try_from(number).unwrap_or(0);
            return Ok(Some(Lists::Blocks(size(rows), size(columns))));
        }
        let parts = [("subsets", Lists::Subsets as fn(List) -> Lists), ("runs", Lists::Runs)];
        let Some(lists) = self.accept_one(&parts) else { return Ok(None) };
        self.expect("of")?;
        Ok(Some(lists(self.sum()?.list()?)))
    }

    /// Parses two integers in parentheses: numbers of rows and of columns.
    fn two_integers(&mut self) -> Result<(i64, i64)> {
        self.expect("(")?;
        let rows = self.integer()?;
        self.expect(",")?;
        let columns = self.integer()?;
        self.expect(")")?;
        Ok((rows, columns))
    }

    fn pairs(&mut self) -> Result<Pairs> {
        let names: [(&str, &[(i32, i32)]); 3] = [
            ("adjacent", &[(0, 1), (1, 0)]),
            ("diagonal", &[(1, -1), (1, 1)]),
            ("knight", &[(1, -2), (1, 2), (2, -1), (2, 1)]),
        ];
        if let Some(steps) = self.accept_one(&names) {
            return Ok(Pairs::At(steps.to_vec()));
        }
        if self.accept("at") {
            let (rows, columns) = self.two_integers()?;
            let step = |number: i64| i32::try_from(number).unwrap_or(i32::MAX);
            return Ok(Pairs::At(vec![(step(rows), step(columns))]));
        }
        let of_list = [("consecutive", Pairs::Consecutive as fn(List) -> Pairs), ("pairs", Pairs::All)];
        let Some(pairs) = self.accept_one(&of_list) else {
            let expected = "pairs: adjacent, diagonal, knight, at (…, …), consecutive of …, pairs of …";
            return Err(self.unexpected(expected));
        };
        self.expect("of")?;
        Ok(pairs(self.sum()?.list()?))
    }

    /// Parses a sequence of numbers and the closing parenthesis.
    pub(super) fn numbers(&mut self) -> Result<Numbers> {
        if self.has_generators() {
            let (generators, number) = self.comprehension(Term::number)?;
            return Ok(Numbers::Each(generators, Box::new(number)));
        }
        let items = self.separated(Self::item)?;
        self.expect(")")?;
        Ok(Numbers::Items(items))
    }

    fn item(&mut self) -> Result<Item> {
        Ok(match self.expression()? {
            Term::List(list) => Item::List(list),
            other => Item::Number(other.number()?),
        })
    }

    pub(super) fn quantifier(&mut self, is_universal: bool, start: Span) -> Result<Term> {
        self.expect("(")?;
        if !self.has_generators() {
            return Err(self.unexpected("variables, for example: x in row 1"));
        }
        let (generators, body) = self.comprehension(Term::condition)?;
        Ok(self.condition_since(start, ConditionKind::Quantified { is_universal, generators, body }))
    }

    pub(super) fn count(&mut self, start: Span) -> Result<Term> {
        self.expect("(")?;
        if self.has_generators() {
            let (generators, condition) = self.comprehension(Term::condition)?;
            return Ok(Term::Number(Number::Count(generators, condition), self.since(start)));
        }
        let list = self.expression()?.list()?;
        self.expect(",")?;
        let number = if self.is_symbol("{") || self.is_range() {
            // The element of the list is a variable without a name.
            let (slot, span) = (self.bind(String::new(), Type::Number), list.span);
            let kind = Box::new(ConditionKind::In(Number::Variable(slot), self.set()?));
            self.scope.pop();
            let list = vec![Generator::Element(slot, list)];
            let generators = Generators { list, condition: None, span };
            Number::Count(generators, Condition { kind, span })
        } else {
            Number::CountEqual(list, Box::new(self.sum()?.number()?))
        };
        self.expect(")")?;
        Ok(Term::Number(number, self.since(start)))
    }

    /// Returns whether a range follows, up to the next comma or the end of the parentheses.
    fn is_range(&self) -> bool {
        let mut depth = 0;
        for distance in 0.. {
            match self.peek_at(distance) {
                TokenKind::Symbol("..") if depth == 0 => return true,
                TokenKind::Symbol("(" | "[" | "{") => depth += 1,
                TokenKind::Symbol(")" | "]" | "}" | ",") if depth == 0 => return false,
                TokenKind::Symbol(")" | "]" | "}") => depth -= 1,
                TokenKind::End => return false,
                _ => {}
            }
        }
        false
    }

    pub(super) fn all_different(&mut self, has_set: bool, start: Span) -> Result<Term> {
        self.expect("(")?;
        let kind = if has_set {
            let mut items = vec![self.item()?];
            self.expect(",")?;
            while !self.is_symbol("{") && !self.is_range() {
                items.push(self.item()?);
                self.expect(",")?;
            }
            let except = Some(self.set()?);
            self.expect(")")?;
            ConditionKind::AllDifferent { numbers: Numbers::Items(items), except }
        } else {
            ConditionKind::AllDifferent { numbers: self.numbers()?, except: None }
        };
        Ok(self.condition_since(start, kind))
    }
}
