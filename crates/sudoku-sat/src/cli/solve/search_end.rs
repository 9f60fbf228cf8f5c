//! The end of a search.

use sudoku_sat::StopReason;

use crate::cli::record::Uniqueness;

/// The reason why a search for solutions ended.
pub(super) enum SearchEnd {
    /// All solutions have been found.
    Complete,
    /// The requested number of solutions was found.
    MaxReached,
    /// The search stopped for this reason before it was complete.
    Unknown(StopReason),
}

/// Returns whether the solution is unique, based on the result of a search for two solutions.
pub(super) fn uniqueness(found: u64, end: &SearchEnd) -> Uniqueness {
    match end {
        SearchEnd::Complete if found == 1 => Uniqueness::Unique,
        SearchEnd::Complete | SearchEnd::MaxReached => Uniqueness::Several,
        SearchEnd::Unknown(_) => Uniqueness::Unknown,
    }
}
