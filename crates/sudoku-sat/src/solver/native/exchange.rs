//! Exchange of short learned clauses between solvers that work on the same clauses in several threads.
//!
//! ## Reference
//! Y. Hamadi, S. Jabbour, L. Sais: `ManySAT`: a parallel SAT solver, 2009.

use std::sync::{Arc, Mutex, PoisonError};

use super::literal::Literal;
use super::search::Search;
use super::trail::Reason;

/// The maximum size of a clause that is exported.
const MAX_SIZE: usize = 30;

/// The mailboxes of all solvers. Each mailbox holds clauses as their size, their glue and their literals.
#[derive(Debug)]
pub(super) struct Exchange {
    mailboxes: Vec<Mutex<Vec<u32>>>,
}

impl Exchange {
    pub(super) fn new(members: usize) -> Self {
        Self { mailboxes: (0..members).map(|_| Mutex::default()).collect() }
    }
}

/// The connection of a solver to the other solvers.
#[derive(Clone, Debug)]
pub(super) struct Port {
    pub(super) exchange: Arc<Exchange>,
    pub(super) member: usize,
}

impl Port {
    /// Sends a clause to all other solvers.
    fn send(&self, literals: &[Literal], glue: u32) {
        let others = self.exchange.mailboxes.iter().enumerate().filter(|&(member, _)| member != self.member);
        for (_, mailbox) in others {
            let mut mailbox = mailbox.lock().unwrap_or_else(PoisonError::into_inner);
            mailbox.extend([literals.len() as u32, glue]);
            mailbox.extend(literals.iter().map(|literal| literal.code()));
        }
    }

    fn receive(&self) -> Vec<u32> {
        std::mem::take(
            &mut *self.exchange.mailboxes[self.member].lock().unwrap_or_else(PoisonError::into_inner),
        )
    }
}

impl Search {
    /// Sends a learned clause to the other solvers if it is likely to help them.
    pub(super) fn export(&self, literals: &[Literal], glue: u32) {
        if let Some(port) = &self.port
            && glue <= self.config.max_shared_glue
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
