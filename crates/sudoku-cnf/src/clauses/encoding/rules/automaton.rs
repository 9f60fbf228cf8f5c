//! Clauses for automata: a variable per state and position.
//!
//! Exactly the states on the path of the digits are true. The clauses propagate in both directions: a state and a digit
//! determine the next state, and a state and the digit before it leave only the states from which the digit leads to
//! it. In addition, each digit needs a state at its position, so that a digit without a possible state is removed.
//!
//! For L positions with at most s states each and n digits, there are at most L·s variables and L·(2·s·n + 2·n + 3·s)
//! clauses: for each digit, one per state before it, one per state after it and two more; for each state, one for the
//! digit after it, one for the digit before it and one for the state before it.
//!
//! ## References
//! - F. Bacchus: GAC via unit propagation, 2007.
//! - I. Abío, G. Gange, V. Mayer-Eichberger, P. Stuckey: On CNF encodings of decision diagrams, 2016.

use super::RuleEmitter;
use crate::clauses::encoding::erased_sink::Stopped;
use crate::clauses::variable::Lit;
use crate::puzzle::board::Cell;
use crate::puzzle::rule::Diagram;

/// The transitions that start or end at each state: the digit, and the state at the other end.
type Transitions = Vec<Vec<(Lit, Option<Lit>)>>;

pub(super) fn emit(
    cells: &[Cell],
    diagram: &Diagram,
    rules: &mut RuleEmitter<'_, '_, '_>,
) -> Result<(), Stopped> {
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
        let mut successors: Transitions = vec![Vec::new(); states.len()];
        let mut predecessors: Transitions = vec![Vec::new(); next.len()];
        for (state, transitions) in layer.iter().enumerate() {
            for &(digit, target) in transitions {
                if let Some(&(_, digit)) = digits.iter().find(|(possible, _)| *possible == digit) {
                    successors[state].push((digit, next[target]));
                    predecessors[target].push((digit, states[state]));
                }
            }
        }
        let sides = [(&states, &successors), (&next, &predecessors)];
        for &(_, digit) in &digits {
            for (states, transitions) in sides {
                for (&state, transitions) in states.iter().zip(transitions) {
                    let others = transitions.iter().filter(|(other, _)| *other == digit);
                    implies_one_of(&[state, Some(digit)], others.map(|&(_, state)| state), rules)?;
                }
            }
            for (states, transitions) in sides {
                let possible = states.iter().zip(transitions);
                let possible = possible.filter(|(_, transitions)| has_digit(transitions, digit));
                implies_one_of(&[Some(digit)], possible.map(|(&state, _)| state), rules)?;
            }
        }
        for (states, transitions) in sides {
            for (&state, transitions) in states.iter().zip(transitions).filter(|(state, _)| state.is_some()) {
                let possible = digits.iter().filter(|(_, digit)| has_digit(transitions, *digit));
                implies_one_of(&[state], possible.map(|&(_, digit)| Some(digit)), rules)?;
            }
        }
        for (&state, predecessors) in next.iter().zip(&predecessors) {
            let mut before: Vec<Option<Lit>> = predecessors.iter().map(|&(_, before)| before).collect();
            before.dedup();
            implies_one_of(&[state], before, rules)?;
        }
        states = next;
    }
    Ok(())
}

fn has_digit(transitions: &[(Lit, Option<Lit>)], digit: Lit) -> bool {
    transitions.iter().any(|(other, _)| *other == digit)
}

/// Adds the clause that one of `consequences` holds if all `premises` hold. `None` stands for a state that is always
/// true.
fn implies_one_of(
    premises: &[Option<Lit>],
    consequences: impl IntoIterator<Item = Option<Lit>>,
    rules: &mut RuleEmitter<'_, '_, '_>,
) -> Result<(), Stopped> {
    let Some(consequences) = consequences.into_iter().collect::<Option<Vec<Lit>>>() else {
        return Ok(());
    };
    let clause: Vec<Lit> = premises.iter().flatten().map(|&premise| !premise).chain(consequences).collect();
    rules.clause(&clause)
}
