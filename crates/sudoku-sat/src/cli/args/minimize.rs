//! The options of `sudoku-sat minimize`.

use clap::Args;
use sudoku_cnf::cli::args::{SymbolArgs, formats, one_of};
use sudoku_cnf::text::Format;

use super::SolverArgs;
use super::puzzles::{BatchArgs, PuzzleArgs, RecordArgs, record_columns};
use super::solver::sat_method;
use crate::cli::csv_record::Column;
use crate::cli::help;

/// Remove redundant givens and rules from a puzzle
///
/// Prints the puzzle without redundant givens, and then without redundant rules. The solutions stay the same, and every
/// remaining given and rule is necessary.
///
/// By default, a single puzzle is printed as a grid, or as JSON if it has rules. For several puzzles, one line each is
/// printed, in input order. The line contains the minimal puzzle, as JSON if it has rules, or one of the words
/// 'unsatisfiable', 'unknown' and 'error'. A format that cannot represent the rules of a puzzle is an error. With
/// --jobs or --shard, even a single puzzle is printed as a line. With --format json and several puzzles, the field
/// 'minimal' contains the minimal puzzle.
#[derive(Debug, Args)]
#[command(after_long_help = help::MINIMIZE, mut_arg("solver", |argument| argument.value_parser(sat_method())
    .help("SAT solver [default: by board size]")
    .long_help("SAT solver [default: by board size]\n\nUp to 9x9, the default is a search without a SAT solver, which is \
    faster; on hard boards other than the standard one, the native solver takes over. For larger boards, the default is native.")),
    mut_arg("format", |argument| argument.help("Output format [default: grid; line for several; json with rules]")
        .value_parser(one_of::<Format>(formats()))),
    mut_args(record_columns(&[Column::Minimal, Column::Redundant],
        "puzzle,minimal,status; with --all, redundant replaces minimal")))]
pub(crate) struct MinimizeArgs {
    /// List the givens and rules that are redundant on their own
    ///
    /// Each given is printed as 'r1c2 7'. The list replaces the puzzle in the output. Removing several of these givens
    /// or rules at once can add solutions. For several puzzles, one line each is printed, for example 'r1c2=7 r3c4=1';
    /// rules are in brackets. --format accepts line, json and csv.
    #[arg(short, long)]
    pub(crate) all: bool,

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
