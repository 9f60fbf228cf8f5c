//! The difficulty of a puzzle: its hardest step, the effort of a SAT solver, and the cost of an explanation.

#[cfg(feature = "varisat")]
mod rating;
pub(crate) mod rules;
mod score;
mod step;

#[cfg(feature = "varisat")]
pub use rating::{Rating, rate};
pub use score::{Score, score};
pub use step::{Difficulty, Step};
