//! The command line.

use std::path::PathBuf;

use clap::Parser;
use sudoku_cnf::cli::args::{Extra, MessageArgs, ReadArgs, one_of, record};
use sudoku_cnf::{AtMostOne, CnfOptions, Encoding};

const EXAMPLES: &str = "\
Examples:
  sudoku-cnf puzzle.txt > puzzle.cnf
  sudoku-cnf --encoding minimal -o puzzle.cnf puzzle.txt
  sudoku-cnf --amo ladder puzzle.txt
  sudoku-cnf --reduce --compact puzzle.txt > small.cnf
  sudoku-cnf --reduce --stats puzzle.txt
  sudoku-cnf --variant x x.txt
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
#[command(version, after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) extra: Option<Extra>,

    /// The puzzle: a file, or - or nothing for standard input
    pub(crate) puzzle: Option<PathBuf>,

    /// Which clauses to write
    #[arg(long, value_name = "NAME", default_value_t, value_parser = one_of::<Encoding>(Encoding::ALL.map(Encoding::name)))]
    pub(crate) encoding: Encoding,

    /// How "at most one of these" is said; classic always lists pairs
    #[arg(long = "amo", value_name = "NAME", default_value_t, value_parser = one_of::<AtMostOne>(AtMostOne::ALL.map(AtMostOne::name)))]
    pub(crate) at_most_one: AtMostOne,

    #[command(flatten)]
    pub(crate) read: ReadArgs,

    /// Take the K-th puzzle of a file that holds several
    #[arg(long, value_name = "K", value_parser = record())]
    pub(crate) record: Option<usize>,

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

    #[command(flatten)]
    pub(crate) messages: MessageArgs,
}
