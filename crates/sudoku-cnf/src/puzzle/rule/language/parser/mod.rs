//! The parser of statements, definitions and rules with own names.
//!
//! It is a recursive descent over tokens with one function per level of precedence. Names are resolved and types are
//! checked on the way, so that errors point to the text.

mod aggregates;
mod definition;
mod expression;
mod fold;
mod names;
mod primary;
mod term;

use std::sync::Arc;

use super::definitions::Definitions;
use super::error::StatementError;
use super::syntax::{Condition, Definition, Slot, Span, Type};
use super::token::{Token, TokenKind, tokens};

pub(super) type Result<T> = std::result::Result<T, StatementError>;

/// The deepest nesting of parentheses, operators and lists.
const MAX_DEPTH: usize = 64;

/// The words that cannot be names of variables or definitions.
const KEYWORDS: &str = "abs adjacent alldifferent alldifferent_except and at blocks box boxes cells clue column columns \
    consecutive count define diagonal diagonal+ diagonal- div draw edges else elseif endif exists fold \
    forall grid if in increasing knight length lex_less max min mod n not nvalue of or pairs permutation \
    product regular reverse row rows runs sentence strictly_increasing subsets sum then unique where";

fn is_keyword(name: &str) -> bool {
    KEYWORDS.split(' ').any(|keyword| keyword == name)
}

struct Parser<'a> {
    tokens: Vec<Token>,
    position: usize,
    definitions: &'a Definitions,
    /// The visible variables. The index of a variable is its slot.
    scope: Vec<(String, Type)>,
    depth: usize,
    /// The depth at which `..` separates the bounds of a slice instead of the corners of a rectangle.
    bounds_depth: Option<usize>,
    /// The definitions that have been used.
    used: Vec<Arc<Definition>>,
    /// Whether a definition may have the name of a keyword.
    may_be_keyword: bool,
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
        self.define_named(text, false)
    }

    /// Returns the definitions of the known rules, some of which have the names of keywords.
    pub(in super::super) fn known(text: &str) -> Self {
        let mut definitions = Self::default();
        for text in text.split("\ndefine ").skip(1) {
            let end = text.find("\n#").unwrap_or(text.len());
            let text = format!("define {}", &text[..end]);
            definitions.define_named(&text, true).expect("the known rules are well-formed");
        }
        definitions
    }

    fn define_named(&mut self, text: &str, may_be_keyword: bool) -> Result<()> {
        let parse = || {
            let mut parser = Parser::new(text, self)?;
            parser.may_be_keyword = may_be_keyword;
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
            may_be_keyword: false,
        })
    }

    fn peek(&self) -> &TokenKind {
        &self.tokens[self.position].kind
    }

    /// Returns the token that follows after `distance` others. The end repeats.
    fn peek_at(&self, distance: usize) -> &TokenKind {
        &self.tokens[(self.position + distance).min(self.tokens.len() - 1)].kind
    }

    fn span(&self) -> Span {
        self.tokens[self.position].span
    }

    /// Returns the part of the text from `start` to the token before the current one.
    fn since(&self, start: Span) -> Span {
        start.to(self.tokens[self.position.saturating_sub(1)].span)
    }

    fn advance(&mut self) {
        self.position = (self.position + 1).min(self.tokens.len() - 1);
    }

    fn is_symbol(&self, symbol: &str) -> bool {
        matches!(self.peek(), TokenKind::Symbol(found) if *found == symbol)
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), TokenKind::Name(name) if name == word)
    }

    /// Consumes `text`, a symbol or a keyword, if it follows.
    fn accept(&mut self, text: &str) -> bool {
        let is_next = self.is_symbol(text) || self.is_word(text);
        if is_next {
            self.advance();
        }
        is_next
    }

    /// Consumes one of `words`, if it follows, and returns its meaning.
    fn accept_one<T: Copy>(&mut self, words: &[(&str, T)]) -> Option<T> {
        words.iter().find(|(word, _)| self.accept(word)).map(|&(_, meaning)| meaning)
    }

    fn expect(&mut self, text: &str) -> Result<()> {
        if self.accept(text) { Ok(()) } else { Err(self.unexpected(&format!("'{text}'"))) }
    }

    fn unexpected(&self, expected: &str) -> StatementError {
        let found = self.peek().describe();
        StatementError::new(Some(self.span().start), format!("expected {expected}, found {found}"))
    }

    fn end(&self) -> Result<()> {
        match self.peek() {
            TokenKind::End => Ok(()),
            _ => Err(self.unexpected("an operator or the end")),
        }
    }

    fn integer(&mut self) -> Result<i64> {
        let is_negative = self.accept("-");
        let TokenKind::Integer(number) = *self.peek() else { return Err(self.unexpected("an integer")) };
        self.advance();
        Ok(if is_negative { -number } else { number })
    }

    /// Consumes a name that is not a keyword.
    fn name(&mut self, what: &str) -> Result<String> {
        let TokenKind::Name(name) = self.peek() else { return Err(self.unexpected(what)) };
        if is_keyword(name) && !self.may_be_keyword {
            return Err(StatementError::new(
                Some(self.span().start),
                format!("expected {what}, found the keyword '{name}'"),
            ));
        }
        let name = name.clone();
        self.advance();
        Ok(name)
    }

    /// Binds a variable and returns its slot.
    fn bind(&mut self, name: String, kind: Type) -> Slot {
        self.scope.push((name, kind));
        self.scope.len() - 1
    }

    fn variable(&self, name: &str) -> Option<(Slot, Type)> {
        let slot = self.scope.iter().rposition(|(other, _)| other == name)?;
        Some((slot, self.scope[slot].1))
    }

    fn find_definition(&mut self, name: &str) -> Option<Arc<Definition>> {
        let definition = self.definitions.get(name)?.clone();
        if !self.used.contains(&definition) {
            self.used.push(definition.clone());
        }
        Some(definition)
    }

    /// Parses one or more parts with commas between them.
    fn separated<T>(&mut self, part: impl Fn(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        let mut parts = vec![part(self)?];
        while self.accept(",") {
            parts.push(part(self)?);
        }
        Ok(parts)
    }

    /// Parses a conditional, after its `if` or `elseif`. The branches are joined with their condition.
    fn conditional<T>(
        &mut self,
        start: Span,
        branch: &dyn Fn(&mut Self) -> Result<T>,
        join: &dyn Fn(Span, Condition, T, T) -> Result<T>,
    ) -> Result<T> {
        self.nested(|parser| {
            let condition = parser.expression()?.condition()?;
            parser.expect("then")?;
            let yes = branch(parser)?;
            let next = parser.span();
            let no = if parser.accept("elseif") {
                parser.conditional(next, branch, join)?
            } else {
                parser.expect("else")?;
                let no = branch(parser)?;
                parser.expect("endif")?;
                no
            };
            join(parser.since(start), condition, yes, no)
        })
    }

    /// Runs `parse` one level deeper.
    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth == MAX_DEPTH {
            let message = format!("nested too deeply: at most {MAX_DEPTH} levels are possible");
            return Err(StatementError::new(Some(self.span().start), message));
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }
}
