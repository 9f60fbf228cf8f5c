//! The number of threads that fit into the address space of the process, which `ulimit -v` may limit.
//!
//! If an allocation fails, the process aborts. The number of threads is therefore chosen in advance.

use std::fs;

/// The address space that a thread takes: 2 MiB for the stack, 64 MiB that glibc reserves for the allocations of a
/// thread, and memory to work with.
const BYTES_PER_THREAD: u64 = 72 << 20;
/// The address space that is left to the current thread and to the thread that fetches items.
const RESERVE: u64 = 96 << 20;

/// The maximum number of threads, which exceeds the number of processors of all common machines.
const MOST_THREADS: usize = 1024;

/// Returns how many threads fit into the address space, but at most [`MOST_THREADS`].
pub(super) fn affordable_threads() -> usize {
    let Some(limit) = address_space_limit() else { return MOST_THREADS };
    let pages = fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages: u64 = pages.split(' ').next().and_then(|pages| pages.parse().ok()).unwrap_or(0);
    // The smallest page size is 4 KiB.
    MOST_THREADS.min((limit.saturating_sub(pages * 4096 + RESERVE) / BYTES_PER_THREAD) as usize)
}

/// Returns the limit on the address space in bytes, or `None` if there is none or the system does not provide it.
pub(super) fn address_space_limit() -> Option<u64> {
    let limits = fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let limit = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    limit.split_whitespace().next()?.parse().ok()
}
