//! Recognizes the labels of rows and columns beside a board whose cells no delimiter separates, so that they are not
//! read as cells.
//!
//! Labels are consecutive numbers from 0 or 1, or consecutive letters from A. The
//! [`table_header`](super::table_header) module recognizes those of tables.

use super::line_class::{LineClass, classify};
use super::prose::has_word;
use super::table_header::{column_number, is_consecutive};
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
///
/// If the next line may consist of the labels of columns or start with the label of a row, waits for as many rows as
/// there are labels.
pub(in crate::text) fn remove(lines: &mut AnyLines<'_>) {
    skip_empty_header(lines);
    let Some(first) = lines.line_ahead(0).filter(|line| may_have_label(&line.text)) else { return };
    let words = token::words(&first.text);
    let header = columns(&first.text).and_then(|count| Some((count, words.first()?.column)));
    let count = header.map_or(words.len().saturating_sub(1), |(count, _)| count);
    if !(MIN_LABELS..=MAX_SIZE).contains(&count) {
        return;
    }
    let start = usize::from(header.is_some());
    let rows = rows(lines, start, count);
    let Some(last) = rows.last().map(|row| row.index).filter(|_| rows.len() == count) else { return };
    let are_consecutive = is_consecutive(rows.iter().map(|row| label(&row.first)));
    let has_row_labels = match header {
        // Labels are beside the columns.
        Some((_, column)) => are_consecutive && rows.iter().all(|row| row.column < column),
        None => are_consecutive && rows.iter().all(|row| row.words == count + 1),
    };
    // Without labels of both kinds, one more row shows that the lines are a larger board.
    let is_row = |line: &TextLine| classify(&line.text) == LineClass::Cells && !has_word(&line.text);
    let is_larger = lines.buffered().nth(last + 1).is_some_and(is_row);
    let is_labeled = match (header, has_row_labels) {
        (Some(_), true) => true,
        (Some((_, column)), false) => {
            !is_larger && rows.iter().all(|row| row.column >= column && row.words <= count)
        }
        (None, has_row_labels) => has_row_labels && !is_larger,
    };
    if !is_labeled {
        return;
    }
    let mut board = Vec::new();
    for index in 0..=last {
        let Some(Ok(mut line)) = lines.next() else { break };
        if has_row_labels && rows.binary_search_by_key(&index, |row| row.index).is_ok() {
            blank_label(&mut line);
        }
        if index >= start {
            board.push(line);
        }
    }
    // The labels of the columns may be repeated.
    let arrived: Vec<&TextLine> = lines.buffered().take(2).collect();
    let rule = arrived.first().is_some_and(|line| classify(&line.text) == LineClass::Rule);
    let is_repeated = arrived.get(usize::from(rule)).is_some_and(|line| columns(&line.text) == Some(count));
    if header.is_some() && is_repeated {
        (0..=usize::from(rule)).for_each(|_| drop(lines.next()));
    }
    lines.put_back(board);
}

/// Skips the empty header row of a Markdown table and the line `|---|---|` below it. Does nothing if such a line
/// follows the first row, too.
fn skip_empty_header(lines: &mut AnyLines<'_>) {
    let columns = |line: &TextLine, marks: &str| {
        let is_bars =
            line.text.trim().starts_with('|') && line.text.trim().chars().all(|c| marks.contains(c));
        is_bars.then(|| line.text.matches('|').count())
    };
    let header = lines.line_ahead(0).and_then(|line| columns(line, "| "));
    let mut is_rule = |index| {
        let rule = lines.line_ahead(index).filter(|line| line.text.contains('-'));
        rule.and_then(|line| columns(line, "|-: ")) == header
    };
    if header.is_some_and(|bars| bars > MIN_LABELS) && is_rule(1) && !is_rule(3) {
        (0..2).for_each(|_| drop(lines.next()));
    }
}

/// Returns whether a line may start with a label. Most lines do not, and need no closer look.
fn may_have_label(line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or_default();
    symbols(first).is_some()
        || label(first.split(token::is_bar).next().unwrap_or_default()).is_some_and(|label| label <= 1)
        || line.trim_start().starts_with(token::is_bar) && columns(line).is_some()
}

/// A row of a board that may have a label.
struct LabeledRow {
    /// The number of lines before the row, counted from the next line.
    index: usize,
    /// The first word, and the column at which it starts.
    first: String,
    column: usize,
    /// The number of words.
    words: usize,
}

/// Returns the first `count` rows after `start` lines. There are fewer if another line is among them.
fn rows(lines: &mut AnyLines<'_>, start: usize, count: usize) -> Vec<LabeledRow> {
    let (mut rows, mut index, mut gap) = (Vec::new(), start, 0);
    while rows.len() < count && gap <= MAX_GAP {
        let Some(line) = lines.line_ahead(index) else { break };
        match classify(&line.text) {
            LineClass::Cells if has_word(&line.text) && line.text.trim().len() != count => break,
            LineClass::Cells => {
                let words = token::words(&line.text);
                let Some(first) = words.first() else { break };
                let (column, first) = (first.column, first.text.to_string());
                rows.push(LabeledRow { index, first, column, words: words.len() });
                gap = 0;
            }
            LineClass::Rule => gap += 1,
            LineClass::Empty | LineClass::Comment => break,
        }
        index += 1;
    }
    rows
}

/// Returns the number of labels if a line consists of the labels of columns, or of all symbols, as in `123456789`.
fn columns(line: &str) -> Option<usize> {
    let words = token::words(line);
    if let [word] = &words[..] {
        return symbols(&word.text);
    }
    let has_spaces = words.len() >= MIN_LABELS;
    (has_spaces && is_consecutive(words.iter().map(|word| label(&word.text)))).then_some(words.len())
}

/// Returns the number of symbols if a word consists of the symbols of a board in ascending order.
fn symbols(word: &str) -> Option<usize> {
    let digits = word.chars().map(|c| c.to_digit(36));
    let first = digits.clone().next().flatten().filter(|&first| first <= 1)?;
    let is_ascending = (first..).zip(digits).all(|(expected, digit)| digit == Some(expected));
    (word.len() >= MIN_LABELS && is_ascending).then_some(word.len())
}

/// Returns the number of a label like `1`, `R1`, `1:` or `(1)`, or the place of its letter in the alphabet.
fn label(text: &str) -> Option<usize> {
    let text = text.strip_suffix([':', '.', ')']).unwrap_or(text);
    let text = text.strip_prefix('(').unwrap_or(text);
    let number = text.strip_prefix(['r', 'R', 'c', 'C']).filter(|number| !number.is_empty());
    number.map_or_else(|| column_number(text), |number| number.parse().ok())
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
    use std::io::{self, Read};

    use crate::text::Reader;
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
        check_detected("1234\n12..\n..1.\n.2..\n4..2\n", &SECOND);
        let two = "Test 1\n1234\n12..\n..1.\n.2..\n4..2\n// ---\nTest 2\n1234\n12..\n..1.\n.2..\n4..2\n";
        check_detected(two, &["3: 12....1..2..4..2", "10: 12....1..2..4..2"]);
        let hexadecimal = format!("0123456789ABCDEF\n{}", "F..7CADE..2....1\n".repeat(16));
        assert_eq!(
            Reader::new(hexadecimal.as_bytes(), None)
                .map(|record| record.map_or(0, |record| record.line))
                .collect::<Vec<_>>(),
            [2]
        );
        check_detected("1234\n3412\n2143\n4321\n", &["1: 1234341221434321"]);
        check_detected("1 2 3 4\n1 2 . .\n. . 1 .\n. 2 . .\n4 . . 2\n", &SECOND);
        let framed = "    1 2   3 4\n  +-----+-----+\n1 | 1 2 | . . |\n2 | . . | 1 . |\n  +-----+-----+\n\
            3 | . 2 | . . |\n4 | 4 . | . 2 |\n  +-----+-----+\n    1 2   3 4\n";
        check_detected(framed, &["3: 12....1..2..4..2"]);
        check_detected(&framed.replace('.', " "), &["3: 12....1..2..4..2"]);
        check_detected(&format!("{framed}\n{framed}"), &["3: 12....1..2..4..2", "13: 12....1..2..4..2"]);
    }

    #[test]
    fn tables_in_markdown_have_a_header() {
        let rows = "| 1 | 2 |   |   |\n|   |   | 1 |   |\n|   | 2 |   |   |\n| 4 |   |   | 2 |\n";
        check_detected(&format!("|   |   |   |   |\n|---|:-:|---|---|\n{rows}"), &["3: 12....1..2..4..2"]);
    }

    #[test]
    fn rows_are_not_labels() {
        check_detected("1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n", &["1: 1234341221434321"]);
        check_detected("1 2 3 4\n2 . . .\n3 . . .\n4 . . .\n", &["1: 12342...3...4..."]);
        check_detected("1 2 3 4\n1 2 . .\n2 . . .\n3 . . .\n4 . . .\n", &["2: 12..2...3...4..."]);
        let ten: String =
            (1..=10).map(|row| format!("{row}{}\n", " .".repeat(9))).collect::<Vec<_>>().concat();
        let puzzle = crate::text::read_single(ten.as_bytes(), None, None).unwrap().puzzle;
        assert_eq!((puzzle.geometry().size(), puzzle.given_count()), (10, 10));
    }

    /// An input that has not arrived yet.
    struct Silence;

    impl Read for Silence {
        fn read(&mut self, _buffer: &mut [u8]) -> io::Result<usize> {
            panic!("the reader waits for input")
        }
    }

    #[test]
    fn a_board_is_returned_before_the_next_line_arrives() {
        let zeros = "0 1 2 0\n1 0 0 0\n2 0 0 0\n0 0 0 0\n";
        let ones = "1 2 . .\n. . 1 .\n. 2 . .\n4 . . 2\n";
        for text in [zeros, ones] {
            let mut reader = Reader::new(text.as_bytes().chain(Silence), None);
            assert_eq!(reader.next().unwrap().unwrap().puzzle.geometry().size(), 4, "{text}");
        }
    }
}
