//! The options of `sudoku-sat candidates`.

use std::path::PathBuf;

use clap::Args;
use sudoku_cnf::cli::args::{SymbolArgs, one_of};
use sudoku_cnf::text::Format;

use super::puzzles::{OutputArgs, PuzzleArgs};
use super::solver::sat_method;
use super::{SolverArgs, described};
use crate::cli::help;

/// Print the candidates that occur in at least one solution
///
/// Prints the board with the candidates of each cell. A few calls to the SAT solver find them, without enumerating the
/// solutions. A cell with a single candidate has the same digit in every solution (in SAT terms, it is part of the
/// backbone).
#[derive(Debug, Args)]
#[command(after_long_help = help::CANDIDATES, mut_arg("solver", |argument| argument.value_parser(sat_method())
    .help("SAT solver [default: varisat up to 9x9, native for larger boards]").long_help(None::<&str>)))]
pub(crate) struct CandidatesArgs {
    /// Puzzle file; '-' means standard input [default: -]
    #[arg(value_name = "FILE")]
    pub(crate) input: Option<PathBuf>,

    /// Print the candidates left by naked and hidden singles, without search
    #[arg(long)]
    pub(crate) propagate_only: bool,

    /// Output format [default: from the extension of -o, otherwise candidates]
    #[arg(short, long, value_name = "FORMAT", value_parser = one_of::<Format>([
        described("candidates", "a table with the candidates of each cell"),
        described("729", "one line, with one position per candidate"),
        described("sdx", "nine lines of candidates (.sdx)"),
        described("json", "a JSON object with the givens and the excluded candidates"),
    ]))]
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
