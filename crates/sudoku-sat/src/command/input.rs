//! The puzzles of all inputs of a command, one after the other.

use std::path::PathBuf;
use std::{iter, slice};

use sudoku_cnf::files::{Input, InputError};
use sudoku_cnf::program::puzzles::{Item, inputs, puzzles as all_puzzles};
use sudoku_cnf::text::{ReadError, Record};

use crate::args::PuzzleArgs;
use crate::tell;

pub(crate) type ItemIterator = Box<dyn Iterator<Item = Item>>;

/// The puzzles of all `paths`, or of standard input if there are none. Each is valid, or an error of
/// its own; an input that cannot be opened is one error.
fn puzzles(paths: &[PathBuf], args: &PuzzleArgs) -> anyhow::Result<ItemIterator> {
    let inputs = inputs(paths);
    wait(&inputs);
    let items = all_puzzles(inputs, args.read.options()?, args.record)?;
    Ok(Box::new(items.map(Item::valid)))
}

/// The one puzzle of an input.
pub(crate) fn puzzle(path: Option<&PathBuf>, args: &PuzzleArgs) -> Result<Record, InputError> {
    let input = Input::new(path.cloned());
    wait(slice::from_ref(&input));
    input.valid_puzzle(&args.read.options()?, args.record).map(noted)
}

/// Tells a person what was decided about the text of a puzzle.
pub(crate) fn noted(record: Record) -> Record {
    if let Some(note) = record.note {
        tell(format_args!("note: {note}"));
    }
    record
}

/// Tells a person in front of a terminal that nothing comes from what is waited for.
fn wait(inputs: &[Input]) {
    if let Some(waiting) = inputs.iter().find_map(Input::waiting) {
        tell(waiting);
    }
}

/// The puzzles of a command that takes one or many and treats them differently.
pub(crate) enum Items {
    /// There is one puzzle, and it is valid.
    One(Box<Record>),
    /// There are several, or records are wanted.
    Many(ItemIterator),
}

impl IntoIterator for Items {
    type Item = Item;
    type IntoIter = ItemIterator;

    fn into_iter(self) -> ItemIterator {
        match self {
            Self::One(record) => Box::new(iter::once(Item { file: String::new(), puzzle: Ok(*record) })),
            Self::Many(items) => items,
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
) -> anyhow::Result<Items> {
    let mut items = puzzles(paths, args)?;
    if wants_records {
        return Ok(Items::Many(items));
    }
    let no_puzzle = || Input::new(paths.first().cloned()).read_error(ReadError::NoPuzzle);
    let first = items.next().ok_or_else(no_puzzle)?;
    match items.next() {
        Some(second) => Ok(Items::Many(Box::new([first, second].into_iter().chain(items)))),
        None => Ok(Items::One(Box::new(noted(first.puzzle?)))),
    }
}
