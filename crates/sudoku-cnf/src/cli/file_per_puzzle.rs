//! Commands that write one output file for each puzzle of an input.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::anyhow;

use super::failure::Failure;
use super::files::Input;
use super::messages;
use super::numbers::counted;
use super::output_file;
use super::output_pattern::OutputPattern;
use super::puzzles::{Item, PuzzleStream};
use super::run::{Answer, Run};
use crate::text::{ReadError, ReadOptions, Record};

/// Calls `write` with each puzzle of `input` and the path of its output file. Returns the exit code.
///
/// Missing directories are created. The number in the file name is the position of the puzzle in the input, counted
/// from 1. A puzzle that cannot be read is reported and leaves a gap in the numbers.
///
/// # Errors
/// Returns an error if the input has no puzzles, if it has several puzzles but the file name has no placeholder, if
/// an output file is also an input, or if a directory or file cannot be written.
pub fn file_per_puzzle(
    run: &Run,
    input: &Input,
    options: ReadOptions,
    pattern: &OutputPattern,
    write: impl Fn(&Record, &Path) -> Result<(), Failure> + Sync,
) -> Result<u8, Failure> {
    let paths: Vec<_> = input.path().cloned().into_iter().collect();
    let mut puzzles = PuzzleStream::open(run.program, &paths, options, None)?;
    if !pattern.is_numbered() && puzzles.has(2) {
        return Err(Failure::Other(anyhow!(
            "the input has several puzzles, but the name of the output file has no placeholder for the number\n\
             hint: use -o with %d or %03d in the name, for example -o 'puzzles/%03d.cnf'"
        )));
    }
    let worker = || {
        let mut folder = PathBuf::new();
        let write = &write;
        move |item: &Item| {
            let path = pattern.path(usize::try_from(item.id).unwrap_or(usize::MAX));
            prepare(&path, input, &mut folder)?;
            write(item.record()?, &path)?;
            Ok(Answer { reports_clash: true, ..Answer::new((), None) })
        }
    };
    let totals = run.each(puzzles, worker, |_, _| Ok(()))?;
    if totals.is_empty() {
        return Err(input.read_error(ReadError::NoPuzzle).into());
    }
    let written = totals.items - totals.errors;
    if written > 0 && !run.is_quiet {
        messages::print(run.program, summary(written, totals.errors));
    }
    Ok(totals.exit_code())
}

/// Creates the directory for the output file at `path`, unless it is `folder`, the directory of the previous file.
fn prepare(path: &Path, input: &Input, folder: &mut PathBuf) -> Result<(), Failure> {
    if let Some(parent) = path.parent().filter(|parent| *parent != folder) {
        fs::create_dir_all(parent).map_err(Failure::writing(parent))?;
        parent.clone_into(folder);
    }
    output_file::reject_input(path, input.path())
}

fn summary(written: u64, errors: u64) -> String {
    let written = format!("wrote {}", counted(written, "file", "files"));
    let errors = (errors > 0).then(|| counted(errors, "puzzle has errors", "puzzles have errors"));
    errors.map_or(written.clone(), |errors| format!("{written}; {errors}"))
}
