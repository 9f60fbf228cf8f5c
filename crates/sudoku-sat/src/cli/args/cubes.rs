//! The options of `sudoku-sat cubes`, and of `sudoku-sat solve` for cubes.

use std::path::PathBuf;

use clap::Args;
use sudoku_cnf::cli::args::whole_number;

use super::TimeArgs;
use super::puzzles::PuzzleArgs;
use crate::cli::help;

/// Split a hard puzzle into cubes that several machines can solve
///
/// A cube is a set of candidates that are assumed. Every solution of the puzzle belongs to one of the cubes. The folder
/// DIR receives the puzzle (puzzle.json), its CNF (formula.cnf), the cubes (cubes.jsonl, and cubes.icnf for incremental
/// SAT solvers), and a proof that the cubes cover all solutions (cover.drat).
///
/// 'sudoku-sat solve --cubes DIR --cube K' solves cube K and writes its answer to DIR. 'sudoku-sat verify DIR' composes
/// the proofs of all cubes into a proof that the puzzle has no solution, or prints a solution.
#[derive(Debug, Args)]
#[command(after_long_help = help::CUBES)]
pub(crate) struct CubesArgs {
    /// Puzzle file; '-' means standard input [default: -]
    #[arg(value_name = "FILE")]
    pub(crate) puzzle: Option<PathBuf>,

    /// Split until there are at least N cubes
    ///
    /// There are fewer cubes if propagation refutes or solves the puzzle.
    #[arg(short = 'n', long, value_name = "N", default_value_t = 100, value_parser = whole_number(1_usize..))]
    pub(crate) count: usize,

    /// Folder to write
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: PathBuf,

    /// Also write a CNF file for each cube K: DIR/K.cnf
    ///
    /// It contains the CNF of the puzzle, and the candidates of the cube as unit clauses at the end.
    #[arg(long)]
    pub(crate) files: bool,

    /// Do not print notes or the summary; errors are still printed
    #[arg(short, long)]
    pub(crate) quiet: bool,

    #[command(flatten)]
    pub(crate) time: TimeArgs,

    #[command(flatten)]
    pub(crate) input: PuzzleArgs,
}

/// The options that cannot be combined with the solving of cubes. `--cube` conflicts with them, too, because clap
/// accepts that a required option is missing if it conflicts with another one.
const WITHOUT_CUBES: [&str; 17] = [
    "puzzles",
    "several",
    "only",
    "encoding",
    "at_most_one",
    "portfolio",
    "proof",
    "check_proof",
    "extra_clauses",
    "check_unique",
    "sat_exit_codes",
    "format",
    "output",
    "columns",
    "jobs",
    "shard",
    "resume",
];

/// The options of `sudoku-sat solve` for cubes.
#[derive(Debug, Args)]
#[command(next_help_heading = "Cubes")]
pub(crate) struct CubeArgs {
    /// Solve cubes in the folder DIR, which 'sudoku-sat cubes' has written
    ///
    /// Writes the proof that cube K has no solution to DIR/K.lrat, or a solution to DIR/K.solution.json. A cube whose
    /// answer in DIR is valid is skipped, and the run ends at the first cube with a solution. The default solver is
    /// 'native'; see --proof for the others.
    #[arg(long, value_name = "DIR", requires = "cube", hide_short_help = true, conflicts_with_all = WITHOUT_CUBES)]
    pub(crate) cubes: Option<PathBuf>,

    /// Numbers of the cubes to solve
    #[arg(long, value_name = "K", requires = "cubes", conflicts_with_all = WITHOUT_CUBES, hide_short_help = true,
        num_args = 1..,
        value_parser = whole_number(1_usize..))]
    pub(crate) cube: Vec<usize>,
}
