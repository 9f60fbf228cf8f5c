//! The `hodoku` format, which consists of HoDoKu library lines.
//!
//! A line has the form `:technique:candidates:givens:deleted candidates:eliminations:placements:extra`. In
//! the `givens` field, `+` precedes each digit that the player placed. The reader treats these digits as
//! givens. A deleted candidate is written as three numerals (digit, row and column) and becomes an excluded
//! candidate of the puzzle. The technique becomes the remark. The reader ignores all other fields.

use std::io::{self, Write};

use itertools::Itertools;

use super::board_text::BoardText;
use super::cell_text::symbols;
use super::error::TextErrors;
use super::error_kind::TextErrorKind;
use super::field::PlacedToken;
use super::format_spec::{FormatSpec, WriteItem};
use super::grid_builder::GridBuilder;
use super::lines::AnyLines;
use super::plain::separator::skip_to_cells;
use super::record::{ReadResult, Record};
use super::structure::{FormatReader, Structure};
use super::text_line::TextLine;
use super::token::{self, Token};
use crate::puzzle::board::{Candidate, Cell, Digit};

pub(super) const SPEC: FormatSpec =
    FormatSpec { standard_only: true, candidates: true, ..FormatSpec::structured(&STRUCTURE, write) };

pub(super) static STRUCTURE: Structure = Structure {
    // A line with more colons is a board in which colons are blanks.
    recognizes: |start| start.line.starts_with(':') && (4..16).contains(&start.line.matches(':').count()),
    open: |_| Box::new(HodokuReader),
};

fn write(item: &WriteItem<'_>, out: &mut dyn Write) -> io::Result<()> {
    let puzzle = &item.record.puzzle;
    let deleted = |candidate: &Candidate| {
        format!("{}{}{}", candidate.digit, candidate.cell.row(), candidate.cell.column())
    };
    let deleted: Vec<_> = puzzle.excluded().iter().map(deleted).collect();
    writeln!(out, ":0000:x:{}:{}::", symbols(puzzle.grid(), '.'), deleted.join(" "))
}

/// A reader for HoDoKu library lines.
#[derive(Debug)]
struct HodokuReader;

impl FormatReader for HodokuReader {
    fn next(&mut self, lines: &mut AnyLines<'_>, builder: &mut GridBuilder) -> ReadResult<Option<Record>> {
        skip_to_cells(lines);
        if lines.line_ahead(0).is_some_and(|line| !line.text.trim_start().starts_with(':')) {
            return Ok(None);
        }
        self.take_foreign(lines, builder)
    }

    fn take_foreign(
        &mut self,
        lines: &mut AnyLines<'_>,
        builder: &mut GridBuilder,
    ) -> ReadResult<Option<Record>> {
        lines.next().map(|line| record(&line?, builder)).transpose()
    }

    fn has_line_records(&self) -> bool {
        true
    }
}

fn record(line: &TextLine, builder: &mut GridBuilder) -> ReadResult {
    let fields = fields(&line.text);
    let [before, technique, _, givens, rest @ ..] = &fields[..] else {
        let kind = TextErrorKind::Expected(
            "a HoDoKu library line: ':technique:candidates:givens:deleted candidates:'",
        );
        return Err(line.whole_error(kind).into());
    };
    if !before.text.trim().is_empty() {
        let kind = TextErrorKind::Expected("a HoDoKu library line, which starts with ':'");
        return Err(line.error(1, before.length(), kind).into());
    }
    let cells = token::characters(givens.column, &givens.text).filter(|token| token.text != "+");
    let cells: Vec<_> = cells.map(|token| PlacedToken { line, token }).collect();
    let mut puzzle = builder.puzzle((&cells, true), &PlacedToken { line, token: givens.clone() })?;
    if let Some(deleted) = rest.first() {
        puzzle.exclude(candidates(line, deleted, puzzle.geometry().size())?);
    }
    // In HoDoKu, the code 0000 stands for a full house, but it is also used if the technique is unknown.
    let technique = technique.text.trim();
    let remark = (!matches!(technique, "" | "0000")).then(|| technique.to_owned());
    let text = Some(BoardText::cells(&cells));
    Ok(Record { remark, text, ..Record::new(puzzle, line.number) })
}

/// Splits a library line into its colon-separated fields.
fn fields(line: &str) -> Vec<Token<'_>> {
    let mut next = 1;
    let field = |text| {
        let field = Token::new(next, text);
        next += field.text.chars().count() + 1;
        field
    };
    line.split(':').map(field).collect()
}

/// Parses a space-separated list of candidates on a board of size `n`.
fn candidates(line: &TextLine, list: &Token<'_>, n: usize) -> Result<Vec<Candidate>, TextErrors> {
    let kind = TextErrorKind::Expected("a candidate: a digit, a row and a column within the board");
    let error = |token: &Token<'_>| line.error(list.column + token.column - 1, token.length(), kind.clone());
    let tokens = token::words(&list.text).into_iter();
    let candidates = tokens.map(|token| candidate(&token.text, n).ok_or_else(|| error(&token)));
    let (candidates, errors): (Vec<_>, Vec<_>) = candidates.partition_result();
    TextErrors::collect(errors)?;
    Ok(candidates)
}

/// Parses a candidate on a board of size `n` ≤ 9. `text` must consist of a digit, a row and a column.
fn candidate(text: &str, n: usize) -> Option<Candidate> {
    let numbers: Option<Vec<_>> = text.chars().map(|c| c.to_digit(10).map(|value| value as usize)).collect();
    match numbers?[..] {
        [digit, row, column] if [digit, row, column].iter().all(|value| (1..=n).contains(value)) => {
            Some(Candidate { cell: Cell::new(row, column)?, digit: Digit::new(digit)? })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::text::testing::{check_read, check_written};
    use crate::text::{Format, read_single};

    #[test]
    fn reads_and_writes_library_lines() {
        let givens = format!("53..7....{}", ".".repeat(72));
        let text = format!(":0401:x:{}:913 922::\n", givens.replacen('3', "+3", 1));
        let record = read_single(text.as_bytes(), None, None).unwrap();
        assert_eq!((record.remark.as_deref(), record.puzzle.to_string()), (Some("0401"), givens.clone()));
        check_written(Format::Hodoku, &record, &format!(":0000:x:{givens}:913 922::\n"));
    }

    #[test]
    fn malformed_lines_are_errors() {
        let text = "1:0:x:1...............:\n:::1...............:515 105 34 3x4:\n:1:2\n";
        let candidate = "2:21: expected a candidate: a digit, a row and a column within the board";
        let fields =
            "3:1: expected a HoDoKu library line: ':technique:candidates:givens:deleted candidates:'";
        let start = "1:1: expected a HoDoKu library line, which starts with ':'";
        check_read(Format::Hodoku, text, &[start, candidate, fields]);
    }
}
