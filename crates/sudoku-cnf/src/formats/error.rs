//! What can be wrong with a puzzle's text, and how a person is shown the place.

use std::io;

use itertools::Itertools;
use thiserror::Error;

use super::alphabet::Alphabet;
use super::source::Line;
use crate::board::{BoxShape, Digit, VariantError};

/// Why no puzzle came from an input.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The input could not be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The text is wrong: all faults of a puzzle, up to [`MOST_ERRORS`].
    #[error(transparent)]
    Text(#[from] TextErrors),
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

impl From<TextError> for ReadError {
    fn from(error: TextError) -> Self {
        Self::Text(error.into())
    }
}

/// How many faults are told one by one.
pub const MOST_ERRORS: usize = 20;

/// The faults in a text, in order: at least one, and no more than [`MOST_ERRORS`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.first())]
pub struct TextErrors {
    errors: Vec<TextError>,
    /// How many more there are.
    left_out: usize,
}

impl From<TextError> for TextErrors {
    fn from(error: TextError) -> Self {
        Self { errors: vec![error], left_out: 0 }
    }
}

impl TextErrors {
    /// The first fault.
    #[must_use]
    pub fn first(&self) -> &TextError {
        &self.errors[0]
    }

    /// The faults.
    #[must_use]
    pub fn errors(&self) -> &[TextError] {
        &self.errors
    }

    /// How many more faults there are than those that are kept.
    #[must_use]
    pub fn left_out(&self) -> usize {
        self.left_out
    }

    /// Adds those that were found later.
    pub(super) fn append(&mut self, later: Self) {
        for error in later.errors {
            self.push(error);
        }
        self.left_out += later.left_out;
    }

    fn push(&mut self, error: TextError) {
        if self.errors.len() < MOST_ERRORS {
            self.errors.push(error);
        } else {
            self.left_out += 1;
        }
    }

    /// `Ok` if there are none.
    pub(super) fn all(errors: impl IntoIterator<Item = TextError>) -> Result<(), Self> {
        let mut errors = errors.into_iter();
        let Some(first) = errors.next() else { return Ok(()) };
        let mut all = Self::from(first);
        errors.for_each(|error| all.push(error));
        Err(all)
    }
}

/// How many characters around a fault are kept of its line.
const KEPT: usize = 100;

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
    /// The line's text, of a long line what stands around the fault.
    pub text: String,
    /// The column of the first character of `text`, from 1.
    pub text_column: usize,
}

impl TextError {
    /// A fault in `line`, of which no more is kept than a person wants to see.
    pub(super) fn new(line: &Line, column: usize, length: usize, kind: TextErrorKind) -> Self {
        let text = &line.text;
        let before = column.saturating_sub(line.first_column);
        // Nearly all lines are short, and kept whole.
        let start = if text.len() <= KEPT { 0 } else { before.saturating_sub(KEPT / 2) };
        let kept = text.chars().skip(start).take(KEPT);
        let kept = kept.map(|c| if c.is_control() { ' ' } else { c }).collect();
        Self {
            line: line.number,
            column,
            length: length.max(1),
            kind,
            text: kept,
            text_column: line.first_column + start,
        }
    }
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
    #[error("{found} is out of range, the digits of a {size}x{size} board are {}", digits(*size, *alphabet))]
    OutOfRange {
        /// The digit as it is written.
        found: String,
        /// The board's size.
        size: usize,
        /// The symbols that are used, where the digits are no numbers.
        alphabet: Option<Alphabet>,
    },
    /// Letters or zeros that can be read in several ways.
    #[error("the digits may be {}, and nothing decides which", ranges(readings, *size))]
    AmbiguousSymbols {
        /// The readings, at least two.
        readings: Vec<Alphabet>,
        /// The board's size.
        size: usize,
    },
    /// Letters or zeros that are not what the text showed so far.
    #[error("the digits seemed to be {}, but are {} here", taken.range(*size), found.range(*size))]
    OtherSymbols {
        /// How they have been read.
        taken: Alphabet,
        /// How they have to be read now.
        found: Alphabet,
        /// The board's size.
        size: usize,
    },
    /// A candidate that stands twice in a cell's list.
    #[error("candidate {0} stands twice in this cell")]
    CandidateTwice(Digit),
    /// A candidate at another one's place.
    #[error("{digit} stands at the place of {place}; each candidate has its own place")]
    WrongPlace {
        /// The candidate.
        digit: Digit,
        /// The place where it stands, from 1.
        place: usize,
    },
    /// A cell without any candidate.
    #[error("this cell has no candidate")]
    NoCandidate,
    /// A row of another length than the others.
    #[error("this row has {found} cells, and others have {usual}")]
    Uneven {
        /// Its cells.
        found: usize,
        /// Those of most rows.
        usual: usize,
    },
    /// Brackets in brackets in brackets.
    #[error("these brackets are nested too deeply")]
    Depth,
    /// Brackets around more text than a board needs.
    #[error("these brackets hold more than {0} bytes")]
    LongList(usize),
    /// A closing bracket that does not match the opening one.
    #[error("'{0}' closes no bracket of its kind")]
    Mismatch(char),
    /// A blank row of a table at a place where it may or may not belong to a puzzle.
    #[error("this blank row may begin a puzzle, or part it from the one before")]
    Padding,
    /// Several tables with numbered rows and columns.
    #[error("the rows and columns of this table are numbered, and its rows are not as many as its columns")]
    NumberedTable,
    /// An opening bracket or quote that is never closed.
    #[error("this is never closed")]
    Unclosed,
    /// What a parser says of text that breaks the rules of its format.
    #[error("{0}")]
    Syntax(String),
    /// A record without a field that it needs.
    #[error("there is no {0} in it")]
    Missing(&'static str),
    /// A constraint that is not supported, so that solutions would be wrong without it.
    #[error("the puzzle has a constraint '{0}', which is not supported")]
    Constraint(String),
    /// A field that is too long or too short, or not what it should be.
    #[error("this is no {0}")]
    NotA(&'static str),
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
            Self::AmbiguousSymbols { readings, .. } => {
                let options = readings.iter().map(|reading| format!("--symbols {reading}"));
                Some(format!("say which with {}", { options }.join(" or ")))
            }
            Self::OtherSymbols { found, .. } => {
                Some(format!("--symbols {found} says so from the beginning"))
            }
            Self::Constraint(_) => Some("known are diagonals, regions, antiknight, antiking and disjoint groups".to_owned()),
            Self::Padding => Some("part puzzles by empty lines, and write no blank rows behind the last".to_owned()),
            Self::NumberedTable => Some("give one such table a file, or leave the numbers out".to_owned()),
            Self::Bars(_) => Some("--box RxC names the shape of the boxes, whatever the bars show".to_owned()),
            _ => None,
        }
    }
}

/// The ways to read symbols.
fn ranges(readings: &[Alphabet], size: usize) -> String {
    readings.iter().map(|reading| reading.range(size)).join(" or ")
}

/// The digits of a board, as they are written.
fn digits(size: usize, alphabet: Option<Alphabet>) -> String {
    match alphabet {
        Some(alphabet) => alphabet.range(size),
        None => format!("1 to {size}"),
    }
}
