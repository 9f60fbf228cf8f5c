//! The output of a program: standard output, or a file. It is buffered, and flushed about every 50 ms.
//!
//! An output file appears only when it is complete. A run over many inputs writes a [`PartFile`], which a later run can
//! continue.

use std::io::{self, BufWriter, IsTerminal, Sink, Stdout, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

use super::checkpoint::Checkpoint;
use super::compression::Compression;
use super::failure::Failure;
use super::output_file::{OutputFile, reject_input, target};
use super::part_file::PartFile;

/// The size of the buffer in bytes.
const BUFFER: usize = 1 << 16;
/// The interval between two flushes, which limits how long a record can stay in the buffer.
const FLUSH_INTERVAL: Duration = Duration::from_millis(50);

/// The maximum time to wait for another thread that uses the output while the program ends.
const PATIENCE: Duration = Duration::from_millis(500);

/// The destination of the output.
enum Destination {
    Stdout(BufWriter<Stdout>),
    /// A file that appears when it is complete, or a device or pipe.
    File(Box<BufWriter<OutputFile>>, PathBuf),
    /// A file of records.
    Records(Box<PartFile>),
    /// The output file of a run that has ended early. Further output is lost.
    Abandoned(Sink),
}

impl Destination {
    fn writer(&mut self) -> &mut dyn Write {
        match self {
            Self::Stdout(stdout) => stdout,
            Self::File(file, _) => &mut **file,
            Self::Records(file) => &mut **file,
            Self::Abandoned(sink) => sink,
        }
    }
}

static OUTPUT: LazyLock<Mutex<Destination>> = LazyLock::new(|| {
    // Finished records must be printed promptly, even if the next record takes a long time to compute.
    // Without this thread, records are printed when the buffer is full.
    let _ = thread::Builder::new().spawn(|| {
        loop {
            thread::sleep(FLUSH_INTERVAL);
            // If this flush fails, a later write or flush fails as well, and that error is reported.
            let _ = flush();
        }
    });
    Mutex::new(stdout())
});

/// The number of records that have been written to the buffer.
static WRITTEN: AtomicU64 = AtomicU64::new(0);
/// The number of records that have been flushed.
static FLUSHED: AtomicU64 = AtomicU64::new(0);

fn stdout() -> Destination {
    Destination::Stdout(BufWriter::with_capacity(BUFFER, io::stdout()))
}

fn output() -> MutexGuard<'static, Destination> {
    // A poisoned lock is harmless here, because a panic cannot leave the buffer in an invalid state.
    OUTPUT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the output as soon as no other thread uses it, or `None` if this takes longer than `patience`.
fn output_within(patience: Duration) -> Option<MutexGuard<'static, Destination>> {
    let start = Instant::now();
    loop {
        match OUTPUT.try_lock() {
            Ok(output) => return Some(output),
            Err(TryLockError::Poisoned(output)) => return Some(output.into_inner()),
            Err(TryLockError::WouldBlock) if start.elapsed() > patience => return None,
            Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(1)),
        }
    }
}

/// Returns whether `path` is `None` or `-`, both of which denote standard output.
pub fn is_stdout(path: Option<&Path>) -> bool {
    path.is_none_or(|path| path.as_os_str() == "-")
}

/// Writes all further output to the file at `path`, which appears only after [`finish`]. If `path` denotes standard
/// output, nothing changes.
///
/// # Errors
/// Returns an error if the file cannot be created, or if it is one of `inputs`.
pub fn open<'p>(path: Option<&Path>, inputs: impl IntoIterator<Item = &'p PathBuf>) -> Result<(), Failure> {
    let Some(path) = path.filter(|path| !is_stdout(Some(path))) else { return Ok(()) };
    reject_input(path, inputs)?;
    let file = OutputFile::create(path).map_err(Failure::writing(path))?;
    *output() = Destination::File(Box::new(BufWriter::with_capacity(BUFFER, file)), path.to_owned());
    Ok(())
}

/// Appends the records of a run over many inputs to the file at `path`, if it is a regular file. Other files are
/// [opened](open) as usual.
///
/// If `resumes` is set, the file continues after the [checkpoint] of an earlier run.
///
/// # Errors
/// Returns an error if the file cannot be opened, if it is one of `inputs`, or if an earlier run left an unfinished
/// file and `resumes` is not set. Returns an error if `resumes` is set for a device, a pipe or standard output.
pub fn open_records<'p>(
    path: Option<&Path>,
    inputs: impl IntoIterator<Item = &'p PathBuf>,
    resumes: bool,
) -> Result<(), Failure> {
    open_part(path, inputs, resumes, path.and_then(Compression::from_path))
}

/// Like [`open_records`], but `compression` does not depend on the extension. Records that are already compressed have
/// none.
///
/// # Errors
/// See [`open_records`].
pub fn open_part<'p>(
    path: Option<&Path>,
    inputs: impl IntoIterator<Item = &'p PathBuf>,
    resumes: bool,
    compression: Option<Compression>,
) -> Result<(), Failure> {
    let file = path.filter(|path| !is_stdout(Some(path)));
    let target = file.map(|path| target(path).map_err(Failure::writing(path))).transpose()?;
    match (path, target.flatten()) {
        (Some(path), Some(target)) => {
            reject_input(path, inputs)?;
            let file = PartFile::open(&target, compression, resumes)?;
            *output() = Destination::Records(Box::new(file));
            Ok(())
        }
        _ if resumes => Err(Failure::Usage(
            "--resume requires an output file; it cannot continue standard output, devices and pipes"
                .to_owned(),
        )),
        _ => open(path, inputs),
    }
}

/// Returns the state from which the records continue, or `None` if the output does not store checkpoints.
pub fn checkpoint() -> Option<Checkpoint> {
    if let Destination::Records(file) = &*output() { Some(file.latest()) } else { None }
}

/// Returns whether the output is empty so far, including the records of an earlier run.
pub fn is_empty() -> bool {
    checkpoint().is_none_or(|checkpoint| checkpoint.bytes == 0) && WRITTEN.load(Ordering::Relaxed) == 0
}

/// Completes an item of a run: everything written so far belongs to it or to earlier items.
///
/// If the run ends early, output after the last complete item is discarded, for example the end of a document.
pub fn complete(checkpoint: Checkpoint) {
    if let Destination::Records(file) = &mut *output() {
        file.complete(checkpoint);
    }
}

/// Returns the context of the state from which the records continue, or 0 if they start from the beginning. See
/// [`Checkpoint::context`].
pub fn context() -> u64 {
    checkpoint().map_or(0, |checkpoint| checkpoint.context)
}

/// Sets the context of all further checkpoints. See [`Checkpoint::context`].
pub fn set_context(context: u64) {
    if let Destination::Records(file) = &mut *output() {
        file.set_context(context);
    }
}

/// Returns whether the output is a file.
pub fn is_file() -> bool {
    matches!(*output(), Destination::File(..) | Destination::Records(_))
}

/// Returns whether the output appears on a terminal.
pub fn is_on_terminal() -> bool {
    matches!(*output(), Destination::Stdout(_)) && io::stdout().is_terminal()
}

/// Flushes the buffer and completes the output file, if any.
///
/// # Errors
/// Returns an error if writing or renaming fails.
pub fn finish() -> Result<(), Failure> {
    flush()?;
    let mut output = output();
    if let Destination::Records(file) = &mut *output {
        // If this fails, the finished records can still be kept.
        file.finish().map_err(Failure::writing(file.target()))?;
    }
    match std::mem::replace(&mut *output, stdout()) {
        Destination::File(file, path) => {
            let committed =
                file.into_inner().map_err(io::IntoInnerError::into_error).and_then(OutputFile::commit);
            committed.map_err(Failure::writing(&path))
        }
        Destination::Stdout(_) | Destination::Records(_) | Destination::Abandoned(_) => Ok(()),
    }
}

/// The output that remains of a run that has ended early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remains {
    /// The complete records are in this part file.
    Part(PathBuf),
    /// The unfinished file was removed.
    Nothing,
    /// This number of records was printed.
    Printed(u64),
}

/// Ends the output early: removes the unfinished file, if any, or keeps its complete records in the part file. Standard
/// output is only flushed.
///
/// If another thread cannot write, for example because a pipe is full, the output remains as it is.
pub fn abandon() -> Remains {
    let printed = || Remains::Printed(FLUSHED.load(Ordering::Relaxed));
    let Some(mut output) = output_within(PATIENCE) else { return printed() };
    match std::mem::replace(&mut *output, Destination::Abandoned(io::sink())) {
        // Nothing is left to do if the last records cannot be written.
        Destination::Records(file) => file.keep().ok().flatten().map_or(Remains::Nothing, Remains::Part),
        // The parts of the writer are dropped without writing the buffered bytes.
        Destination::File(file, _) => {
            drop(file.into_parts());
            Remains::Nothing
        }
        Destination::Stdout(mut stdout) => {
            if stdout.flush().is_ok() {
                FLUSHED.store(WRITTEN.load(Ordering::Relaxed), Ordering::Relaxed);
            }
            *output = Destination::Stdout(stdout);
            printed()
        }
        Destination::Abandoned(_) => printed(),
    }
}

/// Converts an error that occurred while writing output.
pub fn failure(error: io::Error) -> Failure {
    match &*output() {
        Destination::Stdout(_) | Destination::Abandoned(_) => Failure::stdout(error),
        Destination::File(_, path) => Failure::writing(path)(error),
        Destination::Records(file) => Failure::writing(file.target())(error),
    }
}

/// A writer to the output.
#[derive(Clone, Copy, Debug)]
pub struct Output;

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        output().writer().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        let mut output = output();
        output.writer().flush()?;
        FLUSHED.store(WRITTEN.load(Ordering::Relaxed), Ordering::Relaxed);
        Ok(())
    }
}

/// Writes `before`, `line` and a newline to the buffer, and counts them as one record.
///
/// # Errors
/// Returns an error if writing fails.
pub fn write_record(before: &str, line: &str) -> Result<(), Failure> {
    let written = {
        let mut output = output();
        let writer = output.writer();
        [before, line, "\n"].iter().try_for_each(|part| writer.write_all(part.as_bytes()))
    };
    written.map_err(failure)?;
    count_record();
    Ok(())
}

/// Counts a record that was written to [`Output`].
pub fn count_record() {
    WRITTEN.fetch_add(1, Ordering::Relaxed);
}

/// Writes a line and a newline to the buffer. The line does not count as a record.
///
/// # Errors
/// Returns an error if writing fails.
pub fn write_line(line: &str) -> Result<(), Failure> {
    writeln!(Output, "{line}").map_err(failure)
}

/// Flushes the buffer.
///
/// # Errors
/// Returns an error if writing fails.
pub fn flush() -> Result<(), Failure> {
    Output.flush().map_err(failure)
}
