//! The kinds of errors in puzzle text.

use std::fmt;

use thiserror::Error;

use super::alphabet::Alphabet;
use super::hint::Hint;
use crate::puzzle::board::{BoxShape, Digit};
use crate::puzzle::check::Clash;
use crate::puzzle::rule::InvalidRule;

/// A kind of error in puzzle text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TextErrorKind {
    /// A character that is neither valid in a cell nor a known separator.
    #[error("unexpected character {found:?}")]
    UnexpectedCharacter {
        /// The character.
        found: char,
        /// The size of the board.
        size: usize,
    },
    /// A digit that is out of range for the board.
    #[error("{found} is out of range: the digits of a {size}x{size} board are {}", digits(*size, *alphabet))]
    OutOfRange {
        /// The digit as written in the text.
        found: String,
        /// The size of the board.
        size: usize,
        /// The alphabet, or `None` if the digits are decimal numbers or the board is no larger than 9×9.
        alphabet: Option<Alphabet>,
    },
    /// Digits that are valid in several alphabets.
    #[error("ambiguous symbols: the digits could be {}", ranges(readings, *size))]
    AmbiguousSymbols {
        /// The possible alphabets (at least two).
        readings: Vec<Alphabet>,
        /// The size of the board.
        size: usize,
    },
    /// Digits that contradict the alphabet chosen for earlier puzzles.
    #[error("the digits so far were read as {}, but here they are {}", chosen.range(*size), found.range(*size))]
    OtherSymbols {
        /// The alphabet chosen for earlier puzzles.
        chosen: Alphabet,
        /// The alphabet that these digits indicate.
        found: Alphabet,
        /// The size of the board.
        size: usize,
    },
    /// A candidate that is listed twice in a cell.
    #[error("candidate {0} is listed twice in this cell")]
    CandidateTwice(Digit),
    /// A candidate at a position that is reserved for a different candidate.
    #[error("expected {place} or a blank at position {place} of this cell, found {digit}")]
    WrongPlace {
        /// The candidate that was found.
        digit: Digit,
        /// The 1-based position within the cell at which the candidate was found.
        place: usize,
    },
    /// A cell without candidates.
    #[error("this cell has no candidates")]
    NoCandidate,
    /// A cell with several digits in a board whose other cells contain at most one.
    #[error("this cell has several digits, but the other cells have at most one")]
    StrayCandidates,
    /// A row whose number of cells differs from that of most other rows in the nested list.
    #[error("this row has {found} {}, but other rows have {usual}", if *found == 1 { "cell" } else { "cells" })]
    Uneven {
        /// The number of cells in this row.
        found: usize,
        /// The most common number of cells per row.
        usual: usize,
    },
    /// A bracketed expression that exceeds the size limit. The number is the limit in bytes.
    #[error("the text in brackets is longer than {0} bytes")]
    LongList(usize),
    /// A blank table row that could be either the first row of a puzzle or a separator between two puzzles.
    #[error("ambiguous blank row: it could be the first row of a puzzle or a separator")]
    Padding,
    /// A table that has numbered rows and columns but is not square.
    ///
    /// This error can also occur if the input contains several numbered tables.
    #[error("a table with numbered rows and columns must have as many rows as columns")]
    NumberedTable,
    /// An opening bracket or quotation mark that is never closed.
    #[error("unclosed bracket or quote")]
    Unclosed,
    /// An error reported by a parser. The string is the error message.
    #[error("{0}")]
    Syntax(String),
    /// A required part that is missing from the text. The string describes the missing part.
    #[error("missing {0}")]
    Missing(&'static str),
    /// An unsupported constraint. The string is its name.
    ///
    /// Ignoring the constraint could lead to wrong solutions.
    #[error("unsupported constraint '{0}'")]
    Constraint(String),
    /// A rule that is malformed or does not fit the board.
    #[error(transparent)]
    Rule(#[from] InvalidRule),
    /// Text that violates the format. The string describes the expected text.
    #[error("expected {0}")]
    Expected(&'static str),
    /// A line or field whose number of cells matches neither a row nor a board of any size.
    #[error("cannot determine the board size from {cells} {}", if *cells == 1 { "cell" } else { "cells" })]
    NoBoard {
        /// The number of cells.
        cells: usize,
    },
    /// Lines that could be either whole boards or rows of larger boards.
    #[error("ambiguous size: each of the {count} lines could be a {0}x{0} board or a row of a {1}x{1} board", board.size(), rows.size())]
    Ambiguous {
        /// The number of lines.
        count: usize,
        /// The box shape if each line is read as a board.
        board: BoxShape,
        /// The box shape if each line is read as a row.
        rows: BoxShape,
    },
    /// A line or field with the wrong number of cells.
    #[error("{}", cell_count(*found, *expected))]
    CellCount {
        /// The number of cells found.
        found: usize,
        /// The expected number of cells.
        expected: ExpectedCells,
    },
    /// A puzzle with too few rows.
    #[error("the puzzle ends after {found} {}, expected {size}", if *found == 1 { "row" } else { "rows" })]
    RowCount {
        /// The number of rows found.
        found: usize,
        /// The size of the board.
        size: usize,
    },
    /// A band (row of boxes) with too many rows, in a puzzle in which empty lines separate the bands.
    #[error("expected an empty line after this row: the first band has {rows} rows")]
    Band {
        /// The expected number of rows per band.
        rows: usize,
    },
    /// Bars that do not line up with boxes of this shape.
    #[error("the bars do not line up with {0} boxes")]
    Bars(BoxShape),
    /// Two equal givens in a house. The reader accepts such a puzzle, but it has no solution.
    #[error(transparent)]
    Clash(Clash),
    /// Bytes that are not valid UTF-8.
    #[error("invalid UTF-8")]
    NotUtf8,
    /// UTF-16 text without a byte order mark, which is required for detecting it reliably.
    #[error("this is UTF-16 text without a byte order mark")]
    Utf16,
    /// A terminal escape sequence, for example for a color.
    #[error("unexpected terminal escape sequence")]
    EscapeSequence,
    /// A binary file instead of text. The string names the kind of file.
    #[error("this is {0}, not text")]
    BinaryFile(&'static str),
    /// A CNF file instead of a puzzle.
    #[error("this is a CNF file, not a puzzle")]
    CnfFile,
    /// A problem file for another kind of solver instead of a puzzle. The string names the kind of file.
    #[error("this is {0}, not a puzzle")]
    ProblemFile(&'static str),
    /// Rules without a board, or a puzzle in the notation of another program. The string describes the text.
    #[error("this is {0}")]
    OtherNotation(&'static str),
    /// The output of a SAT solver instead of a puzzle.
    #[error("this is the output of a SAT solver, not a puzzle")]
    SolverOutput,
    /// A line that exceeds the size limit. The number is the limit in bytes.
    #[error("the line is longer than {0} bytes")]
    LongLine(usize),
}

impl TextErrorKind {
    /// Returns a suggestion for fixing the text or changing the options, if there is one.
    pub fn hint(&self) -> Option<Hint> {
        Some(match self {
            Self::UnexpectedCharacter { size: ..=9, .. } => Hint::CellSymbols,
            Self::UnexpectedCharacter { .. } => Hint::LargeCellSymbols,
            Self::NoBoard { .. } => Hint::BoardCellCount,
            Self::CellCount { found, expected } if is_row_of_characters(*found, *expected) => {
                Hint::LargeCellSymbols
            }
            Self::CellCount { expected, .. } => Hint::BoardSize(expected.board_size()?),
            &Self::OutOfRange { size, .. } | &Self::RowCount { size, .. } => Hint::BoardSize(size),
            Self::StrayCandidates => Hint::SeparateDigits,
            Self::WrongPlace { .. } | Self::NoCandidate => Hint::CandidateLists,
            &Self::Ambiguous { board, rows, .. } => Hint::ChooseBoxShape([board, rows]),
            Self::AmbiguousSymbols { readings, .. } => Hint::ChooseAlphabet(readings.clone()),
            &Self::OtherSymbols { found, .. } => Hint::SetAlphabet(found),
            Self::Constraint(_) => Hint::KnownConstraints,
            Self::Padding => Hint::SeparateTables,
            Self::NumberedTable => Hint::OneNumberedTable,
            Self::Bars(_) => Hint::SetBoxShape,
            Self::BinaryFile(_) => Hint::ExportText,
            Self::Utf16 => Hint::ConvertToUtf8,
            Self::EscapeSequence => Hint::DisableColors,
            Self::CnfFile | Self::ProblemFile(_) => Hint::RunSolver,
            Self::OtherNotation(_) => Hint::WriteRules,
            Self::SolverOutput => Hint::DecodeOutput,
            _ => return None,
        })
    }
}

/// The expected number of cells in a line or field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectedCells {
    /// The number of cells in a row of a board with this box shape.
    Row(BoxShape),
    /// The number of cells on a board with this box shape.
    Board(BoxShape),
    /// Either the number of cells in a row or the number of cells on a board with this box shape.
    RowOrBoard(BoxShape),
    /// A single cell.
    One,
}

impl ExpectedCells {
    /// Returns the size of the board, if it is known.
    fn board_size(self) -> Option<usize> {
        match self {
            Self::Row(shape) | Self::Board(shape) | Self::RowOrBoard(shape) => Some(shape.size()),
            Self::One => None,
        }
    }
}

impl fmt::Display for ExpectedCells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n = self.board_size().unwrap_or(1);
        match self {
            Self::One => f.write_str("one cell"),
            Self::Row(_) => write!(f, "a row of {n} cells"),
            Self::Board(_) => write!(f, "a board of {} cells", n * n),
            Self::RowOrBoard(_) => write!(f, "a row of {n} cells or a board of {} cells", n * n),
        }
    }
}

/// Returns whether a line with the right number of cells is not a row, because its cells are single characters.
fn is_row_of_characters(found: usize, expected: ExpectedCells) -> bool {
    matches!(expected, ExpectedCells::Row(shape) | ExpectedCells::RowOrBoard(shape) if shape.size() == found)
}

fn cell_count(found: usize, expected: ExpectedCells) -> String {
    if is_row_of_characters(found, expected) {
        return format!("on a {found}x{found} board, the cells of a row must be delimited by spaces");
    }
    format!("expected {expected}, found {found} {}", if found == 1 { "cell" } else { "cells" })
}

/// Returns the digit ranges of several alphabets, joined with `or`.
fn ranges(readings: &[Alphabet], size: usize) -> String {
    readings.iter().map(|reading| reading.range(size)).collect::<Vec<_>>().join(" or ")
}

/// Returns the range of digits on a board, for example `1-9A-G` or, if `alphabet` is `None`, `1 to 16`.
fn digits(size: usize, alphabet: Option<Alphabet>) -> String {
    alphabet.map_or_else(|| format!("1 to {size}"), |alphabet| alphabet.range(size))
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

    #[test]
    fn a_row_of_characters_is_not_a_wrong_number_of_cells() {
        let expected = ExpectedCells::RowOrBoard(BoxShape::new(7, 7).unwrap());
        let kind = TextErrorKind::CellCount { found: 49, expected };
        assert_eq!(kind.to_string(), "on a 49x49 board, the cells of a row must be delimited by spaces");
        assert_eq!(kind.hint(), Some(Hint::LargeCellSymbols));
    }
}
