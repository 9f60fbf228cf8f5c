//! Cages: distinct digits with a given sum (killer Sudoku), and extra regions.

use super::Rule;
use super::constraint::Constraint;
use super::definition::{Context, Definition, Digits, Form, Meaning, Values, all_different, list, sum};

/// The digits of the cage are distinct. If the cage has a sum, the digits add up to it.
pub(super) static CAGE: Definition = Definition {
    form: Form::Cells(1, usize::MAX),
    values: Values::Optional,
    meaning: Meaning::Other { holds, constraints },
    sentence: |rule| match rule.value() {
        Some(sum) => format!("the cage {} sums to {sum}", list(rule.cells())),
        None => format!("the cage {} repeats no digit", list(rule.cells())),
    },
};

/// The digits of the region are distinct.
pub(super) static EXTRA_REGION: Definition = Definition {
    form: Form::Cells(1, usize::MAX),
    values: Values::None,
    meaning: Meaning::AllDifferent(|rule, _| rule.cells().to_vec()),
    sentence: |rule| format!("the region {} repeats no digit", list(rule.cells())),
};

/// The digits of the cells, which may be equal, have a given sum.
pub(super) static SUM: Definition = Definition {
    form: Form::Cells(1, usize::MAX),
    values: Values::Required,
    meaning: Meaning::Other {
        holds: has_sum,
        constraints: |rule, _| {
            let terms = rule.cells().iter().map(|&cell| (1, cell));
            vec![Constraint::sum(terms, rule.value().unwrap_or(0))]
        },
    },
    sentence: |rule| format!("{} sum to {}", list(rule.cells()), rule.value().unwrap_or(0)),
};

fn has_sum(rule: &Rule, _: Context<'_>, digits: &Digits<'_>) -> bool {
    sum(rule.cells(), digits).is_none_or(|sum| rule.value().is_none_or(|expected| sum == expected))
}

fn holds(rule: &Rule, context: Context<'_>, digits: &Digits<'_>) -> bool {
    all_different(rule.cells(), digits) && has_sum(rule, context, digits)
}

fn constraints(rule: &Rule, _: Context<'_>) -> Vec<Constraint> {
    let distinct = Constraint::AllDifferent(rule.cells().to_vec());
    let sum = rule.value().map(|sum| Constraint::distinct_sum(rule.cells(), sum));
    [distinct].into_iter().chain(sum).collect()
}
