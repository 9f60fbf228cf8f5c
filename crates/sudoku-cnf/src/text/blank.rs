//! Finds out which character represents a blank cell.
//!
//! The usual blanks are `.`, `0`, `_`, `*`, `-` and `·`. If a board contains none of them, another punctuation
//! mark can represent its blanks, for example `?`, or, on boards up to 9×9, the letter `X`.

use super::cell_value;

/// The number of cells of a standard board.
const STANDARD_CELLS: usize = 81;

/// Returns whether `c` represents a blank on all boards. The character `0` is a digit in some alphabets.
pub(super) fn is_usual(c: char) -> bool {
    c == '·' || c != '0' && c.is_ascii() && cell_value::value(c as u8) == 0
}

/// Returns the number of blanks in `line`, or `None` if it contains anything but blanks and spaces.
pub(super) fn blank_count(line: &str) -> Option<usize> {
    let mut cells = line.chars().filter(|c| !c.is_whitespace());
    let count = cells.try_fold(0, |count, c| (c == '0' || c != '-' && is_usual(c)).then_some(count + 1))?;
    (count > 0).then_some(count)
}

/// Returns whether `line` is an empty standard board rather than a row of an empty 81×81 board.
///
/// In a row of a larger board, spaces usually separate the cells.
pub(super) fn is_empty_standard_board(line: &str) -> bool {
    blank_count(line) == Some(STANDARD_CELLS) && !line.trim().contains(char::is_whitespace)
}

/// Returns the character that represents blanks in `cells` on an n×n board if it is not a usual blank.
///
/// The character must occur at least twice, because a single one is probably a typing error. The result is
/// `None` if `cells` contains a usual blank, or several characters that could represent blanks.
pub(super) fn unusual<'t>(cells: impl IntoIterator<Item = &'t str>, n: usize) -> Option<char> {
    let (mut found, mut count) = (None, 0);
    for cell in cells {
        let mut characters = cell.chars();
        let (first, None) = (characters.next(), characters.next()) else { continue };
        match first {
            None => return None,
            Some(c) if is_usual(c) || c == '0' && n <= 9 => return None,
            Some(c) if is_mark(c, n) => {
                let c = c.to_ascii_uppercase();
                if *found.get_or_insert(c) != c {
                    return None;
                }
                count += 1;
            }
            Some(_) => {}
        }
    }
    found.filter(|_| count > 1)
}

/// Returns whether `c` can represent a blank on an n×n board without a usual blank.
fn is_mark(c: char, n: usize) -> bool {
    let is_letter = matches!(c, 'X' | 'x') && n <= 9;
    is_letter || !c.is_alphanumeric() && !c.is_control() && !"#,;\"'`()[]{}<>".contains(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(cells: &str, n: usize, expected: Option<char>) {
        assert_eq!(unusual(cells.split(' '), n), expected, "{cells}");
    }

    #[test]
    fn one_mark_is_a_blank_if_there_is_no_usual_blank() {
        check("1 ? ? 2", 4, Some('?'));
        check("1 x X 2", 4, Some('X'));
        check("1 x X 2", 16, None);
        check("0 + A +", 16, Some('+'));
        check("1 ? . 2", 4, None);
        check("1 ? 0 2", 4, None);
        check("1 ? ! 2", 4, None);
        check("1 [ [ 2", 4, None);
        check("1 ! 3 2", 4, None);
        check("1 \0 \0 2", 4, None);
        check("1 2 3 4", 4, None);
    }
}
