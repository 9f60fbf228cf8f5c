//! Commands that write one output file for each puzzle of an input.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use anyhow::anyhow;

use super::diagnostics::Style;
use super::error_reports::ErrorReports;
use super::failure::Failure;
use super::files::Input;
use super::hints::note_text;
use super::messages;
use super::output_pattern::OutputPattern;
use super::progress::Progress;
use super::puzzles::PuzzleStream;
use crate::text::{ReadError, ReadOptions, Record};

/// A command that writes one output file for each puzzle of an input.
#[derive(Debug)]
pub struct FilePerPuzzle {
    /// The name of the program, used as a prefix for messages.
    pub program: &'static str,
    /// The input.
    pub input: Input,
    /// The options for reading the input.
    pub options: ReadOptions,
    /// The names of the output files.
    pub pattern: OutputPattern,
    /// The style of error messages.
    pub style: Style,
    /// Whether to omit progress, notes and the summary.
    pub is_quiet: bool,
}

impl FilePerPuzzle {
    /// Calls `write` with each puzzle and the path of its output file.
    ///
    /// Missing directories are created. The number in the file name is the position of the puzzle in the input, counted
    /// from 1. A puzzle that cannot be read is reported and leaves a gap in the numbers.
    ///
    /// # Errors
    /// Returns an error if the input has no puzzles, if it has several puzzles but the file name has no placeholder, if
    /// an output file is also the input, or if a directory or file cannot be written. Returns [`Failure::Reported`]
    /// after the last puzzle if any puzzle had an error.
    pub fn run(&self, mut write: impl FnMut(&Record, &Path) -> Result<(), Failure>) -> Result<(), Failure> {
        let mut puzzles = PuzzleStream::new(vec![self.input.clone()], self.options.clone(), None)?;
        if !self.pattern.is_numbered() && puzzles.has(2) {
            return Err(Failure::Other(anyhow!(
                "the input has several puzzles, but the name of the output file has no placeholder for the number\n\
                 hint: use -o with %d or %03d in the name, for example -o 'puzzles/%03d.cnf'"
            )));
        }
        let (total, bytes_read) = (puzzles.total_bytes(), puzzles.bytes_read());
        let progress = if self.is_quiet { Progress::hidden() } else { Progress::of_input(total) };
        let mut errors = ErrorReports::new(self.program, self.style);
        let (mut number, mut written, mut folder) = (0, 0, PathBuf::new());
        for item in puzzles {
            number += 1;
            let path = self.pattern.path(number);
            let result = item.valid().map_err(Failure::from).and_then(|record| {
                if let Some(note) = record.note.as_ref().filter(|_| !self.is_quiet) {
                    progress.print(format_args!("{}: note: {}", self.program, note_text(note)));
                }
                self.prepare(&path, &mut folder)?;
                write(&record, &path)
            });
            match result {
                Ok(()) => written += 1,
                Err(failure @ (Failure::Input(_) | Failure::Puzzle(_))) => {
                    errors.report_failure(&failure).into_iter().for_each(|text| progress.print(text));
                }
                Err(failure) => return Err(failure),
            }
            progress.show(|| (bytes_read.load(Ordering::Relaxed), format!("{number} puzzles")));
        }
        drop(progress);
        if number == 0 {
            return Err(self.input.read_error(ReadError::NoPuzzle).into());
        }
        errors.summary().into_iter().for_each(messages::print_line);
        if written > 0 && !self.is_quiet {
            messages::print(self.program, summary(written, number));
        }
        if written < number { Err(Failure::Reported) } else { Ok(()) }
    }

    /// Creates the directory for the output file at `path`, unless it is `folder`, the directory of the previous file.
    fn prepare(&self, path: &Path, folder: &mut PathBuf) -> Result<(), Failure> {
        if let Some(parent) = path.parent().filter(|parent| *parent != folder) {
            fs::create_dir_all(parent)
                .map_err(|error| Failure::from(error).at(parent.display().to_string()))?;
            parent.clone_into(folder);
        }
        if let (Input::File(input), Ok(target)) = (&self.input, path.canonicalize())
            && input.canonicalize().is_ok_and(|input| input == target)
        {
            return Err(Failure::Other(anyhow!(
                "the output file {} is also the input\nhint: write to a different file",
                path.display()
            )));
        }
        Ok(())
    }
}

fn summary(written: usize, number: usize) -> String {
    let files = if written == 1 { "file" } else { "files" };
    match number - written {
        0 => format!("wrote {written} {files}"),
        1 => format!("wrote {written} {files}; 1 puzzle has errors"),
        errors => format!("wrote {written} {files}; {errors} puzzles have errors"),
    }
}
