//! Cells with an odd or an even digit.

use super::Rule;
use super::constraint::Constraint;
use super::definition::{Context, Definition, Digits, Form, Meaning, Values};

/// The cell contains an odd digit.
pub(super) static ODD: Definition = Definition {
    form: Form::Cell,
    values: Values::None,
    meaning: Meaning::Other {
        holds: |rule, _, digits| has_remainder(rule, digits, 1),
        constraints: |rule, context| remainder(rule, context, 1),
    },
    sentence: |rule| format!("{} is odd", rule.cells()[0]),
};

/// The cell contains an even digit.
pub(super) static EVEN: Definition = Definition {
    form: Form::Cell,
    values: Values::None,
    meaning: Meaning::Other {
        holds: |rule, _, digits| has_remainder(rule, digits, 0),
        constraints: |rule, context| remainder(rule, context, 0),
    },
    sentence: |rule| format!("{} is even", rule.cells()[0]),
};

fn has_remainder(rule: &Rule, digits: &Digits<'_>, remainder: i64) -> bool {
    digits(rule.cells()[0]).is_none_or(|digit| digit % 2 == remainder)
}

fn remainder(rule: &Rule, context: Context<'_>, remainder: i64) -> Vec<Constraint> {
    vec![Constraint::digit(rule.cells()[0], context.size(), |digit| digit % 2 == remainder)]
}
