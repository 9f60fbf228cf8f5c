//! The `grid` format: rows of right-aligned numbers, with ASCII bars and horizontal lines between the boxes.

use std::io::{self, Write};

use super::cell_text::{cell_width, cells};
use super::format_spec::{FormatSpec, WriteItem};
use super::frame::write_bars;
use super::plain::layout::Layout;

pub(super) const SPEC: FormatSpec =
    FormatSpec { box_shapes: true, between: "\n", ..FormatSpec::plain(Layout::is_plain_rows, write) };

fn write(item: &WriteItem<'_>, out: &mut dyn Write) -> io::Result<()> {
    let puzzle = &item.record.puzzle;
    let width = cell_width(item.record);
    let pad = |cell: &str| format!("{cell:>width$} ");
    write_bars(&cells(item.record, "."), puzzle.geometry().box_shape(), width + 1, out, pad)
}

#[cfg(test)]
mod tests {
    use crate::text::Format;
    use crate::text::Record;
    use crate::text::testing::{check_read, check_written};

    const TEXT: &str = "1 2 |. .\n. . |1 .\n----+----\n. 2 |. .\n4 . |. 2\n";

    #[test]
    fn reads_and_writes_bars() {
        check_read(Format::Grid, TEXT, &["1: 12....1..2..4..2"]);
        check_written(Format::Grid, &Record::new("12....1..2..4..2".parse().unwrap(), 1), TEXT);
    }

    #[test]
    fn frames_are_ignored() {
        let framed = "+---+---+\n|12 |.. |\n|.. |1. |\n+---+---+\n|.2 |.. |\n|4. |.2 |\n+---+---+\n";
        check_read(Format::Grid, framed, &["2: 12....1..2..4..2"]);
        check_read(Format::Grid, "12..\n..1.\n", &["2:1: the puzzle ends after 2 rows, expected 4"]);
    }
}
