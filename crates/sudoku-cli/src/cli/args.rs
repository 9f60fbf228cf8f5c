//! The command line of `sudoku-cli`.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use sudoku_cnf::cli::Extra;
use sudoku_cnf::cli::args::{MessageArgs, READING, ReadArgs, one_of, puzzle_number, with_values};
use sudoku_cnf::formats::Format;

const SECTIONS: &str = "\
Examples:
  sudoku-cli decode --puzzle puzzle.txt minisat.out
  sudoku-cli check puzzle.txt
  sudoku-cli convert --to csv -o puzzles.csv puzzles.sdm
  sudoku-cli render --candidates puzzle.txt
  sudoku-cli help render

Exit status:
  0    success
  1    error, or a puzzle or grid that is not correct
  2    invalid command line
  20   the puzzle has no solution
  30   unknown: the solver stopped without an answer
  130  interrupted";

/// Decode solver output; check, convert and render Sudoku puzzles
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
    #[command(flatten)]
    Extra(Extra),
}

const DECODE_SECTIONS: &str = "\
Examples:
  minisat puzzle.cnf result; sudoku-cli decode --puzzle puzzle.txt result
  cadical -q puzzle.cnf | sudoku-cli decode
  minisat small.cnf small.out; sudoku-cli decode --cnf small.cnf --format line small.out

Exit status:
  0    decoded
  1    error, or a model that is not a solution
  2    invalid command line
  20   the solver reported unsatisfiable
  30   the solver reported unknown";

/// Decode a SAT solver's output into a grid
///
/// Reads MiniSat's result file, the s and v lines of the SAT competitions, or a plain list of literals, also from a
/// complete solver log. Input compressed with gzip is accepted. If there are several models, each is decoded.
///
/// The grid is printed only if it satisfies the rules, the givens of --puzzle, and the clauses of --cnf.
///
/// The board is determined by --box, --regions and --variant, then by the comments of --cnf, then by --puzzle. Without
/// these, it is 9x9. The model of a CNF with renumbered variables (sudoku-cnf --compact) requires --cnf, whose comments
/// contain the mapping. The numbering 100 * row + 10 * column + digit is accepted, too.
#[derive(Debug, Args)]
#[command(after_long_help = DECODE_SECTIONS)]
pub(crate) struct DecodeArgs {
    /// Solver output; '-' or no file reads standard input
    #[arg(value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Check the grid against the givens of this puzzle
    #[arg(long, value_name = "FILE")]
    pub(crate) puzzle: Option<PathBuf>,

    /// Check the model against the clauses of this CNF file
    #[arg(long, value_name = "FILE")]
    pub(crate) cnf: Option<PathBuf>,

    /// Output format: grid, rows, line, boxes, json [default: grid]
    #[arg(short, long, value_name = "FORMAT", default_value_t = Format::Grid, hide_default_value = true,
        hide_possible_values = true, value_parser = one_of::<Format>(["grid", "rows", "line", "boxes", "json"]))]
    pub(crate) format: Format,

    /// Use the K-th puzzle of the file of --puzzle
    #[arg(long, alias = "record", value_name = "K", requires = "puzzle", help_heading = READING,
        value_parser = puzzle_number())]
    pub(crate) puzzle_number: Option<usize>,

    #[command(flatten)]
    pub(crate) read: ReadArgs,
}

const CHECK_SECTIONS: &str = "\
Examples:
  sudoku-cli check puzzle.txt
  sudoku-cli check --puzzle puzzle.txt solution.txt

Exit status:
  0    the puzzle has exactly one solution, or the full grid is correct
  1    a broken rule, several solutions, or an error
  2    invalid command line
  20   the puzzle has no solution";

/// Check puzzles and full grids, and locate every violation
///
/// For a puzzle, reports clashing givens and whether there is no solution, exactly one, or several. If there is exactly
/// one, lists every given that is redundant on its own. For a full grid, checks the rules and the givens of --puzzle. A
/// solution stored beside a puzzle is checked as well. Several puzzles get one line each.
#[derive(Debug, Args)]
#[command(after_long_help = CHECK_SECTIONS)]
pub(crate) struct CheckArgs {
    /// Puzzle or grid files; '-' or no file reads standard input
    #[arg(value_name = "FILE")]
    pub(crate) grids: Vec<PathBuf>,

    /// Stop at the first puzzle that cannot be read
    #[arg(long)]
    pub(crate) strict: bool,

    /// Check the grid as a solution of this puzzle
    #[arg(long, value_name = "FILE")]
    pub(crate) puzzle: Option<PathBuf>,

    /// Use only the K-th puzzle of the file
    ///
    /// With --puzzle, selects the puzzle in the file of --puzzle.
    #[arg(long, alias = "record", value_name = "K", help_heading = READING, value_parser = puzzle_number())]
    pub(crate) puzzle_number: Option<usize>,

    #[command(flatten)]
    pub(crate) read: ReadArgs,
}

/// Options of commands that write many puzzles.
#[derive(Debug, Args)]
pub(crate) struct ManyArgs {
    /// Puzzle files; '-' or no file reads standard input
    #[arg(value_name = "FILE")]
    pub(crate) puzzles: Vec<PathBuf>,

    /// Write to FILE, which appears only once it is complete
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Stop at the first error
    #[arg(long)]
    pub(crate) strict: bool,

    /// Use only the K-th puzzle of the file
    #[arg(long, alias = "record", value_name = "K", help_heading = READING, value_parser = puzzle_number())]
    pub(crate) puzzle_number: Option<usize>,

    #[command(flatten)]
    pub(crate) read: ReadArgs,
}

const CONVERT_SECTIONS: &str = "\
Examples:
  sudoku-cli convert --to line puzzles.sdk
  sudoku-cli convert --to csv -o puzzles.csv puzzles.sdm
  sudoku-cli convert --from list --to json program.py
  curl -s URL | sudoku-cli convert --to opensudoku > games.opensudoku

Exit status:
  0    converted
  1    error; the valid puzzles were converted
  2    invalid command line
  130  interrupted";

/// Convert puzzles to another format
///
/// Streams any number of puzzles. Parts of a puzzle that the output format cannot represent, such as its solution or
/// variants, are reported at the end.
#[derive(Debug, Args)]
#[command(after_long_help = CONVERT_SECTIONS)]
pub(crate) struct ConvertArgs {
    /// Output format; see --help for the list
    #[arg(short, long, value_name = "FORMAT", hide_possible_values = true,
        long_help = with_values("Output format", Format::ALL.map(Format::name)),
        value_parser = one_of::<Format>(Format::ALL.map(Format::name)))]
    pub(crate) to: Format,

    #[command(flatten)]
    pub(crate) many: ManyArgs,
}

/// The output format of `render`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PictureFormat {
    Text,
    Svg,
    Html,
    Json,
}

/// The characters of lines in text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LineSet {
    Unicode,
    Ascii,
}

const RENDER_SECTIONS: &str = "\
Examples:
  sudoku-cli render puzzle.txt
  sudoku-cli render --candidates puzzle.txt
  sudoku-cli render --format svg -o puzzle.svg puzzle.txt
  sudoku-cli render --format svg --candidates=givens --variant x -o x.svg x.txt
  sudoku-cli render --format html --solve -o booklet.html puzzles.csv
  sudoku-sat generate -n 12 --with-solutions | sudoku-cli render --format html -o booklet.html

Exit status:
  0    rendered
  1    error
  2    invalid command line
  130  interrupted";

/// Render puzzles as text, SVG, HTML or JSON
///
/// Givens are bold, or dark beside the blue digits of a solution. Clashing givens are red. An SVG file contains one
/// puzzle, on a board of up to 100x100. An HTML page contains any number of puzzles, for the screen or for print, followed
/// by their solutions: those from the input, or with --solve those from the solver.
#[derive(Debug, Args)]
#[command(after_long_help = RENDER_SECTIONS)]
pub(crate) struct RenderArgs {
    /// Output format: text, svg, html, json [default: text]
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = PictureFormat::Text,
        hide_default_value = true, hide_possible_values = true)]
    pub(crate) format: PictureFormat,

    /// Draw candidates: singles [default], givens
    ///
    /// singles: the candidates left by naked and hidden singles. givens: the candidates that no given rules out.
    #[arg(long, value_name = "LEVEL", num_args = 0..=1, require_equals = true, default_missing_value = "singles",
        hide_possible_values = true, value_parser = ["singles", "givens"])]
    pub(crate) candidates: Option<String>,

    /// Solve the puzzles and draw their solutions
    #[arg(long)]
    pub(crate) solve: bool,

    /// In HTML, place each solution beside its puzzle instead of at the end
    #[arg(long)]
    pub(crate) beside: bool,

    /// Title of the page or picture [default: the remark in the input]
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,

    /// Lines in text output: unicode, ascii [default: auto-detected]
    #[arg(long, value_name = "SET", value_enum, conflicts_with = "candidates", hide_possible_values = true)]
    pub(crate) lines: Option<LineSet>,

    #[command(flatten)]
    pub(crate) many: ManyArgs,
}
