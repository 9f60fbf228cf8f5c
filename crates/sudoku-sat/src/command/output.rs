//! Standard output where much is printed: it is flushed when there is a pause, and not line by line.

use std::io::{self, BufWriter, Stdout, Write};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use anyhow::Context;

/// How many bytes are kept back.
const BUFFER: usize = 1 << 16;

static OUTPUT: LazyLock<Mutex<BufWriter<Stdout>>> =
    LazyLock::new(|| Mutex::new(BufWriter::with_capacity(BUFFER, io::stdout())));

fn output() -> MutexGuard<'static, BufWriter<Stdout>> {
    // Who panicked while writing has left whole bytes behind.
    OUTPUT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes a line of data, with something before it.
pub(crate) fn write_line(before: &str, line: &str) -> anyhow::Result<()> {
    let mut output = output();
    output
        .write_all(before.as_bytes())
        .and_then(|()| output.write_all(line.as_bytes()))
        .and_then(|()| output.write_all(b"\n"))
        .context("standard output")
}

/// Hands on all that was written.
pub(crate) fn flush() -> anyhow::Result<()> {
    output().flush().context("standard output")
}

/// Hands on all that was written, unless somebody is writing at this moment.
pub(crate) fn flush_if_idle() {
    if let Ok(mut output) = OUTPUT.try_lock() {
        // This is for the last moment of a program, which nobody outlives to hear of a failure.
        let _ = output.flush();
    }
}
