//! When to stop: a deadline, or somebody's wish.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::outcome::Reason;

/// A flag that asks work in progress to stop; clones share it.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Asks everything that holds this flag to stop.
    pub fn trigger(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether somebody asked.
    #[must_use]
    pub fn is_triggered(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// When work has to stop, answer or not.
///
/// ```
/// use std::time::Duration;
/// use sudoku_sat::Limits;
/// use sudoku_sat::outcome::Reason;
///
/// assert_eq!(Limits::none().reached(), None);
/// assert_eq!(Limits::none().within(Duration::ZERO).reached(), Some(Reason::TimeLimit));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Limits {
    deadline: Option<Instant>,
    interrupts: Vec<Interrupt>,
    is_prompt: bool,
}

impl Limits {
    /// No limit.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// These limits, and an end `time` from now. A time too long to reckon with is none.
    #[must_use]
    pub fn within(self, time: Duration) -> Self {
        Self { deadline: Instant::now().checked_add(time), ..self }
    }

    /// These limits, and an end as soon as `interrupt` is triggered.
    ///
    /// The embedded solver pays for limits and so heeds an interrupt only beside a deadline, or if
    /// [`prompt`](Self::prompt) asks for it; external solvers and search engines always do.
    #[must_use]
    pub fn or_interrupt(mut self, interrupt: Interrupt) -> Self {
        self.interrupts.push(interrupt);
        self
    }

    /// These limits, heeded by every solver, even if that takes some of its speed.
    #[must_use]
    pub fn prompt(self) -> Self {
        Self { is_prompt: true, ..self }
    }

    /// Whether work under these limits ends when it would under `other`: there is no deadline, and the same interrupts.
    pub(crate) fn are_like(&self, other: &Self) -> bool {
        let is_same = |(a, b): (&Interrupt, &Interrupt)| Arc::ptr_eq(&a.0, &b.0);
        self.deadline.is_none()
            && other.deadline.is_none()
            && self.is_prompt == other.is_prompt
            && self.interrupts.len() == other.interrupts.len()
            && self.interrupts.iter().zip(&other.interrupts).all(is_same)
    }

    /// Whether even a solver that pays for limits has to heed them.
    #[must_use]
    pub fn are_strict(&self) -> bool {
        self.is_prompt || self.deadline.is_some()
    }

    /// Why to stop now; `None` to go on.
    #[must_use]
    pub fn reached(&self) -> Option<Reason> {
        if self.interrupts.iter().any(Interrupt::is_triggered) {
            return Some(Reason::Interrupted);
        }
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline).then_some(Reason::TimeLimit)
    }
}

/// How many steps are taken between two looks at the clock.
const STEPS_A_LOOK: u32 = 1024;

/// Looks at the clock every now and then, for work of many short steps.
#[derive(Clone, Debug)]
pub(crate) struct Pace {
    limits: Limits,
    steps: u32,
}

impl Pace {
    pub(crate) fn new(limits: Limits) -> Self {
        Self { limits, steps: 0 }
    }

    /// Counts a step. An error is the limit that was reached.
    pub(crate) fn step(&mut self) -> Result<(), Reason> {
        self.steps = self.steps.wrapping_add(1);
        if self.steps % STEPS_A_LOOK != 1 {
            return Ok(());
        }
        self.limits.reached().map_or(Ok(()), Err)
    }

    /// The limits.
    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }
}
