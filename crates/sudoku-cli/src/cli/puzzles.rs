//! Iteration over a command's input puzzles, and output to a file that appears only once it is complete.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use sudoku_cnf::cli::error_reports::ErrorReports;
use sudoku_cnf::cli::files::{self, Input, InputError, Stoppable};
use sudoku_cnf::cli::hints::note_text;
use sudoku_cnf::cli::puzzles::{Item, PuzzleStream, inputs};
use sudoku_cnf::cli::{Failure, Style, exit_code, messages};
use sudoku_cnf::formats::{ReadError, ReadOptions, Record};

use super::{PROGRAM, print_message};

/// A puzzle and the name of its input.
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

/// The puzzles from all inputs, in order.
pub(crate) struct PuzzleInputs(Box<dyn Iterator<Item = Result<LocatedPuzzle, InputError>>>);

impl PuzzleInputs {
    /// Opens `paths`, or standard input if `paths` is empty.
    ///
    /// If `number` is set, there must be a single input, and only the puzzle with this number is read.
    pub(crate) fn open(
        paths: &[PathBuf],
        options: ReadOptions,
        number: Option<usize>,
    ) -> Result<Self, Failure> {
        let inputs = inputs(paths);
        if let Some(waiting) = inputs.iter().find_map(Input::waiting) {
            print_message(waiting);
        }
        let items = PuzzleStream::new(inputs, options, number)?;
        let puzzle = |Item { file, puzzle }| puzzle.map(|record| LocatedPuzzle { input: file, record });
        Ok(Self(Box::new(items.map(puzzle))))
    }

    /// Looks ahead and returns whether there is more than one puzzle. Errors count as puzzles.
    pub(crate) fn are_many(&mut self) -> bool {
        let first: Vec<_> = self.0.by_ref().take(2).collect();
        let are_many = first.len() > 1;
        let rest = std::mem::replace(&mut self.0, Box::new(std::iter::empty()));
        self.0 = Box::new(first.into_iter().chain(rest));
        are_many
    }

    /// Returns the puzzle if the inputs contain exactly one, or `None` if they contain several.
    ///
    /// # Errors
    /// Returns an error if there is no puzzle, or if the only puzzle cannot be read.
    pub(crate) fn only(&mut self) -> Result<Option<LocatedPuzzle>, Failure> {
        let first = self.0.next().ok_or_else(no_puzzle)?;
        let is_only = self.0.next().is_none();
        Ok(if is_only { Some(first?) } else { None })
    }
}

/// Returns the error for standard input that contains no puzzle. For files, the [`PuzzleStream`] returns this error.
fn no_puzzle() -> InputError {
    Input::Stdin.read_error(ReadError::NoPuzzle)
}

/// Calls `visit` with each puzzle and its number, and returns the exit code.
///
/// Puzzles are numbered from 1, and puzzles with errors are not counted. Errors are printed, up to a limit. If `strict`
/// is set, the loop ends at the first error.
///
/// # Errors
/// Returns an error if there is no puzzle, if all puzzles have errors, if `strict` is set and a puzzle has an error, or
/// if `visit` cannot write its output.
pub(crate) fn for_each(
    puzzles: PuzzleInputs,
    strict: bool,
    style: Style,
    mut visit: impl FnMut(LocatedPuzzle, u64) -> Result<(), Failure>,
) -> Result<u8, Failure> {
    let (mut number, mut errors) = (0, 0);
    let mut error_reports = ErrorReports::new(PROGRAM, style);
    for puzzle in puzzles.0 {
        let visited = puzzle.map_err(Failure::from).and_then(|puzzle| {
            if let Some(note) = &puzzle.record.note {
                print_message(format_args!("{}: note: {}", puzzle.place(), note_text(note)));
            }
            visit(puzzle, number + 1)
        });
        match visited {
            Ok(()) => number += 1,
            Err(failure @ Failure::Output { .. }) => return Err(failure),
            Err(failure) => {
                errors += 1;
                error_reports.report_failure(&failure).into_iter().for_each(messages::print_line);
                if strict {
                    return Err(Failure::Reported);
                }
            }
        }
    }
    if let Some(summary) = error_reports.summary() {
        messages::print_line(summary);
    }
    match (number, errors) {
        (0, 0) => return Err(no_puzzle().into()),
        (0, _) => return Err(Failure::Reported),
        _ => {}
    }
    Ok(if errors > 0 { exit_code::ERROR } else { exit_code::DONE })
}

/// Returns whether `path` is `None` or `-`, both of which denote standard output.
pub(crate) fn is_stdout(path: Option<&Path>) -> bool {
    path.is_none_or(|path| path.as_os_str() == "-")
}

/// Calls `write` with standard output, or with a file at `path` that appears only once it is complete.
///
/// # Errors
/// Returns an error if `write` fails, if a signal interrupts the program, or if the output file is one of `inputs`.
/// Overwriting an input file would destroy any puzzles in it that could not be read.
pub(crate) fn write_to(
    path: Option<&Path>,
    inputs: &[PathBuf],
    write: impl FnOnce(&mut dyn Write) -> Result<u8, Failure>,
) -> Result<u8, Failure> {
    let Some(path) = path.filter(|path| !is_stdout(Some(path))) else {
        return write(&mut io::stdout().lock()).map_err(|failure| failure.at("standard output"));
    };
    let target = path.canonicalize().ok();
    if target.is_some() && inputs.iter().any(|input| input.canonicalize().ok() == target) {
        return Err(Failure::Other(anyhow::anyhow!(
            "the output file {} is also an input\nhint: write to a different file",
            path.display()
        )));
    }
    // If a signal arrives, `write` is interrupted and the unfinished file is removed.
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        signal_hook::flag::register(signal, stop.clone())?;
    }
    let mut code = exit_code::DONE;
    let written = files::write_whole(path, |file| -> Result<(), Failure> {
        let mut writer = BufWriter::new(Stoppable::new(file, &stop));
        code = write(&mut writer)?;
        Ok(writer.flush()?)
    });
    if stop.load(Ordering::Relaxed) {
        return Err(Failure::Interrupted);
    }
    written.map_err(|failure| failure.at(path.display().to_string()))?;
    Ok(code)
}
