//! Notes to the user about input that is ambiguous or is not read completely.

use std::fmt;

use super::alphabet::Alphabet;
use crate::puzzle::board::BoxShape;

/// A note to the user that the input is ambiguous and that the more likely interpretation was chosen, or that a part of
/// it is ignored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Note {
    /// The digits belong to one of two alphabets.
    Symbols {
        /// The alphabet that was chosen.
        chosen: Alphabet,
        /// The other possible alphabet. To choose it, set
        /// [`ReadOptions::alphabet`](super::ReadOptions::alphabet).
        other: Alphabet,
        /// The board size n.
        size: usize,
    },
    /// The lines of blanks are boards, but could also be the rows of one empty board.
    EmptyBoards {
        /// The boxes of the boards.
        chosen: BoxShape,
        /// The boxes of the larger board. To choose it, set [`ReadOptions::board`](super::ReadOptions::board).
        other: BoxShape,
    },
    /// The puzzle is a drawing of `SudokuPad` with lines, arrows, symbols or other cages. Only its text explains them,
    /// so they are ignored.
    Drawing,
    /// A statement is the same for all grids.
    Statement {
        /// `true` if the statement is always true, `false` if it is always false.
        holds: bool,
    },
    /// The board was found in a [document](super): the text around it is ignored.
    Document,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Symbols { chosen, other, size } => write!(
                f,
                "ambiguous symbols: the digits are read as {}, but could be {}",
                chosen.range(size),
                other.range(size)
            ),
            Self::Drawing => write!(
                f,
                "lines, symbols and text of the drawing are ignored, although they may stand for rules"
            ),
            Self::Statement { holds: true } => write!(f, "a statement is always true, so it has no effect"),
            Self::Statement { holds: false } => {
                write!(f, "a statement is always false, so the puzzle has no solution")
            }
            Self::Document => write!(f, "read as a document: text around the board is ignored"),
            Self::EmptyBoards { chosen, other } => {
                let (n, rows) = (chosen.size(), other.size());
                write!(
                    f,
                    "ambiguous size: the {rows} lines are read as empty {n}x{n} boards, but could be one empty {rows}x{rows} board"
                )
            }
        }
    }
}
