//! The part of a clause set that a conflict depends on.

use super::{ASSUMPTION, ClauseSet, Conflict, KNOWN, NONE};

/// The part of a clause set that a conflict depends on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cone {
    /// The indices of the elements, in ascending order.
    pub(crate) elements: Vec<u32>,
    /// Candidates that are known to be excluded.
    pub(crate) known: Vec<u32>,
}

impl ClauseSet {
    /// Returns the part of the clauses that `conflict` depends on.
    pub(super) fn cone(&self, (element, pair): Conflict) -> Cone {
        let mut cone = Cone { elements: vec![element], known: Vec::new() };
        let mut is_seen = vec![false; self.ids.len()];
        let mut stack: Vec<u32> = match pair {
            Some((a, b)) => [a, b].into_iter().filter(|&variable| variable != NONE).collect(),
            None => self.clauses[element as usize].clone(),
        };
        while let Some(variable) = stack.pop() {
            let index = variable as usize;
            if std::mem::replace(&mut is_seen[index], true) {
                continue;
            }
            match self.reasons[index] {
                (ASSUMPTION, _) => {}
                (KNOWN, _) => cone.known.push(self.ids[index]),
                (element, NONE) => {
                    cone.elements.push(element);
                    stack.extend(self.clauses[element as usize].iter().filter(|&&other| other != variable));
                }
                (element, cause) => {
                    cone.elements.push(element);
                    stack.push(cause);
                }
            }
        }
        cone.elements.sort_unstable();
        cone.elements.dedup();
        cone.known.sort_unstable();
        cone
    }
}
