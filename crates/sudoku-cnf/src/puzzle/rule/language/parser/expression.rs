//! Operators, with one function per level of precedence.

use super::super::error::StatementError;
use super::super::syntax::{
    Condition, ConditionKind, List, ListKind, Number, Operator, Relation, Set, SetKind, Span,
};
use super::term::Term;
use super::{Parser, Result};

const RELATIONS: [(&str, Relation); 6] = [
    ("=", Relation::Equal),
    ("!=", Relation::NotEqual),
    ("<", Relation::Less),
    ("<=", Relation::AtMost),
    (">", Relation::Greater),
    (">=", Relation::AtLeast),
];

impl Parser<'_> {
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
        let Some(relation) = self.accept_one(&RELATIONS) else { return Ok(left) };
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
        let condition = self.condition_since(start, kind);
        let next = self.span();
        if self.accept_one(&RELATIONS).is_some() || self.is_word("in") {
            let message = "a < b < c is not possible; write a < b /\\ b < c";
            return Err(StatementError::new(Some(next.start), message));
        }
        Ok(condition)
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
        let operators = [("*", Operator::Times), ("div", Operator::Div), ("mod", Operator::Mod)];
        while let Some(operator) = self.accept_one(&operators) {
            factors.push((operator, self.unary()?.number()?));
        }
        if factors.is_empty() {
            return Ok(first);
        }
        Ok(Term::Number(Number::Product(Box::new(first.number()?), factors), self.since(start)))
    }

    fn unary(&mut self) -> Result<Term> {
        let start = self.span();
        if self.accept("-") {
            let number = self.nested(Self::unary)?.number()?;
            return Ok(Term::Number(Number::Sum(vec![(true, number)]), self.since(start)));
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
}
