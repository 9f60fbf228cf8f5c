//! Lists of rules, apart from a puzzle.
//!
//! A list is text with one rule a line, or a JSON object whose fields are the names of rules. Blank lines and lines
//! that start with `#` are skipped. Some rules are variants of the board.

use thiserror::Error;

use crate::puzzle::board::Variant;
use crate::puzzle::rule::{InvalidRule, RuleKind, RuleText};

/// A list of rules and variants.
///
/// ```
/// use sudoku_cnf::text::RuleList;
///
/// let list = RuleList::parse("# a comment\nkillercage 10: r1c1 r1c2\nantiknight\n")?;
/// assert_eq!((list.rules.len(), list.variants.len()), (1, 1));
/// # Ok::<(), sudoku_cnf::text::RuleListError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleList {
    /// The variants of the board.
    pub variants: Vec<Variant>,
    /// The rules.
    pub rules: Vec<RuleText>,
}

/// The error for a malformed list of rules.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RuleListError {
    /// A line is not a rule. Lines are numbered from 1.
    #[error("{line}: {error}")]
    Line {
        /// The line number.
        line: usize,
        /// The error.
        error: InvalidRule,
    },
    /// The text is not a JSON object with rules. The string is the message.
    #[error("{0}")]
    Json(String),
}

/// The variants that are written like rules, with the names of f-puzzles.
pub(super) const VARIANTS: [(&str, Variant); 3] = [
    ("antiknight", Variant::AntiKnight),
    ("antiking", Variant::AntiKing),
    ("disjointgroups", Variant::Disjoint),
];

impl RuleList {
    /// Parses text with one rule a line or, with the feature `formats`, a JSON object.
    ///
    /// # Errors
    /// Returns an error for the first line that is not a rule.
    pub fn parse(text: &str) -> Result<Self, RuleListError> {
        #[cfg(feature = "formats")]
        if text.trim_start().starts_with('{') {
            return super::json::rule_list(text).map_err(RuleListError::Json);
        }
        let mut list = Self::default();
        for (line, text) in (1..).zip(text.lines()) {
            let text = text.trim();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            match VARIANTS.iter().find(|(name, _)| *name == text) {
                Some(&(_, variant)) => list.variants.push(variant),
                None => list.rules.push(text.parse().map_err(|error| RuleListError::Line { line, error })?),
            }
        }
        list.merge_diagonals();
        Ok(list)
    }

    /// Appends another list.
    pub fn append(&mut self, other: Self) {
        self.variants.extend(other.variants);
        self.rules.extend(other.rules);
        self.merge_diagonals();
    }

    /// Replaces the two diagonals by the variant X.
    pub(super) fn merge_diagonals(&mut self) {
        let diagonals = [RuleKind::RisingDiagonal, RuleKind::FallingDiagonal];
        if diagonals.iter().all(|&kind| self.rules.iter().any(|rule| rule.kind == kind)) {
            self.rules.retain(|rule| !diagonals.contains(&rule.kind));
            self.variants.push(Variant::X);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_text_or_json() {
        let text = RuleList::parse("\u{20}diagonal+\r\n\n#\nodd: r1c1\nantiking\ndiagonal-").unwrap();
        assert_eq!(text.variants, [Variant::AntiKing, Variant::X]);
        assert_eq!(text.rules, ["odd: r1c1".parse().unwrap()]);
        let error = RuleList::parse("odd: r1c1\nodder: r1c1").unwrap_err().to_string();
        assert!(error.starts_with("2: unknown rule 'odder'"), "{error}");
        #[cfg(feature = "formats")]
        {
            let json =
                r#" {"antiking": true, "odd": [{"cell": "R1C1"}], "diagonal+": true, "diagonal-": true}"#;
            assert_eq!(RuleList::parse(json).unwrap(), text);
            for (json, expected) in [
                ("{", "EOF while parsing an object"),
                (r#"{"odd": 1}"#, "odd: expected an array of rules"),
                (r#"{"oddly": 1}"#, "unsupported constraint 'oddly'"),
            ] {
                let error = RuleList::parse(json).unwrap_err().to_string();
                assert!(error.starts_with(expected), "{error}");
            }
        }
    }
}
