//! The options of `sudoku-sat explain`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use sudoku_cnf::cli::Failure;
use sudoku_cnf::cli::args::whole_number;
use sudoku_cnf::{Candidate, Cell};

use super::TimeArgs;
use super::puzzles::{BatchArgs, OutputArgs, PuzzleArgs};
use crate::cli::help;

/// Explain a puzzle step by step
///
/// For a puzzle with one solution, prints the steps from the givens to the solution. Each step is the cheapest that the
/// search found, which is not always the cheapest of all. It has a sentence and everything that its pattern excludes.
/// --reasons adds the rules and facts that prove it; none of them can be left out. A SAT solver checks every printed
/// step.
///
/// For a puzzle without a solution, prints a minimal set of givens that contradict each other, and the steps that lead
/// to the contradiction. For a puzzle with several solutions, prints the cells in which they differ and two solutions.
///
/// For several puzzles, a line with the position of the puzzle precedes each explanation, for example 'many.txt:3:'.
#[derive(Debug, Args)]
#[command(after_long_help = help::EXPLAIN)]
pub(crate) struct ExplainArgs {
    /// Puzzle files; '-' means standard input [default: -]
    #[arg(value_name = "FILE")]
    pub(crate) puzzles: Vec<PathBuf>,

    /// Print only step K
    ///
    /// The whole explanation is computed first, because it leaves out steps that no later step needs.
    #[arg(long, value_name = "K", value_parser = whole_number(1_usize..), conflicts_with_all = ["next", "cell", "candidate"])]
    pub(crate) step: Option<usize>,

    /// Print only the first step, as a hint
    ///
    /// A weaker hint says only where to look (--next=region), for which digit as well (--next=digit), or which
    /// technique applies and where (--next=technique).
    #[arg(long, value_name = "HINT", num_args = 0..=1, require_equals = true, default_missing_value = "step",
        conflicts_with_all = ["cell", "candidate"])]
    pub(crate) next: Option<Hint>,

    /// Explain why this cell contains its digit, for example r1c3
    ///
    /// The explanation is one step that uses only givens and rules. If it has no pattern, but singles lead to the
    /// digit, these are printed instead.
    #[arg(long, value_name = "CELL", conflicts_with = "candidate")]
    pub(crate) cell: Option<Cell>,

    /// Explain why this candidate is placed or excluded, for example r1c3=5
    ///
    /// The explanation is one step that uses only givens and rules.
    #[arg(long, value_name = "CANDIDATE")]
    pub(crate) candidate: Option<Candidate>,

    /// Find smallest sets of rules and facts, or of givens
    ///
    /// Proves that no smaller set implies the same facts, or has no solution. If the proof takes too long, the best
    /// set found is printed and not marked as smallest.
    #[arg(long)]
    pub(crate) smallest: bool,

    /// Use only steps with at most N rules and facts
    #[arg(long, value_name = "N", value_parser = whole_number(1_usize..))]
    pub(crate) max_size: Option<usize>,

    /// Use steps that assume a unique solution, such as unique rectangles
    ///
    /// Each of these steps names its assumption. Without this option, the steps prove that the solution is unique.
    #[arg(long, hide_short_help = true)]
    pub(crate) assume_unique: bool,

    /// Print givens to remove, to change or to add
    ///
    /// If there is no solution, prints the fewest givens to remove so that there is one, and digits to which they can
    /// be changed instead. If there are several, prints givens to add so that there is only one.
    #[arg(long)]
    pub(crate) repair: bool,

    /// Also print the rules and facts that prove each step
    #[arg(long)]
    pub(crate) reasons: bool,

    /// Print the board after each step
    #[arg(long)]
    pub(crate) boards: bool,

    /// Output format [default: from the extension of -o, otherwise text]
    #[arg(short, long, value_name = "FORMAT")]
    pub(crate) format: Option<ExplainFormat>,

    #[command(flatten)]
    pub(crate) output: OutputArgs,

    #[command(flatten)]
    pub(crate) batch: BatchArgs,

    #[command(flatten)]
    pub(crate) time: TimeArgs,

    #[command(flatten)]
    pub(crate) puzzle: PuzzleArgs,
}

/// How much of the first step a hint reveals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Hint {
    /// Where to look: a row, a column or a box
    #[value(alias = "place")]
    Region,
    /// Also for which digit
    Digit,
    /// Which technique applies and where
    Technique,
    /// The whole step
    Step,
}

/// The output formats of `sudoku-sat explain`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExplainFormat {
    /// Sentences
    Text,
    /// JSON Lines: one object per step, or for several puzzles, one per puzzle
    Json,
    /// Formats of `sudoku-cli lesson`, which the error message names
    #[value(name = "html", alias = "svg", hide = true)]
    Lesson,
}

impl ExplainArgs {
    /// Sets the output format that the extension of the output file indicates, unless `--format` is set.
    ///
    /// # Errors
    /// Returns an error if a format of `sudoku-cli lesson` is selected, or if nothing selects a format.
    pub(super) fn set_format(&mut self) -> Result<(), Failure> {
        let extension = self.output.output.as_ref().and_then(|path| path.extension());
        let is_picture = extension.is_some_and(|extension| {
            ["html", "htm", "svg"].iter().any(|name| extension.eq_ignore_ascii_case(name))
        });
        let mut by_extension = None;
        self.output.set_format(&mut by_extension, &["txt", "json"], is_picture || self.format.is_some())?;
        let by_extension = match by_extension {
            Some(_) => Some(ExplainFormat::Json),
            None => is_picture.then_some(ExplainFormat::Lesson),
        };
        self.format = self.format.or(by_extension);
        if self.format == Some(ExplainFormat::Lesson) {
            return Err(Failure::Usage(
                "explain writes text or JSON\nhint: for an HTML page or pictures, run 'sudoku-cli lesson -o lesson.html'"
                    .to_owned(),
            ));
        }
        Ok(())
    }
}
