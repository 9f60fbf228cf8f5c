//! The command line.

use std::path::PathBuf;

use clap::Parser;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use sudoku_cnf::files::{self, InputError};
use sudoku_cnf::geometry::{Board, BoxShape, Variant};
use sudoku_cnf::{AtMostOne, CnfOptions, Encoding};

const EXAMPLES: &str = "\
Examples:
  sudoku-cnf puzzle.txt > puzzle.cnf
  sudoku-cnf --encoding minimal -o puzzle.cnf puzzle.txt
  sudoku-cnf --amo ladder puzzle.txt
  sudoku-cnf --reduce --compact puzzle.txt > small.cnf
  sudoku-cnf --reduce --stats puzzle.txt
  sudoku-cnf --variant x,antiknight puzzle.txt
  echo 1..............4 | sudoku-cnf
  sudoku-cnf --box 2x3 six.txt | minisat /dev/stdin six.out

The CNF has a variable for each digit in each cell: cell * n + digit, with the cells counted row by \
row from 0 and the digits from 1, so 1 to 729 for a puzzle of 9x9.";

impl Args {
    /// The choices that make up the CNF.
    pub(crate) fn options(&self) -> CnfOptions {
        CnfOptions {
            encoding: self.encoding,
            at_most_one: self.at_most_one,
            reduce: self.reduce,
            compact: self.compact,
        }
    }
}

/// Write a Sudoku puzzle as DIMACS CNF
#[derive(Debug, Parser)]
#[command(version, after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The puzzle: a file, or - or nothing for standard input
    pub(crate) puzzle: Option<PathBuf>,

    /// Which clauses to write
    #[arg(long, value_name = "NAME", default_value_t, value_parser = encoding())]
    pub(crate) encoding: Encoding,

    /// How "at most one of these" is said; classic always lists pairs
    #[arg(long = "amo", value_name = "NAME", default_value_t, value_parser = at_most_one())]
    pub(crate) at_most_one: AtMostOne,

    #[command(flatten)]
    pub(crate) board: BoardArgs,

    /// Take the K-th puzzle of a file that holds several
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) record: Option<u64>,

    /// Propagate the givens first, and write only what is left open, with decided cells as unit clauses
    #[arg(long)]
    pub(crate) reduce: bool,

    /// Number the variables that are left from 1 without gaps; the comments map them to candidates
    #[arg(long)]
    pub(crate) compact: bool,

    /// Leave out the comments that say what the file is
    #[arg(long, conflicts_with = "compact")]
    pub(crate) no_comments: bool,

    /// Print the size of the CNF instead of the CNF
    #[arg(long, value_name = "FORMAT", num_args = 0..=1, require_equals = true, default_missing_value = "text",
        conflicts_with = "output",
        value_parser = ["text", "json"])]
    pub(crate) stats: Option<String>,

    /// Write to this file, which appears only once it is complete; - is standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// What is said of the board.
#[derive(Debug, clap::Args)]
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
}

fn variant() -> impl TypedValueParser<Value = Variant> {
    PossibleValuesParser::new(Variant::ALL.map(Variant::name)).try_map(|name| name.parse::<Variant>())
}

fn encoding() -> impl TypedValueParser<Value = Encoding> {
    PossibleValuesParser::new(Encoding::ALL.map(Encoding::name)).try_map(|name| name.parse::<Encoding>())
}

fn at_most_one() -> impl TypedValueParser<Value = AtMostOne> {
    PossibleValuesParser::new(AtMostOne::ALL.map(AtMostOne::name)).try_map(|name| name.parse::<AtMostOne>())
}
