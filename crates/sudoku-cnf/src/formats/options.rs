//! Options for reading.

use super::alphabet::Alphabet;
use super::format::Format;
use crate::board::{BoardOptions, BoxShape};

/// Options for reading an input. The default detects everything.
///
/// ```
/// use sudoku_cnf::BoxShape;
/// use sudoku_cnf::formats::{Alphabet, ReadOptions};
///
/// let shape: BoxShape = "2x8".parse()?;
/// let options = ReadOptions { alphabet: Some(Alphabet::FromZero), ..ReadOptions::from(Some(shape)) };
/// assert_eq!(options.format, None);
/// # Ok::<(), sudoku_cnf::BoxShapeError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// The board.
    pub board: BoardOptions,
    /// The format; `None` to detect it.
    pub format: Option<Format>,
    /// The format that the file name indicates. It is used if detection fails.
    pub hint: Option<Format>,
    /// The alphabet of boards larger than 9×9; `None` to guess it from the symbols.
    pub alphabet: Option<Alphabet>,
    /// The number of bytes that may be waited for to guess the alphabet. It should be 0 if the input is a
    /// pipe that expects an answer to each puzzle.
    pub look_ahead: usize,
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
