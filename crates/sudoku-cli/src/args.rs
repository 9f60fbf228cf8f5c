//! The command line.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use sudoku_cnf::files::{self, InputError};
use sudoku_cnf::geometry::{Board, BoxShape, Variant};
use sudoku_cnf::text::Layout;

/// Work with the files around Sudoku and SAT
#[derive(Debug, Parser)]
#[command(version, subcommand_required = true, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Decode(Decode),
    Check(Check),
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
    pub(crate) board: BoardArgs,

    /// Take the K-th puzzle of a puzzle file that holds several
    #[arg(long, value_name = "K", requires = "puzzle", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) record: Option<u64>,

    /// How to print the grid
    #[arg(long, value_name = "FORMAT", default_value_t = Layout::Grid, value_parser = layout())]
    pub(crate) format: Layout,
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
    pub(crate) board: BoardArgs,

    /// Take the K-th puzzle of a file that holds several: of the file of --puzzle if there is one
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) record: Option<u64>,
}

/// What is said of the board.
#[derive(Debug, Args)]
pub(crate) struct BoardArgs {
    /// The shape of the boxes, rows x columns [default: as bars show, else the most square]
    #[arg(long = "box", value_name = "RxC")]
    shape: Option<BoxShape>,

    /// A jigsaw: a file with a region label for each cell takes the place of boxes
    #[arg(long, value_name = "FILE", conflicts_with = "shape")]
    regions: Option<PathBuf>,

    /// Further houses, any of them together: x (diagonals), windoku, disjoint, antiknight, antiking
    #[arg(long = "variant", value_name = "NAMES", value_delimiter = ',', value_parser = variant())]
    variants: Vec<Variant>,
}

impl BoardArgs {
    /// What is said, regions read from their file.
    pub(crate) fn board(&self) -> Result<Board, InputError> {
        files::board(self.shape, self.regions.as_deref(), &self.variants)
    }

    /// Whether anything is said of the boxes.
    pub(crate) fn has_boxes(&self) -> bool {
        self.shape.is_some() || self.regions.is_some()
    }
}

fn variant() -> impl TypedValueParser<Value = Variant> {
    PossibleValuesParser::new(Variant::ALL.map(Variant::name)).try_map(|name| name.parse::<Variant>())
}

fn layout() -> impl TypedValueParser<Value = Layout> {
    PossibleValuesParser::new(Layout::ALL.map(Layout::name)).try_map(|name| name.parse::<Layout>())
}
