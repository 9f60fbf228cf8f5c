//! The cost of a step.

use std::collections::HashMap;

use super::element::{Element, Literal};
use super::known::{Known, Value};

/// Returns the cost of a reason for the facts `derived`.
///
/// Let u = n + 1 on a board of size n, so u = 10 on the 9×9 board.
///
/// | element | cost |
/// |---|---|
/// | a cell has exactly one digit | 2u |
/// | a house has a place for a digit: the first such rule | u |
/// | a house has a place for a digit: every further rule | 4u |
/// | a rule beyond houses | 2u, and 2 for each of its cells unless it applies to the whole board |
/// | two peers differ, and one of them contains the digit | 1 |
/// | two peers differ, and neither of them contains the digit | u |
/// | a placed digit, or a candidate that is excluded because its cell contains another digit | 1 |
/// | a candidate that an earlier step excluded | 2 |
///
/// If a step excludes several candidates, the rules that connect them with the pattern are counted only for the
/// candidate with the most such rules.
pub(super) fn cost(reason: &[Element], derived: &[Literal], known: &Known<'_>) -> u64 {
    let unit = known.tables.n as u64 + 1;
    let mut houses = 0;
    let mut total = 0;
    let mut connections: HashMap<u32, u64> = HashMap::new();
    let is_derived = |id: u32| derived.contains(&Literal::excluded(id));
    let is_placed = |id: u32| known.value(id) == Value::Placed;
    for &element in reason {
        total += match element {
            Element::Cell(_) => 2 * unit,
            Element::House(..) => {
                houses += 1;
                if houses == 1 { unit } else { 4 * unit }
            }
            Element::Rule(rule) => {
                let rule = &known.tables.rules[rule as usize];
                let cells = if rule.is_global { 0 } else { rule.candidates.len() / known.tables.n };
                2 * unit + 2 * cells as u64
            }
            Element::Peers(a, b) if is_placed(a) || is_placed(b) => 1,
            Element::Peers(a, b) => {
                match [a, b].into_iter().find(|&id| derived.len() > 1 && is_derived(id)) {
                    Some(id) => {
                        *connections.entry(id).or_default() += unit;
                        0
                    }
                    None => unit,
                }
            }
            Element::Placed(_) => 1,
            Element::Excluded(id) => 1 + u64::from(known.is_derived(id)),
        };
    }
    total + connections.into_values().max().unwrap_or(0)
}
