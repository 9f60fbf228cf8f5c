//! Options for reading puzzles.

use super::alphabet::Alphabet;
use super::format::Format;
use crate::puzzle::board::{BoardOptions, BoxShape};
use crate::puzzle::rule::{Definitions, RuleText};

crate::named_enum! {
    /// The two kinds of text, which [`text`](super#data-and-documents) describes.
    pub enum TextKind: "kind of text" {
        /// Text in which every line belongs to a puzzle, is a comment or a heading, or is an error.
        Data = "data",
        /// Any other text with boards in it.
        Document = "document",
    }
}

/// Options for reading puzzles. By default, the format, box shape and alphabet are detected automatically.
///
/// ```
/// use sudoku_cnf::BoxShape;
/// use sudoku_cnf::text::{Alphabet, ReadOptions};
///
/// let shape: BoxShape = "2x8".parse()?;
/// let options = ReadOptions { alphabet: Some(Alphabet::FromZero), ..ReadOptions::from(Some(shape)) };
/// assert_eq!(options.format, None);
/// # Ok::<(), sudoku_cnf::BoxShapeError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// The boxes and variants of the board. If the boxes are not set, they are detected from the text.
    pub board: BoardOptions,
    /// Rules that apply to all puzzles, in addition to their own.
    pub rules: Vec<RuleText>,
    /// Definitions that the rules of the puzzles may use in addition to their own.
    pub definitions: Definitions,
    /// The format. If `None`, the format is detected automatically.
    pub format: Option<Format>,
    /// Whether the text is data or a document. If `None`, this is detected automatically. Ignored if `format` is set.
    pub kind: Option<TextKind>,
    /// The format that the file name indicates. The reader uses this format only if `format` is not set and
    /// the text itself does not indicate a format.
    pub hint: Option<Format>,
    /// The alphabet. If `None`, boards up to 9×9 use [`Alphabet::FromOne`], and the alphabet of larger boards
    /// is guessed from their symbols.
    pub alphabet: Option<Alphabet>,
    /// The number of bytes to read ahead in order to guess the alphabet. Set this to 0 if the input is a pipe
    /// and the sender waits for a response before sending the next puzzle.
    pub look_ahead: usize,
    /// Whether the record of a puzzle on a single line stores this line as
    /// [`Record::source`](super::Record::source).
    pub keep_lines: bool,
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
