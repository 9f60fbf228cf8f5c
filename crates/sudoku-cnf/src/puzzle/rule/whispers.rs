//! Whispers: consecutive digits along a line differ by at least a given number.

use super::Rule;
use super::definition::{Definition, Form, Meaning, Values, list, neighbors};

/// Consecutive digits along the line differ by at least the given number, by default ⌈n/2⌉, which is 5 on 9×9 boards.
pub(super) static WHISPERS: Definition = Definition {
    form: Form::Line,
    values: Values::Optional,
    meaning: Meaning::Pairs {
        pairs: |rule, _| neighbors(rule.cells()),
        allows: |rule, n, a, b| (a - b).abs() >= difference(rule, n),
    },
    sentence: |rule| match rule.value() {
        Some(value) => format!("neighbors on the line {} differ by at least {value}", list(rule.cells())),
        None => {
            format!("neighbors on the whispers line {} differ by at least half the size", list(rule.cells()))
        }
    },
};

fn difference(rule: &Rule, n: i64) -> i64 {
    rule.value().unwrap_or((n + 1) / 2)
}
