//! Recognizes titles, sentences and program text among the lines of plain boards.

use std::slice;

use super::board_layout::{BoardLayout, are_valid};
use crate::text::token::Token;

/// The minimum number of letters in a word that marks a line as prose.
const MIN_WORD: usize = 3;
/// The minimum number of cells in other text that the reader takes for a board.
const MIN_EMBEDDED: usize = 30;

/// Returns whether `cells`, which are single characters, spell words rather than form a row.
///
/// A row contains no letter twice. Words usually do.
pub(in crate::text) fn are_words(cells: &[Token<'_>]) -> bool {
    let mut seen = 0_u32;
    cells.iter().filter_map(|cell| cell.text.chars().next()).any(|c| {
        let is_repeated = c.is_ascii_alphabetic() && {
            let bit = 1 << (c.to_ascii_lowercase() as u8 - b'a');
            let before = seen;
            seen |= bit;
            before & bit != 0
        };
        // On boards up to 9×9, X can represent blanks.
        is_repeated && (!matches!(c, 'X' | 'x') || cells.len() > 9) || c.is_alphabetic() && !c.is_ascii()
    })
}

/// Returns whether `line` contains a word.
pub(in crate::text) fn has_word(line: &str) -> bool {
    line.split(|c: char| !c.is_alphabetic()).any(|word| word.chars().nth(MIN_WORD - 1).is_some())
}

/// Returns whether `line` can be neither a row nor a whole board in the layout `board`, and contains a word or no
/// valid cell.
pub(in crate::text) fn is_prose(line: &str, board: &BoardLayout) -> bool {
    // Most lines are rows of digits, which need no closer look.
    if !line.contains(|c: char| !(c.is_ascii_digit() || c.is_whitespace() || c == '.')) {
        return false;
    }
    let (cells, _) = board.layout.cells(line);
    if cells.len() == board.expected_cells() {
        return false;
    }
    let reader = board.cell_reader(&cells);
    let is_valid = |cell: &Token<'_>| are_valid(slice::from_ref(cell), reader, None);
    if has_word(line) {
        cells.is_empty() || are_words(&cells) || !cells.iter().all(is_valid)
    } else {
        !cells.iter().any(is_valid)
    }
}

/// Returns whether `line` has the expected number of fields, but all of them are names, as in `r1c1,r1c2,…`.
pub(in crate::text) fn is_table_header(line: &str, board: &BoardLayout) -> bool {
    if !board.layout.is_delimited() {
        return false;
    }
    let (cells, _) = board.layout.cells(line);
    let is_name = |cell: &Token<'_>| cell.text.starts_with(char::is_alphabetic) && cell.length() > 1;
    cells.len() == board.expected_cells() && cells.iter().all(is_name)
}

/// Returns whether `line` contains text that must be a board embedded in other text, perhaps a malformed one.
pub(in crate::text) fn has_embedded_board(line: &str) -> bool {
    let is_cell = |c: char| c.is_ascii_digit() || matches!(c, '.' | '_' | '*' | '-' | '·');
    line.split(|c| !is_cell(c)).any(|word| word.len() >= MIN_EMBEDDED)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::plain::layout::{Arrangement, Layout};
    use crate::text::token;

    #[test]
    fn words_repeat_letters() {
        let check = |text, expected| {
            let cells: Vec<_> = token::characters(1, text).collect();
            assert_eq!(are_words(&cells), expected, "{text}");
        };
        check("importmath", true);
        check("tête", true);
        check("ABCDEFGHIJKLMNOP", false);
        check("AB..1", false);
        check("xx1x", false);
    }

    #[test]
    fn prose_is_neither_a_row_nor_a_board() {
        let layout = Layout::all().find(|layout| layout.is_plain_rows()).unwrap();
        let board = BoardLayout::new(layout, "3x3".parse().unwrap());
        for prose in ["by Anna", "Test 2 THIS LINE", "puzzle,solution", "}", "r#\""] {
            assert!(is_prose(prose, &board), "{prose}");
        }
        let table =
            Layout::all().find(|layout| layout.is_table() && layout.cells("1,2").0.len() == 2).unwrap();
        let table = BoardLayout::new(table, "2x2".parse().unwrap());
        let is_header = |line: &str| {
            let line =
                if table.layout.arrangement == Arrangement::Line { line.repeat(4) } else { line.to_owned() };
            is_table_header(line.trim_end_matches(','), &table)
        };
        assert!(is_header("r1,r2,r3,r4,") && !is_header("b,+,c,d,") && !is_header("1,2,3,4,"));
        for row in ["1 2 3 4 5 6 7 8 9", "1 2 3 4 5 6 7 8", "1 2 x 4", "53..7...."] {
            assert!(!is_prose(row, &board), "{row}");
        }
    }
}
