//! Derivatives of regular expressions: the expressions that match what remains after a digit.
//!
//! ## Reference
//! J. Brzozowski: Derivatives of regular expressions, 1964. Alternatives are sorted and occur once, so that a pattern
//! has finitely many derivatives.

use super::super::pattern::Pattern;

/// Returns whether a pattern matches an empty list.
pub(super) fn matches_nothing(pattern: &Pattern) -> bool {
    match pattern {
        Pattern::Digit(_) => false,
        Pattern::Sequence(parts) => parts.iter().all(matches_nothing),
        Pattern::Alternatives(parts) => parts.iter().any(matches_nothing),
        Pattern::Repeat(pattern, least, _) => *least == 0 || matches_nothing(pattern),
    }
}

/// Returns the pattern for what follows after `number`. It has no alternatives if nothing can follow.
pub(super) fn derivative(pattern: &Pattern, number: i128) -> Pattern {
    match pattern {
        Pattern::Digit(set) if Pattern::has_digit(*set, number) => Pattern::Sequence(Vec::new()),
        Pattern::Digit(_) | Pattern::Repeat(_, _, Some(0)) => Pattern::Alternatives(Vec::new()),
        Pattern::Sequence(parts) => {
            let mut all = Vec::new();
            for (index, part) in parts.iter().enumerate() {
                all.push(sequence(derivative(part, number), &parts[index + 1..]));
                if !matches_nothing(part) {
                    break;
                }
            }
            alternatives(all)
        }
        Pattern::Alternatives(parts) => {
            alternatives(parts.iter().map(|part| derivative(part, number)).collect())
        }
        Pattern::Repeat(inner, least, most) => {
            let most = most.map(|most| most - 1);
            let rest = Pattern::Repeat(inner.clone(), least.saturating_sub(1), most);
            sequence(derivative(inner, number), &[rest])
        }
    }
}

fn sequence(first: Pattern, rest: &[Pattern]) -> Pattern {
    let mut parts = match first {
        Pattern::Alternatives(none) if none.is_empty() => return Pattern::Alternatives(none),
        Pattern::Sequence(parts) => parts,
        first => vec![first],
    };
    parts.extend_from_slice(rest);
    if parts.len() == 1 { parts.remove(0) } else { Pattern::Sequence(parts) }
}

fn alternatives(patterns: Vec<Pattern>) -> Pattern {
    let flat = patterns.into_iter().flat_map(|pattern| match pattern {
        Pattern::Alternatives(parts) => parts,
        other => vec![other],
    });
    let mut parts: Vec<Pattern> = flat.collect();
    parts.sort_unstable();
    parts.dedup();
    if parts.len() == 1 { parts.remove(0) } else { Pattern::Alternatives(parts) }
}
