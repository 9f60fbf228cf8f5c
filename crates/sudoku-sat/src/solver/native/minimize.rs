//! Minimization of the learned clause: literals implied by the other literals are removed.
//!
//! ## References
//! - N. Sörensson, A. Biere: Minimizing learned clauses, 2009.
//! - A. Van Gelder: Improved conflict-clause minimization leads to improved propositional proof traces, 2009.

use super::analysis::{Analysis, POISON, REMOVABLE, SEEN};
use super::clauses::Clauses;
use super::literal::Literal;
use super::trail::{ReasonKind, Trail};

/// The maximum depth of the recursion.
const MAX_DEPTH: u32 = 1000;

impl Analysis {
    /// Returns whether the false literal `literal` is implied by the other literals of the learned clause. At depth 0,
    /// the literal itself is in the clause.
    pub(super) fn is_redundant(
        &mut self,
        literal: Literal,
        trail: &Trail,
        clauses: &Clauses,
        depth: u32,
    ) -> bool {
        let variable = literal.variable();
        let marks = self.marks[variable];
        let assignment = trail.assignments[variable];
        if assignment.level == 0 || marks & REMOVABLE != 0 || depth > 0 && marks & SEEN != 0 {
            return true;
        }
        if marks & POISON != 0 || depth > MAX_DEPTH {
            return false;
        }
        let level = self.levels[assignment.level as usize];
        // At least one other literal of this level must precede the literal on the trail.
        if level.literals == 0 || depth == 0 && level.literals < 2 || assignment.position <= level.first {
            return false;
        }
        let is_redundant = match assignment.reason.kind() {
            ReasonKind::None => return false,
            ReasonKind::Binary(other) => self.is_redundant(other, trail, clauses, depth + 1),
            ReasonKind::Clause(clause) => clauses
                .literals(clause)
                .all(|other| other == !literal || self.is_redundant(other, trail, clauses, depth + 1)),
        };
        self.mark(variable, if is_redundant { REMOVABLE } else { POISON });
        is_redundant
    }
}
