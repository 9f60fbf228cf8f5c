//! Input files of the programs. A missing path or `-` means standard input.

use std::fs::{self, File};
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::decompression::decompress;
use super::diagnostics::{self, Style};
use super::hints::print_note;
use super::messages::{self, foreign};
use crate::puzzle::board::RegionsError;
use crate::puzzle::check::{self, Clash};
use crate::text::decode::decode;
use crate::text::{
    self, Format, Hint, ReadError, ReadOptions, Reader, Record, RuleList, RuleListError, TextErrorKind,
    TextErrors,
};

/// A file to read, or standard input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// Standard input.
    Stdin,
    /// A file.
    File(PathBuf),
}

impl Input {
    /// Returns the input for a command-line argument. A missing path or `-` means standard input.
    pub fn new(path: Option<PathBuf>) -> Self {
        match path {
            Some(path) if path.as_os_str() != "-" => Self::File(path),
            _ => Self::Stdin,
        }
    }

    /// Returns the name by which messages refer to the input: the path or `<stdin>`.
    pub fn name(&self) -> String {
        match self {
            Self::Stdin => "<stdin>".to_owned(),
            Self::File(path) => path.display().to_string(),
        }
    }

    /// Returns the path of a file, or `None` for standard input.
    pub fn path(&self) -> Option<&PathBuf> {
        if let Self::File(path) = self { Some(path) } else { None }
    }

    /// Opens the input, decompressing it if it is compressed. Decodes UTF-16 with a byte order mark to UTF-8.
    ///
    /// The returned reader is not buffered.
    pub fn open(&self) -> io::Result<Box<dyn Read + Send>> {
        self.open_counted(&Arc::default())
    }

    /// Like [`open`](Self::open), but the returned reader adds the number of bytes read to `count`.
    ///
    /// The bytes are counted before decompression.
    fn open_counted(&self, count: &Arc<AtomicU64>) -> io::Result<Box<dyn Read + Send>> {
        let input: Box<dyn Read + Send> = match self {
            Self::Stdin => Box::new(io::stdin()),
            // Options such as `--cnf` create `File` directly, so `-` has no special meaning for them.
            Self::File(path) if path.as_os_str() == "-" && !path.exists() => {
                return Err(io::Error::new(
                    io::ErrorKind::NotFound,
                    "standard input is not supported here\nhint: save the text to a file and pass its name",
                ));
            }
            Self::File(path) => Box::new(File::open(path)?),
        };
        let input = decompress(Box::new(Counted { input, count: count.clone() }))?;
        Ok(Box::new(decode(input)))
    }

    /// Returns the size of the input in bytes, or `None` if the input is not a regular file.
    pub fn bytes(&self) -> Option<u64> {
        let path = match self {
            Self::Stdin => Path::new("/dev/stdin"),
            Self::File(path) => path,
        };
        fs::metadata(path).ok().filter(fs::Metadata::is_file).map(|metadata| metadata.len())
    }

    /// Prints a hint for the user if the input is read from a terminal.
    pub fn print_waiting(&self, program: &str) {
        if *self == Self::Stdin && io::stdin().is_terminal() {
            let keys = if cfg!(windows) { "Ctrl-Z and Enter" } else { "Ctrl-D" };
            messages::print(
                program,
                format_args!(
                    "reading from the terminal; type or paste the input and press {keys} (see --help for other inputs)"
                ),
            );
        }
    }

    /// Returns a copy of `options` with the look-ahead and the format hint for this input.
    fn options(&self, options: &ReadOptions) -> ReadOptions {
        let (hint, look_ahead) = match self {
            Self::Stdin => (None, 0),
            Self::File(path) => (Format::from_path(path), LOOK_AHEAD),
        };
        ReadOptions { hint, look_ahead, ..options.clone() }
    }
}

/// A reader that counts the bytes it reads.
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

/// The number of bytes to read ahead from a file in order to detect which symbols are used as digits.
const LOOK_AHEAD: usize = 1 << 20;

/// The error for an input that cannot be read or is invalid.
///
/// `Display` uses [`Style::Plain`] and includes the name of the input.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.report(Style::Plain))]
pub struct InputError {
    /// The input's name.
    pub name: String,
    /// What is wrong.
    pub kind: InputErrorKind,
}

/// What is wrong with an input.
#[derive(Debug)]
pub enum InputErrorKind {
    /// The input could not be opened, read or parsed.
    Read(ReadError),
    /// The file that contains the jigsaw regions is malformed.
    Regions(RegionsError),
    /// The file that contains rules is malformed.
    Rules(RuleListError),
    /// A rule on the command line is malformed: the value of the option, and the error.
    Rule(String, String),
    /// The puzzle was read, but its givens clash, and the position of the cells in the text is unknown. The number is
    /// the line of the puzzle's first cell, starting at 1.
    Clash(usize, Clash),
}

impl InputError {
    /// Returns an error if two givens of `record`, which is from the input `name`, clash.
    pub fn of_clash(record: &Record, name: impl FnOnce() -> String) -> Option<Self> {
        let clash = check::check_givens(&record.puzzle).err()?;
        let cell = record.puzzle.geometry().index(clash.second);
        let kind = TextErrorKind::Clash(clash.clone());
        let error = record.text.as_ref().and_then(|text| text.error(cell, kind));
        let kind = error
            .map_or(InputErrorKind::Clash(record.line, clash), |error| InputErrorKind::Read(error.into()));
        Some(Self { name: name(), kind })
    }

    /// Returns the message, with errors in the puzzle text formatted in `style`.
    pub fn report(&self, style: Style) -> String {
        let name = foreign(&self.name);
        match &self.kind {
            InputErrorKind::Read(error) => diagnostics::report(error, &self.name, style),
            InputErrorKind::Regions(error) => format!("{name}: {error}"),
            InputErrorKind::Rules(error @ RuleListError::Json(_)) => format!("{name}: {error}"),
            InputErrorKind::Rules(error) => format!("{name}:{error}"),
            InputErrorKind::Rule(text, message) => {
                format!("invalid value '{text}' for '--rule <RULE>': {message}")
            }
            InputErrorKind::Clash(line, clash) => format!("{name}:{line}: {clash}"),
        }
    }

    /// Returns the errors in the text of puzzles, if it was read.
    fn text_errors(&self) -> Option<&TextErrors> {
        if let InputErrorKind::Read(ReadError::Text(errors)) = &self.kind { Some(errors) } else { None }
    }

    /// Returns the messages for the first `most` errors, the number of these messages, and the number of
    /// errors without a message.
    ///
    /// Hints that are already in `hints` are omitted.
    pub(crate) fn report_up_to(
        &self,
        style: Style,
        most: usize,
        hints: &mut Vec<Hint>,
    ) -> (String, usize, usize) {
        match self.text_errors() {
            Some(errors) => diagnostics::report_up_to(errors, &self.name, style, most, hints),
            None if most == 0 => (String::new(), 0, 1),
            None => (self.to_string(), 1, 0),
        }
    }

    /// Returns the text of the error without its position, if a single line is malformed.
    pub(crate) fn cause(&self) -> Option<String> {
        let errors = self.text_errors().filter(|errors| errors.errors().len() == 1);
        errors.map(|errors| errors.first().kind.to_string())
    }

    /// Prepends the program name to `report`, unless the error is in the puzzle text.
    pub(crate) fn with_program(&self, program: &str, report: String) -> String {
        if self.text_errors().is_some() { report } else { format!("{program}: {report}") }
    }

    /// Returns the text of the line that contains the first error, if the error is in the text of a puzzle.
    pub fn text(&self) -> Option<&str> {
        self.text_errors().map(|errors| &*errors.first().text)
    }

    /// Returns the line number of the first error, starting at 1, or `None` if the error has no line number.
    pub fn line(&self) -> Option<usize> {
        if let InputErrorKind::Clash(line, _) = self.kind {
            return Some(line);
        }
        self.text_errors().map(|errors| errors.first().line)
    }
}

impl Input {
    /// Reads the text of an input that contains one label per cell, for example a jigsaw region file.
    ///
    /// # Errors
    /// Returns an error if the input cannot be read, or if it is larger than 16 MiB.
    pub fn marks(&self) -> Result<String, InputError> {
        let text = self.open().and_then(|file| io::read_to_string(file.take(MAX_MARKS + 1)));
        let text = text.and_then(|text| match text.len() as u64 {
            ..=MAX_MARKS => Ok(text),
            _ => Err(io::Error::other(format!("the file is larger than {} MiB", MAX_MARKS >> 20))),
        });
        text.map_err(|error| self.read_error(error.into()))
    }

    /// Returns a [`Reader`] for the puzzles in the input, which adds the number of bytes read to `count`.
    ///
    /// # Errors
    /// Returns an error if the input cannot be opened.
    pub fn puzzles(
        &self,
        options: &ReadOptions,
        count: &Arc<AtomicU64>,
    ) -> Result<Reader<Box<dyn Read + Send>>, InputError> {
        let reader = self.open_counted(count).map_err(|error| self.read_error(error.into()))?;
        Ok(Reader::new(reader, self.options(options)))
    }

    /// Reads puzzle number `number`, or the only puzzle in the input if `number` is `None`.
    ///
    /// See [`text::read_single`] for details.
    ///
    /// # Errors
    /// Returns an error if the puzzle cannot be read.
    pub fn puzzle(&self, options: &ReadOptions, number: Option<usize>) -> Result<Record, InputError> {
        let reader = self.open().map_err(|error| self.read_error(error.into()))?;
        text::read_single(reader, self.options(options), number).map_err(|error| self.read_error(error))
    }

    /// Reads a puzzle like [`puzzle`](Self::puzzle). Prints a hint if the input is read from a terminal and, unless
    /// `is_quiet` is set, the note about the puzzle.
    ///
    /// # Errors
    /// Returns an error if the puzzle cannot be read.
    pub fn noted_puzzle(
        &self,
        options: &ReadOptions,
        number: Option<usize>,
        program: &str,
        is_quiet: bool,
    ) -> Result<Record, InputError> {
        self.print_waiting(program);
        let record = self.puzzle(options, number)?;
        print_note(program, &record, is_quiet);
        Ok(record)
    }

    /// Reads a puzzle like [`puzzle`](Self::puzzle) and checks that its givens do not clash.
    ///
    /// # Errors
    /// Returns an error if the puzzle cannot be read, or if its givens clash.
    pub fn valid_puzzle(&self, options: &ReadOptions, number: Option<usize>) -> Result<Record, InputError> {
        let record = self.puzzle(options, number)?;
        InputError::of_clash(&record, || self.name()).map_or(Ok(record), Err)
    }

    /// Adds the name of this input to an error.
    pub fn read_error(&self, error: ReadError) -> InputError {
        InputError { name: self.name(), kind: InputErrorKind::Read(error) }
    }
}

/// The maximum number of bytes to read from a file with one label per cell. The labels of the largest board
/// take up a few megabytes.
const MAX_MARKS: u64 = 1 << 24;

/// Adds the rules in a file to a list.
///
/// # Errors
/// Returns an error if the file cannot be read or does not contain valid rules.
pub fn read_rules(path: &Path, list: &mut RuleList) -> Result<(), InputError> {
    let input = Input::File(path.to_owned());
    let read = list.read(&input.marks()?).map_err(InputErrorKind::Rules);
    read.map_err(|kind| InputError { name: input.name(), kind })
}
