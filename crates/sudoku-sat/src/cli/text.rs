//! Puzzles and grids as text.

use sudoku_cnf::Puzzle;
use sudoku_cnf::cli::Failure;
use sudoku_cnf::text::{Alphabet, Format, Record, Writer};

/// Returns the text that separates two puzzles: nothing if each takes one line, and a blank line otherwise.
pub(crate) fn separator(format: Format) -> &'static str {
    if matches!(format, Format::Line | Format::Positional | Format::Sdm) { "" } else { "\n" }
}

/// Returns the text of a puzzle or a grid, without the last line ending.
///
/// # Errors
/// Returns an error if the format cannot represent the board.
#[expect(clippy::cast_possible_truncation, reason = "the digits of boards up to 9×9 are at most 9")]
pub(crate) fn to_text(puzzle: Puzzle, format: Format, alphabet: Option<Alphabet>) -> Result<String, Failure> {
    if format == Format::Line && alphabet.is_none() && puzzle.geometry().size() <= 9 {
        // This is faster than `Display`, because it needs only one allocation, which suffices for what a record may
        // append.
        let cells = puzzle.grid().as_slice();
        let mut text = Vec::with_capacity(cells.len() + 16);
        text.extend(cells.iter().map(|digit| digit.map_or(b'.', |digit| b'0' + digit.get() as u8)));
        return Ok(String::from_utf8(text).map_err(anyhow::Error::from)?);
    }
    record_text(&Record { alphabet, ..Record::new(puzzle, 1) }, format)
}

/// Returns the text of a record, without the last line ending.
///
/// # Errors
/// Returns an error if the format cannot represent the board.
pub(crate) fn record_text(record: &Record, format: Format) -> Result<String, Failure> {
    let mut writer = Writer::new(format, Vec::new());
    writer.write(record).map_err(|error| Failure::Puzzle(error.into()))?;
    let mut text = String::from_utf8(writer.finish()?).map_err(anyhow::Error::from)?;
    text.truncate(text.strip_suffix('\n').map_or(text.len(), str::len));
    Ok(text)
}
