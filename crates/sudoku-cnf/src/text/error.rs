//! What can be wrong with a puzzle's text, and how a person is shown the place.

use std::fmt::Write as _;
use std::io;

use itertools::Itertools;
use thiserror::Error;

use crate::geometry::{BoxShape, VariantError};

/// How many characters of a long line are shown around a fault.
const SHOWN: usize = 100;

/// Why no puzzle came from an input.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The input could not be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The text is wrong.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The variants do not go with the boxes.
    #[error(transparent)]
    Variant(#[from] VariantError),
    /// Nothing but blanks and comments.
    #[error("there is no puzzle in it")]
    NoPuzzle,
    /// One puzzle was asked for, and the input holds several.
    #[error("there are {0} puzzles in it, and this command takes one; pick one by its number with --record")]
    SeveralPuzzles(usize),
    /// The input holds fewer puzzles than the number that was asked for.
    #[error("there is no puzzle {wanted}; the number of puzzles in it is {found}")]
    NoRecord {
        /// The number asked for, from 1.
        wanted: usize,
        /// How many there are.
        found: usize,
    },
}

impl ReadError {
    /// The whole message for a person, with the input's name in front, the line and a caret under
    /// the fault. Without a final line end.
    #[must_use]
    pub fn report(&self, input_name: &str) -> String {
        match self {
            Self::Text(error) => error.report(input_name),
            other => format!("{input_name}: {other}"),
        }
    }
}

/// A fault in a puzzle's text and its place; shown as `3:7: unexpected character 'x'`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{line}:{column}: {kind}")]
pub struct TextError {
    /// The line, from 1.
    pub line: usize,
    /// The first character in it, from 1.
    pub column: usize,
    /// How many characters are at fault, at least 1.
    pub length: usize,
    /// What is wrong.
    pub kind: TextErrorKind,
    /// The line's text.
    pub text: String,
}

/// What is wrong with a puzzle's text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TextErrorKind {
    /// A character that is neither a cell nor a known separator.
    #[error("unexpected character {found:?}")]
    UnexpectedCharacter {
        /// The character.
        found: char,
        /// The board's size.
        size: usize,
    },
    /// A digit that the board does not have.
    #[error("{found} is out of range, the digits of a {size}x{size} board are 1 to {size}")]
    OutOfRange {
        /// The digit as it is written.
        found: String,
        /// The board's size.
        size: usize,
    },
    /// A line that is neither a row nor a whole board.
    #[error("{cells} {} no row and no board of any size", if *cells == 1 { "cell is" } else { "cells are" })]
    NoBoard {
        /// How many cells it has.
        cells: usize,
    },
    /// Lines that are boards, or the rows of one board.
    #[error("{count} lines of {} cells are as many boards, or the rows of boards of {}x{}", rows.size(), rows.size(), rows.size())]
    Ambiguous {
        /// How many lines there are.
        count: usize,
        /// The boxes if each line is a board.
        board: BoxShape,
        /// The boxes if each line is a row.
        rows: BoxShape,
    },
    /// A line with the wrong number of cells.
    #[error("found {found} cells where {expected} are expected")]
    CellCount {
        /// How many it has.
        found: usize,
        /// How many it should have: a row or a whole board.
        expected: Cells,
    },
    /// The puzzle ends before its last row.
    #[error("the puzzle ends here after {found} {}, but a {size}x{size} board has {size}", if *found == 1 { "row" } else { "rows" })]
    RowCount {
        /// How many there are.
        found: usize,
        /// The board's size.
        size: usize,
    },
    /// More rows between empty lines than a band has, in a puzzle that is parted by them.
    #[error("an empty line is missing after this row: the puzzle is parted into bands of {rows} rows")]
    Band {
        /// The rows of a band.
        rows: usize,
    },
    /// A 0 beside another blank on a board with letters, where it may be a digit.
    #[error("here 0 may be a digit or a blank, since '.' or another blank is used as well")]
    ZeroOrBlank,
    /// Bars at other places than between boxes.
    #[error("the bars do not stand between boxes of {0}")]
    Bars(BoxShape),
    /// Bytes that are not UTF-8.
    #[error("this is not UTF-8 text")]
    NotUtf8,
    /// A line that no board of any size needs.
    #[error("the line is longer than {0} bytes")]
    LongLine(usize),
}

/// A number of cells that a line should have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cells {
    /// A row of a board of this shape.
    Row(BoxShape),
    /// A whole board of this shape.
    Board(BoxShape),
    /// Either.
    RowOrBoard(BoxShape),
}

impl std::fmt::Display for Cells {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let row = |shape: BoxShape| shape.size();
        let board = |shape: BoxShape| shape.size() * shape.size();
        match *self {
            Self::Row(shape) => write!(f, "{}", row(shape)),
            Self::Board(shape) => write!(f, "{}", board(shape)),
            Self::RowOrBoard(shape) => write!(f, "{} (a row) or {} (a board)", row(shape), board(shape)),
        }
    }
}

impl TextErrorKind {
    /// What to do about it, where that is known.
    #[must_use]
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::UnexpectedCharacter { found: '-', .. } => {
                Some("'-' is a blank only in a puzzle of one line; write '.'".to_owned())
            }
            Self::UnexpectedCharacter { size: ..=9, .. } => {
                Some("a cell is a digit or one of the blanks . 0 _ *; text belongs behind a '#'".to_owned())
            }
            Self::UnexpectedCharacter { .. } => Some(
                "a cell is a number between blanks, or one character 1-9A-Z, or one of the blanks . 0 _ *"
                    .to_owned(),
            ),
            Self::NoBoard { .. } => {
                Some("9 cells are a row of 9x9 and 81 cells without blanks a board; --box RxC names the boxes of other boards".to_owned())
            }
            Self::CellCount { .. } | Self::OutOfRange { .. } | Self::RowCount { .. } => {
                Some("all puzzles of an input have one size; --box RxC names it, where it is not what it seems".to_owned())
            }
            Self::Ambiguous { board, rows, .. } => Some(format!("say which with --box {board} or --box {rows}")),
            Self::ZeroOrBlank => Some("write the digits as 1-9 and A-Z, or as numbers between blanks".to_owned()),
            Self::Bars(_) => Some("--box RxC names the shape of the boxes, whatever the bars show".to_owned()),
            _ => None,
        }
    }
}

impl TextError {
    /// The whole message for a person: `name:line:column: what`, the line, a caret under the
    /// fault, and a hint. Without a final line end.
    #[must_use]
    pub fn report(&self, input_name: &str) -> String {
        let mut report = format!("{input_name}:{self}");
        let before = self.column - 1;
        let start = before.saturating_sub(SHOWN / 2);
        let shown = self.text.chars().skip(start).take(SHOWN);
        let shown = shown.map(|c| if c.is_control() { ' ' } else { c }).join("");
        let carets = self.length.clamp(1, SHOWN - (before - start));
        let _ = write!(
            report,
            "\n  {}\n  {}{}",
            shown.trim_end(),
            " ".repeat(before - start),
            "^".repeat(carets)
        );
        if let Some(hint) = self.kind.hint() {
            let _ = write!(report, "\nhint: {hint}");
        }
        report
    }
}
