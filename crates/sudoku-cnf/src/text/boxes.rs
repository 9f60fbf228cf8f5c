//! The `boxes` format: rows of cells, with a frame of Unicode box-drawing characters around each box. A blank
//! is written as `·`.

use std::io::{self, Write};

use super::cell_text::{cell_width, cells};
use super::format_spec::{FormatSpec, WriteItem};
use super::frame::{Strokes, write_frame};
use super::plain::layout::Layout;
use crate::puzzle::board::Cell;

pub(super) const SPEC: FormatSpec =
    FormatSpec { box_shapes: true, between: "\n", ..FormatSpec::plain(Layout::is_plain_rows, write) };

fn write(item: &WriteItem<'_>, out: &mut dyn Write) -> io::Result<()> {
    let puzzle = &item.record.puzzle;
    let width = cell_width(item.record);
    let cells = cells(item.record, "·");
    let geometry = puzzle.geometry();
    let text = |cell: Cell| format!("{:>width$}", cells[cell.index(geometry.size())]);
    write_frame(geometry, Strokes::Unicode, width, text, out)
}

#[cfg(test)]
mod tests {
    use crate::text::Format;
    use crate::text::Record;
    use crate::text::testing::{check_read, check_written};

    #[test]
    fn reads_and_writes_frames() {
        let text = "┌─────┬─────┐\n│ 1 2 │ · · │\n│ · · │ 1 · │\n├─────┼─────┤\n│ · 2 │ · · │\n│ 4 · │ · 2 │\n└─────┴─────┘\n";
        check_read(Format::Boxes, text, &["2: 12....1..2..4..2"]);
        check_written(Format::Boxes, &Record::new("12....1..2..4..2".parse().unwrap(), 1), text);
    }
}
