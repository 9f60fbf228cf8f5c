//! The options of `sudoku-sat generate`.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use clap::builder::{StringValueParser, TypedValueParser, UnknownArgumentValueParser};
use sudoku_cnf::cli::args::{
    BoardArgs, SymbolArgs, formats, jobs, one_of, puzzle_number, whole_number, with_help,
};
use sudoku_cnf::puzzle::rule::RuleKind;
use sudoku_cnf::text::Format;
use sudoku_sat::explain::Technique;
use sudoku_sat::generate::Symmetry;
use sudoku_sat::rate::Difficulty;

use super::puzzles::OutputArgs;
use super::{Listed, TimeArgs};
use crate::cli::csv_record::Column;
use crate::cli::help;

/// Generate puzzles with exactly one solution
///
/// Starts from random full grids and removes givens as long as the solution remains unique. By default, the generator
/// tries to remove each given once, so every remaining given is necessary. On boards larger than 16x16, it also keeps
/// the puzzle solvable by singles, unless --minimal is set. With --symmetry, it removes symmetric givens together. With
/// --difficulty, the puzzle never becomes harder than requested; see 'sudoku-sat help rate'.
///
/// The same seed produces the same sequence of puzzles on every machine, regardless of --count and --jobs, unless
/// --timeout is reached.
///
/// If the generator finds no puzzle that meets the request within the limits set by --tries and --timeout, it prints
/// the closest one with a warning, and the exit status is 30. On boards larger than 16x16, --minimal and low values of
/// --givens can take a very long time.
#[derive(Debug, Args)]
#[command(after_long_help = help::GENERATE, mut_arg("shape", |argument| argument
    .help("Size of a box, as rows x columns [default: 3x3, or from the --from file]")
    .long_help("Size of a box, as rows x columns [default: 3x3, or from the --from file]\n\nThe board has as many rows \
    and columns as a box has cells: for example, --box 2x3 gives a 6x6 board.")))]
pub(crate) struct GenerateArgs {
    /// Number of puzzles to generate
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1, value_parser = whole_number(1_u64..))]
    pub(crate) count: u64,

    #[arg(hide = true, value_name = "N", value_parser = UnknownArgumentValueParser::suggest_arg("--count"))]
    number: Option<String>,

    #[arg(long, hide = true, value_name = "N",
        value_parser = UnknownArgumentValueParser::suggest("a board of 16x16 cells has the option '--box 4x4'"))]
    size: Option<String>,

    /// Seed for the random number generator [default: random]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,

    /// Number of givens, or a range, for example 24..28
    #[arg(long, value_name = "N[..M]", value_parser = given_count)]
    pub(crate) givens: Option<RangeInclusive<usize>>,

    /// Remove givens until every given is necessary
    #[arg(long)]
    pub(crate) minimal: bool,

    /// Symmetry of the pattern of givens
    #[arg(long, value_name = "NAME", default_value_t = Symmetry::None, value_parser = symmetry())]
    pub(crate) symmetry: Symmetry,

    /// Difficulty: easy, medium, hard, extreme, or a range of scores
    ///
    /// The hardest step of an easy puzzle is a naked or hidden single.
    ///
    /// The hardest step of a medium puzzle is an intersection.
    ///
    /// The hardest step of a hard puzzle is a subset or a fish.
    ///
    /// An extreme puzzle requires search.
    ///
    /// A range such as 100..200, 100.. or ..200 includes both ends. It restricts the cost of the most expensive step;
    /// see 'sudoku-sat help rate'.
    #[arg(long, value_name = "LEVEL")]
    pub(crate) difficulty: Option<WantedDifficulty>,

    /// Generate puzzles whose hardest step is this technique, for example x-wing
    ///
    /// NAME is a name that 'sudoku-sat explain --format json' prints, for example naked-triple, skyscraper or xy-chain,
    /// except for techniques that assume a unique solution. A note says if a technique is rare, so it takes long or
    /// needs more --tries. Puzzles of full houses are not minimal.
    #[arg(
        long, value_name = "NAME", conflicts_with = "difficulty", hide_short_help = true,
        value_parser = technique_name(), hide_possible_values = true
    )]
    pub(crate) technique: Option<String>,

    /// Print the positions in which the technique is the next step
    ///
    /// Digits that earlier steps have placed become givens, and excluded candidates stay excluded. The default format
    /// is hodoku, or json on boards that this format cannot represent. 'sudoku-cli render --next' turns the positions
    /// into a worksheet. Other options concern the puzzle from which the position comes.
    #[arg(long, requires = "technique", conflicts_with = "difficulty", hide_short_help = true)]
    pub(crate) position: bool,

    /// Allow givens only in the cells selected in FILE
    ///
    /// FILE contains one character per cell: '.', '0' or '_' for a cell that must stay empty, and any other character
    /// for a selected cell, which can contain a given. With --symmetry, a cell can contain a given only if all cells
    /// symmetric to it are selected as well.
    #[arg(long, value_name = "FILE")]
    pub(crate) mask: Option<PathBuf>,

    /// Complete the puzzle in FILE, or use the full grid in FILE
    ///
    /// If FILE contains a puzzle, all generated puzzles have its board, givens, rules, title, author and drawings.
    /// Givens, and with --with-rules rules, are added until the solution is unique. --givens and --rules-count include
    /// those of FILE. On overlapping boards, each added rule is on one of the boards.
    ///
    /// If FILE contains a full grid, it replaces the random grids. Rules in FILE are kept.
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Option<PathBuf>,

    /// Use the K-th grid in the --from file
    #[arg(long, alias = "record", value_name = "K", requires = "from", value_parser = puzzle_number())]
    pub(crate) puzzle_number: Option<usize>,

    /// Attempts per puzzle [default: 1000, 200 with rules, 50 beyond 9x9]
    ///
    /// Each attempt uses a different random grid or, with --from, removes the givens in a different order.
    #[arg(long, value_name = "N", value_parser = whole_number(1_u64..))]
    pub(crate) tries: Option<u64>,

    /// Generate puzzles with rules of these kinds
    ///
    /// For example, --with-rules killercage,thermometer. The rules fit a random solution, and each kind is necessary.
    /// If the rules do not determine the solution, givens are added. No given and no rule can be left out, unless
    /// --tile, --difficulty, --givens or --rules-count require more. docs/rules.md lists the kinds, and --rules defines
    /// others. With xv,negativexv, all X and V are given; the same holds for difference,nonconsecutive and
    /// ratio,negativeratio.
    #[arg(long, value_name = "KINDS", value_delimiter = ',', value_parser = rule_name(), hide_possible_values = true)]
    pub(crate) with_rules: Vec<String>,

    /// Use the definitions in FILE for --with-rules, and add its rules to all puzzles
    ///
    /// For example, 'define far(l: cells): forall (a, b in consecutive of l) (abs(a - b) > 3) draw line'. The
    /// parameters and the drawing determine the shape of the rules: a cage, line, dot or clue as for the known rules.
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub(crate) rules: Option<PathBuf>,

    /// Number of rules, or a range, for example 4..8
    #[arg(long, value_name = "N[..M]", requires = "with_rules", hide_short_help = true, value_parser = given_count)]
    pub(crate) rules_count: Option<RangeInclusive<usize>>,

    /// Cover the board with killer cages
    ///
    /// If there are none, the cages of another kind, for which --rules has a definition, cover the board.
    ///
    /// A cage has two to five cells. A single cell is left only if no cage beside it can take it. With '--with-rules
    /// killercage --tile --givens 0', the cages alone determine the solution.
    #[arg(long, requires = "with_rules", conflicts_with = "symmetry", hide_short_help = true)]
    pub(crate) tile: bool,

    /// Also write the solutions (csv, json and fpuzzles only)
    #[arg(long)]
    pub(crate) with_solutions: bool,

    /// Columns of CSV output, separated by commas; implies --format csv
    ///
    /// The columns of 'sudoku-sat rate' contain the rating of each puzzle.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', conflicts_with_all = ["position", "with_solutions"],
        value_parser = one_of::<Column>(Column::OF_GENERATE.into_iter().chain(Column::OF_RATE).map(Column::name)))]
    pub(crate) columns: Vec<Column>,

    /// Output format [default: grid for one puzzle, line for several]
    ///
    /// On a terminal, a single puzzle has Unicode frames. With --with-solutions, the default is csv if CSV can
    /// represent the board, otherwise json.
    #[arg(short, long, value_name = "FORMAT", value_parser = one_of::<Format>(formats()))]
    pub(crate) format: Option<Format>,

    #[command(flatten)]
    pub(crate) output: OutputArgs,

    #[command(flatten)]
    pub(crate) symbols: SymbolArgs,

    #[command(flatten)]
    pub(crate) time: TimeArgs,

    /// Number of worker threads [default: number of cores]
    #[arg(short, long, value_name = "N", value_parser = jobs())]
    pub(crate) jobs: Option<u16>,

    /// Continue an interrupted run that has left FILE.part
    ///
    /// The options must be the same as before, except for the number of threads and the limits.
    #[arg(long, requires_all = ["output", "seed"])]
    pub(crate) resume: bool,

    /// Do not print progress or notes; warnings and errors are still printed
    #[arg(short, long)]
    pub(crate) quiet: bool,

    /// Print the number of givens and attempts of each puzzle on standard error
    #[arg(short, long)]
    pub(crate) verbose: bool,

    #[command(flatten, next_help_heading = "Board options")]
    pub(crate) board: BoardArgs,
}

pub(super) fn rule_kind() -> impl TypedValueParser<Value = RuleKind> {
    one_of(RuleKind::named().filter(|kind| !kind.is_flag()).map(RuleKind::name))
}

/// Returns a parser for the name of a rule. The command checks it, because it may be defined in a file.
fn rule_name() -> impl TypedValueParser<Value = String> {
    let names = RuleKind::named().map(|kind| kind.name().to_owned()).collect();
    Listed { parser: StringValueParser::new(), names }
}

fn technique_name() -> impl TypedValueParser<Value = String> {
    Listed { parser: technique, names: techniques() }
}

/// Parses a number of givens, or a range of numbers.
fn given_count(text: &str) -> Result<RangeInclusive<usize>, String> {
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    match (from.parse::<usize>(), to.parse::<usize>()) {
        (Ok(from), Ok(to)) if from <= to => Ok(from..=to),
        (Ok(from), Ok(to)) => Err(format!("the range is empty; write the lower number first: {to}..{from}")),
        _ => Err("expected a number or a range, for example 24 or 24..28".to_owned()),
    }
}

fn symmetry() -> impl TypedValueParser<Value = Symmetry> {
    one_of(with_help(Symmetry::ALL, |symmetry| match symmetry {
        Symmetry::None => "no symmetry",
        Symmetry::Rotate180 => "half-turn rotation",
        Symmetry::Rotate90 => "quarter-turn rotation",
        Symmetry::MirrorH => "left-right reflection",
        Symmetry::MirrorV => "top-bottom reflection",
        Symmetry::Diagonal => "reflection across the diagonal from the top left",
        Symmetry::Antidiagonal => "reflection across the diagonal from the top right",
        Symmetry::Full => "all of these symmetries at once",
        _ => "",
    }))
}

/// The requested difficulty of generated puzzles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum WantedDifficulty {
    Class(Difficulty),
    /// A range of the cost of the most expensive step.
    Score(RangeInclusive<u64>),
}

impl FromStr for WantedDifficulty {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Ok(class) = text.parse() {
            return Ok(Self::Class(class));
        }
        let expected =
            || "expected easy, medium, hard, extreme, or a range of scores such as 100..200".to_owned();
        let (first, last) = text.split_once("..").ok_or_else(expected)?;
        let bound = |text: &str, default| if text.is_empty() { Ok(default) } else { text.parse() };
        let first = bound(first, 0).map_err(|_| expected())?;
        let last = bound(last.trim_start_matches('='), u64::MAX).map_err(|_| expected())?;
        if first > last {
            return Err(format!("the range is empty, because {first} exceeds {last}"));
        }
        Ok(Self::Score(first..=last))
    }
}

/// Returns the names of the techniques that the rating of a puzzle uses.
fn techniques() -> Vec<String> {
    let assuming_unique: Vec<String> = Technique::names_assuming_unique().collect();
    Technique::names().filter(|name| !assuming_unique.contains(name)).collect()
}

fn technique(name: &str) -> Result<String, String> {
    if Technique::names_assuming_unique().any(|assuming| assuming == name) {
        return Err("the steps that rate a puzzle do not assume that its solution is unique".to_owned());
    }
    let known = techniques();
    if known.iter().any(|known| known == name) {
        return Ok(name.to_owned());
    }
    let letters =
        |name: &str| name.to_ascii_lowercase().replace(|letter: char| !letter.is_alphanumeric(), "");
    match known.iter().find(|known| letters(known) == letters(name)) {
        Some(similar) => Err(format!("the name of the technique is '{similar}'")),
        None => Err(format!("expected one of {}", known.join(", "))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn difficulties_are_classes_or_ranges_of_scores() {
        let parse = |text: &str| text.parse::<WantedDifficulty>();
        assert_eq!(parse("hard"), Ok(WantedDifficulty::Class(Difficulty::Hard)));
        assert_eq!(parse("100..200"), Ok(WantedDifficulty::Score(100..=200)));
        assert_eq!(parse("100..=200"), Ok(WantedDifficulty::Score(100..=200)));
        assert_eq!(parse("..200"), Ok(WantedDifficulty::Score(0..=200)));
        assert_eq!(parse("100.."), Ok(WantedDifficulty::Score(100..=u64::MAX)));
        for wrong in ["", "hardest", "100", "a..b", "200..100", "-1..5"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
