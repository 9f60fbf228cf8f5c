//! The questions that one asks of a puzzle.

mod solutions;

pub use solutions::{Solutions, SolveError, solutions};
