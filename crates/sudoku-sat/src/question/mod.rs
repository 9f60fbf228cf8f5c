//! The questions that one asks of a puzzle.

mod count;
mod minimal;
mod probing;
mod prover;
mod rating;
mod solutions;
mod true_candidates;

pub use count::count;
pub use minimal::{minimize, redundant_givens};
pub use probing::Probing;
pub(crate) use prover::Prover;
pub use rating::{Difficulty, Rating, Step, UnknownDifficulty, rate};
pub use solutions::{Solutions, SolveError, solutions};
pub use true_candidates::true_candidates;
