//! Learned clauses that the search sends to other solvers and receives from them.

use super::config::MAX_SHARED_GLUE;
use super::exchange::Port;
use super::literal::Literal;
use super::search::Search;
use super::trail::Reason;

/// The maximum size of a clause that is exported.
const MAX_SIZE: usize = 30;

impl Search {
    /// Sends a learned clause to the other solvers if it is likely to help them.
    pub(super) fn export(&self, literals: &[Literal], glue: u32) {
        if let Some(port) = &self.port
            && glue <= MAX_SHARED_GLUE
            && literals.len() <= MAX_SIZE
        {
            port.send(literals, glue);
        }
    }

    /// Adds the clauses that the other solvers have sent. The search must be at the root.
    pub(super) fn import(&mut self) {
        let Some(received) = self.port.as_ref().map(Port::receive) else { return };
        let mut rest = &received[..];
        let mut clause = Vec::new();
        while let [size, glue, literals @ ..] = rest {
            let (literals, after) = literals.split_at((*size as usize).min(literals.len()));
            rest = after;
            clause.clear();
            clause.extend(literals.iter().map(|&code| Literal::from_code(code)));
            if clause.iter().any(|&literal| self.trail.value(literal) > 0) {
                continue;
            }
            clause.retain(|&literal| self.trail.value(literal) == 0);
            match *clause {
                [] => self.is_refuted = true,
                [unit] => self.trail.assign(unit, Reason::NONE),
                _ => {
                    self.clauses.add_learned(&clause, *glue);
                    self.statistics.imported += 1;
                }
            }
        }
    }
}
