//! Signals that end a program.

use std::io;
#[cfg(windows)]
use std::process::exit;
use std::sync::atomic::{AtomicBool, Ordering};
#[cfg(unix)]
use std::thread;

#[cfg(unix)]
use signal_hook::{
    consts::{SIGALRM, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU},
    iterator::Signals,
    low_level::exit,
};

use super::exit_code;
use super::output_file::remove_unfinished;

/// Whether a signal has been received.
static IS_INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Returns whether a signal has been received, so that the program will end.
pub fn is_interrupted() -> bool {
    IS_INTERRUPTED.load(Ordering::Relaxed)
}

/// Ends the program when it receives SIGALRM, SIGHUP, SIGINT, SIGQUIT, SIGTERM or SIGXCPU, or on Windows, when the user
/// presses Ctrl-C or closes the console.
///
/// After the first signal, a thread calls `stop`, which can stop the work in progress and print a message. The
/// program ends as soon as `stop` returns, with exit code 130 and without unfinished output files. Further signals have
/// no effect.
///
/// # Errors
/// Returns an error if the signal handlers cannot be installed or the thread cannot be started.
#[cfg_attr(
    windows,
    expect(clippy::exit, reason = "the main thread may be busy when the user presses Ctrl-C")
)]
pub fn end_on_signals(stop: impl FnOnce() + Send + 'static) -> io::Result<()> {
    on_first_signal(move || {
        IS_INTERRUPTED.store(true, Ordering::Relaxed);
        stop();
        let _no_new_files = remove_unfinished();
        exit(exit_code::INTERRUPTED.into());
    })
}

#[cfg(unix)]
fn on_first_signal(end: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let mut signals = Signals::new([SIGALRM, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU])?;
    let thread = thread::Builder::new().name("signals".to_owned()).spawn(move || {
        if signals.forever().next().is_some() {
            end();
        }
    });
    match thread {
        Ok(_) => Ok(()),
        Err(error) => Err(io::Error::new(error.kind(), format!("cannot start a thread: {error}"))),
    }
}

#[cfg(windows)]
fn on_first_signal(end: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let mut end = Some(end);
    let handler = move || {
        if let Some(end) = end.take() {
            end();
        }
    };
    ctrlc::set_handler(handler).map_err(io::Error::other)
}
