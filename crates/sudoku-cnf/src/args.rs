//! The command line.

use std::path::PathBuf;

use clap::Parser;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use sudoku_cnf::{AtMostOne, BoxShape, Encoding};

const EXAMPLES: &str = "\
Examples:
  sudoku-cnf puzzle.txt > puzzle.cnf
  sudoku-cnf --encoding minimal -o puzzle.cnf puzzle.txt
  sudoku-cnf --amo ladder puzzle.txt
  echo 1..............4 | sudoku-cnf
  sudoku-cnf --box 2x3 six.txt | minisat /dev/stdin six.out

The CNF has a variable for each digit in each cell: cell * n + digit, with the cells counted row by \
row from 0 and the digits from 1, so 1 to 729 for a puzzle of 9x9.";

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

    /// The shape of the boxes, rows x columns [default: as bars show, else the most square]
    #[arg(long = "box", value_name = "RxC")]
    pub(crate) shape: Option<BoxShape>,

    /// Take the K-th puzzle of a file that holds several
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) record: Option<u64>,

    /// Leave out the comments that say what the file is
    #[arg(long)]
    pub(crate) no_comments: bool,

    /// Write to this file, which appears only once it is complete; - is standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

fn encoding() -> impl TypedValueParser<Value = Encoding> {
    PossibleValuesParser::new(Encoding::ALL.map(Encoding::name)).try_map(|name| name.parse::<Encoding>())
}

fn at_most_one() -> impl TypedValueParser<Value = AtMostOne> {
    PossibleValuesParser::new(AtMostOne::ALL.map(AtMostOne::name)).try_map(|name| name.parse::<AtMostOne>())
}
