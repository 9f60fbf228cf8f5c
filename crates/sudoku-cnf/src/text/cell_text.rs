//! Converts cells to text for the format writers.

use std::io::{self, Write};

use super::alphabet::Alphabet;
use super::record::Record;
use super::words;
use crate::puzzle::board::Digit;
use crate::puzzle::{Grid, Puzzle};

/// Returns the cells of `grid` as numbers in row-major order, with 0 for open cells.
pub(super) fn numbers(grid: &Grid) -> Vec<usize> {
    grid.as_slice().iter().map(|digit| digit.map_or(0, Digit::get)).collect()
}

/// Returns the cells of `grid` as a string of characters in row-major order, with `blank` for open cells.
///
/// The grid must be at most 35×35, because the alphabet `1-9A-Z` has only 35 characters.
pub(super) fn symbols(grid: &Grid, blank: char) -> String {
    single_digits(grid, blank).unwrap_or_else(|| symbols_of(grid, Alphabet::FromOne, blank))
}

/// Like [`symbols`], but returns `None` if the board is larger than 9×9.
#[expect(clippy::cast_possible_truncation, reason = "the digits are at most 9")]
pub(super) fn single_digits(grid: &Grid, blank: char) -> Option<String> {
    let blank = u8::try_from(blank).ok().filter(|_| grid.geometry().size() <= 9)?;
    // Bytes take a fraction of the time of characters.
    let symbol = |digit: &Option<Digit>| digit.map_or(blank, |digit| b'0' + digit.get() as u8);
    String::from_utf8(grid.as_slice().iter().map(symbol).collect()).ok()
}

/// Like [`symbols`], but in `alphabet`, which must have enough characters.
pub(super) fn symbols_of(grid: &Grid, alphabet: Alphabet, blank: char) -> String {
    let symbol = |value| if value == 0 { blank } else { alphabet.symbol(value) };
    numbers(grid).into_iter().map(symbol).collect()
}

/// Returns the cells of the puzzle in row-major order, with `blank` for open cells. A digit is a character of the
/// alphabet of `record` or, if it has none, a decimal number.
pub(super) fn cells(record: &Record, blank: &str) -> Vec<String> {
    cells_in(&record.puzzle, record.alphabet, blank)
}

/// Like [`cells`], but in `alphabet`.
pub(super) fn cells_in(puzzle: &Puzzle, alphabet: Option<Alphabet>, blank: &str) -> Vec<String> {
    let symbol = |digit| words::digit(digit, alphabet);
    puzzle.grid().as_slice().iter().map(|digit| digit.map_or(blank.to_owned(), symbol)).collect()
}

/// Returns the number of characters in the longest cell of [`cells`].
pub(super) fn cell_width(record: &Record) -> usize {
    let width = record.puzzle.geometry().size().to_string().len();
    if record.alphabet.is_some() { 1 } else { width }
}

/// Returns the text between two cells if nothing else separates them: a space between decimal numbers of several
/// digits, and nothing between single characters.
pub(super) fn cell_separator(record: &Record) -> &'static str {
    if cell_width(record) > 1 { " " } else { "" }
}

/// Writes the puzzle as n lines of n cells, with `.` for open cells.
pub(super) fn write_rows(record: &Record, out: &mut dyn Write) -> io::Result<()> {
    let n = record.puzzle.geometry().size();
    let separator = cell_separator(record);
    cells(record, ".").chunks(n).try_for_each(|row| writeln!(out, "{}", row.join(separator)))
}

/// Writes the rows of overlapping boards, with spaces between the cells and in the places between the boards.
pub(super) fn write_canvas(record: &Record, out: &mut dyn Write) -> io::Result<()> {
    let geometry = record.puzzle.geometry();
    let width = cell_width(record);
    let mut rows = vec![" ".repeat((width + 1) * geometry.columns()); geometry.rows()];
    for (cell, text) in geometry.cells().zip(cells(record, ".")) {
        let start = (width + 1) * (cell.column() - 1);
        rows[cell.row() - 1].replace_range(start..start + width, &format!("{text:>width$}"));
    }
    rows.iter().try_for_each(|row| writeln!(out, "{}", row.trim_end()))
}

/// Writes `symbols`, a string of n² ASCII characters, as n lines of n characters.
pub(super) fn write_symbol_rows(symbols: &str, n: usize, out: &mut dyn Write) -> io::Result<()> {
    (0..n).try_for_each(|row| writeln!(out, "{}", &symbols[row * n..][..n]))
}

/// Returns `digits` as decimal numbers, joined with `separator`.
pub(super) fn join_digits(digits: &[Digit], separator: &str) -> String {
    digits.iter().map(ToString::to_string).collect::<Vec<_>>().join(separator)
}
