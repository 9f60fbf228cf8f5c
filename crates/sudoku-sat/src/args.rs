//! The command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use sudoku_cnf::text::Layout;
use sudoku_cnf::{BoxShape, Encoding};
use sudoku_sat::Solver;
use sudoku_sat::external::{CommandError, Program};

/// Solve Sudoku puzzles of any size by SAT
#[derive(Debug, Parser)]
#[command(version, subcommand_required = true, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Solve(Solve),
}

/// What every command that reads puzzles takes.
#[derive(Debug, Args)]
pub(crate) struct PuzzleArgs {
    /// The shape of the boxes, rows x columns, where the puzzle does not tell
    #[arg(long = "box", value_name = "RxC")]
    pub(crate) shape: Option<BoxShape>,

    /// Take only the K-th puzzle of a file that holds several
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) record: Option<u64>,
}

/// What every command that runs a solver takes.
#[derive(Debug, Args)]
pub(crate) struct SolverArgs {
    /// Which solver to use; all but varisat are programs of their own
    #[arg(long, value_name = "NAME", default_value = "varisat", value_parser = solver())]
    solver: Solver,

    /// Run any other SAT solver: {cnf} stands for the problem file, {out} for the file it writes its
    /// answer to; without {out} the answer is read from its standard output
    #[arg(long, value_name = "COMMAND", conflicts_with = "solver", value_parser = program)]
    solver_command: Option<Program>,

    /// Which clauses the solver gets
    #[arg(long, value_name = "NAME", default_value_t, value_parser = encoding())]
    pub(crate) encoding: Encoding,

    /// Give up on a puzzle after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) timeout: Option<Duration>,
}

impl SolverArgs {
    /// The solver that is asked for.
    pub(crate) fn solver(&self) -> Solver {
        self.solver_command.clone().map_or_else(|| self.solver.clone(), Solver::External)
    }
}

const SOLVE_EXAMPLES: &str = "\
Examples:
  sudoku-sat solve puzzle.txt
  sudoku-sat solve --solver minisat --timeout 10 puzzle.txt
  sudoku-sat solve --solver-command 'my-solver --quiet {cnf}' puzzle.txt
  sudoku-sat solve --format line < many.txt > solved.txt

One puzzle is answered by its grid. Of several, each is answered by a line: its solution, or one of the
words unsatisfiable, unknown, error.

Exit codes: 0 solved, 1 error, 2 wrong command line, 20 no solution, 30 unknown, 130 interrupted;
for several puzzles 0 if each was answered, 1 after an error, else 30.";

/// Print a solution of each puzzle
#[derive(Debug, Args)]
#[command(after_help = SOLVE_EXAMPLES)]
pub(crate) struct Solve {
    /// The puzzles: files, or - or nothing for standard input
    pub(crate) puzzles: Vec<PathBuf>,

    /// How to print a solution: grid (for one puzzle), rows, or line (for several)
    #[arg(long, value_name = "FORMAT", value_parser = layout())]
    pub(crate) format: Option<Layout>,

    /// End with the codes of SAT solvers for a single puzzle: 10 solved, 20 no solution, 0 unknown
    #[arg(long)]
    pub(crate) sat_exit_codes: bool,

    #[command(flatten)]
    pub(crate) puzzle: PuzzleArgs,

    #[command(flatten)]
    pub(crate) solver: SolverArgs,
}

fn encoding() -> impl TypedValueParser<Value = Encoding> {
    PossibleValuesParser::new(Encoding::ALL.map(Encoding::name)).try_map(|name| name.parse::<Encoding>())
}

fn layout() -> impl TypedValueParser<Value = Layout> {
    PossibleValuesParser::new(Layout::ALL.map(Layout::name)).try_map(|name| name.parse::<Layout>())
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
