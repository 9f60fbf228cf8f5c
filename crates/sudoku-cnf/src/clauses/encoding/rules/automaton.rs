//! Clauses for automata: a variable per state and position.
//!
//! Exactly the states on the path of the digits are true. The clauses propagate in both directions: a state and a digit
//! determine the next state, and a state and the digit before it leave only the states from which the digit leads to
//! it. In addition, each digit needs a state at its position, so that a digit without a possible state is removed.
//!
//! For L positions with s states each and n digits, there are at most L·s variables and L·(2·s·n + s + 2·n) clauses.
//!
//! ## References
//! - F. Bacchus: GAC via unit propagation, 2007.
//! - I. Abío, G. Gange, V. Mayer-Eichberger, P. Stuckey: On CNF encodings of decision diagrams, 2016.

use super::RuleEmitter;
use crate::clauses::cnf::ClauseSink;
use crate::clauses::variable::Lit;
use crate::puzzle::board::Cell;
use crate::puzzle::rule::Diagram;

pub(super) fn emit<S: ClauseSink + ?Sized>(
    cells: &[Cell],
    diagram: &Diagram,
    rules: &mut RuleEmitter<'_, '_, '_, S>,
) -> Result<(), S::Error> {
    if diagram.state_count() == 0 {
        return rules.clause(&[]);
    }
    // The first layer and the last have one state, which is always true and therefore has no literal.
    let mut states = vec![None];
    for (position, (&cell, layer)) in cells.iter().zip(&diagram.layers).enumerate() {
        let digits = rules.digits(cell);
        let next: Vec<Option<Lit>> = match diagram.layers.get(position + 1) {
            Some(next) => next.iter().map(|_| Some(rules.auxiliary())).collect(),
            None => vec![None],
        };
        for &(digit, literal) in &digits {
            let target = |state: usize| {
                let found = layer[state].iter().find(|(label, _)| *label == digit);
                found.map(|&(_, target)| target)
            };
            let targets: Vec<Option<usize>> = (0..layer.len()).map(target).collect();
            step(literal, &states, &next, &targets, rules)?;
        }
        // A state needs a digit that leads on, and a digit that leads to it.
        let literal_of =
            |digit: usize| digits.iter().find(|(other, _)| *other == digit).map(|&(_, literal)| literal);
        for (transitions, &state) in layer.iter().zip(&states).filter(|(_, state)| state.is_some()) {
            let leading = transitions.iter().filter_map(|&(digit, _)| literal_of(digit));
            implies_one_of(&[state], &leading.map(Some).collect::<Vec<_>>(), rules)?;
        }
        for (index, &state) in next.iter().enumerate().filter(|(_, state)| state.is_some()) {
            let mut leading: Vec<usize> = layer
                .iter()
                .flatten()
                .filter(|(_, target)| *target == index)
                .map(|&(digit, _)| digit)
                .collect();
            leading.sort_unstable();
            leading.dedup();
            let leading = leading.into_iter().filter_map(literal_of);
            implies_one_of(&[state], &leading.map(Some).collect::<Vec<_>>(), rules)?;
        }
        for (index, &state) in next.iter().enumerate() {
            let leads_here = |transitions: &Vec<(usize, usize)>| {
                transitions.iter().any(|&(digit, target)| {
                    target == index && digits.iter().any(|&(possible, _)| possible == digit)
                })
            };
            let before = layer.iter().zip(&states).filter(|(transitions, _)| leads_here(transitions));
            implies_one_of(&[state], &before.map(|(_, &state)| state).collect::<Vec<_>>(), rules)?;
        }
        states = next;
    }
    Ok(())
}

/// Adds the clauses for one digit at one position. `targets` maps the states before the digit to the states after it.
fn step<S: ClauseSink + ?Sized>(
    digit: Lit,
    states: &[Option<Lit>],
    next: &[Option<Lit>],
    targets: &[Option<usize>],
    rules: &mut RuleEmitter<'_, '_, '_, S>,
) -> Result<(), S::Error> {
    for (&state, target) in states.iter().zip(targets) {
        let after: Vec<_> = target.iter().map(|&target| next[target]).collect();
        implies_one_of(&[state, Some(digit)], &after, rules)?;
    }
    for (index, &state) in next.iter().enumerate() {
        let before = states.iter().zip(targets).filter(|(_, target)| **target == Some(index));
        implies_one_of(&[state, Some(digit)], &before.map(|(&state, _)| state).collect::<Vec<_>>(), rules)?;
    }
    let before = states.iter().zip(targets).filter(|(_, target)| target.is_some());
    implies_one_of(&[Some(digit)], &before.map(|(&state, _)| state).collect::<Vec<_>>(), rules)?;
    let mut after: Vec<usize> = targets.iter().flatten().copied().collect();
    after.sort_unstable();
    after.dedup();
    implies_one_of(&[Some(digit)], &after.into_iter().map(|index| next[index]).collect::<Vec<_>>(), rules)
}

/// Adds the clause that one of `consequences` holds if all `premises` hold. `None` stands for a state that is always
/// true.
fn implies_one_of<S: ClauseSink + ?Sized>(
    premises: &[Option<Lit>],
    consequences: &[Option<Lit>],
    rules: &mut RuleEmitter<'_, '_, '_, S>,
) -> Result<(), S::Error> {
    let Some(consequences) = consequences.iter().copied().collect::<Option<Vec<Lit>>>() else {
        return Ok(());
    };
    let clause: Vec<Lit> = premises.iter().flatten().map(|&premise| !premise).chain(consequences).collect();
    rules.clause(&clause)
}
