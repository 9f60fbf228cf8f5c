//! Renban lines: consecutive digits in any order.

use super::Rule;
use super::constraint::Constraint;
use super::definition::{Context, Definition, Digits, Form, Meaning, Values, all_different, list};

/// The digits of the line are consecutive numbers in any order.
pub(super) static RENBAN: Definition = Definition {
    form: Form::Line,
    values: Values::None,
    meaning: Meaning::Other { holds, constraints },
    sentence: |rule| format!("the line {} contains consecutive digits in any order", list(rule.cells())),
};

fn holds(rule: &Rule, _: Context<'_>, digits: &Digits<'_>) -> bool {
    let known = || rule.cells().iter().filter_map(|&cell| digits(cell));
    let range = known().max().zip(known().min()).map_or(0, |(max, min)| max - min);
    all_different(rule.cells(), digits) && range < rule.cells().len() as i64
}

fn constraints(rule: &Rule, context: Context<'_>) -> Vec<Constraint> {
    let (n, length) = (context.size(), rule.cells().len());
    let window = |first: i64| {
        let contains = move |digit: i64| (first..first + length as i64).contains(&digit);
        rule.cells().iter().map(|&cell| Constraint::digit(cell, n, contains)).collect()
    };
    let windows = (1..=n as i64 + 1 - length as i64).map(window).collect();
    vec![Constraint::AllDifferent(rule.cells().to_vec()), Constraint::Choice(windows)]
}
