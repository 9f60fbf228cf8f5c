//! Limits on a computation: deadlines and interrupts.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::memory::MemoryLimit;
use super::outcome::StopReason;
use super::warning::{Warning, WarningHandler};

/// A flag that stops computations in progress. All clones of an interrupt share the same flag.
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
    /// Sets the flag, which stops all computations that check it.
    pub fn trigger(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns whether this interrupt or any of its clones has been triggered.
    #[must_use]
    pub fn is_triggered(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The limits on a computation: an optional deadline, an optional memory limit, and any number of interrupts.
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
    memory: Option<Arc<MemoryLimit>>,
    interrupts: Vec<Interrupt>,
    is_prompt: bool,
    warnings: Option<WarningHandler>,
}

impl Limits {
    /// Returns limits that are never reached.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// Sets the deadline to `time` from now, or removes it if `time` is `None`.
    ///
    /// If the system clock cannot represent the new deadline, the limits have no deadline.
    #[must_use]
    pub fn within(self, time: impl Into<Option<Duration>>) -> Self {
        Self { deadline: time.into().and_then(|time| Instant::now().checked_add(time)), ..self }
    }

    /// Stops the computation if the whole process uses more than `bytes` of memory. `None` removes the limit.
    ///
    /// Before the native solver receives a puzzle, its memory is estimated, so that a board that is far too large is
    /// rejected at once. After that, the limit is checked as often as the deadline, and only on Linux. Between two
    /// checks, the process may exceed the limit.
    #[must_use]
    pub fn with_memory(self, bytes: impl Into<Option<u64>>) -> Self {
        Self { memory: bytes.into().map(|bytes| Arc::new(MemoryLimit::new(bytes))), ..self }
    }

    /// Checks that the memory limit leaves room for `bytes` more.
    ///
    /// # Errors
    /// Returns an error if the memory of the process would exceed the limit.
    pub fn check_memory(&self, bytes: u64) -> Result<(), StopReason> {
        let is_exceeded = self.memory.as_ref().is_some_and(|memory| memory.is_exceeded_by(bytes));
        if is_exceeded { Err(StopReason::MemoryLimit) } else { Ok(()) }
    }

    /// Adds an interrupt.
    ///
    /// Checking limits during a search slows the embedded solver varisat down by up to a third on 9×9 puzzles. varisat
    /// therefore checks for interrupts during a search only if there is also a deadline, or if [`prompt`](Self::prompt)
    /// was called. CaDiCaL, external solvers and search engines always check for interrupts.
    #[must_use]
    pub fn with_interrupt(mut self, interrupt: Interrupt) -> Self {
        self.interrupts.push(interrupt);
        self
    }

    /// Makes every solver check for interrupts during a search, even if these checks slow the solver down.
    #[must_use]
    pub fn prompt(self) -> Self {
        Self { is_prompt: true, ..self }
    }

    /// Sets the function that receives warnings of the computation, for example about a failed portfolio member.
    ///
    /// Warnings accompany the limits because both concern a single call and must reach every solver. By default, they
    /// are ignored.
    #[must_use]
    pub fn on_warning(self, handler: impl Fn(&Warning) + Send + Sync + 'static) -> Self {
        self.with_handler(Some(WarningHandler::new(handler)))
    }

    pub(crate) fn with_handler(self, warnings: Option<WarningHandler>) -> Self {
        Self { warnings, ..self }
    }

    /// Passes `warning` to the function that receives warnings, if there is one.
    pub(super) fn warn(&self, warning: &Warning) {
        if let Some(handler) = &self.warnings {
            handler.handle(warning);
        }
    }

    /// Returns whether a solver must check the limits during a search, even if these checks slow the solver down.
    #[must_use]
    pub fn are_strict(&self) -> bool {
        self.deadline.is_some() || self.is_prompt && !self.interrupts.is_empty()
    }

    /// Returns the reason for stopping if a limit has been reached, or `None` otherwise.
    #[must_use]
    pub fn reached(&self) -> Option<StopReason> {
        if self.interrupts.iter().any(Interrupt::is_triggered) {
            return Some(StopReason::Interrupted);
        }
        if self.memory.as_ref().is_some_and(|memory| memory.is_reached()) {
            return Some(StopReason::MemoryLimit);
        }
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline).then_some(StopReason::TimeLimit)
    }

    /// Returns the reason for stopping as an error if a limit has been reached.
    pub(crate) fn check(&self) -> Result<(), StopReason> {
        self.reached().map_or(Ok(()), Err)
    }
}

/// The number of steps between two checks of the limits.
const STEPS_PER_CHECK: u32 = 1024;

/// Checks limits at regular intervals during a computation that consists of many short steps.
#[derive(Clone, Debug)]
pub(crate) struct LimitPoller {
    limits: Limits,
    /// The number of steps until the next check.
    until_check: u32,
}

impl LimitPoller {
    pub(crate) fn new(limits: Limits) -> Self {
        Self { limits, until_check: 1 }
    }

    /// Returns an error if a computation that needs `bytes` would exceed the memory limit.
    pub(crate) fn check_memory(&self, bytes: u64) -> Result<(), StopReason> {
        self.limits.check_memory(bytes)
    }

    /// Counts a step. Checks the limits at the first step and then once every `STEPS_PER_CHECK` steps.
    ///
    /// # Errors
    /// Returns the reason for stopping if a limit has been reached.
    #[inline]
    pub(crate) fn step(&mut self) -> Result<(), StopReason> {
        self.steps(1)
    }

    /// Counts several steps at once, or one step that takes as long as several.
    ///
    /// # Errors
    /// Returns the reason for stopping if a limit has been reached.
    #[inline]
    pub(crate) fn steps(&mut self, count: u32) -> Result<(), StopReason> {
        let is_due = self.until_check <= count;
        self.until_check = if is_due { STEPS_PER_CHECK } else { self.until_check - count };
        if is_due { self.limits.check() } else { Ok(()) }
    }
}
