//! The `table` format: n lines of n fields, separated by delimiters. A field contains a number, or nothing if
//! the cell is blank.
//!
//! The reader accepts `,`, `;`, tabs and `|` as delimiters, and the writer uses `,`. The reader skips column
//! numbers in a header line and row numbers in the first field of each row.

use std::io::{self, Write};

use super::cell_text::cells;
use super::format_spec::{FormatSpec, WriteItem};
use super::plain::layout::Layout;

pub(super) const SPEC: FormatSpec =
    FormatSpec { between: "\n", ..FormatSpec::plain(Layout::is_table, write) };

fn write(item: &WriteItem<'_>, out: &mut dyn Write) -> io::Result<()> {
    let puzzle = &item.record.puzzle;
    let rows = cells(item.record, "");
    rows.chunks(puzzle.geometry().size()).try_for_each(|row| writeln!(out, "{}", row.join(",")))
}

#[cfg(test)]
mod tests {
    use crate::text::Format;
    use crate::text::Record;
    use crate::text::testing::{check_read, check_written};

    const TEXT: &str = "1,2,,\n,,1,\n,2,,\n4,,,2\n";

    #[test]
    fn reads_and_writes_tables() {
        check_written(Format::Table, &Record::new("12....1..2..4..2".parse().unwrap(), 1), TEXT);
        for delimiter in [",", ";", "\t", "|"] {
            check_read(Format::Table, &TEXT.replace(',', delimiter), &["1: 12....1..2..4..2"]);
        }
    }

    #[test]
    fn row_and_column_numbers_are_skipped() {
        check_read(Format::Table, &format!("1,2,3,4\n{TEXT}"), &["2: 12....1..2..4..2"]);
        let numbered = ",1,2,3,4\n1,1,2,,\n2,,,1,\n3,,2,,\n4,4,,,2\n";
        check_read(Format::Table, numbered, &["2: 12....1..2..4..2"]);
    }

    #[test]
    fn a_short_row_is_an_error() {
        check_read(
            Format::Table,
            &TEXT.replace(",2,,\n4", ",2,\n4"),
            &["3:1: expected a row of 4 cells, found 3 cells"],
        );
    }
}
