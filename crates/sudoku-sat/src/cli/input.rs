//! The puzzles from all inputs of a command, as a single stream.

use std::path::PathBuf;
use std::slice;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use sudoku_cnf::batch::ItemSource;
use sudoku_cnf::cli::Failure;
use sudoku_cnf::cli::files::{Input, InputError};
use sudoku_cnf::cli::hints::note_text;
use sudoku_cnf::cli::puzzles::{Item, PuzzleStream, inputs};
use sudoku_cnf::text::{ReadError, ReadOptions, Record};

use super::args::{PuzzleArgs, Shard};
use super::print_message;

/// Returns the only puzzle in an input, or the puzzle selected by `--puzzle-number`.
pub(crate) fn puzzle(
    path: Option<&PathBuf>,
    args: &PuzzleArgs,
    is_quiet: bool,
) -> Result<Record, InputError> {
    let input = Input::new(path.cloned());
    wait(slice::from_ref(&input));
    let record = input.valid_puzzle(&args.read.options()?, args.puzzle_number)?;
    Ok(noted(record, is_quiet))
}

/// Returns the only puzzle in `input`, or the puzzle selected by `--puzzle-number`. Its givens may clash.
pub(crate) fn unchecked_puzzle(
    input: &Input,
    args: &PuzzleArgs,
    is_quiet: bool,
) -> Result<Record, InputError> {
    wait(slice::from_ref(input));
    let record = input.puzzle(&args.read.options()?, args.puzzle_number)?;
    Ok(noted(record, is_quiet))
}

/// Returns `record` unchanged. If the text of the puzzle is ambiguous, prints a note first, unless `is_quiet` is set.
pub(crate) fn noted(record: Record, is_quiet: bool) -> Record {
    if let Some(note) = record.note.as_ref().filter(|_| !is_quiet) {
        print_message(format_args!("note: {}", note_text(note)));
    }
    record
}

/// Prints a hint if an input is a terminal, because the program would otherwise wait silently for the user to type.
fn wait(inputs: &[Input]) {
    if let Some(waiting) = inputs.iter().find_map(Input::waiting) {
        print_message(waiting);
    }
}

/// The puzzles for a command that handles a single puzzle differently from several puzzles.
pub(crate) enum OneOrMany {
    /// A single valid puzzle and the name of its input.
    One(Arc<str>, Box<Record>),
    /// A stream of puzzles. Used if there are several puzzles, or if the command prints one record per puzzle, even for
    /// a single puzzle.
    Many(Box<Stream>),
}

impl OneOrMany {
    /// Returns the puzzles as a stream.
    pub(crate) fn into_stream(self) -> Stream {
        match self {
            Self::One(file, record) => Stream::new(PuzzleStream::of(Item { file, puzzle: Ok(*record) })),
            Self::Many(stream) => *stream,
        }
    }
}

/// Opens the inputs and returns either their only puzzle or a stream of all puzzles.
///
/// Up to two puzzles are read in advance to find out whether there are several puzzles. If `wants_records` is `true`,
/// no puzzle is read in advance, and the result is always [`OneOrMany::Many`]. If `keeps_lines` is `true`, puzzles on
/// one line keep this line.
///
/// # Errors
/// Returns an error if the options in `args` are invalid. If `wants_records` is `false`, also returns an error if there
/// is no puzzle, or if the only puzzle is invalid.
pub(crate) fn one_or_many(
    paths: &[PathBuf],
    args: &PuzzleArgs,
    wants_records: bool,
    keeps_lines: bool,
) -> Result<OneOrMany, Failure> {
    let inputs = inputs(paths)?;
    wait(&inputs);
    let options = ReadOptions { keep_lines: keeps_lines, ..args.read.options()? };
    let mut puzzles = PuzzleStream::new(inputs, options, args.puzzle_number)?;
    if wants_records || puzzles.has(2) {
        return Ok(OneOrMany::Many(Box::new(Stream::new(puzzles))));
    }
    let no_puzzle = || Input::new(paths.first().cloned()).read_error(ReadError::NoPuzzle);
    let only = puzzles.next().ok_or_else(no_puzzle)?;
    Ok(OneOrMany::One(only.file.clone(), Box::new(only.valid()?)))
}

/// A numbered puzzle, or a numbered error for a puzzle that could not be read.
#[derive(Debug)]
pub(crate) struct Numbered {
    /// The number of the puzzle, counting from 1 across all inputs.
    pub(crate) id: u64,
    pub(crate) item: Item,
}

/// A stream of numbered puzzles from all inputs.
pub(crate) struct Stream {
    puzzles: PuzzleStream,
    /// The number of the next puzzle.
    next: u64,
    shard: Option<Shard>,
}

impl Stream {
    fn new(puzzles: PuzzleStream) -> Self {
        Self { puzzles, next: 1, shard: None }
    }

    /// Configures the stream to skip all puzzles outside `shard`. If `shard` is `None`, no puzzles are skipped.
    pub(crate) fn keep_shard(&mut self, shard: Option<Shard>) {
        self.shard = shard;
    }

    /// Returns the total size of the inputs in bytes, or `None` if the total size is unknown.
    pub(crate) fn total_bytes(&self) -> Option<u64> {
        self.puzzles.total_bytes()
    }

    /// Returns a shared counter of the bytes read so far. The stream updates the counter as it reads.
    pub(crate) fn bytes_read(&self) -> Arc<AtomicU64> {
        self.puzzles.bytes_read()
    }

    /// Returns the next puzzle, even if it is outside the shard.
    fn next_of_all(&mut self) -> Option<Numbered> {
        let item = self.puzzles.next()?;
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
        while self.puzzles.has_arrived() {
            if self.is_kept(self.next) {
                return true;
            }
            // The next puzzle has arrived but is outside the shard, so it can be skipped without waiting.
            if self.next_of_all().is_none() {
                break;
            }
        }
        false
    }
}
