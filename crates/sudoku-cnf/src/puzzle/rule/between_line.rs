//! Between lines: the digits of a line lie strictly between the digits of its ends.

use super::Rule;
use super::constraint::Constraint;
use super::definition::{Context, Definition, Digits, Form, Meaning, Values, list};
use crate::puzzle::board::Cell;

/// The digits of the line lie strictly between the digits in the two circles, which are its ends.
pub(super) static BETWEEN_LINE: Definition = Definition {
    form: Form::Line,
    values: Values::None,
    meaning: Meaning::Other { holds, constraints },
    sentence: |rule| format!("the digits of the line {} lie between those of its ends", list(rule.cells())),
};

fn parts(rule: &Rule) -> Option<(Cell, &[Cell], Cell)> {
    match rule.cells() {
        [first, middle @ .., last] if !middle.is_empty() => Some((*first, middle, *last)),
        _ => None,
    }
}

fn holds(rule: &Rule, _: Context<'_>, digits: &Digits<'_>) -> bool {
    let Some((first, middle, last)) = parts(rule) else { return true };
    let Some((a, b)) = digits(first).zip(digits(last)) else { return true };
    middle.iter().filter_map(|&cell| digits(cell)).all(|digit| a.min(b) < digit && digit < a.max(b))
}

fn constraints(rule: &Rule, context: Context<'_>) -> Vec<Constraint> {
    let Some((first, middle, last)) = parts(rule) else { return Vec::new() };
    let n = context.size();
    // Either the digits increase from the first end over each cell to the last end, or they decrease.
    let alternative = |low: Cell, high: Cell| {
        let pairs = middle.iter().flat_map(|&cell| [[low, cell], [cell, high]]);
        pairs.map(|cells| Constraint::pair(cells, n, |a, b| a < b)).collect()
    };
    vec![Constraint::Choice(vec![alternative(first, last), alternative(last, first)])]
}
