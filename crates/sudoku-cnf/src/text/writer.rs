//! Writes puzzles as text.

use std::io::{self, Write};

use thiserror::Error;

use super::alphabet::Alphabet;
use super::format::Format;
use super::format_spec::WriteItem;
use super::pencilmarks::pencilmarks;
use super::record::Record;
use crate::puzzle::Puzzle;
use crate::puzzle::board::{BoxShape, Cell, Digit};
use crate::puzzle::rule::{InvalidRule, Rule};

/// A writer for any number of puzzles in one format.
///
/// A [`Reader`](super::Reader) for this format can read the puzzles back. [`lost_parts`](super::lost_parts) lists the
/// information in a record that the format cannot store.
///
/// ```
/// use sudoku_cnf::text::{Format, Reader, Writer};
///
/// let mut writer = Writer::new(Format::Table, Vec::new());
/// for record in Reader::new(&b"12..34.......4..\n"[..], None) {
///     writer.write(&record?)?;
/// }
/// assert_eq!(writer.finish()?, b"1,2,,\n3,4,,\n,,,\n,4,,\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Writer<W> {
    format: Format,
    out: W,
    written: u64,
}

/// An error that prevents a puzzle from being written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WriteError {
    /// An error that occurred while writing to the output stream.
    #[error("cannot write the puzzle")]
    Io(#[from] io::Error),
    /// The format supports only 9×9 boards with 3×3 boxes.
    #[error("the format {format} supports only 9x9 boards with 3x3 boxes, but this board {}", other_board(*size))]
    Standard {
        /// The format.
        format: Format,
        /// The board size n.
        size: usize,
    },
    /// The format does not support overlapping boards.
    #[error("the format {0} does not support overlapping boards; use grid, line or json")]
    Layout(Format),
    /// The format writes each digit as one character, so it does not support boards of this size.
    #[error(
        "the format {format} writes one character per digit, which is not enough for a {size}x{size} board"
    )]
    Symbols {
        /// The format.
        format: Format,
        /// The board size n.
        size: usize,
    },
    /// The alphabet of the record does not have enough characters.
    #[error("the symbols {alphabet} are not enough for a {size}x{size} board")]
    Alphabet {
        /// The alphabet.
        alphabet: Alphabet,
        /// The board size n.
        size: usize,
    },
    /// The JSON of the puzzle is too long for a link.
    #[error(
        "the format {format} supports only puzzles with at most {limit} characters of JSON; use fpuzzles"
    )]
    Length {
        /// The format.
        format: Format,
        /// The maximum number of UTF-16 code units.
        limit: usize,
    },
    /// The format stores rules, but one of them has no text.
    #[error(transparent)]
    Rule(#[from] InvalidRule),
    /// A cell has no candidates, but the format lists the candidates of each cell.
    #[error("{0} has no candidates, which this format cannot represent")]
    NoCandidate(Cell),
}

/// Describes a board of size `size` that is not a standard board.
fn other_board(size: usize) -> String {
    if size == 9 { "has other boxes or regions".to_owned() } else { format!("is {size}x{size}") }
}

impl<W: Write> Writer<W> {
    /// Creates a writer that writes to `out`. The header of the format, if any, is written before the first
    /// puzzle.
    pub fn new(format: Format, out: W) -> Self {
        Self { format, out, written: 0 }
    }

    /// Creates a writer that continues after another writer, which has written `written` puzzles to the same output.
    pub fn after(format: Format, out: W, written: u64) -> Self {
        Self { format, out, written }
    }

    /// Returns the number of puzzles that have been written.
    pub fn written(&self) -> u64 {
        self.written
    }

    /// Writes a puzzle.
    ///
    /// # Errors
    /// Returns an error if writing fails, or if the format cannot store the puzzle. In the latter case,
    /// nothing is written.
    pub fn write(&mut self, record: &Record) -> Result<(), WriteError> {
        let candidates = check(self.format, &record.puzzle)?;
        let size = record.puzzle.geometry().size();
        if let Some(alphabet) = record.alphabet.filter(|alphabet| alphabet.largest() < size) {
            return Err(WriteError::Alphabet { alphabet, size });
        }
        let spec = self.format.spec();
        if let Some(limit) = (spec.exceeded_length)(record) {
            return Err(WriteError::Length { format: self.format, limit });
        }
        let before = if self.written == 0 { spec.header } else { spec.between };
        self.out.write_all(before.as_bytes())?;
        self.written += 1;
        (spec.write)(&WriteItem { record, candidates, number: self.written }, &mut self.out)?;
        Ok(())
    }

    /// Writes the footer of the format if at least one puzzle was written. Then flushes and returns the
    /// output stream.
    ///
    /// # Errors
    /// Returns an error if writing fails.
    pub fn finish(mut self) -> io::Result<W> {
        if self.written > 0 {
            self.out.write_all(self.format.spec().footer.as_bytes())?;
        }
        self.out.flush()?;
        Ok(self.out)
    }

    /// Flushes the output stream.
    ///
    /// # Errors
    /// Returns an error if writing fails.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Returns the candidates of each cell if the format lists candidates, or an empty list otherwise.
///
/// # Errors
/// Returns an error if the format cannot store the puzzle.
fn check(format: Format, puzzle: &Puzzle) -> Result<Vec<Vec<Digit>>, WriteError> {
    let (spec, size) = (format.spec(), puzzle.geometry().size());
    if puzzle.geometry().layout().is_some() && !spec.layouts {
        return Err(WriteError::Layout(format));
    }
    if spec.standard_only && puzzle.geometry().box_shape() != Some(BoxShape::STANDARD) {
        return Err(WriteError::Standard { format, size });
    }
    if format.stores_rules() {
        puzzle.rules().iter().try_for_each(Rule::check_text)?;
    }
    if size > spec.max_size {
        return Err(WriteError::Symbols { format, size });
    }
    if !spec.lists_candidates {
        return Ok(Vec::new());
    }
    let marks = pencilmarks(puzzle);
    match marks.iter().zip(puzzle.geometry().cells()).find(|(digits, _)| digits.is_empty()) {
        Some((_, cell)) => Err(WriteError::NoCandidate(cell)),
        None => Ok(marks),
    }
}

/// Writes a single puzzle in `format` to `writer`.
///
/// ```
/// use sudoku_cnf::Puzzle;
/// use sudoku_cnf::text::{Format, write};
///
/// let puzzle: Puzzle = "12..34.......4..".parse()?;
/// let mut text = Vec::new();
/// write(&puzzle, Format::Grid, &mut text)?;
/// assert_eq!(text, b"\
/// 1 2 |. .
/// 3 4 |. .
/// ----+----
/// . . |. .
/// . 4 |. .
/// ");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns an error if writing fails, or if the format cannot store the puzzle.
pub fn write(puzzle: &Puzzle, format: Format, writer: impl Write) -> io::Result<()> {
    let mut writer = Writer::new(format, writer);
    writer.write(&Record::new(puzzle.clone(), 1)).map_err(|error| match error {
        WriteError::Io(error) => error,
        other => io::Error::other(other),
    })?;
    writer.finish().map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::board::{BoardOptions, BoxSetting, Regions};

    #[track_caller]
    fn check_refused(puzzle: &Puzzle, format: Format, expected: &str) {
        let mut writer = Writer::new(format, Vec::new());
        let error = writer.write(&Record::new(puzzle.clone(), 1)).unwrap_err();
        assert_eq!(error.to_string(), expected);
        assert!(writer.finish().unwrap().is_empty());
    }

    #[test]
    fn refused_puzzles_leave_no_output() {
        let mut puzzle: Puzzle = "1...............".parse().unwrap();
        let regions = "111122333111222333112222333444555666444555666444555666777888999777888999777888999";
        let boxes = BoxSetting::from(Some(regions.parse::<Regions>().unwrap()));
        let jigsaw = BoardOptions { boxes, ..Default::default() };
        let jigsaw = Puzzle::empty(jigsaw.geometry(BoxShape::STANDARD).unwrap());
        let message = "the format sdm supports only 9x9 boards with 3x3 boxes, but this board has other boxes or regions";
        check_refused(&jigsaw, Format::Sdm, message);
        puzzle.exclude((1..=4).map(|digit| format!("r4c4={digit}").parse().unwrap()));
        let no_candidate = "r4c4 has no candidates, which this format cannot represent";
        check_refused(&puzzle, Format::Candidates, no_candidate);
        let large = ". ".repeat(36 * 36).parse().unwrap();
        let symbols = "the format 729 writes one character per digit, which is not enough for a 36x36 board";
        check_refused(&large, Format::Positional, symbols);
    }
}
