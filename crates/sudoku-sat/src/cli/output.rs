//! The output of all commands: standard output, or a file that appears only when it is complete. It is buffered, and
//! standard output is flushed about every 50 ms.

use std::io::{self, BufWriter, Stdout, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use sudoku_cnf::cli::Failure;
use sudoku_cnf::cli::output_file::{OutputFile, reject_input};

/// The size of the buffer in bytes.
const BUFFER: usize = 1 << 16;
/// The interval between two flushes, which limits how long a record can stay in the buffer.
const FLUSH_INTERVAL: Duration = Duration::from_millis(50);

/// The destination of the output.
enum Destination {
    Stdout(Stdout),
    File(OutputFile, PathBuf),
}

impl Write for Destination {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stdout(stdout) => stdout.write(bytes),
            Self::File(file, _) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stdout(stdout) => stdout.flush(),
            Self::File(file, _) => file.flush(),
        }
    }
}

type Buffer = BufWriter<Destination>;

static OUTPUT: LazyLock<Mutex<Buffer>> = LazyLock::new(|| {
    // Finished records must be printed promptly, even if the next record takes a long time to compute.
    // Without this thread, records are printed when the buffer is full.
    let _ = thread::Builder::new().spawn(|| {
        loop {
            thread::sleep(FLUSH_INTERVAL);
            // If this flush fails, a later write or flush fails as well, and that error is reported.
            let _ = flush();
        }
    });
    Mutex::new(BufWriter::with_capacity(BUFFER, Destination::Stdout(io::stdout())))
});

/// The number of records that have been written to the buffer.
static WRITTEN: AtomicU64 = AtomicU64::new(0);
/// The number of records that have been flushed.
static FLUSHED: AtomicU64 = AtomicU64::new(0);

fn output() -> MutexGuard<'static, Buffer> {
    // A poisoned lock is harmless here, because a panic cannot leave the buffer in an invalid state.
    OUTPUT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes all further output to the file at `path`, which appears only after [`finish`].
///
/// # Errors
/// Returns an error if the file cannot be created, or if it is one of `inputs`.
pub(crate) fn redirect(path: &Path, inputs: &[PathBuf]) -> Result<(), Failure> {
    if path.as_os_str() == "-" {
        return Ok(());
    }
    reject_input(path, inputs)?;
    let at = |error: io::Error| Failure::from(error).at(path.display().to_string());
    let file = OutputFile::create(path).map_err(at)?;
    *output() = BufWriter::with_capacity(BUFFER, Destination::File(file, path.to_owned()));
    Ok(())
}

/// Returns whether the output is a file.
pub(crate) fn is_file() -> bool {
    matches!(output().get_ref(), Destination::File(..))
}

/// Flushes the buffer and completes the output file, if any.
pub(crate) fn finish() -> Result<(), Failure> {
    flush()?;
    let Destination::File(file, path) = take_destination() else { return Ok(()) };
    file.commit().map_err(|error| Failure::from(error).at(path.display().to_string()))
}

/// Removes the unfinished output file, if any.
pub(crate) fn discard() {
    drop(take_destination());
}

/// Replaces the destination by standard output, and returns it. Buffered output for a file is lost.
fn take_destination() -> Destination {
    let stdout = BufWriter::with_capacity(BUFFER, Destination::Stdout(io::stdout()));
    std::mem::replace(&mut *output(), stdout).into_parts().0
}

/// Converts an error that occurred while writing output.
pub(crate) fn failure(error: io::Error) -> Failure {
    match output().get_ref() {
        Destination::Stdout(_) => Failure::stdout(error),
        Destination::File(_, path) => Failure::from(error).at(path.display().to_string()),
    }
}

/// A writer to the output.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Output;

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        output().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        flush_buffer(&mut output())
    }
}

/// Writes `before`, `line` and a newline to the buffer, and counts them as one record.
pub(crate) fn write_line(before: &str, line: &str) -> Result<(), Failure> {
    let written = {
        let mut output = output();
        output
            .write_all(before.as_bytes())
            .and_then(|()| output.write_all(line.as_bytes()))
            .and_then(|()| output.write_all(b"\n"))
    };
    written.map_err(failure)?;
    WRITTEN.fetch_add(1, Ordering::Relaxed);
    Ok(())
}

/// Writes a line and a newline to the buffer. The line does not count as a record.
pub(crate) fn write_header(line: &str) -> Result<(), Failure> {
    writeln!(Output, "{line}").map_err(failure)
}

/// Flushes the buffer.
pub(crate) fn flush() -> Result<(), Failure> {
    Output.flush().map_err(failure)
}

fn flush_buffer(output: &mut Buffer) -> io::Result<()> {
    output.flush()?;
    FLUSHED.store(WRITTEN.load(Ordering::Relaxed), Ordering::Relaxed);
    Ok(())
}

/// Prints the buffered output, or removes the unfinished output file, unless another thread is using it. Returns the
/// number of records printed so far.
///
/// The signal handler calls this function before it ends the process.
pub(crate) fn end_if_idle() -> u64 {
    if let Ok(mut output) = OUTPUT.try_lock() {
        if let Destination::File(..) = output.get_ref() {
            let stdout = BufWriter::new(Destination::Stdout(io::stdout()));
            drop(std::mem::replace(&mut *output, stdout).into_parts().0);
            return 0;
        }
        // The process is about to exit, so it is too late to report an error.
        let _ = flush_buffer(&mut output);
    }
    FLUSHED.load(Ordering::Relaxed)
}
