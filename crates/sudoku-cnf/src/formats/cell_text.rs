//! The cells of a grid as text, for writers.

use std::io::{self, Write};

use super::alphabet::Alphabet;
use crate::board::Digit;
use crate::puzzle::{Grid, Puzzle};

/// Returns the value of each cell, row-major; 0 for an open cell.
pub(super) fn numbers(grid: &Grid) -> Vec<usize> {
    grid.as_slice().iter().map(|digit| digit.map_or(0, Digit::get)).collect()
}

/// Returns one character per cell, row-major. The size of the grid is at most 35.
pub(super) fn symbols(grid: &Grid, blank: char) -> String {
    let symbol = |value| if value == 0 { blank } else { Alphabet::FromOne.symbol(value) };
    numbers(grid).into_iter().map(symbol).collect()
}

/// Returns the decimal number of each cell, row-major, and `blank` for an open cell.
pub(super) fn decimals(puzzle: &Puzzle, blank: &str) -> Vec<String> {
    let cells = puzzle.geometry().cells();
    cells.map(|cell| puzzle.get(cell).map_or(blank.to_owned(), |digit| digit.to_string())).collect()
}

/// Writes n lines of n decimal cells, `.` for an open cell, with spaces between them if n > 9.
pub(super) fn write_decimal_rows(puzzle: &Puzzle, out: &mut dyn Write) -> io::Result<()> {
    let n = puzzle.geometry().size();
    let separator = if n > 9 { " " } else { "" };
    decimals(puzzle, ".").chunks(n).try_for_each(|row| writeln!(out, "{}", row.join(separator)))
}

/// Writes `symbols`, ASCII characters of n² cells, as n lines.
pub(super) fn write_symbol_rows(symbols: &str, n: usize, out: &mut dyn Write) -> io::Result<()> {
    (0..n).try_for_each(|row| writeln!(out, "{}", &symbols[row * n..][..n]))
}

/// Joins the decimal numbers of digits.
pub(super) fn join_digits(digits: &[Digit], separator: &str) -> String {
    digits.iter().map(ToString::to_string).collect::<Vec<_>>().join(separator)
}
