//! Lines whose digits are one of several alternatives.

use itertools::Itertools;

use super::super::Rule;
use super::super::constraint::Constraint;
use crate::puzzle::board::Cell;

/// The digits of the line are distinct and in one of the ranges of consecutive digits.
pub(super) fn renban(rule: &Rule, n: usize) -> Vec<Constraint> {
    let cells: Vec<Cell> = rule.cells().iter().copied().unique().collect();
    let length = cells.len() as i64;
    let window = |first: i64| {
        let contains = move |digit: i64| (first..first + length).contains(&digit);
        cells.iter().map(|&cell| Constraint::digit(cell, n, contains)).collect()
    };
    let windows = (1..=n as i64 + 1 - length).map(window).collect();
    vec![Constraint::AllDifferent(cells.clone()), Constraint::Choice(windows)]
}

/// Either the digits increase from the first end over each cell to the last end, or they decrease.
pub(super) fn between_line(rule: &Rule, n: usize) -> Vec<Constraint> {
    let &[first, ref middle @ .., last] = rule.cells() else { return Vec::new() };
    if middle.is_empty() {
        return Vec::new();
    }
    let alternative = |low: Cell, high: Cell| {
        let pairs = middle.iter().flat_map(|&cell| [[low, cell], [cell, high]]);
        pairs.map(|cells| Constraint::pair(cells, n, |a, b| a < b)).collect()
    };
    vec![Constraint::Choice(vec![alternative(first, last), alternative(last, first)])]
}
