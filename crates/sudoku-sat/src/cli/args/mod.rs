//! The command line.

mod puzzles;
mod solver;

use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use sudoku_cnf::cli::args::{BoardArgs, MessageArgs, SymbolArgs, formats, jobs, one_of, puzzle_number};
use sudoku_cnf::cli::{Extra, Failure};
use sudoku_cnf::formats::Format;
use sudoku_sat::analysis::Difficulty;
use sudoku_sat::generate::Symmetry;

use crate::cli::csv_record::Column;
use crate::cli::help;
use crate::cli::outcome::Outcome;
pub(crate) use puzzles::{BatchArgs, OutputArgs, PuzzleArgs, RecordArgs, Shard};
use puzzles::{columns, outcomes};
pub(crate) use solver::{Method, SolverArgs, TimeArgs};

/// Solve, count, analyze, rate and generate Sudoku puzzles of any size
///
/// Puzzles are solved by an embedded or external SAT solver, or by a built-in search engine. An independent rule checker
/// verifies every grid before it is printed.
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

    /// Returns the output file and the input files.
    pub(crate) fn files(&self) -> (Option<&Path>, Vec<PathBuf>) {
        let (output, inputs) = match self {
            Self::Solve(args) => (&args.output, args.puzzles.clone()),
            Self::Count(args) => (&args.records.output, args.records.puzzles.clone()),
            Self::Rate(args) => (&args.records.output, args.records.puzzles.clone()),
            Self::Candidates(args) => (&args.output, args.input.iter().cloned().collect()),
            Self::Minimize(args) => (&args.output, args.input.iter().cloned().collect()),
            Self::Generate(args) => (&args.output, args.from.iter().chain(&args.mask).cloned().collect()),
            Self::Compare(args) => (&args.output, args.puzzles.clone()),
            Self::Extra(_) => return (None, Vec::new()),
        };
        (output.output.as_deref(), inputs)
    }

    /// Sets the output format that the extension of the output file indicates, unless `--format` is set.
    pub(crate) fn set_format_from_output(&mut self) {
        let Some(path) = self.files().0.map(Path::to_owned) else { return };
        let format = Format::from_path(&path);
        let record_format = format.filter(|format| matches!(format, Format::Json | Format::Csv));
        match self {
            Self::Solve(args) => args.format = args.format.or(record_format),
            Self::Count(args) => args.records.format = args.records.format.or(record_format),
            Self::Rate(args) => args.records.format = args.records.format.or(record_format),
            Self::Generate(args) => args.format = args.format.or(format),
            Self::Compare(args) => {
                let name = record_format.map(|format| format.name().to_owned());
                args.format = args.format.take().or(name);
            }
            Self::Candidates(_) | Self::Minimize(_) | Self::Extra(_) => {}
        }
    }

    /// Rejects conflicting options that clap does not detect.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        self.solver().map_or(Ok(()), SolverArgs::check)
    }

    /// Returns whether the command line names a solver that runs as an external process.
    pub(crate) fn runs_external_program(&self) -> bool {
        let listed = match self {
            Self::Compare(args) => &args.solvers[..],
            _ => &[],
        };
        let chosen = self.solver().and_then(SolverArgs::chosen);
        chosen.iter().chain(listed).any(Method::runs_external_program)
    }
}

/// Solve puzzles, and print one or all solutions of each
///
/// By default, the solution of a single puzzle is printed as a grid, which has Unicode frames and bold givens on a
/// terminal. For several puzzles, one line each is printed, in input order. The line contains the solution, or one of
/// the words 'unsatisfiable', 'unknown' and 'error'. With --check-unique, the solution is followed by 'unique',
/// 'several' (more than one solution) or 'unknown'. With --jobs or --shard, even a single puzzle is printed as a line.
///
/// With --all or --limit, the solutions are printed as they are found, one per line. With several puzzles, --format json
/// is required, and only one thread is used.
///
/// Propagation and failed-literal probing first simplify the board. If they solve the puzzle, as they do for most 9x9
/// puzzles, the embedded solver is skipped, but an external solver still runs. --no-reduce disables this simplification.
#[derive(Debug, Args)]
#[command(after_long_help = help::SOLVE)]
pub(crate) struct SolveArgs {
    /// Puzzle files; '-' means standard input [default: -]
    #[arg(value_name = "FILE")]
    pub(crate) puzzles: Vec<PathBuf>,

    /// Print all solutions
    #[arg(short, long, group = "several")]
    pub(crate) all: bool,

    /// Stop after finding N solutions
    #[arg(short = 'n', long, value_name = "N", group = "several", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) limit: Option<u64>,

    /// Sort the solutions; nothing is printed until all have been found
    #[arg(long, requires = "several")]
    pub(crate) sorted: bool,

    /// Report whether the solution is unique
    #[arg(long, conflicts_with_all = ["several", "sat_exit_codes"])]
    pub(crate) check_unique: bool,

    /// Use SAT solver exit codes: 10 (solved), 20 (no solution), 0 (unknown)
    ///
    /// Requires a single puzzle.
    #[arg(long, hide_short_help = true)]
    pub(crate) sat_exit_codes: bool,

    /// Output format [default: grid for one puzzle, line for several]
    #[arg(short, long, value_name = "FORMAT", value_parser = one_of::<Format>([
        described("grid", "rows with bars between the boxes"),
        described("boxes", "a grid drawn with box-drawing characters"),
        described("rows", "one line per row, without bars"),
        described("line", "one line per solution"),
        described("json", "JSON Lines"),
        described("csv", "CSV with a header"),
    ]))]
    pub(crate) format: Option<Format>,

    #[command(flatten)]
    pub(crate) output: OutputArgs,

    #[command(flatten)]
    pub(crate) symbols: SymbolArgs,

    /// Columns of CSV output, separated by commas; implies --format csv
    ///
    /// The default is 'puzzle,solution,status'. With --check-unique, the column 'unique' is added. With --all or --limit, the
    /// number of the solution is added.
    #[arg(long, value_name = "NAMES", value_delimiter = ',',
        value_parser = columns(&[Column::Solution, Column::SolutionIndex, Column::Unique]))]
    pub(crate) columns: Vec<Column>,

    /// Print only puzzles with these results, separated by commas
    ///
    /// Without --format, the puzzles themselves are printed instead of the results: puzzles that are written on one line
    /// unchanged, others in the format 'line'. 'unique' and 'several' imply --check-unique.
    #[arg(long, value_name = "RESULTS", value_delimiter = ',', conflicts_with_all = ["several", "sat_exit_codes"],
        value_parser = outcomes(Outcome::OF_SOLVE))]
    pub(crate) only: Vec<Outcome>,

    #[command(flatten)]
    pub(crate) batch: BatchArgs,

    #[command(flatten)]
    pub(crate) solver: SolverArgs,

    #[command(flatten)]
    pub(crate) puzzle: PuzzleArgs,
}

impl SolveArgs {
    /// Returns whether the result includes whether the solution is unique.
    pub(crate) fn checks_unique(&self) -> bool {
        self.check_unique || self.only.iter().any(|only| matches!(only, Outcome::Unique | Outcome::Several))
    }
}

/// Count the solutions of each puzzle
///
/// Prints 'exactly N', 'at least N (limit reached)' or 'at least N (timed out)' for each puzzle. By default, solutions are
/// counted without enumeration: the counts of independent parts of the board are multiplied and cached. The cache takes
/// up to 400 MB per thread. With --solver, the solver enumerates the solutions.
#[derive(Debug, Args)]
#[command(after_long_help = help::COUNT,
    mut_arg("columns", |argument| argument.value_parser(columns(&[Column::Count]))
        .long_help("Columns of CSV output, separated by commas; implies --format csv [default: puzzle,count,status]")),
    mut_arg("solver", |argument| argument
    .help("Enumerate the solutions with this method [default: no enumeration]").long_help(None::<&str>)))]
pub(crate) struct CountArgs {
    /// Stop after finding N solutions
    #[arg(short = 'n', long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) limit: Option<u64>,

    #[command(flatten)]
    pub(crate) records: RecordArgs,

    #[command(flatten)]
    pub(crate) batch: BatchArgs,

    #[command(flatten)]
    pub(crate) solver: SolverArgs,

    #[command(flatten)]
    pub(crate) puzzle: PuzzleArgs,
}

/// Print the candidates that occur in at least one solution
///
/// Prints the board with the candidates of each cell. A few calls to the SAT solver find them, without enumerating the
/// solutions. A cell with a single candidate has the same digit in every solution (in SAT terms, it is part of the
/// backbone).
#[derive(Debug, Args)]
#[command(after_long_help = help::CANDIDATES)]
pub(crate) struct CandidatesArgs {
    /// Puzzle file; '-' means standard input [default: -]
    #[arg(value_name = "FILE")]
    pub(crate) input: Option<PathBuf>,

    /// Print the candidates left by naked and hidden singles, without search
    #[arg(long)]
    pub(crate) propagate_only: bool,

    #[command(flatten)]
    pub(crate) output: OutputArgs,

    #[command(flatten)]
    pub(crate) solver: SolverArgs,

    #[command(flatten)]
    pub(crate) puzzle: PuzzleArgs,
}

/// Remove redundant givens from a puzzle
///
/// Prints the puzzle without redundant givens. The solutions stay the same, and every remaining given is necessary.
#[derive(Debug, Args)]
#[command(after_long_help = help::MINIMIZE)]
pub(crate) struct MinimizeArgs {
    /// Puzzle file; '-' means standard input [default: -]
    #[arg(value_name = "FILE")]
    pub(crate) input: Option<PathBuf>,

    /// List every given that is redundant on its own, as 'r1c2 7'
    ///
    /// The list replaces the puzzle in the output. Removing several of these givens at once can add solutions.
    #[arg(short, long)]
    pub(crate) all: bool,

    /// Output format
    #[arg(short, long, value_name = "FORMAT", default_value = "grid",
        value_parser = one_of::<Format>(["grid", "boxes", "rows", "line"]))]
    pub(crate) format: Format,

    #[command(flatten)]
    pub(crate) output: OutputArgs,

    #[command(flatten)]
    pub(crate) symbols: SymbolArgs,

    #[command(flatten)]
    pub(crate) solver: SolverArgs,

    #[command(flatten)]
    pub(crate) puzzle: PuzzleArgs,
}

/// Rate the difficulty of each puzzle
///
/// Prints three fields per puzzle: the difficulty, the hardest step required, and the number of clauses that varisat
/// learns before it proves that the solution is unique. For a puzzle that cannot be rated, prints 'several' (more
/// than one solution), 'unsatisfiable', 'unknown' or 'error' instead.
///
/// The hardest step is the most advanced technique required: the simpler techniques alone do not solve the puzzle, but
/// together with this technique they do. Neither the step nor the number of clauses predicts how long a person takes to
/// solve the puzzle.
///
/// For several puzzles, a summary with the number of puzzles of each difficulty follows on standard error.
#[derive(Debug, Args)]
#[command(after_long_help = help::RATE, mut_arg("columns", |argument| argument
    .value_parser(columns(&[Column::Difficulty, Column::Step, Column::LearnedClauses, Column::Unique]))
    .long_help("Columns of CSV output, separated by commas; implies --format csv [default: puzzle, difficulty, step, \
    learned_clauses, status, unique]")))]
pub(crate) struct RateArgs {
    #[command(flatten)]
    pub(crate) records: RecordArgs,

    /// Print only puzzles with these ratings, separated by commas
    ///
    /// Without --format, the puzzles themselves are printed instead of the ratings: puzzles that are written on one line
    /// unchanged, others in the format 'line'.
    #[arg(long, value_name = "RATINGS", value_delimiter = ',', value_parser = outcomes(Outcome::OF_RATE))]
    pub(crate) only: Vec<Outcome>,

    #[command(flatten)]
    pub(crate) time: TimeArgs,

    #[command(flatten)]
    pub(crate) batch: BatchArgs,

    #[command(flatten)]
    pub(crate) puzzle: PuzzleArgs,
}

/// Generate puzzles with exactly one solution
///
/// Starts from random full grids and removes givens as long as the solution remains unique. By default, the generator
/// tries to remove each given once, so every remaining given is necessary. On boards larger than 16x16, it also keeps the
/// puzzle solvable by singles, unless --minimal is set. With --symmetry, it removes symmetric givens together. With
/// --difficulty, the puzzle never becomes harder than requested; see 'sudoku-sat help rate'.
///
/// The same seed produces the same sequence of puzzles on every machine, regardless of --count and --jobs, unless
/// --timeout is reached.
///
/// If the generator finds no puzzle that meets the request within the limits set by --tries and --timeout, it prints the
/// closest one with a warning, and the exit status is 30. On boards larger than 16x16, --minimal and low values of --givens
/// can take a very long time.
#[derive(Debug, Args)]
#[command(after_long_help = help::GENERATE, mut_arg("shape", |argument| argument
    .help("Size of a box, as rows x columns [default: 3x3, or from the --from file]")
    .long_help("Size of a box, as rows x columns [default: 3x3, or from the --from file]\n\nThe board has as many rows \
    and columns as a box has cells: for example, --box 2x3 gives a 6x6 board.")))]
pub(crate) struct GenerateArgs {
    /// Number of puzzles to generate
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) count: u64,

    /// Seed for the random number generator [default: random]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,

    /// Generate puzzles with exactly N givens
    #[arg(long, value_name = "N")]
    pub(crate) givens: Option<usize>,

    /// Remove givens until every given is necessary
    #[arg(long)]
    pub(crate) minimal: bool,

    /// Symmetry of the pattern of givens
    #[arg(long, value_name = "NAME", default_value_t = Symmetry::None, value_parser = symmetry())]
    pub(crate) symmetry: Symmetry,

    /// Generate puzzles of this difficulty
    #[arg(long, value_name = "LEVEL", value_parser = difficulty())]
    pub(crate) difficulty: Option<Difficulty>,

    /// Allow givens only in the cells selected in FILE
    ///
    /// FILE contains one character per cell: '.', '0' or '_' for a cell that must stay empty, and any other character for
    /// a selected cell, which can contain a given. With --symmetry, a cell can contain a given only if all cells symmetric
    /// to it are selected as well.
    #[arg(long, value_name = "FILE")]
    pub(crate) mask: Option<PathBuf>,

    /// Use the full grid in FILE instead of random grids
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Option<PathBuf>,

    /// Use the K-th grid in the --from file
    #[arg(long, alias = "record", value_name = "K", requires = "from", value_parser = puzzle_number())]
    pub(crate) puzzle_number: Option<usize>,

    /// Attempts per puzzle [default: 1000, or 50 on boards larger than 9x9]
    ///
    /// Each attempt uses a different random grid or, with --from, removes the givens in a different order.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) tries: Option<u64>,

    /// Also write the solutions (csv, json and fpuzzles only)
    #[arg(long)]
    pub(crate) with_solutions: bool,

    /// Output format [default: grid for one puzzle, line for several]
    ///
    /// On a terminal, a single puzzle has Unicode frames. With --with-solutions, the default is csv if CSV can represent
    /// the board, otherwise json.
    #[arg(short, long, value_name = "FORMAT", value_parser = one_of::<Format>(formats()))]
    pub(crate) format: Option<Format>,

    #[command(flatten)]
    pub(crate) output: OutputArgs,

    #[command(flatten)]
    pub(crate) symbols: SymbolArgs,

    #[command(flatten)]
    pub(crate) time: TimeArgs,

    /// Number of worker threads [default: number of cores]
    #[arg(short, long, value_name = "N", value_parser = jobs())]
    pub(crate) jobs: Option<u16>,

    /// Do not print progress or notes; warnings and errors are still printed
    #[arg(short, long)]
    pub(crate) quiet: bool,

    #[command(flatten, next_help_heading = "Board options")]
    pub(crate) board: BoardArgs,
}

/// Compare encodings and solvers by CNF size and time
///
/// For a single puzzle, prints one line for each combination of a solver, an encoding and an at-most-one scheme: the
/// numbers of variables, clauses, literals and bytes of the CNF, the time to write it, and the total time to a verified
/// solution, both in milliseconds. '-' means that --timeout was reached. --encoding and --amo restrict the combinations.
/// Search engines do not use a CNF, so their times do not depend on the encoding.
///
/// With --repeat, the times are medians, and two columns show the shortest and the longest solving time. For several
/// puzzles, a line summarizes all of them: the mean sizes, the median times, the shortest and the longest solving time,
/// and the number of puzzles solved. CSV and JSON always have one record per puzzle and combination, with times in
/// seconds.
#[derive(Debug, Args)]
#[command(after_long_help = help::COMPARE,
    mut_arg("encoding", |argument| argument.help("Compare only this encoding [default: all]").hide_default_value(true).long_help(None::<&str>)),
    mut_arg("at_most_one", |argument| argument
        .help("Compare only this at-most-one scheme [default: all]").long_help(None::<&str>)))]
pub(crate) struct CompareArgs {
    /// Puzzle files; '-' means standard input [default: -]
    #[arg(value_name = "FILE")]
    pub(crate) puzzles: Vec<PathBuf>,

    /// Solvers to compare, separated by commas [default: varisat]
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = solver::method(),
        conflicts_with_all = ["solver", "solver_command", "portfolio"])]
    pub(crate) solvers: Vec<Method>,

    /// Measure each time N times and report the median
    #[arg(long, value_name = "N", default_value = "1", value_parser = repeat())]
    pub(crate) repeat: usize,

    /// Output format [default: table]
    #[arg(short, long, value_name = "FORMAT", value_parser = [
        described("table", "a table in milliseconds"),
        described("csv", "CSV with a header, in seconds"),
        described("json", "JSON Lines, in seconds"),
    ])]
    pub(crate) format: Option<String>,

    #[command(flatten)]
    pub(crate) output: OutputArgs,

    /// Do not print progress or notes; errors are still printed
    #[arg(short, long)]
    pub(crate) quiet: bool,

    #[command(flatten)]
    pub(crate) solver: SolverArgs,

    #[command(flatten)]
    pub(crate) puzzle: PuzzleArgs,
}

/// Returns a parser for the number of repetitions.
fn repeat() -> impl TypedValueParser<Value = usize> {
    clap::value_parser!(u32).range(1..).map(|number| number as usize)
}

fn described(name: &'static str, help: &'static str) -> PossibleValue {
    PossibleValue::new(name).help(help)
}

fn symmetry() -> impl TypedValueParser<Value = Symmetry> {
    one_of(Symmetry::ALL.map(|symmetry| {
        let help = match symmetry {
            Symmetry::None => "no symmetry",
            Symmetry::Rotate180 => "half-turn rotation",
            Symmetry::Rotate90 => "quarter-turn rotation",
            Symmetry::MirrorH => "left-right reflection",
            Symmetry::MirrorV => "top-bottom reflection",
            Symmetry::Diagonal => "reflection across the diagonal from the top left",
            Symmetry::Antidiagonal => "reflection across the diagonal from the top right",
            Symmetry::Full => "all of these symmetries at once",
            _ => return PossibleValue::new(symmetry.name()),
        };
        described(symmetry.name(), help)
    }))
}

fn difficulty() -> impl TypedValueParser<Value = Difficulty> {
    one_of(Difficulty::ALL.map(|difficulty| {
        let help = match difficulty {
            Difficulty::Easy => "the hardest step is a naked or hidden single",
            Difficulty::Medium => "the hardest step is an intersection",
            Difficulty::Hard => "the hardest step is a subset or a fish",
            Difficulty::Extreme => "the puzzle requires search",
            _ => return PossibleValue::new(difficulty.name()),
        };
        described(difficulty.name(), help)
    }))
}
