//! The `sudoku-cnf` program, which encodes puzzles as DIMACS CNF, pseudo-Boolean constraints or SMT-LIB.

use std::env;
use std::fmt::{self, Display, Formatter};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use sudoku_cnf::sections;

use anyhow::anyhow;
use clap::Parser;
use clap::builder::TypedValueParser;
use serde::Serialize;
use sudoku_cnf::clauses::stats::Stats;
use sudoku_cnf::cli::args::{
    EncodingArgs, INPUT, MessageArgs, ReadArgs, one_of, puzzle_number, seconds, with_help,
};
use sudoku_cnf::cli::file_per_puzzle::file_per_puzzle;
use sudoku_cnf::cli::files::{Input, InputError, InputErrorKind};
use sudoku_cnf::cli::output::{self, Output};
use sudoku_cnf::cli::output_file::write_file;
use sudoku_cnf::cli::output_pattern::OutputPattern;
use sudoku_cnf::cli::program::App;
use sudoku_cnf::cli::puzzles::{Item, PuzzleStream};
use sudoku_cnf::cli::run::{Answer, Run};
use sudoku_cnf::cli::{Extra, Failure, exit_code, messages, usage};
use sudoku_cnf::files::{InstanceFormat, InstanceOptions};
use sudoku_cnf::text::{ReadError, Record, json_line};
use sudoku_cnf::{CnfOptions, CnfSize, Problem};

/// The name of the program, used as a prefix for its messages.
const PROGRAM: &str = "sudoku-cnf";

const SECTIONS: &str = sections!("\
Examples:
  sudoku-cnf puzzle.txt > puzzle.cnf
  sudoku-cnf --encoding minimal -o puzzle.cnf puzzle.txt
  sudoku-cnf --amo ladder puzzle.txt
  sudoku-cnf --reduce --compact puzzle.txt > small.cnf
  sudoku-cnf --reduce --stats puzzle.txt
  sudoku-cnf --annotate puzzle.txt
  sudoku-cnf --variant x x.txt
  sudoku-cnf --all many.txt -o 'cnf/%03d.cnf'
  sudoku-cnf --all --stats=json many.txt
  sudoku-cnf --shuffle 1 -o shuffled.cnf puzzle.txt
  sudoku-cnf -o puzzle.opb puzzle.txt
  sudoku-cnf --format smt2-int -o puzzle.smt2 puzzle.txt
  echo 1..............4 | sudoku-cnf
  sudoku-cnf --box 2x3 six.txt | minisat /dev/stdin six.out",
    0 "the CNF was written", 1 "error; with --all, the other puzzles were encoded",
    30 "unknown: --timeout was reached");

/// Encode Sudoku puzzles as DIMACS CNF, OPB or SMT-LIB
///
/// On an n x n board, the variable cell * n + digit means that the cell contains the digit. Cells are numbered row by
/// row from 0, and digits start at 1. A 9x9 board has the variables 1 to 729. Auxiliary variables follow. Givens are
/// unit clauses.
#[derive(Debug, Parser)]
#[command(version, after_long_help = SECTIONS, args_conflicts_with_subcommands = true,
    mut_arg("quiet", |argument| argument.help("Do not print progress, notes or the summary; errors are still printed")))]
struct Args {
    #[command(subcommand)]
    extra: Option<Extra>,

    /// Puzzle file; '-' means standard input [default: -]
    #[arg(value_name = "FILE")]
    puzzle: Option<PathBuf>,

    #[command(flatten)]
    encoding: EncodingArgs,

    /// Propagate the givens and encode only the remaining candidates
    ///
    /// Propagation finds naked singles, hidden singles, box/line intersections, and what single rules exclude. Decided
    /// cells become unit clauses.
    #[arg(long)]
    reduce: bool,

    /// Renumber the remaining variables from 1 without gaps
    ///
    /// Has an effect only with --reduce. Comments in the CNF map the new numbers to candidates. To decode a model, pass
    /// the CNF file to 'sudoku-cli decode --cnf'.
    #[arg(long)]
    compact: bool,

    /// Output format [default: from the extension of -o, otherwise dimacs]
    ///
    /// The extensions .cnf, .opb and .smt2 select a format. With the default at-most-one scheme, OPB files contain
    /// cardinality constraints, such as +1 x1 +1 x2 +1 x3 = 1, instead of one clause per pair.
    #[arg(short, long, value_name = "FORMAT", conflicts_with = "stats", value_parser = instance_format())]
    format: Option<InstanceFormat>,

    /// Shuffle variables, constraints and literals, using this seed
    ///
    /// The seed determines the file on every machine. Literals keep their signs. Comments in the file map the new
    /// variables to candidates. To decode a model, pass the file to 'sudoku-cli decode --cnf'. SMT-LIB files keep the
    /// names of their variables, and only the order changes. The whole formula is kept in memory.
    #[arg(long, value_name = "SEED", conflicts_with = "stats")]
    shuffle: Option<u64>,

    /// Omit the comments that describe the board and the encoding
    #[arg(long, conflicts_with_all = ["compact", "shuffle"])]
    no_comments: bool,

    /// Write a comment in words before each group of clauses
    ///
    /// For example, 'c row 1 has a place for 5'. Also for OPB and smt2 files.
    #[arg(long, conflicts_with_all = ["shuffle", "stats", "no_comments"])]
    annotate: bool,

    /// Print only the size of the CNF [default FORMAT: text]
    ///
    /// With --all, print the size for each puzzle. In the format json, each line is an object with the number of the
    /// puzzle as 'id'.
    #[arg(long, value_name = "FORMAT", num_args = 0..=1, require_equals = true, default_missing_value = "text",
        conflicts_with = "output", value_parser = ["text", "json"])]
    stats: Option<String>,

    /// With --stats, stop after SECONDS per puzzle [default: none]
    #[arg(long, value_name = "SECONDS", requires = "stats", value_parser = seconds,
        conflicts_with_all = ["output", "format", "shuffle", "annotate"])]
    timeout: Option<Duration>,

    /// Write to FILE instead of standard output
    ///
    /// FILE is created or replaced only once the CNF is complete.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Encode all puzzles of the input; -o names one file per puzzle
    ///
    /// In the FILE of -o, %d stands for the number of the puzzle in the input, counted from 1. %03d pads the number
    /// with zeros to three digits, and %% stands for a percent sign. Missing directories are created. A puzzle that
    /// cannot be read is reported, the others are encoded, and the exit status is 1.
    #[arg(short, long, conflicts_with = "puzzle_number")]
    all: bool,

    /// Print the encoding and the size of the CNF on standard error
    #[arg(short, long)]
    verbose: bool,

    #[command(flatten)]
    messages: MessageArgs,

    /// Encode the K-th puzzle of the input
    #[arg(long, alias = "record", value_name = "K", help_heading = INPUT, value_parser = puzzle_number())]
    puzzle_number: Option<usize>,

    #[command(flatten)]
    read: ReadArgs,
}

impl Args {
    /// Returns the encoding options set on the command line.
    fn options(&self) -> CnfOptions {
        CnfOptions { reduce: self.reduce, compact: self.compact, ..self.encoding.options() }
    }

    /// Returns the options for the problem file.
    fn instance(&self) -> InstanceOptions {
        let by_extension = || self.output.as_deref().and_then(InstanceFormat::from_path);
        let format = self.format.or_else(by_extension).unwrap_or_default();
        let Self { shuffle, annotate, .. } = *self;
        InstanceOptions { format, comments: !self.no_comments, shuffle, annotate }
    }

    /// Rejects options that contradict the format of the problem file.
    fn check(&self) -> Result<(), Failure> {
        if self.annotate && self.instance().format == InstanceFormat::Smt2Int {
            return Err(Failure::Usage(
                "--annotate does not support the format smt2-int, which has no clauses".to_owned(),
            ));
        }
        Ok(())
    }
}

fn instance_format() -> impl TypedValueParser<Value = InstanceFormat> {
    one_of(with_help(InstanceFormat::ALL, |format| match format {
        InstanceFormat::Dimacs => "DIMACS CNF, for SAT solvers",
        InstanceFormat::Opb => "pseudo-Boolean constraints",
        InstanceFormat::Smt2 => "SMT-LIB 2 with a Boolean variable per candidate (QF_UF)",
        InstanceFormat::Smt2Int => {
            "SMT-LIB 2 with an integer variable per cell (QF_LIA); ignores --encoding and --amo"
        }
        _ => "",
    }))
}

fn main() -> ExitCode {
    // The first argument may also be the name of a file.
    let command = env::args().nth(1).filter(|name| !Path::new(name).exists());
    if let Some(code) = command.and_then(|name| usage::report_other_program(PROGRAM, &name)) {
        return code;
    }
    let app = App {
        name: PROGRAM,
        hint: |_| {
            "sudoku-cnf encodes one FILE; to encode the puzzles of several files, run 'cat FILES | sudoku-cnf --all -o \'cnf/%03d.cnf\''".to_owned()
        },
        messages: |args: &Args| args.messages,
        stop: || {},
        run,
    };
    app.main()
}

fn run(args: &mut Args) -> Result<u8, Failure> {
    let args = &*args;
    if let Some(extra) = &args.extra {
        return extra.run::<Args>();
    }
    args.check()?;
    let input = Input::new(args.puzzle.clone());
    if args.all {
        return match &args.stats {
            Some(format) => measure_all(args, format),
            None => encode_all(args, &input),
        };
    }
    let (options, is_quiet) = (args.read.options()?, args.messages.is_quiet());
    let record = input.noted_puzzle(&options, args.puzzle_number, PROGRAM, is_quiet).map_err(suggest_all)?;
    if let Some(clash) = InputError::of_clash(&record, || input.name()).filter(|_| !is_quiet) {
        messages::print(PROGRAM, "warning: the puzzle has no solution");
        messages::print_line(clash.report(args.messages.style()));
    }
    let start = Instant::now();
    let problem = Problem::new(&record.puzzle, args.options()).with_symbols(record.alphabet);
    announce(args, &problem);
    if let Some(format) = &args.stats {
        let Some(text) = stats(&problem, start, args.timeout, |stats| text_or_json(format, stats))? else {
            messages::print(PROGRAM, format_args!("result unknown: {TIMED_OUT}"));
            return Ok(exit_code::UNKNOWN);
        };
        writeln!(io::stdout().lock(), "{text}").map_err(Failure::stdout)?;
    } else {
        output::open(args.output.as_deref(), args.puzzle.iter().chain(args.read.files()))?;
        problem.write_instance(args.instance(), Output).map_err(output::failure)?;
    }
    Ok(exit_code::DONE)
}

/// With `--verbose`, prints the encoding and the size of the CNF.
fn announce(args: &Args, problem: &Problem) {
    if let Some(CnfSize { variables, clauses }) = args.verbose.then(|| problem.size().ok()).flatten() {
        let options = args.options();
        messages::print(
            PROGRAM,
            format_args!(
                "encoding: {}; at-most-one: {}; {}: {variables} variables, {clauses} clauses",
                options.encoding,
                options.scheme(),
                if options.reduce { "reduced" } else { "whole board" },
            ),
        );
    }
}

/// Writes one file for each puzzle of `input`.
fn encode_all(args: &Args, input: &Input) -> Result<u8, Failure> {
    let output = args.output.as_deref().unwrap_or(Path::new("-"));
    if output.as_os_str() == "-" {
        return Err(Failure::Usage(
            "--all requires a file name with -o, for example -o 'puzzles/%03d.cnf'".to_owned(),
        ));
    }
    let pattern = OutputPattern::parse(output)?;
    let run = Run::new(PROGRAM, args.messages.style(), args.messages.is_quiet());
    file_per_puzzle(&run, input, args.read.options()?, &pattern, |record: &Record, path| {
        let problem = Problem::new(&record.puzzle, args.options()).with_symbols(record.alphabet);
        announce(args, &problem);
        write_file(path, |file| problem.write_instance(args.instance(), file))
    })
}

/// Extends the error for an input with several puzzles by a hint about `--all`.
fn suggest_all(error: InputError) -> Failure {
    match error {
        InputError { kind: InputErrorKind::Read(ReadError::SeveralPuzzles(count)), name } => {
            Failure::Other(anyhow!(
                "{name}: found {count} puzzles, but only --all encodes more than one\nhint: select one with --puzzle-number, or encode all with --all -o '%03d.cnf'"
            ))
        }
        other => other.into(),
    }
}

/// Prints the size of the CNF of each puzzle.
fn measure_all(args: &Args, format: &str) -> Result<u8, Failure> {
    let paths: Vec<_> = args.puzzle.iter().cloned().collect();
    let puzzles = PuzzleStream::open(PROGRAM, &paths, args.read.options()?, None)?;
    let run = Run::new(PROGRAM, args.messages.style(), args.messages.is_quiet());
    let worker = || {
        |item: &Item| {
            let start = Instant::now();
            let record = item.record()?;
            let problem = Problem::new(&record.puzzle, args.options()).with_symbols(record.alphabet);
            announce(args, &problem);
            let with_id = |stats: &Stats| text_or_json(format, &PuzzleStats { id: item.id, stats });
            let text = stats(&problem, start, args.timeout, with_id)?;
            Ok(Answer { is_unknown: text.is_none(), reports_clash: true, ..Answer::new(text, None) })
        }
    };
    let totals = run.each(puzzles, worker, |item, measured| match measured {
        Ok(Some(text)) => output::write_record("", &text),
        Ok(None) => {
            messages::print(PROGRAM, format_args!("puzzle {}: {TIMED_OUT}", item.id));
            Ok(())
        }
        Err(_) => Ok(()),
    })?;
    if totals.is_empty() {
        return Err(Input::new(args.puzzle.clone()).read_error(ReadError::NoPuzzle).into());
    }
    Ok(totals.exit_code())
}

/// The size of the CNF of one of several puzzles.
#[derive(Serialize)]
struct PuzzleStats<'s> {
    id: u64,
    #[serde(flatten)]
    stats: &'s Stats,
}

impl Display for PuzzleStats<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "puzzle     {:>12}\n{}\n", self.id, self.stats)
    }
}

/// The message for a puzzle that takes too long.
const TIMED_OUT: &str = "the time limit was reached";

/// Returns the text that `write` makes of the size of the CNF, or `None` if `timeout` is reached. `start` is the time
/// at which encoding started.
fn stats(
    problem: &Problem,
    start: Instant,
    timeout: Option<Duration>,
    write: impl FnOnce(&Stats) -> Result<String, Failure>,
) -> Result<Option<String>, Failure> {
    let check = || if timeout.is_some_and(|time| start.elapsed() > time) { Err(()) } else { Ok(()) };
    let Ok(stats) = Stats::of_while(problem, check) else { return Ok(None) };
    let mut stats = stats.map_err(|error| Failure::Puzzle(error.into()))?;
    stats.seconds = start.elapsed().as_secs_f64();
    write(&stats).map(Some)
}

fn text_or_json(format: &str, stats: &(impl Display + Serialize)) -> Result<String, Failure> {
    if format == "json" { Ok(json_line(stats).map_err(io::Error::from)?) } else { Ok(stats.to_string()) }
}
