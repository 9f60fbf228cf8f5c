//! The `sdm` format: one puzzle per line, written as 81 characters, with `0` for a blank cell.

use std::io::{self, Write};

use super::cell_text::symbols;
use super::format_spec::{FormatSpec, WriteItem};
use super::plain::layout::Layout;

pub(super) const SPEC: FormatSpec = FormatSpec {
    extensions: &["sdm"],
    standard_only: true,
    ..FormatSpec::plain(Layout::is_plain_line, write)
};

fn write(item: &WriteItem<'_>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", symbols(item.record.puzzle.grid(), '0'))
}

#[cfg(test)]
mod tests {
    use crate::text::Format;
    use crate::text::Record;
    use crate::text::testing::{check_read, check_written};

    #[test]
    fn reads_and_writes_lines() {
        let text = format!("530070000{}\n", "0".repeat(72));
        let line = text.trim_end().replace('0', ".");
        check_read(Format::Sdm, &text.repeat(2), &[&format!("1: {line}"), &format!("2: {line}")]);
        check_written(Format::Sdm, &Record::new(line.parse().unwrap(), 1), &text);
        check_read(Format::Sdm, "12..\n", &["1:1: cannot determine the board size from 4 cells"]);
    }
}
