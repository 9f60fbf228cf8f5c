//! Encodings of sums.
//!
//! All of them use that each cell contains exactly one digit: the terms of a cell exclude each other.
//!
//! ## Reference
//! M. Bofill, J. Coll, P. Nightingale, J. Suy, F. Ulrich-Oltean, M. Villaret: SAT encodings for pseudo-Boolean
//! constraints together with at-most-one constraints, 2022.

mod combinations;
mod diagram;
mod totalizer;

use super::RuleEmitter;
use crate::clauses::encoding::erased_sink::Stopped;
use crate::clauses::variable::Lit;
use crate::named_enum;
use crate::puzzle::rule::{Relation, Sum, WeightedCount};

named_enum! {
    /// An encoding of the sums in rules.
    #[derive(Default)]
    pub enum SumEncoding: "sum encoding" {
        /// Combinations if the digits are all different and there are at most 100 combinations, and diagrams otherwise.
        #[default]
        Automatic = "auto",
        /// A selector for each combination of different digits that has the sum. Sums that may contain a digit twice
        /// use diagrams.
        Combinations = "combinations",
        /// A multi-valued decision diagram: a variable for each sum that the first cells can have.
        Diagram = "diagram",
        /// A generalized totalizer: a binary tree with a variable for each sum that the cells below a node can have.
        Totalizer = "totalizer",
    }
}

/// The largest number of combinations for which the automatic choice uses them.
const MAX_COMBINATIONS: usize = 100;

/// The term of a cell: the values that it can have, and their literals.
type Term = Vec<(i128, Lit)>;

/// Terms and their total.
struct Terms {
    list: Vec<Term>,
    relation: Relation,
    total: i128,
}

pub(super) fn emit(sum: &Sum, rules: &mut RuleEmitter<'_, '_, '_>) -> Result<(), Stopped> {
    // An alternative of a choice holds only under a condition.
    if rules.emitter.keeps_sums() && rules.conditions.is_empty() {
        let terms = terms_of_cells(sum, rules).concat();
        return rules.emitter.sum(&terms, sum.relation, sum.total.into());
    }
    let has_combinations = (sum.is_distinct || rules.are_in_one_house(sum))
        && sum.terms.iter().all(|&(coefficient, _)| coefficient == 1);
    let limit = match rules.sum_encoding {
        SumEncoding::Automatic if has_combinations => MAX_COMBINATIONS,
        SumEncoding::Combinations if has_combinations => usize::MAX,
        _ => 0,
    };
    if limit > 0
        && let Some(combinations) = combinations::find(sum, rules, limit)
    {
        return combinations::emit(sum, &combinations, rules);
    }
    let terms = Terms { list: terms_of_cells(sum, rules), relation: sum.relation, total: sum.total.into() };
    if terms.list.is_empty() {
        return if terms.is_reached(0) { Ok(()) } else { rules.clause(&[]) };
    }
    match rules.sum_encoding {
        SumEncoding::Totalizer => totalizer::emit(&terms, rules),
        _ => diagram::emit(sum, &terms, rules),
    }
}

/// Adds the sum of the weights of literals.
pub(super) fn emit_count(
    literals: &[(i64, Lit)],
    count: &WeightedCount,
    rules: &mut RuleEmitter<'_, '_, '_>,
) -> Result<(), Stopped> {
    if rules.emitter.keeps_sums() && rules.conditions.is_empty() {
        let terms: Vec<_> = literals.iter().map(|&(weight, literal)| (weight.into(), literal)).collect();
        return rules.emitter.sum(&terms, count.relation, count.total.into());
    }
    let term = |&(weight, literal): &(i64, Lit)| vec![(weight.into(), literal), (0, !literal)];
    let list: Vec<Term> = literals.iter().map(term).collect();
    let terms = Terms { list, relation: count.relation, total: count.total.into() };
    totalizer::emit(&terms, rules)
}

/// Returns the terms of the cells in a sum.
fn terms_of_cells(sum: &Sum, rules: &RuleEmitter<'_, '_, '_>) -> Vec<Term> {
    let term = |&(coefficient, cell): &(i64, _)| {
        let digits = rules.digits(cell).into_iter();
        digits.map(|(digit, literal)| (i128::from(coefficient) * digit as i128, literal)).collect()
    };
    sum.terms.iter().map(term).collect()
}

impl Terms {
    /// Returns whether `sum` plus a value in the range `rest` can satisfy the relation to the total.
    fn is_possible(&self, sum: i128, rest: (i128, i128)) -> bool {
        match self.relation {
            Relation::Equal => (sum + rest.0..=sum + rest.1).contains(&self.total),
            Relation::AtLeast => sum + rest.1 >= self.total,
        }
    }

    /// Returns whether `sum`, the sum of all terms, satisfies the relation to the total.
    fn is_reached(&self, sum: i128) -> bool {
        self.is_possible(sum, (0, 0))
    }
}

/// Returns the smallest and the largest value of a sum of terms.
fn range(terms: &[Term]) -> (i128, i128) {
    let smallest = |term: &Term| term.iter().map(|&(value, _)| value).min().unwrap_or(0);
    let largest = |term: &Term| term.iter().map(|&(value, _)| value).max().unwrap_or(0);
    (terms.iter().map(smallest).sum(), terms.iter().map(largest).sum())
}
