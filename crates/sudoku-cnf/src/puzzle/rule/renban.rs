//! Renban lines: consecutive digits in any order.

use super::Rule;
use super::constraint::Constraint;
use super::definition::{Context, Definition, Digits, Form, Meaning, Values, all_different, distinct, list};

/// The digits of the line are consecutive numbers in any order.
pub(super) static RENBAN: Definition = Definition {
    form: Form::Line,
    values: Values::None,
    meaning: Meaning::Other { holds, constraints },
    sentence: |rule| format!("the line {} contains consecutive digits in any order", list(rule.cells())),
};

fn holds(rule: &Rule, _: Context<'_>, digits: &Digits<'_>) -> bool {
    let cells = distinct(rule.cells());
    let known = || cells.iter().filter_map(|&cell| digits(cell));
    let range = known().max().zip(known().min()).map_or(0, |(max, min)| max - min);
    all_different(&cells, digits) && range < cells.len() as i64
}

fn constraints(rule: &Rule, context: Context<'_>) -> Vec<Constraint> {
    let cells = distinct(rule.cells());
    let (n, length) = (context.size(), cells.len());
    let window = |first: i64| {
        let contains = move |digit: i64| (first..first + length as i64).contains(&digit);
        cells.iter().map(|&cell| Constraint::digit(cell, n, contains)).collect()
    };
    let windows = (1..=n as i64 + 1 - length as i64).map(window).collect();
    vec![Constraint::AllDifferent(cells.clone()), Constraint::Choice(windows)]
}
