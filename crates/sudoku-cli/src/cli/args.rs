//! The command line of `sudoku-cli`.

use std::path::PathBuf;
use sudoku_cnf::sections;

use clap::{ArgGroup, Args, Parser, Subcommand};
use sudoku_cnf::cli::args::{
    INPUT, MessageArgs, ReadArgs, ResumeArg, SymbolArgs, formats, jobs, one_of, puzzle_number, whole_number,
};
use sudoku_cnf::cli::limits::LimitArgs;
use sudoku_cnf::cli::output_file::reject_unknown_extension;
use sudoku_cnf::cli::result_class::ResultClass;
use sudoku_cnf::cli::{Extra, Failure};
use sudoku_cnf::text::Format;

use super::explain_literal::ExplainLiteralArgs;
use super::lesson::LessonArgs;
use super::many_args::ManyArgs;
use super::render_args::RenderArgs;
use super::rules::RulesArgs;
use super::shares::Shares;

const SECTIONS: &str = sections!("\
Examples:
  sudoku-cli decode --puzzle puzzle.txt minisat.out
  sudoku-cli check puzzle.txt
  sudoku-cli convert --to csv -o puzzles.csv puzzles.sdm
  sudoku-cli render --candidates puzzle.txt
  sudoku-cli lesson -o lesson.html puzzle.txt
  sudoku-cli help render",
    0 "success", 1 "an error, or an incorrect puzzle or grid", 20 "the puzzle has no solution",
    30 "unknown: the solver stopped without an answer, or a limit was reached");

/// Decode solver output; check, convert, render and explain Sudoku puzzles
///
/// An independent rule checker verifies every decoded grid before it is printed.
#[derive(Debug, Parser)]
#[command(version, after_long_help = SECTIONS, subcommand_required = true, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,

    #[command(flatten)]
    pub(crate) messages: MessageArgs,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Decode(DecodeArgs),
    Check(CheckArgs),
    Convert(ConvertArgs),
    Render(RenderArgs),
    Lesson(LessonArgs),
    ExplainLiteral(ExplainLiteralArgs),
    Rules(RulesArgs),
    #[command(flatten)]
    Extra(Extra),
}

const DECODE_SECTIONS: &str = sections!("\
Examples:
  minisat puzzle.cnf result; sudoku-cli decode --puzzle puzzle.txt result
  cadical -q puzzle.cnf | sudoku-cli decode
  minisat small.cnf small.out; sudoku-cli decode --cnf small.cnf --format line small.out
  clasp --outf=1 puzzle.opb | sudoku-cli decode --cnf puzzle.opb
  z3 puzzle.smt2 | sudoku-cli decode --puzzle puzzle.txt",
    0 "decoded", 1 "an error, or a model that is not a solution", 20 "the solver reported UNSATISFIABLE",
    30 "the solver stopped without an answer");

/// Decode a solver's output into a grid
///
/// Reads a MiniSat result file, SAT competition output (s and v lines), a plain list of literals, the output of a
/// pseudo-Boolean solver (v x1 -x2), or the values that an SMT solver prints for get-value and get-model. Other lines
/// of a solver log are ignored. The input can be compressed. If it contains several models, each is decoded.
///
/// A grid is printed only if it satisfies the rules, the givens in the --puzzle file and the clauses in the --cnf file.
///
/// The board is defined by the first of these that is present: (1) the options --box, --regions and --variant, (2) the
/// comments in the --cnf file, (3) the --puzzle file. Otherwise it is 9x9. To decode a model of a CNF with renumbered
/// variables (sudoku-cnf --compact or --shuffle), --cnf is required, because the comments in the CNF contain the
/// numbering. On 9x9 boards, the numbering 100 * row + 10 * column + digit is recognized as well.
#[derive(Debug, Args)]
#[command(after_long_help = DECODE_SECTIONS,
    mut_arg("from", |argument| argument.help("Format of the --puzzle file [default: auto-detected]")),
    mut_arg("shape", |argument| argument
        .help("Size of a box, as rows x columns [default: from --cnf or --puzzle]").long_help(None::<&str>)))]
pub(crate) struct DecodeArgs {
    /// Solver output; '-' means standard input [default: -]
    #[arg(value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Check the grid against the givens of this puzzle
    #[arg(long, value_name = "FILE")]
    pub(crate) puzzle: Option<PathBuf>,

    /// Check the model against the clauses of this CNF file
    ///
    /// FILE can also be an OPB file, whose constraints are checked, or an SMT-LIB file, which only defines the board.
    #[arg(long, value_name = "FILE")]
    pub(crate) cnf: Option<PathBuf>,

    /// Output format [default: from the extension of -o, otherwise grid]
    #[arg(short, long, value_name = "FORMAT",
        value_parser = one_of::<Format>(["grid", "boxes", "rows", "line", "json"]))]
    pub(crate) format: Option<Format>,

    /// Write to FILE instead of standard output
    ///
    /// FILE is created or replaced only once the output is complete. The extension selects the compression (.gz, .xz or
    /// .bz2) and, without --format, the format.
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    pub(crate) target: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) symbols: SymbolArgs,

    /// Use the K-th puzzle in the --puzzle file
    #[arg(long, alias = "record", value_name = "K", requires = "puzzle", help_heading = INPUT,
        value_parser = puzzle_number())]
    pub(crate) puzzle_number: Option<usize>,

    #[command(flatten)]
    pub(crate) read: ReadArgs,
}

const CHECK_SECTIONS: &str = sections!("\
Examples:
  sudoku-cli check puzzle.txt
  sudoku-cli check --puzzle puzzle.txt solution.txt
  sudoku-cli check --redundant many.txt
  sudoku-cli check --only valid many.txt > valid.txt",
    0 "the puzzle has exactly one solution, or the full grid is correct",
    1 "a broken rule, several solutions, or an error", 20 "the puzzle has no solution",
    30 "unknown: --timeout or --memory-limit was reached");

/// Check puzzles and full grids, and locate every violation
///
/// For a puzzle, reports clashing givens and whether there is no solution, exactly one, or several. If the solution is
/// unique, also lists every given that is redundant on its own (for several puzzles, only with --redundant). For a full
/// grid, checks that it satisfies the rules and, with --puzzle, that it agrees with the givens. A solution stored with
/// a puzzle, as in a CSV file, is checked as well. For several puzzles, prints one line each.
#[derive(Debug, Args)]
#[command(after_long_help = CHECK_SECTIONS)]
pub(crate) struct CheckArgs {
    /// Files with puzzles or full grids; '-' means standard input [default: -]
    #[arg(value_name = "FILE")]
    pub(crate) grids: Vec<PathBuf>,

    /// Stop at the first error instead of continuing with the next puzzle
    #[arg(long)]
    pub(crate) strict: bool,

    #[command(flatten)]
    pub(crate) resume: ResumeArg,

    /// List redundant givens even when checking several puzzles
    ///
    /// For a single puzzle, they are always listed. For several puzzles, they are not listed by default, because
    /// finding them would dominate the running time.
    #[arg(long)]
    pub(crate) redundant: bool,

    /// Print only puzzles with these results, separated by commas
    ///
    /// The puzzles are printed instead of their results. A puzzle on a single line is printed unchanged, any other in
    /// the format 'line', or 'json' if it has rules or variants. The exit status is 0 unless an error occurred.
    #[arg(long, value_name = "RESULTS", value_delimiter = ',', conflicts_with = "redundant", value_parser = ResultClass::parser(ResultClass::OF_CHECK))]
    pub(crate) only: Vec<ResultClass>,

    /// Check that the grid is a solution of the puzzle in FILE
    #[arg(long, value_name = "FILE")]
    pub(crate) puzzle: Option<PathBuf>,

    /// Write to FILE instead of standard output
    ///
    /// FILE is created or replaced only once the output is complete. The extensions .gz, .xz and .bz2 select a
    /// compression.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,

    /// Number of worker threads [default: number of cores]
    #[arg(short, long, value_name = "N", value_parser = jobs())]
    pub(crate) jobs: Option<u16>,

    /// Do not print progress, notes or the summary; errors are still printed
    #[arg(short, long)]
    pub(crate) quiet: bool,

    /// Use only the K-th puzzle of the input, counting from 1
    ///
    /// With --puzzle, selects the K-th puzzle in the --puzzle file.
    #[arg(long, alias = "record", value_name = "K", help_heading = INPUT, value_parser = puzzle_number())]
    pub(crate) puzzle_number: Option<usize>,

    #[command(flatten)]
    pub(crate) read: ReadArgs,
}

impl DecodeArgs {
    /// Returns the output format that `--format` or the extension of the output file selects.
    ///
    /// # Errors
    /// Returns an error if the extension selects no format of this command.
    pub(crate) fn format(&self) -> Result<Format, Failure> {
        let by_extension =
            || Format::from_path(self.target.as_ref()?).filter(|format| *format == Format::Json);
        match (self.format.or_else(by_extension), &self.target) {
            (Some(format), _) => Ok(format),
            (None, Some(path)) => reject_unknown_extension(path, &["txt", "json"]).map(|()| Format::Grid),
            (None, None) => Ok(Format::Grid),
        }
    }
}

impl ConvertArgs {
    /// Returns the output format that `--to` or the extension of the output file selects.
    pub(crate) fn format(&self) -> Option<Format> {
        // A filter passes the lines of the input on, unless an option selects a format.
        let path = self.many.output.as_ref().filter(|_| self.split.is_none() && !self.is_filter());
        self.to.or_else(|| Format::from_path(path?))
    }

    /// Returns whether the command only selects puzzles, so that it passes their lines on by default.
    pub(crate) fn is_filter(&self) -> bool {
        !self.canonical
            && self.random_symmetry.is_none()
            && (self.dedupe || self.sample.is_some() || self.split.is_some())
    }
}

const CONVERT_SECTIONS: &str = sections!("\
Examples:
  sudoku-cli convert --to line puzzles.sdk
  sudoku-cli convert --to csv -o puzzles.csv puzzles.sdm
  sudoku-cli convert --from list --to json program.py
  sudoku-cli convert --canonical many.txt
  sudoku-cli convert --dedupe many.txt > distinct.txt
  curl -s URL | sudoku-cli convert --to opensudoku > games.opensudoku",
    0 "converted", 1 "an error occurred; without --strict, the other puzzles were converted");

/// Convert puzzles to another format
///
/// Streams any number of puzzles. Information that the output format cannot represent, for example solutions or
/// variants, is omitted. Warnings at the end list what was omitted.
///
/// With --canonical or --dedupe, --to is optional, and the work is distributed over several threads. Both options
/// support only plain 9x9 boards.
#[derive(Debug, Args)]
#[command(after_long_help = CONVERT_SECTIONS, group(ArgGroup::new("random").multiple(true)))]
pub(crate) struct ConvertArgs {
    /// Output format [default: from the extension of the output file]
    ///
    /// Without an output file, the default is sdm with --canonical, and the format of the input with --dedupe, --sample
    /// and --split.
    #[arg(short, long, value_name = "FORMAT", value_parser = one_of::<Format>(formats()),
        required_unless_present_any = ["canonical", "dedupe", "output", "sample"])]
    pub(crate) to: Option<Format>,

    #[command(flatten)]
    pub(crate) symbols: SymbolArgs,

    /// Replace each puzzle with its canonical (minlex) form
    ///
    /// The canonical form is the least of all equivalent puzzles, compared as lines of 81 characters with 0 for empty
    /// cells. Puzzles are equivalent if they differ only by transposition, by the order of bands, stacks, rows within a
    /// band and columns within a stack, and by the names of the digits.
    #[arg(long)]
    pub(crate) canonical: bool,

    /// Drop each puzzle that is equivalent to an earlier one
    ///
    /// Without --to and --canonical, a puzzle on a single line is printed unchanged, any other in the format 'line', or
    /// 'json' if it has rules or variants. The header of a CSV table is printed, lines of comments are not. The memory
    /// use grows by 42 to 85 bytes for each distinct puzzle.
    #[arg(long)]
    pub(crate) dedupe: bool,

    /// Print a uniform random sample of N puzzles
    ///
    /// The puzzles keep their order. All of them are read before the first one is printed. Without --to and
    /// --canonical, they are printed as with --dedupe.
    #[arg(long, value_name = "N", group = "random", conflicts_with = "resume", value_parser = whole_number(1_usize..))]
    pub(crate) sample: Option<usize>,

    /// Write N random equivalent puzzles for each puzzle
    ///
    /// Without rules, regions and variants, they differ from the puzzle by transposition, by the order of bands,
    /// stacks, rows within a band and columns within a stack, and by the names of the digits. Otherwise, the board is
    /// rotated or reflected, with everything on it, and the digits are renamed only if no rule distinguishes them.
    #[arg(long, value_name = "N", group = "random", conflicts_with_all = ["canonical", "dedupe"], hide_short_help = true,
        value_parser = whole_number(1_u64..))]
    pub(crate) random_symmetry: Option<u64>,

    /// Seed for --sample and --random-symmetry
    #[arg(long, value_name = "N", requires = "random", default_value_t = 1)]
    pub(crate) seed: u64,

    /// Split the puzzles at random: --split train=0.9,test=0.1 -o DIR
    ///
    /// Writes one file for each part, for example DIR/train.csv. Without --to and --canonical, the puzzles are written
    /// as with --dedupe, so CSV files keep their columns. The part of a puzzle depends only on the puzzle, so repeated
    /// puzzles are in the same part, and the parts of several inputs fit together.
    #[arg(
        long,
        value_name = "PARTS",
        requires = "output",
        conflicts_with = "resume",
        hide_short_help = true
    )]
    pub(crate) split: Option<Shares>,

    /// With --split, keep equivalent puzzles in the same part
    ///
    /// --canonical explains which puzzles are equivalent.
    #[arg(long, requires = "split", conflicts_with = "resume", hide_short_help = true)]
    pub(crate) by_class: bool,

    /// Omit rules that the output format cannot represent
    ///
    /// By default, such a rule is an error, because the puzzle without it is a different puzzle.
    #[arg(long)]
    pub(crate) lossy: bool,

    /// Number of worker threads [default: number of cores]
    ///
    /// Only --canonical and --dedupe use several threads.
    #[arg(short, long, value_name = "N", value_parser = jobs())]
    pub(crate) jobs: Option<u16>,

    /// Do not print progress or notes; warnings and errors are still printed
    #[arg(short, long)]
    pub(crate) quiet: bool,

    #[command(flatten)]
    pub(crate) many: ManyArgs,
}
