//! The loop over the puzzles of a command, and output to a file that appears only once it is complete.

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
use sudoku_cnf::formats::{MAX_REPORTED_ERRORS, ReadError, ReadOptions, Record};

use super::{PROGRAM, print_message};

/// A puzzle and the name of its input.
pub(crate) struct LocatedPuzzle {
    pub(crate) input: Arc<str>,
    pub(crate) record: Record,
}

impl LocatedPuzzle {
    /// Returns the location, `file:line`.
    pub(crate) fn place(&self) -> String {
        format!("{}:{}", self.input, self.record.line)
    }
}

/// The puzzles of all inputs, one after the other.
pub(crate) struct PuzzleInputs(Box<dyn Iterator<Item = Result<LocatedPuzzle, InputError>>>);

impl PuzzleInputs {
    /// Opens `paths`, or standard input if there are none. With `number`, only the puzzle with that number is returned;
    /// there must be a single input.
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

    /// Reads up to two puzzles and returns whether there is more than one, counting errors as puzzles.
    pub(crate) fn are_many(&mut self) -> bool {
        let first: Vec<_> = self.0.by_ref().take(2).collect();
        let are_many = first.len() > 1;
        let rest = std::mem::replace(&mut self.0, Box::new(std::iter::empty()));
        self.0 = Box::new(first.into_iter().chain(rest));
        are_many
    }

    /// Returns the only puzzle; `None` if there are several.
    ///
    /// # Errors
    /// If the puzzle cannot be read, or there is none.
    pub(crate) fn only(&mut self) -> Result<Option<LocatedPuzzle>, Failure> {
        let first = self.0.next().ok_or_else(no_puzzle)?;
        let is_only = self.0.next().is_none();
        Ok(if is_only { Some(first?) } else { None })
    }
}

/// The error for standard input without a puzzle. (A file without a puzzle is reported by the reader.)
fn no_puzzle() -> InputError {
    Input::Stdin.read_error(ReadError::NoPuzzle)
}

/// Calls `visit` with each puzzle and its number, from 1, and returns the exit code. Errors are reported; the first one
/// ends the loop if `strict` is set.
///
/// # Errors
/// If no puzzle was read or visited without an error, or if `visit` could not write.
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
                let report = match &failure {
                    Failure::Input(error) => error_reports.report(error),
                    failure if errors <= MAX_REPORTED_ERRORS => failure.report(PROGRAM, style),
                    _ => None,
                };
                report.into_iter().for_each(messages::print_line);
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

/// Returns whether output goes to standard output, that is, without a path or with `-`.
pub(crate) fn is_stdout(path: Option<&Path>) -> bool {
    path.is_none_or(|path| path.as_os_str() == "-")
}

/// Calls `write` with standard output, or with a file that appears once it is complete.
///
/// # Errors
/// If `write` fails, after a signal, or if the file is one of `inputs`. Replacing an input would lose the puzzles that
/// could not be read.
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
            "{} is an input, too\nhint: write to another file",
            path.display()
        )));
    }
    // A signal stops the writing, and the unfinished file is removed.
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
