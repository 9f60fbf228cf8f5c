//! Region sum lines: the parts of a line in its boxes have equal sums.

use super::Rule;
use super::constraint::Constraint;
use super::definition::{Context, Definition, Digits, Form, Meaning, Values, list, sum};
use crate::puzzle::board::{BoardMap, Cell, Geometry};

/// The box borders divide the line into parts whose digits have equal sums.
pub(super) static REGION_SUM_LINE: Definition = Definition {
    form: Form::Line,
    values: Values::None,
    meaning: Meaning::Other { holds, constraints },
    sentence: |rule| format!("the line {} has the same sum in each box that it passes", list(rule.cells())),
};

fn parts(rule: &Rule, geometry: &Geometry) -> Vec<Vec<Cell>> {
    BoardMap::new(geometry).runs(rule.cells())
}

fn holds(rule: &Rule, context: Context<'_>, digits: &Digits<'_>) -> bool {
    let mut sums = parts(rule, context.geometry).into_iter().filter_map(|part| sum(&part, digits));
    let first = sums.next();
    sums.all(|sum| Some(sum) == first)
}

fn constraints(rule: &Rule, context: Context<'_>) -> Vec<Constraint> {
    let parts = parts(rule, context.geometry);
    parts.windows(2).map(|pair| Constraint::equal_sums(&pair[0], &pair[1])).collect()
}
