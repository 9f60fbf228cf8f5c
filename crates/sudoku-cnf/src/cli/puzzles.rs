//! The puzzles of all inputs of a command, one after the other.

use std::fmt;
use std::io::Read;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::vec;

use crate::cli::files::{Input, InputError};
use crate::formats::{ReadError, ReadOptions, Reader, Record};
use crate::rules;

/// A puzzle of an input, or what is wrong in its place.
#[derive(Debug)]
pub struct Item {
    /// The input's name.
    pub file: Arc<str>,
    /// The puzzle.
    pub puzzle: Result<Record, InputError>,
}

impl Item {
    /// The line of the puzzle or of the fault in it, from 1.
    #[must_use]
    pub fn line(&self) -> Option<usize> {
        self.puzzle.as_ref().map_or_else(InputError::line, |record| Some(record.line))
    }

    /// That the givens of the puzzle clash, if they do.
    #[must_use]
    pub fn clash(&self) -> Option<InputError> {
        let record = self.puzzle.as_ref().ok()?;
        let clash = rules::check_givens(&record.puzzle).err()?;
        Some(InputError::Clash { name: self.file.to_string(), line: record.line, clash })
    }

    /// The puzzle, unless its givens clash.
    ///
    /// # Errors
    /// What is wrong in its place, or with it.
    pub fn valid(self) -> Result<Record, InputError> {
        match self.clash() {
            Some(clash) => Err(clash),
            None => self.puzzle,
        }
    }
}

/// One puzzle was to be picked by its number, from several inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("--record picks a puzzle from one input, and there are several")]
pub struct SeveralInputs;

/// The inputs of a command: files, or standard input if none is named.
#[must_use]
pub fn inputs(paths: &[PathBuf]) -> Vec<Input> {
    match paths {
        [] => vec![Input::Stdin],
        paths => paths.iter().map(|path| Input::new(Some(path.clone()))).collect(),
    }
}

/// The puzzles of several inputs, one after the other. Memory: that of one [`Reader`].
///
/// What cannot be opened is one error, and so is a file without a puzzle; nothing on standard input is a filter's
/// nothing to do.
pub struct PuzzleStream {
    /// The one that was picked, if one was.
    picked: Option<Item>,
    inputs: vec::IntoIter<Input>,
    options: ReadOptions,
    current: Option<Current>,
    bytes_read: Arc<AtomicU64>,
}

/// The input that is being read.
struct Current {
    input: Input,
    name: Arc<str>,
    reader: Reader<Box<dyn Read + Send>>,
    is_empty: bool,
    /// Whether it is an ordinary file, which nobody has to wait for.
    is_file: bool,
}

impl PuzzleStream {
    /// The puzzles of all `inputs`, or just the one with the number `record` of a single one.
    ///
    /// # Errors
    /// If a puzzle is to be picked from several inputs.
    pub fn new(
        mut inputs: Vec<Input>,
        options: ReadOptions,
        record: Option<usize>,
    ) -> Result<Self, SeveralInputs> {
        let mut picked = None;
        if record.is_some() {
            let [input] = &inputs[..] else { return Err(SeveralInputs) };
            picked = Some(Item { file: input.name().into(), puzzle: input.puzzle(&options, record) });
            inputs.clear();
        }
        Ok(Self { picked, inputs: inputs.into_iter(), options, current: None, bytes_read: Arc::default() })
    }

    /// Whether the next puzzle has arrived, so that nothing is waited for: always in an ordinary file, elsewhere as
    /// [`Reader::has_arrived`] tells.
    pub fn has_arrived(&mut self) -> bool {
        self.current.as_mut().is_some_and(|current| current.is_file || current.reader.has_arrived())
    }

    /// How many bytes of the inputs have been read, as others may watch it.
    #[must_use]
    pub fn bytes_read(&self) -> Arc<AtomicU64> {
        self.bytes_read.clone()
    }

    /// The next puzzle of the current input, or that the input has none.
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
        if let Some(picked) = self.picked.take() {
            return Some(picked);
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
