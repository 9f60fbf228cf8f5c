//! The options of `sudoku-sat trace`.

use std::path::PathBuf;

use clap::Args;
use sudoku_cnf::cli::args::{EncodingArgs, whole_number};
use sudoku_sat::trace::TraceOptions;

use super::puzzles::PuzzleArgs;
use super::{OutputArgs, TimeArgs};
use crate::cli::help;

/// Record what the native solver does, step by step
///
/// Prints one JSON object per event: decisions, propagated literals with the clause that implies each of them,
/// conflicts, the resolution steps to each learned clause, backjumps, restarts and deletions. Learned clauses are also
/// given in words.
///
/// The solver runs on the clauses that sudoku-cnf writes for the whole board with the same options, so the clause
/// numbers are those of that file: 1 is the first clause. Learned clauses continue the numbering. 'sudoku-cli lesson
/// --trace' shows a trace as a page.
#[derive(Debug, Args)]
#[command(after_long_help = help::TRACE, mut_arg("output", |argument| argument.long_help(
    "Write to FILE instead of standard output\n\nFILE is created or replaced only once the output is complete. The \
    extension selects the compression (.gz, .xz or .bz2).")))]
pub(crate) struct TraceArgs {
    /// Puzzle file; '-' means standard input [default: -]
    #[arg(value_name = "FILE")]
    pub(crate) puzzle: Option<PathBuf>,

    /// Search for a second solution
    ///
    /// A clause at the end of the CNF excludes the first solution. If there is no other one, the learned clauses are a
    /// proof that the solution is unique.
    #[arg(long)]
    pub(crate) refute: bool,

    /// Print the clauses of the CNF and their meanings first
    #[arg(long)]
    pub(crate) clauses: bool,

    #[command(flatten)]
    encoding: EncodingArgs,

    /// Seed for the solver's random choices [default: no random choices]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Stop after N conflicts
    #[arg(long, value_name = "N", value_parser = whole_number(1_u64..))]
    max_conflicts: Option<u64>,

    #[command(flatten)]
    pub(crate) output: OutputArgs,

    /// Do not print notes; errors are still printed
    #[arg(short, long)]
    pub(crate) quiet: bool,

    #[command(flatten)]
    pub(crate) time: TimeArgs,

    #[command(flatten)]
    pub(crate) input: PuzzleArgs,
}

impl TraceArgs {
    /// Returns the options of the trace.
    pub(crate) fn options(&self) -> TraceOptions {
        TraceOptions {
            cnf: self.encoding.options(),
            seed: self.seed,
            max_conflicts: self.max_conflicts,
            excludes_solution: self.refute,
            lists_clauses: self.clauses,
            alphabet: None,
        }
    }
}
