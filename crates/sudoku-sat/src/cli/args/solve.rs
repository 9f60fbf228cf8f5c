//! The options of `sudoku-sat solve`.

use std::path::PathBuf;

use clap::{ArgGroup, Args};
use sudoku_cnf::cli::args::{SymbolArgs, one_of, whole_number};
use sudoku_cnf::cli::result_class::ResultClass;
use sudoku_cnf::text::Format;

use super::puzzles::{BatchArgs, PuzzleArgs, RecordArgs, record_columns};
use super::{CubeArgs, ProofArgs, SolverArgs, described};
use crate::cli::csv_record::Column;
use crate::cli::help;

/// Solve puzzles, and print one or all solutions of each
///
/// By default, the solution of a single puzzle is printed as a grid, which has Unicode frames and bold givens on a
/// terminal. For several puzzles, one line each is printed, in input order. The line contains the solution, or one of
/// the words 'unsatisfiable', 'unknown' and 'error'. With --check-unique, the solution is followed by 'unique',
/// 'several' (more than one solution) or 'unknown'. With --jobs or --shard, even a single puzzle is printed as a line.
///
/// With --all or --limit, the solutions are printed as they are found, one per line. With several puzzles, --format
/// json or csv is required, and only one thread is used.
///
/// By default, a search without SAT (dpll) solves boards up to 9x9, and a SAT solver larger ones. Before an embedded
/// SAT solver, propagation and, up to 36x36, failed-literal probing simplify the board. If they solve the puzzle, the
/// SAT solver is skipped. An external solver always runs. --no-reduce disables this simplification.
#[derive(Debug, Args)]
#[command(after_long_help = help::SOLVE, group(ArgGroup::new("several").multiple(true)),
    mut_arg("format", |argument| argument.help("Output format [default: grid for one puzzle, line for several]")
        .value_parser(one_of::<Format>([
            described("grid", "rows with bars between the boxes"),
            described("boxes", "a grid drawn with box-drawing characters"),
            described("rows", "one line per row, without bars"),
            described("line", "one line per solution"),
            described("json", "JSON Lines"),
            described("csv", "CSV with a header"),
        ]))),
    mut_arg("append", |argument| argument.conflicts_with("several")),
    mut_args(record_columns(&[Column::Solution, Column::SolutionIndex, Column::Unique],
        "puzzle,solution,status; with --check-unique also unique, with --all or --limit also solution_index")))]
pub(crate) struct SolveArgs {
    /// Print all solutions, or with --limit, the first N
    #[arg(short, long, group = "several")]
    pub(crate) all: bool,

    /// Stop after finding N solutions
    #[arg(short = 'n', long, value_name = "N", group = "several", value_parser = whole_number(1_u64..))]
    pub(crate) limit: Option<u64>,

    /// Sort the solutions; nothing is printed until all have been found
    #[arg(long, requires = "several")]
    pub(crate) sorted: bool,

    /// Report whether the solution is unique
    #[arg(long, conflicts_with_all = ["several", "sat_exit_codes"])]
    pub(crate) check_unique: bool,

    /// Add the clauses in FILE
    ///
    /// FILE contains clauses on the candidates of the puzzle, as DIMACS literals or as names: 'r1c1=5 r2c2!=3' states
    /// that r1c1 is 5 or r2c2 is not 3. The end of a line or a 0 ends a clause. FILE may also be a DIMACS file with a
    /// header. A SAT solver receives these clauses together with those of the whole board. Requires a single puzzle.
    #[arg(long, value_name = "FILE", hide_short_help = true, conflicts_with_all = ["proof", "check_proof", "only"])]
    pub(crate) extra_clauses: Option<PathBuf>,

    /// Use SAT solver exit codes: 10 (solved), 20 (no solution), 0 (unknown)
    ///
    /// Requires a single puzzle.
    #[arg(long, hide_short_help = true)]
    pub(crate) sat_exit_codes: bool,

    #[command(flatten)]
    pub(crate) records: RecordArgs,

    #[command(flatten)]
    pub(crate) symbols: SymbolArgs,

    /// Print only puzzles with these results, separated by commas
    ///
    /// Without --format, the puzzles are printed instead of their results. A puzzle on a single line is printed
    /// unchanged, any other in the format 'line', or 'json' if it has rules or variants. 'unique' and 'several' imply
    /// --check-unique.
    #[arg(long, value_name = "RESULTS", value_delimiter = ',', conflicts_with_all = ["several", "sat_exit_codes"],
        value_parser = ResultClass::parser(ResultClass::OF_SOLVE))]
    pub(crate) only: Vec<ResultClass>,

    #[command(flatten)]
    pub(crate) batch: BatchArgs,

    #[command(flatten)]
    pub(crate) solver: SolverArgs,

    #[command(flatten)]
    pub(crate) proof: ProofArgs,

    #[command(flatten)]
    pub(crate) cube: CubeArgs,

    #[command(flatten)]
    pub(crate) puzzle: PuzzleArgs,
}

impl SolveArgs {
    /// Returns whether a list of solutions is requested for each puzzle.
    pub(crate) fn lists_all(&self) -> bool {
        self.all || self.limit.is_some()
    }

    /// Returns whether to check that each solution is unique.
    pub(crate) fn checks_unique(&self) -> bool {
        self.check_unique
            || self.only.iter().any(|only| matches!(only, ResultClass::Unique | ResultClass::Several))
    }
}
