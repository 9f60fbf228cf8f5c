//! Sums as multi-valued decision diagrams, which are encoded as automata.
//!
//! The state is the sum of the digits so far. Sums from which the total cannot be reached have no state.
//!
//! ## Reference
//! I. Abío, R. Nieuwenhuis, A. Oliveras, E. Rodríguez-Carbonell, V. Mayer-Eichberger: A new look at BDDs for
//! pseudo-Boolean constraints, 2012.

use super::super::automaton;
use super::{RuleEmitter, Terms, range};
use crate::clauses::encoding::erased_sink::Stopped;
use crate::puzzle::board::Cell;
use crate::puzzle::rule::{Diagram, Sum};

pub(super) fn emit(sum: &Sum, terms: &Terms, rules: &mut RuleEmitter<'_, '_, '_>) -> Result<(), Stopped> {
    let length = sum.terms.len();
    let rests: Vec<(i128, i128)> = (1..=length).map(|used| range(&terms.list[used..])).collect();
    let is_open: Vec<Vec<bool>> = sum
        .terms
        .iter()
        .map(|&(_, cell)| {
            let mut is_open = vec![false; rules.view.geometry.size() + 1];
            rules.digits(cell).iter().for_each(|&(digit, _)| is_open[digit] = true);
            is_open
        })
        .collect();
    let next = |&so_far: &i128, position: usize, digit: usize| {
        let after = so_far + i128::from(sum.terms[position].0) * digit as i128;
        (is_open[position][digit] && terms.is_possible(after, rests[position])).then_some(after)
    };
    let n = rules.view.geometry.size();
    let check = || rules.emitter.prepare();
    let diagram = Diagram::new_while(length, n, 0, next, |&sum| terms.is_reached(sum), check)?;
    let cells: Vec<Cell> = sum.terms.iter().map(|&(_, cell)| cell).collect();
    automaton::emit(&cells, &diagram, rules)
}
