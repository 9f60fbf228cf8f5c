//! Suggestions how to fix a text that cannot be read.

use super::alphabet::Alphabet;
use crate::board::BoxShape;

/// A suggestion how to fix a text, or which [`ReadOptions`](super::ReadOptions) to set.
///
/// A hint is data: each program words it in terms of its own interface.
///
/// ```
/// use sudoku_cnf::formats::{Hint, ReadError, read_single};
///
/// let rows_or_boards = "1...............\n".repeat(16);
/// let Err(ReadError::Text(errors)) = read_single(rows_or_boards.as_bytes(), None, None) else { panic!() };
/// let shapes = ["2x2".parse()?, "4x4".parse()?];
/// assert_eq!(errors.first().kind.hint(), Some(Hint::ChooseBoxShape(shapes)));
/// # Ok::<(), sudoku_cnf::BoxShapeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Hint {
    /// `-` is a blank only in puzzles of one line; write `.` instead.
    DashBlank,
    /// On boards up to 9×9, a cell is a digit or one of the blanks `.`, `0`, `_`, `*`; other text goes after
    /// `#`.
    CellSymbols,
    /// On larger boards, a cell is a decimal number, one character of an [`Alphabet`], or a blank.
    LargeCellSymbols,
    /// The box shape of other boards than 9×9 can be set with
    /// [`ReadOptions::board`](super::ReadOptions::board).
    BoardCellCount,
    /// All puzzles of an input have the same size, which [`ReadOptions::board`](super::ReadOptions::board)
    /// can set.
    OneSize,
    /// Set the box shape to one of these.
    ChooseBoxShape([BoxShape; 2]),
    /// Set the box shape; it overrides the bars in the text.
    SetBoxShape,
    /// Set [`ReadOptions::alphabet`](super::ReadOptions::alphabet) to one of these.
    ChooseAlphabet(Vec<Alphabet>),
    /// Set [`ReadOptions::alphabet`](super::ReadOptions::alphabet) to this one.
    SetAlphabet(Alphabet),
    /// The supported constraints are diagonals, regions, antiknight, antiking and disjoint groups.
    KnownConstraints,
    /// Separate puzzles by empty lines, and write no blank rows after the last puzzle.
    SeparateTables,
    /// Keep each table with numbered rows and columns in its own file, or remove the numbers.
    OneNumberedTable,
}
