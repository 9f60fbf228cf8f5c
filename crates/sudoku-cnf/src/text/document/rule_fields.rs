//! Recognizes the names of rules in fields and list items beside a board, which would otherwise lose their meaning.

use crate::puzzle::board::Variant;
use crate::puzzle::rule::RuleKind;
use crate::text::error::TextError;
use crate::text::error_kind::TextErrorKind;
use crate::text::text_line::TextLine;

/// The minimum length of a name. Shorter ones, and those in `COMMON_WORDS`, also have other meanings.
const MIN_NAME: usize = 6;
/// Names of rules that are common words.
const COMMON_WORDS: [&str; 7] =
    ["minimum", "maximum", "difference", "between", "negative", "quadruple", "column"];
/// Other field names that restrict the solutions of a puzzle.
const OTHER_NAMES: [&str; 5] = ["killer", "jigsaw", "regions", "cages", "constraints"];

/// Returns an error for the first of `lines` that is a field or a list item with the name of a rule, as in
/// `- AntiKnightsMove` or `regions: …`.
pub(in crate::text) fn find(lines: &[&TextLine]) -> Option<TextError> {
    lines.iter().find_map(|line| {
        let name = name(&line.text).filter(|name| is_rule(name))?;
        let column = line.text.find(name).map_or(1, |offset| line.text[..offset].chars().count() + 1);
        Some(line.error(column, name.chars().count(), TextErrorKind::Constraint(name.to_owned())))
    })
}

/// Returns the name of a field of YAML, or a list item that is a single word.
fn name(line: &str) -> Option<&str> {
    let text = line.trim();
    let item = text.strip_prefix("- ").map(str::trim);
    let name = match item.unwrap_or(text).split_once(':') {
        Some((name, _)) => name,
        None => item?,
    };
    let name = name.trim().trim_matches(['"', '\'']);
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | ' ');
    (name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.chars().all(is_name)).then_some(name)
}

/// Returns whether a name, without case and punctuation, is or begins with the name of a rule or a variant.
fn is_rule(name: &str) -> bool {
    let name: String =
        name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    let rules = RuleKind::named().map(RuleKind::name);
    let variants = Variant::ALL.iter().copied().map(Variant::name);
    let mut known =
        rules.chain(variants).filter(|known| known.len() >= MIN_NAME && !COMMON_WORDS.contains(known));
    known.any(|known| name.starts_with(known)) || OTHER_NAMES.contains(&&*name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_rules_are_found() {
        let found = |line: &str| name(line).is_some_and(is_rule);
        for rule in
            ["- AntiKnightsMove", "killer-cages:", "  thermometer: [1, 2]", "- whispers", "Regions: |"]
        {
            assert!(found(rule), "{rule}");
        }
        for other in
            ["- even numbers", "maximum: 9", "size: 4", "knowns:", "regions = [1]", "A killer puzzle"]
        {
            assert!(!found(other), "{other}");
        }
    }
}
