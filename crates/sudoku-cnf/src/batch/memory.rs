//! The memory of the process.

use std::fs;

use super::address_space::address_space_limit;

/// Returns how much memory the process may use in total: the memory that it uses now, and 90% of the memory that is
/// available. Returns `None` if the system does not provide this size.
///
/// The limits of the shell (`ulimit -v`) concern address space, of which only a part is in use. The result is therefore
/// half of such a limit, if that is less.
pub fn usable_memory() -> Option<u64> {
    let most = |bytes: u64| bytes / 10 * 9;
    let system = size_in("/proc/meminfo", "MemAvailable:");
    let group =
        fs::read_to_string("/sys/fs/cgroup/memory.max").ok().and_then(|text| text.trim().parse().ok());
    let candidates = [
        system.map(|bytes| most(bytes) + used_memory().unwrap_or(0)),
        address_space_limit().map(|bytes| bytes / 2),
        group.map(most),
    ];
    candidates.into_iter().flatten().min()
}

/// Returns how much memory the process uses, in bytes, or `None` if the system does not provide this size.
pub fn used_memory() -> Option<u64> {
    size_in("/proc/self/status", "VmRSS:")
}

/// Returns the size in bytes on the line of a file that starts with `name`.
fn size_in(file: &str, name: &str) -> Option<u64> {
    let text = fs::read_to_string(file).ok()?;
    let kilobytes = text.lines().find_map(|line| line.strip_prefix(name))?;
    Some(kilobytes.trim().strip_suffix(" kB")?.parse::<u64>().ok()? * 1024)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn the_memory_is_known() {
        let used = used_memory().unwrap();
        assert!(used > 100_000 && usable_memory().unwrap() > used);
    }
}
