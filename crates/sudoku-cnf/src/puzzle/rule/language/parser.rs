//! The parser of statements, definitions and rules with own names.
//!
//! It is a recursive descent over tokens with one function per level of precedence. Names are resolved and types are
//! checked on the way, so that errors point to the text.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::definitions::Definitions;
use super::error::StatementError;
use super::syntax::{
    Argument, Body, COLORS, Call, CellName, Condition, ConditionKind, Definition, List, ListKind, Number,
    Operator, Parameter, ParameterType, Relation, Set, SetKind, Shape, Slot, Span, Type,
};
use super::token::{Token, TokenKind, tokens};

pub(super) type Result<T> = std::result::Result<T, StatementError>;

/// The deepest nesting of parentheses, operators and lists.
const MAX_DEPTH: usize = 64;

/// The words that cannot be names of variables or definitions.
const KEYWORDS: [&str; 48] = [
    "abs",
    "adjacent",
    "alldifferent",
    "alldifferent_except",
    "and",
    "at",
    "blocks",
    "box",
    "boxes",
    "cells",
    "clue",
    "column",
    "columns",
    "consecutive",
    "count",
    "define",
    "diagonal",
    "diagonal+",
    "diagonal-",
    "div",
    "edges",
    "else",
    "elseif",
    "endif",
    "exists",
    "fold",
    "forall",
    "grid",
    "if",
    "in",
    "increasing",
    "knight",
    "length",
    "lex_less",
    "max",
    "min",
    "mod",
    "n",
    "not",
    "nvalue",
    "of",
    "or",
    "pairs",
    "permutation",
    "product",
    "regular",
    "reverse",
    "row",
];
const MORE_KEYWORDS: [&str; 8] =
    ["rows", "runs", "strictly_increasing", "subsets", "sum", "then", "where", "sentence"];

pub(super) fn is_keyword(name: &str) -> bool {
    KEYWORDS.contains(&name) || MORE_KEYWORDS.contains(&name)
}

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

    fn expected(&self, expected: &str) -> StatementError {
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

pub(super) struct Parser<'a> {
    tokens: Vec<Token>,
    position: usize,
    definitions: &'a Definitions,
    /// The visible variables. The index of a variable is its slot.
    pub(super) scope: Vec<(String, Type)>,
    pub(super) depth: usize,
    /// The depth at which `..` separates the bounds of a slice instead of the corners of a rectangle.
    pub(super) bounds_depth: Option<usize>,
    /// The definitions that have been used.
    used: Vec<Arc<Definition>>,
}

/// Parses a condition.
pub(super) fn statement(text: &str, definitions: &Definitions) -> Result<(Condition, Vec<Arc<Definition>>)> {
    let parse = || {
        let mut parser = Parser::new(text, definitions)?;
        let condition = parser.expression()?.condition()?;
        parser.end()?;
        Ok((condition, parser.used))
    };
    parse().map_err(|error: StatementError| error.in_text(text))
}

impl Definitions {
    /// Parses a definition, which may use those before it, and adds it.
    ///
    /// # Errors
    /// Returns an error if the text is not a definition, or if the name is defined differently.
    pub fn define(&mut self, text: &str) -> Result<()> {
        let parse = || {
            let mut parser = Parser::new(text, self)?;
            let definition = parser.definition(text)?;
            parser.end()?;
            Ok(definition)
        };
        let definition = parse().map_err(|error: StatementError| error.in_text(text))?;
        self.add(Arc::new(definition))
    }
}

/// Returns `text` without comments and line breaks. Strings keep their spaces.
pub(in super::super) fn without_comment(text: &str) -> String {
    let shortened = |line: &str| {
        let mut is_in_text = false;
        let end = line.find(|c| {
            is_in_text ^= c == '"';
            c == '#' && !is_in_text
        });
        line[..end.unwrap_or(line.len())].trim().to_owned()
    };
    let lines: Vec<String> = text.lines().map(shortened).filter(|line| !line.is_empty()).collect();
    lines.join(" ")
}

impl<'a> Parser<'a> {
    fn new(text: &str, definitions: &'a Definitions) -> Result<Self> {
        let tokens = tokens(text)?;
        Ok(Self {
            tokens,
            position: 0,
            definitions,
            scope: Vec::new(),
            depth: 0,
            bounds_depth: None,
            used: Vec::new(),
        })
    }

    // Tokens.

    pub(super) fn peek(&self) -> &TokenKind {
        &self.tokens[self.position].kind
    }

    /// Returns the token that follows after `distance` others. The end repeats.
    pub(super) fn peek_at(&self, distance: usize) -> &TokenKind {
        &self.tokens[(self.position + distance).min(self.tokens.len() - 1)].kind
    }

    pub(super) fn span(&self) -> Span {
        self.tokens[self.position].span
    }

    /// Returns the part of the text from `start` to the token before the current one.
    pub(super) fn since(&self, start: Span) -> Span {
        start.to(self.tokens[self.position.saturating_sub(1)].span)
    }

    pub(super) fn advance(&mut self) {
        self.position = (self.position + 1).min(self.tokens.len() - 1);
    }

    pub(super) fn is_symbol(&self, symbol: &str) -> bool {
        matches!(self.peek(), TokenKind::Symbol(found) if *found == symbol)
    }

    pub(super) fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), TokenKind::Name(name) if name == word)
    }

    /// Consumes `text`, a symbol or a keyword, if it follows.
    pub(super) fn accept(&mut self, text: &str) -> bool {
        let is_next = self.is_symbol(text) || self.is_word(text);
        if is_next {
            self.advance();
        }
        is_next
    }

    pub(super) fn expect(&mut self, text: &str) -> Result<()> {
        if self.accept(text) { Ok(()) } else { Err(self.unexpected(&format!("'{text}'"))) }
    }

    pub(super) fn unexpected(&self, expected: &str) -> StatementError {
        let found = self.peek().describe();
        StatementError::new(Some(self.span().start), format!("expected {expected}, found {found}"))
    }

    fn end(&self) -> Result<()> {
        match self.peek() {
            TokenKind::End => Ok(()),
            _ => Err(self.unexpected("an operator or the end")),
        }
    }

    pub(super) fn integer(&mut self) -> Result<i64> {
        let is_negative = self.accept("-");
        let TokenKind::Integer(number) = *self.peek() else { return Err(self.unexpected("an integer")) };
        self.advance();
        Ok(if is_negative { -number } else { number })
    }

    /// Consumes a name that is not a keyword.
    pub(super) fn name(&mut self, what: &str) -> Result<String> {
        let TokenKind::Name(name) = self.peek() else { return Err(self.unexpected(what)) };
        if is_keyword(name) {
            return Err(StatementError::new(
                Some(self.span().start),
                format!("expected {what}, found the keyword '{name}'"),
            ));
        }
        let name = name.clone();
        self.advance();
        Ok(name)
    }

    // Scopes.

    /// Binds a variable and returns its slot.
    pub(super) fn bind(&mut self, name: String, kind: Type) -> Slot {
        self.scope.push((name, kind));
        self.scope.len() - 1
    }

    fn variable(&self, name: &str) -> Option<(Slot, Type)> {
        let slot = self.scope.iter().rposition(|(other, _)| other == name)?;
        Some((slot, self.scope[slot].1))
    }

    pub(super) fn find_definition(&mut self, name: &str) -> Option<Arc<Definition>> {
        let definition = self.definitions.get(name)?.clone();
        if !self.used.contains(&definition) {
            self.used.push(definition.clone());
        }
        Some(definition)
    }

    /// Runs `parse` one level deeper.
    pub(super) fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth == MAX_DEPTH {
            let message = format!("nested too deeply: at most {MAX_DEPTH} levels are possible");
            return Err(StatementError::new(Some(self.span().start), message));
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }

    // Definitions.

    fn definition(&mut self, text: &str) -> Result<Definition> {
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
        let (mut sentence, mut shape, mut color) = (None, Shape::None, None);
        if self.accept("sentence") {
            let TokenKind::Text(text) = self.peek().clone() else {
                return Err(self.unexpected("a sentence in quotation marks"));
            };
            self.check_sentence(&text, &parameters)?;
            sentence = Some(text);
            self.advance();
        }
        if self.accept("draw") {
            (shape, color) = self.drawing()?;
        }
        let (text, used) = (without_comment(text), std::mem::take(&mut self.used));
        Ok(Definition { name, parameters, body, sentence, shape, color, text, used })
    }

    fn parameter(&mut self, before: &[Parameter]) -> Result<Parameter> {
        let start = self.span();
        let error = |message: String| StatementError::new(Some(start.start), message);
        let name = self.name("the name of a parameter")?;
        if before.iter().any(|other| other.name == name) {
            return Err(error(format!("the parameter '{name}' occurs twice")));
        }
        self.expect(":")?;
        let names = ParameterType::ALL.map(|(name, _)| name).join(", ");
        let expected = format!("a type: {names}");
        let TokenKind::Name(word) = self.peek().clone() else { return Err(self.unexpected(&expected)) };
        let kind = ParameterType::ALL.iter().find(|(name, _)| *name == word);
        let &(_, kind) = kind.ok_or_else(|| self.unexpected(&expected))?;
        self.advance();
        let is_after_ints = before.iter().any(|other| other.kind == ParameterType::Ints);
        if is_after_ints && matches!(kind, ParameterType::Int | ParameterType::Ints) {
            return Err(error("a parameter of type ints must be the last number".to_owned()));
        }
        let has_default = kind == ParameterType::Int && self.accept("=");
        let default = if has_default { Some(self.integer()?) } else { None };
        let is_optional = before.iter().any(|other| other.default.is_some());
        if is_optional && kind == ParameterType::Int && default.is_none() {
            return Err(error(format!("'{name}' needs a default, because a number before it has one")));
        }
        Ok(Parameter { name, kind, default })
    }

    fn check_sentence(&self, text: &str, parameters: &[Parameter]) -> Result<()> {
        for part in text.split('{').skip(1) {
            let name = part.split('}').next().unwrap_or_default();
            if !part.contains('}') || !parameters.iter().any(|parameter| parameter.name == name) {
                let message = format!("the sentence refers to '{{{name}}}', which is not a parameter");
                return Err(StatementError::new(Some(self.span().start), message));
            }
        }
        Ok(())
    }

    fn drawing(&mut self) -> Result<(Shape, Option<String>)> {
        let names = Shape::ALL.map(|(name, _)| name).join(", ");
        let expected = format!("a shape: {names}");
        let TokenKind::Name(word) = self.peek().clone() else { return Err(self.unexpected(&expected)) };
        let shape = Shape::ALL.iter().find(|(name, _)| *name == word);
        let &(_, shape) = shape.ok_or_else(|| self.unexpected(&expected))?;
        self.advance();
        let color = match self.peek().clone() {
            TokenKind::Name(color) if COLORS.contains(&&*color) => {
                self.advance();
                Some(color)
            }
            TokenKind::End => None,
            _ => return Err(self.unexpected(&format!("a color: {}", COLORS.join(", ")))),
        };
        Ok((shape, color))
    }

    // Conditions.

    /// Parses an expression of any type.
    pub(super) fn expression(&mut self) -> Result<Term> {
        self.nested(|parser| {
            let start = parser.span();
            let first = parser.implication()?;
            if !parser.is_symbol("<->") {
                return Ok(first);
            }
            let mut conditions = vec![first.condition()?];
            while parser.accept("<->") {
                conditions.push(parser.implication()?.condition()?);
            }
            Ok(parser.condition_since(start, ConditionKind::Equivalent(conditions)))
        })
    }

    pub(super) fn condition_since(&self, start: Span, kind: ConditionKind) -> Term {
        Term::Condition(Condition { kind: Box::new(kind), span: self.since(start) })
    }

    fn implication(&mut self) -> Result<Term> {
        let start = self.span();
        let premise = self.disjunction()?;
        if !self.accept("->") {
            return Ok(premise);
        }
        let premise = premise.condition()?;
        let conclusion = self.disjunction()?.condition()?;
        if self.is_symbol("->") {
            return Err(StatementError::new(Some(self.span().start), "a -> b -> c needs parentheses"));
        }
        Ok(self.condition_since(start, ConditionKind::Implies(premise, conclusion)))
    }

    fn disjunction(&mut self) -> Result<Term> {
        self.joined(["\\/", "or"], Self::conjunction, ConditionKind::Any)
    }

    fn conjunction(&mut self) -> Result<Term> {
        self.joined(["/\\", "and"], Self::relation, ConditionKind::All)
    }

    /// Parses conditions that are joined by an operator with two spellings.
    fn joined(
        &mut self,
        operators: [&str; 2],
        part: fn(&mut Self) -> Result<Term>,
        join: fn(Vec<Condition>) -> ConditionKind,
    ) -> Result<Term> {
        let start = self.span();
        let first = part(self)?;
        let is_next =
            |parser: &Self| operators.iter().any(|text| parser.is_symbol(text) || parser.is_word(text));
        if !is_next(self) {
            return Ok(first);
        }
        let mut conditions = vec![first.condition()?];
        while is_next(self) {
            self.advance();
            conditions.push(part(self)?.condition()?);
        }
        Ok(self.condition_since(start, join(conditions)))
    }

    fn relation(&mut self) -> Result<Term> {
        let start = self.span();
        let left = self.sum()?;
        if self.accept("in") {
            let left = left.number()?;
            let set = self.set()?;
            return Ok(self.condition_since(start, ConditionKind::In(left, set)));
        }
        let Some(relation) = self.relation_symbol() else { return Ok(left) };
        self.advance();
        let kind = match left {
            // A fold without a result is a tuple.
            Term::Number(Number::Fold(fold), _) if fold.result.is_none() && fold.state.len() > 1 => {
                if relation != Relation::Equal {
                    return Err(StatementError::new(
                        Some(start.start),
                        "tuples can only be compared with '='",
                    ));
                }
                let length = fold.state.len();
                ConditionKind::FoldEquals(fold, self.tuple(length)?)
            }
            Term::Condition(_) => {
                return Err(StatementError::new(
                    Some(start.start),
                    "expected a number, found a condition; conditions are compared with '<->', and \
                     'not' needs parentheses: not (a = b)",
                ));
            }
            left => ConditionKind::Compare(left.number()?, relation, self.sum()?.number()?),
        };
        if self.relation_symbol().is_some() || self.is_word("in") {
            let message = "a < b < c is not possible; write a < b /\\ b < c";
            return Err(StatementError::new(Some(self.span().start), message));
        }
        Ok(self.condition_since(start, kind))
    }

    fn relation_symbol(&self) -> Option<Relation> {
        let TokenKind::Symbol(symbol) = self.peek() else { return None };
        Some(match *symbol {
            "=" => Relation::Equal,
            "!=" => Relation::NotEqual,
            "<" => Relation::Less,
            "<=" => Relation::AtMost,
            ">" => Relation::Greater,
            ">=" => Relation::AtLeast,
            _ => return None,
        })
    }

    /// Parses `length` numbers in parentheses, or one number.
    pub(super) fn tuple(&mut self, length: usize) -> Result<Vec<Number>> {
        if length == 1 {
            return Ok(vec![self.sum()?.number()?]);
        }
        self.expect("(")?;
        let mut numbers = vec![self.sum()?.number()?];
        while numbers.len() < length {
            self.expect(",")?;
            numbers.push(self.sum()?.number()?);
        }
        self.expect(")")?;
        Ok(numbers)
    }

    pub(super) fn set(&mut self) -> Result<Set> {
        let start = self.span();
        let kind = if self.accept("{") {
            let mut members = Vec::new();
            while !self.accept("}") {
                if !members.is_empty() {
                    self.expect(",")?;
                }
                members.push(self.sum()?.number()?);
            }
            SetKind::Members(members)
        } else {
            let first = self.sum()?.number()?;
            self.expect("..")?;
            SetKind::Range(first, self.sum()?.number()?)
        };
        Ok(Set { kind: Box::new(kind), span: self.since(start) })
    }

    // Numbers.

    pub(super) fn sum(&mut self) -> Result<Term> {
        let start = self.span();
        let first = self.product()?;
        if !self.is_symbol("+") && !self.is_symbol("-") {
            return Ok(first);
        }
        let mut terms = vec![(false, first.number()?)];
        while self.is_symbol("+") || self.is_symbol("-") {
            let is_negative = self.accept("-") || !self.accept("+");
            terms.push((is_negative, self.product()?.number()?));
        }
        Ok(Term::Number(Number::Sum(terms), self.since(start)))
    }

    fn product(&mut self) -> Result<Term> {
        let start = self.span();
        let first = self.unary()?;
        let mut factors = Vec::new();
        while let Some(operator) = self.operator() {
            self.advance();
            factors.push((operator, self.unary()?.number()?));
        }
        if factors.is_empty() {
            return Ok(first);
        }
        Ok(Term::Number(Number::Product(Box::new(first.number()?), factors), self.since(start)))
    }

    fn operator(&self) -> Option<Operator> {
        match self.peek() {
            TokenKind::Symbol("*") => Some(Operator::Times),
            TokenKind::Name(name) if name == "div" => Some(Operator::Div),
            TokenKind::Name(name) if name == "mod" => Some(Operator::Mod),
            _ => None,
        }
    }

    fn unary(&mut self) -> Result<Term> {
        let start = self.span();
        if self.accept("-") {
            let number = self.nested(Self::unary)?.number()?;
            return Ok(Term::Number(Number::Negative(Box::new(number)), self.since(start)));
        }
        if self.accept("not") {
            let condition = self.nested(Self::unary)?.condition().map_err(|_| {
                StatementError::new(Some(start.start), "'not' needs a condition in parentheses: not (a = b)")
            })?;
            return Ok(self.condition_since(start, ConditionKind::Not(condition)));
        }
        let mut term = self.primary()?;
        while self.accept("[") {
            term = self.indexed(term.list()?, start)?;
        }
        Ok(term)
    }

    /// Parses an index or the bounds of a slice, after the bracket.
    fn indexed(&mut self, list: List, start: Span) -> Result<Term> {
        self.nested(|parser| {
            let outer = parser.bounds_depth.replace(parser.depth);
            let first = parser.sum();
            parser.bounds_depth = outer;
            let first = first?.number()?;
            if parser.accept("..") {
                let end = parser.sum()?.number()?;
                parser.expect("]")?;
                let span = parser.since(start);
                let kind = Box::new(ListKind::Slice(list, first, end));
                return Ok(Term::List(List { kind, span }));
            }
            parser.expect("]")?;
            Ok(Term::Number(Number::Index(list, Box::new(first)), parser.since(start)))
        })
    }

    /// Returns the error for an unknown name, with similar names.
    pub(super) fn unknown(&self, name: &str, span: Span) -> StatementError {
        let mut known: BTreeSet<&str> = KEYWORDS.iter().chain(&MORE_KEYWORDS).copied().collect();
        known.extend(self.scope.iter().map(|(name, _)| &**name));
        known.extend(self.definitions.iter().map(|definition| definition.name()));
        let nearest = known.into_iter().min_by_key(|other| (strsim::osa_distance(name, other), *other));
        let nearest =
            nearest.filter(|other| strsim::osa_distance(name, other) <= 1 + name.chars().count() / 4);
        let hint = nearest.map_or(String::new(), |other| format!("; did you mean '{other}'?"));
        StatementError::new(Some(span.start), format!("unknown name '{name}'{hint}"))
    }

    /// Parses a name that is a variable or a definition.
    pub(super) fn name_or_call(&mut self, name: &str, span: Span) -> Result<Term> {
        if let Some((slot, kind)) = self.variable(name) {
            self.advance();
            return Ok(match kind {
                Type::Number => Term::Number(Number::Variable(slot), span),
                Type::Cell => Term::Cell(CellName::Variable(slot), span),
                Type::Cells | Type::Numbers => {
                    Term::List(List { kind: Box::new(ListKind::Variable(slot)), span })
                }
            });
        }
        let Some(definition) = self.find_definition(name) else { return Err(self.unknown(name, span)) };
        self.advance();
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
            if let (Some(default), true) = (parameter.default, self.is_symbol(")")) {
                arguments.push(Argument::Number(Number::Integer(default)));
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
                ParameterType::Cells | ParameterType::Clue => Argument::List(term.list()?),
            });
        }
        self.expect(")")?;
        Ok(Call { definition, arguments })
    }
}
