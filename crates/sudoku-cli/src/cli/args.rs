//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use sudoku_cnf::cli::args::{Extra, MessageArgs, ReadArgs, one_of, record};
use sudoku_cnf::formats::Format;

/// Work with the files around Sudoku and SAT
#[derive(Debug, Parser)]
#[command(version, subcommand_required = true, arg_required_else_help = true)]
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

const DECODE_EXAMPLES: &str = "\
Examples:
  minisat puzzle.cnf result; sudoku-cli decode --puzzle puzzle.txt result
  cadical -q puzzle.cnf | sudoku-cli decode
  minisat small.cnf small.out; sudoku-cli decode --cnf small.cnf --format line small.out

The output may be MiniSat's result file, the s and v lines of the SAT competitions, or a list of \
literals, compressed by gzip or not, within a log or alone; each model of several is decoded. The board is what \
--box, --regions and --variant say, else the one that the comments of the CNF name, else the puzzle's, else 9x9. A \
CNF with renumbered variables is needed to read a model of it: its comments tell which variable says what. Variables \
in decimal, 100 * row + 10 * column + digit, are known too. The grid is printed only if it keeps the rules, the \
puzzle's givens, and the clauses of the CNF, as far as they are given.

Exit codes: 0 decoded, 1 error, 2 wrong command line, 20 the solver says unsatisfiable, 30 it says \
unknown.";

/// Print the grid that a SAT solver's output describes
#[derive(Debug, Args)]
#[command(after_help = DECODE_EXAMPLES)]
pub(crate) struct DecodeArgs {
    /// What the solver printed or wrote: a file, or - or nothing for standard input
    pub(crate) output: Option<PathBuf>,

    /// Check the grid against the givens of this puzzle
    #[arg(long, value_name = "FILE")]
    pub(crate) puzzle: Option<PathBuf>,

    /// Check the model against the clauses of this CNF file
    #[arg(long, value_name = "FILE")]
    pub(crate) cnf: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) read: ReadArgs,

    /// Take the K-th puzzle of a puzzle file that holds several
    #[arg(long, value_name = "K", requires = "puzzle", value_parser = record())]
    pub(crate) record: Option<usize>,

    /// How to print the grid
    #[arg(long, value_name = "FORMAT", default_value_t = Format::Grid, value_parser = one_of::<Format>(["grid", "rows", "line", "boxes", "json"]))]
    pub(crate) format: Format,
}

const CHECK_EXAMPLES: &str = "\
Examples:
  sudoku-cli check puzzle.txt
  sudoku-cli check --puzzle puzzle.txt solution.txt

Of a puzzle: whether givens clash and where, whether it has no solution, one or several, and which givens \
are redundant, each by itself. Of a full grid: whether it keeps the rules, and with --puzzle the givens. Of a \
puzzle with its solution beside it: whether that is right, too. Several puzzles get a line each.

Exit codes: 0 for exactly one solution or a right full grid, 1 for a broken rule, several solutions or \
an error, 2 wrong command line, 20 no solution.";

/// Say what is right or wrong with puzzles or full grids, and where
#[derive(Debug, Args)]
#[command(after_help = CHECK_EXAMPLES)]
pub(crate) struct CheckArgs {
    /// The puzzles or grids: files, or - or nothing for standard input
    pub(crate) grids: Vec<PathBuf>,

    /// Stop at the first puzzle that cannot be read
    #[arg(long)]
    pub(crate) strict: bool,

    /// Check the grid as a solution of this puzzle
    #[arg(long, value_name = "FILE")]
    pub(crate) puzzle: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) read: ReadArgs,

    /// Take the K-th puzzle of a file that holds several: of the file of --puzzle if there is one
    #[arg(long, value_name = "K", value_parser = record())]
    pub(crate) record: Option<usize>,
}

/// What commands take that write something of many puzzles.
#[derive(Debug, Args)]
pub(crate) struct ManyArgs {
    /// The puzzles: files, or - or nothing for standard input
    pub(crate) puzzles: Vec<PathBuf>,

    /// Write to this file, which appears only once it is complete; - is standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Stop at the first puzzle that is wrong
    #[arg(long)]
    pub(crate) strict: bool,

    #[command(flatten)]
    pub(crate) read: ReadArgs,

    /// Take only the K-th puzzle of a file that holds several
    #[arg(long, value_name = "K", value_parser = record())]
    pub(crate) record: Option<usize>,
}

const CONVERT_EXAMPLES: &str = "\
Examples:
  sudoku-cli convert --to line puzzles.sdk
  sudoku-cli convert --to csv -o puzzles.csv puzzles.sdm
  sudoku-cli convert --from list --to json program.py
  curl -s URL | sudoku-cli convert --to opensudoku > games.opensudoku

Reads puzzles in any format and writes them in another, one after the other, however many there are. What the \
other format cannot hold of them is told at the end.

Exit codes: 0 converted, 1 error (the puzzles that are right are converted all the same), 2 wrong command line.";

/// Write puzzles in another format
#[derive(Debug, Args)]
#[command(after_help = CONVERT_EXAMPLES)]
pub(crate) struct ConvertArgs {
    /// The format to write
    #[arg(long, value_name = "FORMAT", value_parser = one_of::<Format>(Format::ALL.map(Format::name)))]
    pub(crate) to: Format,

    #[command(flatten)]
    pub(crate) many: ManyArgs,
}

/// The format of pictures.
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

const RENDER_EXAMPLES: &str = "\
Examples:
  sudoku-cli render puzzle.txt
  sudoku-cli render --candidates puzzle.txt
  sudoku-cli render --format svg -o puzzle.svg puzzle.txt
  sudoku-cli render --format svg --candidates=givens --variant x -o x.svg x.txt
  sudoku-cli render --format html --solve -o booklet.html puzzles.csv
  sudoku-sat generate --count 12 --with-solutions | sudoku-cli render --format html -o booklet.html

Draws puzzles, with the solution (--solve) or the candidates. Givens are bold, or dark beside the blue digits of the \
solution, and red where they clash. An SVG file holds one picture, of a board up to 100x100; an HTML page any number, \
for screens and for paper: first the puzzles, then the solutions that --solve finds or that stand beside the puzzles.

Exit codes: 0 drawn, 1 error, 2 wrong command line.";

/// Draw puzzles as text, SVG, HTML or JSON
#[derive(Debug, Args)]
#[command(after_help = RENDER_EXAMPLES)]
pub(crate) struct RenderArgs {
    /// What to draw
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = PictureFormat::Text)]
    pub(crate) format: PictureFormat,

    /// Draw the candidates of each cell: those that singles leave, or those that the givens leave
    #[arg(long, value_name = "WHICH", num_args = 0..=1, require_equals = true, default_missing_value = "singles",
        value_parser = ["singles", "givens"])]
    pub(crate) candidates: Option<String>,

    /// Solve the puzzles, and draw the solution as well
    #[arg(long)]
    pub(crate) solve: bool,

    /// Put each solution of a page beside its puzzle, and not after all of them
    #[arg(long)]
    pub(crate) beside: bool,

    /// The title of a page, or of a picture in place of what the file says of the puzzle
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,

    /// The lines of text: unicode or ascii [default: unicode on a terminal that says it knows them]
    #[arg(long, value_name = "SET", value_enum, conflicts_with = "candidates")]
    pub(crate) lines: Option<LineSet>,

    #[command(flatten)]
    pub(crate) many: ManyArgs,
}
