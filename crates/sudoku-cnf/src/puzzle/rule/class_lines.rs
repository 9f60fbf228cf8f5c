//! Entropic and modular lines: any three consecutive cells contain digits of three distinct classes.

use super::Rule;
use super::definition::{Definition, Form, Meaning, Values, list};
use crate::puzzle::board::Cell;

/// Any three consecutive digits of the line contain a low, a middle and a high digit. On 9×9 boards, these are 1 to 3,
/// 4 to 6 and 7 to 9.
pub(super) static ENTROPIC_LINE: Definition = Definition {
    form: Form::Line,
    values: Values::None,
    meaning: Meaning::Pairs {
        pairs: |rule, _| close_and_periodic(rule),
        allows: |_, n, a, b| entropy(n, a) != entropy(n, b),
    },
    sentence: |rule| {
        format!(
            "any three consecutive cells of {} contain a low, a middle and a high digit",
            list(rule.cells())
        )
    },
};

/// Any three consecutive digits of the line have distinct remainders modulo 3.
pub(super) static MODULAR_LINE: Definition = Definition {
    form: Form::Line,
    values: Values::None,
    meaning: Meaning::Pairs {
        pairs: |rule, _| close_and_periodic(rule),
        allows: |_, _, a, b| a % 3 != b % 3,
    },
    sentence: |rule| {
        format!("any three consecutive cells of {} have distinct remainders modulo 3", list(rule.cells()))
    },
};

/// Returns the pairs of cells that are one or two steps apart. If both kinds of pairs have different classes, cells
/// three steps apart have the same class.
fn close_and_periodic(rule: &Rule) -> Vec<[Cell; 2]> {
    let cells = rule.cells();
    let apart = |steps: usize| cells.iter().zip(cells.iter().skip(steps)).map(|(&a, &b)| [a, b]);
    apart(1).chain(apart(2)).collect()
}

/// Returns 0 for a low, 1 for a middle and 2 for a high digit. If n is not divisible by 3, the middle class is larger
/// (n = 3k + 1) or smaller (n = 3k + 2) than the others by one digit.
fn entropy(n: i64, digit: i64) -> i64 {
    let low = if n % 3 == 1 { n / 3 } else { (n + 2) / 3 };
    let middle = if n % 3 == 1 { (n + 2) / 3 } else { n / 3 };
    i64::from(digit > low) + i64::from(digit > low + middle)
}
