//! The parser of the parts of expressions: names, lists, aggregates, generators, conditionals and folds.

use super::super::position::Direction;
use super::error::StatementError;
use super::parser::{Parser, Result, Term};
use super::pattern::Pattern;
use super::syntax::{
    Aggregate, CellName, Condition, ConditionKind, Coordinate, Fold, Generator, Generators, Item, List,
    ListKind, Lists, Number, Numbers, Pairs, Set, SetKind, Span, Tuple, Type,
};
use super::token::TokenKind;

const HOUSES: [(&str, Coordinate); 3] =
    [("row", Coordinate::Row), ("column", Coordinate::Column), ("box", Coordinate::Box)];

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
            let mut numbers = vec![self.integer()?];
            while self.accept(",") {
                numbers.push(self.integer()?);
            }
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
        let is_call = matches!(self.peek_at(1), TokenKind::Symbol("("));
        if let Some(&(_, kind)) = HOUSES.iter().find(|(name, _)| *name == word) {
            self.advance();
            return if is_call { self.coordinate(kind, start) } else { self.house(kind, None, start) };
        }
        let aggregate = match word {
            "sum" => Some(Aggregate::Sum),
            "product" => Some(Aggregate::Product),
            "min" => Some(Aggregate::Minimum),
            "max" => Some(Aggregate::Maximum),
            "nvalue" => Some(Aggregate::Distinct),
            _ => None,
        };
        if let Some(aggregate) = aggregate {
            self.advance();
            self.expect("(")?;
            let numbers = self.numbers()?;
            return Ok(Term::Number(Number::Aggregate(aggregate, numbers), self.since(start)));
        }
        match word {
            "n" => {
                self.advance();
                Ok(Term::Number(Number::Size, start))
            }
            "if" => self.conditional(start),
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
            | "permutation" => {
                self.advance();
                self.expect("(")?;
                let term = self.function(word, start)?;
                self.expect(")")?;
                Ok(with_span(term, self.since(start)))
            }
            "grid" => self.on_board(start),
            "cells" => {
                self.advance();
                Ok(self.list_since(start, ListKind::Cells))
            }
            "diagonal+" | "diagonal-" => {
                self.advance();
                Ok(self.list_since(start, ListKind::Diagonal { is_rising: word == "diagonal+", board: None }))
            }
            "clue" => self.clue(start),
            "reverse" => {
                self.advance();
                self.expect("(")?;
                let list = self.expression()?.list()?;
                self.expect(")")?;
                Ok(self.list_since(start, ListKind::Reverse(list)))
            }
            _ => self.name_or_call(word, start),
        }
    }

    fn coordinate(&mut self, kind: Coordinate, start: Span) -> Result<Term> {
        self.expect("(")?;
        let cell = self.expression()?.cell()?;
        self.expect(")")?;
        Ok(Term::Number(Number::Coordinate(kind, cell), self.since(start)))
    }

    /// Parses the number of a house: an integer or a variable.
    fn house(&mut self, kind: Coordinate, board: Option<usize>, start: Span) -> Result<Term> {
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
        self.advance();
        let number = self.integer()?;
        let board = usize::try_from(number).ok().filter(|&number| number > 0);
        let board =
            board.ok_or_else(|| StatementError::new(Some(start.start), "grids are numbered from 1"))?;
        for (name, kind) in HOUSES {
            if self.accept(name) {
                return self.house(kind, Some(board), start);
            }
        }
        for (name, is_rising) in [("diagonal+", true), ("diagonal-", false)] {
            if self.accept(name) {
                let kind = ListKind::Diagonal { is_rising, board: Some(board) };
                return Ok(self.list_since(start, kind));
            }
        }
        Err(self.unexpected("'row', 'column', 'box', 'diagonal+' or 'diagonal-'"))
    }

    fn clue(&mut self, start: Span) -> Result<Term> {
        self.advance();
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

    /// Parses the arguments of a function.
    fn function(&mut self, name: &str, start: Span) -> Result<Term> {
        if name == "abs" {
            let number = self.expression()?.number()?;
            return Ok(Term::Number(Number::Absolute(Box::new(number)), start));
        }
        let list = self.expression()?.list()?;
        let kind = match name {
            "length" => return Ok(Term::Number(Number::Length(list), start)),
            "increasing" | "strictly_increasing" => {
                ConditionKind::Increasing { list, is_strict: name == "strictly_increasing" }
            }
            "regular" => {
                self.expect(",")?;
                let offset = self.span().start;
                let TokenKind::Text(text) = self.peek().clone() else {
                    return Err(self.unexpected("a regular expression in quotation marks"));
                };
                self.advance();
                let pattern =
                    Pattern::new(&text).map_err(|message| StatementError::new(Some(offset), message))?;
                ConditionKind::Regular(list, pattern)
            }
            _ => {
                self.expect(",")?;
                let other = self.expression()?.list()?;
                if name == "lex_less" {
                    ConditionKind::LexLess(list, other)
                } else {
                    ConditionKind::Permutation(list, other)
                }
            }
        };
        Ok(self.condition_since(start, kind))
    }

    /// Parses `if … then … else … endif`, whose branches have the same type.
    fn conditional(&mut self, start: Span) -> Result<Term> {
        self.nested(|parser| {
            parser.advance();
            let condition = parser.expression()?.condition()?;
            parser.expect("then")?;
            let yes = parser.expression()?;
            let no = if parser.is_word("elseif") {
                parser.conditional(parser.span())?
            } else {
                parser.expect("else")?;
                let no = parser.expression()?;
                parser.expect("endif")?;
                no
            };
            parser.branches(start, condition, yes, no)
        })
    }

    fn branches(&mut self, start: Span, condition: Condition, yes: Term, no: Term) -> Result<Term> {
        if let Term::Condition(yes) = yes {
            return Ok(self.condition_since(start, ConditionKind::If(condition, yes, no.condition()?)));
        }
        let number = Number::If(condition, Box::new(yes.number()?), Box::new(no.number()?));
        Ok(Term::Number(number, self.since(start)))
    }

    // Aggregates.

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
        let mut list = vec![self.generator()?];
        while self.accept(",") {
            list.push(self.generator()?);
        }
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
            ListKind::Slice(list, ..) | ListKind::Reverse(list) => self.has_numbers(list),
            ListKind::Concatenation(lists) => lists.iter().any(|list| self.has_numbers(list)),
            _ => false,
        }
    }

    fn lists(&mut self) -> Result<Option<Lists>> {
        for (name, kind) in
            [("rows", Coordinate::Row), ("columns", Coordinate::Column), ("boxes", Coordinate::Box)]
        {
            if self.accept(name) {
                return Ok(Some(Lists::Houses(kind)));
            }
        }
        if self.accept("edges") {
            return Ok(Some(Lists::Edges));
        }
        if self.accept("blocks") {
            self.expect("(")?;
            let rows = self.integer()?;
            self.expect(",")?;
            let columns = self.integer()?;
            self.expect(")")?;
            let size = |number: i64| usize::try_from(number).unwrap_or(0);
            return Ok(Some(Lists::Blocks(size(rows), size(columns))));
        }
        for (name, lists) in [("subsets", Lists::Subsets as fn(List) -> Lists), ("runs", Lists::Runs)] {
            if self.accept(name) {
                self.expect("of")?;
                return Ok(Some(lists(self.sum()?.list()?)));
            }
        }
        Ok(None)
    }

    fn pairs(&mut self) -> Result<Pairs> {
        let names: [(&str, &[(i32, i32)]); 3] = [
            ("adjacent", &[(0, 1), (1, 0)]),
            ("diagonal", &[(1, -1), (1, 1)]),
            ("knight", &[(1, -2), (1, 2), (2, -1), (2, 1)]),
        ];
        for (name, steps) in names {
            if self.accept(name) {
                return Ok(Pairs::At(steps.to_vec()));
            }
        }
        if self.accept("at") {
            self.expect("(")?;
            let rows = self.integer()?;
            self.expect(",")?;
            let columns = self.integer()?;
            self.expect(")")?;
            let step = |number: i64| i32::try_from(number).unwrap_or(i32::MAX);
            return Ok(Pairs::At(vec![(step(rows), step(columns))]));
        }
        for (name, pairs) in [("consecutive", Pairs::Consecutive as fn(List) -> Pairs), ("pairs", Pairs::All)]
        {
            if self.accept(name) {
                self.expect("of")?;
                return Ok(pairs(self.sum()?.list()?));
            }
        }
        Err(self.unexpected("pairs: adjacent, diagonal, knight, at (…, …), consecutive of …, pairs of …"))
    }

    /// Parses a sequence of numbers and the closing parenthesis.
    fn numbers(&mut self) -> Result<Numbers> {
        if self.has_generators() {
            let (generators, number) = self.comprehension(Term::number)?;
            return Ok(Numbers::Each(generators, Box::new(number)));
        }
        let mut items = vec![self.item()?];
        while self.accept(",") {
            items.push(self.item()?);
        }
        self.expect(")")?;
        Ok(Numbers::Items(items))
    }

    fn item(&mut self) -> Result<Item> {
        Ok(match self.expression()? {
            Term::List(list) => Item::List(list),
            other => Item::Number(other.number()?),
        })
    }

    fn quantifier(&mut self, is_universal: bool, start: Span) -> Result<Term> {
        self.advance();
        self.expect("(")?;
        if !self.has_generators() {
            return Err(self.unexpected("variables, for example: x in row 1"));
        }
        let (generators, body) = self.comprehension(Term::condition)?;
        Ok(self.condition_since(start, ConditionKind::Quantified { is_universal, generators, body }))
    }

    fn count(&mut self, start: Span) -> Result<Term> {
        self.advance();
        self.expect("(")?;
        if self.has_generators() {
            let (generators, condition) = self.comprehension(Term::condition)?;
            return Ok(Term::Number(Number::Count(generators, condition), self.since(start)));
        }
        let list = self.expression()?.list()?;
        self.expect(",")?;
        let number = if self.is_symbol("{") || self.is_range() {
            Number::CountIn(list, self.set()?)
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

    fn all_different(&mut self, has_set: bool, start: Span) -> Result<Term> {
        self.advance();
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

    // Folds.

    fn fold(&mut self, start: Span) -> Result<Term> {
        self.nested(|parser| {
            parser.advance();
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
        let mut names = vec![self.name("the name of a part of the state")?];
        while self.accept(",") {
            names.push(self.name("the name of a part of the state")?);
        }
        self.expect(")")?;
        Ok(names)
    }

    /// Parses the next state: numbers, or a conditional with a state in each branch.
    fn next_state(&mut self, length: usize) -> Result<Tuple> {
        match length {
            1 => Ok(Tuple::Numbers(vec![self.expression()?.number()?])),
            _ if self.is_word("if") => self.conditional_state("if", length),
            _ => Ok(Tuple::Numbers(self.tuple(length)?)),
        }
    }

    fn conditional_state(&mut self, keyword: &str, length: usize) -> Result<Tuple> {
        self.nested(|parser| {
            parser.expect(keyword)?;
            let condition = parser.expression()?.condition()?;
            parser.expect("then")?;
            let yes = Box::new(parser.next_state(length)?);
            let no = if parser.is_word("elseif") {
                parser.conditional_state("elseif", length)?
            } else {
                parser.expect("else")?;
                let no = parser.next_state(length)?;
                parser.expect("endif")?;
                no
            };
            Ok(Tuple::If(condition, yes, Box::new(no)))
        })
    }
}

fn with_span(term: Term, span: Span) -> Term {
    match term {
        Term::Condition(condition) => Term::Condition(Condition { span, ..condition }),
        Term::Number(number, _) => Term::Number(number, span),
        Term::Cell(cell, _) => Term::Cell(cell, span),
        Term::List(list) => Term::List(List { span, ..list }),
    }
}
