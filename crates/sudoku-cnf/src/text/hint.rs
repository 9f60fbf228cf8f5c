//! Suggestions for fixing text that cannot be read.

use super::alphabet::Alphabet;
use crate::puzzle::board::BoxShape;

/// A suggestion for fixing the text or changing the [`ReadOptions`](super::ReadOptions).
///
/// Hints are enum variants rather than messages, so that each program can phrase them in terms of its own
/// interface.
///
/// ```
/// use sudoku_cnf::text::{Hint, ReadError, read_single};
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
    /// On boards up to 9×9, write each cell as a digit or as one of the blanks `.`, `0`, `_` and `*`. Put any
    /// other text after `#`.
    CellSymbols,
    /// On boards larger than 9×9, write each cell as a decimal number, as one character of an [`Alphabet`],
    /// or as a blank.
    LargeCellSymbols,
    /// Check the number of cells, or set the box shape with
    /// [`ReadOptions::board`](super::ReadOptions::board).
    BoardCellCount,
    /// Check the number of cells, or set the box shape with
    /// [`ReadOptions::board`](super::ReadOptions::board).
    ///
    /// The value is the board size that all puzzles in the input must have.
    BoardSize(usize),
    /// The cells are read as lists of candidates. Set [`ReadOptions::format`](super::ReadOptions::format) to
    /// select a different format.
    CandidateLists,
    /// Separate the digits of a cell, or select the format `candidates`.
    SeparateDigits,
    /// Set the box shape to one of these shapes.
    ChooseBoxShape([BoxShape; 2]),
    /// Set the box shape explicitly. The positions of the bars in the text are then ignored.
    SetBoxShape,
    /// Set [`ReadOptions::alphabet`](super::ReadOptions::alphabet) to one of these alphabets.
    ChooseAlphabet(Vec<Alphabet>),
    /// Set [`ReadOptions::alphabet`](super::ReadOptions::alphabet) to this alphabet.
    SetAlphabet(Alphabet),
    /// Use only supported rules, or define the rule.
    KnownConstraints,
    /// Save the puzzle as text, for example as CSV, or decompress the file.
    ExportText,
    /// Convert the file from UTF-16 to UTF-8.
    ConvertToUtf8,
    /// Disable colors in the program that wrote the text.
    DisableColors,
    /// Write the puzzle as text or JSON, and its rules as `killercage 10: r1c1 r1c2`.
    WriteRules,
    /// Run a SAT solver on the CNF file, and decode its output.
    RunSolver,
    /// Decode the output of the SAT solver.
    DecodeOutput,
    /// Separate puzzles with empty lines, and remove blank rows after the last puzzle.
    SeparateTables,
    /// Put each table with numbered rows and columns in a separate file, or remove the row and
    /// column numbers.
    OneNumberedTable,
}
