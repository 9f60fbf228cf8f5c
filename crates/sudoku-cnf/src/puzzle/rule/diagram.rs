//! Layered automata that read the digits of a sequence of cells.
//!
//! A diagram is a multi-valued decision diagram: a deterministic automaton whose states are separate for each number of
//! digits read. It is minimal: it has no state from which no accepting state can be reached, and no two equivalent
//! states.
//!
//! ## Reference
//! G. Pesant: A regular language membership constraint for finite sequences of variables, 2004.

use std::collections::HashMap;
use std::convert::Infallible;
use std::hash::Hash;

/// A layered automaton that accepts sequences of digits.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagram {
    /// For each layer and each of its states, the transitions: a digit and the index of a state in the next layer. The
    /// transitions are ordered by digit. The first layer has one state, or none if no sequence is accepted.
    pub layers: Vec<Vec<Vec<(usize, usize)>>>,
}

impl Diagram {
    /// Builds the minimal diagram of an automaton that reads `length` digits from 1 to `n`.
    ///
    /// `next` returns the state after a digit at a position, which is counted from 0, or `None` if the automaton
    /// rejects the digit. `accepts` returns whether the state after the last digit is an accepting state.
    ///
    /// The running time is linear in the number of transitions of the automaton before it is minimized.
    pub fn new<S: Clone + Eq + Hash>(
        length: usize,
        n: usize,
        start: S,
        next: impl Fn(&S, usize, usize) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
    ) -> Self {
        let Ok(diagram) = Self::new_while(length, n, start, next, accepts, || Ok::<(), Infallible>(()));
        diagram
    }

    /// Like [`new`](Self::new), but calls `check` for each state, and stops if `check` returns an error.
    pub(crate) fn new_while<S: Clone + Eq + Hash, E>(
        length: usize,
        n: usize,
        start: S,
        next: impl Fn(&S, usize, usize) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
        mut check: impl FnMut() -> Result<(), E>,
    ) -> Result<Self, E> {
        let mut states = vec![start];
        let mut layers = Vec::with_capacity(length);
        for position in 0..length {
            let mut numbers = HashMap::new();
            let mut following = Vec::new();
            let mut layer = Vec::with_capacity(states.len());
            for state in &states {
                check()?;
                let step = |digit| {
                    let state = next(state, position, digit)?;
                    let number = *numbers.entry(state.clone()).or_insert_with(|| {
                        following.push(state);
                        following.len() - 1
                    });
                    Some((digit, number))
                };
                layer.push((1..=n).filter_map(step).collect::<Vec<_>>());
            }
            layers.push(layer);
            states = following;
        }
        // The accepting states are equivalent.
        let last = states.iter().map(|state| accepts(state).then_some(0)).collect();
        Ok(Self::minimized(layers, last))
    }

    /// Merges equivalent states and removes useless states. `last` maps each state after the last layer to its new
    /// number, or to `None` if the automaton does not accept there.
    fn minimized(layers: Vec<Vec<Vec<(usize, usize)>>>, last: Vec<Option<usize>>) -> Self {
        let mut new_numbers = last;
        let mut minimized = Vec::with_capacity(layers.len());
        for layer in layers.into_iter().rev() {
            let mut numbers: HashMap<Vec<(usize, usize)>, usize> = HashMap::new();
            let mut kept = Vec::new();
            let renumber = |transitions: Vec<(usize, usize)>| {
                let transitions: Vec<_> = transitions
                    .into_iter()
                    .filter_map(|(digit, target)| Some((digit, new_numbers[target]?)))
                    .collect();
                let is_useful = !transitions.is_empty();
                is_useful.then(|| {
                    *numbers.entry(transitions.clone()).or_insert_with(|| {
                        kept.push(transitions);
                        kept.len() - 1
                    })
                })
            };
            new_numbers = layer.into_iter().map(renumber).collect();
            minimized.push(kept);
        }
        minimized.reverse();
        Self { layers: minimized }
    }

    /// Returns whether there are `length` layers, whose transitions read digits from 1 to `n` and lead to states of the
    /// next layer. The last transitions lead to the accepting state 0.
    pub(super) fn is_valid(&self, length: usize, n: usize) -> bool {
        let states = |layer: usize| self.layers.get(layer).map_or(1, Vec::len);
        let mut transitions = self
            .layers
            .iter()
            .enumerate()
            .flat_map(|(i, layer)| layer.iter().flatten().map(move |arc| (i, arc)));
        self.layers.len() == length
            && self.layers.first().is_none_or(|first| first.len() <= 1)
            && transitions.all(|(i, &(digit, target))| (1..=n).contains(&digit) && target < states(i + 1))
    }

    /// Returns the number of states, without the accepting state after the last digit.
    pub fn state_count(&self) -> usize {
        self.layers.iter().map(Vec::len).sum()
    }

    /// Returns whether the automaton accepts `digits`, one per layer.
    pub fn accepts(&self, digits: &[usize]) -> bool {
        let step = |state: Option<usize>, (layer, digit): (&Vec<Vec<(usize, usize)>>, &usize)| {
            let transitions = layer.get(state?)?;
            transitions.iter().find(|(label, _)| label == digit).map(|&(_, target)| target)
        };
        digits.len() == self.layers.len() && self.layers.iter().zip(digits).fold(Some(0), step).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use itertools::Itertools;

    #[test]
    fn diagrams_are_minimal() {
        let sum = |sum: &usize, _, digit| (sum + digit <= 6).then_some(sum + digit);
        let diagram = Diagram::new(3, 4, 0, sum, |&sum| sum == 6);
        // Three digits up to 4 with the sum 6: the first is 1 to 4, and the remaining sum determines the state.
        assert_eq!(diagram.layers.iter().map(Vec::len).collect_vec(), [1, 4, 4]);
        for digits in (0..3).map(|_| 1..=4).multi_cartesian_product() {
            assert_eq!(diagram.accepts(&digits), digits.iter().sum::<usize>() == 6, "{digits:?}");
        }
        let parity = Diagram::new(4, 9, 0, |_, _, digit| Some(digit % 2), |&last| last == 1);
        assert_eq!(parity.state_count(), 4);
        let never = Diagram::new(2, 9, 0, |_, _, _| Some(0), |_| false);
        assert_eq!((never.state_count(), never.accepts(&[1, 1])), (0, false));
    }
}
