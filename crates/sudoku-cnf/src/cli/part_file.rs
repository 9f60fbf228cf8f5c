//! Output files that grow record by record, and that a later run can continue.
//!
//! The records of `FILE` are appended to `FILE.part`, which is renamed at the end. `FILE.part.state` holds the latest
//! [`Checkpoint`]. A run that continues cuts off everything after the checkpoint, so it neither repeats a record nor
//! keeps half of one, even if the earlier run was killed.
//!
//! Bytes leave the buffer only after all of them have been written. After a failed or partial write, the part file is
//! therefore cut to its previous length, and the bytes can be written again. A lock on the state file keeps a second
//! run out.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process;

use anyhow::anyhow;

use super::checkpoint::{Checkpoint, SLOT, SLOTS};
use super::compression::Compression;
use super::digest::Digest;
use super::failure::Failure;
use super::messages::foreign;

/// The size of the buffer in bytes. More bytes are written at once.
const BUFFER: usize = 1 << 16;
/// The number of bytes that are compressed together. Each part becomes a member of the compressed file.
const MEMBER: usize = 1 << 20;

/// The operations on the part file and the state file. Tests replace them with operations that fail.
pub trait Storage: Read + Write + Seek {
    /// Cuts or extends the file to `length` bytes.
    fn set_length(&mut self, length: u64) -> io::Result<()>;
}

impl Storage for File {
    fn set_length(&mut self, length: u64) -> io::Result<()> {
        self.set_len(length)
    }
}

/// An output file to which records are appended.
#[derive(Debug)]
pub struct PartFile<F = File> {
    target: PathBuf,
    part: F,
    state: F,
    compression: Option<Compression>,
    /// The number of bytes that were written completely. After a failed write, the part file may be longer.
    length: u64,
    /// The digest of these bytes.
    content: Digest,
    /// The bytes that are not in the part file yet. The first `complete` of them belong to complete items.
    buffer: Vec<u8>,
    complete: usize,
    /// Whether the part file ends with bytes of an item that is not complete.
    has_partial_item: bool,
    /// The state after the last complete item, without its length.
    latest: Checkpoint,
    /// The context of the next checkpoint.
    context: u64,
    /// The state in the state file.
    saved: Checkpoint,
    next_slot: u64,
}

impl PartFile {
    /// Opens the part file of the output file `target`.
    ///
    /// # Errors
    /// Returns an error if another run is writing the part file, if the part file exists but `resumes` is not set, if
    /// it exists without a valid state, or if a file operation fails.
    pub fn open(target: &Path, compression: Option<Compression>, resumes: bool) -> Result<Self, Failure> {
        let [part_path, state_path] = paths(target);
        let had_state = state_path.exists();
        let state = lock(&state_path, &part_path)?;
        let is_there = part_path.exists();
        if is_there && !resumes {
            return Err(Failure::Other(anyhow!(
                "{} is the unfinished output of an earlier run\nhint: add --resume to continue it, or remove it to start again",
                foreign(part_path.display())
            )));
        }
        let mut options = OpenOptions::new();
        let part = options.read(true).write(true).create(true).truncate(false).open(&part_path);
        let opened = part.map_err(Failure::writing(target)).and_then(|part| {
            let file = Self::resume(target, part, state, compression, is_there).map_err(Failure::writing(&part_path))?;
            file.map_err(|damage| match damage {
                Damage::State => anyhow!(
                    "{} cannot be continued, because {} is missing or damaged\nhint: remove {0} to start again",
                    foreign(part_path.display()),
                    foreign(state_path.display())
                ),
                Damage::Content => anyhow!(
                    "{} was changed after the run that wrote it\nhint: remove it to start again",
                    foreign(part_path.display())
                ),
            }.into())
        });
        if opened.is_err() && !had_state {
            // There is nothing else to do about a file that cannot be removed.
            let _ = fs::remove_file(&state_path);
        }
        opened
    }
}

/// The reason why a part file cannot be continued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Damage {
    /// No slot of the state file holds a valid checkpoint.
    State,
    /// The content of the part file does not match the digest in the state.
    Content,
}

impl<F: Storage> PartFile<F> {
    /// Continues after the checkpoint in `state`. If `has_part` is not set, there is no earlier run, and `part` is
    /// empty.
    ///
    /// The outer result is an error if a file operation fails.
    fn resume(
        target: &Path,
        mut part: F,
        mut state: F,
        compression: Option<Compression>,
        has_part: bool,
    ) -> io::Result<Result<Self, Damage>> {
        let length = part.seek(SeekFrom::End(0))?;
        let mut text = Vec::new();
        if has_part {
            state.seek(SeekFrom::Start(0))?;
            state.read_to_end(&mut text)?;
        }
        let slots = text
            .chunks(SLOT)
            .take(SLOTS)
            .map(|slot| Checkpoint::parse(slot).filter(|checkpoint| checkpoint.bytes <= length));
        let latest = (0..).zip(slots).max_by_key(|(_, slot)| slot.map(|slot| (slot.items, slot.bytes)));
        let (slot, saved) = match latest {
            Some((slot, Some(saved))) => (slot, saved),
            _ if length > 0 => return Ok(Err(Damage::State)),
            _ => (1, Checkpoint::default()),
        };
        let content = digest(&mut part, saved.bytes)?;
        if saved.bytes > 0 && content.finish() != saved.content {
            return Ok(Err(Damage::Content));
        }
        if saved.items == 0 {
            // Both slots exist from the beginning, so that a full disk does not prevent saving a state later.
            state.seek(SeekFrom::Start(0))?;
            state.write_all(&[b' '; SLOT * SLOTS])?;
        }
        let slot_of_process = (SLOT * SLOTS) as u64;
        state.seek(SeekFrom::Start(slot_of_process))?;
        state.write_all(format!("{:<20}\n", process::id()).as_bytes())?;
        part.set_length(saved.bytes)?;
        Ok(Ok(Self {
            target: target.to_owned(),
            part,
            state,
            compression,
            length: saved.bytes,
            content,
            buffer: Vec::new(),
            complete: 0,
            has_partial_item: false,
            latest: saved,
            context: saved.context,
            saved,
            next_slot: 1 - slot,
        }))
    }

    /// Returns the path of the output file.
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// Returns the state after the last complete item, of this run or of the earlier run.
    pub fn latest(&self) -> Checkpoint {
        self.latest
    }

    /// Completes the item that `checkpoint` describes: everything written so far belongs to it or to earlier items.
    pub fn complete(&mut self, checkpoint: Checkpoint) {
        self.complete = self.buffer.len();
        self.has_partial_item = false;
        self.latest = Checkpoint { context: self.context, ..checkpoint };
    }

    /// Sets the context of all further checkpoints.
    pub fn set_context(&mut self, context: u64) {
        self.context = context;
    }

    /// Writes the buffered records, if there are enough of them to form a part of a compressed file, and saves the
    /// state.
    ///
    /// # Errors
    /// Returns an error if a file operation fails. The records remain in the buffer.
    pub fn save(&mut self) -> io::Result<()> {
        if self.compression.is_none() || self.buffer.len() >= MEMBER { self.save_all() } else { Ok(()) }
    }

    fn save_all(&mut self) -> io::Result<()> {
        self.append(self.complete)?;
        let (bytes, content) = (self.length, self.content.finish());
        let latest = Checkpoint { bytes, content, ..self.latest };
        if latest.items > 0 && latest != self.saved && !self.has_partial_item {
            self.state.seek(SeekFrom::Start(self.next_slot * SLOT as u64))?;
            self.state.write_all(latest.to_text().as_bytes())?;
            self.next_slot = 1 - self.next_slot;
            (self.latest, self.saved) = (latest, latest);
        }
        Ok(())
    }

    /// Moves the first `count` bytes of the buffer to the part file.
    ///
    /// # Errors
    /// Returns an error if writing fails. The buffer and the accounted length are unchanged.
    fn append(&mut self, count: usize) -> io::Result<()> {
        if count == 0 {
            return Ok(());
        }
        let compressed = self.compression.map(|compression| compression.compress(&self.buffer[..count]));
        let compressed = compressed.transpose()?;
        let bytes = compressed.as_deref().unwrap_or(&self.buffer[..count]);
        let written = self.part.seek(SeekFrom::Start(self.length)).and_then(|_| self.part.write_all(bytes));
        if let Err(error) = written {
            // If this fails, too, the bytes after the accounted length are cut off later.
            let _ = self.part.set_length(self.length);
            return Err(error);
        }
        self.content.bytes(bytes);
        self.length += bytes.len() as u64;
        self.buffer.drain(..count);
        self.complete = self.complete.saturating_sub(count);
        Ok(())
    }

    /// Completes the output file.
    ///
    /// # Errors
    /// Returns an error if a file operation fails. The complete items can still be [kept](Self::keep).
    pub fn finish(&mut self) -> io::Result<()> {
        self.save_all()?;
        // The state does not cover the end of a document, because a run that continues writes the end again.
        self.append(self.buffer.len())?;
        if self.length == 0
            && let Some(compression) = self.compression
        {
            self.part.write_all(&compression.compress(&[])?)?;
        } else {
            self.part.set_length(self.length)?;
        }
        let [part, state] = paths(&self.target);
        if let Ok(existing) = fs::metadata(&self.target) {
            fs::set_permissions(&part, existing.permissions())?;
        }
        fs::rename(part, &self.target)?;
        fs::remove_file(state)
    }

    /// Keeps the complete items in the part file and returns its path, or removes the file if all of them are errors.
    ///
    /// If the last items cannot be written, those before them are kept.
    ///
    /// # Errors
    /// Returns an error if nothing is kept and the items could not be written or the files could not be removed.
    pub fn keep(mut self) -> io::Result<Option<PathBuf>> {
        let saved = self.save_all();
        let is_kept = self.saved.items > self.saved.errors || self.saved.bytes > 0;
        if is_kept {
            // If this fails, a run that continues cuts the file.
            let _ = self.part.set_length(self.saved.bytes);
            let [part, _] = paths(&self.target);
            return Ok(Some(part));
        }
        let files = paths(&self.target);
        drop((self.part, self.state));
        files.iter().try_for_each(fs::remove_file)?;
        saved.map(|()| None)
    }
}

impl<F: Storage> Write for PartFile<F> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.buffer.extend_from_slice(bytes);
        let limit = if self.compression.is_some() { MEMBER } else { BUFFER };
        if self.buffer.len() >= limit {
            self.save_all()?;
            if self.buffer.len() >= limit {
                self.append(self.buffer.len())?;
                self.has_partial_item = true;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.save()
    }
}

/// Opens the state file and locks it until it is closed.
fn lock(state_path: &Path, part_path: &Path) -> Result<File, Failure> {
    loop {
        let mut options = OpenOptions::new();
        let opened = options.read(true).write(true).create(true).truncate(false).open(state_path);
        let mut state = opened.map_err(Failure::writing(state_path))?;
        match state.try_lock() {
            // Some network file systems have no locks.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {
                return Ok(state);
            }
            Err(TryLockError::Error(error)) => return Err(Failure::writing(state_path)(error)),
            Err(TryLockError::WouldBlock) => {
                let process = process_in(&mut state).map_or(String::new(), |id| format!(" (process {id})"));
                return Err(Failure::Other(anyhow!(
                    "another run{process} is writing {}\nhint: wait until it has ended, or write to a different file",
                    foreign(part_path.display())
                )));
            }
            // The other run may have completed the file and removed its state in the meantime.
            Ok(()) if is_at(&state, state_path) => return Ok(state),
            Ok(()) => {}
        }
    }
}

/// Returns the ID of the process that the state file names.
fn process_in(state: &mut File) -> Option<u32> {
    let mut text = String::new();
    state.seek(SeekFrom::Start((SLOT * SLOTS) as u64)).ok()?;
    state.read_to_string(&mut text).ok()?;
    text.trim().parse().ok()
}

/// Returns whether `path` still leads to `file`.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    let [opened, there] = [file.metadata(), fs::metadata(path)].map(|metadata| metadata.ok().map(identity));
    opened.is_some() && opened == there
}

/// Returns `true`, because an open file cannot be removed.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}

/// Returns the digest of the first `length` bytes of `file`.
fn digest(file: &mut impl Storage, length: u64) -> io::Result<Digest> {
    let mut digest = Digest::new(0);
    file.seek(SeekFrom::Start(0))?;
    let mut input = BufReader::with_capacity(BUFFER, Read::by_ref(file).take(length));
    while !input.fill_buf()?.is_empty() {
        digest.bytes(input.buffer());
        let count = input.buffer().len();
        input.consume(count);
    }
    Ok(digest)
}

/// Returns the paths of the part file and of the state file.
fn paths(target: &Path) -> [PathBuf; 2] {
    [".part", ".part.state"].map(|extension| {
        let mut path = target.as_os_str().to_owned();
        path.push(extension);
        path.into()
    })
}

#[cfg(test)]
#[path = "part_file_tests.rs"]
mod tests;
