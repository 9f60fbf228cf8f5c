//! Inputs and outputs by name, for the programs: `-` or nothing is standard input, and an output
//! file appears whole or not at all.

use std::error::Error;
use std::fs::{self, File};
use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use flate2::read::MultiGzDecoder;

use crate::board::{BoardOptions, BoxShape, Boxes, RegionsError, Variant};
use crate::cli::diagnostics::{self, Style};
use crate::formats::{self, Format, ReadError, ReadOptions, Reader, Record};
use crate::rules::{self, Clash};

/// A file to read, or standard input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// Standard input.
    Stdin,
    /// A file.
    File(PathBuf),
}

impl Input {
    /// The input of a command-line argument: nothing and `-` are standard input.
    #[must_use]
    pub fn new(path: Option<PathBuf>) -> Self {
        match path {
            Some(path) if path.as_os_str() != "-" => Self::File(path),
            _ => Self::Stdin,
        }
    }

    /// The name for messages.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::Stdin => "<stdin>".to_owned(),
            Self::File(path) => path.display().to_string(),
        }
    }

    /// Opens it; what gzip has compressed is read as it was before. The reader has no buffer worth the name.
    pub fn open(&self) -> io::Result<Box<dyn Read + Send>> {
        self.open_counted(&Arc::default())
    }

    /// As [`open`](Self::open), and adds to `count` the bytes that are read, as they are in the file.
    fn open_counted(&self, count: &Arc<AtomicU64>) -> io::Result<Box<dyn Read + Send>> {
        let input: Box<dyn Read + Send> = match self {
            Self::Stdin => Box::new(io::stdin()),
            Self::File(path) => Box::new(File::open(path)?),
        };
        let mut raw = Counted { input, count: count.clone() };
        let mut start = Vec::new();
        // A first byte decides nearly always, and no second one is waited for.
        for (length, magic) in [0x1f, 0x8b].into_iter().enumerate() {
            raw.by_ref().take(1).read_to_end(&mut start)?;
            if start.get(length) != Some(&magic) {
                return Ok(Box::new(io::Cursor::new(start).chain(raw)));
            }
        }
        Ok(Box::new(MultiGzDecoder::new(io::Cursor::new(start).chain(raw))))
    }

    /// How many bytes there are to read, if it is an ordinary file.
    #[must_use]
    pub fn bytes(&self) -> Option<u64> {
        let path = match self {
            Self::Stdin => Path::new("/dev/stdin"),
            Self::File(path) => path,
        };
        fs::metadata(path).ok().filter(fs::Metadata::is_file).map(|metadata| metadata.len())
    }

    /// What to tell a person in front of a terminal that nothing comes from until they type.
    #[must_use]
    pub fn waiting(&self) -> Option<&'static str> {
        let is_waiting = *self == Self::Stdin && io::stdin().is_terminal();
        is_waiting
            .then_some("type or paste a puzzle, then end it with Ctrl-D; --help tells what else can be read")
    }

    /// What is known of its puzzles: the options, and what its name says.
    fn options(&self, options: &ReadOptions) -> ReadOptions {
        let (hint, look_ahead) = match self {
            Self::Stdin => (None, 0),
            Self::File(path) => (Format::from_path(path), LOOK_AHEAD),
        };
        ReadOptions { hint, look_ahead, ..options.clone() }
    }
}

/// Counts the bytes that are read.
struct Counted<R> {
    input: R,
    count: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(buffer)?;
        self.count.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

/// How many bytes of a file are looked at to see which symbols its digits are.
const LOOK_AHEAD: usize = 1 << 20;

/// The error for an input that yields no puzzle. `Display` shows the name of the input and one line per
/// error.
#[derive(Debug, thiserror::Error)]
pub enum InputError {
    /// The input could not be opened, read or parsed.
    #[error("{}", diagnostics::report(error, name, Style::Plain))]
    Read {
        /// The input's name.
        name: String,
        /// The error.
        error: ReadError,
    },
    /// A file of regions is malformed.
    #[error("{name}: {error}")]
    Regions {
        /// The file's name.
        name: String,
        /// The error.
        error: RegionsError,
    },
    /// The puzzle was read, but its givens clash.
    #[error("{name}:{line}: {clash}")]
    Clash {
        /// The input's name.
        name: String,
        /// The line of the puzzle's first cell, from 1.
        line: usize,
        /// The clash.
        clash: Clash,
    },
}

impl InputError {
    /// Returns the message, with errors in text shown in this style.
    #[must_use]
    pub fn report(&self, style: Style) -> String {
        match self {
            Self::Read { name, error } => diagnostics::report(error, name, style),
            other => other.to_string(),
        }
    }

    /// Returns the name of the input.
    #[must_use]
    pub fn input_name(&self) -> &str {
        match self {
            Self::Read { name, .. } | Self::Regions { name, .. } | Self::Clash { name, .. } => name,
        }
    }

    /// Returns the messages of the first `most` errors, the number of these, and the number of the remaining
    /// ones.
    pub(crate) fn report_up_to(&self, style: Style, most: usize) -> (String, usize, usize) {
        match self {
            Self::Read { name, error: ReadError::Text(errors) } => {
                diagnostics::report_up_to(errors, name, style, most)
            }
            _ if most == 0 => (String::new(), 0, 1),
            other => (other.to_string(), 1, 0),
        }
    }

    /// Returns the message as `program` prints it: with its name in front, unless the message starts with a
    /// position.
    #[must_use]
    pub fn told_by(&self, program: &str, style: Style) -> String {
        self.introduced(program, self.report(style))
    }

    /// Puts the name of the program in front of a message that does not start with a position.
    pub(crate) fn introduced(&self, program: &str, report: String) -> String {
        match self {
            Self::Read { error: ReadError::Text(_), .. } => report,
            _ => format!("{program}: {report}"),
        }
    }

    /// Returns the line of the error, from 1; `None` if the error concerns the whole input.
    #[must_use]
    pub fn line(&self) -> Option<usize> {
        match self {
            Self::Read { error: ReadError::Text(errors), .. } => Some(errors.first().line),
            Self::Read { .. } | Self::Regions { .. } => None,
            Self::Clash { line, .. } => Some(*line),
        }
    }
}

impl Input {
    /// The text of a file that tells something of each cell of a board; no more than the largest board takes.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn marks(&self) -> Result<String, InputError> {
        let text = self.open().and_then(|file| io::read_to_string(file.take(LONGEST_MARKS)));
        text.map_err(|error| self.read_error(error.into()))
    }

    /// The puzzles in it, one after the other; see [`Reader`].
    pub fn puzzles(&self, options: &ReadOptions) -> Result<Reader<Box<dyn Read + Send>>, InputError> {
        self.puzzles_counted(options, &Arc::default())
    }

    /// As [`puzzles`](Self::puzzles), and adds to `count` the bytes that are read, as they are in the file.
    pub(crate) fn puzzles_counted(
        &self,
        options: &ReadOptions,
        count: &Arc<AtomicU64>,
    ) -> Result<Reader<Box<dyn Read + Send>>, InputError> {
        let reader = self.open_counted(count).map_err(|error| self.read_error(error.into()))?;
        Ok(Reader::new(reader, self.options(options)))
    }

    /// The one puzzle in it, or the one with the number `record`; see [`formats::read_single`].
    pub fn puzzle(&self, options: &ReadOptions, record: Option<usize>) -> Result<Record, InputError> {
        let reader = self.open().map_err(|error| self.read_error(error.into()))?;
        formats::read_single(reader, self.options(options), record).map_err(|error| self.read_error(error))
    }

    /// As [`puzzle`](Self::puzzle), and its givens do not clash.
    pub fn valid_puzzle(&self, options: &ReadOptions, record: Option<usize>) -> Result<Record, InputError> {
        let record = self.puzzle(options, record)?;
        self.check(&record)?;
        Ok(record)
    }

    /// Refuses a puzzle of this input whose givens clash.
    pub fn check(&self, record: &Record) -> Result<(), InputError> {
        rules::check_givens(&record.puzzle).map_err(|clash| InputError::Clash {
            name: self.name(),
            line: record.line,
            clash,
        })
    }

    /// An error with this input's name.
    #[must_use]
    pub fn read_error(&self, error: ReadError) -> InputError {
        InputError::Read { name: self.name(), error }
    }
}

/// As much as is read of a file that tells something of each cell: the largest board's take some megabytes.
const LONGEST_MARKS: u64 = 1 << 24;

/// What is said of a board: the shape of its boxes or a file of regions, and variants.
///
/// # Errors
/// If the file cannot be read or holds no regions.
pub fn board(
    shape: Option<BoxShape>,
    regions: Option<&Path>,
    variants: &[Variant],
) -> Result<BoardOptions, InputError> {
    let boxes = match regions {
        None => shape.map(Boxes::Shape),
        Some(path) => {
            // Standard input is for puzzles.
            let input = Input::File(path.to_owned());
            let regions =
                input.marks()?.parse().map_err(|error| InputError::Regions { name: input.name(), error })?;
            Some(Boxes::Regions(regions))
        }
    };
    Ok(BoardOptions { boxes, variants: variants.to_vec() })
}

/// Lets `write` fill a temporary file beside `path`, and renames it to `path` once it is complete.
///
/// An error leaves what was at `path` as it was. A link is followed, the permissions of a file that is
/// replaced stay, and what is no ordinary file (a pipe, a device) is written directly.
///
/// # Errors
/// Those of `write` and of the file system.
pub fn write_whole<E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut File) -> Result<(), E>,
) -> Result<(), E> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let existing = fs::metadata(&target).ok();
    // Behind /dev/stdout there may be an ordinary file that others write to as well.
    if path.starts_with("/dev") || existing.as_ref().is_some_and(|existing| !existing.is_file()) {
        return write(&mut File::options().write(true).open(path)?);
    }
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    // The name of the temporary file would only puzzle who reads the message.
    let temporary = builder.tempfile_in(folder.unwrap_or(Path::new(".")));
    let mut temporary = temporary.map_err(|error| without_path(&error))?;
    if let Some(existing) = existing {
        temporary.as_file().set_permissions(existing.permissions())?;
    }
    write(temporary.as_file_mut())?;
    temporary.as_file_mut().flush()?;
    temporary.persist(&target).map_err(|error| error.error)?;
    Ok(())
}

fn without_path(error: &io::Error) -> io::Error {
    let source =
        error.get_ref().and_then(Error::source).and_then(|source| source.downcast_ref::<io::Error>());
    match source.and_then(io::Error::raw_os_error) {
        Some(code) => io::Error::from_raw_os_error(code),
        None => io::Error::from(error.kind()),
    }
}

/// Whether an error means that the reader of a pipe went away, which for a program is a quiet end.
#[must_use]
pub fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    let causes = std::iter::successors(Some(error), |&error| error.source());
    let mut io_errors = causes.filter_map(|cause| cause.downcast_ref::<io::Error>());
    io_errors.any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

/// A writer that fails once a flag is set, so that a long output can be given up and tidied away.
#[derive(Debug)]
pub struct Stoppable<'s, W> {
    writer: W,
    stop: &'s AtomicBool,
}

impl<'s, W: Write> Stoppable<'s, W> {
    /// Writes to `writer` until `stop` is set.
    pub fn new(writer: W, stop: &'s AtomicBool) -> Self {
        Self { writer, stop }
    }
}

impl<W: Write> Write for Stoppable<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(io::Error::other("interrupted"));
        }
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn permissions_stay_and_links_are_followed() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("out"), folder.path().join("link"));
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        symlink(&path, &link).unwrap();
        write_whole(&link, |file| file.write_all(b"new")).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    }

    #[test]
    fn a_failed_write_leaves_the_old_file_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        let content = |text: &'static str| move |file: &mut File| file.write_all(text.as_bytes());
        write_whole(&path, content("old")).unwrap();
        let failed = write_whole(&path, |file| {
            content("half")(file)?;
            Err(io::Error::other("disk full"))
        });
        assert_eq!(failed.unwrap_err().to_string(), "disk full");
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        write_whole(&path, content("new")).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
