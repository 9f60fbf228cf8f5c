//! The text of a board, which locates its cells.

use std::ops::Range;

use super::error::TextError;
use super::error_kind::TextErrorKind;
use super::field::{self, PlacedToken};
use super::plain::board_layout::BoardLayout;
use super::text_line::TextLine;

/// The text from which a board was read. It locates the cells of the board.
///
/// Columns are computed only if a message about a cell needs them, so reading stays fast.
#[derive(Clone, Debug)]
pub struct BoardText(Source);

#[derive(Clone, Debug)]
enum Source {
    /// The line of a plain board that contains nothing else.
    Line(TextLine),
    /// The lines of a plain board.
    Plain(Vec<TextLine>, BoardLayout),
    /// A line, and the byte range of the field that contains the board.
    Field(TextLine, Range<usize>),
    /// The lines of a board, and for each cell the index of its line, its first column and its length.
    Cells(Vec<TextLine>, Vec<(usize, usize, usize)>),
}

impl BoardText {
    pub(super) fn plain(lines: Vec<TextLine>, layout: BoardLayout) -> Self {
        Self(Source::Plain(lines, layout))
    }

    /// Sets `text` to a board of single characters that are the whole line, and reuses the memory of such a text.
    pub(super) fn set_line(text: &mut Option<Self>, number: usize, line: &str) {
        if let Some(Self(Source::Line(old))) = text {
            old.number = number;
            old.text.clear();
            old.text.push_str(line);
        } else {
            *text = Some(Self(Source::Line(TextLine::new(number, line.to_owned()))));
        }
    }

    /// Returns the text of a board in the field at the byte range `field` of `line`.
    pub(super) fn field(line: TextLine, field: Range<usize>) -> Self {
        Self(Source::Field(line, field))
    }

    /// Returns the text of a board that consists of `cells`.
    pub(super) fn cells(cells: &[PlacedToken<'_>]) -> Self {
        let mut lines: Vec<TextLine> = Vec::new();
        let mut places = Vec::with_capacity(cells.len());
        for row in cells.chunk_by(|a, b| a.line.number == b.line.number) {
            places.extend(row.iter().map(|cell| (lines.len(), cell.token.column, cell.token.length())));
            lines.push(line_of(row));
        }
        Self(Source::Cells(lines, places))
    }

    /// Returns an error that covers the cell with this row-major index, or `None` if the board has no such cell.
    ///
    /// ```
    /// use sudoku_cnf::text::{TextErrorKind, read_single};
    /// use sudoku_cnf::puzzle::check::check_givens;
    ///
    /// let record = read_single(&b"1..1............"[..], None, None)?;
    /// let clash = check_givens(&record.puzzle).unwrap_err();
    /// let cell = clash.second.index(4);
    /// let error = record.text.and_then(|text| text.error(cell, TextErrorKind::Clash(clash))).unwrap();
    /// assert_eq!(error.to_string(), "1:4: 1 occurs twice in row 1: at r1c1 and r1c4");
    /// # Ok::<(), sudoku_cnf::text::ReadError>(())
    /// ```
    pub fn error(&self, mut cell: usize, kind: TextErrorKind) -> Option<TextError> {
        match &self.0 {
            Source::Line(line) => (cell < line.text.len()).then(|| line.error(cell + 1, 1, kind)),
            Source::Plain(lines, layout) => {
                for line in lines {
                    let (tokens, _) = layout.cells(&line.text);
                    if let Some(token) = tokens.get(cell) {
                        return Some(line.error(token.column, token.length(), kind));
                    }
                    cell -= tokens.len();
                }
                None
            }
            Source::Field(line, field) => {
                let column = line.text[..field.start].chars().count() + 1;
                let (cells, _) = field::cells(line, Some(column), &line.text[field.clone()]);
                cells.get(cell).map(|cell| cell.error(kind))
            }
            Source::Cells(lines, places) => {
                places.get(cell).map(|&(line, column, length)| lines[line].error(column, length, kind))
            }
        }
    }
}

/// The maximum length in bytes of a line that [`BoardText`] copies in full. A longer line may contain many boards.
const SHORT_LINE: usize = 1 << 10;

/// Returns the line of `cells`, or only the part with the cells if the line is long.
fn line_of(cells: &[PlacedToken<'_>]) -> TextLine {
    let line = cells[0].line;
    if line.text.len() <= SHORT_LINE {
        return line.clone();
    }
    let (first, last) = (&cells[0].token, &cells[cells.len() - 1].token);
    let length = (last.column + last.length()).saturating_sub(first.column);
    let text = line.text.chars().skip(first.column.saturating_sub(line.first_column)).take(length).collect();
    TextLine { text, first_column: first.column, ..*line }
}

/// All texts are equal, because they do not affect the meaning of a record.
impl PartialEq for BoardText {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for BoardText {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::read_single;

    #[test]
    fn part_of_a_long_line_locates_cells_after_a_null_value() {
        let rows =
            "[None, 3, None, None], [None, None, None, 4], [2, None, None, None], [None, None, 1, None]";
        let text = format!("b = [{rows}]{}\nprint(b)\n", " ".repeat(SHORT_LINE));
        let record = read_single(text.as_bytes(), None, None).unwrap();
        let error = record.text.unwrap().error(14, TextErrorKind::Unclosed).unwrap();
        assert_eq!((error.column, error.text_column), (88, 7));
        assert!(error.text[error.column - error.text_column..].starts_with('1'), "{}", error.text);
    }
}
