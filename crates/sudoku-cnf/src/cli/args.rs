//! Groups of command-line options that the three programs share.

use std::error::Error;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::str::FromStr;

use anstream::{AutoStream, ColorChoice};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::board::{BoardOptions, BoxShape, Variant};
use crate::cli::diagnostics::Style;
use crate::cli::files::{self, InputError};
use crate::formats::{Alphabet, Format, ReadOptions};

/// The help heading of options that describe the input.
pub const READING: &str = "Reading puzzles";

/// Options that describe the board.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = READING)]
pub struct BoardArgs {
    /// Shape of the boxes, rows x columns [default: auto-detected]
    ///
    /// By default, the bars in the text determine the shape. Without bars, the boxes are as square as possible: 3x3
    /// on a 9x9 board, 2x3 on a 6x6 board.
    #[arg(long = "box", value_name = "RxC")]
    shape: Option<BoxShape>,

    /// Replace the boxes by the jigsaw regions in FILE
    ///
    /// The file contains one label per cell, as n lines of n labels. Cells with the same label form a region.
    #[arg(long, value_name = "FILE", conflicts_with = "shape")]
    regions: Option<PathBuf>,

    /// Extra constraints: x, windoku, disjoint, antiknight, antiking
    ///
    /// Separate several names by commas. x: both diagonals are houses. windoku: the windows between the boxes are
    /// houses, four on a 9x9 board. disjoint: the cells at the same position in each box form a house. antiknight,
    /// antiking: cells a knight's or king's move apart contain different digits.
    #[arg(long = "variant", value_name = "NAMES", value_delimiter = ',', hide_possible_values = true,
        value_parser = one_of::<Variant>(Variant::ALL.map(Variant::name)))]
    variants: Vec<Variant>,
}

impl BoardArgs {
    /// Returns the board options, with the regions read from their file.
    ///
    /// # Errors
    /// If the file cannot be read or contains no valid regions.
    pub fn board(&self) -> Result<BoardOptions, InputError> {
        files::board(self.shape, self.regions.as_deref(), &self.variants)
    }

    /// Returns whether the command line sets the boxes, by `--box` or `--regions`.
    #[must_use]
    pub fn has_boxes(&self) -> bool {
        self.shape.is_some() || self.regions.is_some()
    }
}

/// Options that describe the puzzle text.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = READING)]
pub struct ReadArgs {
    #[command(flatten)]
    #[allow(missing_docs, reason = "the doc comment of a flattened group would be help text")]
    pub board: BoardArgs,

    /// Format of the puzzles [default: auto-detected]
    #[arg(long, value_name = "FORMAT", hide_possible_values = true,
        long_help = with_values("Format of the puzzles [default: auto-detected]", Format::ALL.map(Format::name)),
        value_parser = one_of::<Format>(Format::ALL.map(Format::name)))]
    from: Option<Format>,

    /// Digits of boards beyond 9x9, in order [default: auto-detected]
    #[arg(long, value_name = "SYMBOLS", hide_possible_values = true,
        long_help = with_values(
            "Characters used as digits on boards beyond 9x9, in order [default: auto-detected]",
            Alphabet::ALL.map(Alphabet::name)),
        value_parser = one_of::<Alphabet>(Alphabet::ALL.map(Alphabet::name)))]
    symbols: Option<Alphabet>,
}

impl ReadArgs {
    /// Returns the options for the reader, with the regions read from their file.
    ///
    /// # Errors
    /// If the file of regions cannot be read or contains no valid regions.
    pub fn options(&self) -> Result<ReadOptions, InputError> {
        Ok(self.options_on(self.board.board()?))
    }

    /// Returns the options for reading puzzles on `board`, which replaces the board of the command line.
    #[must_use]
    pub fn options_on(&self, board: BoardOptions) -> ReadOptions {
        ReadOptions { board, format: self.from, alphabet: self.symbols, ..ReadOptions::default() }
    }
}

/// Options for messages on standard error.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct MessageArgs {
    // Not a doc comment, because rustdoc would take the position for a URL.
    #[arg(
        long,
        global = true,
        display_order = 100,
        help = "Print errors as file:line:column: message, even on a terminal"
    )]
    plain: bool,
}

impl MessageArgs {
    /// Returns the style of messages: excerpts on a terminal or if colors are forced, otherwise plain lines.
    #[must_use]
    pub fn style(self) -> Style {
        let in_color = AutoStream::choice(&io::stderr()) != ColorChoice::Never;
        if !self.plain && (io::stderr().is_terminal() || in_color) {
            Style::Drawn { in_color }
        } else {
            Style::Plain
        }
    }
}

/// Returns a parser for values of type `T` that accepts exactly `names`.
pub fn one_of<T>(names: impl IntoIterator<Item = &'static str>) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err: Error + Send + Sync + 'static> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(names).try_map(|name| name.parse::<T>())
}

/// Returns a help text with a list of values, for the long help of an option that hides them in the short one.
pub fn with_values(help: &str, names: impl IntoIterator<Item = &'static str>) -> String {
    let names: Vec<_> = names.into_iter().collect();
    format!("{help}\n\n[possible values: {}]", names.join(", "))
}

/// Returns a parser for the number of a puzzle in its file, from 1.
#[must_use]
pub fn puzzle_number() -> impl TypedValueParser<Value = usize> {
    clap::value_parser!(u64).range(1..).map(|number| number as usize)
}
