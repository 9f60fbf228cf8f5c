//! Dots and letters between adjacent cells: difference, ratio, X and V, and the negative rules that all of them are
//! given.

use std::collections::HashSet;

use super::definition::{Context, Definition, Form, Meaning, Values, adjacent_pairs, neighbors};
use super::{Rule, RuleKind};
use crate::puzzle::board::Cell;

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

/// All ratio dots are given: the digits of adjacent cells without a difference or ratio dot do not have the ratio of
/// any ratio dot of the puzzle, or the ratio 2 if there is none.
pub(super) static NEGATIVE_RATIO: Definition = Definition {
    form: Form::Flag,
    values: Values::List,
    meaning: Meaning::Pairs {
        pairs: |_, context| without(&[RuleKind::Difference, RuleKind::Ratio], context),
        allows: |rule, _, a, b| rule.values().iter().all(|&ratio| !is_ratio(a, b, ratio)),
    },
    sentence: |rule| {
        let ratios: Vec<_> = rule.values().iter().map(i64::to_string).collect();
        format!("all ratio dots are given, with the ratios {}", ratios.join(", "))
    },
};

/// All X and V are given: the digits of adjacent cells without an X or V do not sum to 10 or 5.
pub(super) static NEGATIVE_XV: Definition = Definition {
    form: Form::Flag,
    values: Values::None,
    meaning: Meaning::Pairs {
        pairs: |_, context| without(&[RuleKind::Xv], context),
        allows: |_, _, a, b| a + b != 10 && a + b != 5,
    },
    sentence: |_| "all X and V are given".to_owned(),
};

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
    adjacent_pairs(context.geometry).into_iter().filter(|pair| !marked.contains(pair)).collect()
}
