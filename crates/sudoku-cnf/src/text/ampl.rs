//! The `ampl` format: AMPL data with a parameter that is indexed by rows and columns.
//!
//! The lines of a 9×9 puzzle are `param puzzle: 1 2 … 9 :=`, then nine rows that start with the row number, then
//! `;`. A blank is written as `.`. The reader skips all other statements.

use std::io::{self, Write};

use super::cell_text::cells_in;
use super::error::TextError;
use super::error_kind::{ExpectedCells, TextErrorKind};
use super::field::PlacedToken;
use super::format_spec::{FormatSpec, WriteItem};
use super::grid_builder::GridBuilder;
use super::lines::AnyLines;
use super::record::{ReadResult, Record};
use super::structure::{FormatReader, Structure, may_start_format};
use super::text_line::TextLine;
use super::token::{self, Token};
use crate::puzzle::board::BoxShape;

pub(super) const SPEC: FormatSpec =
    FormatSpec { extensions: &["dat"], between: "\n", ..FormatSpec::structured(&STRUCTURE, write) };

pub(super) static STRUCTURE: Structure = Structure {
    recognizes: |start| start.line.starts_with("param ") && start.line.contains(':'),
    open: |_| Box::new(AmplReader),
};

fn write(item: &WriteItem<'_>, out: &mut dyn Write) -> io::Result<()> {
    let puzzle = &item.record.puzzle;
    let n = puzzle.geometry().size();
    let width = n.to_string().len();
    let line =
        |cells: &[String]| cells.iter().map(|cell| format!("{cell:>width$}")).collect::<Vec<_>>().join(" ");
    let columns: Vec<_> = (1..=n).map(|column| column.to_string()).collect();
    writeln!(out, "param puzzle: {} :=", line(&columns))?;
    for (row, cells) in (1..).zip(cells_in(puzzle, None, ".").chunks(n)) {
        writeln!(out, "{row:>12}  {}", line(cells))?;
    }
    writeln!(out, ";")
}

/// A reader for AMPL data.
#[derive(Debug)]
struct AmplReader;

impl FormatReader for AmplReader {
    fn next(&mut self, lines: &mut AnyLines<'_>, builder: &mut GridBuilder) -> ReadResult<Option<Record>> {
        loop {
            let is_foreign = |line: &TextLine| {
                let may_be_list = line.text.contains('=') || line.text.starts_with(['[', '{', '(']);
                !is_statement(&line.text) && (may_start_format(line) || may_be_list)
            };
            if lines.line_ahead(0).is_some_and(is_foreign) {
                return Ok(None);
            }
            let Some(mut line) = lines.next().transpose()? else { return Ok(None) };
            // The column numbers may be on the next line.
            if line.text.trim_end().ends_with(':')
                && let Some(next) = lines.line_ahead(0).filter(|next| next.text.contains(":="))
            {
                line.text = format!("{} {}", line.text, next.text.trim_start());
                lines.next();
            }
            if let Some(n) = columns(&line.text) {
                return record(&line, n, lines, builder).map(Some);
            }
        }
    }
}

/// Returns whether `line` belongs to a statement.
fn is_statement(line: &str) -> bool {
    line.starts_with("param ") || line.contains(":=") || line.trim() == ";"
}

/// Returns the number of columns if `line` is the header of a table with consecutive column numbers.
fn columns(line: &str) -> Option<usize> {
    let (_, numbers) = line.split_once(':')?;
    let numbers: Option<Vec<usize>> =
        numbers.split(":=").next()?.split_whitespace().map(|word| word.parse().ok()).collect();
    let numbers = numbers?;
    let first = *numbers.first().filter(|&&first| first <= 1)?;
    numbers.iter().copied().eq(first..first + numbers.len()).then_some(numbers.len())
}

fn record(header: &TextLine, n: usize, lines: &mut AnyLines<'_>, builder: &mut GridBuilder) -> ReadResult {
    let known = builder.board.shape().filter(|shape| shape.size() == n);
    let shape = known
        .or_else(|| builder.board.inferred_shape(n))
        .ok_or_else(|| header.whole_error(TextErrorKind::NoBoard { cells: n * n }))?;
    let mut rows = Vec::new();
    while rows.len() < n {
        match lines.next().transpose()? {
            Some(line) if line.text.trim().is_empty() => {}
            Some(line) if line.text.trim() != ";" => rows.push(line),
            _ => Err(header.whole_error(TextErrorKind::RowCount { found: rows.len(), size: n }))?,
        }
    }
    let mut cells = Vec::with_capacity(n * n);
    let first =
        rows[0].text.split_whitespace().next().and_then(|label| label.parse::<usize>().ok()).unwrap_or(1);
    for (label, line) in (first.min(1)..).zip(&rows) {
        if line.text.split_whitespace().next().and_then(|word| word.parse().ok()) != Some(label) {
            Err(line.error(1, 1, TextErrorKind::Expected("rows with consecutive numbers from 1")))?;
        }
        let row = row(line, n, shape)?;
        cells.extend(row.into_iter().map(|token| PlacedToken { line, token }));
    }
    let place = PlacedToken { line: header, token: Token::new(1, header.text.as_str()) };
    Ok(Record::new(builder.puzzle((&cells, false), &place)?, rows[0].number))
}

/// Returns the cells of a row without the row number.
fn row(line: &TextLine, n: usize, shape: BoxShape) -> Result<Vec<Token<'_>>, TextError> {
    let mut words = token::split(&line.text, |c| c.is_whitespace() || c == ';');
    if words.len() != n + 1 {
        let found = words.len().saturating_sub(1);
        return Err(line.whole_error(TextErrorKind::CellCount { found, expected: ExpectedCells::Row(shape) }));
    }
    words.remove(0);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::testing::{check_read, check_written};
    use crate::text::{Format, ReadOptions, Writer, read_single};

    const TEXT: &str = "param puzzle: 1 2 3 4 :=\n           1  1 2 . .\n           2  . . 1 .\n           3  . 2 . .\n           4  4 . . 2\n;\n";

    #[test]
    fn reads_and_writes_tables() {
        let text = format!("param n := 4;\n{TEXT}");
        check_read(Format::Ampl, &text, &["3: 12....1..2..4..2"]);
        check_written(Format::Ampl, &Record::new("12....1..2..4..2".parse().unwrap(), 1), TEXT);
        assert_eq!(
            [columns("param n := 9;"), columns("param p: 0 1 2 3 :="), columns("p: 1 3")],
            [None, Some(4), None]
        );
    }

    /// The number of cells does not determine the boxes if it is the square of a prime.
    #[test]
    fn the_options_set_the_boxes() {
        let shape = Some("1x5".parse().unwrap());
        let empty = ".".repeat(25);
        let puzzle = read_single(empty.as_bytes(), shape, None).unwrap().puzzle;
        let mut writer = Writer::new(Format::Ampl, Vec::new());
        writer.write(&Record::new(puzzle.clone(), 1)).unwrap();
        let text = writer.finish().unwrap();
        let options = ReadOptions { format: Some(Format::Ampl), ..ReadOptions::from(shape) };
        let read = read_single(&*text, options, None);
        assert_eq!(read.unwrap().puzzle, puzzle);
    }

    #[test]
    fn malformed_tables_are_errors() {
        check_read(
            Format::Ampl,
            &TEXT.replace("4 . . 2\n", "4 . .\n"),
            &["5:1: expected a row of 4 cells, found 3 cells"],
        );
        let order = "2:1: expected rows with consecutive numbers from 1";
        check_read(Format::Ampl, &TEXT.replace("           1  ", "           2  "), &[order]);
        let short = TEXT.lines().take(3).collect::<Vec<_>>().join("\n") + "\n;\n";
        check_read(Format::Ampl, &short, &["1:1: the puzzle ends after 2 rows, expected 4"]);
    }
}
