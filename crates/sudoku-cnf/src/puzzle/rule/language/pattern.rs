//! Regular expressions over the digits of a list.

/// A regular expression, which matches a whole list. Each cell is one symbol: `1` to `9`, and `a` to `z` for the digits
/// from 10 to 35.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Pattern {
    /// A digit of a set: bit i stands for the digit i.
    Digit(u64),
    Sequence(Vec<Pattern>),
    /// One of several patterns. If there are none, nothing matches.
    Alternatives(Vec<Pattern>),
    /// A repeated pattern, with the minimum and the maximum number of repetitions. `None` is no maximum.
    Repeat(Box<Pattern>, usize, Option<usize>),
}

/// The largest number of digits of which a pattern consists, if repetitions are written out.
const MAX_LENGTH: usize = 10_000;
/// The deepest nesting of parentheses.
const MAX_DEPTH: usize = 32;

impl Pattern {
    /// Parses a regular expression: symbols, `.`, classes, groups, `|`, `*`, `+`, `?` and `{m,n}`.
    ///
    /// # Errors
    /// Returns a message if the text is not a regular expression, or is too large.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let mut parser = PatternParser { rest: text, depth: 0 };
        let pattern = parser.alternatives()?;
        if let Some(other) = parser.rest.chars().next() {
            return Err(format!("'{}' is not possible here in a regular expression", other.escape_debug()));
        }
        if pattern.length() > MAX_LENGTH {
            return Err(format!("the regular expression stands for more than {MAX_LENGTH} symbols"));
        }
        Ok(pattern)
    }

    /// Returns whether a set of digits contains a number.
    pub(super) fn has_digit(set: u64, number: i128) -> bool {
        (1..64).contains(&number) && set >> number & 1 == 1
    }

    /// Returns the number of digits if repetitions are written out.
    fn length(&self) -> usize {
        match self {
            Self::Digit(_) => 1,
            Self::Sequence(parts) | Self::Alternatives(parts) => {
                parts.iter().fold(1, |sum: usize, part| sum.saturating_add(part.length()))
            }
            Self::Repeat(pattern, least, most) => {
                pattern.length().saturating_mul(most.unwrap_or(*least).max(1))
            }
        }
    }
}

struct PatternParser<'t> {
    rest: &'t str,
    depth: usize,
}

impl PatternParser<'_> {
    fn accept(&mut self, expected: char) -> bool {
        let rest = self.rest.strip_prefix(expected);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn expect(&mut self, expected: char) -> Result<(), String> {
        if self.accept(expected) {
            Ok(())
        } else {
            let found = if self.rest.is_empty() { "the end" } else { self.rest };
            Err(format!("expected '{expected}' in the regular expression before {found}"))
        }
    }

    fn alternatives(&mut self) -> Result<Pattern, String> {
        if self.depth == MAX_DEPTH {
            return Err(format!("a regular expression has at most {MAX_DEPTH} nested groups"));
        }
        self.depth += 1;
        let mut alternatives = vec![self.sequence()?];
        while self.accept('|') {
            alternatives.push(self.sequence()?);
        }
        self.depth -= 1;
        Ok(if alternatives.len() == 1 { alternatives.remove(0) } else { Pattern::Alternatives(alternatives) })
    }

    fn sequence(&mut self) -> Result<Pattern, String> {
        let mut parts = Vec::new();
        while !self.rest.is_empty() && !self.rest.starts_with(['|', ')']) {
            let mut part = self.atom()?;
            if let Some((least, most)) = self.repetition()? {
                part = Pattern::Repeat(Box::new(part), least, most);
            }
            parts.push(part);
        }
        Ok(Pattern::Sequence(parts))
    }

    fn atom(&mut self) -> Result<Pattern, String> {
        if self.accept('(') {
            let group = self.alternatives()?;
            self.expect(')')?;
            return Ok(group);
        }
        if self.accept('.') {
            return Ok(Pattern::Digit(u64::MAX));
        }
        if !self.accept('[') {
            return Ok(Pattern::Digit(1 << self.symbol()?));
        }
        let is_negated = self.accept('^');
        let mut set = 0;
        while !self.accept(']') {
            let first = self.symbol()?;
            let last = if self.accept('-') { self.symbol()? } else { first };
            (first..=last).for_each(|digit| set |= 1 << digit);
        }
        Ok(Pattern::Digit(if is_negated { !set } else { set }))
    }

    /// Returns the digit of a symbol.
    fn symbol(&mut self) -> Result<u32, String> {
        let symbol = self.rest.chars().next();
        let digit =
            symbol.filter(|symbol| !symbol.is_ascii_uppercase()).and_then(|symbol| symbol.to_digit(36));
        match (symbol, digit) {
            (Some(_), Some(digit @ 1..)) => {
                self.rest = &self.rest[1..];
                Ok(digit)
            }
            (Some(other), _) => {
                Err(format!("expected a symbol from 1 to 9 or a to z, found '{}'", other.escape_debug()))
            }
            (None, _) => Err("the regular expression ends too early".to_owned()),
        }
    }

    /// Parses the bounds of a repetition, if one follows.
    fn repetition(&mut self) -> Result<Option<(usize, Option<usize>)>, String> {
        for (symbol, least, most) in [('*', 0, None), ('+', 1, None), ('?', 0, Some(1))] {
            if self.accept(symbol) {
                return Ok(Some((least, most)));
            }
        }
        if !self.accept('{') {
            return Ok(None);
        }
        let least = self.number()?.ok_or("expected a number after '{' in the regular expression")?;
        let most = if self.accept(',') { self.number()? } else { Some(least) };
        self.expect('}')?;
        if most.is_some_and(|most| most < least) {
            return Err("a repetition in the regular expression ends before it starts".to_owned());
        }
        Ok(Some((least, most)))
    }

    fn number(&mut self) -> Result<Option<usize>, String> {
        let length = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
        let (number, rest) = self.rest.split_at(length);
        self.rest = rest;
        if number.is_empty() {
            return Ok(None);
        }
        number
            .parse()
            .map(Some)
            .map_err(|_| format!("the number {number} in the regular expression is too large"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn malformed_patterns_are_errors() {
        for (text, expected) in [
            ("(1", "expected ')'"),
            ("1)", "')' is not possible here"),
            ("[12", "ends too early"),
            ("*1", "expected a symbol from 1 to 9 or a to z, found '*'"),
            ("0", "found '0'"),
            ("A", "found 'A'"),
            ("1**", "found '*'"),
            ("1{3,2}", "ends before it starts"),
            ("1{x}", "expected a number after '{'"),
            ("(1{200}){200}", "more than 10000 symbols"),
            ("1{99999999999999999999}", "is too large"),
            (&"(".repeat(1000), "nested groups"),
        ] {
            let error = Pattern::parse(text).unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
