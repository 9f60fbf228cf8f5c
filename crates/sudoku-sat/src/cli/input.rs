//! The puzzles of all inputs of a command, one after the other.

use std::path::PathBuf;
use std::slice;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use sudoku_cnf::cli::Failure;
use sudoku_cnf::cli::files::{Input, InputError};
use sudoku_cnf::cli::hints::note_text;
use sudoku_cnf::cli::puzzles::{Item, PuzzleStream, inputs};
use sudoku_cnf::formats::{ReadError, Record};
use sudoku_sat::batch::ItemSource;

use super::args::{PuzzleArgs, Shard};
use super::print_message;

/// The one puzzle of an input.
pub(crate) fn puzzle(path: Option<&PathBuf>, args: &PuzzleArgs) -> Result<Record, InputError> {
    let input = Input::new(path.cloned());
    wait(slice::from_ref(&input));
    input.valid_puzzle(&args.read.options()?, args.record).map(noted)
}

/// Tells a person what was decided about the text of a puzzle.
pub(crate) fn noted(record: Record) -> Record {
    if let Some(note) = &record.note {
        print_message(format_args!("note: {}", note_text(note)));
    }
    record
}

/// Tells a person in front of a terminal that nothing comes from what is waited for.
fn wait(inputs: &[Input]) {
    if let Some(waiting) = inputs.iter().find_map(Input::waiting) {
        print_message(waiting);
    }
}

/// The puzzles of a command that takes one or many and treats them differently.
pub(crate) enum OneOrMany {
    /// There is one puzzle, and it is valid; its input's name.
    One(Arc<str>, Box<Record>),
    /// There are several, or records are wanted.
    Many(Box<Stream>),
}

impl OneOrMany {
    /// The puzzles, where one is as many.
    pub(crate) fn into_stream(self) -> Stream {
        match self {
            Self::One(file, record) => Stream::of(vec![Item { file, puzzle: Ok(*record) }]),
            Self::Many(stream) => *stream,
        }
    }
}

/// Tells whether there is more than one puzzle, which takes a look at the second one; not so if
/// records are wanted anyhow.
///
/// # Errors
/// If there is no puzzle at all, or just one and it is wrong.
pub(crate) fn one_or_many(
    paths: &[PathBuf],
    args: &PuzzleArgs,
    wants_records: bool,
) -> Result<OneOrMany, Failure> {
    let inputs = inputs(paths);
    wait(&inputs);
    let total_bytes = inputs.iter().map(Input::bytes).sum();
    let mut puzzles = PuzzleStream::new(inputs, args.read.options()?, args.record)?;
    let first: Vec<_> = if wants_records { Vec::new() } else { puzzles.by_ref().take(2).collect() };
    if !wants_records && first.len() < 2 {
        let no_puzzle = || Input::new(paths.first().cloned()).read_error(ReadError::NoPuzzle);
        let only = first.into_iter().next().ok_or_else(no_puzzle)?;
        return Ok(OneOrMany::One(only.file.clone(), Box::new(only.valid()?)));
    }
    let stream = Stream { total_bytes, rest: Some(puzzles), ..Stream::of(first) };
    Ok(OneOrMany::Many(Box::new(stream)))
}

/// A puzzle, or what is wrong in its place, with its number.
#[derive(Debug)]
pub(crate) struct Numbered {
    /// The number, from 1, over all inputs.
    pub(crate) id: u64,
    pub(crate) item: Item,
}

/// Many puzzles, as they arrive.
pub(crate) struct Stream {
    /// Those that were looked at already.
    first: std::vec::IntoIter<Item>,
    rest: Option<PuzzleStream>,
    /// The number of the next one.
    next: u64,
    shard: Option<Shard>,
    total_bytes: Option<u64>,
}

impl Stream {
    fn of(first: Vec<Item>) -> Self {
        Self { first: first.into_iter(), rest: None, next: 1, shard: None, total_bytes: None }
    }

    /// Passes over the puzzles that are not in this shard.
    pub(crate) fn keep_shard(&mut self, shard: Option<Shard>) {
        self.shard = shard;
    }

    /// How many bytes the inputs have, if all are ordinary files.
    pub(crate) fn total_bytes(&self) -> Option<u64> {
        self.total_bytes
    }

    /// How many of them have been read, as others may watch it.
    pub(crate) fn bytes_read(&self) -> Arc<AtomicU64> {
        self.rest.as_ref().map(PuzzleStream::bytes_read).unwrap_or_default()
    }

    /// The next puzzle, in the shard or not.
    fn next_of_all(&mut self) -> Option<Numbered> {
        let item = self.first.next().or_else(|| self.rest.as_mut()?.next())?;
        let id = self.next;
        self.next += 1;
        Some(Numbered { id, item })
    }

    fn is_kept(&self, id: u64) -> bool {
        self.shard.is_none_or(|shard| shard.contains(id))
    }
}

impl Iterator for Stream {
    type Item = Numbered;

    fn next(&mut self) -> Option<Numbered> {
        while !self.is_kept(self.next) {
            self.next_of_all()?;
        }
        self.next_of_all()
    }
}

impl ItemSource for Stream {
    fn has_arrived(&mut self) -> bool {
        while self.first.len() > 0 || self.rest.as_mut().is_some_and(PuzzleStream::has_arrived) {
            if self.is_kept(self.next) {
                return true;
            }
            // What is not in the shard need not be waited for.
            if self.next_of_all().is_none() {
                break;
            }
        }
        false
    }
}
