//! The command line.

mod puzzles;
mod solver;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use sudoku_cnf::cli::Failure;
use sudoku_cnf::cli::args::{BoardArgs, Extra, MessageArgs, one_of, record};
use sudoku_cnf::formats::Format;
use sudoku_sat::analysis::Difficulty;
use sudoku_sat::generate::Symmetry;

use crate::cli::help;
use puzzles::jobs;
pub(crate) use puzzles::{BatchArgs, PuzzleArgs, RecordArgs, Shard};
pub(crate) use solver::{Method, SolverArgs, TimeArgs};

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
    Solve(SolveArgs),
    Count(CountArgs),
    Candidates(CandidatesArgs),
    Minimize(MinimizeArgs),
    Rate(RateArgs),
    Generate(GenerateArgs),
    Compare(CompareArgs),
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

    /// Rejects options that do not go together.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        self.solver().map_or(Ok(()), SolverArgs::check)
    }

    /// Whether it is asked to start an external solver.
    pub(crate) fn runs_a_program(&self) -> bool {
        self.solver().and_then(SolverArgs::chosen).is_some_and(|method| method.runs_a_program())
    }
}

/// Print a solution of each puzzle, or all solutions of one
#[derive(Debug, Args)]
#[command(after_help = help::SOLVE)]
pub(crate) struct SolveArgs {
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

impl SolveArgs {
    /// Whether solutions are to be printed as JSON.
    pub(crate) fn wants_json(&self) -> bool {
        self.format == Some(Format::Json)
    }
}

/// Count the solutions of each puzzle
#[derive(Debug, Args)]
#[command(after_help = help::COUNT)]
pub(crate) struct CountArgs {
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
pub(crate) struct CandidatesArgs {
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
pub(crate) struct MinimizeArgs {
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
pub(crate) struct RateArgs {
    #[command(flatten)]
    pub(crate) records: RecordArgs,

    #[command(flatten)]
    pub(crate) time: TimeArgs,
}

/// Make puzzles with one solution
#[derive(Debug, Args)]
#[command(after_help = help::GENERATE)]
pub(crate) struct GenerateArgs {
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
pub(crate) struct CompareArgs {
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
