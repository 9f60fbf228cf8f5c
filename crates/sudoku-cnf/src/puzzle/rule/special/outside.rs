//! Clues outside the board: sandwich sums, skyscrapers and X-sums.

use super::super::Rule;
use super::super::constraint::Constraint;
use super::super::diagram::Diagram;
use crate::puzzle::board::{Candidate, Digit, Geometry};

/// The state is `None` before the first crust, the sum so far between the crusts, and the sum and `true` after them.
pub(super) fn sandwich(rule: &Rule, n: usize) -> Constraint {
    let expected = clue(rule);
    let next = |state: &Option<(i64, bool)>, _, digit: usize| {
        let is_crust = digit == 1 || digit == n;
        match *state {
            // On a 1×1 board, 1 and n are the same digit, with nothing between.
            None if is_crust => Some(Some((0, n == 1))),
            None => Some(None),
            Some((sum, false)) if is_crust => Some(Some((sum, true))),
            Some((sum, false)) => {
                Some(Some((sum + digit as i64, false))).filter(|_| sum + digit as i64 <= expected)
            }
            Some((sum, true)) => Some(Some((sum, true))),
        }
    };
    let accepts = |state: &Option<(i64, bool)>| *state == Some((expected, true));
    automaton(rule, Diagram::new(rule.cells().len(), n, None, next, accepts))
}

/// The state is the largest digit so far and the number of visible digits.
pub(super) fn skyscraper(rule: &Rule, n: usize) -> Constraint {
    let expected = clue(rule);
    let next = |&(largest, visible): &(usize, i64), _, digit: usize| {
        let state = if digit > largest { (digit, visible + 1) } else { (largest, visible) };
        Some(state).filter(|state| state.1 <= expected)
    };
    let accepts = |state: &(usize, i64)| state.1 == expected;
    automaton(rule, Diagram::new(rule.cells().len(), n, (0, 0), next, accepts))
}

/// The first digit is x, and the digits after it have the sum that remains, for one of the digits x.
pub(super) fn x_sum(rule: &Rule, geometry: &Geometry) -> Constraint {
    let cells = rule.cells();
    let alternative = |x: Digit| {
        let first = Constraint::Some(vec![Candidate { cell: cells[0], digit: x }]);
        let rest = clue(rule).saturating_sub(x.get() as i64);
        vec![first, Constraint::sum(cells[1..x.get()].iter().map(|&cell| (1, cell)), rest)]
    };
    Constraint::Choice(geometry.digits().map(alternative).collect())
}

fn clue(rule: &Rule) -> i64 {
    rule.value().unwrap_or(0)
}

fn automaton(rule: &Rule, diagram: Diagram) -> Constraint {
    Constraint::Automaton { cells: rule.cells().to_vec(), diagram }
}
