//! Phases: the values that decisions assign.
//!
//! A decision repeats the value that the variable had on the longest trail without a conflict since the last rephasing
//! (target phase), or else its last value (saved phase).
//!
//! ## Reference
//! A. Biere, M. Fleury: Chasing target phases, 2020.

use super::literal::Literal;
use super::trail::Trail;

/// The phases of all variables: 1 for true, −1 for false, 0 for none.
#[derive(Clone, Debug, Default)]
pub(super) struct Phases {
    pub(super) saved: Vec<i8>,
    /// The values on the longest trail without a conflict since the last rephasing.
    pub(super) target: Vec<i8>,
    /// The values on the longest trail without a conflict since the last use of the best phases.
    pub(super) best: Vec<i8>,
    pub(super) target_assigned: usize,
    pub(super) best_assigned: usize,
}

impl Phases {
    pub(super) fn add_variable(&mut self, initial: bool) {
        self.saved.push(if initial { 1 } else { -1 });
        self.target.push(0);
        self.best.push(0);
    }

    /// Returns the value for a decision.
    #[inline]
    pub(super) fn decide(&self, variable: usize) -> bool {
        let target = self.target[variable];
        (if target == 0 { self.saved[variable] } else { target }) > 0
    }

    #[inline]
    pub(super) fn save(&mut self, literal: Literal) {
        self.saved[literal.variable()] = if literal.is_positive() { 1 } else { -1 };
    }

    /// Updates the target and best phases after a conflict at the highest level of `trail`.
    pub(super) fn update(&mut self, trail: &Trail) {
        let consistent = trail.level_starts.last().map_or(0, |&start| start as usize);
        let literals = &trail.literals[..consistent];
        for (assigned, phases) in
            [(&mut self.target_assigned, &mut self.target), (&mut self.best_assigned, &mut self.best)]
        {
            if consistent > *assigned {
                *assigned = consistent;
                for &literal in literals {
                    phases[literal.variable()] = if literal.is_positive() { 1 } else { -1 };
                }
            }
        }
    }
}
