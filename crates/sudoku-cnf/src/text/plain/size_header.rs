//! Recognizes a line of numbers before a board, which specifies its size or the number of boards.

use super::line_class::{LineClass, classify};
use crate::puzzle::board::BoardOptions;
use crate::text::lines::AnyLines;
use crate::text::token::{self, Notation};

/// The maximum number of numbers, and therefore of lines, in a header.
const MAX_HEADER_LINES: usize = 3;
/// The maximum number of digits of a number in a header.
const MAX_DIGITS: usize = 7;
/// The maximum number of characters in a line of a header.
const MAX_HEADER: usize = 24;
/// The maximum number of blank lines and comments between a header and the board.
const MAX_GAP: usize = 16;

/// Skips a header before a board. Returns whether there was one.
///
/// A header consists of one to three decimal numbers on one or several lines. Each number must be the size of the
/// board that follows (for example `9`), its order (`3`), or the number of rows or columns of its boxes (`2 3`). A
/// single number before a board can also be the number of boards or of this board.
///
/// `board` determines the possible sizes.
pub(in crate::text) fn skip(lines: &mut AnyLines<'_>, board: &BoardOptions) -> bool {
    // This function is called for each puzzle, and most lines are longer than a header.
    if !matches!(lines.peek(), Some(Ok(line)) if line.text.len() <= MAX_HEADER) {
        return false;
    }
    let mut numbers = Vec::new();
    for index in 0..MAX_HEADER_LINES + MAX_GAP {
        let Some(line) = lines.line_ahead(index) else { return false };
        if classify(&line.text) != LineClass::Cells {
            if numbers.is_empty() {
                return false;
            }
            continue;
        }
        let words =
            token::split(&line.text, |c| c.is_whitespace() || token::is_bar(c) || matches!(c, ',' | ';'));
        let symbols = |text| token::cell_count(text, Notation::Symbols);
        let first = line.text.split([' ', '\t', ',', ';']).next().map_or(0, symbols);
        let counts = [words.len(), symbols(&line.text), first];
        // A row of digits without separators is also a number, so every line is first tried as the start of a board.
        if introduces(&numbers, &counts, board) {
            (0..index).for_each(|_| drop(lines.next()));
            return true;
        }
        match header(&line.text).filter(|more| numbers.len() + more.len() <= MAX_HEADER_LINES) {
            Some(more) => numbers.extend(more),
            None => return false,
        }
    }
    false
}

/// Returns the numbers in `line`, or `None` if it contains anything else.
fn header(line: &str) -> Option<Vec<usize>> {
    if line.len() > MAX_HEADER {
        return None;
    }
    // A row without separators may start with zeros for blanks, and it has more digits than a number of boards.
    let number =
        |word: &str| word.parse().ok().filter(|_| !word.starts_with('0') && word.len() <= MAX_DIGITS);
    let numbers: Option<Vec<_>> = line.split_whitespace().map(number).collect();
    numbers.filter(|numbers| numbers.len() <= MAX_HEADER_LINES)
}

/// Returns whether `numbers` are a header of a board. `counts` are the possible numbers of cells in its first line.
fn introduces(numbers: &[usize], counts: &[usize], board: &BoardOptions) -> bool {
    let is_size = |size: usize| size >= 4 && board.inferred_shape(size).is_some();
    let sizes = counts.iter().filter(|&&cells| cells > numbers.len()).flat_map(|&cells| {
        let order = cells.isqrt();
        [Some(cells), (order * order == cells).then_some(order)].into_iter().flatten()
    });
    sizes.filter(|&size| is_size(size)).any(|size| match *numbers {
        [] => false,
        [number] => {
            // A number with more digits could be a row or a malformed row.
            let max_count = if counts.iter().any(|&cells| cells >= 36) { 9_999_999 } else { 9_999 };
            number == size || number.checked_pow(2) == Some(size) || size >= 9 && number <= max_count
        }
        _ => numbers.iter().enumerate().all(|(index, &number)| {
            let is_box_side =
                |(other, &side): (usize, &usize)| other != index && side.checked_mul(number) == Some(size);
            number == size || numbers.iter().enumerate().any(is_box_side)
        }),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::lines::Lines;

    #[track_caller]
    fn check(text: &str, expected: bool) {
        assert_eq!(skip(&mut Lines::new(text.as_bytes()), &BoardOptions::default()), expected, "{text}");
    }

    #[test]
    fn numbers_before_a_board_are_a_header() {
        check("4\n1 2 . .", true);
        check("2\n12..", true);
        check("2 2\n\n# rows\n1 2 . .", true);
        check("2 3\n1,2,3,4,5,6", true);
        check("9 9\n53..7....", true);
        check("9\n530070000\n600195000", true);
        check("1\n530070000\n600195000", true);
        check("3 3 9\n53..7....", true);
        check("12\n4\n3\n1 2 3 4 5 6 7 8 9 10 11 12", true);
        check("1\n# first\n53..7....", true);
        check(&format!("1000\n{0},{0}", "53..7....".repeat(9)), true);
    }

    #[test]
    fn other_numbers_are_not_a_header() {
        check("1 2 3 4\n3 4 1 2", false);
        check("4\n1\n2\n", false);
        check("1 2\n3 4 1 2", false);
        check("12\n34", false);
        check("9", false);
        check("5\n12..", false);
        check("2 4\n1 2 3 4 5 6 7 8 9", false);
        check("\n4\n12..", false);
        check("534678912\n6..195...", false);
        check("53467\n6..195...", false);
        check("000000000\n6..195...", false);
        check("0\n6..195...", false);
    }
}
