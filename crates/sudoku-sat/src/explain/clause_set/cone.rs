//! The part of a clause set that a conflict depends on.

use typed_index_collections::{TiVec, ti_vec};

use super::{Cause, ClauseSet, Conflict};
use crate::explain::ids::{CandidateId, ClauseId, ElementId, VariableId};

/// The part of a clause set that a conflict depends on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cone {
    /// The elements, in ascending order.
    pub(crate) elements: Vec<ElementId>,
    /// Candidates that are known to be excluded.
    pub(crate) known: Vec<CandidateId>,
}

impl ClauseSet {
    /// Returns the part of the clauses that `conflict` depends on.
    pub(super) fn cone(&self, conflict: Conflict) -> Cone {
        let mut cone = Cone::default();
        self.add_cone(conflict, &mut cone);
        cone.elements.sort_unstable();
        cone.elements.dedup();
        cone.known.sort_unstable();
        cone
    }

    /// Adds the elements and known candidates that `conflict` depends on to `cone`, in any order and with repeated
    /// elements.
    pub(super) fn add_cone(&self, conflict: Conflict, cone: &mut Cone) {
        let stack = match conflict {
            Conflict::Clause(clause) => self.rule_premises(clause, cone).collect(),
            Conflict::Group(element) => {
                cone.elements.push(element);
                self.clauses[element].clone()
            }
            Conflict::Fact(element, variable) => {
                cone.elements.push(element);
                vec![variable]
            }
            Conflict::Peers(element, pair) => {
                cone.elements.push(element);
                pair.to_vec()
            }
        };
        self.add_causes(stack, cone);
    }

    /// Adds the elements and known candidates behind the values of the variables in `stack` to `cone`.
    pub(super) fn add_causes(&self, mut stack: Vec<VariableId>, cone: &mut Cone) {
        let mut is_seen: TiVec<VariableId, bool> = ti_vec![false; self.ids.len()];
        while let Some(variable) = stack.pop() {
            if std::mem::replace(&mut is_seen[variable], true) {
                continue;
            }
            let is_other = |other: &VariableId| *other != variable;
            match self.causes[variable] {
                Cause::Assumption => {}
                Cause::Known => cone.known.extend(self.ids[variable]),
                Cause::Clause(clause) => stack.extend(self.rule_premises(clause, cone).filter(is_other)),
                Cause::Element(element) => {
                    cone.elements.push(element);
                    stack.extend(self.clauses[element].iter().copied().filter(is_other));
                }
                Cause::Peer(element, peer) => {
                    cone.elements.push(element);
                    stack.push(peer);
                }
            }
        }
    }

    /// Adds the rule of a clause to `cone`, and returns the variables of the clause.
    fn rule_premises(&self, clause: ClauseId, cone: &mut Cone) -> impl Iterator<Item = VariableId> + '_ {
        let clause = &self.rule_clauses[clause];
        cone.elements.push(clause.element);
        clause.literals.iter().map(|&(variable, _)| variable)
    }
}
