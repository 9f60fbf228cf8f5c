//! The puzzles of a command: one, or a stream of many.

use std::path::PathBuf;

use sudoku_cnf::cli::files::{Input, InputError};
use sudoku_cnf::cli::puzzles::PuzzleStream;
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

/// Opens the inputs and returns a stream of all puzzles. If `keeps_lines` is `true`, the record of a puzzle on a single
/// line contains that line.
///
/// # Errors
/// Returns an error if the options in `args` are invalid.
pub(crate) fn many(paths: &[PathBuf], args: &PuzzleArgs, keeps_lines: bool) -> Result<PuzzleStream, Failure> {
    let options = ReadOptions { keep_lines: keeps_lines, ..args.read.options()? };
    PuzzleStream::open(PROGRAM, paths, options, args.puzzle_number)
}
