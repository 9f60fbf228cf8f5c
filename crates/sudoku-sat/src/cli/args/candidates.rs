//! The options of `sudoku-sat candidates`.

use std::path::PathBuf;

use clap::Args;

use super::SolverArgs;
use super::puzzles::{OutputArgs, PuzzleArgs};
use crate::cli::help;

/// Print the candidates that occur in at least one solution
///
/// Prints the board with the candidates of each cell. A few calls to the SAT solver find them, without enumerating the
/// solutions. A cell with a single candidate has the same digit in every solution (in SAT terms, it is part of the
/// backbone).
#[derive(Debug, Args)]
#[command(after_long_help = help::CANDIDATES)]
pub(crate) struct CandidatesArgs {
    /// Puzzle file; '-' means standard input [default: -]
    #[arg(value_name = "FILE")]
    pub(crate) input: Option<PathBuf>,

    /// Print the candidates left by naked and hidden singles, without search
    #[arg(long)]
    pub(crate) propagate_only: bool,

    #[command(flatten)]
    pub(crate) output: OutputArgs,

    #[command(flatten)]
    pub(crate) solver: SolverArgs,

    #[command(flatten)]
    pub(crate) puzzle: PuzzleArgs,
}
