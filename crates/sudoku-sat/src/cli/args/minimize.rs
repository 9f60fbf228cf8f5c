//! The options of `sudoku-sat minimize`.

use std::path::PathBuf;

use clap::Args;
use sudoku_cnf::cli::args::{SymbolArgs, formats, one_of};
use sudoku_cnf::text::Format;

use super::SolverArgs;
use super::puzzles::{OutputArgs, PuzzleArgs};
use super::solver::sat_method;
use crate::cli::help;

/// Remove redundant givens from a puzzle
///
/// Prints the puzzle without redundant givens. The solutions stay the same, and every remaining given is necessary.
#[derive(Debug, Args)]
#[command(after_long_help = help::MINIMIZE, mut_arg("solver", |argument| argument.value_parser(sat_method())
    .help("SAT solver [default: by board size]")
    .long_help("SAT solver [default: by board size]\n\nUp to 9x9, the default is a search without a SAT solver, which is \
    faster. For larger boards, the default is native.")))]
pub(crate) struct MinimizeArgs {
    /// Puzzle file; '-' means standard input [default: -]
    #[arg(value_name = "FILE")]
    pub(crate) input: Option<PathBuf>,

    /// List every given that is redundant on its own, as 'r1c2 7'
    ///
    /// The list replaces the puzzle in the output. Removing several of these givens at once can add solutions.
    #[arg(short, long)]
    pub(crate) all: bool,

    /// Output format [default: from the extension of -o, otherwise grid]
    #[arg(short, long, value_name = "FORMAT", conflicts_with = "all", value_parser = one_of::<Format>(formats()))]
    pub(crate) format: Option<Format>,

    #[command(flatten)]
    pub(crate) output: OutputArgs,

    #[command(flatten)]
    pub(crate) symbols: SymbolArgs,

    #[command(flatten)]
    pub(crate) solver: SolverArgs,

    #[command(flatten)]
    pub(crate) puzzle: PuzzleArgs,
}
