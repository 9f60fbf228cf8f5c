//! The options of `sudoku-sat compare`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::TypedValueParser;
use sudoku_cnf::cli::args::{one_of, whole_number, with_help};

use super::puzzles::{OutputArgs, PuzzleArgs};
use super::{Method, SolverArgs, described, solver};
use crate::cli::compare::PlotKind;
use crate::cli::help;

/// Compare encodings and solvers by CNF size and time
///
/// For a single puzzle, prints one line for each combination of a solver, an encoding and an at-most-one scheme: the
/// numbers of variables, clauses, literals and bytes of the CNF, the time to write it, and the total time to a verified
/// solution, both in milliseconds. '-' means that --timeout or --memory-limit was reached. The limits apply to each
/// step for a combination separately: to the size, to the encoding and to the solution. A combination that cannot be
/// encoded within them is omitted, with a message, and so are encodings that contain all of its clauses. --encoding and
/// --amo restrict the combinations. Search engines do not use a CNF, so their times do not depend on the encoding.
///
/// With --repeat, the times are medians, and two columns show the shortest and the longest solving time. For several
/// puzzles, a line summarizes all of them: the mean sizes, the median times, the shortest and the longest solving time,
/// and the number of puzzles solved. 'conflicts' is the median of the conflicts, and 'memory' the largest peak memory,
/// if the solver reports them. 'won' is the number of puzzles on which the slowest run was faster than every run of all
/// other combinations, so differences below the spread of --repeat do not count. With --timeout, PAR-2 is the mean time
/// in seconds, in which a puzzle that was not solved counts as twice the limit. CSV and JSON always have one record per
/// puzzle and combination, with times in seconds.
#[derive(Debug, Args)]
#[command(after_long_help = help::COMPARE,
    mut_arg("encoding", |argument| argument.help("Compare only these encodings (A,B,...) [default: all]").hide_default_value(true).long_help(None::<&str>)),
    mut_arg("solver", |argument| argument
        .help("Measure only this solver [default: varisat]").long_help(None::<&str>)),
    mut_arg("timeout", |argument| argument
        .help("Stop encoding and solving, each after SECONDS [default: no limit]")),
    mut_arg("at_most_one", |argument| argument
        .help("Compare only these schemes (A,B,...) [default: all]").long_help(None::<&str>)))]
pub(crate) struct CompareArgs {
    /// Puzzle files; '-' means standard input [default: -]
    #[arg(value_name = "FILE")]
    pub(crate) puzzles: Vec<PathBuf>,

    /// Solvers to compare, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = solver::method(),
        conflicts_with_all = ["solver", "solver_command", "portfolio"])]
    pub(crate) solvers: Vec<Method>,

    /// Measure each time N times and report the median
    #[arg(long, value_name = "N", default_value = "1", value_parser = whole_number(1_usize..))]
    pub(crate) repeat: usize,

    /// Output format [default: table]
    #[arg(short, long, value_name = "FORMAT", value_parser = [
        described("table", "a table in milliseconds"),
        described("markdown", "a table for Markdown"),
        described("latex", "a table for LaTeX"),
        described("csv", "CSV with a header, in seconds"),
        described("json", "JSON Lines, in seconds"),
    ])]
    pub(crate) format: Option<String>,

    #[command(flatten)]
    pub(crate) output: OutputArgs,

    /// Draw a plot of the solving times to the SVG file of --output
    ///
    /// Without KIND, the plot is a cactus plot. The table or the records are printed to standard output.
    #[arg(long, value_name = "KIND", num_args = 0..=1, default_missing_value = "cactus", requires = "output", conflicts_with = "resume", value_parser = plot())]
    pub(crate) plot: Option<PlotKind>,

    /// Read records of earlier runs instead of puzzles, and summarize them
    ///
    /// FILE is the output of 'compare --format csv' or '--format json', possibly from several machines. Identical
    /// records count once. Options for puzzles and solvers have no effect.
    #[arg(long, conflicts_with_all = ["resume", "repeat", "solvers", "solver", "solver_command", "portfolio",
        "encoding", "at_most_one", "timeout", "memory_limit"])]
    pub(crate) records: bool,

    /// Continue an interrupted run that has left FILE.part (csv and json only)
    ///
    /// The input and the options must be the same as before, except for the limits.
    #[arg(long, requires = "output")]
    pub(crate) resume: bool,

    /// Do not print progress or notes; errors are still printed
    #[arg(short, long)]
    pub(crate) quiet: bool,

    #[command(flatten)]
    pub(crate) solver: SolverArgs,

    #[command(flatten)]
    pub(crate) puzzle: PuzzleArgs,
}

fn plot() -> impl TypedValueParser<Value = PlotKind> {
    one_of(with_help(PlotKind::ALL, |kind| match kind {
        PlotKind::Cactus => "the number of puzzles solved within a time, a curve for each combination",
        PlotKind::Scatter => "a point for each puzzle, with the times of two combinations",
    }))
}
