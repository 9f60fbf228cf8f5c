//! Sums as generalized totalizers: a binary tree over the cells, with a variable for each sum of the cells below a
//! node.
//!
//! Because each cell contains exactly one digit, exactly one variable of each node is true. The clauses propagate from
//! the cells to the root and back.
//!
//! ## Reference
//! S. Joshi, R. Martins, V. Manquinho: Generalized totalizer encoding for pseudo-Boolean constraints, 2015.

use std::collections::BTreeMap;

use super::{RuleEmitter, Term, Terms, range};
use crate::clauses::encoding::erased_sink::Stopped;
use crate::clauses::variable::Lit;

pub(super) fn emit(terms: &Terms, rules: &mut RuleEmitter<'_, '_, '_>) -> Result<(), Stopped> {
    let root = node(terms, 0, terms.list.len(), rules)?;
    for &(_, literal) in root.iter().filter(|&&(sum, _)| !terms.is_reached(sum)) {
        rules.clause(&[!literal])?;
    }
    let possible: Vec<Lit> =
        root.iter().filter(|&&(sum, _)| terms.is_reached(sum)).map(|&(_, literal)| literal).collect();
    rules.clause(&possible)
}

/// Adds the clauses of the node over the terms from `start` to `end`, and returns its sums and their literals.
fn node(
    terms: &Terms,
    start: usize,
    end: usize,
    rules: &mut RuleEmitter<'_, '_, '_>,
) -> Result<Term, Stopped> {
    if end - start == 1 {
        return Ok(terms.list[start].clone());
    }
    let middle = start.midpoint(end);
    let left = node(terms, start, middle, rules)?;
    let right = node(terms, middle, end, rules)?;
    let (before, after) = (range(&terms.list[..start]), range(&terms.list[end..]));
    let others = (before.0 + after.0, before.1 + after.1);
    let mut sums: BTreeMap<i128, Lit> = BTreeMap::new();
    for &(a, _) in &left {
        for &(b, _) in right.iter().filter(|&&(b, _)| terms.is_possible(a + b, others)) {
            sums.entry(a + b).or_insert_with(|| rules.auxiliary());
        }
    }
    for &(a, left) in &left {
        for &(b, right) in &right {
            let sum = sums.get(&(a + b)).copied();
            let clause: Vec<Lit> = [!left, !right].into_iter().chain(sum).collect();
            rules.clause(&clause)?;
        }
    }
    for (&sum, &literal) in &sums {
        for (part, other) in [(&left, &right), (&right, &left)] {
            // The sum needs a part that the other part completes.
            let mut support = vec![!literal];
            for &(value, part) in part {
                let rest = other.iter().find(|&&(rest, _)| rest == sum - value).map(|&(_, rest)| rest);
                let clause: Vec<Lit> = [!literal, !part].into_iter().chain(rest).collect();
                rules.clause(&clause)?;
                support.extend(rest.map(|_| part));
            }
            rules.clause(&support)?;
        }
    }
    let node: Term = sums.into_iter().collect();
    // One of the sums is true, because each cell contains a digit.
    rules.clause(&node.iter().map(|&(_, literal)| literal).collect::<Vec<_>>())?;
    Ok(node)
}
