//! What can be wrong with a text.

use std::fmt;

use thiserror::Error;

use super::alphabet::Alphabet;
use super::hint::Hint;
use crate::board::{BoxShape, Digit};

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
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
        /// The alphabet in use; `None` if digits are written as decimal numbers.
        alphabet: Option<Alphabet>,
    },
    /// Letters or zeros that several alphabets explain.
    #[error("the digits may be {}, and nothing decides which", ranges(readings, *size))]
    AmbiguousSymbols {
        /// The possible alphabets, at least two.
        readings: Vec<Alphabet>,
        /// The board's size.
        size: usize,
    },
    /// Letters or zeros that contradict the alphabet chosen for the text before.
    #[error("the digits seemed to be {}, but are {} here", taken.range(*size), found.range(*size))]
    OtherSymbols {
        /// The alphabet chosen before.
        taken: Alphabet,
        /// The alphabet that these cells require.
        found: Alphabet,
        /// The board's size.
        size: usize,
    },
    /// A candidate that is listed twice in a cell.
    #[error("candidate {0} stands twice in this cell")]
    CandidateTwice(Digit),
    /// A candidate at the position of another one.
    #[error("{digit} stands at the place of {place}; each candidate has its own place")]
    WrongPlace {
        /// The candidate.
        digit: Digit,
        /// The position where it was found, from 1.
        place: usize,
    },
    /// A cell without any candidate.
    #[error("this cell has no candidate")]
    NoCandidate,
    /// A row of a nested list whose length differs from that of the others.
    #[error("this row has {found} cells, and others have {usual}")]
    Uneven {
        /// The number of cells in this row.
        found: usize,
        /// The number of cells in most rows.
        usual: usize,
    },
    /// Brackets that are nested too deeply.
    #[error("these brackets are nested too deeply")]
    Depth,
    /// A bracketed text that is longer than any board requires.
    #[error("these brackets hold more than {0} bytes")]
    LongList(usize),
    /// A closing bracket that does not match the opening one.
    #[error("'{0}' closes no bracket of its kind")]
    Mismatch(char),
    /// A blank row of a table that may belong to the next puzzle or separate it from the previous one.
    #[error("this blank row may begin a puzzle, or part it from the one before")]
    Padding,
    /// Several tables with numbered rows and columns in one input.
    #[error("the rows and columns of this table are numbered, and its rows are not as many as its columns")]
    NumberedTable,
    /// An opening bracket or quote that is never closed.
    #[error("this is never closed")]
    Unclosed,
    /// A syntax error, as reported by the parser of the format.
    #[error("{0}")]
    Syntax(String),
    /// A record without a required field.
    #[error("there is no {0} in it")]
    Missing(&'static str),
    /// A constraint that is not supported. Ignoring it would give wrong solutions.
    #[error("the puzzle has a constraint '{0}', which is not supported")]
    Constraint(String),
    /// A text or field that is not what its format requires at this position.
    #[error("this is no {0}")]
    NotA(&'static str),
    /// A line that is neither a row nor a board.
    #[error("{cells} {} no row and no board of any size", if *cells == 1 { "cell is" } else { "cells are" })]
    NoBoard {
        /// The number of cells in the line.
        cells: usize,
    },
    /// Lines that may be boards, or the rows of one board.
    #[error("{count} lines of {} cells are as many boards, or the rows of boards of {}x{}", rows.size(), rows.size(), rows.size())]
    Ambiguous {
        /// The number of lines.
        count: usize,
        /// The box shape if each line is a board.
        board: BoxShape,
        /// The box shape if each line is a row.
        rows: BoxShape,
    },
    /// A line with the wrong number of cells.
    #[error("found {found} cells where {expected} are expected")]
    CellCount {
        /// The number of cells in the line.
        found: usize,
        /// The expected number of cells.
        expected: ExpectedCells,
    },
    /// A puzzle that ends before its last row.
    #[error("the puzzle ends here after {found} {}, but a {size}x{size} board has {size}", if *found == 1 { "row" } else { "rows" })]
    RowCount {
        /// The number of rows found.
        found: usize,
        /// The board's size.
        size: usize,
    },
    /// A band with too many rows, in a puzzle whose bands are separated by empty lines.
    #[error("an empty line is missing after this row: the puzzle is parted into bands of {rows} rows")]
    Band {
        /// The number of rows in a band.
        rows: usize,
    },
    /// Bars that are not at the borders of boxes.
    #[error("the bars do not stand between boxes of {0}")]
    Bars(BoxShape),
    /// Bytes that are not UTF-8.
    #[error("this is not UTF-8 text")]
    NotUtf8,
    /// A line that is longer than a board of the largest size.
    #[error("the line is longer than {0} bytes")]
    LongLine(usize),
}

impl TextErrorKind {
    /// Returns a suggestion how to fix the text or the options, if there is one.
    #[must_use]
    pub fn hint(&self) -> Option<Hint> {
        Some(match self {
            Self::UnexpectedCharacter { found: '-', .. } => Hint::DashBlank,
            Self::UnexpectedCharacter { size: ..=9, .. } => Hint::CellSymbols,
            Self::UnexpectedCharacter { .. } => Hint::LargeCellSymbols,
            Self::NoBoard { .. } => Hint::BoardCellCount,
            Self::CellCount { .. } | Self::OutOfRange { .. } | Self::RowCount { .. } => Hint::OneSize,
            &Self::Ambiguous { board, rows, .. } => Hint::ChooseBoxShape([board, rows]),
            Self::AmbiguousSymbols { readings, .. } => Hint::ChooseAlphabet(readings.clone()),
            &Self::OtherSymbols { found, .. } => Hint::SetAlphabet(found),
            Self::Constraint(_) => Hint::KnownConstraints,
            Self::Padding => Hint::SeparateTables,
            Self::NumberedTable => Hint::OneNumberedTable,
            Self::Bars(_) => Hint::SetBoxShape,
            _ => return None,
        })
    }
}

/// The number of cells that a line should have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectedCells {
    /// A row of a board with these boxes.
    Row(BoxShape),
    /// A whole board with these boxes.
    Board(BoxShape),
    /// Either a row or a board with these boxes.
    RowOrBoard(BoxShape),
}

impl fmt::Display for ExpectedCells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = |shape: BoxShape| shape.size();
        let board = |shape: BoxShape| shape.size() * shape.size();
        match *self {
            Self::Row(shape) => write!(f, "{}", row(shape)),
            Self::Board(shape) => write!(f, "{}", board(shape)),
            Self::RowOrBoard(shape) => write!(f, "{} (a row) or {} (a board)", row(shape), board(shape)),
        }
    }
}

/// Joins the digit ranges of several alphabets.
fn ranges(readings: &[Alphabet], size: usize) -> String {
    readings.iter().map(|reading| reading.range(size)).collect::<Vec<_>>().join(" or ")
}

/// Formats the digits of a board as they are written in the text.
fn digits(size: usize, alphabet: Option<Alphabet>) -> String {
    match alphabet {
        Some(alphabet) => alphabet.range(size),
        None => format!("1 to {size}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_mention_no_options() {
        let shape = BoxShape::STANDARD;
        for kind in [
            TextErrorKind::NoBoard { cells: 7 },
            TextErrorKind::Bars(shape),
            TextErrorKind::Ambiguous { count: 16, board: shape, rows: shape },
            TextErrorKind::AmbiguousSymbols { readings: Alphabet::ALL.to_vec(), size: 16 },
        ] {
            assert!(kind.hint().is_some() && !kind.to_string().contains("--"), "{kind}");
        }
    }
}
