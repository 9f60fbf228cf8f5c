//! Dots and letters between adjacent cells: difference, ratio, X and V.
//!
//! A negative rule states that the puzzle shows all dots or letters of a kind. Adjacent cells without a mark then do
//! not have the relation that the mark expresses.

use std::collections::{BTreeSet, HashSet};

use super::constraint::Constraint;
use super::definition::{Context, Definition, Form, Meaning, Values, neighbors};
use super::{Rule, RuleKind};
use crate::puzzle::board::{BoardMap, Cell};

/// The digits of the two cells have the given difference, by default 1 (a white Kropki dot).
pub(super) static DIFFERENCE: Definition = Definition {
    form: Form::Adjacent,
    values: Values::Optional,
    meaning: Meaning::Pairs {
        pairs: |rule, _| neighbors(rule.cells()),
        allows: |rule, _, a, b| (a - b).abs() == rule.value().unwrap_or(1),
    },
    sentence: |rule| {
        let [a, b] = ends(rule);
        format!("{a} and {b} differ by {}", rule.value().unwrap_or(1))
    },
};

/// One of the two digits is the other multiplied by the given number, by default 2 (a black Kropki dot).
pub(super) static RATIO: Definition = Definition {
    form: Form::Adjacent,
    values: Values::Optional,
    meaning: Meaning::Pairs {
        pairs: |rule, _| neighbors(rule.cells()),
        allows: |rule, _, a, b| is_ratio(a, b, rule.value().unwrap_or(2)),
    },
    sentence: |rule| {
        let [a, b] = ends(rule);
        format!("{a} and {b} have the ratio {}", rule.value().unwrap_or(2))
    },
};

/// The digits of the two cells sum to 10 (X) or to 5 (V).
pub(super) static XV: Definition = Definition {
    form: Form::Adjacent,
    values: Values::Required,
    meaning: Meaning::Pairs {
        pairs: |rule, _| neighbors(rule.cells()),
        allows: |rule, _, a, b| Some(a + b) == rule.value(),
    },
    sentence: |rule| {
        let [a, b] = ends(rule);
        format!("{a} and {b} sum to {}", rule.value().unwrap_or(0))
    },
};

/// Adjacent cells do not contain consecutive digits, unless they have a difference or ratio dot.
pub(super) static NONCONSECUTIVE: Definition = Definition {
    form: Form::Flag,
    values: Values::None,
    meaning: Meaning::Pairs {
        pairs: |_, context| without(&[RuleKind::Difference, RuleKind::Ratio], context),
        allows: |_, _, a, b| (a - b).abs() != 1,
    },
    sentence: |_| "adjacent cells do not contain consecutive digits".to_owned(),
};

/// The puzzle shows all ratio dots. Adjacent cells without a difference or ratio dot have the ratio of no ratio dot. If
/// there are no ratio dots, the ratio 2 is excluded.
pub(super) static NEGATIVE_RATIO: Definition = Definition {
    form: Form::Flag,
    values: Values::None,
    meaning: Meaning::Other {
        holds: |_, context, digits| {
            let ratios = ratios(context);
            let holds = |[a, b]: [Cell; 2]| {
                digits(a)
                    .zip(digits(b))
                    .is_none_or(|(a, b)| !ratios.iter().any(|&ratio| is_ratio(a, b, ratio)))
            };
            without(&[RuleKind::Difference, RuleKind::Ratio], context).into_iter().all(holds)
        },
        constraints: |_, context| {
            let ratios = ratios(context);
            let allows = |a, b| !ratios.iter().any(|&ratio| is_ratio(a, b, ratio));
            let pairs = without(&[RuleKind::Difference, RuleKind::Ratio], context).into_iter();
            pairs.map(|cells| Constraint::pair(cells, context.size(), allows)).collect()
        },
    },
    sentence: |_| "adjacent cells without a dot do not have the ratio of a ratio dot".to_owned(),
};

/// The puzzle shows all X and V. The digits of adjacent cells without an X or V sum neither to 10 nor to 5.
pub(super) static NEGATIVE_XV: Definition = Definition {
    form: Form::Flag,
    values: Values::None,
    meaning: Meaning::Pairs {
        pairs: |_, context| without(&[RuleKind::Xv], context),
        allows: |_, _, a, b| a + b != 10 && a + b != 5,
    },
    sentence: |_| "all X and V are given".to_owned(),
};

/// Returns the ratios of the ratio dots, or 2 if there are none.
fn ratios(context: Context<'_>) -> BTreeSet<i64> {
    let dots = context.rules.iter().filter(|rule| rule.kind() == RuleKind::Ratio);
    let ratios: BTreeSet<i64> = dots.map(|dot| dot.value().unwrap_or(2)).collect();
    if ratios.is_empty() { [2].into() } else { ratios }
}

fn ends(rule: &Rule) -> [Cell; 2] {
    [rule.cells()[0], rule.cells()[1]]
}

fn is_ratio(a: i64, b: i64, ratio: i64) -> bool {
    a.checked_mul(ratio) == Some(b) || b.checked_mul(ratio) == Some(a)
}

/// Returns the pairs of adjacent cells that have no dot of the given kinds.
fn without(kinds: &[RuleKind], context: Context<'_>) -> Vec<[Cell; 2]> {
    let sorted = |cells: &[Cell]| [cells[0].min(cells[1]), cells[0].max(cells[1])];
    let marked = context.rules.iter().filter(|rule| kinds.contains(&rule.kind()));
    let marked: HashSet<[Cell; 2]> = marked.map(|rule| sorted(rule.cells())).collect();
    BoardMap::new(context.geometry)
        .adjacent_pairs()
        .into_iter()
        .filter(|pair| !marked.contains(pair))
        .collect()
}
