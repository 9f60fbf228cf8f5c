//! Signals that end a program.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use signal_hook::consts::{SIGALRM, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU};
use signal_hook::iterator::Signals;

use super::exit_code;
use super::output_file::remove_unfinished;

/// Whether a signal has been received.
static IS_INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Returns whether a signal has been received, so that the program will end.
#[must_use]
pub fn is_interrupted() -> bool {
    IS_INTERRUPTED.load(Ordering::Relaxed)
}

/// Starts a thread that ends the program when it receives SIGALRM, SIGHUP, SIGINT, SIGQUIT, SIGTERM or SIGXCPU.
///
/// After the first signal, the thread calls `stop`, which can stop the work in progress and print a message. The
/// program ends as soon as `stop` returns, with exit code 130 and without unfinished output files. Further signals have
/// no effect.
///
/// # Errors
/// Returns an error if the signal handlers cannot be installed or the thread cannot be started.
pub fn end_on_signals(stop: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let mut signals = Signals::new([SIGALRM, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU])?;
    let thread = thread::Builder::new().name("signals".to_owned()).spawn(move || {
        if signals.forever().next().is_some() {
            IS_INTERRUPTED.store(true, Ordering::Relaxed);
            stop();
            let _no_new_files = remove_unfinished();
            signal_hook::low_level::exit(exit_code::INTERRUPTED.into());
        }
    });
    match thread {
        Ok(_) => Ok(()),
        Err(error) => Err(io::Error::new(error.kind(), format!("cannot start a thread: {error}"))),
    }
}
