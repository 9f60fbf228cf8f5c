//! Options that limit the time and the memory of a computation.

use std::fs;
use std::sync::OnceLock;
use std::time::Duration;

use clap::Args;

use super::args::seconds;
use crate::batch::address_space_limit;

/// Options of every command that can take long.
#[derive(Clone, Copy, Debug, Args)]
pub struct LimitArgs {
    /// Stop working on a puzzle after SECONDS seconds [default: no limit]
    #[arg(long, value_name = "SECONDS", help_heading = None::<&'static str>, value_parser = seconds)]
    pub timeout: Option<Duration>,

    /// Stop working on a puzzle if the program uses more than SIZE, for example 2G [default: 90% of the available
    /// memory]
    ///
    /// SIZE is a number of bytes, or a number followed by K, M, G or T. The memory is checked only on Linux, and at
    /// intervals, so the program may exceed the limit for a short time. The memory of external solvers does not count.
    #[arg(long, value_name = "SIZE", help_heading = None::<&'static str>, hide_short_help = true, value_parser = memory_size)]
    memory_limit: Option<u64>,
}

impl LimitArgs {
    /// Returns the memory limit in bytes, or `None` if it is neither set nor known.
    #[must_use]
    pub fn memory_limit(self) -> Option<u64> {
        static AVAILABLE: OnceLock<Option<u64>> = OnceLock::new();
        self.memory_limit.or_else(|| *AVAILABLE.get_or_init(available_memory))
    }
}

/// Parses a size such as `500M`. The suffixes K, M, G and T stand for powers of 1024.
fn memory_size(text: &str) -> Result<u64, String> {
    let text = text.trim_end_matches(['b', 'B']).trim_end_matches('i');
    let (number, factor) = match text.chars().last().map(|c| c.to_ascii_uppercase()) {
        Some(suffix @ ('K' | 'M' | 'G' | 'T')) => {
            let exponent = match suffix {
                'K' => 1,
                'M' => 2,
                'G' => 3,
                _ => 4,
            };
            (&text[..text.len() - 1], 1024_u64.pow(exponent))
        }
        _ => (text, 1),
    };
    let size = number.parse::<u64>().ok().and_then(|number| number.checked_mul(factor));
    size.ok_or_else(|| "expected a size, for example 500M or 2G".to_owned())
}

/// Returns 90% of the memory that is available now, or `None` if the system does not provide this size.
///
/// The limits of the shell (`ulimit -v`) concern address space, of which only a part is in use. The default is
/// therefore half of such a limit, if that is less.
fn available_memory() -> Option<u64> {
    let kilobytes = |line: &str| line.trim().strip_suffix(" kB")?.parse::<u64>().ok();
    let info = fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let system = info.lines().find_map(|line| kilobytes(line.strip_prefix("MemAvailable:")?));
    let group =
        fs::read_to_string("/sys/fs/cgroup/memory.max").ok().and_then(|text| text.trim().parse::<u64>().ok());
    let most = |bytes: u64| bytes / 10 * 9;
    let candidates = [
        system.map(|kilobytes| most(kilobytes * 1024)),
        address_space_limit().map(|bytes| bytes / 2),
        group.map(most),
    ];
    candidates.into_iter().flatten().min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_suffixes() {
        for (text, size) in
            [("0", 0), ("1000", 1000), ("2k", 2048), ("500M", 500 << 20), ("3GiB", 3 << 30), ("1T", 1 << 40)]
        {
            assert_eq!(memory_size(text), Ok(size), "{text}");
        }
        for text in ["", "M", "1.5G", "-1", "99999999999T", "é"] {
            assert!(memory_size(text).is_err(), "{text}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_available_memory_is_known() {
        assert!(available_memory().unwrap() > 1 << 20);
    }
}
