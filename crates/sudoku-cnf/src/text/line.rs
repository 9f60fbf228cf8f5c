//! The `line` format: all cells on one line. Spaces separate decimal numbers on boards larger than 9×9.
//!
//! The reader also accepts a solution, a remark or both after the cells. The writer writes only the cells.

use std::io::{self, Write};

use super::cell_text::{cell_separator, cells, symbols};
use super::format_spec::{FormatSpec, WriteItem};
use super::plain::layout::Layout;

pub(super) const SPEC: FormatSpec = FormatSpec::plain(Layout::is_plain_line, write);

fn write(item: &WriteItem<'_>, out: &mut dyn Write) -> io::Result<()> {
    let record = item.record;
    match (record.puzzle.geometry().size(), record.alphabet) {
        (..=9, None) => writeln!(out, "{}", symbols(record.puzzle.grid(), '.')),
        _ => writeln!(out, "{}", cells(record, ".").join(cell_separator(record))),
    }
}

#[cfg(test)]
mod tests {
    use crate::text::Record;
    use crate::text::testing::{check_read, check_written};
    use crate::text::{Format, read_single};

    #[test]
    fn reads_and_writes_lines() {
        let text = "12....1..2..4..2\n";
        check_read(Format::Line, &text.repeat(2), &["1: 12....1..2..4..2", "2: 12....1..2..4..2"]);
        check_read(Format::Line, "-2____1**2..4002\n", &["1: .2....1..2..4..2"]);
        check_written(Format::Line, &Record::new("12....1..2..4..2".parse().unwrap(), 1), text);
    }

    #[test]
    fn reads_a_solution_and_a_remark_after_the_cells() {
        let text = "12....1..2..4..2,1234341221434321,easy one\n";
        let record = read_single(text.as_bytes(), None, None).unwrap();
        assert_eq!(record.solution.unwrap().to_string(), "1234341221434321");
        assert_eq!(record.remark.as_deref(), Some("easy one"));
    }

    #[test]
    fn writes_large_boards_as_decimal_numbers() {
        let numbers = format!("16 {}1", ". ".repeat(254));
        let record = read_single(numbers.as_bytes(), None, None).unwrap();
        check_written(Format::Line, &record, &format!("{numbers}\n"));
        // Symbols are written as in the input.
        let letters = format!("0123456789ABCDEF{}\n", ".".repeat(240));
        let record = read_single(letters.as_bytes(), None, None).unwrap();
        check_written(Format::Line, &record, &letters);
    }
}
