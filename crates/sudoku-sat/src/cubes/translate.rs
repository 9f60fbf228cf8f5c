//! The translation of the lines of an LRAT proof into lines of the composed proof.

use std::collections::HashMap;

use crate::proof::push_number;

/// A line of the composed proof.
pub(super) struct Translated {
    /// The line, or `None` if the composed proof does not need it.
    pub(super) text: Option<String>,
    /// Whether the line of the original proof derives the empty clause.
    pub(super) is_last: bool,
}

/// Translates the lines of one proof.
pub(super) struct Translator<'a> {
    /// The number of clauses that both proofs share.
    pub(super) clauses: u64,
    /// The literals that each lemma receives.
    pub(super) suffix: &'a [i32],
    /// The new identifiers of the clauses that follow the shared ones, or `None` if the suffix contains the negation of
    /// the clause.
    pub(super) assumed: &'a [Option<u64>],
    /// The new identifiers of the lemmas.
    pub(super) lemmas: HashMap<u64, u64>,
}

impl Translator<'_> {
    /// Translates a line. `last_id` is the last identifier of the composed proof so far. Returns `None` if the line is
    /// malformed.
    pub(super) fn line(&mut self, text: &str, last_id: &mut u64) -> Option<Translated> {
        let mut words = text.split_ascii_whitespace().peekable();
        let id = words.next()?.parse().ok()?;
        if words.next_if_eq(&"d").is_some() {
            let ids = until_zero::<u64>(&mut words)?;
            // Other proofs need the shared clauses.
            let ids: Vec<_> = ids.iter().filter_map(|id| self.lemmas.remove(id)).collect();
            return Some(Translated { text: deletion(*last_id, &ids), is_last: false });
        }
        let literals = until_zero::<i32>(&mut words)?;
        let hints = until_zero::<u64>(&mut words)?;
        let is_last = literals.is_empty();
        // A lemma that contains a literal of the cube follows from the cube alone, so no lemma needs it.
        if literals.iter().any(|literal| self.suffix.contains(&literal.wrapping_neg())) {
            return Some(Translated { text: None, is_last });
        }
        *last_id += 1;
        let mut line = String::new();
        push_number(&mut line, *last_id);
        for literal in literals.iter().chain(self.suffix) {
            push_number(&mut line, *literal);
        }
        line.push_str("0 ");
        for hint in hints.iter().filter_map(|&hint| self.id(hint)) {
            push_number(&mut line, hint);
        }
        line.push('0');
        self.lemmas.insert(id, *last_id);
        Some(Translated { text: Some(line), is_last })
    }

    /// Returns the new identifier of a clause, or `None` if the composed proof does not need the clause as a hint.
    fn id(&self, hint: u64) -> Option<u64> {
        match hint.checked_sub(self.clauses + 1) {
            None => Some(hint),
            Some(index) => match self.assumed.get(index as usize) {
                Some(&assumed) => assumed,
                None => self.lemmas.get(&hint).copied(),
            },
        }
    }

    /// Returns a line that deletes all lemmas except the last one.
    pub(super) fn deletion_of_lemmas(self, last_id: u64) -> Option<String> {
        let mut ids: Vec<_> = self.lemmas.into_values().filter(|&id| id != last_id).collect();
        ids.sort_unstable();
        deletion(last_id, &ids)
    }
}

/// Parses numbers up to a 0.
fn until_zero<'t, N: std::str::FromStr + Default + PartialEq>(
    words: &mut impl Iterator<Item = &'t str>,
) -> Option<Vec<N>> {
    let mut numbers = Vec::new();
    loop {
        let number = words.next()?.parse().ok()?;
        if number == N::default() {
            return Some(numbers);
        }
        numbers.push(number);
    }
}

fn deletion(last_id: u64, ids: &[u64]) -> Option<String> {
    let mut line = String::new();
    push_number(&mut line, last_id);
    line.push_str("d ");
    for &id in ids {
        push_number(&mut line, id);
    }
    line.push('0');
    (!ids.is_empty()).then_some(line)
}
