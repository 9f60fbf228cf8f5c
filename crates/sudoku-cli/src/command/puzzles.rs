//! The puzzles of a command that takes many, and the output that appears whole or not at all.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use sudoku_cnf::exit_code;
use sudoku_cnf::files::{self, Input, InputError};
use sudoku_cnf::text::{MOST_ERRORS, ReadError, ReadOptions, Record, Style};

use crate::{tell, tell_error};

/// The puzzles of all inputs, one after the other.
pub(crate) struct Puzzles {
    records: Box<dyn Iterator<Item = Result<Record, InputError>>>,
    /// Who should hear of the faults.
    first: Input,
}

impl Puzzles {
    /// Those of `paths`, or of standard input if there are none; of one input just the one with the number `record`.
    pub(crate) fn open(
        paths: &[PathBuf],
        options: &ReadOptions,
        record: Option<usize>,
    ) -> anyhow::Result<Self> {
        let inputs: Vec<_> = match paths {
            [] => vec![Input::Stdin],
            paths => paths.iter().map(|path| Input::new(Some(path.clone()))).collect(),
        };
        if let Some(waiting) = inputs.iter().find_map(Input::waiting) {
            tell(waiting);
        }
        let first = inputs[0].clone();
        if record.is_some() {
            let [input] = &inputs[..] else {
                anyhow::bail!("--record picks a puzzle from one input, and there are several");
            };
            return Ok(Self { records: Box::new(std::iter::once(input.puzzle(options, record))), first });
        }
        let options = options.clone();
        let records = inputs.into_iter().flat_map(move |input| -> Box<dyn Iterator<Item = _>> {
            match input.puzzles(&options) {
                Err(error) => Box::new(std::iter::once(Err(error))),
                Ok(records) => {
                    Box::new(records.map(move |record| record.map_err(|error| input.read_error(error))))
                }
            }
        });
        Ok(Self { records: Box::new(records), first })
    }

    /// Whether there is more than one puzzle or error, which takes a look at the second one.
    pub(crate) fn are_many(&mut self) -> bool {
        let first: Vec<_> = self.records.by_ref().take(2).collect();
        let are_many = first.len() > 1;
        let rest = std::mem::replace(&mut self.records, Box::new(std::iter::empty()));
        self.records = Box::new(first.into_iter().chain(rest));
        are_many
    }

    /// The only puzzle; `None` if there are several.
    ///
    /// # Errors
    /// If it is wrong, or there is none.
    pub(crate) fn only(&mut self) -> anyhow::Result<Option<Record>> {
        let first = self.records.next().ok_or_else(|| self.first.read_error(ReadError::NoPuzzle))?;
        let is_only = self.records.next().is_none();
        Ok(if is_only { Some(first?) } else { None })
    }
}

/// No puzzle was right, and all that is wrong has been told.
#[derive(Debug, thiserror::Error)]
#[error("there is no puzzle that is right")]
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
    mut visit: impl FnMut(Record, u64) -> anyhow::Result<()>,
) -> anyhow::Result<u8> {
    let (mut number, mut errors) = (0, 0);
    for record in puzzles.records {
        let visited = record.map_err(anyhow::Error::from).and_then(|record| {
            if let Some(note) = record.note {
                tell(format_args!("note: {note}"));
            }
            visit(record, number + 1)
        });
        match visited {
            Ok(()) => number += 1,
            Err(error) if error.is::<io::Error>() => return Err(error),
            Err(error) => {
                errors += 1;
                if errors <= MOST_ERRORS {
                    tell_error(&error, style);
                }
                if strict {
                    break;
                }
            }
        }
    }
    if errors > MOST_ERRORS {
        tell(format_args!("{errors} puzzles are errors, of which the first {MOST_ERRORS} are told"));
    }
    match (number, errors) {
        (0, 0) => return Err(puzzles.first.read_error(ReadError::NoPuzzle).into()),
        (0, _) => return Err(NothingRight.into()),
        _ => {}
    }
    Ok(if errors > 0 { exit_code::ERROR } else { exit_code::DONE })
}

/// Lets `write` write to standard output, or to a file that appears once it is complete.
pub(crate) fn write_to(
    path: Option<&Path>,
    write: impl FnOnce(&mut dyn Write) -> anyhow::Result<u8>,
) -> anyhow::Result<u8> {
    let Some(path) = path.filter(|path| path.as_os_str() != "-") else {
        return write(&mut io::stdout().lock());
    };
    let mut code = exit_code::DONE;
    files::write_whole(path, |file| -> anyhow::Result<()> {
        let mut writer = BufWriter::new(file);
        code = write(&mut writer)?;
        Ok(writer.flush()?)
    })
    .with_context(|| path.display().to_string())?;
    Ok(code)
}
