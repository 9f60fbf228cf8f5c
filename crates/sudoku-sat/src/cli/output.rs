//! Buffered standard output for many records: it is flushed at pauses, and after 50 ms at the latest.

use std::io::{self, BufWriter, Stdout, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use sudoku_cnf::cli::Failure;

/// The size of the buffer in bytes.
const BUFFER: usize = 1 << 16;
/// The interval between two flushes, which bounds the time that a record stays in the buffer.
const FLUSH_INTERVAL: Duration = Duration::from_millis(50);

static OUTPUT: LazyLock<Mutex<BufWriter<Stdout>>> = LazyLock::new(|| {
    // The next record may take long, and the reader should see the finished ones.
    thread::spawn(|| {
        loop {
            thread::sleep(FLUSH_INTERVAL);
            // If this flush fails, the next write fails as well and reports the error.
            let _ = flush();
        }
    });
    Mutex::new(BufWriter::with_capacity(BUFFER, io::stdout()))
});

/// The number of lines that were written.
static WRITTEN: AtomicU64 = AtomicU64::new(0);
/// The number of lines that were flushed.
static FLUSHED: AtomicU64 = AtomicU64::new(0);

fn output() -> MutexGuard<'static, BufWriter<Stdout>> {
    // A poisoned lock is harmless here: the buffer only ever holds complete bytes.
    OUTPUT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes `before`, then `line` and a newline.
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

/// Flushes everything that was written.
pub(crate) fn flush() -> Result<(), Failure> {
    flush_buffer(&mut output()).map_err(Failure::stdout)
}

fn flush_buffer(output: &mut BufWriter<Stdout>) -> io::Result<()> {
    output.flush()?;
    FLUSHED.store(WRITTEN.load(Ordering::Relaxed), Ordering::Relaxed);
    Ok(())
}

/// Flushes everything that was written, unless another thread is writing. Returns the number of lines flushed so far.
pub(crate) fn flush_if_idle() -> u64 {
    if let Ok(mut output) = OUTPUT.try_lock() {
        // The program is about to exit, so an error cannot be reported any more.
        let _ = flush_buffer(&mut output);
    }
    FLUSHED.load(Ordering::Relaxed)
}
