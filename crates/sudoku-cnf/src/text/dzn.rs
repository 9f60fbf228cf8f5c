//! The `dzn` format: MiniZinc data, with `_` for a blank.
//!
//! A 9×9 puzzle is written as `n = 9;`, followed by `x = array2d(1..n, 1..n, [ … ]);`. The [`list`] format
//! uses the same reader.

use std::io::{self, Write};

use super::cell_text::decimals;
use super::format_spec::{FormatSpec, WriteItem};
use super::list;

pub(super) const SPEC: FormatSpec =
    FormatSpec { extensions: &["dzn"], between: "\n", ..FormatSpec::structured(&list::STRUCTURE, write) };

fn write(item: &WriteItem<'_>, out: &mut dyn Write) -> io::Result<()> {
    let puzzle = &item.record.puzzle;
    let n = puzzle.geometry().size();
    let width = n.to_string().len();
    writeln!(out, "n = {n};\nx = array2d(1..n, 1..n, [")?;
    for row in decimals(puzzle, "_").chunks(n) {
        let cells: Vec<_> = row.iter().map(|cell| format!("{cell:>width$}")).collect();
        writeln!(out, "  {},", cells.join(", "))?;
    }
    writeln!(out, "]);")
}

#[cfg(test)]
mod tests {
    use crate::text::Format;
    use crate::text::Record;
    use crate::text::testing::{check_read, check_written};

    #[test]
    fn reads_and_writes_arrays() {
        let text = "n = 4;\nx = array2d(1..n, 1..n, [\n  1, 2, _, _,\n  _, _, 1, _,\n  _, 2, _, _,\n  4, _, _, 2,\n]);\n";
        check_read(Format::Dzn, text, &["2: 12....1..2..4..2"]);
        check_written(Format::Dzn, &Record::new("12....1..2..4..2".parse().unwrap(), 1), text);
    }
}
