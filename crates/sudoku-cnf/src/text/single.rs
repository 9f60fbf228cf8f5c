//! Reads a single puzzle. Also implements `FromStr` for grids and puzzles, and `Display` for grids, puzzles
//! and solutions.

use std::fmt;
use std::io::Read;
use std::str::FromStr;

use super::cell_text::single_digits;
use super::cell_value;
use super::error::ReadError;
use super::format::Format;
use super::options::ReadOptions;
use super::reader::Reader;
use super::record::Record;
use super::writer::write;
use crate::puzzle::board::Geometry;
use crate::puzzle::check::Solution;
use crate::puzzle::{Grid, Puzzle};

/// Reads the puzzle with the 1-based number `record` or, if `record` is `None`, the only puzzle in the input.
///
/// # Errors
/// Returns an error in these cases:
///
/// - The puzzle is malformed. If `record` is `None`, the errors in later puzzles are included.
/// - The input does not contain the requested puzzle.
/// - The input contains several puzzles, and `record` is `None`.
/// - A variant is not defined for the boxes of the board.
/// - Reading the input fails.
///
/// ```
/// use sudoku_cnf::text;
///
/// let two = "1...............\n2...............\n";
/// let error = text::read_single(two.as_bytes(), None, None).unwrap_err();
/// assert!(error.to_string().starts_with("found 2 puzzles"));
/// assert!(text::read_single(two.as_bytes(), None, Some(2)).is_ok());
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
            // If the first puzzle is malformed, the errors in all malformed puzzles are collected.
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

/// Parses text that contains a single puzzle. Bars in the text determine the box shape. Without bars, the
/// most square box shape is used.
impl FromStr for Puzzle {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        match standard_line(text.trim()) {
            Some(grid) => Ok(grid.into()),
            None => read_single(text.as_bytes(), None, None).map(|record| record.puzzle),
        }
    }
}

/// Parses text that contains a single puzzle, and discards any excluded candidates.
impl FromStr for Grid {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        text.parse::<Puzzle>().map(Puzzle::into_grid)
    }
}

/// Parses a string of 81 digits and blanks. Returns `None` for any other text.
///
/// This fast path avoids format detection for the most common kind of input.
fn standard_line(text: &str) -> Option<Grid> {
    let geometry = Geometry::standard();
    let is_board =
        text.len() == geometry.cell_count() && text.bytes().all(|byte| cell_value::value(byte) <= 9);
    is_board.then(|| Grid::from_digits(geometry, cell_value::digits(text).collect()))
}

/// Writes the grid on one line. The alternate form `{:#}` writes rows with bars between boxes.
impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !f.alternate()
            && let Some(text) = single_digits(self, '.')
        {
            return f.write_str(&text);
        }
        let format = if f.alternate() { Format::Grid } else { Format::Line };
        let mut text = Vec::new();
        write(&self.clone().into(), format, &mut text).map_err(|_| fmt::Error)?;
        f.write_str(String::from_utf8_lossy(&text).trim_end())
    }
}

/// Writes the givens on one line. The alternate form `{:#}` writes rows with bars between boxes. Excluded
/// candidates are omitted.
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.grid().fmt(f)
    }
}

/// Writes the solution on one line. The alternate form `{:#}` writes rows with bars between boxes.
impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.grid().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, record: Option<usize>, expected: &str) {
        let found = match read_single(text.as_bytes(), None, record) {
            Ok(record) => record.puzzle.to_string(),
            Err(error) => error.to_string(),
        };
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn chooses_a_puzzle_by_number() {
        let two = "1...............\n2...............\n";
        check(two, Some(2), "2...............");
        check(two, Some(3), "there is no puzzle 3: the input has only 2 puzzles");
        check(two, None, "found 2 puzzles, expected exactly one");
        check("# nothing", None, "no puzzle found");
    }

    #[test]
    fn errors_of_several_puzzles_are_collected() {
        let Err(ReadError::Text(errors)) = read_single(&b"x\nx\nx"[..], None, None) else { panic!() };
        assert_eq!(errors.errors().len(), 3);
    }

    #[test]
    fn grids_display_as_lines_and_rows() {
        let puzzle: Puzzle = "12....1..2..4..2".parse().unwrap();
        assert_eq!(puzzle.to_string(), "12....1..2..4..2");
        assert_eq!(format!("{puzzle:#}"), "1 2 |. .\n. . |1 .\n----+----\n. 2 |. .\n4 . |. 2");
        let line = format!("53..7....{}", "0".repeat(72));
        assert_eq!(line.parse::<Grid>().unwrap().to_string(), line.replace('0', "."));
    }
}
