//! Calls of the library: without the global interpreter lock, with a time limit, and with signals.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use sudoku_sat::{Interrupt, Limits, SolveOptions};

use crate::error;

/// The time between two checks for signals in milliseconds.
const SIGNAL_INTERVAL: u64 = 50;

/// The limits of a call: a time limit, and the signals of the interpreter.
#[derive(Clone)]
pub(crate) struct Call {
    timeout: Option<Duration>,
    interrupt: Interrupt,
    /// The exception of a signal handler, for example `KeyboardInterrupt`.
    raised: Arc<Mutex<Option<PyErr>>>,
}

impl Call {
    /// Creates a call with a time limit in seconds.
    ///
    /// # Errors
    /// Returns a `ValueError` if the time is negative or not a number.
    fn new(timeout: Option<f64>) -> PyResult<Self> {
        let timeout = match timeout {
            Some(seconds) if seconds.is_nan() || seconds < 0.0 => {
                return Err(error::value(format!("timeout must not be negative, but it is {seconds}")));
            }
            // A time that the type cannot represent is longer than any computation.
            Some(seconds) => Duration::try_from_secs_f64(seconds).ok(),
            None => None,
        };
        let raised = Arc::new(Mutex::new(None));
        Ok(Self { timeout, interrupt: Interrupt::when(signals(raised.clone())), raised })
    }

    /// Returns the options for solving that have the limits of this call.
    pub(crate) fn options(&self) -> SolveOptions {
        SolveOptions::new().timeout(self.timeout).interrupt(self.interrupt.clone())
    }

    /// Returns the limits of this call, which start now.
    pub(crate) fn limits(&self) -> Limits {
        Limits::none().within(self.timeout).with_interrupt(self.interrupt.clone())
    }

    fn raised(&self) -> Option<PyErr> {
        self.raised.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Runs `work` without the global interpreter lock.
///
/// # Errors
/// Returns the exception of a signal handler, or else the error of `work`.
pub(crate) fn run<T: Send>(
    py: Python<'_>,
    timeout: Option<f64>,
    work: impl FnOnce(&Call) -> PyResult<T> + Send,
) -> PyResult<T> {
    let call = Call::new(timeout)?;
    let result = py.detach(|| work(&call));
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
        let now = start.elapsed().as_millis() as u64;
        if now < due.load(Ordering::Relaxed) {
            return false;
        }
        due.store(now + SIGNAL_INTERVAL, Ordering::Relaxed);
        let Err(error) = Python::attach(|py| -> PyResult<()> { py.check_signals() }) else { return false };
        *raised.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
        true
    }
}
