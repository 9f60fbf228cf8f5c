//! The `729` format: all cells on one line, with n characters per cell. Each digit has its own position
//! within the cell, and `.` replaces each digit that is not a candidate.
//!
//! A cell with a single candidate is read as a given.

use std::io::{self, Write};

use super::alphabet::Alphabet;
use super::format_spec::{FormatSpec, MAX_SYMBOL_SIZE, WriteItem};
use super::plain::layout::Layout;

pub(super) const SPEC: FormatSpec = FormatSpec {
    candidates: true,
    lists_candidates: true,
    max_size: MAX_SYMBOL_SIZE,
    ..FormatSpec::plain(Layout::is_positional, write)
};

fn write(item: &WriteItem<'_>, out: &mut dyn Write) -> io::Result<()> {
    let geometry = item.record.puzzle.geometry();
    let mut text = String::with_capacity(geometry.size().pow(3));
    for digits in &item.candidates {
        let symbol =
            |digit| if digits.contains(&digit) { Alphabet::FromOne.symbol(digit.get()) } else { '.' };
        text.extend(geometry.digits().map(symbol));
    }
    writeln!(out, "{text}")
}

#[cfg(test)]
mod tests {
    use crate::text::Format;
    use crate::text::Record;
    use crate::text::testing::{check_read, check_written};

    #[test]
    fn reads_and_writes_positions() {
        let text = format!("1...{}...4\n", "1234".repeat(14));
        check_read(Format::Positional, &text, &["1: 1..............4"]);
        let record = Record::new("1..............4".parse().unwrap(), 1);
        let cells = "1... .234 .234 .23. .234 .234 1234 123. .234 1234 123. 123. .23. 123. 123. ...4\n";
        check_written(Format::Positional, &record, &cells.replace(' ', ""));
    }

    #[test]
    fn a_candidate_has_its_own_position() {
        let text = format!("12..{}", "2...".repeat(15));
        let place =
            |column: usize| format!("1:{column}: expected 1 or a blank at position 1 of this cell, found 2");
        check_read(Format::Positional, &text, &[&place(5)]);
        check_read(Format::Positional, &".".repeat(64), &["1:1: this cell has no candidates"]);
    }
}
