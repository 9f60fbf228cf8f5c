//! The `sdk` format of SadMan Software: an optional `[Puzzle]` heading followed by nine rows.
//!
//! The reader skips fields, such as `#A` (author), `#D` (description) and `#C` (comment), and other sections,
//! such as `[State]`. If it skips any of these, it sets
//! [`Record::has_other_fields`](super::Record::has_other_fields).
//!
//! The rows are read as a [plain board](super::plain::reader). The [`line_class`](super::plain::line_class) and
//! [`separator`](super::plain::separator) modules recognize headings, fields and sections.

use std::io::{self, Write};

use super::cell_text::{symbols, write_symbol_rows};
use super::format_spec::{FormatSpec, WriteItem};
use super::plain::layout::Layout;

pub(super) const SPEC: FormatSpec = FormatSpec {
    extensions: &["sdk"],
    standard_only: true,
    between: "\n",
    ..FormatSpec::plain(Layout::is_plain_rows, write)
};

fn write(item: &WriteItem<'_>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "[Puzzle]")?;
    write_symbol_rows(&symbols(item.record.puzzle.grid(), '.'), 9, out)
}

#[cfg(test)]
mod tests {
    use crate::text::testing::{check_read, check_written};
    use crate::text::{Format, read_single};

    const LINE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn reads_and_writes_a_section() {
        let rows: Vec<_> = (0..9).map(|row| &LINE[9 * row..][..9]).collect();
        let rows = rows.join("\n") + "\n";
        let text = format!("[Puzzle]\n{rows}");
        check_read(Format::Sdk, &text, &[&format!("2: {LINE}")]);
        let record = read_single(text.as_bytes(), None, None).unwrap();
        assert!(!record.has_other_fields);
        check_written(Format::Sdk, &record, &text);
        let state = format!("#A me\n{text}[State]\n{rows}");
        check_read(Format::Sdk, &state, &[&format!("3: {LINE}")]);
        assert!(read_single(state.as_bytes(), None, None).unwrap().has_other_fields);
    }
}
