//! The `euler` format from Project Euler's problem 96: rows of digits below headings like `Grid 01`.
//!
//! On boards up to 9×9, the writer uses `0` for a blank. On larger boards, it writes decimal numbers and uses
//! `.` for a blank.

use std::io::{self, Write};

use super::cell_text::{symbols, write_rows, write_symbol_rows};
use super::format_spec::{FormatSpec, WriteItem};
use super::plain::layout::Layout;

pub(super) const SPEC: FormatSpec = FormatSpec::plain(Layout::is_plain_rows, write);

fn write(item: &WriteItem<'_>, out: &mut dyn Write) -> io::Result<()> {
    let puzzle = &item.record.puzzle;
    writeln!(out, "Grid {:02}", item.number)?;
    match puzzle.geometry().size() {
        n @ ..=9 => write_symbol_rows(&symbols(puzzle.grid(), '0'), n, out),
        _ => write_rows(item.record, out),
    }
}

#[cfg(test)]
mod tests {
    use crate::text::Format;
    use crate::text::Record;
    use crate::text::testing::{check_read, check_written};

    #[test]
    fn reads_and_writes_headings() {
        let text = "Grid 01\n1200\n0010\n0200\n4002\n";
        check_written(Format::Euler, &Record::new("12....1..2..4..2".parse().unwrap(), 1), text);
        let two = format!("{text}{}", text.replace("01\n", "02\n"));
        check_read(Format::Euler, &two, &["2: 12....1..2..4..2", "7: 12....1..2..4..2"]);
    }
}
