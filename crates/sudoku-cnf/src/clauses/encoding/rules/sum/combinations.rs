//! Sums of different digits by combinations: a selector for each set of digits that has the sum.
//!
//! A variable for each digit is true if and only if one of the cells contains the digit. A selector determines all of
//! these variables, and each of them requires a selector that agrees with it.
//!
//! For m cells, n digits and c combinations, there are n + c variables and at most n·(m + c + 3) + 1 clauses.

use super::RuleEmitter;
use crate::clauses::encoding::erased_sink::Stopped;
use crate::clauses::variable::Lit;
use crate::puzzle::rule::{Relation, Sum};

/// Returns the sets of digits that have the sum or, for an inequality, at least the sum, each in ascending order, or
/// `None` if there are more than `limit`.
pub(super) fn find(sum: &Sum, rules: &RuleEmitter<'_, '_, '_>, limit: usize) -> Option<Vec<Vec<usize>>> {
    let mut open: Vec<usize> =
        sum.terms.iter().flat_map(|&(_, cell)| rules.digits(cell)).map(|(digit, _)| digit).collect();
    open.sort_unstable();
    open.dedup();
    let is_equation = sum.relation == Relation::Equal;
    let mut search = Search { open, is_equation, limit, chosen: Vec::new(), found: Vec::new() };
    search.extend(0, sum.terms.len(), sum.total).then_some(search.found)
}

/// The search for sets of digits with a given size and sum.
struct Search {
    open: Vec<usize>,
    /// Whether the sum must be exact.
    is_equation: bool,
    limit: usize,
    chosen: Vec<usize>,
    found: Vec<Vec<usize>>,
}

impl Search {
    /// Adds all sets that extend the chosen digits by `missing` digits from the index `start` on, with the sum `rest`.
    /// Returns `false` if there are more sets than the limit.
    fn extend(&mut self, start: usize, missing: usize, rest: i64) -> bool {
        if missing == 0 {
            if rest == 0 || rest < 0 && !self.is_equation {
                self.found.push(self.chosen.clone());
            }
            return self.found.len() <= self.limit;
        }
        for index in start..(self.open.len() + 1).saturating_sub(missing) {
            let smallest: i64 = self.open[index..index + missing].iter().map(|&digit| digit as i64).sum();
            let last = self.open.len() - (missing - 1);
            let largest =
                self.open[index] as i64 + self.open[last..].iter().map(|&digit| digit as i64).sum::<i64>();
            if self.is_equation && smallest > rest {
                break;
            }
            if largest < rest {
                continue;
            }
            let digit = self.open[index];
            self.chosen.push(digit);
            let is_within_limit = self.extend(index + 1, missing - 1, rest - digit as i64);
            self.chosen.pop();
            if !is_within_limit {
                return false;
            }
        }
        true
    }
}

pub(super) fn emit(
    sum: &Sum,
    combinations: &[Vec<usize>],
    rules: &mut RuleEmitter<'_, '_, '_>,
) -> Result<(), Stopped> {
    let selectors: Vec<Lit> = combinations.iter().map(|_| rules.auxiliary()).collect();
    rules.clause(&selectors)?;
    let cells: Vec<Vec<(usize, Lit)>> = sum.terms.iter().map(|&(_, cell)| rules.digits(cell)).collect();
    for digit in rules.view.geometry.digits() {
        let with_digit = cells.iter().flatten().filter(|(other, _)| *other == digit.get());
        let literals: Vec<Lit> = with_digit.map(|&(_, literal)| literal).collect();
        if literals.is_empty() {
            continue;
        }
        let occurs = rules.auxiliary();
        rules.clause(&[&[!occurs], &literals[..]].concat())?;
        literals.iter().try_for_each(|&literal| rules.clause(&[!literal, occurs]))?;
        for (combination, &selector) in combinations.iter().zip(&selectors) {
            let is_in = combination.contains(&digit.get());
            rules.clause(&[!selector, if is_in { occurs } else { !occurs }])?;
        }
        for (is_in, occurs) in [(true, occurs), (false, !occurs)] {
            let agrees = combinations.iter().zip(&selectors);
            let agrees = agrees.filter(|(combination, _)| combination.contains(&digit.get()) == is_in);
            let clause: Vec<Lit> =
                [!occurs].into_iter().chain(agrees.map(|(_, &selector)| selector)).collect();
            rules.clause(&clause)?;
        }
    }
    Ok(())
}
