//! The `list` format: nested lists in the syntax of common programming languages, for example `[[0, 3, …], …]`,
//! `{1,0,…}`, `((0 0 3) …)` or `[7; 3; …]`. Also the `dzn` format: MiniZinc data, with `_` for a blank.
//!
//! A board is a list of n lists of n cells, a list of n² cells, or a list of n strings of n characters. A
//! list may also contain several boards. Program text around the lists is skipped.
//!
//! A cell is a number, a character or a string. A blank cell is `0` or another blank character, a blank
//! string, or a null value such as `null`, `None` or `nil`.

use std::io::{self, Write};

use super::cell_text::{cells_in, numbers};
use super::document::reader::DocumentReader;
use super::format_spec::{FormatSpec, WriteItem};
use super::structure::{Structure, TextStart};

pub(super) const SPEC: FormatSpec = FormatSpec::structured(&STRUCTURE, write);

/// The `dzn` format. A 9×9 puzzle is written as `n = 9;`, followed by `x = array2d(1..n, 1..n, [ … ]);`.
pub(super) const DZN: FormatSpec =
    FormatSpec { extensions: &["dzn"], between: "\n", write: write_dzn, ..SPEC };

static STRUCTURE: Structure = Structure { recognizes, open: |_| Box::new(DocumentReader::new(true)) };

fn write(item: &WriteItem<'_>, out: &mut dyn Write) -> io::Result<()> {
    let cells: Vec<_> = numbers(item.record.puzzle.grid()).iter().map(ToString::to_string).collect();
    let rows = cells.chunks(item.record.puzzle.geometry().size());
    let rows: Vec<_> = rows.map(|row| format!("[{}]", row.join(", "))).collect();
    writeln!(out, "[{}]", rows.join(",\n "))
}

fn write_dzn(item: &WriteItem<'_>, out: &mut dyn Write) -> io::Result<()> {
    let puzzle = &item.record.puzzle;
    let n = puzzle.geometry().size();
    let width = n.to_string().len();
    writeln!(out, "n = {n};\nx = array2d(1..n, 1..n, [")?;
    for row in cells_in(puzzle, None, "_").chunks(n) {
        let cells: Vec<_> = row.iter().map(|cell| format!("{cell:>width$}")).collect();
        writeln!(out, "  {},", cells.join(", "))?;
    }
    writeln!(out, "]);")
}

/// Returns whether the input starts with an assignment or a list. JSON, AMPL data and links may look the same.
fn recognizes(start: TextStart<'_>) -> bool {
    match start.line.chars().next() {
        Some('[' | '(' | '{') => true,
        Some('-') => start.line[1..].trim_start().starts_with('['),
        Some('\'') if start.second() == Some('(') => true,
        Some('#') => start.line.starts_with("#2A("),
        _ => start.line.split_once('=').is_some_and(|(name, value)| {
            name.starts_with(char::is_alphabetic)
                && !name.contains('|')
                && (value.contains(['[', '{', '('])
                    || value.contains("\\n") && value.contains(['"', '\''])
                    || value.trim_end().ends_with(';') && !value.contains(['"', '\''])
                    || value.trim().is_empty())
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::testing::{check_read, check_written};
    use crate::text::{Format, Record};

    #[test]
    fn reads_and_writes_lists() {
        let text = "[[1, 2, 0, 0],\n [0, 0, 1, 0],\n [0, 2, 0, 0],\n [4, 0, 0, 2]]\n";
        let record = Record::new("12....1..2..4..2".parse().unwrap(), 1);
        check_read(Format::List, text, &["1: 12....1..2..4..2"]);
        check_written(Format::List, &record, text);
        let text = "n = 4;\nx = array2d(1..n, 1..n, [\n  1, 2, _, _,\n  _, _, 1, _,\n  _, 2, _, _,\n  4, _, _, 2,\n]);\n";
        check_read(Format::Dzn, text, &["3: 12....1..2..4..2"]);
        check_written(Format::Dzn, &record, text);
    }

    #[test]
    fn lists_and_assignments_are_recognized() {
        let recognized = |line| recognizes(TextStart { line, later: &[] });
        let lists = [
            "[[1, 2], [3, 4]]",
            "'((1 2) (3 4))",
            "#2A((1 2) (3 4))",
            "grid = [1, 2]",
            "n = 9;",
            "- [1, 2]",
            "x =",
        ];
        let others = ["grid = \"1..2\";", "'text'", "12.."];
        assert_eq!((lists.map(recognized), others.map(recognized)), ([true; 7], [false; 3]));
    }
}
