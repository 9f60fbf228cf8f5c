//! Recognizes samurai puzzles, which consist of five overlapping 9×9 boards.

use super::cell_reader::CellContent;

/// The number of rows and columns of a samurai puzzle.
const SIZE: usize = 21;
/// The minimum number of givens. With fewer givens, the board may be an ordinary one.
const MIN_GIVENS: usize = 20;

/// Returns whether `contents`, in row-major order, are a samurai puzzle rather than a 21×21 board.
///
/// The cells outside the five boards are blank, and no digit is larger than 9.
pub(super) fn is_samurai(contents: &[CellContent]) -> bool {
    // The boards in the corners leave three rows or columns between them, which only the central board crosses.
    let is_gap = |place: usize| (9..12).contains(&place);
    let is_center = |place: usize| (6..15).contains(&place);
    let givens = contents.iter().filter(|content| **content != CellContent::Blank).count();
    contents.len() == SIZE * SIZE
        && givens >= MIN_GIVENS
        && contents.iter().enumerate().all(|(index, content)| {
            let (row, column) = (index / SIZE, index % SIZE);
            let is_outside = is_gap(row) && !is_center(column) || is_gap(column) && !is_center(row);
            match content {
                CellContent::Blank => true,
                CellContent::Digit(digit) => !is_outside && digit.get() <= 9,
                CellContent::Candidates(_) => false,
            }
        })
}

#[cfg(test)]
mod tests {
    use crate::text::{ReadError, TextErrorKind, read_single};

    #[test]
    fn five_overlapping_boards_are_not_a_21x21_board() {
        let read = |text: &str| read_single(text.as_bytes(), None, None);
        let mut rows = vec![vec!["0"; 21]; 21];
        for digit in 0..9 {
            rows[0][digit] = "9";
            rows[digit + 6][10] = "1";
            rows[20][digit] = "5";
        }
        let text = |rows: &[Vec<&str>]| rows.iter().map(|row| row.join(",") + "\n").collect::<String>();
        let Err(ReadError::Text(errors)) = read(&text(&rows)) else { panic!() };
        assert_eq!(errors.first().kind, TextErrorKind::Samurai);
        rows[0][10] = "1";
        assert!(read(&text(&rows)).is_ok());
    }
}
