//! Recognizes boards with one cell per line.

use super::board_layout::BoardLayout;
use super::layout::{Arrangement, CellSeparator, Layout};
use super::line_class::{LineClass, classify};
use crate::puzzle::board::{BoardOptions, MAX_SIZE};
use crate::text::lines::AnyLines;
use crate::text::text_line::TextLine;
use crate::text::token::Notation;

/// The number of lines in the smallest board that is recognized.
const MIN_LINES: usize = 16;

/// Returns the layout if each of the next lines contains one cell, and the number of these lines is a number of
/// cells on a `board`.
///
/// Reads ahead to the end of the board, but only if the first two lines contain one cell each.
pub(in crate::text) fn find(lines: &mut AnyLines<'_>, board: &BoardOptions) -> Option<BoardLayout> {
    if !(0..2).all(|index| lines.line_ahead(index).is_some_and(is_cell)) {
        return None;
    }
    let max = MAX_SIZE * MAX_SIZE;
    let count = (0..=max).take_while(|&index| lines.line_ahead(index).is_some_and(is_cell)).count();
    let shape = board.shape().or_else(|| board.inferred_shape(count.isqrt()))?;
    let layout = Layout {
        arrangement: Arrangement::Cells,
        notation: Notation::Numbers,
        separator: CellSeparator::Whitespace,
    };
    (count >= MIN_LINES && count == shape.size().pow(2)).then(|| BoardLayout::new(layout, shape))
}

/// Returns whether a line contains a number or a blank.
fn is_cell(line: &TextLine) -> bool {
    let text = line.text.trim();
    let is_number = text.len() <= 4 && !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    classify(text) == LineClass::Cells && (is_number || matches!(text, "." | "_" | "*" | "?"))
}

#[cfg(test)]
mod tests {
    use crate::text::testing::check_detected;

    #[test]
    fn a_board_may_have_one_cell_per_line() {
        let cells = "1 2 . . . . 1 . . 2 . . 4 . . 2".replace(' ', "\n");
        let board = "12....1..2..4..2";
        check_detected(&format!("{cells}\n\n{cells}\n"), &[&format!("1: {board}"), &format!("18: {board}")]);
        let error = |line| format!("{line}:1: cannot determine the board size from 1 cell");
        let errors: Vec<_> = (1..=17).map(error).collect();
        let errors: Vec<_> = errors.iter().map(String::as_str).collect();
        check_detected(&format!("{cells}\n3\n"), &errors);
    }
}
