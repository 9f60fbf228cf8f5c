//! The `sdx` format: nine rows of nine cells. Each cell lists its candidates, and spaces separate the cells.
//!
//! The prefix `u` marks a digit that the player has placed. The reader treats this digit as a given.

use std::io::{self, Write};

use super::cell_text::join_digits;
use super::format_spec::{FormatSpec, WriteItem};
use super::plain::layout::Layout;

pub(super) const SPEC: FormatSpec = FormatSpec {
    extensions: &["sdx"],
    standard_only: true,
    candidates: true,
    lists_candidates: true,
    between: "\n",
    ..FormatSpec::plain(Layout::is_candidate_lists, write)
};

fn write(item: &WriteItem<'_>, out: &mut dyn Write) -> io::Result<()> {
    for row in item.candidates.chunks(9) {
        let cells: Vec<_> = row.iter().map(|digits| join_digits(digits, "")).collect();
        writeln!(out, "{}", cells.join(" "))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::text::testing::check_written;
    use crate::text::{Format, ReadOptions, read_single};

    #[test]
    fn reads_and_writes_candidates() {
        let row = "1 2 3 4 5 6 7 89 89\n";
        let rest =
            "123456789 123456789 123456789 123456789 123456789 123456789 123456789 123456789 u1\n".repeat(8);
        let options = ReadOptions { format: Some(Format::Sdx), ..ReadOptions::default() };
        let mut record = read_single(format!("{row}{rest}").as_bytes(), options.clone(), None).unwrap();
        assert_eq!((record.puzzle.given_count(), record.puzzle.excluded().len()), (15, 14));
        record.puzzle = record.puzzle.without_givens();
        let full = "123456789 ".repeat(7);
        let first = format!("{full}89 89\n");
        let other = format!("{}123456789\n", "123456789 ".repeat(8)).repeat(8);
        check_written(Format::Sdx, &record, &format!("{first}{other}"));
    }
}
