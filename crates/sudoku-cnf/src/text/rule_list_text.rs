//! Parses lists of rules.

use thiserror::Error;

use super::rule_list::{RuleList, VARIANTS};
use crate::puzzle::rule::InvalidRule;

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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::board::Variant;

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
