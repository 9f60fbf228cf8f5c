//! Minimum and maximum cells, which are smaller or larger than their neighbors.

use super::definition::{Context, Definition, Form, Meaning, Values, are_adjacent};
use super::{Rule, RuleKind};
use crate::puzzle::board::Cell;

/// The cell contains a smaller digit than each horizontally or vertically adjacent cell that is not itself a minimum.
pub(super) static MINIMUM: Definition = Definition {
    form: Form::Cell,
    values: Values::None,
    meaning: Meaning::Pairs { pairs, allows: |_, _, a, b| a < b },
    sentence: |rule| format!("{} is smaller than its neighbors", rule.cells()[0]),
};

/// The cell contains a larger digit than each horizontally or vertically adjacent cell that is not itself a maximum.
pub(super) static MAXIMUM: Definition = Definition {
    form: Form::Cell,
    values: Values::None,
    meaning: Meaning::Pairs { pairs, allows: |_, _, a, b| a > b },
    sentence: |rule| format!("{} is larger than its neighbors", rule.cells()[0]),
};

fn pairs(rule: &Rule, context: Context<'_>) -> Vec<[Cell; 2]> {
    let cell = rule.cells()[0];
    let is_extreme = |kind: RuleKind, other: Cell| {
        context.rules.iter().any(|rule| rule.kind() == kind && rule.cells().contains(&other))
    };
    let neighbors = context.geometry.cells().filter(|&other| are_adjacent(cell, other));
    neighbors.filter(|&other| !is_extreme(rule.kind(), other)).map(|other| [cell, other]).collect()
}
