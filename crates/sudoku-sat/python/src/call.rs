//! Calls of the library: without the global interpreter lock, with a time limit, and with signals.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use sudoku_sat::batch::usable_memory;
use sudoku_sat::{Interrupt, Limits, SolveOptions, StopReason};

use crate::args::Seconds;
use crate::error;

/// The time between two checks for signals in milliseconds.
const SIGNAL_INTERVAL: u64 = 50;

/// The limits of a call: a deadline, and the signals of the interpreter.
pub(crate) struct Call {
    deadline: Option<Instant>,
    interrupt: Interrupt,
    /// The exception of a signal handler, for example `KeyboardInterrupt`.
    raised: Arc<Mutex<Option<PyErr>>>,
}

impl Call {
    fn new(timeout: Option<Seconds>) -> Self {
        // A time that the types cannot represent is longer than any computation.
        let time = timeout.and_then(Seconds::duration);
        let raised = Arc::new(Mutex::new(None));
        Self {
            deadline: time.and_then(|time| Instant::now().checked_add(time)),
            interrupt: Interrupt::when(signals(raised.clone())),
            raised,
        }
    }

    /// Returns the options for a board of size `n` that have the limits of this call.
    pub(crate) fn options(&self, n: usize) -> SolveOptions {
        let options = SolveOptions::new().timeout(self.remaining()).interrupt(self.interrupt.clone());
        options.memory_limit(memory_limit(n))
    }

    /// Returns the limits of this call for a board of size `n`.
    pub(crate) fn limits(&self, n: usize) -> Limits {
        let limits = Limits::none().within(self.remaining()).with_interrupt(self.interrupt.clone());
        limits.with_memory(memory_limit(n))
    }

    /// Returns an interrupt that is also triggered at the deadline, for several computations with a common time limit.
    pub(crate) fn interrupt_at_deadline(&self) -> Interrupt {
        let (interrupt, deadline) = (self.interrupt.clone(), self.deadline);
        Interrupt::when(move || interrupt.is_triggered() || is_past(deadline))
    }

    /// Checks the deadline.
    ///
    /// # Errors
    /// Returns a `TimeoutError` if the deadline has passed.
    pub(crate) fn check_deadline(&self) -> PyResult<()> {
        if is_past(self.deadline) { Err(error::stopped(&StopReason::TimeLimit)) } else { Ok(()) }
    }

    fn remaining(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    fn raised(&self) -> Option<PyErr> {
        self.raised.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Returns a limit on the memory of the process for computations on a board of size `n`, in bytes.
///
/// Without a limit, the system would end the whole interpreter. Computations on boards up to 9×9 need little memory,
/// and are shorter than looking up how much is available.
pub(crate) fn memory_limit(n: usize) -> Option<u64> {
    if n > 9 { usable_memory() } else { None }
}

fn is_past(deadline: Option<Instant>) -> bool {
    deadline.is_some_and(|deadline| Instant::now() >= deadline)
}

/// Runs `work` without the global interpreter lock.
///
/// # Errors
/// Returns the exception of a signal handler, or else the error of `work`. If `work` panics, this is a `RuntimeError`.
pub(crate) fn run<T: Send>(
    py: Python<'_>,
    timeout: Option<Seconds>,
    work: impl FnOnce(&Call) -> PyResult<T> + Send,
) -> PyResult<T> {
    let call = Call::new(timeout);
    let result = py.detach(|| error::guarded(|| work(&call)));
    call.raised().map_or(result, Err)
}

/// Returns a condition that is met if a signal handler has raised an exception, which it then stores in `raised`.
///
/// Python runs signal handlers only on its main thread, and only if that thread asks for it. Other threads than the
/// current one therefore do not ask. A call that ends within the first interval never waits for the interpreter lock.
fn signals(raised: Arc<Mutex<Option<PyErr>>>) -> impl Fn() -> bool + Send + Sync {
    let (caller, start, due) = (thread::current().id(), Instant::now(), AtomicU64::new(SIGNAL_INTERVAL));
    move || {
        if thread::current().id() != caller {
            return false;
        }
        let now = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
        if now < due.load(Ordering::Relaxed) {
            return false;
        }
        due.store(now + SIGNAL_INTERVAL, Ordering::Relaxed);
        let Err(error) = Python::attach(|py| -> PyResult<()> { py.check_signals() }) else { return false };
        *raised.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
        true
    }
}
