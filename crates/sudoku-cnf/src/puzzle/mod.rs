//! Boards, puzzles and grids, the rule checker, and candidate propagation.
//!
//! A [`Puzzle`] is a board with givens. [`Solution::check`] is the rule checker: it decides whether a [`Grid`] is a
//! solution, without any SAT code.

#![allow(
    clippy::cast_possible_truncation,
    reason = "sizes are at most 1,000, so cells, digits and houses fit all integer types"
)]

mod bits;
pub mod board;
pub mod canonical;
pub mod check;
mod grid;
mod named;
pub mod propagate;
#[allow(clippy::module_inception, reason = "the file of the type `Puzzle`")]
mod puzzle;
#[doc(hidden)]
pub mod random;
pub mod rearrangement;
pub mod rule;
mod standard_check;

pub use bits::Bits;
pub use check::Solution;
pub use grid::{Grid, GridError};
pub use named::UnknownName;
pub use puzzle::Puzzle;
