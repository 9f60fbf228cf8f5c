//! Sums of digits: cells, arrows, and the parts of a line in its boxes.

use super::super::Rule;
use super::super::constraint::Constraint;
use crate::puzzle::board::{BoardMap, Geometry};

/// The digits have the given sum.
pub(super) fn sum(rule: &Rule) -> Constraint {
    Constraint::sum(rule.cells().iter().map(|&cell| (1, cell)), rule.value().unwrap_or(0))
}

/// The digits along the arrow sum to the number in the circle or pill. In reading order, the last digit of a pill has
/// the weight 1, the one before it 10, and so on.
pub(super) fn arrow(rule: &Rule) -> Constraint {
    let mut pill = rule.cells().to_vec();
    pill.sort_unstable();
    let weights = std::iter::successors(Some(1_i64), |weight| Some(weight.saturating_mul(10)));
    let arrow = rule.other_cells().iter().map(|&cell| (-1, cell));
    Constraint::sum(weights.zip(pill.into_iter().rev()).chain(arrow), 0)
}

/// Each part of the line has the same sum as the next.
pub(super) fn region_sum_line(rule: &Rule, geometry: &Geometry) -> Vec<Constraint> {
    let parts = BoardMap::new(geometry).runs(rule.cells());
    let terms = |pair: &[Vec<_>]| {
        let [left, right] = [(1, &pair[0]), (-1, &pair[1])]
            .map(|(sign, part)| part.iter().map(|&cell| (sign, cell)).collect::<Vec<_>>());
        Constraint::sum(left.into_iter().chain(right), 0)
    };
    parts.windows(2).map(terms).collect()
}
