//! Commands that write one output file for each puzzle of an input.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::anyhow;

use super::failure::Failure;
use super::files::Input;
use super::messages;
use super::numbers::counted;
use super::output_pattern::OutputPattern;
use super::puzzles::{Item, PuzzleStream};
use super::run::{Answer, Run};
use crate::text::{ReadError, ReadOptions, Record};

/// A command that writes one output file for each puzzle of an input.
#[derive(Debug)]
pub struct FilePerPuzzle {
    /// The options of the run.
    pub run: Run,
    /// The input.
    pub input: Input,
    /// The options for reading the input.
    pub options: ReadOptions,
    /// The names of the output files.
    pub pattern: OutputPattern,
}

impl FilePerPuzzle {
    /// Calls `write` with each puzzle and the path of its output file. Returns the exit code.
    ///
    /// Missing directories are created. The number in the file name is the position of the puzzle in the input, counted
    /// from 1. A puzzle that cannot be read is reported and leaves a gap in the numbers.
    ///
    /// # Errors
    /// Returns an error if the input has no puzzles, if it has several puzzles but the file name has no placeholder, if
    /// an output file is also the input, or if a directory or file cannot be written.
    pub fn run(&self, write: impl Fn(&Record, &Path) -> Result<(), Failure> + Sync) -> Result<u8, Failure> {
        let paths = match &self.input {
            Input::File(path) => vec![path.clone()],
            Input::Stdin => Vec::new(),
        };
        let mut puzzles = PuzzleStream::open(self.run.program, &paths, self.options.clone(), None)?;
        if !self.pattern.is_numbered() && puzzles.has(2) {
            return Err(Failure::Other(anyhow!(
                "the input has several puzzles, but the name of the output file has no placeholder for the number\n\
                 hint: use -o with %d or %03d in the name, for example -o 'puzzles/%03d.cnf'"
            )));
        }
        let worker = || {
            let mut folder = PathBuf::new();
            let write = &write;
            move |item: &Item| {
                let path = self.pattern.path(usize::try_from(item.id).unwrap_or(usize::MAX));
                self.prepare(&path, &mut folder)?;
                write(item.record()?, &path)?;
                Ok(Answer { reports_clash: true, ..Answer::new((), None) })
            }
        };
        let totals = self.run.each(puzzles, worker, |_, _| Ok(()))?;
        if totals.is_empty() {
            return Err(self.input.read_error(ReadError::NoPuzzle).into());
        }
        let written = totals.items - totals.errors;
        if written > 0 && !self.run.is_quiet {
            messages::print(self.run.program, summary(written, totals.errors));
        }
        Ok(totals.exit_code())
    }

    /// Creates the directory for the output file at `path`, unless it is `folder`, the directory of the previous file.
    fn prepare(&self, path: &Path, folder: &mut PathBuf) -> Result<(), Failure> {
        if let Some(parent) = path.parent().filter(|parent| *parent != folder) {
            fs::create_dir_all(parent).map_err(Failure::writing(parent))?;
            parent.clone_into(folder);
        }
        if let (Input::File(input), Ok(target)) = (&self.input, path.canonicalize())
            && input.canonicalize().is_ok_and(|input| input == target)
        {
            return Err(Failure::Other(anyhow!(
                "the output file {} is also the input\nhint: write to a different file",
                messages::foreign(path.display())
            )));
        }
        Ok(())
    }
}

fn summary(written: u64, errors: u64) -> String {
    let written = format!("wrote {}", counted(written, "file", "files"));
    let errors = (errors > 0).then(|| counted(errors, "puzzle has errors", "puzzles have errors"));
    errors.map_or(written.clone(), |errors| format!("{written}; {errors}"))
}
