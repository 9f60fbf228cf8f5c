//! Rules about adjacent cells that depend on the marks of other rules.

use std::collections::{BTreeSet, HashSet};

use super::super::constraint::Constraint;
use super::super::form::are_adjacent;
use super::super::{Context, Digits, Rule, RuleKind};
use crate::puzzle::board::{BoardMap, Cell};

/// A condition on certain pairs of adjacent cells.
pub(super) struct Marks {
    pairs: Vec<[Cell; 2]>,
    allows: Box<dyn Fn(i64, i64) -> bool>,
}

impl Marks {
    /// Returns the condition of a rule, or `None` if its kind does not depend on marks.
    pub(super) fn of(rule: &Rule, context: Context<'_>) -> Option<Self> {
        const DOTS: [RuleKind; 2] = [RuleKind::Difference, RuleKind::Ratio];
        let (pairs, allows): (_, Box<dyn Fn(i64, i64) -> bool>) = match rule.kind() {
            RuleKind::Minimum => (neighbors(rule, context), Box::new(|a, b| a < b)),
            RuleKind::Maximum => (neighbors(rule, context), Box::new(|a, b| a > b)),
            RuleKind::Nonconsecutive => (without(&DOTS, context), Box::new(|a, b| (a - b).abs() != 1)),
            RuleKind::NegativeRatio => {
                let ratios = ratios(context);
                let is_ratio = move |a: i64, b: i64| {
                    ratios.iter().any(|&q| a.checked_mul(q) == Some(b) || b.checked_mul(q) == Some(a))
                };
                (without(&DOTS, context), Box::new(move |a, b| !is_ratio(a, b)))
            }
            RuleKind::NegativeXv => {
                (without(&[RuleKind::Xv], context), Box::new(|a, b| a + b != 10 && a + b != 5))
            }
            _ => return None,
        };
        Some(Self { pairs, allows })
    }

    pub(super) fn constraints(&self, n: usize) -> Vec<Constraint> {
        self.pairs.iter().map(|&cells| Constraint::pair(cells, n, &self.allows)).collect()
    }

    pub(super) fn hold(&self, digits: &Digits<'_>) -> bool {
        let known = self.pairs.iter().filter_map(|&[a, b]| digits(a).zip(digits(b)));
        known.into_iter().all(|(a, b)| (self.allows)(a, b))
    }
}

/// Returns the ratios of the ratio dots, or 2 if there are none.
fn ratios(context: Context<'_>) -> BTreeSet<i64> {
    let dots = context.rules.iter().filter(|rule| rule.kind() == RuleKind::Ratio);
    let ratios: BTreeSet<i64> = dots.map(|dot| dot.value().unwrap_or(2)).collect();
    if ratios.is_empty() { [2].into() } else { ratios }
}

/// Returns the pairs of a minimum or maximum and its neighbors that are not of the same kind.
fn neighbors(rule: &Rule, context: Context<'_>) -> Vec<[Cell; 2]> {
    let cell = rule.cells()[0];
    let is_extreme = |other: Cell| {
        context.rules.iter().any(|same| same.kind() == rule.kind() && same.cells().contains(&other))
    };
    let neighbors = context.geometry.cells().filter(|&other| are_adjacent(cell, other) && !is_extreme(other));
    neighbors.map(|other| [cell, other]).collect()
}

/// Returns the pairs of adjacent cells that have no mark of the given kinds.
fn without(kinds: &[RuleKind], context: Context<'_>) -> Vec<[Cell; 2]> {
    let sorted = |cells: &[Cell]| [cells[0].min(cells[1]), cells[0].max(cells[1])];
    let marked = context.rules.iter().filter(|rule| kinds.contains(&rule.kind()));
    let marked: HashSet<[Cell; 2]> = marked.map(|rule| sorted(rule.cells())).collect();
    let mut pairs = BoardMap::new(context.geometry).adjacent_pairs();
    pairs.retain(|pair| !marked.contains(pair));
    pairs
}
