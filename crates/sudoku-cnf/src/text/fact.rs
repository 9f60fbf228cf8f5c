//! Parses facts: names with numbers in parentheses, for example `given(1,2,3).`

use crate::puzzle::board::MAX_SIZE;

/// The name of the fact that specifies the size of the board.
pub(super) const SIZE: &str = "size";

/// A name with numbers in parentheses.
#[derive(Debug, PartialEq)]
pub(super) struct Fact<'l> {
    pub(super) name: &'l str,
    pub(super) numbers: Vec<usize>,
    /// The column at which the fact starts.
    pub(super) column: usize,
    /// The number of characters.
    pub(super) length: usize,
}

impl Fact<'_> {
    pub(super) fn is_size(&self) -> bool {
        self.name == SIZE && self.numbers.len() == 1
    }
}

/// Returns whether `line` consists of facts, at least one of which specifies a given or the size of the board.
///
/// A single fact without a full stop could also be a function call.
pub(super) fn are_facts(line: &str) -> bool {
    let facts = facts(1, line).unwrap_or_default();
    let is_known = |fact: &Fact<'_>| fact.numbers.len() == 3 || fact.is_size();
    facts.iter().any(is_known) && (facts.len() > 1 || line.trim_end().ends_with('.'))
}

/// Parses a text that consists of facts, which full stops, commas or white space separate. `column` is the column of
/// the first character. Returns `None` if there is any other text.
pub(super) fn facts(column: usize, text: &str) -> Option<Vec<Fact<'_>>> {
    let (mut facts, mut column, mut rest) = (Vec::new(), column, text);
    loop {
        let next = rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '.' | ','));
        column += rest[..rest.len() - next.len()].chars().count();
        rest = next;
        if rest.is_empty() {
            return Some(facts);
        }
        let open = rest.find('(')?;
        let close = rest.find(')')?;
        let (name, arguments) = (&rest[..open], rest.get(open + 1..close)?);
        let is_name = name.starts_with(|c: char| c.is_ascii_lowercase() || c == '_')
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if !is_name {
            return None;
        }
        let length = rest[..=close].chars().count();
        facts.push(Fact { name, numbers: numbers(arguments)?, column, length });
        column += length;
        rest = &rest[close + 1..];
    }
}

/// Parses numbers, which commas, semicolons or tabs separate.
pub(super) fn numbers(text: &str) -> Option<Vec<usize>> {
    let fields = text.split([',', ';', '\t']);
    fields.map(|field| field.trim().parse().ok().filter(|&number| number <= MAX_SIZE)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_of_functions_are_not_facts() {
        assert!(are_facts("given(1,1,5).") && are_facts("x(1,1,5) x(1,2,3)") && are_facts("size(4)."));
        assert!(!are_facts("move(1,2,3)") && !are_facts("move(1,2,3);") && !are_facts("f(1,2).f(2,3)."));
        assert!(!are_facts("(1,2,3).") && !are_facts("x(1,1,) x(1,2,3)") && !are_facts("given(1,1"));
    }

    #[test]
    fn facts_have_positions() {
        let fact = |name, numbers, column, length| Fact { name, numbers, column, length };
        let expected = [fact("size", vec![4], 3, 7), fact("x", vec![1, 2, 3], 12, 9)];
        assert_eq!(facts(2, " size(4). x(1, 2,3)"), Some(expected.into()));
    }
}
