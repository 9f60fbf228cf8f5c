//! Boards on a terminal.

use std::env;
use std::io::{self, IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};
use clap::builder::styling::Style;
use terminal_size::{Width, terminal_size};

use super::{messages, output};
use crate::puzzle::board::Cell;
use crate::puzzle::{Grid, Puzzle};
use crate::text::{Strokes, write_frame};

/// Returns the number of columns of the terminal, or `None` if the output does not appear on a terminal.
pub fn width() -> Option<usize> {
    let size = output::is_on_terminal().then(terminal_size)?;
    size.map(|(Width(columns), _)| columns.into())
}

/// Breaks a line at spaces, so that no line is longer than `width` unless a single word is. Further lines are indented
/// by six spaces.
pub fn wrap(line: &str, width: usize) -> String {
    let (mut text, mut length) = (String::new(), 0);
    for word in line.split_inclusive(' ') {
        let columns = word.trim_end().chars().count();
        if length + columns > width && !text.trim().is_empty() {
            text.truncate(text.trim_end().len());
            text.push_str("\n      ");
            length = 6;
        }
        text.push_str(word);
        length += word.chars().count();
    }
    text
}

/// Returns whether the locale uses UTF-8.
pub fn locale_is_utf8() -> bool {
    let values = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(|name| env::var(name).ok());
    let locale = { values }.find(|value| !value.is_empty()).unwrap_or_default().to_ascii_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}

/// A painter of boards for a terminal: with Unicode frames and, unless `NO_COLOR` is set, bold givens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardPainter {
    is_styled: bool,
}

impl BoardPainter {
    /// Returns a painter if standard output is a terminal that can show Unicode frames.
    pub fn for_stdout() -> Option<Self> {
        let stdout = io::stdout();
        let is_styled = AutoStream::choice(&stdout) != ColorChoice::Never;
        (stdout.is_terminal() && locale_is_utf8()).then_some(Self { is_styled })
    }

    /// Writes the board of `puzzle` in which the cells without givens contain the digits of `solution`, if any.
    ///
    /// # Errors
    /// Returns an error if writing fails.
    pub fn write(self, puzzle: &Puzzle, solution: Option<&Grid>, writer: &mut dyn Write) -> io::Result<()> {
        let width = puzzle.geometry().size().to_string().len();
        let cell = |cell: Cell| match (puzzle.get(cell), solution.and_then(|solution| solution.get(cell))) {
            (Some(digit), _) if self.is_styled => {
                let bold = Style::new().bold();
                format!("{bold}{digit:>width$}{bold:#}")
            }
            (Some(digit), _) | (None, Some(digit)) => format!("{digit:>width$}"),
            (None, None) => format!("{:>width$}", '·'),
        };
        let mut text = Vec::new();
        write_frame(puzzle.geometry(), Strokes::Unicode, width, cell, &mut text)?;
        let columns = String::from_utf8_lossy(&text).lines().next().map_or(0, |line| line.chars().count());
        if let Some(terminal) = self::width().filter(|&terminal| terminal < columns) {
            messages::print_line(format_args!(
                "hint: the board has {columns} columns and the terminal {terminal}; -o FILE writes it whole"
            ));
        }
        writer.write_all(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(is_styled: bool, has_solution: bool, first_row: &str) {
        let puzzle: Puzzle = "12..34.......4..".parse().unwrap();
        let solution: Puzzle = "1243342121344312".parse().unwrap();
        let mut text = Vec::new();
        let grid = Some(solution.grid()).filter(|_| has_solution);
        BoardPainter { is_styled }.write(&puzzle, grid, &mut text).unwrap();
        assert_eq!(String::from_utf8(text).unwrap().lines().nth(1), Some(first_row));
    }

    #[test]
    fn lines_are_wrapped_at_spaces() {
        assert_eq!(wrap("   chain: r1c1≠3 → r1c1=5", 40), "   chain: r1c1≠3 → r1c1=5");
        assert_eq!(wrap("   chain: r1c1≠3 → r1c1=5", 20), "   chain: r1c1≠3 →\n      r1c1=5");
        assert_eq!(wrap("a-word-that-is-too-long b", 10), "a-word-that-is-too-long\n      b");
    }

    #[test]
    fn givens_are_bold() {
        check(false, false, "│ 1 2 │ · · │");
        check(false, true, "│ 1 2 │ 4 3 │");
        check(true, true, "│ \u{1b}[1m1\u{1b}[0m \u{1b}[1m2\u{1b}[0m │ 4 3 │");
    }
}
