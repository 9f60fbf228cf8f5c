//! The puzzles of all inputs of a command, one after the other.

use std::iter;
use std::path::PathBuf;

use crate::files::{Input, InputError};
use crate::rules;
use crate::text::{ReadError, ReadOptions, Record};

/// A puzzle of an input, or what is wrong in its place.
#[derive(Debug)]
pub struct Item {
    /// The input's name.
    pub file: String,
    /// The puzzle.
    pub puzzle: Result<Record, InputError>,
}

impl Item {
    /// With an error in place of a puzzle whose givens clash.
    #[must_use]
    pub fn valid(self) -> Self {
        let Self { file, puzzle } = self;
        let puzzle = puzzle.and_then(|record| match rules::check_givens(&record.puzzle) {
            Ok(()) => Ok(record),
            Err(clash) => Err(InputError::Clash { name: file.clone(), line: record.line, clash }),
        });
        Self { file, puzzle }
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

/// The puzzles of all `inputs`, or just the one with the number `record` of a single one.
///
/// What cannot be opened is one error, and so is a file without a puzzle; nothing on standard input is a filter's
/// nothing to do.
///
/// # Errors
/// If a puzzle is to be picked from several inputs.
pub fn puzzles(
    inputs: Vec<Input>,
    options: ReadOptions,
    record: Option<usize>,
) -> Result<Box<dyn Iterator<Item = Item>>, SeveralInputs> {
    if record.is_some() {
        let [input] = &inputs[..] else { return Err(SeveralInputs) };
        let item = Item { file: input.name(), puzzle: input.puzzle(&options, record) };
        return Ok(Box::new(iter::once(item)));
    }
    Ok(Box::new(inputs.into_iter().flat_map(move |input| -> Box<dyn Iterator<Item = Item>> {
        match input.puzzles(&options) {
            Err(error) => Box::new(iter::once(Item { file: input.name(), puzzle: Err(error) })),
            Ok(records) => {
                let mut records = records.peekable();
                let is_missing = input != Input::Stdin && records.peek().is_none();
                let records = records.chain(is_missing.then_some(Err(ReadError::NoPuzzle)));
                Box::new(records.map(move |record| Item {
                    file: input.name(),
                    puzzle: record.map_err(|error| input.read_error(error)),
                }))
            }
        }
    })))
}
