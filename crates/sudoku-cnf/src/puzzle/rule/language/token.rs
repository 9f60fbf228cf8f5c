//! The tokens of statements and definitions.

use super::super::position::Position;
use super::error::StatementError;
use super::syntax::Span;

/// A token and its place in the text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum TokenKind {
    Integer(i64),
    Name(String),
    Cell(Position),
    /// The contents of a string.
    Text(String),
    Symbol(&'static str),
    End,
}

impl TokenKind {
    /// Returns a description for messages.
    pub(super) fn describe(&self) -> String {
        match self {
            Self::Integer(number) => format!("'{number}'"),
            Self::Name(name) => format!("'{name}'"),
            Self::Cell(cell) => format!("'{cell}'"),
            Self::Text(text) => format!("\"{text}\""),
            Self::Symbol(symbol) => format!("'{symbol}'"),
            Self::End => "the end".to_owned(),
        }
    }
}

/// The symbols. A symbol comes before each of its prefixes.
const SYMBOLS: [&str; 23] = [
    "<->", "->", "<=", ">=", "!=", "..", "\\/", "/\\", "<", ">", "=", "+", "-", "*", "(", ")", "[", "]", "{",
    "}", ",", ";", ":",
];

/// Operators of other languages, each with its spelling in this language.
const OTHER_SPELLINGS: [(&str, &str); 10] = [
    ("==", "="),
    ("<>", "!="),
    ("&&", "/\\"),
    ("||", "\\/"),
    ("=>", "->"),
    ("≠", "!="),
    ("≤", "<="),
    ("≥", ">="),
    ("%", "mod"),
    ("/ ", "div"),
];

/// Splits `text` into tokens, up to a comment. The last token is the end.
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, StatementError> {
    let mut tokens = Vec::new();
    let mut position = 0;
    loop {
        let rest = &text[position..];
        let trimmed = rest.trim_start();
        position += rest.len() - trimmed.len();
        let (kind, length) = if trimmed.is_empty() || trimmed.starts_with('#') {
            (TokenKind::End, 0)
        } else {
            token(trimmed, position as u32)?
        };
        let span = Span { start: position as u32, end: (position + length) as u32 };
        let is_end = kind == TokenKind::End;
        tokens.push(Token { kind, span });
        if is_end {
            return Ok(tokens);
        }
        position += length;
    }
}

/// Returns the token at the start of `text`, and its length in bytes.
fn token(text: &str, offset: u32) -> Result<(TokenKind, usize), StatementError> {
    let error = |message: String| StatementError::new(Some(offset), message);
    let first = text.chars().next().unwrap_or_default();
    if first.is_ascii_digit() {
        let length = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let number = &text[..length];
        let value =
            number.parse().map_err(|_| error(format!("the number {number} has more than 64 bits")))?;
        return Ok((TokenKind::Integer(value), length));
    }
    if first.is_alphabetic() || first == '_' {
        return Ok(word(text));
    }
    if first == '"' {
        let Some(length) = text[1..].find('"') else {
            return Err(error("expected '\"' at the end of the text".to_owned()));
        };
        return Ok((TokenKind::Text(text[1..=length].to_owned()), length + 2));
    }
    if let Some((other, ours)) = OTHER_SPELLINGS.iter().find(|(other, _)| text.starts_with(other)) {
        return Err(error(format!("'{other}' is written '{ours}'")));
    }
    let symbol = SYMBOLS.into_iter().find(|symbol| text.starts_with(symbol));
    let symbol = symbol.ok_or_else(|| error(format!("unexpected character '{}'", first.escape_debug())))?;
    Ok((TokenKind::Symbol(symbol), symbol.len()))
}

/// Returns the name or cell at the start of `text`, and its length.
fn word(text: &str) -> (TokenKind, usize) {
    let length = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    let word = &text[..length];
    if let Ok(position) = word.parse() {
        return (TokenKind::Cell(position), length);
    }
    // The two diagonals have a sign in their names.
    if word == "diagonal" && text[length..].starts_with(['+', '-']) {
        return (TokenKind::Name(text[..=length].to_owned()), length + 1);
    }
    (TokenKind::Name(word.to_owned()), length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_split_into_tokens() {
        let kinds = |text: &str| -> Vec<String> {
            tokens(text).unwrap().iter().map(|token| token.kind.describe()).collect()
        };
        assert_eq!(kinds("r1c1..R9c9<=12 # 5"), ["'r1c1'", "'..'", "'r9c9'", "'<='", "'12'", "the end"]);
        assert_eq!(kinds("diagonal+ \"a b\" a_1"), ["'diagonal+'", "\"a b\"", "'a_1'", "the end"]);
        assert_eq!(kinds(""), ["the end"]);
    }

    #[test]
    fn foreign_characters_are_errors() {
        for (text, expected) in [
            ("a == b", "column 3: '==' is written '='"),
            ("99999999999999999999", "column 1: the number 99999999999999999999 has more than 64 bits"),
            ("\"open", "column 1: expected '\"' at the end of the text"),
            ("é ≠", "column 3: '≠' is written '!='"),
            ("a & b", "column 3: unexpected character '&'"),
        ] {
            assert_eq!(tokens(text).unwrap_err().in_text(text).to_string(), expected);
        }
    }
}
