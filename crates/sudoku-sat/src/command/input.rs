//! The puzzles of all inputs of a command, one after the other.

use std::iter;
use std::path::PathBuf;

use anyhow::bail;
use sudoku_cnf::files::{Input, InputError};
use sudoku_cnf::text::{ReadError, Record};

use crate::args::PuzzleArgs;

type Puzzles = Box<dyn Iterator<Item = Result<Record, InputError>>>;

/// The puzzles of all `paths`, or of standard input if there are none. Each is valid, or an error of
/// its own; an input that cannot be opened is one error.
pub(crate) fn puzzles(paths: &[PathBuf], args: &PuzzleArgs) -> anyhow::Result<Puzzles> {
    let inputs = match paths {
        [] => vec![Input::Stdin],
        paths => paths.iter().map(|path| Input::new(Some(path.clone()))).collect(),
    };
    if let Some(number) = args.record {
        let [input] = &inputs[..] else {
            bail!("--record picks a puzzle from one input, and there are several")
        };
        return Ok(Box::new(iter::once(input.valid_puzzle(args.shape, Some(number as usize)))));
    }
    let shape = args.shape;
    Ok(Box::new(inputs.into_iter().flat_map(move |input| -> Puzzles {
        match input.puzzles(shape) {
            Err(error) => Box::new(iter::once(Err(error))),
            Ok(records) => Box::new(records.map(move |record| {
                let record = record.map_err(|error| input.read_error(error))?;
                input.check(&record)?;
                Ok(record)
            })),
        }
    })))
}

/// The error of a command that found no puzzle in its inputs.
pub(crate) fn no_puzzle(paths: &[PathBuf]) -> InputError {
    Input::new(paths.first().cloned()).read_error(ReadError::NoPuzzle)
}
