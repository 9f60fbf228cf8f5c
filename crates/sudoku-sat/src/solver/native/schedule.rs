//! When to restart, reduce and rephase, measured in conflicts.

use super::config::Config;
use crate::solver::statistics::Statistics;

/// Restarts at intervals that follow the Luby sequence 1, 1, 2, 1, 1, 2, 4, …
///
/// ## Reference
/// M. Luby, A. Sinclair, D. Zuckerman: Optimal speedup of Las Vegas algorithms, 1993. The constant-time computation is
/// D. Knuth's "reluctant doubling".
#[derive(Clone, Debug)]
pub(super) struct RestartSchedule {
    period: u64,
    u: u64,
    v: u64,
    next: u64,
}

impl RestartSchedule {
    fn new(period: u64) -> Self {
        Self { period, u: 1, v: 1, next: period }
    }

    #[inline]
    pub(super) fn is_due(&self, statistics: &Statistics) -> bool {
        statistics.conflicts >= self.next
    }

    /// Schedules the next restart.
    pub(super) fn advance(&mut self, statistics: &Statistics) {
        if self.u & self.u.wrapping_neg() == self.v {
            (self.u, self.v) = (self.u + 1, 1);
        } else {
            self.v *= 2;
        }
        self.next = statistics.conflicts + self.v * self.period;
    }
}

/// The number of conflicts at which each procedure runs next.
#[derive(Clone, Debug)]
pub(super) struct Schedule {
    pub(super) restart: RestartSchedule,
    pub(super) next_reduce: u64,
    pub(super) next_rephase: u64,
    pub(super) rephased: u64,
    pub(super) reduced: u64,
}

impl Schedule {
    pub(super) fn new(config: &Config) -> Self {
        Self {
            restart: RestartSchedule::new(config.restart_interval),
            next_reduce: config.reduce_interval,
            next_rephase: config.rephase_interval,
            rephased: 0,
            reduced: 0,
        }
    }

    #[inline]
    pub(super) fn is_reduce_due(&self, statistics: &Statistics) -> bool {
        statistics.conflicts >= self.next_reduce
    }

    #[inline]
    pub(super) fn is_rephase_due(&self, statistics: &Statistics) -> bool {
        statistics.conflicts >= self.next_rephase
    }
}
