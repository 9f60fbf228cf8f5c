//! Recognizes row and column numbers in tables from spreadsheets and data frames, so that these numbers are
//! not read as cells.

use super::layout::CellSeparator;
use crate::text::error::TextError;
use crate::text::error_kind::TextErrorKind;
use crate::text::text_line::TextLine;
use crate::text::token::{self, OuterDelimiters, Token};

/// The minimum number of columns in a table with a header. In a line with fewer fields, consecutive numbers
/// are more likely to be the digits of a puzzle.
const MIN_COLUMNS: usize = 4;

/// The delimiters for which a table header is recognized.
const DELIMITERS: [(char, OuterDelimiters); 4] = [
    (',', OuterDelimiters::None),
    (';', OuterDelimiters::None),
    ('\t', OuterDelimiters::None),
    ('|', OuterDelimiters::Both),
];

/// Returns the number of lines needed to decide whether `line` is a header, or `None` if `line` is
/// clearly not a header.
pub(in crate::text) fn lines_needed(line: &str) -> Option<usize> {
    let mut columns = DELIMITERS.into_iter().filter_map(|(delimiter, ends)| {
        let fields = token::fields(line, delimiter, ends);
        Some(columns(&fields)?.0)
    });
    columns.next().map(|columns| columns + 1)
}

/// Returns the separator between the cells of a table with n rows and n columns, or `None` if the first line is not
/// a header with column numbers. `count` is the number of `lines`, plus 1 if part of another line has already arrived.
///
/// # Errors
/// Returns an error if both rows and columns are numbered, but the number of rows differs from the number
/// of columns.
pub(in crate::text) fn find(lines: &[&TextLine], count: usize) -> Result<Option<CellSeparator>, TextError> {
    let Some((first, rows)) = lines.split_first() else { return Ok(None) };
    for (delimiter, ends) in DELIMITERS {
        let fields = token::fields(&first.text, delimiter, ends);
        let Some((columns, has_corner)) = columns(&fields) else { continue };
        let rows: Vec<_> =
            rows.iter().take(columns).map(|line| token::fields(&line.text, delimiter, ends)).collect();
        let are_numbered = rows.iter().all(|row| row.len() == fields.len())
            && is_consecutive(
                rows.iter().filter_map(|row| row.first()).map(|field| column_number(&field.text)),
            );
        let separator =
            |has_index| Ok(Some(CellSeparator::Delimiter { character: delimiter, ends, has_index }));
        // If the top-left field is a number, `columns` includes the column of row numbers.
        if are_numbered && (has_corner && count == columns + 1 || !has_corner && count == columns) {
            return separator(true);
        }
        if are_numbered && has_corner {
            return Err(first.whole_error(TextErrorKind::NumberedTable));
        }
        // If any of these rows is blank, the first line is assumed to be a row of a puzzle, not a header.
        let has_blank_row = rows.iter().any(|row| row.iter().all(|field| field.text.is_empty()));
        if !has_corner && count == columns + 1 && !has_blank_row {
            return separator(false);
        }
    }
    Ok(None)
}

/// Returns the number of numbered columns in a header line, and whether the line starts with a field that is
/// not a number. Returns `None` if the fields do not form a header.
fn columns(fields: &[Token<'_>]) -> Option<(usize, bool)> {
    let has_corner = column_number(&fields.first()?.text).is_none();
    let columns = fields.len() - usize::from(has_corner);
    let numbers = fields.iter().skip(usize::from(has_corner)).map(|field| column_number(&field.text));
    (columns >= MIN_COLUMNS && is_consecutive(numbers)).then_some((columns, has_corner))
}

/// Returns the number in the header of a column, or the place of its letter in the alphabet.
pub(super) fn column_number(text: &str) -> Option<usize> {
    match *text.as_bytes() {
        [letter] if letter.is_ascii_alphabetic() => Some(usize::from(letter.to_ascii_lowercase() - b'a') + 1),
        _ => text.parse().ok(),
    }
}

/// Returns whether the numbers are consecutive, starting at 0 or 1. `None` is not a number.
pub(super) fn is_consecutive(mut numbers: impl Iterator<Item = Option<usize>>) -> bool {
    let Some(Some(first @ 0..=1)) = numbers.next() else { return false };
    numbers.zip(first + 1..).all(|(number, expected)| number == Some(expected))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asserts that `find` returns the expected separator for `text`. `expected` is `Some(true)` if
    /// the rows are numbered, `Some(false)` if they are not, and `None` if there is no header.
    #[track_caller]
    fn check(text: &str, expected: Option<bool>) {
        let lines: Vec<_> =
            (1..).zip(text.lines()).map(|(i, line)| TextLine::new(i, line.to_owned())).collect();
        let separator = find(&lines.iter().collect::<Vec<_>>(), lines.len()).unwrap();
        let found = separator.map(|separator| match separator {
            CellSeparator::Delimiter { has_index, .. } => has_index,
            other => panic!("{other:?}"),
        });
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn recognizes_column_numbers() {
        check("1,2,3,4\n1,,,\n,,,1\n,2,,\n,,3,", Some(false));
        check(",0,1,2,3\n0,1,,,\n1,,,,1\n2,,2,,\n3,,,3,", Some(true));
        check("1,2,3,4\n3,4,1,2\n2,1,4,3\n4,3,2,1", None);
        check("1,2,3\n,,\n,,\n,,", None);
        check("a;b;c;d\n1;;;\n;;;1\n;2;;\n;;3;", Some(false));
        assert_eq!(lines_needed("0;1;2;3;4;5"), Some(7));
        assert_eq!(lines_needed("1;3;2;4"), None);
    }
}
