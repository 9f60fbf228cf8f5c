//! Analyses of puzzles: solutions, true candidates (those that occur in a solution), redundant givens and difficulty.
//!
//! Most analyses are available as methods of [`SolveOptions`](crate::SolveOptions).

pub mod explain;
mod given_oracle;
mod minimize;
mod models;
mod preprocessor;
#[cfg(feature = "varisat")]
mod rate;
mod score;
mod step;
mod true_candidates;

pub(crate) use given_oracle::GivenOracle;
pub(crate) use minimize::{minimize, redundant_givens};
pub(crate) use models::sat_solutions;
pub(crate) use preprocessor::Preprocessor;
#[cfg(feature = "varisat")]
pub use rate::{Rating, rate};
pub use score::{Score, score};
pub use step::{Difficulty, Step};
pub(crate) use true_candidates::true_candidates;
