//! The options of `sudoku-sat minimize`.

use std::path::PathBuf;

use clap::Args;
use sudoku_cnf::cli::args::{SymbolArgs, formats, one_of};
use sudoku_cnf::text::Format;

use super::SolverArgs;
use super::puzzles::{OutputArgs, PuzzleArgs};
use crate::cli::help;

/// Remove redundant givens from a puzzle
///
/// Prints the puzzle without redundant givens. The solutions stay the same, and every remaining given is necessary.
#[derive(Debug, Args)]
#[command(after_long_help = help::MINIMIZE)]
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
