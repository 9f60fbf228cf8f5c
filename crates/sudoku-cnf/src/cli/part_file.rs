//! Output files that grow record by record, and that a later run can continue.
//!
//! The records of `FILE` are appended to `FILE.part`, which is renamed at the end. `FILE.part.state` holds the latest
//! [`Checkpoint`]. A run that continues cuts off everything after the checkpoint, so it neither repeats a record nor
//! keeps half of one, even if the earlier run was killed.

use std::fs::{self, File, OpenOptions};
use std::hash::{DefaultHasher, Hasher};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::anyhow;

use super::checkpoint::{Checkpoint, SLOT};
use super::compression::Compression;
use super::failure::Failure;
use super::messages::foreign;

/// The size of the buffer in bytes. More bytes are written at once.
const BUFFER: usize = 1 << 16;
/// The number of bytes that are compressed together. Each part becomes a member of the compressed file.
const MEMBER: usize = 1 << 20;
/// An output file to which records are appended.
#[derive(Debug)]
pub struct PartFile {
    target: PathBuf,
    part: File,
    state: File,
    compression: Option<Compression>,
    /// The length of the part file.
    length: u64,
    /// The hash function that has been applied to the part file.
    content: DefaultHasher,
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
    /// Returns an error if the part file exists but `resumes` is not set, if it exists without a valid state, or if a
    /// file operation fails.
    pub fn open(target: &Path, compression: Option<Compression>, resumes: bool) -> Result<Self, Failure> {
        let [part_path, state_path] = paths(target);
        let length = fs::metadata(&part_path).ok().map(|metadata| metadata.len());
        if length.is_some() && !resumes {
            return Err(Failure::Other(anyhow!(
                "{} is the unfinished output of an earlier run\nhint: add --resume to continue it, or remove it to start again",
                foreign(part_path.display())
            )));
        }
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut part = options.open(&part_path).map_err(Failure::writing(target))?;
        let mut state = options.open(&state_path).map_err(Failure::writing(&state_path))?;
        let mut text = Vec::new();
        if length.is_some() {
            state.read_to_end(&mut text).map_err(Failure::writing(&state_path))?;
        }
        let slots = text
            .chunks(SLOT)
            .map(|slot| Checkpoint::parse(slot).filter(|checkpoint| Some(checkpoint.bytes) <= length));
        let latest = (0..).zip(slots).max_by_key(|(_, slot)| slot.map(|slot| (slot.items, slot.bytes)));
        let (slot, saved) = match latest {
            Some((slot, Some(saved))) => (slot, saved),
            _ if length.unwrap_or(0) > 0 => {
                return Err(Failure::Other(anyhow!(
                    "{} cannot be continued, because {} is missing or damaged\nhint: remove {0} to start again",
                    foreign(part_path.display()),
                    foreign(state_path.display())
                )));
            }
            _ => (1, Checkpoint::default()),
        };
        let content = hash(&mut part, saved.bytes).map_err(Failure::writing(&part_path))?;
        if saved.bytes > 0 && content.finish() != saved.content {
            return Err(Failure::Other(anyhow!(
                "{} was changed after the run that wrote it\nhint: remove it to start again",
                foreign(part_path.display())
            )));
        }
        let mut file = Self {
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
        };
        file.part
            .set_len(saved.bytes)
            .and_then(|()| file.part.seek(SeekFrom::End(0)))
            .map_err(Failure::writing(&part_path))?;
        Ok(file)
    }

    /// Returns the path of the part file.
    pub fn part_path(&self) -> PathBuf {
        let [part, _] = paths(&self.target);
        part
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
    /// Returns an error if a file operation fails.
    pub fn save(&mut self) -> io::Result<()> {
        if self.compression.is_none() || self.buffer.len() >= MEMBER { self.save_all() } else { Ok(()) }
    }

    fn save_all(&mut self) -> io::Result<()> {
        let complete = std::mem::take(&mut self.complete);
        self.append(complete)?;
        let (bytes, content) = (self.length, self.content.clone().finish());
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
    fn append(&mut self, count: usize) -> io::Result<()> {
        if count == 0 {
            return Ok(());
        }
        let compressed = self.compression.map(|compression| compression.compress(&self.buffer[..count]));
        let compressed = compressed.transpose()?;
        let bytes = compressed.as_deref().unwrap_or(&self.buffer[..count]);
        self.part.write_all(bytes)?;
        self.content.write(bytes);
        self.length += bytes.len() as u64;
        self.buffer.drain(..count);
        Ok(())
    }

    /// Completes the output file.
    ///
    /// # Errors
    /// Returns an error if a file operation fails.
    pub fn finish(mut self) -> io::Result<()> {
        self.complete = self.buffer.len();
        self.save_all()?;
        if self.length == 0
            && let Some(compression) = self.compression
        {
            self.part.write_all(&compression.compress(&[])?)?;
        }
        let [part, state] = paths(&self.target);
        drop(self.part);
        if let Ok(existing) = fs::metadata(&self.target) {
            fs::set_permissions(&part, existing.permissions())?;
        }
        fs::rename(part, &self.target)?;
        fs::remove_file(state)
    }

    /// Keeps the complete items in the part file, or removes the file if all of them are errors. Returns whether the
    /// file is kept.
    ///
    /// # Errors
    /// Returns an error if a file operation fails.
    pub fn keep(mut self) -> io::Result<bool> {
        self.save_all()?;
        let is_kept = self.saved.items > self.saved.errors || self.saved.bytes > 0;
        if !is_kept {
            let files = paths(&self.target);
            drop((self.part, self.state));
            files.iter().try_for_each(fs::remove_file)?;
        }
        Ok(is_kept)
    }
}

impl Write for PartFile {
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

/// Returns a hash function that has been applied to the first `length` bytes of `file`.
fn hash(file: &mut File, length: u64) -> io::Result<DefaultHasher> {
    let mut hasher = DefaultHasher::new();
    let mut input = BufReader::with_capacity(BUFFER, Read::by_ref(file).take(length));
    loop {
        let bytes = input.fill_buf()?;
        if bytes.is_empty() {
            return Ok(hasher);
        }
        hasher.write(bytes);
        let count = bytes.len();
        input.consume(count);
    }
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
mod tests {
    use super::*;

    fn checkpoint(items: u64) -> Checkpoint {
        Checkpoint { items, digest: items * 7, ..Checkpoint::default() }
    }

    fn read(path: &Path) -> String {
        let mut text = String::new();
        let file = Box::new(File::open(path).unwrap());
        super::super::decompression::decompress(file).unwrap().read_to_string(&mut text).unwrap();
        text
    }

    #[test]
    fn a_run_continues_after_the_last_complete_item() {
        for (name, compression) in
            [("x", None), ("x.gz", Some(Compression::Gzip)), ("x.zst", Some(Compression::Zstd))]
        {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join(name);
            let mut file = PartFile::open(&path, compression, false).unwrap();
            for item in 1..=3 {
                writeln!(file, "{item}").unwrap();
                file.complete(checkpoint(item));
            }
            file.save_all().unwrap();
            // The run is killed after part of an item, and while it writes the other slot.
            file.write_all(b"half").unwrap();
            file.append(4).unwrap();
            file.has_partial_item = true;
            file.save_all().unwrap();
            file.state.seek(SeekFrom::Start(file.next_slot * SLOT as u64)).unwrap();
            file.state.write_all(b"4 99").unwrap();
            drop(file);
            assert!(PartFile::open(&path, compression, false).is_err(), "the run is not finished");
            let mut file = PartFile::open(&path, compression, true).unwrap();
            assert_eq!((file.latest().items, file.latest().digest), (3, 21), "{name}");
            writeln!(file, "4").unwrap();
            file.complete(checkpoint(4));
            assert!(file.keep().unwrap());
            let file = PartFile::open(&path, compression, true).unwrap();
            assert_eq!(file.latest().items, 4);
            file.finish().unwrap();
            assert_eq!(read(&path), "1\n2\n3\n4\n", "{name}");
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "{name}");
        }
    }

    #[test]
    fn damaged_states_are_errors() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        let mut file = PartFile::open(&path, None, true).unwrap();
        file.write_all(b"1\n").unwrap();
        file.complete(checkpoint(1));
        assert!(file.keep().unwrap());
        let [part, state] = paths(&path);
        let text = fs::read(&state).unwrap();
        for damaged in [
            &b""[..],
            &text[..20],
            &text.to_ascii_uppercase().iter().map(|byte| byte ^ 1).collect::<Vec<_>>(),
        ] {
            fs::write(&state, damaged).unwrap();
            assert!(PartFile::open(&path, None, true).is_err());
        }
        fs::write(&state, &text).unwrap();
        fs::write(&part, "2\n").unwrap();
        assert!(PartFile::open(&path, None, true).is_err(), "the part file is damaged");
        fs::write(&part, "").unwrap();
        assert_eq!(
            PartFile::open(&path, None, true).unwrap().latest(),
            Checkpoint::default(),
            "nothing is left"
        );
    }

    #[test]
    fn empty_output_leaves_no_part_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        assert!(!PartFile::open(&path, None, false).unwrap().keep().unwrap());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        PartFile::open(&path, None, false).unwrap().finish().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "");
    }
}
