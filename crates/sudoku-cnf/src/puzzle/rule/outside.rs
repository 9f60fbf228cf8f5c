//! Clues outside the board about a row or column: sandwich sums, X-sums, skyscrapers and numbered rooms; and little
//! killers about a diagonal.

use super::Rule;
use super::constraint::Constraint;
use super::definition::{Context, Definition, Digits, Form, Meaning, Values, cell_at, full, list, sum};
use super::diagram::Diagram;
use crate::puzzle::board::{Candidate, Digit};

/// The digits between 1 and n in the row or column have the given sum.
pub(super) static SANDWICH_SUM: Definition = Definition {
    form: Form::Outside,
    values: Values::Required,
    meaning: Meaning::Other { holds: sandwich_holds, constraints: sandwich_constraints },
    sentence: |rule| {
        format!(
            "the digits between the lowest and the highest digit of {} sum to {}",
            list(rule.cells()),
            clue(rule)
        )
    },
};

/// If the first digit is x, the first x digits have the given sum.
pub(super) static X_SUM: Definition = Definition {
    form: Form::Outside,
    values: Values::Required,
    meaning: Meaning::Other { holds: x_sum_holds, constraints: x_sum_constraints },
    sentence: |rule| {
        let cells = rule.cells();
        format!(
            "the first x cells of {} sum to {}, where x is the digit in {}",
            list(cells),
            clue(rule),
            cells[0]
        )
    },
};

/// The given number of digits is larger than all digits before them, like buildings that are visible from the position
/// of the clue.
pub(super) static SKYSCRAPER: Definition = Definition {
    form: Form::Outside,
    values: Values::Required,
    meaning: Meaning::Other { holds: skyscraper_holds, constraints: skyscraper_constraints },
    sentence: |rule| {
        format!("{} digits of {} are larger than all digits before them", clue(rule), list(rule.cells()))
    },
};

/// If the first digit is x, the x-th cell contains the given digit.
pub(super) static NUMBERED_ROOM: Definition = Definition {
    form: Form::Outside,
    values: Values::Required,
    meaning: Meaning::Other { holds: room_holds, constraints: room_constraints },
    sentence: |rule| {
        let cells = rule.cells();
        format!("the x-th cell of {} is {}, where x is the digit in {}", list(cells), clue(rule), cells[0])
    },
};

/// The digits of the diagonal have the given sum. They may be equal.
pub(super) static LITTLE_KILLER: Definition = Definition {
    form: Form::Diagonal,
    values: Values::Required,
    meaning: Meaning::Other {
        holds: |rule, _, digits| sum(rule.cells(), digits).is_none_or(|sum| sum == clue(rule)),
        constraints: |rule, _| {
            let terms = rule.cells().iter().map(|&cell| (1, cell));
            vec![Constraint::sum(terms, clue(rule))]
        },
    },
    sentence: |rule| format!("the diagonal {} sums to {}", list(rule.cells()), clue(rule)),
};

fn clue(rule: &Rule) -> i64 {
    rule.value().unwrap_or(0)
}

fn automaton(rule: &Rule, diagram: Diagram) -> Vec<Constraint> {
    vec![Constraint::Automaton { cells: rule.cells().to_vec(), diagram }]
}

fn sandwich_holds(rule: &Rule, context: Context<'_>, digits: &Digits<'_>) -> bool {
    let Some(digits) = full(rule.cells(), digits) else { return true };
    let n = context.size() as i64;
    let mut crusts = (0..digits.len()).filter(|&i| digits[i] == 1 || digits[i] == n);
    match (crusts.next(), crusts.next()) {
        (Some(first), Some(second)) => digits[first + 1..second].iter().sum::<i64>() == clue(rule),
        // On a 1×1 board, 1 and n are the same digit, with nothing between. Other lines contain both of them.
        _ => n == 1 && clue(rule) == 0,
    }
}

/// The state is `None` before the first crust, the sum so far between the crusts, and the sum and `true` after them.
fn sandwich_constraints(rule: &Rule, context: Context<'_>) -> Vec<Constraint> {
    let (n, expected) = (context.size(), clue(rule));
    let next = |state: &Option<(i64, bool)>, _, digit: usize| {
        let is_crust = digit == 1 || digit == n;
        match *state {
            None if is_crust => Some(Some((0, n == 1))),
            None => Some(None),
            Some((sum, false)) if is_crust => Some(Some((sum, true))),
            Some((sum, false)) => {
                Some(Some((sum + digit as i64, false))).filter(|_| sum + digit as i64 <= expected)
            }
            Some((sum, true)) => Some(Some((sum, true))),
        }
    };
    automaton(rule, Diagram::new(rule.cells().len(), n, None, next, |state| *state == Some((expected, true))))
}

fn x_sum_holds(rule: &Rule, _: Context<'_>, digits: &Digits<'_>) -> bool {
    let cells = rule.cells();
    let first = digits(cells[0]).and_then(|x| sum(cells.get(..usize::try_from(x).ok()?)?, digits));
    first.is_none_or(|sum| sum == clue(rule))
}

fn x_sum_constraints(rule: &Rule, context: Context<'_>) -> Vec<Constraint> {
    let cells = rule.cells();
    let alternative = |x: Digit| {
        let first = Constraint::Some(vec![Candidate { cell: cells[0], digit: x }]);
        let others = Constraint::distinct_sum(&cells[1..x.get()], clue(rule).saturating_sub(x.get() as i64));
        vec![first, others]
    };
    vec![Constraint::Choice(context.geometry.digits().map(alternative).collect())]
}

fn skyscraper_holds(rule: &Rule, _: Context<'_>, digits: &Digits<'_>) -> bool {
    let Some(digits) = full(rule.cells(), digits) else { return true };
    let is_visible = |&i: &usize| digits[..i].iter().all(|&before| before < digits[i]);
    (0..digits.len()).filter(is_visible).count() as i64 == clue(rule)
}

/// The state is the largest digit so far and the number of visible digits.
fn skyscraper_constraints(rule: &Rule, context: Context<'_>) -> Vec<Constraint> {
    let expected = clue(rule);
    let next = |&(largest, visible): &(usize, i64), _, digit: usize| {
        let state = if digit > largest { (digit, visible + 1) } else { (largest, visible) };
        Some(state).filter(|state| state.1 <= expected)
    };
    let accepts = |state: &(usize, i64)| state.1 == expected;
    automaton(rule, Diagram::new(rule.cells().len(), context.size(), (0, 0), next, accepts))
}

fn room_holds(rule: &Rule, _: Context<'_>, digits: &Digits<'_>) -> bool {
    let cells = rule.cells();
    let found = digits(cells[0]).and_then(|x| digits(cell_at(cells, x)?));
    found.is_none_or(|found| found == clue(rule))
}

fn room_constraints(rule: &Rule, context: Context<'_>) -> Vec<Constraint> {
    let (n, cells, expected) = (context.size(), rule.cells(), clue(rule));
    let link = |(x, &cell): (i64, _)| {
        if cell == cells[0] {
            return Constraint::digit(cell, n, |digit| digit != x || x == expected);
        }
        Constraint::pair([cells[0], cell], n, |first, found| first != x || found == expected)
    };
    (1..).zip(cells).map(link).collect()
}
