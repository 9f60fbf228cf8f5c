//! Puzzles as text: reading, and writing grids.
//!
//! A puzzle is a line of n² cells, or n lines of n cells with bars and rules where one likes. A
//! cell is a character (`1`–`9`, then letters from `A` for 10) or, between blanks, a decimal
//! number; a blank is `.`, `0`, `_` or `*`, and in a puzzle of one line also `-`. `#` begins a
//! comment, and so does a space, `,` or `;` after the cells of a puzzle of one line. A byte order mark, CRLF and a
//! missing last line end are fine. Anything else is an error with its place: nothing is skipped
//! silently.
//!
//! The board's size follows from the number of cells. The shape of its boxes is what the caller
//! says, else what bars show (`1 2 3 | 4 5 6`), else the most square one.
//!
//! ```
//! use sudoku_cnf::text::Reader;
//!
//! let text = "# two puzzles\n12..\n..1.\n.2..\n4..2\n\n.... # nothing but a row\n....\n....\n....\n";
//! let puzzles: Result<Vec<_>, _> = Reader::new(text.as_bytes(), None).collect();
//! let puzzles = puzzles?;
//! assert_eq!(puzzles[0].puzzle.given_count(), 6);
//! assert_eq!(puzzles[1].line, 7);
//! # Ok::<(), sudoku_cnf::text::ReadError>(())
//! ```

mod detect;
mod error;
mod reader;
mod source;
mod symbol;
mod write;

use std::io::Read;
use std::str::FromStr;

pub use error::{Cells, ReadError, TextError, TextErrorKind};
pub use reader::{Reader, Record};
pub use write::{Layout, UnknownLayout, write, write_candidates};

use crate::geometry::Board;
use crate::grid::Grid;

/// Reads the one puzzle of an input, or with `record` the one of that number, counted from 1.
///
/// # Errors
/// If the input is wrong before the puzzle, holds none, or holds several and no `record` is given.
///
/// ```
/// use sudoku_cnf::text;
///
/// let two = "1...............\n2...............\n";
/// let error = text::read_single(two.as_bytes(), None, None).unwrap_err();
/// assert!(error.to_string().starts_with("there are 2 puzzles"));
/// assert!(text::read_single(two.as_bytes(), None, Some(2)).is_ok());
/// ```
pub fn read_single(
    input: impl Read,
    board: impl Into<Board>,
    record: Option<usize>,
) -> Result<Record, ReadError> {
    let (mut chosen, mut found) = (None, 0);
    for puzzle in Reader::new(input, board) {
        found += 1;
        match puzzle {
            Err(ReadError::Io(error)) => return Err(error.into()),
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
impl FromStr for Grid {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        read_single(text.as_bytes(), None, None).map(|record| record.puzzle)
    }
}
