//! `sudoku-cnf`: writes a puzzle as DIMACS CNF.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use clap::Parser;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use sudoku_cnf::cli::args::{Extra, MessageArgs, ReadArgs, one_of, record};
use sudoku_cnf::cli::files::{Input, Stoppable, write_whole};
use sudoku_cnf::cli::hints::note_text;
use sudoku_cnf::cli::{Failure, exit_code, messages};
use sudoku_cnf::stats::Stats;
use sudoku_cnf::{AtMostOne, CnfOptions, Encoding, Problem};

/// The name that messages begin with.
const PROGRAM: &str = "sudoku-cnf";

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

/// Write a Sudoku puzzle as DIMACS CNF
#[derive(Debug, Parser)]
#[command(version, after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
struct Args {
    #[command(subcommand)]
    extra: Option<Extra>,

    /// The puzzle: a file, or - or nothing for standard input
    puzzle: Option<PathBuf>,

    /// Which clauses to write
    #[arg(long, value_name = "NAME", default_value_t, value_parser = one_of::<Encoding>(Encoding::ALL.map(Encoding::name)))]
    encoding: Encoding,

    /// How "at most one of these" is said; classic always lists pairs
    #[arg(long = "amo", value_name = "NAME", default_value_t, value_parser = one_of::<AtMostOne>(AtMostOne::ALL.map(AtMostOne::name)))]
    at_most_one: AtMostOne,

    #[command(flatten)]
    read: ReadArgs,

    /// Take the K-th puzzle of a file that holds several
    #[arg(long, value_name = "K", value_parser = record())]
    record: Option<usize>,

    /// Propagate the givens first, and write only what is left open, with decided cells as unit clauses
    #[arg(long)]
    reduce: bool,

    /// Number the variables that are left from 1 without gaps; the comments map them to candidates
    #[arg(long)]
    compact: bool,

    /// Leave out the comments that say what the file is
    #[arg(long, conflicts_with = "compact")]
    no_comments: bool,

    /// Print the size of the CNF instead of the CNF
    #[arg(long, value_name = "FORMAT", num_args = 0..=1, require_equals = true, default_missing_value = "text",
        conflicts_with = "output",
        value_parser = ["text", "json"])]
    stats: Option<String>,

    /// Write to this file, which appears only once it is complete; - is standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    messages: MessageArgs,
}

impl Args {
    /// The choices that make up the CNF.
    fn options(&self) -> CnfOptions {
        CnfOptions {
            encoding: self.encoding,
            at_most_one: self.at_most_one,
            reduce: self.reduce,
            compact: self.compact,
        }
    }
}

fn main() -> ExitCode {
    let stop = Arc::new(AtomicBool::new(false));
    let args = Args::parse();
    let failure = match run(&args, &stop) {
        Ok(()) => return exit_code::DONE.into(),
        Err(_) if stop.load(Ordering::Relaxed) => Failure::Interrupted,
        Err(failure) => failure,
    };
    if let Some(report) = failure.report(PROGRAM, args.messages.style()) {
        messages::print_line(report);
    }
    failure.exit_code().into()
}

fn run(args: &Args, stop: &Arc<AtomicBool>) -> Result<(), Failure> {
    if let Some(extra) = &args.extra {
        return Ok(extra.write::<Args>(&mut io::stdout().lock())?);
    }
    let input = Input::new(args.puzzle.clone());
    if let Some(waiting) = input.waiting() {
        messages::print(PROGRAM, waiting);
    }
    let record = input.valid_puzzle(&args.read.options()?, args.record)?;
    if let Some(note) = &record.note {
        messages::print(PROGRAM, format_args!("note: {}", note_text(note)));
    }
    let start = Instant::now();
    let problem = Problem::new(&record.puzzle, args.options());
    if let Some(format) = &args.stats {
        return print_stats(&problem, start, format);
    }
    match args.output.as_ref().filter(|path| path.as_os_str() != "-") {
        Some(path) => {
            // A signal stops the writing, and the unfinished file is removed.
            for signal in [SIGINT, SIGTERM, SIGHUP] {
                signal_hook::flag::register(signal, stop.clone())?;
            }
            write_whole(path, |file| problem.write_dimacs(!args.no_comments, Stoppable::new(file, stop)))
                .map_err(|error| Failure::from(error).at(path.display().to_string()))
        }
        None => problem.write_dimacs(!args.no_comments, io::stdout().lock()).map_err(Failure::stdout),
    }
}

fn print_stats(problem: &Problem, start: Instant, format: &str) -> Result<(), Failure> {
    let mut stats = Stats::of(problem).map_err(anyhow::Error::from)?;
    stats.seconds = start.elapsed().as_secs_f64();
    let text = if format == "json" {
        serde_json::to_string(&stats).map_err(io::Error::from)?
    } else {
        stats.to_string()
    };
    writeln!(io::stdout().lock(), "{text}").map_err(Failure::stdout)
}
