//! Parameters of the search.

/// Parameters of the search. `docs/experiments.md` lists the measurements behind the default values.
#[derive(Clone, Debug)]
pub(super) struct Config {
    /// Selects the random choices.
    pub(super) seed: u64,
    /// Whether decisions and their values are random at first.
    pub(super) is_shuffled: bool,
    /// The percentage of variables whose first decision is "true" if decisions are random at first.
    pub(super) positive_percent: usize,
    /// The value of the first decision on each variable.
    pub(super) initial_phase: bool,
    /// The number of conflicts before the first restart.
    pub(super) restart_interval: u64,
    /// The k-th reduction of the learned clauses comes k times this number of conflicts after the one before.
    pub(super) reduce_interval: u64,
    /// The percentage of candidates for deletion that a reduction deletes.
    pub(super) reduce_percent: usize,
    /// The k-th rephasing comes k times this number of conflicts after the one before.
    pub(super) rephase_interval: u64,
    /// Learned clauses with at most this glue are kept forever.
    pub(super) tier1_glue: u32,
    /// Learned clauses with at most this glue survive two reductions without being used, and all others one.
    pub(super) tier2_glue: u32,
    /// The factor by which the score increment grows with each conflict.
    pub(super) score_factor: f64,
    /// The minimum number of literals that are replaced by one placement.
    pub(super) min_replaced: u32,
    /// The maximum glue of a clause that is sent to other threads.
    pub(super) max_shared_glue: u32,
    /// Whether literals that are false at the root are removed from the clauses.
    pub(super) shortens_clauses: bool,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            seed: 0,
            is_shuffled: false,
            positive_percent: 50,
            initial_phase: false,
            restart_interval: 1024,
            reduce_interval: 150,
            reduce_percent: 75,
            rephase_interval: 1000,
            tier1_glue: 2,
            tier2_glue: 6,
            score_factor: 1.0 / 0.95,
            min_replaced: 2,
            max_shared_glue: 4,
            shortens_clauses: true,
        }
    }
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
