//! The options of the commands that write any number of puzzles.

use std::path::PathBuf;

use clap::Args;
use sudoku_cnf::cli::args::{INPUT, ReadArgs, ResumeArg, puzzle_number};

/// Options shared by the commands that write puzzles.
#[derive(Debug, Args)]
pub(crate) struct ManyArgs {
    /// Puzzle files; '-' means standard input [default: -]
    #[arg(value_name = "FILE")]
    pub(crate) puzzles: Vec<PathBuf>,

    /// Write to FILE instead of standard output
    ///
    /// FILE is created or replaced only once the output is complete. The extension selects the compression (.gz, .xz or
    /// .bz2) and, unless another option does, the format.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Stop at the first error instead of continuing with the next puzzle
    #[arg(long)]
    pub(crate) strict: bool,

    #[command(flatten)]
    pub(crate) resume: ResumeArg,

    /// Use only the K-th puzzle of the input, counting from 1
    #[arg(long, alias = "record", value_name = "K", help_heading = INPUT, value_parser = puzzle_number())]
    pub(crate) puzzle_number: Option<usize>,

    #[command(flatten)]
    pub(crate) read: ReadArgs,
}

impl ManyArgs {
    /// Returns the paths of all input files.
    pub(crate) fn inputs(&self) -> impl Iterator<Item = &PathBuf> {
        self.puzzles.iter().chain(self.read.files())
    }
}
