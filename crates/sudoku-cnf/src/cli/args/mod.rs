//! Groups of command-line options shared by `sudoku-cnf`, `sudoku-sat` and `sudoku-cli`.

mod encoding;
mod short_help;
mod values;

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::str::FromStr;

use anstream::{AutoStream, ColorChoice};
use clap::Args;
use clap::builder::{PossibleValue, TypedValueParser};

use super::diagnostics::Style;
use super::files::{self, Input, InputError, InputErrorKind};
use crate::puzzle::UnknownName;
use crate::puzzle::board::{BoardOptions, BoxSetting, BoxShape, BoxShapeError, Boxes, Layout, Variant};
use crate::text::{Alphabet, Format, ReadOptions, RuleList, RuleListError, TextKind};

pub use encoding::{EncodingArgs, at_most_one, encodings, sum_encoding};
pub use short_help::shorten_help;
pub use values::{MAX_JOBS, jobs, one_of, puzzle_number, seconds, whole_number, with_help};

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
        let mut boxes = self.shape.clone().unwrap_or_default();
        if let Some(path) = &self.regions {
            let input = Input::File(path.clone());
            let regions = input.marks()?.parse().map_err(InputErrorKind::Regions);
            let regions = regions.map_err(|kind| InputError { name: input.name(), kind })?;
            boxes = BoxSetting::Known(Boxes::Regions(regions));
        }
        Ok(BoardOptions { boxes, variants: self.variants.clone(), layout: self.layout.clone() })
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
        value_parser = one_of::<Alphabet>(Alphabet::ALL.iter().copied().map(Alphabet::name)))]
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
        value_parser = one_of::<Alphabet>(Alphabet::ALL.iter().copied().map(Alphabet::name)))]
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
