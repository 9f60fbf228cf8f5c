//! Groups of command-line options shared by `sudoku-cnf`, `sudoku-sat` and `sudoku-cli`.

use std::error::Error;
use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, IsTerminal};
use std::ops::{Bound, RangeBounds};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use anstream::{AutoStream, ColorChoice};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Args, Command};

use super::diagnostics::Style;
use super::files::{self, InputError, InputErrorKind};
use crate::clauses::at_most_one::AtMostOne;
use crate::clauses::encoding::{CnfOptions, Encoding, SumEncoding};
use crate::puzzle::UnknownName;
use crate::puzzle::board::{BoardOptions, BoxSetting, BoxShape, BoxShapeError, Layout, Variant};
use crate::text::{Alphabet, Format, ReadOptions, RuleList, RuleListError, TextKind};

/// The help heading for options that describe the input.
pub const INPUT: &str = "Input options";

/// Options that describe the board.
#[derive(Clone, Debug, Default, Args)]
pub struct BoardArgs {
    /// Size of a box, as rows x columns, or 'none' [default: auto-detected]
    ///
    /// The board has as many rows and columns as a box has cells: for example, --box 2x3 gives a 6x6 board. By default,
    /// the bars in the input determine the boxes. Without bars, boxes are as square as possible. 'none' stands for a
    /// Latin square, which has no boxes.
    #[arg(long = "box", value_name = "RxC", value_parser = boxes)]
    shape: Option<BoxSetting>,

    /// Use the jigsaw regions in FILE instead of boxes
    ///
    /// FILE contains one label per cell, as n lines of n labels for an n x n board. Cells with the same label form a
    /// region.
    #[arg(long, value_name = "FILE", conflicts_with = "shape")]
    regions: Option<PathBuf>,

    /// Extra constraints, separated by commas
    #[arg(long = "variant", value_name = "NAMES", value_delimiter = ',', value_parser = variant())]
    variants: Vec<Variant>,

    /// Layout of overlapping boards, for example samurai
    ///
    /// LAYOUT is butterfly, clueless-1, clueless-2, gattai-8, samurai, shogun, sohei, sumo, windmill, or the top-left
    /// cells of the boards, for example 'r1c1 r7c7'. Without this option, the layout is recognized by the shape of the
    /// text, except for butterfly and clueless.
    #[arg(long, value_name = "LAYOUT", hide_short_help = true)]
    layout: Option<Layout>,
}

/// Parses the value of `--box`.
fn boxes(text: &str) -> Result<BoxSetting, BoxShapeError> {
    if text == "none" { Ok(BoxSetting::None) } else { text.parse().map(|shape: BoxShape| Some(shape).into()) }
}

impl BoardArgs {
    /// Returns the path of the `--regions` file.
    pub fn regions_file(&self) -> Option<&PathBuf> {
        self.regions.as_ref()
    }

    /// Returns the board options, including the regions read from the `--regions` file.
    ///
    /// # Errors
    /// Returns an error if the `--regions` file cannot be read or does not contain valid regions.
    pub fn board(&self) -> Result<BoardOptions, InputError> {
        let boxes = self.shape.clone().unwrap_or_default();
        files::board(boxes, self.regions.as_deref(), &self.variants, self.layout.clone())
    }

    /// Returns whether `--box` or `--regions` is set on the command line.
    pub fn has_boxes(&self) -> bool {
        self.shape.is_some() || self.regions.is_some()
    }
}

/// Options that describe the puzzle text.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = INPUT)]
pub struct ReadArgs {
    #[command(flatten)]
    #[allow(missing_docs, reason = "the doc comment of a flattened group would be help text")]
    pub board: BoardArgs,

    /// Input format, or 'data' or 'document' [default: auto-detected]
    #[arg(long, value_name = "FORMAT", value_parser = one_of::<InputForm>(kinds().chain(formats())))]
    from: Option<InputForm>,

    /// Digit symbols on boards larger than 9x9 [default: auto-detected]
    #[arg(long, value_name = "SYMBOLS", hide_short_help = true,
        value_parser = one_of::<Alphabet>(Alphabet::ALL.map(Alphabet::name)))]
    symbols: Option<Alphabet>,

    /// Add a rule, for example 'killercage 10: r1c1 r1c2'; can be repeated
    ///
    /// A rule is a name, numbers, a colon and cells; or a statement, which is a condition on the digits, for example
    /// 'abs(r1c1 - r1c2) >= 5'; or a definition, which gives a name to a condition, for later rules. docs/rules.md
    /// lists the rules and describes the language.
    #[arg(long = "rule", value_name = "RULE")]
    rules: Vec<String>,

    /// Add the rules in FILE: one rule, statement or definition per line, or a JSON object
    #[arg(long = "rules", value_name = "FILE", hide_short_help = true)]
    rule_file: Option<PathBuf>,
}

/// The format of the input, or the kind of text that it is.
#[derive(Clone, Copy, Debug)]
enum InputForm {
    Kind(TextKind),
    Format(Format),
}

impl FromStr for InputForm {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        name.parse().map(Self::Kind).or_else(|_| name.parse().map(Self::Format))
    }
}

/// Adds the rules in `text`, the value of an option.
fn add_rule(text: &str, list: &mut RuleList) -> Result<(), InputError> {
    let before = list.clone();
    let read = list.read(text).map_err(|error| match error {
        RuleListError::Line { error, .. } => error.to_string(),
        error => error.to_string(),
    });
    let is_empty = || if *list == before { Err("the text contains no rule".to_owned()) } else { Ok(()) };
    read.and_then(|()| is_empty()).map_err(|message| InputError {
        name: "--rule".to_owned(),
        kind: InputErrorKind::Rule(text.to_owned(), message),
    })
}

impl ReadArgs {
    /// Returns the options for the reader, including the regions read from the `--regions` file.
    ///
    /// # Errors
    /// Returns an error if the `--regions` file cannot be read or does not contain valid regions.
    pub fn options(&self) -> Result<ReadOptions, InputError> {
        self.options_on(self.board.board()?)
    }

    /// Returns the options for reading puzzles on `board`, which overrides the board set on the command line. The
    /// variants of the rules on the command line are added.
    ///
    /// # Errors
    /// Returns an error if the `--rules` file cannot be read.
    pub fn options_on(&self, mut board: BoardOptions) -> Result<ReadOptions, InputError> {
        let mut list = RuleList::default();
        if let Some(path) = &self.rule_file {
            files::read_rules(path, &mut list)?;
        }
        self.rules.iter().try_for_each(|rule| add_rule(rule, &mut list))?;
        board.variants.extend(list.variants);
        let mut options = ReadOptions {
            board,
            rules: list.rules,
            definitions: list.definitions,
            alphabet: self.symbols,
            ..ReadOptions::default()
        };
        match self.from {
            Some(InputForm::Kind(kind)) => options.kind = Some(kind),
            Some(InputForm::Format(format)) => options.format = Some(format),
            None => {}
        }
        Ok(options)
    }

    /// Returns the paths of the `--regions` file and the `--rules` file.
    pub fn files(&self) -> impl Iterator<Item = &PathBuf> {
        self.board.regions_file().into_iter().chain(&self.rule_file)
    }
}

/// The symbols of the output.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct SymbolArgs {
    /// Digit symbols of the output [default: as in the input]
    ///
    /// Applies to pictures and to the formats grid, boxes, rows, line, table and csv. By default, digits that the input
    /// writes as single characters are written in the same way, and others as decimal numbers.
    #[arg(long, value_name = "SYMBOLS", hide_short_help = true,
        value_parser = one_of::<Alphabet>(Alphabet::ALL.map(Alphabet::name)))]
    output_symbols: Option<Alphabet>,
}

impl SymbolArgs {
    /// Returns the alphabet of the output, given the alphabet of the input.
    pub fn alphabet(self, input: Option<Alphabet>) -> Option<Alphabet> {
        self.output_symbols.or(input)
    }
}

/// The option that continues an interrupted run.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct ResumeArg {
    /// Continue an interrupted run that has left FILE.part
    ///
    /// A run over many puzzles writes FILE.part, and renames it at the end. The input and the options must be the same
    /// as before, except for the number of threads and the limits. If there is no FILE.part, the run starts from the
    /// beginning.
    #[arg(long, requires = "output")]
    pub resume: bool,
}

/// Options for messages on standard error.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct MessageArgs {
    // This help text is not a doc comment, because rustdoc would mistake `file:line:column` for a URL.
    #[arg(
        long,
        global = true,
        display_order = 100,
        help = "Print errors as file:line:column: message, even on a terminal",
        hide_short_help = true
    )]
    plain: bool,

    /// Do not print notes; warnings and errors are still printed
    #[arg(short, long, global = true, display_order = 100)]
    quiet: bool,
}

impl MessageArgs {
    /// Returns whether `--quiet` is set, before or after the name of a command.
    pub fn is_quiet(self) -> bool {
        self.quiet
    }

    /// Returns the style of error messages.
    ///
    /// Unless `--plain` is set, messages quote the affected line of the input if standard error is a terminal
    /// or if colors are forced.
    pub fn style(self) -> Style {
        let in_color = AutoStream::choice(&io::stderr()) != ColorChoice::Never;
        if !self.plain && (io::stderr().is_terminal() || in_color) {
            Style::Drawn { in_color }
        } else {
            Style::Plain
        }
    }
}

/// Returns a parser that accepts only the names in `values` and converts them to type `T`.
pub fn one_of<T>(
    values: impl IntoIterator<Item = impl Into<PossibleValue>>,
) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err: Error + Send + Sync + 'static> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(values).try_map(|name| name.parse::<T>())
}

/// Returns the names of `values`, each with its help text.
pub fn with_help<T: Copy + Display>(
    values: impl IntoIterator<Item = T>,
    help: impl Fn(T) -> &'static str,
) -> impl Iterator<Item = PossibleValue> {
    values.into_iter().map(move |value| PossibleValue::new(value.to_string()).help(help(value)))
}

fn variant() -> impl TypedValueParser<Value = Variant> {
    one_of(with_help(Variant::ALL, |variant| match variant {
        Variant::X => "both main diagonals are houses",
        Variant::Windoku => "the windows that straddle the boxes are houses, four on a 9x9 board",
        Variant::Disjoint => "the cells at the same position in each box form a house",
        Variant::AntiKnight => "cells a knight's move apart contain distinct digits",
        Variant::AntiKing => "cells that touch at a corner contain distinct digits",
    }))
}

/// Returns the names and descriptions of the kinds of text.
fn kinds() -> impl Iterator<Item = PossibleValue> {
    with_help(TextKind::ALL, |kind| match kind {
        TextKind::Data => "data in any format: every line is accounted for",
        TextKind::Document => "any text: only the boards in it are read",
    })
}

/// Returns the names and descriptions of all formats.
pub fn formats() -> impl Iterator<Item = PossibleValue> {
    with_help(Format::ALL, |format| match format {
        Format::Grid => "rows with ASCII lines between the boxes",
        Format::Rows => "n lines of n cells",
        Format::Line => "one puzzle per line",
        Format::Boxes => "a grid drawn with box-drawing characters",
        Format::Table => "rows with a delimiter between the cells, as in spreadsheets",
        Format::Candidates => "the candidates of each cell, for example 1479",
        Format::Positional => "n characters per cell, one position per candidate",
        Format::Sdk => "SadMan Software Sudoku (.sdk)",
        Format::Sdm => "81 characters per line (.sdm)",
        Format::Sdx => "nine lines of candidates (.sdx)",
        Format::Ss => "Simple Sudoku (.ss)",
        Format::Euler => "rows below headings, as in Project Euler 96",
        Format::Csv => "CSV with a header, as in Kaggle data sets",
        Format::Hodoku => "HoDoKu library",
        Format::OpenSudoku => "OpenSudoku XML; other XML with a board, row or cell per element",
        Format::Json => "one JSON object per line",
        Format::FPuzzles => "f-puzzles JSON or links",
        Format::FPuzzlesLink => "links to f-puzzles, which SudokuPad opens, too",
        Format::Dzn => "MiniZinc data",
        Format::Ampl => "AMPL data",
        Format::List => "nested lists in source code",
        Format::Facts => "facts for answer set solvers, one per given",
    })
}

/// Options that select one encoding.
#[derive(Clone, Copy, Debug, Args)]
pub struct EncodingArgs {
    /// CNF encoding of the board
    #[arg(long, value_name = "NAME", default_value_t, value_parser = one_of::<Encoding>(encodings()))]
    encoding: Encoding,

    /// At-most-one scheme
    ///
    /// The encoding 'classic' always uses pairwise constraints.
    #[arg(long = "amo", value_name = "NAME", default_value_t, value_parser = at_most_one())]
    at_most_one: AtMostOne,

    /// Encoding of sums in rules
    #[arg(long, value_name = "NAME", default_value_t, hide_short_help = true, value_parser = sum_encoding())]
    sum_encoding: SumEncoding,
}

impl EncodingArgs {
    /// Returns the options for the CNF of the whole board.
    pub fn options(self) -> CnfOptions {
        let Self { encoding, at_most_one, sum_encoding } = self;
        CnfOptions { encoding, at_most_one, sum_encoding, ..CnfOptions::default() }
    }
}

/// Returns the names and descriptions of all encodings.
pub fn encodings() -> impl Iterator<Item = PossibleValue> {
    with_help(Encoding::ALL, |encoding| match encoding {
        Encoding::Minimal => "at least one digit per cell; each digit at most once per house",
        Encoding::Natural => "minimal, plus at most one digit per cell",
        Encoding::Complete => "natural, plus each digit at least once per house",
        Encoding::Triad => "constraints on the intersections of boxes with rows and columns",
        Encoding::Classic => "minimal, but each clause on a pair of cells occurs twice, once in each order",
    })
}

/// Returns a parser for encodings of sums.
pub fn sum_encoding() -> impl TypedValueParser<Value = SumEncoding> {
    one_of(with_help(SumEncoding::ALL, |encoding| match encoding {
        SumEncoding::Automatic => "combinations if there are at most 100, otherwise diagram",
        SumEncoding::Combinations => "a selector for each combination of distinct digits",
        SumEncoding::Diagram => "decision diagram: a variable for each sum of the first cells",
        SumEncoding::Totalizer => "binary tree with a variable for each sum of the cells below a node",
    }))
}

/// Returns a parser for at-most-one schemes.
pub fn at_most_one() -> impl TypedValueParser<Value = AtMostOne> {
    one_of(with_help(AtMostOne::ALL, |scheme| match scheme {
        AtMostOne::Pairwise => "one clause per pair, without auxiliary variables",
        AtMostOne::Ladder => "sequential counter (Sinz)",
        AtMostOne::Product => "matrix of literals, with a variable per row and column of the matrix (Chen)",
        AtMostOne::Commander => "groups of four literals, each with a commander variable (Klieber and Kwon)",
        AtMostOne::Bimander => "groups of four literals, each with a binary code (Nguyen and Mai)",
        AtMostOne::Bitwise => "auxiliary variables hold the binary index of the true literal (Frisch et al.)",
    }))
}

/// Places the examples of the help text first, and removes the lists of possible values if the arguments contain `-h`.
///
/// The short help then has one line per option. `--help`, man pages and error messages still list the values.
pub fn shorten_help(command: Command, arguments: impl IntoIterator<Item = OsString>) -> Command {
    let command = with_examples_first(command);
    if arguments.into_iter().any(|argument| argument == "-h") { without_values(command) } else { command }
}

/// Places the sections of the help text, which start with examples, in front of the options.
fn with_examples_first(command: Command) -> Command {
    let template = "{before-help}{about-with-newline}\n{usage-heading} {usage}{after-help}\n\n{all-args}";
    command.help_template(template).mut_subcommands(with_examples_first)
}

fn without_values(command: Command) -> Command {
    let hide = |argument: Arg| {
        let takes_values = argument.get_action().takes_values();
        if takes_values { argument.hide_possible_values(true) } else { argument }
    };
    command.mut_args(hide).mut_subcommands(without_values)
}

/// Returns a parser for puzzle numbers, which start at 1.
pub fn puzzle_number() -> impl TypedValueParser<Value = usize> {
    whole_number(1..)
}

/// Returns a parser for the number of worker threads, which must be between 1 and [`MAX_JOBS`].
pub fn jobs() -> impl TypedValueParser<Value = u16> {
    whole_number(1..=MAX_JOBS)
}

/// Returns a parser for whole numbers in `range`.
///
/// Unlike the error of the parser in clap, its error does not use the notation of Rust for ranges.
pub fn whole_number<T>(
    range: impl RangeBounds<T> + Clone + Send + Sync + 'static,
) -> impl TypedValueParser<Value = T>
where
    T: FromStr + PartialOrd + Display + Clone + Send + Sync + 'static,
{
    move |text: &str| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| match (range.start_bound(), range.end_bound()) {
            (Bound::Included(least), Bound::Included(most)) => {
                format!("expected a whole number from {least} to {most}")
            }
            (Bound::Included(least), _) => format!("expected a whole number of at least {least}"),
            _ => "expected a whole number".to_owned(),
        })
    }
}

/// Parses a number of seconds, which may have a fraction.
///
/// # Errors
/// Returns an error if `text` is not a number, or if the number is negative or too large for a [`Duration`].
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 =
        text.parse().map_err(|_| "expected a number of seconds, for example 10 or 0.5".to_owned())?;
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| "expected a number of seconds that is not negative".to_owned())
}

/// The maximum number of worker threads. Typical machines have far fewer cores.
pub const MAX_JOBS: u16 = 1024;
