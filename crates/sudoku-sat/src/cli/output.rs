//! Buffered output of records to standard output. The buffer is flushed about every 50 ms.

use std::io::{self, BufWriter, Stdout, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use sudoku_cnf::cli::Failure;

/// The size of the buffer in bytes.
const BUFFER: usize = 1 << 16;
/// The interval between two flushes, which limits how long a record can stay in the buffer.
const FLUSH_INTERVAL: Duration = Duration::from_millis(50);

static OUTPUT: LazyLock<Mutex<BufWriter<Stdout>>> = LazyLock::new(|| {
    // Finished records must be printed promptly, even if the next record takes a long time to compute.
    thread::spawn(|| {
        loop {
            thread::sleep(FLUSH_INTERVAL);
            // If this flush fails, a later write or flush fails as well, and that error is reported.
            let _ = flush();
        }
    });
    Mutex::new(BufWriter::with_capacity(BUFFER, io::stdout()))
});

/// The number of records that have been written to the buffer.
static WRITTEN: AtomicU64 = AtomicU64::new(0);
/// The number of records that have been flushed to standard output.
static FLUSHED: AtomicU64 = AtomicU64::new(0);

fn output() -> MutexGuard<'static, BufWriter<Stdout>> {
    // A poisoned lock is harmless here, because a panic cannot leave the buffer in an invalid state.
    OUTPUT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes `before`, `line` and a newline to the buffer, and counts them as one record.
pub(crate) fn write_line(before: &str, line: &str) -> Result<(), Failure> {
    let mut output = output();
    output
        .write_all(before.as_bytes())
        .and_then(|()| output.write_all(line.as_bytes()))
        .and_then(|()| output.write_all(b"\n"))
        .map_err(Failure::stdout)?;
    WRITTEN.fetch_add(1, Ordering::Relaxed);
    Ok(())
}

/// Writes a line and a newline to the buffer. The line does not count as a record.
pub(crate) fn write_header(line: &str) -> Result<(), Failure> {
    writeln!(output(), "{line}").map_err(Failure::stdout)
}

/// Flushes the buffer.
pub(crate) fn flush() -> Result<(), Failure> {
    flush_buffer(&mut output()).map_err(Failure::stdout)
}

fn flush_buffer(output: &mut BufWriter<Stdout>) -> io::Result<()> {
    output.flush()?;
    FLUSHED.store(WRITTEN.load(Ordering::Relaxed), Ordering::Relaxed);
    Ok(())
}

/// Flushes the buffer unless another thread is using it. Returns the number of records flushed so far.
pub(crate) fn flush_if_idle() -> u64 {
    if let Ok(mut output) = OUTPUT.try_lock() {
        // The process is about to exit, so it is too late to report an error.
        let _ = flush_buffer(&mut output);
    }
    FLUSHED.load(Ordering::Relaxed)
}
