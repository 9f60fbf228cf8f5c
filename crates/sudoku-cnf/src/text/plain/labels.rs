//! Recognizes the labels of rows and columns beside a board whose cells no delimiter separates, so that they are not
//! read as cells.
//!
//! Labels are consecutive numbers from 0 or 1, or consecutive letters from A. The
//! [`table_header`](super::table_header) module recognizes those of tables.

use super::line_class::{LineClass, classify};
use super::prose::has_word;
use crate::puzzle::board::MAX_SIZE;
use crate::text::lines::AnyLines;
use crate::text::text_line::TextLine;
use crate::text::token::{self, Token};

/// The minimum number of labels. Fewer consecutive numbers are more likely to be cells.
const MIN_LABELS: usize = 4;
/// The maximum number of lines between two rows.
const MAX_GAP: usize = 3;

/// Removes the labels of the board at the next line: the lines with the labels of the columns, and the labels at the
/// start of the rows, which become spaces. Does nothing if there are no labels.
pub(in crate::text) fn remove(lines: &mut AnyLines<'_>) {
    let Some(first) = lines.line_ahead(0).filter(|line| may_have_label(&line.text)) else { return };
    let header = columns(&first.text);
    let start = usize::from(header.is_some());
    let rows = rows(lines, start);
    let are_labeled = is_consecutive(rows.iter().map(|(_, words)| words.first().map(String::as_str)));
    let (columns, has_row_labels) = match header {
        Some(columns) if are_labeled && rows.len() >= columns => (columns, true),
        // The first of n + 1 lines without labels is not a row.
        Some(columns) if rows.len() == columns && rows.iter().all(|(_, row)| may_be_row(row, columns)) => {
            (columns, false)
        }
        None if are_labeled => match &rows[..] {
            [(_, first), ..] if rows.iter().all(|(_, row)| row.len() == first.len()) => {
                (first.len() - 1, true)
            }
            _ => return,
        },
        _ => return,
    };
    let is_board = rows.len() == columns || header.is_some() && rows.len() > columns;
    if !is_board || columns < MIN_LABELS {
        return;
    }
    let (last, is_row) = (rows[columns - 1].0, |index| rows.iter().any(|&(row, _)| row == index));
    let mut board = Vec::new();
    for index in 0..=last {
        let Some(Ok(mut line)) = lines.next() else { break };
        if has_row_labels && is_row(index) {
            blank_label(&mut line);
        }
        if index >= start {
            board.push(line);
        }
    }
    // The labels of the columns may be repeated.
    let rule = lines.line_ahead(0).is_some_and(|line| classify(&line.text) == LineClass::Rule);
    let after = lines.line_ahead(usize::from(rule));
    if header.is_some() && after.is_some_and(|line| self::columns(&line.text) == Some(columns)) {
        (0..=usize::from(rule)).for_each(|_| drop(lines.next()));
    }
    lines.put_back(board);
}

/// Returns whether a line may start with a label. Most lines do not, and need no closer look.
fn may_have_label(line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or_default();
    label(first.split(token::is_bar).next().unwrap_or_default()).is_some_and(|label| label <= 1)
        || line.trim_start().starts_with(token::is_bar) && columns(line).is_some()
}

/// Returns the words of the rows after the first `start` lines, with the numbers of their lines, counted from the next
/// one. The rows end in front of a line that is neither a row nor a horizontal line.
fn rows(lines: &mut AnyLines<'_>, start: usize) -> Vec<(usize, Vec<String>)> {
    let (mut rows, mut index, mut gap) = (Vec::new(), start, 0);
    while rows.len() <= MAX_SIZE && gap <= MAX_GAP {
        let Some(line) = lines.line_ahead(index) else { break };
        match classify(&line.text) {
            LineClass::Cells => {
                let words: Vec<_> =
                    token::words(&line.text).into_iter().map(|word| word.text.into_owned()).collect();
                // A sentence, or the labels of the columns once more.
                if has_word(&line.text) || columns(&line.text).is_some_and(|columns| columns == rows.len()) {
                    break;
                }
                rows.push((index, words));
                gap = 0;
            }
            LineClass::Rule => gap += 1,
            LineClass::Empty | LineClass::Comment => break,
        }
        index += 1;
    }
    rows
}

/// Returns whether a row without a label has at most this number of cells.
fn may_be_row(words: &[String], columns: usize) -> bool {
    words.iter().map(|word| word.chars().count()).sum::<usize>() <= columns * 2
}

/// Returns the number of labels if a line consists of the labels of columns.
fn columns(line: &str) -> Option<usize> {
    let words = token::words(line);
    let has_spaces = words.len() >= MIN_LABELS;
    (has_spaces && is_consecutive(words.iter().map(|word| Some(&*word.text)))).then_some(words.len())
}

/// Returns whether all labels are consecutive, starting at 0 or 1, or at A.
fn is_consecutive<'t>(mut labels: impl Iterator<Item = Option<&'t str>>) -> bool {
    let number = |text: Option<&str>| text.and_then(label);
    let Some(first @ 0..=1) = labels.next().and_then(number) else { return false };
    labels.zip(first + 1..).all(|(text, expected)| number(text) == Some(expected))
}

/// Returns the number of a label like `1`, `R1`, `1:` or `(1)`, or the place of its letter in the alphabet.
fn label(text: &str) -> Option<usize> {
    let text = text.strip_suffix([':', '.', ')']).unwrap_or(text);
    let text = text.strip_prefix('(').unwrap_or(text);
    match *text.as_bytes() {
        [letter] if letter.is_ascii_alphabetic() => Some(usize::from(letter.to_ascii_lowercase() - b'a') + 1),
        [b'r' | b'R' | b'c' | b'C', ..] => text[1..].parse().ok(),
        _ => text.parse().ok(),
    }
}

/// Replaces the first word of a line by spaces.
fn blank_label(line: &mut TextLine) {
    let words = token::words(&line.text);
    let Some(Token { text, .. }) = words.first() else { return };
    let length = text.len();
    let start = line.text.find(&**text).unwrap_or(0);
    line.text.replace_range(start..start + length, &" ".repeat(length));
}

#[cfg(test)]
mod tests {
    use crate::text::testing::check_detected;

    const BOARD: [&str; 1] = ["1: 12....1..2..4..2"];
    const SECOND: [&str; 1] = ["2: 12....1..2..4..2"];

    #[test]
    fn labels_are_not_cells() {
        check_detected("  1 2 3 4\n1 1 2 . .\n2 . . 1 .\n3 . 2 . .\n4 4 . . 2\n", &SECOND);
        check_detected("  0 1 2 3\n0 1 2 . .\n1 . . 1 .\n2 . 2 . .\n3 4 . . 2\n", &SECOND);
        check_detected("  A B C D\n1 1 2 . .\n2 . . 1 .\n3 . 2 . .\n4 4 . . 2\n", &SECOND);
        check_detected("  1 2 3 4\nA 1 2 . .\nB . . 1 .\nC . 2 . .\nD 4 . . 2\n", &SECOND);
        check_detected("A 1 2 . .\nB . . 1 .\nC . 2 . .\nD 4 . . 2\n", &BOARD);
        check_detected("1: 1 2 . .\n2: . . 1 .\n3: . 2 . .\n4: 4 . . 2\n", &BOARD);
        check_detected("1 2 3 4\n1 2 . .\n. . 1 .\n. 2 . .\n4 . . 2\n", &SECOND);
        let framed = "    1 2   3 4\n  +-----+-----+\n1 | 1 2 | . . |\n2 | . . | 1 . |\n  +-----+-----+\n\
            3 | . 2 | . . |\n4 | 4 . | . 2 |\n  +-----+-----+\n    1 2   3 4\n";
        check_detected(framed, &["3: 12....1..2..4..2"]);
        check_detected(&framed.replace('.', " "), &["3: 12....1..2..4..2"]);
        check_detected(&format!("{framed}\n{framed}"), &["3: 12....1..2..4..2", "13: 12....1..2..4..2"]);
    }

    #[test]
    fn rows_are_not_labels() {
        check_detected("1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n", &["1: 1234341221434321"]);
        check_detected("1 2 3 4\n2 . . .\n3 . . .\n4 . . .\n", &["1: 12342...3...4..."]);
    }
}
