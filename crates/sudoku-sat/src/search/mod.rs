//! Search engines that know no SAT: the essays' solvers, and the counter. They are small, explain
//! themselves, and judge the SAT path by agreeing with it.
//!
//! Each engine is an iterator over all solutions in an order that its module defines, and ends with
//! an error where a limit is reached.

mod backtrack;
mod blanks;
mod brute;
mod count;
mod expand;
mod propagate;
mod tree;

pub use backtrack::backtrack;
pub use brute::brute;
pub use count::{Count, Incomplete, count};
pub use expand::expand;
pub use propagate::propagate;
