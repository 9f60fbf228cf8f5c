//! Conflict analysis: the clauses that took part in a conflict.

use super::literal::variable;
use super::{ASSUMED, Elaborator};

impl Elaborator {
    /// Returns the clauses that lead to `conflict`, in the order in which they became unit, followed by `conflict`.
    pub(super) fn analyze(&mut self, conflict: u32, root: usize) -> Vec<u32> {
        let mut marked = Vec::new();
        let mut chain = vec![conflict];
        self.mark(conflict, &mut marked);
        for index in (root..self.trail.len()).rev() {
            let variable = variable(self.trail[index]);
            let reason = self.reasons[variable];
            if self.is_marked[variable] && reason != ASSUMED {
                chain.push(reason);
                self.mark(reason, &mut marked);
            }
            self.is_marked[variable] = false;
        }
        // Only literals at the root are still marked.
        for variable in marked {
            if std::mem::take(&mut self.is_marked[variable]) {
                chain.push(self.reasons[variable]);
            }
        }
        chain.reverse();
        chain
    }

    fn mark(&mut self, clause: u32, marked: &mut Vec<usize>) {
        for index in self.start(clause)..self.ends[clause as usize] {
            let variable = variable(self.literals[index]);
            if !std::mem::replace(&mut self.is_marked[variable], true) {
                marked.push(variable);
            }
        }
    }
}
