//! Standard output where much is printed: what was written is handed on at pauses, and when it has lain for a moment.

use std::io::{self, BufWriter, Stdout, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::Context;

/// How many bytes are kept back at most, and how long.
const BUFFER: usize = 1 << 16;
const PATIENCE: Duration = Duration::from_millis(50);

static OUTPUT: LazyLock<Mutex<BufWriter<Stdout>>> = LazyLock::new(|| {
    // Whoever writes may be at work on something else for long, and others wait for what is written.
    thread::spawn(|| {
        loop {
            thread::sleep(PATIENCE);
            // A failure meets the next one who writes.
            let _ = flush();
        }
    });
    Mutex::new(BufWriter::with_capacity(BUFFER, io::stdout()))
});

/// How many lines are written, and how many of them are handed on.
static WRITTEN: AtomicU64 = AtomicU64::new(0);
static HANDED_ON: AtomicU64 = AtomicU64::new(0);

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
        .context("standard output")?;
    WRITTEN.fetch_add(1, Ordering::Relaxed);
    Ok(())
}

/// Hands on all that was written.
pub(crate) fn flush() -> anyhow::Result<()> {
    hand_on(&mut output()).context("standard output")
}

fn hand_on(output: &mut BufWriter<Stdout>) -> io::Result<()> {
    output.flush()?;
    HANDED_ON.store(WRITTEN.load(Ordering::Relaxed), Ordering::Relaxed);
    Ok(())
}

/// Hands on all that was written, unless somebody is writing at this moment; how many lines were handed on in all.
pub(crate) fn flush_if_idle() -> u64 {
    if let Ok(mut output) = OUTPUT.try_lock() {
        // This is the last moment of a program, which nobody outlives to hear of a failure.
        let _ = hand_on(&mut output);
    }
    HANDED_ON.load(Ordering::Relaxed)
}
