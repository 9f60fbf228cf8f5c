//! The puzzles of a command that takes many, and the output that appears whole or not at all.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use sudoku_cnf::exit_code;
use sudoku_cnf::files::{self, Input, InputError, Stoppable};
use sudoku_cnf::program::faults::Faults;
use sudoku_cnf::program::puzzles::{self as all, Item};
use sudoku_cnf::text::{MOST_ERRORS, ReadError, ReadOptions, Record, Style};

use crate::{PROGRAM, say, tell, tell_error};

/// A puzzle and the name of its input.
pub(crate) struct Puzzle {
    pub(crate) input: Arc<str>,
    pub(crate) record: Record,
}

impl Puzzle {
    /// Where it stands: `file:line`.
    pub(crate) fn place(&self) -> String {
        format!("{}:{}", self.input, self.record.line)
    }
}

/// The puzzles of all inputs, one after the other.
pub(crate) struct Puzzles(Box<dyn Iterator<Item = Result<Puzzle, InputError>>>);

impl Puzzles {
    /// Those of `paths`, or of standard input if there are none; of one input just the one with the number `record`.
    pub(crate) fn open(
        paths: &[PathBuf],
        options: ReadOptions,
        record: Option<usize>,
    ) -> anyhow::Result<Self> {
        let inputs = all::inputs(paths);
        if let Some(waiting) = inputs.iter().find_map(Input::waiting) {
            tell(waiting);
        }
        let items = all::Puzzles::new(inputs, options, record)?;
        let puzzle = |Item { file, puzzle }| puzzle.map(|record| Puzzle { input: file, record });
        Ok(Self(Box::new(items.map(puzzle))))
    }

    /// Whether there is more than one puzzle or error, which takes a look at the second one.
    pub(crate) fn are_many(&mut self) -> bool {
        let first: Vec<_> = self.0.by_ref().take(2).collect();
        let are_many = first.len() > 1;
        let rest = std::mem::replace(&mut self.0, Box::new(std::iter::empty()));
        self.0 = Box::new(first.into_iter().chain(rest));
        are_many
    }

    /// The only puzzle; `None` if there are several.
    ///
    /// # Errors
    /// If it is wrong, or there is none.
    pub(crate) fn only(&mut self) -> anyhow::Result<Option<Puzzle>> {
        let first = self.0.next().ok_or_else(no_puzzle)?;
        let is_only = self.0.next().is_none();
        Ok(if is_only { Some(first?) } else { None })
    }
}

/// That nothing came from standard input, which of all inputs is no error of its own.
fn no_puzzle() -> InputError {
    Input::Stdin.read_error(ReadError::NoPuzzle)
}

/// No puzzle was right, or the first fault was to end it all; what is wrong has been told.
#[derive(Debug, thiserror::Error)]
#[error("there is nothing right to write")]
pub(crate) struct NothingRight;

/// Calls `visit` with each puzzle and its number, from 1. What is wrong with one is told, and the next one follows,
/// unless `strict`; the exit code. The first errors are told one by one.
///
/// # Errors
/// If no puzzle was right, and those of `visit` that are about writing.
pub(crate) fn for_each(
    puzzles: Puzzles,
    strict: bool,
    style: Style,
    mut visit: impl FnMut(Puzzle, u64) -> anyhow::Result<()>,
) -> anyhow::Result<u8> {
    let (mut number, mut errors) = (0, 0);
    let mut faults = Faults::new(PROGRAM, style);
    for puzzle in puzzles.0 {
        let visited = puzzle.map_err(anyhow::Error::from).and_then(|puzzle| {
            if let Some(note) = puzzle.record.note {
                tell(format_args!("{}: note: {note}", puzzle.place()));
            }
            visit(puzzle, number + 1)
        });
        match visited {
            Ok(()) => number += 1,
            Err(error) if error.is::<io::Error>() => return Err(error),
            Err(error) => {
                errors += 1;
                match error.downcast_ref::<InputError>() {
                    Some(error) => faults.tell(error).into_iter().for_each(say),
                    None if errors <= MOST_ERRORS => tell_error(&error, style),
                    None => {}
                }
                if strict {
                    return Err(NothingRight.into());
                }
            }
        }
    }
    if let Some(rest) = faults.rest() {
        say(rest);
    }
    match (number, errors) {
        (0, 0) => return Err(no_puzzle().into()),
        (0, _) => return Err(NothingRight.into()),
        _ => {}
    }
    Ok(if errors > 0 { exit_code::ERROR } else { exit_code::DONE })
}

/// Whether this is the name of standard output, or no name at all.
pub(crate) fn is_stdout(path: Option<&Path>) -> bool {
    path.is_none_or(|path| path.as_os_str() == "-")
}

/// Lets `write` write to standard output, or to a file that appears once it is complete.
///
/// # Errors
/// Those of `write`; if the file is one of `inputs`, of which faulty puzzles would be lost; and [`Interrupted`].
pub(crate) fn write_to(
    path: Option<&Path>,
    inputs: &[PathBuf],
    write: impl FnOnce(&mut dyn Write) -> anyhow::Result<u8>,
) -> anyhow::Result<u8> {
    let Some(path) = path.filter(|path| !is_stdout(Some(path))) else {
        return write(&mut io::stdout().lock());
    };
    let target = path.canonicalize().ok();
    if target.is_some() && inputs.iter().any(|input| input.canonicalize().ok() == target) {
        anyhow::bail!("{} is an input as well; write to another file", path.display());
    }
    // A signal ends the writing, and the unfinished file goes.
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        signal_hook::flag::register(signal, stop.clone())?;
    }
    let mut code = exit_code::DONE;
    let written = files::write_whole(path, |file| -> anyhow::Result<()> {
        let mut writer = BufWriter::new(Stoppable::new(file, &stop));
        code = write(&mut writer)?;
        Ok(writer.flush()?)
    });
    if stop.load(Ordering::Relaxed) {
        return Err(Interrupted.into());
    }
    written.with_context(|| path.display().to_string())?;
    Ok(code)
}

/// A signal ended it.
#[derive(Debug, thiserror::Error)]
#[error("interrupted")]
pub(crate) struct Interrupted;
