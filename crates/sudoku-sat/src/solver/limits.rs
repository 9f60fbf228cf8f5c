//! Limits on a computation: a deadline, a memory limit and interrupts.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;
use std::{fmt, iter};

use sudoku_cnf::clock::Instant;

use super::memory::MemoryLimit;
use super::outcome::StopReason;
use super::warning::{Handler, ProgressEvent, Warning};

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
pub struct Interrupt(Arc<Flag>);

#[derive(Default)]
struct Flag {
    is_set: AtomicBool,
    condition: Option<Box<dyn Fn() -> bool + Send + Sync>>,
}

impl fmt::Debug for Flag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Flag").field("is_set", &self.is_set).finish_non_exhaustive()
    }
}

impl Interrupt {
    /// Returns an interrupt that is also triggered as soon as `condition` returns `true`.
    ///
    /// Computations call `condition` on each of their threads, and about ten times per second on the thread of the
    /// caller if it waits for other threads. Some of them call it thousands of times per second. An interpreter can use
    /// it to process signals, which many interpreters do only on their main thread.
    ///
    /// ```
    /// use std::time::{Duration, Instant};
    /// use sudoku_sat::Interrupt;
    ///
    /// let start = Instant::now();
    /// let interrupt = Interrupt::when(move || start.elapsed() > Duration::from_secs(3600));
    /// assert!(!interrupt.is_triggered());
    /// ```
    pub fn when(condition: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self(Arc::new(Flag { is_set: AtomicBool::new(false), condition: Some(Box::new(condition)) }))
    }

    /// Sets the flag, which stops all computations that check it.
    pub fn trigger(&self) {
        self.0.is_set.store(true, Ordering::Relaxed);
    }

    /// Returns whether this interrupt or any of its clones has been triggered.
    pub fn is_triggered(&self) -> bool {
        if self.0.is_set.load(Ordering::Relaxed) {
            return true;
        }
        let is_met = self.0.condition.as_ref().is_some_and(|condition| condition());
        if is_met {
            self.trigger();
        }
        is_met
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
#[must_use]
pub struct Limits {
    deadline: Option<Instant>,
    memory: Option<Arc<MemoryLimit>>,
    interrupts: Vec<Interrupt>,
    is_checked_during_search: bool,
    warnings: Option<Handler<Warning>>,
    progress: Option<Handler<ProgressEvent>>,
}

impl Limits {
    /// Returns limits that are never reached.
    pub fn none() -> Self {
        Self::default()
    }

    /// Sets the deadline to `time` from now, or removes it if `time` is `None`.
    ///
    /// If the system clock cannot represent the new deadline, the limits have no deadline.
    pub fn within(self, time: impl Into<Option<Duration>>) -> Self {
        Self { deadline: time.into().and_then(|time| Instant::now().checked_add(time)), ..self }
    }

    /// Returns the time until the deadline, which is 0 after it, or `None` if there is no deadline.
    pub fn remaining(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// Stops the computation if the whole process uses more than `bytes` of memory. `None` removes the limit.
    ///
    /// Before the native solver receives a puzzle, its memory is estimated, so that a board that is far too large is
    /// rejected at once. After that, the limit is checked as often as the deadline, and only on Linux. Between two
    /// checks, the process may exceed the limit.
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
    /// therefore checks for interrupts during a search only if there is also a deadline, if
    /// [`checked_during_search`](Self::checked_during_search) was called, or if an interrupt has a
    /// [condition](Interrupt::when). CaDiCaL, external solvers and search engines always check for interrupts.
    pub fn with_interrupt(mut self, interrupt: Interrupt) -> Self {
        self.interrupts.push(interrupt);
        self
    }

    /// Makes every solver check for interrupts during a search, even if these checks slow the solver down.
    pub fn checked_during_search(self) -> Self {
        Self { is_checked_during_search: true, ..self }
    }

    /// Sets the function that receives warnings of the computation, for example about a failed portfolio member.
    ///
    /// Warnings accompany the limits because both concern a single call and must reach every solver. By default, they
    /// are ignored.
    pub fn on_warning(self, handler: impl Fn(&Warning) + Send + Sync + 'static) -> Self {
        self.with_handler(Some(Handler::new(handler)))
    }

    /// Sets the function that receives the progress of explanations, of attempts to generate a puzzle, and of
    /// minimization. By default, progress is not reported.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use std::sync::atomic::{AtomicUsize, Ordering};
    /// use sudoku_sat::explain::{ExplainOptions, explain};
    /// use sudoku_sat::{Limits, solver::ProgressEvent};
    ///
    /// let found = Arc::new(AtomicUsize::new(0));
    /// let shown = found.clone();
    /// let limits = Limits::none().on_progress(move |progress| {
    ///     if let ProgressEvent::Step(steps) = progress {
    ///         shown.store(*steps, Ordering::Relaxed);
    ///     }
    /// });
    /// explain(&"1.....2...3....4".parse()?, &ExplainOptions::default(), &limits)?;
    /// assert!(found.load(Ordering::Relaxed) > 5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn on_progress(self, handler: impl Fn(&ProgressEvent) + Send + Sync + 'static) -> Self {
        Self { progress: Some(Handler::new(handler)), ..self }
    }

    /// Passes `progress` to the function that receives the progress, if there is one.
    pub(crate) fn report(&self, progress: ProgressEvent) {
        if let Some(handler) = &self.progress {
            handler.handle(&progress);
        }
    }

    pub(crate) fn with_handler(self, warnings: Option<Handler<Warning>>) -> Self {
        Self { warnings, ..self }
    }

    /// Passes `warning` to the function that receives warnings, if there is one.
    pub(super) fn warn(&self, warning: &Warning) {
        if let Some(handler) = &self.warnings {
            handler.handle(warning);
        }
    }

    /// Returns whether a solver must check the limits during a search, even if these checks slow the solver down.
    pub fn are_checked_during_search(&self) -> bool {
        self.deadline.is_some()
            || self.is_checked_during_search && !self.interrupts.is_empty()
            || self.interrupts.iter().any(|interrupt| interrupt.0.condition.is_some())
    }

    /// Returns the reason for stopping if a limit has been reached, or `None` otherwise.
    pub fn reached(&self) -> Option<StopReason> {
        if self.interrupts.iter().any(Interrupt::is_triggered) {
            return Some(StopReason::Interrupted);
        }
        if self.memory.as_ref().is_some_and(|memory| memory.is_reached()) {
            return Some(StopReason::MemoryLimit);
        }
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline).then_some(StopReason::TimeLimit)
    }

    /// Returns whether the deadline has passed. Searches check this before they start, because they find an easy
    /// solution before they check the limits.
    pub(crate) fn has_expired(&self) -> bool {
        self.remaining() == Some(Duration::ZERO)
    }

    /// Returns an iterator over the messages from threads to which the current thread has passed these limits.
    ///
    /// While it waits, the iterator checks the limits, because the [condition](Interrupt::when) of an interrupt may
    /// depend on the current thread. If it is met, all threads observe the interrupt. A caller whose threads may
    /// end sooner must also check the limits before it starts them.
    pub(super) fn messages<T>(&self, receiver: Receiver<T>) -> impl Iterator<Item = T> {
        iter::from_fn(move || {
            loop {
                match receiver.recv_timeout(WAITING_TIME) {
                    Ok(message) => return Some(message),
                    Err(RecvTimeoutError::Disconnected) => return None,
                    Err(RecvTimeoutError::Timeout) => drop(self.reached()),
                }
            }
        })
    }

    /// Checks the limits.
    ///
    /// # Errors
    /// Returns the reason for stopping if a limit has been reached.
    pub fn check(&self) -> Result<(), StopReason> {
        self.reached().map_or(Ok(()), Err)
    }
}

/// The time between two checks of the limits by a thread that waits for others.
const WAITING_TIME: Duration = Duration::from_millis(100);

/// The number of steps between two checks of the limits.
const STEPS_PER_CHECK: usize = 1024;

/// Checks limits at regular intervals during a computation that consists of many short steps.
#[derive(Clone, Debug)]
pub(crate) struct LimitPoller {
    pub(super) limits: Limits,
    /// The number of steps until the next check.
    until_check: usize,
}

impl LimitPoller {
    pub(crate) fn new(limits: Limits) -> Self {
        Self { limits, until_check: 1 }
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
    pub(crate) fn steps(&mut self, count: usize) -> Result<(), StopReason> {
        let is_due = self.until_check <= count;
        self.until_check = if is_due { STEPS_PER_CHECK } else { self.until_check - count };
        if is_due { self.limits.check() } else { Ok(()) }
    }
}

#[cfg(all(test, feature = "varisat"))]
mod tests {
    use super::*;
    use crate::solver::{Outcome, Solver};
    use std::thread;

    /// The members may answer before the thread of the caller checks the limits while it waits.
    #[test]
    fn a_condition_stops_short_calls_of_portfolios() {
        let caller = thread::current().id();
        let limits = Limits::none().with_interrupt(Interrupt::when(move || thread::current().id() == caller));
        for member in [Solver::Native, Solver::Varisat] {
            let mut solver = Solver::Portfolio(vec![member.clone(), member]).create().unwrap();
            let outcome = solver.solve(&[], &limits).unwrap();
            assert_eq!(outcome, Outcome::Unknown(StopReason::Interrupted));
        }
    }
}
