//! Quadruples: given digits occur among four cells around a corner.

use super::Rule;
use super::constraint::Constraint;
use super::definition::{Context, Definition, Digits, Form, Meaning, Values, list};
use crate::puzzle::board::{Candidate, Digit};

/// Each of the given digits occurs in the cells, as many times as it is given.
pub(super) static QUADRUPLE: Definition = Definition {
    form: Form::Cells(1, usize::MAX),
    values: Values::List,
    meaning: Meaning::Other { holds, constraints },
    sentence: |rule| {
        let digits: Vec<_> = rule.values().iter().map(i64::to_string).collect();
        format!("{} contain {}", list(rule.cells()), digits.join(", "))
    },
};

fn times(rule: &Rule, value: i64) -> usize {
    rule.values().iter().filter(|&&other| other == value).count()
}

fn holds(rule: &Rule, _: Context<'_>, digits: &Digits<'_>) -> bool {
    // Open cells may still receive the missing digits.
    let is_possible = |value: i64| {
        rule.cells().iter().filter(|&&cell| digits(cell).is_none_or(|digit| digit == value)).count()
    };
    rule.values().iter().all(|&value| is_possible(value) >= times(rule, value))
}

/// A digit occurs at least k times in m cells if and only if it occurs in each set of m − k + 1 cells.
fn constraints(rule: &Rule, context: Context<'_>) -> Vec<Constraint> {
    let mut values = rule.values().to_vec();
    values.sort_unstable();
    values.dedup();
    let occurs = |value: i64| -> Vec<Constraint> {
        let digit = usize::try_from(value).ok().filter(|&value| value <= context.size()).and_then(Digit::new);
        let (cells, times) = (rule.cells(), times(rule, value));
        let Some(digit) = digit.filter(|_| times <= cells.len()) else { return vec![Constraint::never()] };
        let sets = subsets(cells.len(), cells.len() - times + 1);
        let candidate = |&index: &usize| Candidate { cell: cells[index], digit };
        sets.iter().map(|set| Constraint::Some(set.iter().map(candidate).collect())).collect()
    };
    values.into_iter().flat_map(occurs).collect()
}

/// Returns all sets of `size` numbers below `count`.
fn subsets(count: usize, size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let with_largest = |largest: usize| {
        subsets(largest, size - 1).into_iter().map(move |mut set| {
            set.push(largest);
            set
        })
    };
    (size - 1..count).flat_map(with_largest).collect()
}
