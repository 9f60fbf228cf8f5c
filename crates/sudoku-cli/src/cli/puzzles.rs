//! Iterates over the input puzzles of a command, and writes output files that do not appear until they are complete.

use std::borrow::Borrow;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use sudoku_cnf::batch::ItemSource;
use sudoku_cnf::cli::error_reports::ErrorReports;
use sudoku_cnf::cli::files::{Input, InputError};
use sudoku_cnf::cli::hints::note_text;
use sudoku_cnf::cli::output_file::{reject_input, write_whole};
use sudoku_cnf::cli::progress::Progress;
use sudoku_cnf::cli::puzzles::{Item, PuzzleStream, inputs};
use sudoku_cnf::cli::{Failure, Style, exit_code, messages};
use sudoku_cnf::text::{ReadError, ReadOptions, Record};

use super::{PROGRAM, print_message};

/// A puzzle and the name of the input that contains it.
pub(crate) struct LocatedPuzzle {
    pub(crate) input: Arc<str>,
    pub(crate) record: Record,
}

impl LocatedPuzzle {
    /// Returns the location of the puzzle as `file:line`.
    pub(crate) fn place(&self) -> String {
        format!("{}:{}", self.input, self.record.line)
    }
}

/// An iterator over the puzzles from all inputs, in input order.
pub(crate) struct PuzzleInputs(PuzzleStream);

impl PuzzleInputs {
    /// Opens `paths`, or standard input if `paths` is empty.
    ///
    /// If `number` is set, there must be exactly one input, and the iterator returns only the puzzle with this number.
    pub(crate) fn open(
        paths: &[PathBuf],
        options: ReadOptions,
        number: Option<usize>,
    ) -> Result<Self, Failure> {
        let inputs = inputs(paths)?;
        if let Some(waiting) = inputs.iter().find_map(Input::waiting) {
            print_message(waiting);
        }
        Ok(Self(PuzzleStream::new(inputs, options, number)?))
    }

    /// Reads ahead and returns whether there is more than one puzzle. Errors count as puzzles.
    pub(crate) fn are_many(&mut self) -> bool {
        self.0.has(2)
    }

    /// Returns a progress bar for reading the puzzles, and the counter of bytes read so far.
    pub(crate) fn progress(&self) -> (Progress, Arc<AtomicU64>) {
        (Progress::of_bytes(self.0.total_bytes()), self.0.bytes_read())
    }

    /// Returns the puzzle if the inputs contain exactly one, or `None` if they contain several.
    ///
    /// # Errors
    /// Returns an error if there is no puzzle, or if the only puzzle cannot be read.
    pub(crate) fn only(&mut self) -> Result<Option<LocatedPuzzle>, Failure> {
        let first = self.next().ok_or_else(no_puzzle)?;
        let is_only = self.next().is_none();
        Ok(if is_only { Some(first?) } else { None })
    }
}

impl Iterator for PuzzleInputs {
    type Item = Result<LocatedPuzzle, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        let Item { file, puzzle } = self.0.next()?;
        Some(puzzle.map(|record| LocatedPuzzle { input: file, record }))
    }
}

impl ItemSource for PuzzleInputs {
    fn has_arrived(&mut self) -> bool {
        self.0.has_arrived()
    }
}

/// Returns the error to report if standard input contains no puzzle. For a file without puzzles, [`PuzzleStream`]
/// already returns this error.
pub(crate) fn no_puzzle() -> InputError {
    Input::Stdin.read_error(ReadError::NoPuzzle)
}

/// Calls `visit` with each puzzle and its number, and returns the exit code.
///
/// The puzzles without errors are numbered, starting from 1. Error messages are printed, up to a limit. If `strict` is
/// set, processing stops at the first error.
///
/// # Errors
/// Returns an error if there is no puzzle, if all puzzles have errors, if `strict` is set and a puzzle has an error, or
/// if `visit` cannot write its output.
pub(crate) fn for_each(
    puzzles: PuzzleInputs,
    strict: bool,
    reports: Reports,
    mut visit: impl FnMut(LocatedPuzzle, u64) -> Result<(), Failure>,
) -> Result<u8, Failure> {
    let (mut visits, progress) = (Visits::new(strict, reports), Progress::hidden());
    for puzzle in puzzles {
        let number = visits.visited() + 1;
        visits.visit(puzzle, &progress, |puzzle| visit(puzzle, number))?;
    }
    visits.finish()
}

/// How to report errors, and whether to omit notes.
#[derive(Clone, Copy)]
pub(crate) struct Reports {
    pub(crate) style: Style,
    pub(crate) is_quiet: bool,
}

/// The numbers of visited puzzles and of errors, and the error messages.
pub(crate) struct Visits {
    strict: bool,
    is_quiet: bool,
    error_reports: ErrorReports,
    visited: u64,
    errors: u64,
}

impl Visits {
    /// Starts to count. If `strict` is set, the first error ends the run.
    pub(crate) fn new(strict: bool, Reports { style, is_quiet }: Reports) -> Self {
        Self { strict, is_quiet, error_reports: ErrorReports::new(PROGRAM, style), visited: 0, errors: 0 }
    }

    /// Returns the number of puzzles that have been visited without errors.
    pub(crate) fn visited(&self) -> u64 {
        self.visited
    }

    /// Returns the number of puzzles that could not be read or visited.
    pub(crate) fn errors(&self) -> u64 {
        self.errors
    }

    /// Calls `visit` with a puzzle, unless it could not be read. Prints notes and errors above `progress`.
    ///
    /// # Errors
    /// Returns an error if the run must end: `visit` could not write its output, or there was an error and `strict` is
    /// set.
    pub(crate) fn visit<P: Borrow<LocatedPuzzle>, E: Borrow<InputError>>(
        &mut self,
        puzzle: Result<P, E>,
        progress: &Progress,
        visit: impl FnOnce(P) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let report = match puzzle {
            Err(error) => self.error_reports.report(error.borrow()),
            Ok(puzzle) => {
                let located = puzzle.borrow();
                if let Some(note) = located.record.note.as_ref().filter(|_| !self.is_quiet) {
                    progress.print(format_args!("{PROGRAM}: {}: note: {}", located.place(), note_text(note)));
                }
                match visit(puzzle) {
                    Ok(()) => {
                        self.visited += 1;
                        return Ok(());
                    }
                    Err(failure @ Failure::Output { .. }) => return Err(failure),
                    Err(failure) => self.error_reports.report_failure(&failure),
                }
            }
        };
        self.errors += 1;
        if let Some(report) = report {
            progress.print(report);
        }
        if self.strict { Err(Failure::Reported) } else { Ok(()) }
    }

    /// Prints the number of errors without a message, and returns the exit code.
    ///
    /// # Errors
    /// Returns an error if no puzzle has been visited.
    pub(crate) fn finish(self) -> Result<u8, Failure> {
        if let Some(summary) = self.error_reports.summary() {
            messages::print_line(summary);
        }
        match (self.visited, self.errors) {
            (0, 0) => Err(no_puzzle().into()),
            (0, _) => Err(Failure::Reported),
            (_, 0) => Ok(exit_code::DONE),
            _ => Ok(exit_code::ERROR),
        }
    }
}

/// Returns whether `path` is `None` or `-`, both of which denote standard output.
pub(crate) fn is_stdout(path: Option<&Path>) -> bool {
    path.is_none_or(|path| path.as_os_str() == "-")
}

/// Calls `write` with a writer for the file at `path`, or for standard output if `path` is `None` or `-`.
///
/// The file does not appear at `path` until it is complete.
///
/// # Errors
/// Returns an error if `write` fails, or if the output file is also one of `inputs`. Overwriting an input file would
/// destroy any puzzles that could not be read from it.
pub(crate) fn write_to<'p>(
    path: Option<&Path>,
    inputs: impl IntoIterator<Item = &'p PathBuf>,
    write: impl FnOnce(&mut dyn Write) -> Result<u8, Failure>,
) -> Result<u8, Failure> {
    let Some(path) = path.filter(|path| !is_stdout(Some(path))) else {
        return write(&mut io::stdout().lock()).map_err(|failure| failure.at("standard output"));
    };
    reject_input(path, inputs)?;
    let mut code = exit_code::DONE;
    let written = write_whole(path, |file| -> Result<(), Failure> {
        let mut writer = BufWriter::new(file);
        code = write(&mut writer)?;
        Ok(writer.flush()?)
    });
    written.map_err(|failure| failure.at(path.display().to_string()))?;
    Ok(code)
}
