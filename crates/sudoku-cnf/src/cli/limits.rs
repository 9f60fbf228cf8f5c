//! Options that limit the time and the memory of a computation.

use std::sync::OnceLock;
use std::time::Duration;

use clap::Args;

use super::args::seconds;
use crate::batch::usable_memory;

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
    pub fn memory_limit(self) -> Option<u64> {
        static USABLE: OnceLock<Option<u64>> = OnceLock::new();
        self.memory_limit.or_else(|| *USABLE.get_or_init(usable_memory))
    }
}

/// Parses a size such as `500M`. The suffixes K, M, G and T stand for powers of 1024.
fn memory_size(text: &str) -> Result<u64, String> {
    let text = text.trim_end_matches(['b', 'B']).trim_end_matches('i');
    let number = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let is_unit = |unit: &&str| unit.eq_ignore_ascii_case(&text[number.len()..]);
    let exponent =
        (0..).zip(["", "K", "M", "G", "T"]).find(|(_, unit)| is_unit(unit)).map(|(exponent, _)| exponent);
    let size = exponent.and_then(|exponent| number.parse::<u64>().ok()?.checked_mul(1024_u64.pow(exponent)));
    size.ok_or_else(|| "expected a size, for example 500M or 2G".to_owned())
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
}
