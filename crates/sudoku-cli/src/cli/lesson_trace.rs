//! The options of `sudoku-cli lesson --trace`.

use std::path::{Path, PathBuf};

use clap::Args;
use sudoku_cli::lesson::TracePage;
use sudoku_cnf::cli::args::{EncodingArgs, whole_number};
use sudoku_cnf::cli::output::{self, Output};
use sudoku_cnf::cli::{Failure, exit_code};
use sudoku_cnf::text::{Alphabet, Record};
use sudoku_sat::trace::{TraceEnd, TraceOptions};
use sudoku_sat::{Limits, SolveError};

use super::print_message;

/// Options for the page that shows the SAT solver at work.
#[derive(Debug, Args)]
#[command(next_help_heading = "Trace", mut_arg("encoding", |argument| argument.requires("trace").conflicts_with("step")),
    mut_arg("at_most_one", |argument| argument.requires("trace").conflicts_with("step")),
    mut_arg("sum_encoding", |argument| argument.requires("trace").conflicts_with("step")))]
pub(super) struct LessonTraceArgs {
    /// Show what the SAT solver does, clause by clause, on a page
    #[arg(long, conflicts_with = "step")]
    pub(super) trace: bool,

    /// Search for a second solution
    #[arg(long, requires = "trace", conflicts_with = "step")]
    refute: bool,

    #[command(flatten)]
    encoding: EncodingArgs,

    /// Seed for the solver's random choices [default: no random choices]
    #[arg(long, value_name = "N", requires = "trace", conflicts_with = "step")]
    seed: Option<u64>,

    /// Stop after N conflicts
    #[arg(long, value_name = "N", default_value = "100", requires = "trace", conflicts_with = "step",
        value_parser = whole_number(1_u64..))]
    max_conflicts: u64,
}

impl LessonTraceArgs {
    fn options(&self) -> TraceOptions {
        TraceOptions {
            cnf: self.encoding.options(),
            seed: self.seed,
            max_conflicts: Some(self.max_conflicts),
            excludes_solution: self.refute,
            lists_clauses: true,
            alphabet: None,
        }
    }

    /// Writes the page, and returns the exit code.
    pub(super) fn write(
        &self,
        record: Record,
        alphabet: Option<Alphabet>,
        title: Option<String>,
        limits: &Limits,
        output: Option<&Path>,
        inputs: &[&PathBuf],
    ) -> Result<u8, Failure> {
        let page = match TracePage::new(record.puzzle, alphabet, &self.options(), limits) {
            Ok(page) => page.with_title(title.or(record.remark)),
            Err(SolveError::Unknown(reason)) => return Err(Failure::Unknown(reason.to_string())),
            Err(error) => return Err(Failure::Puzzle(error.into())),
        };
        output::open(output, inputs.iter().copied())?;
        page.write_html(&mut Output).map_err(output::failure)?;
        Ok(match page.end() {
            TraceEnd { stopped: Some(reason), .. } => {
                print_message(format_args!("result unknown: {reason}"));
                exit_code::UNKNOWN
            }
            TraceEnd { solution: None, excluded: None, .. } => exit_code::NO_SOLUTION,
            _ => exit_code::DONE,
        })
    }
}
