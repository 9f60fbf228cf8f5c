//! Double arrows and zipper lines: parts of a line with equal sums.

use super::Rule;
use super::constraint::Constraint;
use super::definition::{Definition, Form, Meaning, Values, list, sum};
use crate::puzzle::board::Cell;

/// The digits between the two circles, which are the ends of the line, sum to the same number as the circles.
pub(super) static DOUBLE_ARROW: Definition = Definition {
    form: Form::Line,
    values: Values::None,
    meaning: Meaning::Other {
        holds: |rule, _, digits| {
            let (ends, middle) = ends_and_middle(rule);
            let sums = sum(&ends, digits).zip(sum(middle, digits));
            rule.cells().len() < 3 || sums.is_none_or(|(ends, middle)| ends == middle)
        },
        constraints: |rule, _| {
            let (ends, middle) = ends_and_middle(rule);
            if middle.is_empty() { Vec::new() } else { vec![Constraint::equal_sums(&ends, middle)] }
        },
    },
    sentence: |rule| {
        format!("the ends of the line {} have the same sum as the cells between", list(rule.cells()))
    },
};

/// The digits at the same distance from the middle of the line have equal sums. If the line has an odd number of cells,
/// the middle cell contains this sum.
pub(super) static ZIPPER_LINE: Definition = Definition {
    form: Form::Line,
    values: Values::None,
    meaning: Meaning::Other {
        holds: |rule, _, digits| {
            let mut sums = zipped(rule).into_iter().filter_map(|cells| sum(&cells, digits));
            let first = sums.next();
            sums.all(|sum| Some(sum) == first)
        },
        constraints: |rule, _| {
            zipped(rule).windows(2).map(|pair| Constraint::equal_sums(&pair[0], &pair[1])).collect()
        },
    },
    sentence: |rule| {
        format!("cells at the same distance from the middle of {} have the same sum", list(rule.cells()))
    },
};

fn ends_and_middle(rule: &Rule) -> (Vec<Cell>, &[Cell]) {
    match rule.cells() {
        [first, middle @ .., last] => (vec![*first, *last], middle),
        cells => (cells.to_vec(), &[]),
    }
}

/// Returns the pairs of cells at the same distance from the middle, and the middle cell, if any.
fn zipped(rule: &Rule) -> Vec<Vec<Cell>> {
    let cells = rule.cells();
    let opposite = |i: usize| cells.len() - 1 - i;
    let part = |i: usize| if i == opposite(i) { vec![cells[i]] } else { vec![cells[i], cells[opposite(i)]] };
    (0..cells.len().div_ceil(2)).map(part).collect()
}
