//! Numbers in messages for people.

use std::fmt::Display;

use indicatif::{HumanCount, HumanFloatCount};

/// Returns `count` with a comma after each group of three digits, for example `49,158`.
pub fn grouped(count: u64) -> impl Display {
    HumanCount(count)
}

/// Returns the integer nearest to `rate`, with a comma after each group of three digits.
pub fn grouped_rate(rate: f64) -> impl Display {
    HumanFloatCount(rate.round())
}

/// Returns `count` and `noun`, which is replaced by `plural` unless `count` is 1. For example, `1 error` or `2 errors`.
pub fn counted(count: u64, noun: &str, plural: &str) -> String {
    format!("{} {}", grouped(count), if count == 1 { noun } else { plural })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        for (count, expected) in
            [(0, "0"), (999, "999"), (1_000, "1,000"), (49_158, "49,158"), (1_000_000, "1,000,000")]
        {
            assert_eq!(grouped(count).to_string(), expected);
        }
        assert_eq!(grouped_rate(89_900.4).to_string(), "89,900");
        assert_eq!(counted(1, "error", "errors"), "1 error");
        assert_eq!(counted(2_000, "error", "errors"), "2,000 errors");
    }
}
