//! The proof of the search: all derived clauses and all deleted clauses, in order.
//!
//! The groups are not part of the proof, because the proof refers to the pairwise clauses. Literals that are implied at
//! the root are not recorded either, because a checker derives them by unit propagation.

use super::literal::Literal;
use super::search::Search;

impl Search {
    /// Records a clause that unit propagation derives from the other clauses.
    pub(super) fn log_added(&mut self, literals: &[Literal]) {
        if let Some(proof) = &mut self.proof {
            proof.push(literals.iter().filter_map(|&literal| literal.numbered()), false);
        }
    }

    /// Records the deletion of `clause`, unless it is a clause of the caller.
    pub(super) fn log_deleted(&mut self, clause: u32) {
        if let Some(proof) = &mut self.proof
            && self.clauses.is_learned(clause)
        {
            proof.push(self.clauses.literals(clause).filter_map(Literal::numbered), true);
        }
    }
}
