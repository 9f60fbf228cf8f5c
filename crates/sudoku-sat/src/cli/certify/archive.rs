//! Bundles in a tar archive, which may be compressed.
//!
//! Each bundle is compressed on its own, and the results are concatenated. The archive is written to a file whose name
//! ends with `.part`, which is renamed in the end. After each puzzle, a line of the file `.part.log` stores how many
//! puzzles have been processed, the length of the archive, and a hash of the puzzles. A later run continues from there.

use std::fs::{self, File, OpenOptions};
use std::hash::Hasher;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use rustc_hash::FxHasher;
use sudoku_cnf::Puzzle;
use sudoku_cnf::cli::Failure;
use sudoku_cnf::cli::compression::Compression;
use sudoku_sat::proof::bundle::BundleFiles;

/// Two blocks of zeros, which end an archive.
const END: [u8; 1024] = [0; 1024];

/// The format of an archive.
#[derive(Clone, Copy, Debug)]
pub(super) enum ArchiveFormat {
    Plain,
    Compressed(Compression),
}

impl ArchiveFormat {
    /// Returns the format that the extension of `path` selects, or `None` if it is not the extension of an archive.
    pub(super) fn from_path(path: &Path) -> Option<Self> {
        let is_tar = |path: &Path| path.extension().is_some_and(|name| name.eq_ignore_ascii_case("tar"));
        match Compression::from_path(path) {
            Some(compression) => is_tar(&path.with_extension("")).then_some(Self::Compressed(compression)),
            None => is_tar(path).then_some(Self::Plain),
        }
    }

    /// Returns the bytes of a bundle in the archive.
    pub(super) fn member(self, name: &str, files: &BundleFiles) -> io::Result<Vec<u8>> {
        let mut tar = tar::Builder::new(Vec::new());
        for (file, content) in files {
            let mut header = tar::Header::new_ustar();
            header.set_size(content.len() as u64);
            header.set_mode(0o644);
            tar.append_data(&mut header, format!("{name}/{file}"), &**content)?;
        }
        // The builder appends the end of the archive only to the empty buffer that it keeps.
        self.compress(std::mem::take(tar.get_mut()))
    }

    fn compress(self, bytes: Vec<u8>) -> io::Result<Vec<u8>> {
        match self {
            Self::Plain => Ok(bytes),
            Self::Compressed(compression) => compression.compress(&bytes),
        }
    }
}

/// The state after a puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct State {
    /// The number of the last puzzle.
    puzzles: u64,
    /// The length of the archive.
    bytes: u64,
    /// A hash of all puzzles.
    hash: u64,
}

impl State {
    fn parse(line: &str) -> Option<Self> {
        let mut numbers = line.split(' ').map(|word| word.parse().ok());
        let mut number = || numbers.next().flatten();
        Some(Self { puzzles: number()?, bytes: number()?, hash: number()? })
    }

    /// Adds a puzzle, or `None` for a puzzle that could not be read.
    fn add(&mut self, id: u64, puzzle: Option<&Puzzle>) {
        let mut hasher = FxHasher::default();
        hasher.write_u64(self.hash);
        hasher.write(puzzle.map(Puzzle::to_string).unwrap_or_default().as_bytes());
        (self.puzzles, self.hash) = (id, hasher.finish());
    }
}

/// Writes the archive.
pub(super) struct ArchiveWriter {
    path: PathBuf,
    format: ArchiveFormat,
    part: File,
    log: File,
    state: State,
    /// The state that an earlier run has reached.
    resumed: State,
}

impl ArchiveWriter {
    /// Opens the unfinished archive of an earlier run, or creates a new one.
    pub(super) fn open(path: &Path, format: ArchiveFormat) -> Result<Self, Failure> {
        Self::try_open(path, format).map_err(|error| failure(path, error))
    }

    fn try_open(path: &Path, format: ArchiveFormat) -> io::Result<Self> {
        let [part_path, log_path] = unfinished(path);
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let (mut part, mut log) = (options.open(&part_path)?, options.open(&log_path)?);
        let text = fs::read(&log_path)?;
        let (length, mut valid, mut resumed) = (part.metadata()?.len(), 0, State::default());
        for line in text.split_inclusive(|&byte| byte == b'\n') {
            let line_text = line.strip_suffix(b"\n").and_then(|line| str::from_utf8(line).ok());
            match line_text.and_then(State::parse).filter(|state| state.bytes <= length) {
                Some(state) => resumed = state,
                None => break,
            }
            valid += line.len() as u64;
        }
        part.set_len(resumed.bytes)?;
        part.seek(SeekFrom::End(0))?;
        log.set_len(valid)?;
        log.seek(SeekFrom::End(0))?;
        let state = State { bytes: resumed.bytes, ..State::default() };
        Ok(Self { path: path.to_owned(), format, part, log, state, resumed })
    }

    /// Returns the number of the last puzzle that an earlier run has processed, or 0.
    pub(super) fn done(&self) -> u64 {
        self.resumed.puzzles
    }

    /// Appends a bundle. `bytes` is empty if there is no bundle, or if an earlier run has written it.
    pub(super) fn append(&mut self, id: u64, puzzle: Option<&Puzzle>, bytes: &[u8]) -> Result<(), Failure> {
        self.state.add(id, puzzle);
        if id <= self.resumed.puzzles {
            return self.check_resumed(id);
        }
        self.try_append(bytes).map_err(|error| failure(&self.path, error))
    }

    fn try_append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.part.write_all(bytes)?;
        self.state.bytes += bytes.len() as u64;
        let State { puzzles, bytes, hash } = self.state;
        self.log.write_all(format!("{puzzles} {bytes} {hash}\n").as_bytes())
    }

    /// Checks that the earlier run had the same puzzles.
    fn check_resumed(&self, id: u64) -> Result<(), Failure> {
        if id < self.resumed.puzzles || self.state.hash == self.resumed.hash {
            return Ok(());
        }
        let [part, _] = unfinished(&self.path);
        Err(Failure::Other(anyhow!(
            "{} is an unfinished archive of other puzzles\nhint: remove it to start again",
            part.display()
        )))
    }

    /// Completes the archive.
    pub(super) fn finish(self) -> Result<(), Failure> {
        let path = self.path.clone();
        self.try_finish().map_err(|error| failure(&path, error))
    }

    fn try_finish(mut self) -> io::Result<()> {
        self.part.write_all(&self.format.compress(END.to_vec())?)?;
        let [part, log] = unfinished(&self.path);
        fs::rename(part, &self.path)?;
        fs::remove_file(log)
    }
}

/// Returns the names of the unfinished archive and of its log.
fn unfinished(path: &Path) -> [PathBuf; 2] {
    ["part", "part.log"].map(|extension| {
        let mut name = path.as_os_str().to_owned();
        name.push(".");
        name.push(extension);
        name.into()
    })
}

fn failure(path: &Path, error: io::Error) -> Failure {
    Failure::Output { target: Some(path.display().to_string()), error }
}
