//! Statistics of a search.

use std::fmt;
use std::ops::AddAssign;

/// The effort of a solver so far. Counters that a solver does not maintain are 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Statistics {
    /// The number of decisions, without assumptions.
    pub decisions: u64,
    /// The number of conflicts. In a SAT solver, each conflict above the root leads to one learned clause.
    pub conflicts: u64,
    /// The number of assigned literals that were propagated. In DPLL, the number of boards that were propagated to a
    /// fixpoint.
    pub propagations: u64,
    /// The number of restarts.
    pub restarts: u64,
    /// The number of literals in all learned clauses.
    pub learned_literals: u64,
    /// The number of learned clauses that were deleted.
    pub deleted: u64,
    /// The number of learned clauses received from other threads.
    pub imported: u64,
    /// The peak memory of an external solver in bytes, if the solver reports it.
    pub peak_memory: Option<u64>,
}

impl AddAssign for Statistics {
    fn add_assign(&mut self, other: Self) {
        self.decisions += other.decisions;
        self.conflicts += other.conflicts;
        self.propagations += other.propagations;
        self.restarts += other.restarts;
        self.learned_literals += other.learned_literals;
        self.deleted += other.deleted;
        self.imported += other.imported;
        self.peak_memory = self.peak_memory.max(other.peak_memory);
    }
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { decisions, conflicts, propagations, restarts, .. } = self;
        write!(f, "{decisions} decisions, {conflicts} conflicts, {propagations} propagations")?;
        if *restarts > 0 { write!(f, ", {restarts} restarts") } else { Ok(()) }
    }
}
