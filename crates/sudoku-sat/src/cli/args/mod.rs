//! The command line.

mod puzzles;
mod solver;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use sudoku_cnf::cli::args::{BoardArgs, MessageArgs, one_of, puzzle_number, with_values};
use sudoku_cnf::cli::{Extra, Failure};
use sudoku_cnf::formats::Format;
use sudoku_sat::analysis::Difficulty;
use sudoku_sat::generate::Symmetry;

use crate::cli::help;
use puzzles::jobs;
pub(crate) use puzzles::{BatchArgs, PuzzleArgs, RecordArgs, Shard};
pub(crate) use solver::{Method, SolverArgs, TimeArgs};

/// Solve, count, analyze, rate and generate Sudoku puzzles of any size
///
/// A SAT solver, embedded or external, answers the questions. An independent rule checker verifies every grid before it
/// is printed.
#[derive(Debug, Parser)]
#[command(version, after_long_help = help::PROGRAM, subcommand_required = true, arg_required_else_help = true)]
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
    /// Returns the solver options of a command that has them.
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

    /// Rejects conflicting options that clap does not detect.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        self.solver().map_or(Ok(()), SolverArgs::check)
    }

    /// Returns whether the command line names a solver that runs as an external process.
    pub(crate) fn runs_a_program(&self) -> bool {
        self.solver().and_then(SolverArgs::chosen).is_some_and(|method| method.runs_a_program())
    }
}

/// Print a solution of each puzzle, or all solutions of one puzzle
///
/// A single puzzle is answered with its grid. Several puzzles are answered with one record per line, in input order: the
/// solution, or one of the words unsatisfiable, unknown, error. With --check-unique, the solution is followed by unique,
/// several or unknown. --format line or json, --jobs and --shard select records for a single puzzle, too.
///
/// With --all or --limit, the solutions of one puzzle are printed as they are found, one per line. For several puzzles,
/// these options require --format json and use one thread.
///
/// An embedded solver sees only what bit-parallel propagation and failed-literal probing leave open; this solves most
/// 9x9 puzzles. --no-reduce turns propagation off. An external solver always runs.
#[derive(Debug, Args)]
#[command(after_long_help = help::SOLVE)]
pub(crate) struct SolveArgs {
    /// Puzzle files; '-' or no file reads standard input
    #[arg(value_name = "FILE")]
    pub(crate) puzzles: Vec<PathBuf>,

    /// Output format: grid, boxes, rows, line, json
    ///
    /// grid: rows with bars, the default for one puzzle. boxes: box-drawing characters. rows: n lines of n cells. line:
    /// one line per solution, the default for several puzzles. json: JSON Lines.
    #[arg(short, long, value_name = "FORMAT", hide_possible_values = true,
        value_parser = one_of::<Format>(["grid", "boxes", "rows", "line", "json"]))]
    pub(crate) format: Option<Format>,

    /// Print all solutions
    #[arg(short, long, group = "several")]
    pub(crate) all: bool,

    /// Stop after N solutions
    #[arg(short = 'n', long, value_name = "N", group = "several", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) limit: Option<u64>,

    /// Sort the solutions; prints them after the last one is found
    #[arg(long, requires = "several")]
    pub(crate) sorted: bool,

    /// Report whether the solution is unique
    #[arg(long, conflicts_with_all = ["several", "sat_exit_codes"])]
    pub(crate) check_unique: bool,

    /// Exit with 10 (solved), 20 (no solution) or 0 (unknown)
    ///
    /// These are the exit codes of SAT solvers. The option requires a single puzzle.
    #[arg(long)]
    pub(crate) sat_exit_codes: bool,

    #[command(flatten)]
    pub(crate) solver: SolverArgs,

    #[command(flatten)]
    pub(crate) batch: BatchArgs,

    #[command(flatten)]
    pub(crate) puzzle: PuzzleArgs,
}

impl SolveArgs {
    /// Returns whether solutions are printed as JSON.
    pub(crate) fn wants_json(&self) -> bool {
        self.format == Some(Format::Json)
    }
}

/// Count the solutions of each puzzle
///
/// Prints 'exactly N', 'at least N (limit reached)' or 'at least N (time out)' for each puzzle. By default, solutions are
/// counted without enumeration: the counts of independent parts of the board are multiplied and cached. The cache takes
/// up to 400 MB per thread. With --solver, the solver enumerates the solutions.
#[derive(Debug, Args)]
#[command(after_long_help = help::COUNT)]
pub(crate) struct CountArgs {
    /// Stop at N solutions
    #[arg(short = 'n', long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) limit: Option<u64>,

    #[command(flatten)]
    pub(crate) solver: SolverArgs,

    #[command(flatten)]
    pub(crate) records: RecordArgs,
}

/// Print the candidates that occur in at least one solution
///
/// Prints the board with the candidates of each cell. The candidates are computed with a few calls of the SAT solver,
/// without enumeration. A cell with a single candidate belongs to the backbone.
#[derive(Debug, Args)]
#[command(after_long_help = help::CANDIDATES)]
pub(crate) struct CandidatesArgs {
    /// Puzzle file; '-' or no file reads standard input
    #[arg(value_name = "FILE")]
    pub(crate) input: Option<PathBuf>,

    /// Print the candidates left by naked and hidden singles, without search
    #[arg(long)]
    pub(crate) propagate_only: bool,

    #[command(flatten)]
    pub(crate) solver: SolverArgs,

    #[command(flatten)]
    pub(crate) puzzle: PuzzleArgs,
}

/// Remove redundant givens from a puzzle
///
/// Prints the puzzle without redundant givens. The solutions stay the same, and no remaining given is redundant. With
/// --all, prints every given that is redundant on its own, as 'r1c2 7'. Removing several of these at once may add
/// solutions.
#[derive(Debug, Args)]
#[command(after_long_help = help::MINIMIZE)]
pub(crate) struct MinimizeArgs {
    /// Puzzle file; '-' or no file reads standard input
    #[arg(value_name = "FILE")]
    pub(crate) input: Option<PathBuf>,

    /// List every given that is redundant on its own
    #[arg(short, long)]
    pub(crate) all: bool,

    /// Output format: grid, rows, line, boxes [default: grid]
    #[arg(short, long, value_name = "FORMAT", default_value = "grid", hide_default_value = true,
        hide_possible_values = true, value_parser = one_of::<Format>(["grid", "rows", "line", "boxes"]))]
    pub(crate) format: Format,

    #[command(flatten)]
    pub(crate) solver: SolverArgs,

    #[command(flatten)]
    pub(crate) puzzle: PuzzleArgs,
}

/// Rate the difficulty of each puzzle
///
/// Prints three words per puzzle: the difficulty, the hardest step required, and the number of clauses that varisat
/// learns until it has proven uniqueness. A puzzle without a rating is answered with one of the words several,
/// unsatisfiable, unknown, error.
///
/// The hardest step is the weakest technique that solves the puzzle together with all easier ones, in any order. Neither
/// the step nor the number of clauses predicts how long a person takes.
#[derive(Debug, Args)]
#[command(after_long_help = help::RATE)]
pub(crate) struct RateArgs {
    #[command(flatten)]
    pub(crate) time: TimeArgs,

    #[command(flatten)]
    pub(crate) records: RecordArgs,
}

/// Generate puzzles with exactly one solution
///
/// Removes givens from random full grids while the solution stays unique. Without --givens, --difficulty and --minimal,
/// the generator removes givens until none can be removed. Up to 16x16, it keeps the solution unique; on larger boards,
/// it keeps the puzzle solvable by singles. With --symmetry, it removes symmetric givens together. With --difficulty, it
/// keeps the puzzle no harder than requested; see 'sudoku-sat help rate'.
///
/// A seed gives the same puzzles on every machine and for any number of puzzles and threads, unless --timeout is
/// reached.
///
/// If no puzzle meets the request within --tries or --timeout, the closest one is printed with a warning, and the exit
/// code is 30. Beyond 16x16, --minimal and low numbers of givens can take very long.
#[derive(Debug, Args)]
#[command(after_long_help = help::GENERATE)]
pub(crate) struct GenerateArgs {
    /// Number of puzzles [default: 1]
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1, hide_default_value = true,
        value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) count: u64,

    /// Seed of the random number generator [default: random]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,

    /// Number of givens
    #[arg(long, value_name = "N")]
    pub(crate) givens: Option<usize>,

    /// Remove givens until every given is necessary
    #[arg(long)]
    pub(crate) minimal: bool,

    /// Symmetry of the pattern of givens [default: none]
    ///
    /// rotate180, rotate90: half and quarter turns. mirror-h: left and right. mirror-v: top and bottom. diagonal,
    /// antidiagonal: the diagonals from the top left and from the top right. full: all of these.
    #[arg(long, value_name = "NAME", default_value_t = Symmetry::None, hide_default_value = true,
        hide_possible_values = true, value_parser = one_of::<Symmetry>(Symmetry::ALL.map(Symmetry::name)))]
    pub(crate) symmetry: Symmetry,

    /// Difficulty: easy, medium, hard, extreme
    ///
    /// The hardest step required: singles (easy), intersections (medium), subsets or fish (hard), search (extreme).
    #[arg(long, value_name = "CLASS", hide_possible_values = true,
        value_parser = one_of::<Difficulty>(Difficulty::ALL.map(Difficulty::name)))]
    pub(crate) difficulty: Option<Difficulty>,

    /// Allow givens only in the cells marked in FILE
    ///
    /// The file contains one character per cell; '.', '0' and '_' mark the cells that stay open. With --symmetry, a
    /// given is allowed only if all its symmetric cells are marked.
    #[arg(long, value_name = "FILE")]
    pub(crate) mask: Option<PathBuf>,

    /// Use the full grid in FILE instead of random grids
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Option<PathBuf>,

    /// Use the K-th grid of the file of --from
    #[arg(long, alias = "record", value_name = "K", requires = "from", value_parser = puzzle_number())]
    pub(crate) puzzle_number: Option<usize>,

    /// Attempts per puzzle [default: 1000; beyond 9x9: 50]
    ///
    /// Each attempt uses another random grid, or with --from another order of removals.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) tries: Option<u64>,

    /// Output format [default: grid for one puzzle, line for several]
    #[arg(short, long, value_name = "FORMAT", hide_possible_values = true,
        long_help = with_values(
            "Output format [default: grid for one puzzle, line for several; csv or json with --with-solutions]",
            Format::ALL.map(Format::name)),
        value_parser = one_of::<Format>(Format::ALL.map(Format::name)))]
    pub(crate) format: Option<Format>,

    /// Write the solutions as well; requires csv, json or fpuzzles
    #[arg(long)]
    pub(crate) with_solutions: bool,

    /// Number of worker threads [default: all cores]
    #[arg(short, long, value_name = "N", value_parser = jobs())]
    pub(crate) jobs: Option<u16>,

    /// Suppress progress and notes
    #[arg(short, long)]
    pub(crate) quiet: bool,

    #[command(flatten)]
    pub(crate) time: TimeArgs,

    #[command(flatten)]
    pub(crate) board: BoardArgs,
}

/// Compare the sizes and solving times of the encodings of a puzzle
///
/// Prints one line for each combination of an encoding and an at-most-one scheme: the variables, clauses, literals and
/// bytes of the CNF, the seconds to write it, and the seconds from the puzzle to a checked solution. A '-' means that
/// --timeout was reached. --encoding and --amo restrict the combinations. Search engines use no clauses, so their solving
/// time does not depend on the encoding.
#[derive(Debug, Args)]
#[command(after_long_help = help::COMPARE)]
pub(crate) struct CompareArgs {
    /// Puzzle file; '-' or no file reads standard input
    #[arg(value_name = "FILE")]
    pub(crate) input: Option<PathBuf>,

    /// Output format: table, json (JSON Lines) [default: table]
    #[arg(short, long, value_name = "FORMAT", default_value = "table", hide_default_value = true,
        hide_possible_values = true, value_parser = ["table", "json"])]
    pub(crate) format: String,

    #[command(flatten)]
    pub(crate) solver: SolverArgs,

    #[command(flatten)]
    pub(crate) puzzle: PuzzleArgs,
}
