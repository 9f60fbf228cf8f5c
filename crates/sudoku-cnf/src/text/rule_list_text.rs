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
    /// Parses text with one rule, statement or definition a line or, with the feature `formats`, a JSON object.
    ///
    /// # Errors
    /// Returns an error for the first line that is not a rule.
    pub fn parse(text: &str) -> Result<Self, RuleListError> {
        let mut list = Self::default();
        list.read(text)?;
        Ok(list)
    }

    /// Adds the rules in `text`, which may use the definitions of this list.
    ///
    /// # Errors
    /// Returns an error for the first line that is not a rule. The list then contains the lines before it.
    pub fn read(&mut self, text: &str) -> Result<(), RuleListError> {
        #[cfg(feature = "formats")]
        if text.trim_start().starts_with('{') {
            let list = super::json::rule_list(text).map_err(RuleListError::Json)?;
            self.definitions
                .extend(&list.definitions)
                .map_err(|error| RuleListError::Json(error.to_string()))?;
            self.variants.extend(list.variants);
            self.rules.extend(list.rules);
            self.merge_diagonals();
            return Ok(());
        }
        for (first, text) in entries(text) {
            self.read_entry(&text).map_err(|error| {
                let line = if let InvalidRule::Statement(error) = &error { error.line() } else { None };
                RuleListError::Line { line: first + line.unwrap_or(1) - 1, error }
            })?;
        }
        self.merge_diagonals();
        Ok(())
    }

    /// Adds a rule, a statement, a definition or a variant.
    fn read_entry(&mut self, text: &str) -> Result<(), InvalidRule> {
        if let Some(&(_, variant)) = VARIANTS.iter().find(|(name, _)| *name == text.trim()) {
            self.variants.push(variant);
        } else if text.split_whitespace().next() == Some("define") {
            self.definitions.define(text)?;
        } else {
            self.rules.push(self.definitions.rule(text)?);
        }
        Ok(())
    }
}

/// Returns the entries of a list, each with the number of its first line. An entry consists of a line and of those
/// after it that start with a blank. Between these, blank lines and comments are blank, so that all keep their numbers.
fn entries(text: &str) -> Vec<(usize, String)> {
    let mut entries: Vec<(usize, String)> = Vec::new();
    let mut skipped = 0;
    for (number, line) in (1..).zip(text.lines()) {
        let is_comment = line.trim_start().starts_with('#');
        match entries.last_mut() {
            _ if line.trim().is_empty() || is_comment => {
                skipped += 1;
                continue;
            }
            Some((_, entry)) if line.starts_with([' ', '\t']) => {
                entry.push_str(&"\n".repeat(1 + skipped));
                entry.push_str(line);
            }
            _ => entries.push((number, line.trim_end().to_owned())),
        }
        skipped = 0;
    }
    entries
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
        // The place of an error is that in the file.
        let lines = "odd: r1c1\n\ndefine f(l: cells):\n  # a comment\n  sum(l) = k\n";
        let error = RuleList::parse(lines).unwrap_err().to_string();
        assert_eq!(error, "5: column 12: unknown name 'k'");
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
