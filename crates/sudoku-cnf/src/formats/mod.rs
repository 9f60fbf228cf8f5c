//! Puzzles as text: reading and writing them in all formats that people use.
//!
//! What a text shows decides for its [`Format`]: a structured one ([`Csv`](Format::Csv), [`Hodoku`](Format::Hodoku),
//! [`OpenSudoku`](Format::OpenSudoku), [`Json`](Format::Json), [`List`](Format::List)), or else plain
//! boards. Of these a puzzle is a line of n² cells, or n lines of n cells with bars and rules where one likes, or
//! with delimiters between cells that may be empty. A
//! cell is a character of an [`Alphabet`] or, between blanks, a decimal number, or the list of its
//! candidates; a blank is `.`, `0`, `_`, `*` or `·`, up to 9×9 also `X`, and in a puzzle of one line also `-`. `#` and `//` begin a
//! comment, and so does a space, `,` or `;` after the cells of a puzzle of one line. A byte order mark, UTF-16 behind
//! one, CRLF and a missing last line end are fine. Anything else is an error with its place: nothing is skipped
//! silently.
//!
//! The board's size follows from the number of cells. The shape of its boxes is what the caller
//! says, else what bars show (`1 2 3 | 4 5 6`), else the most square one.
//!
//! ```
//! use sudoku_cnf::formats::Reader;
//!
//! let text = "# two puzzles\n12..\n..1.\n.2..\n4..2\n\n.... # nothing but a row\n....\n....\n....\n";
//! let puzzles: Result<Vec<_>, _> = Reader::new(text.as_bytes(), None).collect();
//! let puzzles = puzzles?;
//! assert_eq!(puzzles[0].puzzle.given_count(), 6);
//! assert_eq!(puzzles[1].line, 7);
//! # Ok::<(), sudoku_cnf::formats::ReadError>(())
//! ```

mod alphabet;
mod bracket;
mod content;
mod csv;
mod detect;
mod diagnostic;
mod error;
mod format;
mod gap;
mod heading;
mod hodoku;
mod json;
mod kind;
mod list;
mod look;
mod opensudoku;
mod plain;
mod reader;
mod sheet;
mod source;
mod word;
mod write;

use std::fmt;
use std::io::Read;
use std::str::FromStr;

pub use alphabet::{Alphabet, UnknownSymbols};
pub use diagnostic::Style;
pub use error::{Cells, MOST_ERRORS, ReadError, TextError, TextErrorKind, TextErrors};
pub use format::{Format, UnknownFormat};
pub use reader::Reader;
pub use sheet::Note;
pub use write::{
    JsonCells, JsonPuzzle, Loss, Strokes, WriteError, Writer, losses, pencilmarks, write, write_candidates,
    write_frame, write_marks,
};

use crate::board::{BoardOptions, BoxShape, Digit, Geometry};
use crate::puzzle::{Grid, Puzzle};
use crate::rules::Solution;

/// A puzzle of an input, where it stands, and what is said of it there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The line of its first cell, from 1.
    pub line: usize,
    /// The solution beside it, which nobody has checked.
    pub solution: Option<Grid>,
    /// Words about it: its title, or what follows it on its line.
    pub remark: Option<String>,
    /// Whether the text says more of it that is not kept: an author, a rating in a column of its own, a state of play.
    pub has_more: bool,
    /// What was decided about the text although it can be read in another way; with the first puzzle after that.
    pub note: Option<Note>,
}

/// What is known of an input before it is read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// The board.
    pub board: BoardOptions,
    /// The format; `None` where the text shows it.
    pub format: Option<Format>,
    /// The format that the file's name points to, for where the text alone does not decide.
    pub hint: Option<Format>,
    /// The symbols of the digits; `None` where the text shows them.
    pub alphabet: Option<Alphabet>,
    /// How many bytes may be waited for to see which symbols they are: none where a pipe has to be answered at once.
    pub look_ahead: usize,
}

impl Record {
    /// A puzzle and its line, and nothing else.
    #[must_use]
    pub fn new(puzzle: Puzzle, line: usize) -> Self {
        Self { puzzle, line, solution: None, remark: None, has_more: false, note: None }
    }
}

impl From<BoardOptions> for ReadOptions {
    fn from(board: BoardOptions) -> Self {
        Self { board, ..Self::default() }
    }
}

impl From<Option<BoxShape>> for ReadOptions {
    fn from(shape: Option<BoxShape>) -> Self {
        BoardOptions::from(shape).into()
    }
}

/// Reads the one puzzle of an input, or with `record` the one of that number, counted from 1.
///
/// # Errors
/// If the input is wrong before the puzzle, holds none, or holds several and no `record` is given.
///
/// ```
/// use sudoku_cnf::formats;
///
/// let two = "1...............\n2...............\n";
/// let error = formats::read_single(two.as_bytes(), None, None).unwrap_err();
/// assert!(error.to_string().starts_with("there are 2 puzzles"));
/// assert!(formats::read_single(two.as_bytes(), None, Some(2)).is_ok());
/// ```
pub fn read_single(
    input: impl Read,
    options: impl Into<ReadOptions>,
    record: Option<usize>,
) -> Result<Record, ReadError> {
    let (mut chosen, mut found) = (None, 0);
    for puzzle in Reader::new(input, options) {
        found += 1;
        match puzzle {
            Err(ReadError::Io(error)) => return Err(error.into()),
            // One fault hides no other, as long as nothing was right before.
            Err(ReadError::Text(later))
                if record.is_none() && matches!(chosen, Some(Err(ReadError::Text(_)))) =>
            {
                if let Some(Err(ReadError::Text(errors))) = &mut chosen {
                    errors.append(later);
                }
            }
            puzzle if record.is_none_or(|record| record == found) && chosen.is_none() => {
                chosen = Some(puzzle);
            }
            _ => {}
        }
        if record == Some(found) {
            break;
        }
    }
    match (chosen, record) {
        (Some(Ok(_)), None) if found > 1 => Err(ReadError::SeveralPuzzles(found)),
        (Some(chosen), _) => chosen,
        (None, Some(wanted)) => Err(ReadError::NoRecord { wanted, found }),
        (None, None) => Err(ReadError::NoPuzzle),
    }
}

/// Reads a text that holds one puzzle; boxes as drawn, or else as square as can be.
impl FromStr for Puzzle {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        match standard_line(text.trim()) {
            Some(grid) => Ok(grid.into()),
            None => read_single(text.as_bytes(), None, None).map(|record| record.puzzle),
        }
    }
}

/// Reads the digits of a text that [`Puzzle`] accepts; excluded candidates are dropped.
impl FromStr for Grid {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        text.parse::<Puzzle>().map(|puzzle| puzzle.grid().clone())
    }
}

/// Reads 81 digits and blanks, the most common form, without the detection of formats.
fn standard_line(text: &str) -> Option<Grid> {
    let geometry = Geometry::standard();
    if text.len() != geometry.cell_count() {
        return None;
    }
    let mut grid = Grid::empty(geometry.clone());
    for (cell, symbol) in geometry.cells().zip(text.bytes()) {
        match symbol {
            b'.' | b'0' => {}
            b'1'..=b'9' => grid.set(cell, Digit::new(usize::from(symbol - b'0'))),
            _ => return None,
        }
    }
    Some(grid)
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let format = if f.alternate() { Format::Grid } else { Format::Line };
        let mut text = Vec::new();
        write(&self.clone().into(), format, &mut text).map_err(|_| fmt::Error)?;
        f.write_str(String::from_utf8_lossy(&text).trim_end())
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.grid().fmt(f)
    }
}

/// Writes the full grid: one line, or with `{:#}` rows with bars between boxes.
impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.grid().fmt(f)
    }
}
