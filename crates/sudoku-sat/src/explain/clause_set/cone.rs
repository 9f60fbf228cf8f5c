//! The part of a clause set that a conflict depends on.

use super::{ASSUMPTION, ClauseSet, Conflict, KNOWN, NONE, RULE};

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
        let mut cone = Cone { elements: Vec::new(), known: Vec::new() };
        if element != RULE {
            cone.elements.push(element);
        }
        let stack: Vec<u32> = match pair {
            Some((clause, _)) if element == RULE => self.rule_premises(clause, &mut cone).collect(),
            Some((a, b)) => [a, b].into_iter().filter(|&variable| variable != NONE).collect(),
            None => self.clauses[element as usize].clone(),
        };
        self.add_causes(stack, &mut cone);
        cone.elements.sort_unstable();
        cone.elements.dedup();
        cone.known.sort_unstable();
        cone
    }

    /// Adds what the values of the variables in `stack` depend on to `cone`.
    pub(super) fn add_causes(&self, mut stack: Vec<u32>, cone: &mut Cone) {
        let mut is_seen = vec![false; self.ids.len()];
        while let Some(variable) = stack.pop() {
            let index = variable as usize;
            if std::mem::replace(&mut is_seen[index], true) {
                continue;
            }
            match self.reasons[index] {
                (ASSUMPTION, _) => {}
                (KNOWN, _) => cone.known.push(self.ids[index]),
                (RULE, clause) => {
                    let premises = self.rule_premises(clause, cone);
                    stack.extend(premises.filter(|&other| other != variable));
                }
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
    }

    /// Adds the rule of a clause to `cone`, and returns the variables of the clause.
    fn rule_premises(&self, clause: u32, cone: &mut Cone) -> impl Iterator<Item = u32> + '_ {
        let clause = &self.rule_clauses[clause as usize];
        cone.elements.push(clause.element);
        clause.literals.iter().map(|&(variable, _)| variable)
    }
}
