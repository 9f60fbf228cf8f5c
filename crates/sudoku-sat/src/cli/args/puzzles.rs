//! What commands take that read puzzles, one or many.

use std::path::PathBuf;

use clap::Args;
use clap::builder::TypedValueParser;
use sudoku_cnf::cli::args::{ReadArgs, one_of, record};
use sudoku_cnf::formats::Format;

/// What every command that reads puzzles takes.
#[derive(Debug, Args)]
pub(crate) struct PuzzleArgs {
    #[command(flatten)]
    pub(crate) read: ReadArgs,

    /// Take only the K-th puzzle of a file that holds several
    #[arg(long, value_name = "K", value_parser = record())]
    pub(crate) record: Option<usize>,
}

/// What commands take that print a record for each of many puzzles.
#[derive(Debug, Args)]
pub(crate) struct RecordArgs {
    /// The puzzles: files, or - or nothing for standard input
    pub(crate) puzzles: Vec<PathBuf>,

    /// How to print the answers: line or json (JSON Lines)
    #[arg(long, value_name = "FORMAT", value_parser = one_of::<Format>(["line", "json"]))]
    pub(crate) format: Option<Format>,

    #[command(flatten)]
    pub(crate) batch: BatchArgs,

    #[command(flatten)]
    pub(crate) puzzle: PuzzleArgs,
}

/// The heading of what is about many puzzles.
const MANY: &str = "Many puzzles";

/// What commands take that answer many puzzles.
#[derive(Debug, Args)]
pub(crate) struct BatchArgs {
    /// How many puzzles to work on at once [default: one a core]
    #[arg(long, value_name = "N", value_parser = jobs(), help_heading = MANY)]
    pub(crate) jobs: Option<u16>,

    /// Take only every N-th puzzle, beginning with the K-th (K from 1 to N), so that N runs share the work
    #[arg(long, value_name = "K/N", value_parser = shard, help_heading = MANY)]
    pub(crate) shard: Option<Shard>,

    /// Stop at the first puzzle that is wrong, where each gets a record
    #[arg(long, help_heading = MANY)]
    pub(crate) strict: bool,

    /// Show no progress and no summary; errors are told all the same
    #[arg(short, long, help_heading = MANY)]
    pub(crate) quiet: bool,
}

impl BatchArgs {
    /// Whether even a single puzzle gets a record, because it is said how many are to be treated.
    pub(crate) fn wants_records(&self) -> bool {
        self.jobs.is_some() || self.shard.is_some()
    }
}

/// Every so many puzzles one, beginning with a certain one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    first: u64,
    every: u64,
}

impl Shard {
    /// Whether the puzzle with this number, from 1, is in it.
    pub(crate) fn contains(self, number: u64) -> bool {
        number % self.every == self.first % self.every
    }
}

fn shard(text: &str) -> Result<Shard, String> {
    let numbers =
        text.split_once('/').and_then(|(first, every)| Some((first.parse().ok()?, every.parse().ok()?)));
    match numbers {
        Some((first, every)) if (1..=every).contains(&first) => Ok(Shard { first, every }),
        _ => Err("give K/N with K from 1 to N, such as 2/8".to_owned()),
    }
}

pub(super) fn jobs() -> impl TypedValueParser<Value = u16> {
    clap::value_parser!(u16).range(1..=MOST_JOBS)
}

/// More threads than this are of no use on any machine.
const MOST_JOBS: i64 = 1024;
