//! A stream of the puzzles from all inputs of a command.

use std::collections::VecDeque;
use std::fmt;
use std::io::Read;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::vec;

use super::Failure;
use super::files::{Input, InputError};
use crate::text::{ReadError, ReadOptions, Reader, Record};

/// A puzzle from an input, or an error that occurred while the input was being read.
#[derive(Debug)]
pub struct Item {
    /// The name of the input.
    pub file: Arc<str>,
    /// The puzzle or the error.
    pub puzzle: Result<Record, InputError>,
}

impl Item {
    /// Returns the line number of the puzzle or of the first error, starting at 1. Returns `None` if the
    /// error has no line number.
    #[must_use]
    pub fn line(&self) -> Option<usize> {
        self.puzzle.as_ref().map_or_else(InputError::line, |record| Some(record.line))
    }

    /// Returns an error if the givens of the puzzle clash, or `None` otherwise.
    #[must_use]
    pub fn clash(&self) -> Option<InputError> {
        let record = self.puzzle.as_ref().ok()?;
        InputError::of_clash(record, || self.file.to_string())
    }

    /// Returns the puzzle after checking that its givens do not clash.
    ///
    /// # Errors
    /// Returns an error if the puzzle could not be read, or if its givens clash.
    pub fn valid(self) -> Result<Record, InputError> {
        match self.clash() {
            Some(clash) => Err(clash),
            None => self.puzzle,
        }
    }
}

/// The error for selecting a puzzle by number when there is more than one input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("--puzzle-number requires a single input")]
pub struct SeveralInputs;

/// Returns the inputs of a command: the files at `paths`, or standard input if `paths` is empty.
///
/// # Errors
/// Returns an error if standard input occurs more than once, because it would be empty the second time.
pub fn inputs(paths: &[PathBuf]) -> Result<Vec<Input>, Failure> {
    if paths.is_empty() {
        return Ok(vec![Input::Stdin]);
    }
    let inputs: Vec<_> = paths.iter().map(|path| Input::new(Some(path.clone()))).collect();
    if inputs.iter().filter(|&input| *input == Input::Stdin).count() > 1 {
        return Err(Failure::Usage("standard input ('-') can be read only once".to_owned()));
    }
    Ok(inputs)
}

/// An iterator over the puzzles of several inputs, which are read one after another.
///
/// Each input that cannot be opened and each file without puzzles yields one error. Empty standard input
/// yields nothing, because empty input is not an error for a program in a pipeline.
pub struct PuzzleStream {
    /// The puzzles that have been read in advance.
    ahead: VecDeque<Item>,
    inputs: vec::IntoIter<Input>,
    /// The total size of the inputs in bytes, or `None` if the size of an input is unknown.
    total_bytes: Option<u64>,
    options: ReadOptions,
    current: Option<Current>,
    bytes_read: Arc<AtomicU64>,
}

/// The input that is currently being read.
struct Current {
    input: Input,
    name: Arc<str>,
    reader: Reader<Box<dyn Read + Send>>,
    is_empty: bool,
    /// Whether the input is a regular file. Reading a regular file never blocks.
    is_file: bool,
}

impl PuzzleStream {
    /// Returns a stream of the puzzles from all `inputs`.
    ///
    /// If `number` is set, there must be a single input, and the stream yields only the puzzle with this
    /// number.
    ///
    /// # Errors
    /// Returns an error if `number` is set and there is not exactly one input.
    pub fn new(
        mut inputs: Vec<Input>,
        options: ReadOptions,
        number: Option<usize>,
    ) -> Result<Self, SeveralInputs> {
        let mut ahead = VecDeque::new();
        let total_bytes = inputs.iter().map(Input::bytes).sum();
        if number.is_some() {
            let [input] = &inputs[..] else { return Err(SeveralInputs) };
            ahead.push_back(Item { file: input.name().into(), puzzle: input.puzzle(&options, number) });
            inputs.clear();
        }
        let (inputs, bytes_read) = (inputs.into_iter(), Arc::default());
        Ok(Self { ahead, inputs, total_bytes, options, current: None, bytes_read })
    }

    /// Returns a stream of a single puzzle.
    #[must_use]
    pub fn of(item: Item) -> Self {
        Self {
            ahead: VecDeque::from([item]),
            inputs: Vec::new().into_iter(),
            total_bytes: None,
            options: ReadOptions::default(),
            current: None,
            bytes_read: Arc::default(),
        }
    }

    /// Returns whether the stream has at least `count` more puzzles. Errors count as puzzles.
    ///
    /// Puzzles that are read in advance remain in the stream.
    pub fn has(&mut self, count: usize) -> bool {
        while self.ahead.len() < count {
            let Some(item) = self.read() else { return false };
            self.ahead.push_back(item);
        }
        true
    }

    /// Returns the total size of the inputs in bytes, or `None` if the size of an input is unknown.
    #[must_use]
    pub fn total_bytes(&self) -> Option<u64> {
        self.total_bytes
    }

    /// Returns whether the next puzzle can be read from the current input without blocking.
    ///
    /// Returns `true` for regular files and for puzzles that have been read in advance, and `false` if no
    /// input is open. For other inputs, see [`Reader::has_arrived`].
    pub fn has_arrived(&mut self) -> bool {
        if !self.ahead.is_empty() {
            return true;
        }
        self.current.as_mut().is_some_and(|current| current.is_file || current.reader.has_arrived())
    }

    /// Returns a shared counter of the bytes read so far. The counter is updated while the stream is read.
    #[must_use]
    pub fn bytes_read(&self) -> Arc<AtomicU64> {
        self.bytes_read.clone()
    }

    /// Returns the next puzzle or error from the current input, or `None` at the end of the input.
    ///
    /// If the input is a file without puzzles, returns a single error.
    fn next_of_current(&mut self) -> Option<Item> {
        let current = self.current.as_mut()?;
        let record = match current.reader.next() {
            None if current.is_empty && current.input != Input::Stdin => Err(ReadError::NoPuzzle),
            None => return None,
            Some(record) => record,
        };
        current.is_empty = false;
        let puzzle = record.map_err(|error| current.input.read_error(error));
        Some(Item { file: current.name.clone(), puzzle })
    }
}

impl fmt::Debug for PuzzleStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PuzzleStream").field("inputs", &self.inputs).finish_non_exhaustive()
    }
}

impl Iterator for PuzzleStream {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        self.ahead.pop_front().or_else(|| self.read())
    }
}

impl PuzzleStream {
    /// Reads the next puzzle or error from the inputs.
    fn read(&mut self) -> Option<Item> {
        loop {
            if let Some(item) = self.next_of_current() {
                return Some(item);
            }
            let input = self.inputs.next()?;
            let name = Arc::from(input.name());
            match input.puzzles_counted(&self.options, &self.bytes_read) {
                Err(error) => return Some(Item { file: name, puzzle: Err(error) }),
                Ok(reader) => {
                    let is_file = input.bytes().is_some();
                    self.current = Some(Current { input, name, reader, is_empty: true, is_file });
                }
            }
        }
    }
}
