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

use crate::limits::Limits;
use crate::outcome::Reason;

/// How many steps of a search are taken between two looks at the clock.
const STEPS_A_LOOK: u32 = 1024;

/// Looks at the clock every now and then.
#[derive(Debug)]
struct Pace {
    limits: Limits,
    steps: u32,
}

impl Pace {
    fn new(limits: Limits) -> Self {
        Self { limits, steps: 0 }
    }

    /// Counts a step. An error is the limit that was reached.
    fn step(&mut self) -> Result<(), Reason> {
        self.steps = self.steps.wrapping_add(1);
        if self.steps % STEPS_A_LOOK != 1 {
            return Ok(());
        }
        self.limits.reached().map_or(Ok(()), Err)
    }
}
