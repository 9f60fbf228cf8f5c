//! Converts cells to text for the format writers.

use std::io::{self, Write};

use super::alphabet::Alphabet;
use crate::board::Digit;
use crate::puzzle::{Grid, Puzzle};

/// Returns the cells of `grid` as numbers in row-major order, with 0 for open cells.
pub(super) fn numbers(grid: &Grid) -> Vec<usize> {
    grid.as_slice().iter().map(|digit| digit.map_or(0, Digit::get)).collect()
}

/// Returns the cells of `grid` as a string of characters in row-major order, with `blank` for open cells.
///
/// The grid must be at most 35×35, because the alphabet `1-9A-Z` has only 35 characters.
pub(super) fn symbols(grid: &Grid, blank: char) -> String {
    let symbol = |value| if value == 0 { blank } else { Alphabet::FromOne.symbol(value) };
    numbers(grid).into_iter().map(symbol).collect()
}

/// Returns the cells of `puzzle` as decimal numbers in row-major order, with `blank` for open cells.
pub(super) fn decimals(puzzle: &Puzzle, blank: &str) -> Vec<String> {
    let cells = puzzle.geometry().cells();
    cells.map(|cell| puzzle.get(cell).map_or(blank.to_owned(), |digit| digit.to_string())).collect()
}

/// Writes `puzzle` as n lines of n decimal numbers, with `.` for open cells.
///
/// Spaces separate the cells if n > 9.
pub(super) fn write_decimal_rows(puzzle: &Puzzle, out: &mut dyn Write) -> io::Result<()> {
    let n = puzzle.geometry().size();
    let separator = if n > 9 { " " } else { "" };
    decimals(puzzle, ".").chunks(n).try_for_each(|row| writeln!(out, "{}", row.join(separator)))
}

/// Writes `symbols`, a string of n² ASCII characters, as n lines of n characters.
pub(super) fn write_symbol_rows(symbols: &str, n: usize, out: &mut dyn Write) -> io::Result<()> {
    (0..n).try_for_each(|row| writeln!(out, "{}", &symbols[row * n..][..n]))
}

/// Returns `digits` as decimal numbers, joined with `separator`.
pub(super) fn join_digits(digits: &[Digit], separator: &str) -> String {
    digits.iter().map(ToString::to_string).collect::<Vec<_>>().join(separator)
}
