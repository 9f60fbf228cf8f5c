//! A stream of the puzzles from all inputs of a command.

use std::collections::VecDeque;
use std::io::Read;
use std::path::PathBuf;
use std::sync::Arc;
use std::{fmt, vec};

use super::digest::Digest;
use super::failure::Failure;
use super::files::{Input, InputError};
use super::hints::note_text;
use super::messages;
use super::progress::Expected;
use super::run::{RunItem, RunSource};
use crate::batch::ItemSource;
use crate::puzzle::board::Candidate;
use crate::puzzle::check;
use crate::text::{JsonPuzzle, Note, ReadError, ReadOptions, Reader, Record, SourceLine, json_line};

/// A puzzle from an input, or an error that occurred while the input was being read.
#[derive(Debug)]
pub struct Item {
    /// The number of the puzzle, counting from 1 across all inputs. Puzzles that cannot be read count, too.
    pub id: u64,
    /// The name of the input.
    pub file: Arc<str>,
    /// The puzzle or the error.
    pub puzzle: Result<Record, InputError>,
    /// If the item is an error: the line that contains it, for the columns of its table.
    pub error_source: Option<SourceLine>,
}

impl Item {
    fn new(id: u64, file: Arc<str>, puzzle: Result<Record, InputError>) -> Self {
        Self { id, file, puzzle, error_source: None }
    }

    /// Returns the line number of the puzzle or of the first error, starting at 1. Returns `None` if the
    /// error has no line number.
    pub fn line(&self) -> Option<usize> {
        self.puzzle.as_ref().map_or_else(InputError::line, |record| Some(record.line))
    }

    /// Returns the location of the puzzle as `file:line`.
    pub fn place(&self) -> String {
        let file = messages::foreign(&self.file);
        self.line().map_or(file.clone(), |line| format!("{file}:{line}"))
    }

    /// Returns the line of the input that contains the puzzle or the error and no other, if it is known. The line of a
    /// puzzle is known only if the inputs are read with [`keep_lines`](ReadOptions::keep_lines).
    pub fn source(&self) -> Option<&SourceLine> {
        self.puzzle.as_ref().map_or(self.error_source.as_ref(), |record| record.source.as_ref())
    }

    /// Returns the record of a puzzle that could be read.
    ///
    /// # Errors
    /// Returns [`Failure::Reported`] if the puzzle could not be read, because a run reports this error itself.
    pub fn record(&self) -> Result<&Record, Failure> {
        self.puzzle.as_ref().map_err(|_| Failure::Reported)
    }
}

impl RunItem for Item {
    fn id(&self) -> u64 {
        self.id
    }

    fn error(&self) -> Option<&InputError> {
        self.puzzle.as_ref().err()
    }

    fn note(&self) -> Option<String> {
        let note = self.puzzle.as_ref().ok()?.note.as_ref().filter(|note| **note != Note::Document)?;
        Some(format!("{}: note: {}", self.place(), note_text(note)))
    }

    fn document(&self) -> Option<(&str, usize)> {
        let record = self.puzzle.as_ref().ok().filter(|record| record.note == Some(Note::Document))?;
        Some((&self.file, record.line))
    }

    fn clashing_input(&self) -> Option<&str> {
        let record = self.puzzle.as_ref().ok()?;
        check::has_clash(record.puzzle.grid()).then_some(&*self.file)
    }

    fn clash(&self) -> Option<InputError> {
        let record = self.puzzle.as_ref().ok()?;
        InputError::of_clash(record, || self.file.to_string())
    }

    fn digest(&self, previous: u64) -> u64 {
        let digest = Digest::new(previous).number(self.line().unwrap_or_default() as u64);
        let Ok(Record { puzzle, source, .. }) = &self.puzzle else { return digest.finish() };
        let digest = source.iter().fold(digest, |digest, source| digest.text(&source.text));
        let geometry = puzzle.geometry();
        let is_plain = geometry.variants().is_empty() && geometry.layout().is_none();
        let shape = geometry
            .box_shape()
            .filter(|_| is_plain && puzzle.rules().is_empty() && puzzle.excluded().is_empty());
        let Some(shape) = shape else {
            // A puzzle can always be serialized.
            return digest.text(json_line(&JsonPuzzle::of_puzzle(puzzle)).unwrap_or_default()).finish();
        };
        let mut digest = digest.number(shape.rows() as u64).number(shape.columns() as u64);
        for Candidate { cell, digit } in puzzle.grid().digits() {
            digest.bytes(
                &[cell.row(), cell.column(), digit.get()]
                    .map(|number| u16::try_from(number).unwrap_or(u16::MAX).to_le_bytes())
                    .concat(),
            );
        }
        digest.finish()
    }
}

/// Every `every`-th puzzle, starting with the puzzle number `first`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    first: u64,
    every: u64,
}

impl Shard {
    /// Returns whether the shard contains the puzzle with this number, starting at 1.
    fn contains(self, number: u64) -> bool {
        number % self.every == self.first % self.every
    }

    /// Parses a shard such as `2/8`.
    ///
    /// # Errors
    /// Returns an error if `text` is not two numbers, of which the first is between 1 and the second.
    pub fn parse(text: &str) -> Result<Self, String> {
        let numbers =
            text.split_once('/').and_then(|(first, every)| Some((first.parse().ok()?, every.parse().ok()?)));
        match numbers {
            Some((first, every)) if (1..=every).contains(&first) => Ok(Self { first, every }),
            _ => Err("expected K/N with K from 1 to N, for example 2/8".to_owned()),
        }
    }
}

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
    options: ReadOptions,
    current: Option<Current>,
    /// The number of puzzles and errors that have been read.
    read: u64,
    shard: Option<Shard>,
    expected: Arc<Expected>,
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
    /// Opens the files at `paths`, or standard input if there are none. If an input is a terminal, prints a hint by
    /// `program`, because the program would otherwise wait silently for the user to type.
    ///
    /// If `number` is set, there must be a single input, and the stream yields only the puzzle with this number.
    ///
    /// # Errors
    /// Returns an error if standard input occurs more than once, or if `number` is set and there is not exactly one
    /// input.
    pub fn open(
        program: &str,
        paths: &[PathBuf],
        options: ReadOptions,
        number: Option<usize>,
    ) -> Result<Self, Failure> {
        let mut inputs = inputs(paths)?;
        for input in &inputs {
            input.print_waiting(program);
        }
        let mut ahead = VecDeque::new();
        let expected = Arc::new(Expected::of_bytes(inputs.iter().map(Input::bytes).sum()));
        if number.is_some() {
            let [input] = &inputs[..] else {
                return Err(Failure::Usage("--puzzle-number requires a single input".to_owned()));
            };
            ahead.push_back(Item::new(1, input.name().into(), input.puzzle(&options, number)));
            inputs.clear();
        }
        let (inputs, read) = (inputs.into_iter(), ahead.len() as u64);
        Ok(Self { ahead, inputs, options, current: None, read, shard: None, expected })
    }

    /// Configures the stream to skip all puzzles outside `shard`. If `shard` is `None`, no puzzles are skipped.
    pub fn keep_shard(&mut self, shard: Option<Shard>) {
        self.shard = shard;
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

    /// Returns the puzzle if the stream contains exactly one, or `None` if it contains several or `wants_records` is
    /// set.
    ///
    /// # Errors
    /// Returns an error if there is no puzzle, or if the only puzzle cannot be read.
    pub fn only_unless(&mut self, wants_records: bool) -> Result<Option<Item>, Failure> {
        if wants_records || self.has(2) {
            return Ok(None);
        }
        let item = self.ahead.pop_front().ok_or_else(no_puzzle)?;
        match item.puzzle {
            Ok(_) => Ok(Some(item)),
            Err(error) => Err(error.into()),
        }
    }

    /// Skips the puzzles that an earlier run completed, according to the checkpoint of the output, and calls `each`
    /// with them.
    ///
    /// # Errors
    /// Returns an error if the puzzles or the options of the earlier run were different.
    pub fn skip_completed(&mut self, mut each: impl FnMut(&Item)) -> Result<(), Failure> {
        let Some(checkpoint) = super::output::checkpoint() else { return Ok(()) };
        let mut digest = super::run::options_digest();
        let mut last = 0;
        while last < checkpoint.items {
            let Some(item) = self.next() else { break };
            (digest, last) = (item.digest(digest), item.id);
            self.expected.skip_completed();
            each(&item);
        }
        checkpoint.verify(last, digest)
    }

    /// Returns the next puzzle, even if it is outside the shard.
    fn next_of_all(&mut self) -> Option<Item> {
        let item = self.ahead.pop_front().or_else(|| self.read());
        if item.is_none() {
            self.expected.end();
        }
        item
    }

    /// Returns the number of the next puzzle.
    fn next_id(&self) -> u64 {
        self.read + 1 - self.ahead.len() as u64
    }

    fn is_kept(&self, id: u64) -> bool {
        self.shard.is_none_or(|shard| shard.contains(id))
    }

    /// Returns the next puzzle or error from the current input, or `None` at the end of the input.
    ///
    /// If the input is a file without puzzles, returns a single error.
    fn next_of_current(&mut self) -> Option<Item> {
        let id = self.read + 1;
        let current = self.current.as_mut()?;
        let puzzle = match current.reader.next() {
            None if current.is_empty && current.input != Input::Stdin => Err(ReadError::NoPuzzle),
            puzzle => puzzle?,
        };
        let puzzle = puzzle.map_err(|error| current.input.read_error(error));
        let text = puzzle.as_ref().err().and_then(InputError::text);
        let error_source = text
            .map(|text| SourceLine { text: text.to_owned(), header: current.reader.csv_header().cloned() });
        current.is_empty = false;
        Some(Item { error_source, ..Item::new(id, current.name.clone(), puzzle) })
    }

    /// Replaces `item` by the next puzzle of the current input, and reuses its memory, if this is possible. Otherwise,
    /// returns `false` and changes nothing. See [`Reader::replace`].
    fn replace_from_current(&mut self, item: &mut Item) -> bool {
        let id = self.read + 1;
        let is_next = self.ahead.is_empty() && self.is_kept(id);
        let Some(current) = self.current.as_mut().filter(|_| is_next) else { return false };
        let Ok(record) = &mut item.puzzle else { return false };
        if !Arc::ptr_eq(&item.file, &current.name) || !current.reader.replace(record) {
            return false;
        }
        item.id = id;
        self.read = id;
        self.expected.add_item();
        true
    }

    /// Reads the next puzzle or error from the inputs.
    fn read(&mut self) -> Option<Item> {
        let item = loop {
            if let Some(item) = self.next_of_current() {
                break item;
            }
            let input = self.inputs.next()?;
            let name = Arc::from(input.name());
            match input.puzzles(&self.options, self.expected.bytes_read()) {
                Err(error) => break Item::new(self.read + 1, name, Err(error)),
                Ok(reader) => {
                    let is_file = input.bytes().is_some();
                    self.current = Some(Current { input, name, reader, is_empty: true, is_file });
                }
            }
        };
        self.read += 1;
        if self.is_kept(self.read) {
            self.expected.add_item();
        }
        Some(item)
    }
}

/// Returns the error to report if standard input contains no puzzle. For a file without puzzles, [`PuzzleStream`]
/// already returns this error.
pub fn no_puzzle() -> InputError {
    Input::Stdin.read_error(ReadError::NoPuzzle)
}

impl fmt::Debug for PuzzleStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PuzzleStream").field("inputs", &self.inputs).finish_non_exhaustive()
    }
}

impl Iterator for PuzzleStream {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        while !self.is_kept(self.next_id()) {
            self.next_of_all()?;
        }
        self.next_of_all()
    }
}

impl ItemSource for PuzzleStream {
    /// Returns whether the next puzzle can be read from the current input without blocking.
    ///
    /// Returns `true` for regular files and for puzzles that have been read in advance, and `false` if no
    /// input is open. For other inputs, see [`Reader::has_arrived`].
    fn has_arrived(&mut self) -> bool {
        loop {
            let has_arrived = !self.ahead.is_empty()
                || self
                    .current
                    .as_mut()
                    .is_some_and(|current| current.is_file || current.reader.has_arrived());
            if !has_arrived || self.is_kept(self.next_id()) {
                return has_arrived;
            }
            // The next puzzle has arrived but is outside the shard, so it can be skipped without waiting.
            if self.next_of_all().is_none() {
                return false;
            }
        }
    }

    fn replace(&mut self, item: &mut Item) -> bool {
        self.replace_from_current(item) || self.next().map(|next| *item = next).is_some()
    }
}

impl RunSource for PuzzleStream {
    fn expected(&self) -> Arc<Expected> {
        self.expected.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaced_items_are_those_of_the_iterator() {
        let folder = tempfile::tempdir().unwrap();
        let paths = [1, 2].map(|number| folder.path().join(number.to_string()));
        let lines = ["1", "2.3", "x"].map(|start| format!("{start:.<81}\n")).concat();
        for path in &paths {
            std::fs::write(path, lines.repeat(1000)).unwrap();
        }
        for shard in [None, Some(Shard { first: 2, every: 2 })] {
            let open = || {
                let mut stream = PuzzleStream::open("test", &paths, ReadOptions::default(), None).unwrap();
                stream.keep_shard(shard);
                stream
            };
            let show = |item: &Item| (item.id, item.place(), item.puzzle.as_ref().ok().cloned());
            let (mut stream, mut found) = (open(), Vec::new());
            let mut item = stream.next().unwrap();
            loop {
                found.push(show(&item));
                if !stream.replace(&mut item) {
                    break;
                }
            }
            assert!(found.iter().eq(open().map(|item| show(&item)).collect::<Vec<_>>().iter()), "{shard:?}");
            assert_eq!(found.len(), if shard.is_some() { 3000 } else { 6000 });
        }
    }

    #[test]
    fn only_puzzles_in_the_shard_are_expected() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("puzzles");
        std::fs::write(&path, "1...............\n".repeat(5)).unwrap();
        let mut stream = PuzzleStream::open("test", &[path], ReadOptions::default(), None).unwrap();
        stream.keep_shard(Some(Shard { first: 2, every: 2 }));
        let ids: Vec<_> = stream.by_ref().map(|item| item.id).collect();
        assert_eq!(ids, [2, 4]);
        assert_eq!(stream.expected().total(), Some(2));
    }
}
