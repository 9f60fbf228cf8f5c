//! The options of `sudoku-sat candidates`.

use clap::Args;
use sudoku_cnf::cli::args::{SymbolArgs, one_of};
use sudoku_cnf::text::Format;

use super::puzzles::{BatchArgs, PuzzleArgs, RecordArgs, record_columns};
use super::solver::sat_method;
use super::{SolverArgs, described};
use crate::cli::csv_record::Column;
use crate::cli::help;

/// Print the candidates that occur in at least one solution
///
/// Prints the board with the candidates of each cell. A few calls to the SAT solver find them, without enumerating the
/// solutions. A cell with a single candidate has the same digit in every solution (in SAT terms, it is part of the
/// backbone).
///
/// For several puzzles, the boards follow each other in input order. 'unsatisfiable', 'unknown' or 'error' replaces the
/// board of a puzzle that has none.
#[derive(Debug, Args)]
#[command(after_long_help = help::CANDIDATES, mut_arg("solver", |argument| argument.value_parser(sat_method())
    .help("SAT solver [default: varisat up to 9x9, native for larger boards]").long_help(None::<&str>)),
    mut_arg("format", |argument| argument.help("Output format [default: from the extension of -o, otherwise candidates]")
        .value_parser(one_of::<Format>([
            described("candidates", "a table with the candidates of each cell"),
            described("729", "one line, with one position per candidate"),
            described("sdx", "nine lines of candidates (.sdx)"),
            described("json", "a JSON object with the givens and the excluded candidates; for several puzzles, JSON Lines"),
            described("csv", "CSV with a header"),
        ]))),
    mut_args(record_columns(&[Column::Candidates], "puzzle,candidates,status")))]
pub(crate) struct CandidatesArgs {
    /// Print the candidates left by naked and hidden singles, without search
    #[arg(long)]
    pub(crate) propagate_only: bool,

    /// Print the candidates left by unit propagation in the encoding
    ///
    /// Unlike --propagate-only, the result depends on the encoding. The CNF is that of the whole board. A candidate is
    /// left if its variable is not false.
    #[arg(long, conflicts_with_all = ["propagate_only", "solver", "solver_command", "portfolio", "no_reduce"])]
    pub(crate) unit_propagation: bool,

    #[command(flatten)]
    pub(crate) records: RecordArgs,

    #[command(flatten)]
    pub(crate) symbols: SymbolArgs,

    #[command(flatten)]
    pub(crate) batch: BatchArgs,

    #[command(flatten)]
    pub(crate) solver: SolverArgs,

    #[command(flatten)]
    pub(crate) puzzle: PuzzleArgs,
}
