//! The part of a clause set that a conflict depends on.

use super::{ASSUMPTION, ClauseSet, Conflict, DECISION, KNOWN, NONE};

/// The part of a clause set that a conflict depends on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cone {
    /// The indices of the elements, in ascending order.
    pub(crate) elements: Vec<u32>,
    /// Candidates that are known to be excluded.
    pub(crate) known: Vec<u32>,
}

/// A cone during a search.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    elements: Bits,
    /// Variables that are known to be false.
    known: Bits,
    pub(super) decisions: Vec<u32>,
}

impl Draft {
    pub(super) fn merge(&mut self, other: &Self) {
        self.elements.merge(&other.elements);
        self.known.merge(&other.known);
        for &decision in &other.decisions {
            if !self.decisions.contains(&decision) {
                self.decisions.push(decision);
            }
        }
    }
}

/// A set of small numbers.
#[derive(Clone, Debug)]
pub(super) struct Bits(Vec<u64>);

impl Bits {
    pub(super) fn new(length: usize) -> Self {
        Self(vec![0; length.div_ceil(64)])
    }

    /// Inserts a number. Returns whether it was not in the set.
    pub(super) fn insert(&mut self, number: u32) -> bool {
        let (word, bit) = (&mut self.0[number as usize / 64], 1 << (number % 64));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, &other)| *word |= other);
    }

    /// Returns the numbers in ascending order.
    pub(super) fn numbers(&self) -> Vec<u32> {
        let words = self.0.iter().enumerate();
        words
            .flat_map(|(index, &word)| {
                (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| index as u32 * 64 + bit)
            })
            .collect()
    }
}

impl ClauseSet {
    /// Returns the part of the clauses that `conflict` depends on. Open variables of the conflict are skipped.
    pub(super) fn analyze(&self, (element, pair): Conflict) -> Draft {
        let mut cone = Draft {
            elements: Bits::new(self.elements.len()),
            known: Bits::new(self.ids.len()),
            decisions: Vec::new(),
        };
        cone.elements.insert(element);
        let mut is_seen = Bits::new(self.ids.len());
        let mut stack: Vec<u32> = match pair {
            Some((a, b)) => [a, b].into_iter().filter(|&variable| variable != NONE).collect(),
            None => self.clauses[element as usize].clone(),
        };
        while let Some(variable) = stack.pop() {
            let index = variable as usize;
            if self.values[index] == 0 || !is_seen.insert(variable) {
                continue;
            }
            match self.reasons[index] {
                (DECISION, _) => cone.decisions.push(variable),
                (ASSUMPTION, _) => {}
                (KNOWN, _) => {
                    cone.known.insert(variable);
                }
                (element, NONE) => {
                    cone.elements.insert(element);
                    stack.extend(self.clauses[element as usize].iter().filter(|&&other| other != variable));
                }
                (element, cause) => {
                    cone.elements.insert(element);
                    stack.push(cause);
                }
            }
        }
        cone
    }

    pub(super) fn cone(&self, draft: &Draft) -> Cone {
        let known = draft.known.numbers().into_iter().map(|variable| self.ids[variable as usize]);
        Cone { elements: draft.elements.numbers(), known: known.collect() }
    }
}
