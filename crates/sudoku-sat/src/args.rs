//! The command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use sudoku_cnf::program::args::{BoardArgs, Extra, MessageArgs, ReadArgs, one_of, record};
use sudoku_cnf::text::Format;
use sudoku_cnf::{AtMostOne, CnfOptions, Encoding, Grid};
use sudoku_sat::external::{CommandError, Program};
use sudoku_sat::generate::Symmetry;
use sudoku_sat::question::Difficulty;
use sudoku_sat::{Choice, Interrupt, Limits, Solver};

use crate::help;

/// Solve Sudoku puzzles of any size by SAT, and answer questions about them
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
    Solve(Solve),
    Count(Count),
    Candidates(Candidates),
    Minimize(Minimize),
    Rate(Rate),
    Generate(Generate),
    Compare(Compare),
    #[command(flatten)]
    Extra(Extra),
}

impl Command {
    /// What it says of the solver.
    fn solver(&self) -> Option<&SolverArgs> {
        match self {
            Self::Solve(args) => Some(&args.solver),
            Self::Count(args) => Some(&args.solver),
            Self::Candidates(args) => Some(&args.solver),
            Self::Minimize(args) => Some(&args.solver),
            Self::Compare(args) => Some(&args.solver),
            Self::Rate(_) | Self::Generate(_) | Self::Extra(_) => None,
        }
    }

    /// Refuses options that do not go together.
    pub(crate) fn check(&self) -> Result<(), Usage> {
        self.solver().map_or(Ok(()), SolverArgs::check)
    }

    /// Whether it is asked to start an external solver.
    pub(crate) fn runs_a_program(&self) -> bool {
        self.solver().and_then(SolverArgs::chosen).is_some_and(|solver| solver.runs_a_program())
    }
}

/// Options that do not go together, which shows only when the puzzles are seen.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Usage(pub(crate) &'static str);

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

/// What commands take that answer many puzzles.
#[derive(Debug, Args)]
#[command(next_help_heading = "Many puzzles")]
pub(crate) struct BatchArgs {
    /// How many puzzles to work on at once [default: one a core]
    #[arg(long, value_name = "N", value_parser = jobs())]
    pub(crate) jobs: Option<u16>,

    /// Take only every N-th puzzle, beginning with the K-th (K from 1 to N), so that N runs share the work
    #[arg(long, value_name = "K/N", value_parser = shard)]
    pub(crate) shard: Option<Shard>,

    /// Stop at the first puzzle that is wrong, where each gets a record
    #[arg(long)]
    pub(crate) strict: bool,

    /// Tell nothing but errors: no progress, no summary
    #[arg(short, long)]
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

fn jobs() -> impl TypedValueParser<Value = u16> {
    clap::value_parser!(u16).range(1..=MOST_JOBS)
}

/// What every command that runs a solver takes.
#[derive(Debug, Args)]
pub(crate) struct SolverArgs {
    /// Which solver to use: varisat and the search engines propagate, expand, backtrack and brute are
    /// built in, the others are programs of their own [default: varisat, and for one solution of 17x17 to 36x36
    /// a portfolio with cadical if it is there]
    #[arg(long, value_name = "NAME", value_parser = solver())]
    solver: Option<Solver>,

    /// Run any other SAT solver: {cnf} stands for the problem file, {out} for the file it writes its
    /// answer to; without {out} the answer is read from its standard output
    #[arg(long, value_name = "COMMAND", conflicts_with = "solver", value_parser = program)]
    solver_command: Option<Program>,

    /// Ask several SAT solvers at once, of which the first answer counts: their names, or without names
    /// one solver a core, each with another order of clauses and variables
    #[arg(long, value_name = "NAMES", num_args = 0..=1, require_equals = true, default_missing_value = "",
        conflicts_with = "solver_command", value_parser = portfolio)]
    portfolio: Option<Members>,

    /// Which clauses a SAT solver gets; auto chooses by the size of the board
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = encoding())]
    encoding: ChosenEncoding,

    /// How "at most one of these" is said in them; classic always lists pairs [default: pairwise]
    #[arg(long = "amo", value_name = "NAME", value_parser = one_of::<AtMostOne>(AtMostOne::ALL.map(AtMostOne::name)))]
    at_most_one: Option<AtMostOne>,

    /// Give a SAT solver the clauses of the whole board, and not only of what propagation leaves open
    #[arg(long)]
    no_reduce: bool,

    /// Tell which solver and which clauses are chosen
    #[arg(short, long)]
    pub(crate) verbose: bool,

    #[command(flatten)]
    pub(crate) time: TimeArgs,
}

/// What every command takes that may take long.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct TimeArgs {
    /// Give up on a puzzle after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<Duration>,
}

impl TimeArgs {
    /// The limits of one puzzle, whose time begins now.
    pub(crate) fn limits(self, interrupt: &Interrupt) -> Limits {
        let limits = Limits::none().or_interrupt(interrupt.clone());
        match self.timeout {
            Some(time) => limits.within(time),
            None => limits,
        }
    }
}

impl SolverArgs {
    /// The solver that is asked for, if any.
    pub(crate) fn chosen(&self) -> Option<Solver> {
        match &self.portfolio {
            Some(Members(members)) if members.is_empty() => {
                Some(self.single().unwrap_or_default().one_a_core())
            }
            Some(Members(members)) => Some(Solver::Portfolio(members.clone())),
            None => self.single(),
        }
    }

    fn single(&self) -> Option<Solver> {
        self.solver_command.clone().map(Solver::External).or_else(|| self.solver.clone())
    }

    /// Refuses solvers that do not go together.
    pub(crate) fn check(&self) -> Result<(), Usage> {
        match (&self.portfolio, &self.solver) {
            (Some(Members(members)), Some(_)) if !members.is_empty() => {
                Err(Usage("--portfolio names its solvers, so --solver has nothing to add"))
            }
            (Some(_), Some(Solver::Engine(_))) => {
                Err(Usage("a portfolio is of SAT solvers, and a search engine is none"))
            }
            _ => Ok(()),
        }
    }

    /// The solver that is asked for, or the default for questions that take many calls: varisat, which keeps
    /// what it learned from one call to the next.
    pub(crate) fn solver(&self) -> Solver {
        self.chosen().unwrap_or_default()
    }

    /// The solver that is asked for, or the default for one solution of `puzzle`.
    pub(crate) fn solver_for_one(&self, puzzle: &Grid) -> Solver {
        self.chosen().unwrap_or_else(|| Solver::for_size(puzzle.geometry().size()))
    }

    /// What is said of the clauses.
    pub(crate) fn choice(&self) -> Choice {
        Choice { encoding: self.encoding.0, at_most_one: self.at_most_one, is_whole: self.no_reduce }
    }

    /// The clauses that are asked for, or the default ones for the board of `puzzle`.
    pub(crate) fn cnf(&self, puzzle: &Grid) -> CnfOptions {
        self.choice().options(puzzle.geometry().size())
    }
}

/// Print a solution of each puzzle, or all solutions of one
#[derive(Debug, Args)]
#[command(after_help = help::SOLVE)]
pub(crate) struct Solve {
    /// The puzzles: files, or - or nothing for standard input
    pub(crate) puzzles: Vec<PathBuf>,

    /// How to print solutions: grid (the default for one), boxes (drawn), rows, line (the default for
    /// several), or json (JSON Lines)
    #[arg(long, value_name = "FORMAT", value_parser = one_of::<Format>(["grid", "rows", "line", "boxes", "json"]))]
    pub(crate) format: Option<Format>,

    /// Print all solutions
    #[arg(long, group = "several")]
    pub(crate) all: bool,

    /// Print the first N solutions
    #[arg(long, value_name = "N", group = "several", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) limit: Option<u64>,

    /// Sort the solutions, which are then printed after the last one is found
    #[arg(long, requires = "several")]
    pub(crate) sorted: bool,

    /// End with the codes of SAT solvers for a single puzzle: 10 solved, 20 no solution, 0 unknown
    #[arg(long)]
    pub(crate) sat_exit_codes: bool,

    /// Tell also whether there is no other solution
    #[arg(long, conflicts_with_all = ["several", "sat_exit_codes"])]
    pub(crate) check_unique: bool,

    #[command(flatten)]
    pub(crate) batch: BatchArgs,

    #[command(flatten)]
    pub(crate) puzzle: PuzzleArgs,

    #[command(flatten)]
    pub(crate) solver: SolverArgs,
}

impl Solve {
    /// Whether solutions are to be printed as JSON.
    pub(crate) fn wants_json(&self) -> bool {
        self.format == Some(Format::Json)
    }
}

/// Count the solutions of each puzzle
#[derive(Debug, Args)]
#[command(after_help = help::COUNT)]
pub(crate) struct Count {
    #[command(flatten)]
    pub(crate) records: RecordArgs,

    /// Stop at N solutions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) limit: Option<u64>,

    #[command(flatten)]
    pub(crate) solver: SolverArgs,
}

/// Print the candidates of each cell that stand in some solution
#[derive(Debug, Args)]
#[command(after_help = help::CANDIDATES)]
pub(crate) struct Candidates {
    /// The puzzle: a file, or - or nothing for standard input
    pub(crate) input: Option<PathBuf>,

    /// Print what propagation of the givens leaves, without search
    #[arg(long)]
    pub(crate) propagate_only: bool,

    #[command(flatten)]
    pub(crate) puzzle: PuzzleArgs,

    #[command(flatten)]
    pub(crate) solver: SolverArgs,
}

/// Drop redundant givens of a puzzle
#[derive(Debug, Args)]
#[command(after_help = help::MINIMIZE)]
pub(crate) struct Minimize {
    /// The puzzle: a file, or - or nothing for standard input
    pub(crate) input: Option<PathBuf>,

    /// List every given that is redundant by itself
    #[arg(long)]
    pub(crate) all: bool,

    /// How to print the puzzle: grid, rows or line
    #[arg(long, value_name = "FORMAT", default_value = "grid", value_parser = one_of::<Format>(["grid", "rows", "line", "boxes"]))]
    pub(crate) format: Format,

    #[command(flatten)]
    pub(crate) puzzle: PuzzleArgs,

    #[command(flatten)]
    pub(crate) solver: SolverArgs,
}

/// Tell how hard each puzzle is
#[derive(Debug, Args)]
#[command(after_help = help::RATE)]
pub(crate) struct Rate {
    #[command(flatten)]
    pub(crate) records: RecordArgs,

    #[command(flatten)]
    pub(crate) time: TimeArgs,
}

/// More threads than this are of no use on any machine.
const MOST_JOBS: i64 = 1024;

/// Make puzzles with one solution
#[derive(Debug, Args)]
#[command(after_help = help::GENERATE)]
pub(crate) struct Generate {
    /// How many puzzles to make
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) count: u64,

    /// The seed of all random choices [default: another one each time, which is told]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,

    /// Leave this many givens
    #[arg(long, value_name = "N")]
    pub(crate) givens: Option<usize>,

    /// Leave no given that the solution does not need
    #[arg(long)]
    pub(crate) minimal: bool,

    /// The symmetry of the givens' pattern: rotate180 and rotate90 (by half and quarter turns), mirror-h (left and
    /// right), mirror-v (top and bottom), diagonal (from the top left), antidiagonal, full (all of them)
    #[arg(long, value_name = "NAME", default_value_t = Symmetry::None, hide_possible_values = true,
        value_parser = one_of::<Symmetry>(Symmetry::ALL.map(Symmetry::name)))]
    pub(crate) symmetry: Symmetry,

    /// What it takes to solve them: singles (easy), intersections (medium), subsets or fish (hard), search (extreme)
    #[arg(long, value_name = "CLASS", value_parser = one_of::<Difficulty>(Difficulty::ALL.map(Difficulty::name)))]
    pub(crate) difficulty: Option<Difficulty>,

    /// Let givens stand only where this file has a mark other than . 0 _, one for each cell; of a symmetry, only if that
    /// is said of all cells that mirror each other
    #[arg(long, value_name = "FILE")]
    pub(crate) mask: Option<PathBuf>,

    /// Dig in the full grid of this file instead of random ones
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Option<PathBuf>,

    /// Take the K-th grid of a file that holds several
    #[arg(long, value_name = "K", requires = "from", value_parser = record())]
    pub(crate) record: Option<usize>,

    /// How many grids to dig in, or ways to dig in the given one, until a puzzle is what is asked for [default: 1000,
    /// beyond 9x9 50]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) tries: Option<u64>,

    /// The format of the puzzles, any that convert writes [default: grid for one, line for several, csv or json with
    /// solutions]
    #[arg(long, value_name = "FORMAT", hide_possible_values = true,
        value_parser = one_of::<Format>(Format::ALL.map(Format::name)))]
    pub(crate) format: Option<Format>,

    /// Write the solutions beside the puzzles, which takes csv, json or fpuzzles
    #[arg(long)]
    pub(crate) with_solutions: bool,

    /// How many threads to use [default: one a core]
    #[arg(long, value_name = "N", value_parser = jobs())]
    pub(crate) jobs: Option<u16>,

    #[command(flatten)]
    pub(crate) board: BoardArgs,

    #[command(flatten)]
    pub(crate) time: TimeArgs,
}

/// Compare the encodings of a puzzle: their sizes, and how long each takes to solve
#[derive(Debug, Args)]
#[command(after_help = help::COMPARE)]
pub(crate) struct Compare {
    /// The puzzle: a file, or - or nothing for standard input
    pub(crate) input: Option<PathBuf>,

    /// How to print: as a table, or json (JSON Lines)
    #[arg(long, value_name = "FORMAT", default_value = "table", value_parser = ["table", "json"])]
    pub(crate) format: String,

    #[command(flatten)]
    pub(crate) puzzle: PuzzleArgs,

    #[command(flatten)]
    pub(crate) solver: SolverArgs,
}

/// An encoding, or none for one that fits the board.
#[derive(Clone, Copy, Debug)]
struct ChosenEncoding(Option<Encoding>);

fn encoding() -> impl TypedValueParser<Value = ChosenEncoding> {
    let names = ["auto"].into_iter().chain(Encoding::ALL.map(Encoding::name));
    PossibleValuesParser::new(names).try_map(|name| match &*name {
        "auto" => Ok(ChosenEncoding(None)),
        name => name.parse().map(|encoding| ChosenEncoding(Some(encoding))),
    })
}

/// The members of a portfolio; none to have as many as there are cores.
#[derive(Clone, Debug)]
struct Members(Vec<Solver>);

fn portfolio(names: &str) -> Result<Members, String> {
    let names = names.split(',').filter(|_| !names.is_empty());
    let member = |name| match Solver::named(name) {
        Some(Solver::Engine(_)) => Err(format!("'{name}' is no SAT solver")),
        Some(solver) => Ok(solver),
        None => Err(format!("there is no solver '{name}'")),
    };
    names.map(member).collect::<Result<_, _>>().map(Members)
}

fn solver() -> impl TypedValueParser<Value = Solver> {
    PossibleValuesParser::new(Solver::names()).try_map(|name| Solver::named(&name).ok_or("an unknown solver"))
}

fn program(command: &str) -> Result<Program, CommandError> {
    Program::from_command(command)
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "give a number of seconds, such as 10 or 0.5".to_owned())?;
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}
