//! Finds plain boards in text that a structured reader skips, for example after a nested list or an XML document.
//!
//! Such a board belongs to a concatenation of files in different formats. Without an error, it would be lost.

use super::error::TextError;
use super::error_kind::TextErrorKind;
use super::text_line::TextLine;

/// The minimum number of rows and columns.
const MIN_SIZE: usize = 4;

/// The consecutive lines of skipped text that may be the rows of a board.
#[derive(Debug, Default)]
pub(super) struct StrayBoards {
    first: Option<TextLine>,
    /// The number of cells in each line.
    cells: usize,
    rows: usize,
}

impl StrayBoards {
    /// Adds a line of skipped text.
    ///
    /// # Errors
    /// Returns an error if a board ends with this line.
    pub(super) fn push(&mut self, line: &TextLine) -> Result<(), TextError> {
        if line.text.chars().all(|c| c.is_whitespace() || "-+|".contains(c)) {
            // Blank lines and horizontal lines may separate the rows of boxes.
            return Ok(());
        }
        let Some(cells) = cell_count(&line.text) else {
            self.reset();
            return Ok(());
        };
        if cells == self.cells {
            self.rows += 1;
        } else {
            *self = Self { first: Some(line.head()), cells, rows: 1 };
        }
        if self.rows < cells && !is_whole_board(&line.text, cells) {
            return Ok(());
        }
        let first = self.first.take();
        self.reset();
        first.map_or(Ok(()), |line| Err(line.whole_error(TextErrorKind::OtherFormat)))
    }

    /// Adds the lines of `text`, the last of which has the number `last`.
    ///
    /// # Errors
    /// Returns an error if a board ends with one of these lines.
    pub(super) fn push_lines(&mut self, text: &str, last: usize) -> Result<(), TextError> {
        let lines: Vec<_> = text.trim_end().lines().collect();
        let first = last.saturating_sub(lines.len()) + 1;
        (first..).zip(lines).try_for_each(|(number, line)| self.push(&TextLine::new(number, line.to_owned())))
    }

    /// Starts again, because the text is interrupted.
    pub(super) fn reset(&mut self) {
        *self = Self::default();
    }
}

/// Returns the number of cells in `text`, or `None` if the text contains anything but cells of single characters.
fn cell_count(text: &str) -> Option<usize> {
    let cells = text.chars().filter(|&c| !c.is_whitespace() && c != '|');
    let count = cells.clone().count();
    let are_cells = { cells }.all(|c| c.is_ascii_digit() || matches!(c, '.' | '_' | '*'));
    (are_cells && count >= MIN_SIZE).then_some(count)
}

/// Returns whether `cells` cells are a whole board, whose digits do not exceed its size.
fn is_whole_board(text: &str, cells: usize) -> bool {
    let n = cells.isqrt();
    let largest = text.chars().filter_map(|c| c.to_digit(10)).max().unwrap_or(0);
    n >= MIN_SIZE && n * n == cells && largest as usize <= n
}

#[cfg(test)]
mod tests {
    use crate::text::testing::check_detected;

    const BOARD: &str = "12....1..2..4..2";
    const LIST: &str = "[[1,2,0,0],[0,0,1,0],[0,2,0,0],[4,0,0,2]]\n";

    #[test]
    fn plain_boards_after_other_formats_are_errors() {
        let dzn = "n = 4;\nx = array2d(1..n, 1..n, [\n 1, 2, _, _,\n _, _, 1, _,\n _, 2, _, _,\n 4, _, _, 2,\n]);\n";
        let ampl = "param p: 1 2 3 4 :=\n1 1 2 . .\n2 . . 1 .\n3 . 2 . .\n4 4 . . 2\n;\n";
        let xml = format!("<s>\n<p>{BOARD}</p>\n</s>\n");
        let rows = "12..\n..1.\n.2..\n4..2\n";
        let with_bars = "\n1 2|. .\n. .|1 .\n---+---\n. 2|. .\n4 .|. 2\n";
        let all: &[&str] = &[BOARD, rows, with_bars];
        for (text, start, boards) in
            [(LIST, 1, &all[..1]), (dzn, 2, &all[..1]), (ampl, 2, all), (&xml, 2, all)]
        {
            for &board in boards {
                let line = text.lines().count() + 1 + usize::from(board == with_bars);
                let error = format!("{line}:1: this board has another format than the text before it");
                check_detected(&format!("{text}{board}"), &[&format!("{start}: {BOARD}"), &error]);
            }
        }
    }

    #[test]
    fn other_text_is_skipped() {
        for text in ["1 2 3 4\n", "2024\n", "1700000000123456\n", "text 12..\n"] {
            let expected = [&*format!("1: {BOARD}"), &*format!("3: {BOARD}")];
            check_detected(&format!("{LIST}{text}{LIST}{text}"), &expected);
        }
    }
}
