//! The options of `sudoku-sat family`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::TypedValueParser;
use sudoku_cnf::cli::args::{BoardArgs, EncodingArgs, jobs, one_of, whole_number, with_help};
use sudoku_cnf::puzzle::rule::RuleKind;
use sudoku_sat::Solver;
use sudoku_sat::family::{Effort, Family};

use super::TimeArgs;
use super::generate::rule_kind;
use super::solver::any_solver;
use crate::cli::help;

/// Make families of instances for benchmarks of solvers
///
/// Writes one problem file for each instance, and DIR/manifest.jsonl with one line for each file. Comments in the files
/// repeat what the manifest states: the family, the seed, the ratio of holes to cells, the expected answer and the
/// puzzle. The same options produce the same files on every machine, unless --calibrate is set to a time.
#[derive(Debug, Args)]
#[command(after_long_help = help::FAMILY)]
pub(crate) struct FamilyArgs {
    /// Family of instances
    #[arg(value_name = "NAME", value_parser = family())]
    pub(crate) family: Family,

    /// Number of instances
    #[arg(short = 'n', long, value_name = "N", default_value_t = 10, value_parser = whole_number(1_u64..))]
    pub(crate) count: u64,

    /// Seed for the random number generator
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,

    /// Folder for the files
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: PathBuf,

    /// Extension of the files: cnf, opb or smt2
    ///
    /// A second extension selects a compression: gz, xz or bz2, for example cnf.xz.
    #[arg(long, value_name = "EXT", default_value = "cnf")]
    pub(crate) extension: String,

    /// Ratio of holes to cells, from 0 to 1 [default: 0.45]
    ///
    /// By default, puzzles of the families unique and uniqueness are minimal up to 16x16. The family pencilmarks has no
    /// givens.
    #[arg(long, value_name = "RATIO", conflicts_with = "calibrate", value_parser = ratio)]
    pub(crate) holes: Option<f64>,

    /// Rules of these kinds, for the families unique and uniqueness
    ///
    /// For example, --with-rules killercage,thermometer, as for 'generate'.
    #[arg(long, value_name = "KINDS", value_delimiter = ',', value_parser = rule_kind(), hide_possible_values = true,
        conflicts_with_all = ["holes", "calibrate"])]
    pub(crate) with_rules: Vec<RuleKind>,

    /// Search for the ratio of holes for this effort of a solver
    ///
    /// For example, 1s..60s is a time in seconds, and 1000..50000 is a number of conflicts. The median of the first
    /// five instances must be in the range.
    #[arg(long, value_name = "RANGE")]
    pub(crate) calibrate: Option<Effort>,

    /// SAT solver that --calibrate runs
    #[arg(long, value_name = "NAME", requires = "calibrate", conflicts_with_all = ["holes", "with_rules"],
        default_value = "native", value_parser = any_solver())]
    pub(crate) solver: Solver,

    #[command(flatten)]
    pub(crate) encoding: EncodingArgs,

    #[command(flatten)]
    pub(crate) time: TimeArgs,

    /// Number of worker threads [default: number of cores]
    #[arg(short, long, value_name = "N", value_parser = jobs())]
    pub(crate) jobs: Option<u16>,

    /// Continue an interrupted run
    ///
    /// The options must be the same as before, except for the number of threads and the limits.
    #[arg(long)]
    pub(crate) resume: bool,

    /// Do not print progress or notes; warnings and errors are still printed
    #[arg(short, long)]
    pub(crate) quiet: bool,

    #[command(flatten, next_help_heading = "Board options")]
    pub(crate) board: BoardArgs,
}

fn family() -> impl TypedValueParser<Value = Family> {
    one_of(with_help(Family::ALL, |family| match family {
        Family::Holes => "random full grids with random holes",
        Family::BalancedHoles => "the same number of holes in each house",
        Family::Critical => "balanced holes, and one given changed so that there is no solution",
        Family::Unique => "puzzles with a unique solution",
        Family::Uniqueness => "puzzles with a clause that excludes the only solution",
        Family::Counting => "random holes, with the number of solutions",
        Family::Pencilmarks => "no givens, but as many excluded candidates as necessary",
        _ => "",
    }))
}

fn ratio(text: &str) -> Result<f64, String> {
    let ratio = text.parse().ok().filter(|ratio| (0.0..=1.0).contains(ratio));
    ratio.ok_or_else(|| "expected a number from 0 to 1".to_owned())
}
