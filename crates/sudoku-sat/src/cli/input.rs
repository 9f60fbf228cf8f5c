//! The puzzles of a command: one, or a stream of many.

use std::path::PathBuf;

use sudoku_cnf::cli::files::{Input, InputError};
use sudoku_cnf::cli::puzzles::{Item, PuzzleStream};
use sudoku_cnf::cli::{Failure, exit_code};
use sudoku_cnf::text::{ReadOptions, Record};

use super::args::PuzzleArgs;
use super::{PROGRAM, print_message};

/// Reads the only puzzle of a command, and prints the note about it unless `is_quiet` is set.
pub(crate) fn single(path: Option<&PathBuf>, args: &PuzzleArgs, is_quiet: bool) -> Result<Record, Failure> {
    let input = Input::new(path.cloned());
    Ok(input.noted_puzzle(&args.read.options()?, args.puzzle_number, PROGRAM, is_quiet)?)
}

/// Reports that the puzzle has no solution, and returns the exit code.
///
/// # Errors
/// Returns an error that locates the clash if two givens clash.
pub(crate) fn no_solution(path: Option<&PathBuf>, record: &Record) -> Result<u8, Failure> {
    print_message("no solution");
    match InputError::of_clash(record, || Input::new(path.cloned()).name()) {
        Some(clash) => Err(Failure::Clash(clash)),
        None => Ok(exit_code::NO_SOLUTION),
    }
}

/// The puzzles for a command that handles a single puzzle differently from several puzzles.
pub(crate) enum OneOrMany {
    /// A single puzzle.
    One(Box<Item>),
    /// A stream of puzzles. Used if there are several puzzles, or if the command prints one record per puzzle, even for
    /// a single puzzle.
    Many(Box<PuzzleStream>),
}

/// Opens the inputs and returns a stream of all puzzles. If `keeps_lines` is `true`, puzzles on one line keep this
/// line.
///
/// # Errors
/// Returns an error if the options in `args` are invalid.
pub(crate) fn many(paths: &[PathBuf], args: &PuzzleArgs, keeps_lines: bool) -> Result<PuzzleStream, Failure> {
    let options = ReadOptions { keep_lines: keeps_lines, ..args.read.options()? };
    PuzzleStream::open(PROGRAM, paths, options, args.puzzle_number)
}

/// Opens the inputs and returns either their only puzzle or a stream of all puzzles.
///
/// Up to two puzzles are read in advance to find out whether there are several puzzles. If `wants_records` is `true`,
/// no puzzle is read in advance, and the result is always [`OneOrMany::Many`]. If `keeps_lines` is `true`, puzzles on
/// one line keep this line.
///
/// # Errors
/// Returns an error if the options in `args` are invalid. If `wants_records` is `false`, also returns an error if there
/// is no puzzle, or if the only puzzle cannot be read.
pub(crate) fn one_or_many(
    paths: &[PathBuf],
    args: &PuzzleArgs,
    wants_records: bool,
    keeps_lines: bool,
) -> Result<OneOrMany, Failure> {
    let mut puzzles = many(paths, args, keeps_lines)?;
    if wants_records {
        return Ok(OneOrMany::Many(Box::new(puzzles)));
    }
    Ok(match puzzles.only()? {
        None => OneOrMany::Many(Box::new(puzzles)),
        Some(item) => OneOrMany::One(Box::new(item)),
    })
}
