//! Refutations of a negated conclusion: by unit propagation, then by a short search.

use typed_index_collections::{TiVec, ti_vec};

use super::cone::Cone;
use super::{Cause, ClauseSet};
use crate::explain::element::Literal;
use crate::explain::ids::{CandidateId, ElementId, VariableId};
use crate::explain::tables::Tables;

/// The maximum number of candidates that a search tries.
const DECISIONS: u32 = 100;

/// The answer to the question whether the active elements imply a conclusion.
pub(in crate::explain) enum Refutation {
    /// These elements, in ascending order, imply the conclusion by unit propagation.
    Propagated(Vec<ElementId>),
    /// These elements, in ascending order, imply the conclusion.
    Searched(Vec<ElementId>),
    /// If exactly these candidates are true, all active elements hold, but the conclusion does not.
    Counterexample(TiVec<CandidateId, bool>),
    /// The search takes too long, or there are rules beyond houses.
    Unknown,
}

impl ClauseSet {
    /// Returns whether the active elements imply all of `derived`, or a contradiction if `derived` is empty.
    pub(in crate::explain) fn refute(&mut self, derived: &[Literal], tables: &Tables) -> Refutation {
        let contradiction = derived.is_empty().then_some(None);
        let mut needed: Vec<ElementId> = Vec::new();
        let mut is_propagated = true;
        for goal in derived.iter().copied().map(Some).chain(contradiction) {
            if let Some(cone) = self.refutations(goal, 1).pop() {
                needed.extend(cone.elements);
                continue;
            }
            if !self.rule_clauses.is_empty() {
                return Refutation::Unknown;
            }
            is_propagated = false;
            let mut cone = Cone::default();
            match self.satisfy_groups(&mut { DECISIONS }, &mut cone) {
                Some(true) => return Refutation::Counterexample(self.true_candidates(tables)),
                Some(false) => needed.extend(cone.elements),
                None => return Refutation::Unknown,
            }
        }
        // The cones of a search have many elements in common.
        let mut is_needed: TiVec<ElementId, bool> = ti_vec![false; self.elements.len()];
        for &element in &needed {
            is_needed[element] = true;
        }
        let needed = is_needed.keys().filter(|&element| is_needed[element]).collect();
        if is_propagated { Refutation::Propagated(needed) } else { Refutation::Searched(needed) }
    }

    fn true_candidates(&self, tables: &Tables) -> TiVec<CandidateId, bool> {
        let mut is_true = ti_vec![false; tables.candidate_count()];
        let placed = self.trail.iter().filter(|&&variable| self.values[variable] > 0);
        placed.filter_map(|&variable| self.ids[variable]).for_each(|id| is_true[id] = true);
        is_true
    }

    /// Searches for a true candidate of each active cell and house, after propagation without a conflict.
    ///
    /// All candidates without a value can be false then. Returns `false` if there are no such candidates, and adds the
    /// elements that show it to `cone`. Returns `None` after `decisions` candidates have been tried.
    fn satisfy_groups(&mut self, decisions: &mut u32, cone: &mut Cone) -> Option<bool> {
        let is_unsatisfied = |&&group: &&ElementId| self.is_active[group] && self.counts[group].1 == 0;
        let unsatisfied = self.rules.iter().filter(is_unsatisfied);
        let Some(&group) = unsatisfied.min_by_key(|&&group| self.counts[group].0) else {
            return Some(true);
        };
        let variables = self.clauses[group].clone();
        let (open, excluded): (Vec<VariableId>, Vec<VariableId>) =
            variables.into_iter().partition(|&variable| self.values[variable] == 0);
        for variable in open {
            *decisions = decisions.checked_sub(1)?;
            let length = self.trail.len();
            let mut conflicts = Vec::new();
            self.assign(variable, true, Cause::Assumption);
            self.propagate(&mut conflicts, 1);
            match conflicts.pop() {
                Some(conflict) => self.add_cone(conflict, cone),
                None if self.satisfy_groups(decisions, cone)? => return Some(true),
                None => {}
            }
            self.undo(length);
        }
        cone.elements.push(group);
        self.add_causes(excluded, cone);
        Some(false)
    }
}
