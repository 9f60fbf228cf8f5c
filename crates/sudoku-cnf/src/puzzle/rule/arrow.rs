//! Arrows: the digits along the arrow sum to the number in the circle or pill.

use super::Rule;
use super::constraint::Constraint;
use super::definition::{Context, Definition, Digits, Form, Meaning, Values, list, sum};
use crate::puzzle::board::Cell;

/// The digits along the arrow sum to the number in the circle. The digits of several cells (a pill) form a number, read
/// from left to right, or from top to bottom.
pub(super) static ARROW: Definition = Definition {
    form: Form::CellsAndLine,
    values: Values::None,
    meaning: Meaning::Other { holds, constraints },
    sentence: |rule| {
        format!("the arrow {} sums to the number in {}", list(rule.other_cells()), list(rule.cells()))
    },
};

/// Returns the cells of the number with the weight of each digit: 1 for the last, 10 for the one before it, and so on.
fn weights(rule: &Rule) -> Vec<(i64, Cell)> {
    let mut cells = rule.cells().to_vec();
    cells.sort_unstable();
    let mut weight = 1_i64;
    let weighted = cells.into_iter().rev().map(|cell| {
        let term = (weight, cell);
        weight = weight.saturating_mul(10);
        term
    });
    weighted.collect()
}

fn holds(rule: &Rule, _: Context<'_>, digits: &Digits<'_>) -> bool {
    let product = |(weight, cell)| Some(i128::from(weight) * i128::from(digits(cell)?));
    let number: Option<i128> = weights(rule).into_iter().map(product).sum();
    let sum = sum(rule.other_cells(), digits).map(i128::from);
    number.zip(sum).is_none_or(|(number, sum)| number == sum)
}

fn constraints(rule: &Rule, _: Context<'_>) -> Vec<Constraint> {
    let arrow = rule.other_cells().iter().map(|&cell| (-1, cell));
    vec![Constraint::sum(weights(rule).into_iter().chain(arrow), 0)]
}
