//! Recognizes boards with one cell per line.

use super::board_layout::BoardLayout;
use super::layout::{Arrangement, CellSeparator, Layout};
use super::line_class::{LineClass, classify};
use crate::puzzle::board::{BoxShape, MAX_SIZE};
use crate::text::lines::AnyLines;
use crate::text::notation::Notation;
use crate::text::text_line::TextLine;

/// The number of lines in the smallest board that is recognized.
const MIN_LINES: usize = 16;

/// Returns the layout if each of the next lines contains one cell, and the number of these lines is a number of
/// cells on a board of the known `shape` or, by default, of any shape.
///
/// Reads ahead to the end of the board, but only if the first two lines contain one cell each.
pub(in crate::text) fn find(lines: &mut AnyLines<'_>, shape: Option<BoxShape>) -> Option<BoardLayout> {
    if !(0..2).all(|index| lines.line_ahead(index).is_some_and(is_cell)) {
        return None;
    }
    let max = MAX_SIZE * MAX_SIZE;
    let count = (0..=max).take_while(|&index| lines.line_ahead(index).is_some_and(is_cell)).count();
    let n = shape.map_or(count.isqrt(), BoxShape::size);
    let shape = shape.or_else(|| BoxShape::most_square(n))?;
    let layout = Layout {
        arrangement: Arrangement::Cells,
        notation: Notation::Numbers,
        separator: CellSeparator::Whitespace,
    };
    (count >= MIN_LINES && count == n * n).then(|| BoardLayout::new(layout, shape))
}

/// Returns whether a line contains a number or a blank.
fn is_cell(line: &TextLine) -> bool {
    let text = line.text.trim();
    let is_number = text.len() <= 4 && !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    classify(text) == LineClass::Cells && (is_number || matches!(text, "." | "_" | "*" | "?"))
}

#[cfg(test)]
mod tests {
    use crate::text::{ReadOptions, Reader};

    #[test]
    fn a_board_may_have_one_cell_per_line() {
        let read = |text: &str| -> Vec<String> {
            Reader::new(text.as_bytes(), ReadOptions::default())
                .map(|record| {
                    record.map_or_else(|error| error.to_string(), |record| record.puzzle.to_string())
                })
                .collect()
        };
        let cells = "1 2 . . . . 1 . . 2 . . 4 . . 2".replace(' ', "\n");
        assert_eq!(read(&cells), ["12....1..2..4..2"]);
        assert_eq!(read(&format!("{cells}\n\n{cells}\n")).len(), 2);
        assert!(read(&format!("{cells}\n3\n"))[0].starts_with("1:1: cannot determine"));
    }
}
