//! The options of `sudoku-sat count`.

use clap::Args;
use sudoku_cnf::cli::args::whole_number;

use super::SolverArgs;
use super::puzzles::{BatchArgs, PuzzleArgs, RecordArgs, record_columns};
use crate::cli::csv_record::Column;
use crate::cli::help;

/// Count the solutions of each puzzle
///
/// Prints 'exactly N' for each puzzle, or 'at least N' and the reason in parentheses, for example 'limit reached' or
/// 'timed out'. By default, a search counts the solutions without enumerating them, with up to 400 MB of caches per
/// thread. On boards other than the standard 9x9 one, the method of 'solve' first looks for up to 1,000 solutions, or
/// 100 on boards larger than 9x9. With --solver, --encoding, --amo or --no-reduce, a solver enumerates all solutions.
#[derive(Debug, Args)]
#[command(after_long_help = help::COUNT,
    mut_args(record_columns(&[Column::Count], "puzzle,count,status")),
    mut_arg("solver", |argument| argument
    .help("Enumerate the solutions with this method [default: counting]").long_help(None::<&str>)))]
pub(crate) struct CountArgs {
    /// Stop after finding N solutions
    #[arg(short = 'n', long, value_name = "N", value_parser = whole_number(1_u64..))]
    pub(crate) limit: Option<u64>,

    #[command(flatten)]
    pub(crate) records: RecordArgs,

    #[command(flatten)]
    pub(crate) batch: BatchArgs,

    #[command(flatten)]
    pub(crate) solver: SolverArgs,

    #[command(flatten)]
    pub(crate) puzzle: PuzzleArgs,
}
