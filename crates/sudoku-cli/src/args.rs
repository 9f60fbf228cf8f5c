//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use sudoku_cnf::program::args::{Extra, MessageArgs, ReadArgs, one_of, record};
use sudoku_cnf::text::Format;

/// Work with the files around Sudoku and SAT
#[derive(Debug, Parser)]
#[command(version, subcommand_required = true, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,

    #[command(flatten)]
    pub(crate) messages: MessageArgs,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Decode(Decode),
    Check(Check),
    #[command(flatten)]
    Extra(Extra),
}

const DECODE_EXAMPLES: &str = "\
Examples:
  minisat puzzle.cnf result; sudoku-cli decode --puzzle puzzle.txt result
  cadical -q puzzle.cnf | sudoku-cli decode
  sudoku-cli decode --cnf six.cnf --format line result

The output may be MiniSat's result file, the s and v lines of the SAT competitions, or a list of \
literals. The board is what --box, --regions and --variant say, else the one that the comments of the CNF \
name, else the puzzle's, else 9x9. A CNF with renumbered variables is needed to read a model of it: its \
comments tell which variable says what. The grid is printed only if it keeps the rules, the puzzle's givens, and the clauses \
of the CNF, as far as they are given.

Exit codes: 0 decoded, 1 error, 2 wrong command line, 20 the solver says unsatisfiable, 30 it says \
unknown.";

/// Print the grid that a SAT solver's output describes
#[derive(Debug, Args)]
#[command(after_help = DECODE_EXAMPLES)]
pub(crate) struct Decode {
    /// What the solver printed or wrote: a file, or - or nothing for standard input
    pub(crate) output: Option<PathBuf>,

    /// Check the grid against the givens of this puzzle
    #[arg(long, value_name = "FILE")]
    pub(crate) puzzle: Option<PathBuf>,

    /// Check the model against the clauses of this CNF file
    #[arg(long, value_name = "FILE")]
    pub(crate) cnf: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) read: ReadArgs,

    /// Take the K-th puzzle of a puzzle file that holds several
    #[arg(long, value_name = "K", requires = "puzzle", value_parser = record())]
    pub(crate) record: Option<usize>,

    /// How to print the grid
    #[arg(long, value_name = "FORMAT", default_value_t = Format::Grid, value_parser = one_of::<Format>(["grid", "rows", "line", "boxes", "json"]))]
    pub(crate) format: Format,
}

const CHECK_EXAMPLES: &str = "\
Examples:
  sudoku-cli check puzzle.txt
  sudoku-cli check --puzzle puzzle.txt solution.txt

Of a puzzle: whether givens clash and where, whether it has no solution, one or several, and which givens \
are redundant, each by itself. Of a full grid: whether it keeps the rules, and with --puzzle the givens.

Exit codes: 0 for exactly one solution or a right full grid, 1 for a broken rule, several solutions or \
an error, 2 wrong command line, 20 no solution.";

/// Say what is right or wrong with a puzzle or a full grid, and where
#[derive(Debug, Args)]
#[command(after_help = CHECK_EXAMPLES)]
pub(crate) struct Check {
    /// The puzzle or the grid: a file, or - or nothing for standard input
    pub(crate) grid: Option<PathBuf>,

    /// Check the grid as a solution of this puzzle
    #[arg(long, value_name = "FILE")]
    pub(crate) puzzle: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) read: ReadArgs,

    /// Take the K-th puzzle of a file that holds several: of the file of --puzzle if there is one
    #[arg(long, value_name = "K", value_parser = record())]
    pub(crate) record: Option<usize>,
}
