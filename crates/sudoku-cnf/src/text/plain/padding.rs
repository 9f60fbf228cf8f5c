//! Handles blank rows in tables. A blank row either belongs to a puzzle or separates two puzzles.

use super::layout::Layout;
use crate::text::error::TextError;
use crate::text::error_kind::TextErrorKind;
use crate::text::lines::AnyLines;
use crate::text::text_line::TextLine;

/// The number of bytes to read ahead in order to determine the role of blank rows.
const MAX_LOOK_AHEAD: usize = 1 << 20;

/// Skips a blank row that separates two puzzles, and any blank rows after the last puzzle.
///
/// `separates` is whether a blank row separates each puzzle from the next. It is set at the first blank row that
/// follows a puzzle. `n` is the number of cells per row.
///
/// # Errors
/// Returns an error if a blank row could be either a separator or the first row of a puzzle.
pub(in crate::text) fn skip(
    separates: &mut Option<bool>,
    lines: &mut AnyLines<'_>,
    layout: Layout,
    n: usize,
) -> Result<(), TextError> {
    let is_blank = |line: &TextLine| layout.is_blank_row(&line.text, n);
    if !lines.peek().is_some_and(|line| line.as_ref().is_ok_and(is_blank)) {
        return Ok(());
    }
    let separates = match *separates {
        Some(separates) => separates,
        None => *separates.insert(blank_rows_separate(lines, layout, n)?),
    };
    if separates {
        lines.next();
    }
    // Fewer than n blank rows at the end of the input do not form a puzzle.
    lines.buffer_lines(n);
    // Only n rows matter. Counting all of them for each puzzle would take quadratic time.
    let rest = lines.buffered().take(n).take_while(|line| is_blank(line)).count();
    if rest < n && lines.buffered().nth(rest).is_none() {
        (0..rest).for_each(|_| drop(lines.next()));
    }
    Ok(())
}

/// Returns whether blank rows separate puzzles. The result depends on the number of remaining rows and on
/// which of these rows are blank.
///
/// If the remaining input is longer than [`MAX_LOOK_AHEAD`] bytes, blank rows are assumed to belong to
/// puzzles.
///
/// # Errors
/// Returns an error if the remaining rows do not determine the role of the blank rows.
fn blank_rows_separate(lines: &mut AnyLines<'_>, layout: Layout, n: usize) -> Result<bool, TextError> {
    lines.buffer_bytes(MAX_LOOK_AHEAD);
    let is_row = |line: &&TextLine| layout.cells(&line.text).0.len() == n;
    let rows = lines.buffered().take_while(is_row).map(|line| layout.is_blank_row(&line.text, n));
    let rows: Vec<_> = rows.collect();
    let are_separated = rows.iter().step_by(n + 1).all(|&is_blank| is_blank);
    let ends_blank = rows.len().is_multiple_of(n + 1) && rows.last() == Some(&true);
    let are_puzzles = rows.len().is_multiple_of(n) || rows.iter().all(|&is_blank| is_blank);
    if are_puzzles || !lines.has_ended() {
        return Ok(false);
    }
    if are_separated && !ends_blank {
        return Ok(true);
    }
    let first = lines.buffered().next().map(|line| line.whole_error(TextErrorKind::Padding));
    lines.end();
    first.map_or(Ok(false), Err)
}

#[cfg(test)]
mod tests {
    use crate::text::Format;
    use crate::text::testing::{check_linear_time, check_read};

    #[test]
    fn an_empty_board_on_one_line_is_a_puzzle() {
        let text = format!("1,2,,{}\n{}\n", ",".repeat(12), ",".repeat(15));
        check_read(Format::Table, &text, &["1: 12..............", "2: ................"]);
    }

    #[test]
    fn blank_rows_are_read_in_linear_time() {
        check_linear_time(2000, |count| {
            let text = format!("1,2,,\n{}", ",,,\n".repeat(4 * count - 1));
            assert_eq!(crate::text::Reader::new(text.as_bytes(), None).flatten().count(), count);
        });
    }
}
