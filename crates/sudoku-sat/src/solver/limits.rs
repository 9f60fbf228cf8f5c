//! When to stop: at a deadline, or on request.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::outcome::StopReason;

/// A flag that asks running work to stop. Clones share the flag.
///
/// ```
/// use sudoku_sat::Interrupt;
///
/// let interrupt = Interrupt::default();
/// let shared = interrupt.clone();
/// shared.trigger();
/// assert!(interrupt.is_triggered());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Asks everything that shares this flag to stop.
    pub fn trigger(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns whether the flag was triggered.
    #[must_use]
    pub fn is_triggered(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The limits of one call: a deadline, interrupts, or none.
///
/// ```
/// use std::time::Duration;
/// use sudoku_sat::{Limits, StopReason};
///
/// assert_eq!(Limits::none().reached(), None);
/// assert_eq!(Limits::none().within(Duration::ZERO).reached(), Some(StopReason::TimeLimit));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Limits {
    deadline: Option<Instant>,
    interrupts: Vec<Interrupt>,
    is_prompt: bool,
}

impl Limits {
    /// Returns no limits.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// Adds a deadline `time` from now. A time too long for the clock sets no deadline.
    #[must_use]
    pub fn within(self, time: Duration) -> Self {
        Self { deadline: Instant::now().checked_add(time), ..self }
    }

    /// Adds an interrupt.
    ///
    /// Checking limits costs the embedded varisat up to a third of its speed on 9×9 puzzles. So it checks
    /// interrupts only if there is also a deadline, or after [`prompt`](Self::prompt). External solvers and
    /// search engines always check them.
    #[must_use]
    pub fn or_interrupt(mut self, interrupt: Interrupt) -> Self {
        self.interrupts.push(interrupt);
        self
    }

    /// Makes every solver check the interrupts, even at the cost of speed.
    #[must_use]
    pub fn prompt(self) -> Self {
        Self { is_prompt: true, ..self }
    }

    /// Returns whether a solver must check the limits even if that costs speed.
    #[must_use]
    pub fn are_strict(&self) -> bool {
        self.deadline.is_some() || self.is_prompt && !self.interrupts.is_empty()
    }

    /// Returns why to stop now; `None` to go on.
    #[must_use]
    pub fn reached(&self) -> Option<StopReason> {
        if self.interrupts.iter().any(Interrupt::is_triggered) {
            return Some(StopReason::Interrupted);
        }
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline).then_some(StopReason::TimeLimit)
    }
}

/// The number of steps between two checks of the limits.
const STEPS_PER_CHECK: u32 = 1024;

/// Checks limits every so many steps, for work that consists of many short steps.
#[derive(Clone, Debug)]
pub(crate) struct LimitPoller {
    limits: Limits,
    steps: u32,
}

impl LimitPoller {
    pub(crate) fn new(limits: Limits) -> Self {
        Self { limits, steps: 0 }
    }

    /// Counts a step.
    ///
    /// # Errors
    /// The limit that was reached.
    #[inline]
    pub(crate) fn step(&mut self) -> Result<(), StopReason> {
        self.steps = self.steps.wrapping_add(1);
        if self.steps % STEPS_PER_CHECK != 1 {
            return Ok(());
        }
        self.limits.reached().map_or(Ok(()), Err)
    }
}
