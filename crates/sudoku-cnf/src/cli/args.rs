//! Groups of arguments that the three programs take alike, and the texts that are made of a command line:
//! completions for shells and man pages.

use std::error::Error;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::str::FromStr;

use anstream::{AutoStream, ColorChoice};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Command, CommandFactory, Subcommand};
use clap_complete::Shell;
use clap_mangen::Man;

use crate::board::{BoardOptions, BoxShape, Variant};
use crate::cli::diagnostics::Style;
use crate::cli::files::{self, InputError};
use crate::formats::{Alphabet, Format, ReadOptions};

/// What is said of the board.
#[derive(Clone, Debug, Default, Args)]
pub struct BoardArgs {
    /// The shape of the boxes, rows x columns [default: as bars show, else the most square]
    #[arg(long = "box", value_name = "RxC", help_heading = "Reading puzzles")]
    shape: Option<BoxShape>,

    /// A jigsaw: a file with a region label for each cell takes the place of boxes
    #[arg(long, value_name = "FILE", conflicts_with = "shape", help_heading = "Reading puzzles")]
    regions: Option<PathBuf>,

    /// Further houses, any of them together: x (diagonals), windoku, disjoint, antiknight, antiking
    #[arg(long = "variant", value_name = "NAMES", value_delimiter = ',', help_heading = "Reading puzzles",
        hide_possible_values = true, value_parser = one_of::<Variant>(Variant::ALL.map(Variant::name)))]
    variants: Vec<Variant>,
}

impl BoardArgs {
    /// What is said, regions read from their file.
    ///
    /// # Errors
    /// If the file cannot be read or holds no regions.
    pub fn board(&self) -> Result<BoardOptions, InputError> {
        files::board(self.shape, self.regions.as_deref(), &self.variants)
    }

    /// Whether anything is said of the boxes.
    #[must_use]
    pub fn has_boxes(&self) -> bool {
        self.shape.is_some() || self.regions.is_some()
    }
}

/// What is said of puzzles before they are read.
#[derive(Clone, Debug, Default, Args)]
pub struct ReadArgs {
    #[command(flatten)]
    #[allow(missing_docs, reason = "the doc comment of a flattened group would be help text")]
    pub board: BoardArgs,

    /// The format of the puzzles [default: as the text shows]
    #[arg(long, value_name = "FORMAT", help_heading = "Reading puzzles",
        value_parser = one_of::<Format>(Format::ALL.map(Format::name)))]
    from: Option<Format>,

    /// Which characters are the digits of boards beyond 9x9, in their order [default: as the text shows]
    #[arg(long, value_name = "SYMBOLS", help_heading = "Reading puzzles",
        value_parser = one_of::<Alphabet>(Alphabet::ALL.map(Alphabet::name)))]
    symbols: Option<Alphabet>,
}

impl ReadArgs {
    /// What is said, regions read from their file.
    ///
    /// # Errors
    /// If the file of regions cannot be read or holds none.
    pub fn options(&self) -> Result<ReadOptions, InputError> {
        Ok(self.options_on(self.board.board()?))
    }

    /// What is said of the text, for puzzles on this board.
    #[must_use]
    pub fn options_on(&self, board: BoardOptions) -> ReadOptions {
        ReadOptions { board, format: self.from, alphabet: self.symbols, ..ReadOptions::default() }
    }
}

/// How messages are shown.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct MessageArgs {
    /// Tell each fault of a text in one line with its place in front, also on a terminal
    #[arg(long, global = true, help_heading = "Messages")]
    plain: bool,
}

impl MessageArgs {
    /// Returns the style of messages on standard error: drawn on a terminal or if colors are forced, else plain.
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

/// Commands that every program has besides its own.
#[derive(Clone, Debug, Subcommand)]
pub enum Extra {
    /// Print completions for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the man page of the program, or of one of its commands
    Man {
        /// The command
        command: Option<String>,
    },
}

impl Extra {
    /// Writes what is asked for of the program whose command line is `P`.
    ///
    /// # Errors
    /// If there is no such command, and those of `writer`.
    pub fn write<P: CommandFactory>(&self, writer: &mut dyn Write) -> Result<(), ExtraError> {
        let mut program = P::command();
        let name = program.get_name().to_owned();
        match self {
            Self::Completions { shell } => {
                // It would panic where writing fails.
                let mut text = Vec::new();
                clap_complete::generate(*shell, &mut program, name, &mut text);
                writer.write_all(&text)?;
            }
            Self::Man { command: None } => Man::new(program).render(writer)?,
            Self::Man { command: Some(command) } => {
                program.build();
                let found = program.find_subcommand(command).ok_or_else(|| no_command(&program, command))?;
                Man::new(found.clone().name(format!("{name}-{command}"))).render(writer)?;
            }
        }
        Ok(())
    }
}

/// Why nothing was written of a command line.
#[derive(Debug, thiserror::Error)]
pub enum ExtraError {
    /// A name that no command has.
    #[error("there is no command '{wanted}'; known are {}", known.join(", "))]
    NoCommand {
        /// The name.
        wanted: String,
        /// Those that there are.
        known: Vec<String>,
    },
    /// Writing failed.
    #[error("standard output")]
    Io(#[from] io::Error),
}

fn no_command(program: &Command, wanted: &str) -> ExtraError {
    let known = program.get_subcommands().map(|command| command.get_name().to_owned()).collect();
    ExtraError::NoCommand { wanted: wanted.to_owned(), known }
}

/// A value that is known by one of these names.
pub fn one_of<T>(names: impl IntoIterator<Item = &'static str>) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err: Error + Send + Sync + 'static> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(names).try_map(|name| name.parse::<T>())
}

/// The number of a puzzle in a file, from 1.
#[must_use]
pub fn record() -> impl TypedValueParser<Value = usize> {
    clap::value_parser!(u64).range(1..).map(|number| number as usize)
}
