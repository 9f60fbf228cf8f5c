//! The schedule of restarts, reductions and rephasings, measured in conflicts.

use super::config::{REDUCE_INTERVAL, REPHASE_INTERVAL, RESTART_INTERVAL};
use crate::solver::statistics::Statistics;

/// Restarts at intervals that follow the Luby sequence 1, 1, 2, 1, 1, 2, 4, …
///
/// ## Reference
/// M. Luby, A. Sinclair, D. Zuckerman: Optimal speedup of Las Vegas algorithms, 1993. The constant-time computation is
/// D. Knuth's "reluctant doubling".
#[derive(Clone, Debug)]
pub(super) struct RestartSchedule {
    u: u64,
    v: u64,
    pub(super) next: u64,
}

impl RestartSchedule {
    /// Schedules the next restart.
    pub(super) fn advance(&mut self, statistics: &Statistics) {
        if self.u & self.u.wrapping_neg() == self.v {
            (self.u, self.v) = (self.u + 1, 1);
        } else {
            self.v *= 2;
        }
        self.next = statistics.conflicts + self.v * RESTART_INTERVAL;
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

impl Default for Schedule {
    fn default() -> Self {
        Self {
            restart: RestartSchedule { u: 1, v: 1, next: RESTART_INTERVAL },
            next_reduce: REDUCE_INTERVAL,
            next_rephase: REPHASE_INTERVAL,
            rephased: 0,
            reduced: 0,
        }
    }
}
