//! The options of `sudoku-sat rate`.

use clap::Args;
use sudoku_cnf::cli::args::one_of;
use sudoku_cnf::cli::result_class::ResultClass;

use super::TimeArgs;
use super::puzzles::{BatchArgs, PuzzleArgs, RecordArgs, record_columns};
use crate::cli::csv_record::Column;
use crate::cli::help;

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
/// With --score, four more fields follow: the cost of the most expensive step of the explanation that 'sudoku-sat
/// explain' prints, the sum of the costs of all its steps, the technique of the most expensive step, and the number of
/// steps. They distinguish between puzzles of the same difficulty, but rating takes longer: on 9x9 boards, from a few
/// milliseconds up to several seconds for the hardest puzzles known.
///
/// For several puzzles, a summary with the number of puzzles of each difficulty follows on standard error.
#[derive(Debug, Args)]
#[command(after_long_help = help::RATE, mut_args(record_columns(&Column::OF_RATE,
    "puzzle,difficulty,step,learned_clauses,status,unique; with --score also score,total_score,technique,steps")))]
pub(crate) struct RateArgs {
    #[command(flatten)]
    pub(crate) records: RecordArgs,

    /// Print only puzzles with these ratings, separated by commas
    ///
    /// Without --format, the puzzles are printed instead of their ratings. A puzzle on a single line is printed
    /// unchanged, any other in the format 'line', or 'json' if it has rules or variants.
    #[arg(long, value_name = "RATINGS", value_delimiter = ',', value_parser = ResultClass::parser(ResultClass::OF_RATE))]
    pub(crate) only: Vec<ResultClass>,

    /// Also print the cost of the most expensive step and the cost of all steps
    #[arg(long)]
    pub(crate) score: bool,

    /// Draw a histogram of VALUE to the SVG file of --output
    ///
    /// The ratings are printed to standard output, and the histogram also as text to standard error. Scores and
    /// techniques require --score.
    #[arg(long, value_name = "VALUE", requires = "output", conflicts_with_all = ["resume", "only"],
        value_parser = one_of::<Column>(Column::OF_HISTOGRAM.map(Column::name)))]
    pub(crate) plot: Option<Column>,

    #[command(flatten)]
    pub(crate) time: TimeArgs,

    #[command(flatten)]
    pub(crate) batch: BatchArgs,

    #[command(flatten)]
    pub(crate) puzzle: PuzzleArgs,
}

impl RateArgs {
    /// Returns whether the solution of each puzzle is a column.
    pub(crate) fn wants_solutions(&self) -> bool {
        self.records.selects(Column::Solution)
    }

    /// Returns whether to compute the scores, because of `--score` or a column.
    pub(crate) fn wants_scores(&self) -> bool {
        self.score || Column::OF_SCORE.into_iter().any(|column| self.records.selects(column))
    }
}
