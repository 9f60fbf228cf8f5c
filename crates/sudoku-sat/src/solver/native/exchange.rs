//! Exchange of short learned clauses between solvers that work on the same clauses in several threads.
//!
//! ## Reference
//! Y. Hamadi, S. Jabbour, L. Sais: `ManySAT`: a parallel SAT solver, 2009.

use std::sync::{Arc, Mutex, PoisonError};

use super::literal::Literal;

/// The connection of a solver to the other solvers.
#[derive(Clone, Debug)]
pub(super) struct Port {
    /// The mailboxes of all solvers. Each mailbox holds clauses as their size, their glue and their literals.
    pub(super) mailboxes: Arc<[Mutex<Vec<u32>>]>,
    pub(super) member: usize,
}

impl Port {
    /// Sends a clause to all other solvers.
    pub(super) fn send(&self, literals: &[Literal], glue: u32) {
        let others = self.mailboxes.iter().enumerate().filter(|&(member, _)| member != self.member);
        for (_, mailbox) in others {
            let mut mailbox = mailbox.lock().unwrap_or_else(PoisonError::into_inner);
            mailbox.extend([literals.len() as u32, glue]);
            mailbox.extend(literals.iter().map(|literal| literal.code()));
        }
    }

    pub(super) fn receive(&self) -> Vec<u32> {
        std::mem::take(&mut *self.mailboxes[self.member].lock().unwrap_or_else(PoisonError::into_inner))
    }
}
