//! Parameters of the search. `docs/experiments.md` lists the measurements behind the values.

/// The percentage of variables whose first decision is "true" if decisions are random at first.
pub(super) const POSITIVE_PERCENT: usize = 50;
/// The number of conflicts before the first restart.
pub(super) const RESTART_INTERVAL: u64 = 1024;
/// The k-th reduction of the learned clauses follows the previous one after k times this many conflicts.
pub(super) const REDUCE_INTERVAL: u64 = 150;
/// The percentage of candidates for deletion that a reduction deletes.
pub(super) const REDUCE_PERCENT: usize = 75;
/// The k-th rephasing follows the previous one after k times this many conflicts.
pub(super) const REPHASE_INTERVAL: u64 = 1000;
/// Learned clauses with at most this glue are kept forever.
pub(super) const TIER1_GLUE: u32 = 2;
/// Learned clauses with at most this glue survive two reductions without being used, and all others one.
pub(super) const TIER2_GLUE: u32 = 6;
/// The factor by which the score increment grows with each conflict.
pub(super) const SCORE_FACTOR: f64 = 1.0 / 0.95;
/// The minimum number of literals that are replaced by one placement.
pub(super) const MIN_REPLACED: u32 = 2;
/// The maximum glue of a clause that is sent to other threads.
pub(super) const MAX_SHARED_GLUE: u32 = 4;

/// Parameters that differ between searches.
#[derive(Clone, Debug, Default)]
pub(super) struct Config {
    /// Selects the random choices.
    pub(super) seed: u64,
    /// Whether decisions and their values are random at first.
    pub(super) is_shuffled: bool,
    /// The value of the first decision on each variable.
    pub(super) initial_phase: bool,
    /// Whether literals that are false at the root stay in the clauses.
    pub(super) keeps_false_literals: bool,
}

impl Config {
    pub(super) fn with_seed(seed: u64) -> Self {
        Self { seed, is_shuffled: true, ..Self::default() }
    }

    /// Returns the parameters for a member of a portfolio.
    pub(super) fn for_member(member: usize) -> Self {
        Self { seed: member as u64, initial_phase: member % 2 == 1, ..Self::default() }
    }
}
