//! Limits on the memory of the process.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use sudoku_cnf::batch::used_memory;
use sudoku_cnf::clock::Instant;

/// The time before the first check and between two checks, in milliseconds. A check takes about 20 microseconds, which
/// is longer than the search for the solution of a typical 9×9 puzzle.
const CHECK_INTERVAL: u64 = 20;

/// Sizes below this many bytes are compared with the limit without measuring the memory in use, which would take longer
/// than the computation.
const UNCOUNTED: u64 = 1 << 20;

/// A limit on the memory of the process.
#[derive(Debug)]
pub(super) struct MemoryLimit {
    bytes: u64,
    start: Instant,
    /// The time of the next check, in milliseconds since `start`.
    next_check: AtomicU64,
    is_reached: AtomicBool,
}

impl MemoryLimit {
    pub(super) fn new(bytes: u64) -> Self {
        let (next_check, is_reached) = (AtomicU64::new(CHECK_INTERVAL), AtomicBool::new(false));
        Self { bytes, start: Instant::now(), next_check, is_reached }
    }

    /// Returns whether a computation that needs `bytes` more would reach the limit.
    pub(super) fn is_exceeded_by(&self, bytes: u64) -> bool {
        let in_use = if bytes < UNCOUNTED { 0 } else { used_memory().unwrap_or(0) };
        bytes.saturating_add(in_use) > self.bytes
    }

    /// Returns whether the process has used more memory than the limit in any of the checks so far.
    pub(super) fn is_reached(&self) -> bool {
        let now = u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX);
        if now >= self.next_check.load(Ordering::Relaxed) {
            self.next_check.store(now + CHECK_INTERVAL, Ordering::Relaxed);
            if used_memory().is_some_and(|used| used > self.bytes) {
                self.is_reached.store(true, Ordering::Relaxed);
            }
        }
        self.is_reached.load(Ordering::Relaxed)
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::thread;
    use std::time::Duration;

    #[test]
    fn the_limit_is_checked_at_intervals() {
        let limits = [1, u64::MAX].map(MemoryLimit::new);
        thread::sleep(Duration::from_millis(CHECK_INTERVAL + 1));
        assert_eq!(limits.map(|limit| limit.is_reached()), [true, false]);
    }
}
