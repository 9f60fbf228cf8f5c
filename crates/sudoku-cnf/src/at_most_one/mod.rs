//! Ways to say "at most one of these literals is true", one scheme a file.

mod pairwise;

pub use pairwise::pairwise;
