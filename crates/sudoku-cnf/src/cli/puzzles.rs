//! A stream of the puzzles from all inputs of a command.

use std::fmt;
use std::io::Read;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::vec;

use crate::cli::files::{Input, InputError};
use crate::formats::{ReadError, ReadOptions, Reader, Record};
use crate::rules;

/// A puzzle from an input, or an error in its place.
#[derive(Debug)]
pub struct Item {
    /// The name of the input.
    pub file: Arc<str>,
    /// The puzzle or the error.
    pub puzzle: Result<Record, InputError>,
}

impl Item {
    /// Returns the line of the puzzle or of its first error, from 1.
    #[must_use]
    pub fn line(&self) -> Option<usize> {
        self.puzzle.as_ref().map_or_else(InputError::line, |record| Some(record.line))
    }

    /// Returns an error if the givens of the puzzle clash.
    #[must_use]
    pub fn clash(&self) -> Option<InputError> {
        let record = self.puzzle.as_ref().ok()?;
        let clash = rules::check_givens(&record.puzzle).err()?;
        Some(InputError::Clash { name: self.file.to_string(), line: record.line, clash })
    }

    /// Returns the puzzle.
    ///
    /// # Errors
    /// If the puzzle could not be read, or if its givens clash.
    pub fn valid(self) -> Result<Record, InputError> {
        match self.clash() {
            Some(clash) => Err(clash),
            None => self.puzzle,
        }
    }
}

/// The error for selecting a puzzle by its number from several inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("--puzzle-number requires a single input")]
pub struct SeveralInputs;

/// Returns the inputs of a command: its files, or standard input if there are none.
#[must_use]
pub fn inputs(paths: &[PathBuf]) -> Vec<Input> {
    match paths {
        [] => vec![Input::Stdin],
        paths => paths.iter().map(|path| Input::new(Some(path.clone()))).collect(),
    }
}

/// An iterator over the puzzles of several inputs, with the memory of a single [`Reader`].
///
/// An input that cannot be opened yields one error, and so does a file without a puzzle. Empty standard input yields
/// nothing, because a filter with nothing to do is not an error.
pub struct PuzzleStream {
    /// The puzzle selected by its number, if any.
    selected: Option<Item>,
    inputs: vec::IntoIter<Input>,
    options: ReadOptions,
    current: Option<Current>,
    bytes_read: Arc<AtomicU64>,
}

/// The current input.
struct Current {
    input: Input,
    name: Arc<str>,
    reader: Reader<Box<dyn Read + Send>>,
    is_empty: bool,
    /// Whether the input is a regular file, which never blocks.
    is_file: bool,
}

impl PuzzleStream {
    /// Returns the puzzles of all `inputs`. With `number`, returns only the puzzle with that number of a single input.
    ///
    /// # Errors
    /// If there is a number and several inputs.
    pub fn new(
        mut inputs: Vec<Input>,
        options: ReadOptions,
        number: Option<usize>,
    ) -> Result<Self, SeveralInputs> {
        let mut selected = None;
        if number.is_some() {
            let [input] = &inputs[..] else { return Err(SeveralInputs) };
            selected = Some(Item { file: input.name().into(), puzzle: input.puzzle(&options, number) });
            inputs.clear();
        }
        Ok(Self { selected, inputs: inputs.into_iter(), options, current: None, bytes_read: Arc::default() })
    }

    /// Returns whether the next puzzle can be read without blocking. This is always true for a regular file; other inputs
    /// use [`Reader::has_arrived`].
    pub fn has_arrived(&mut self) -> bool {
        self.current.as_mut().is_some_and(|current| current.is_file || current.reader.has_arrived())
    }

    /// Returns a counter of the bytes read so far, which keeps counting.
    #[must_use]
    pub fn bytes_read(&self) -> Arc<AtomicU64> {
        self.bytes_read.clone()
    }

    /// Returns the next puzzle of the current input, or an error if a file has no puzzle at all.
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
        if let Some(selected) = self.selected.take() {
            return Some(selected);
        }
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
