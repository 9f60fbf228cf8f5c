//! Tables of puzzles: a header that names the columns `quizzes` or `puzzle`, and perhaps `solutions` or `solution`,
//! then a puzzle a line, as Kaggle's collections have them.

use std::borrow::Cow;
use std::io::Read;

use super::Record;
use super::error::{ReadError, TextErrorKind};
use super::sheet::{self, Boards, Mark, PUZZLE_NAMES};
use super::source::{Line, Lines, MAX_LINE};
use super::word::Word;
use crate::board::MAX_SIZE;
use crate::puzzle::Puzzle;

/// Where a table's columns are, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Columns {
    delimiter: u8,
    puzzle: usize,
    solution: Option<usize>,
}

/// Those of a table without a header.
impl Default for Columns {
    fn default() -> Self {
        Self { delimiter: b',', puzzle: 0, solution: Some(1) }
    }
}

impl Columns {
    /// The columns that a header names; `None` if the line is none.
    pub(super) fn from_header(line: &str) -> Option<Self> {
        let is_solution = |name: &str| matches!(name, "solutions" | "solution" | "solved" | "answer");
        [b',', b';', b'\t'].into_iter().filter(|&delimiter| line.contains(char::from(delimiter))).find_map(
            |delimiter| {
                let names: Vec<_> =
                    fields(line, delimiter)?.iter().map(|name| name.trim().to_ascii_lowercase()).collect();
                let puzzle =
                    names.iter().position(|name| name == "puzzles" || PUZZLE_NAMES.contains(&&**name))?;
                Some(Self { delimiter, puzzle, solution: names.iter().position(|name| is_solution(name)) })
            },
        )
    }
}

/// The fields of a record; `None` if it is no CSV.
fn fields(text: &str, delimiter: u8) -> Option<Vec<Cow<'_, str>>> {
    if !text.contains('"') {
        // Nothing is quoted, and a parser would cost more than all the rest.
        return Some(text.split(char::from(delimiter)).map(Cow::Borrowed).collect());
    }
    let mut reader = csv::ReaderBuilder::new();
    reader
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter)
        .buffer_capacity(text.len().min(1 << 16) + 1);
    let record = reader.from_reader(text.as_bytes()).into_records().next()?.ok()?;
    Some(record.iter().map(|field| Cow::Owned(field.to_owned())).collect())
}

/// Takes the lines over which a quoted field goes on, though not more of them than a board has rows; how many.
///
/// # Errors
/// If it does not end there. The lines are left for what comes next.
fn take_quoted<R: Read>(line: &mut Line, lines: &mut Lines<R>) -> Result<usize, ReadError> {
    let is_odd = |text: &str| text.bytes().filter(|&byte| byte == b'"').count() % 2 == 1;
    if !is_odd(&line.text) {
        return Ok(0);
    }
    let (mut taken, mut size) = (Vec::new(), line.text.len());
    while taken.len() < MAX_SIZE && size < MAX_LINE {
        let Some(next) = lines.next() else { break };
        let next = next?;
        size += next.text.len();
        let is_end = is_odd(&next.text);
        taken.push(next);
        if is_end {
            for more in &taken {
                line.text.push('\n');
                line.text += &more.text;
            }
            return Ok(taken.len());
        }
    }
    lines.put_back(taken);
    Err(line.whole_error(TextErrorKind::Unclosed).into())
}

/// Reads the records of a table.
#[derive(Debug)]
pub(super) struct Table {
    columns: Columns,
}

impl Table {
    pub(super) fn new(columns: Columns) -> Self {
        Self { columns }
    }

    pub(super) fn next<R: Read>(
        &mut self,
        lines: &mut Lines<R>,
        boards: &mut Boards,
    ) -> Option<Result<Record, ReadError>> {
        loop {
            let line = match lines.next()? {
                Ok(line) => line,
                Err(error) => return Some(Err(error)),
            };
            if line.text.trim().is_empty() || line.text.starts_with('#') {
                continue;
            }
            // Another header, where tables were put together.
            let has_words = line.text.bytes().filter(u8::is_ascii_alphabetic).nth(3).is_some();
            if let Some(columns) = has_words.then(|| Columns::from_header(&line.text)).flatten() {
                self.columns = columns;
                continue;
            }
            return Some(self.record(line, lines, boards));
        }
    }

    fn record<R: Read>(
        &self,
        mut line: Line,
        lines: &mut Lines<R>,
        boards: &mut Boards,
    ) -> Result<Record, ReadError> {
        let first = line.clone();
        let more = take_quoted(&mut line, lines)?;
        let no_csv = || first.whole_error(TextErrorKind::NotA("record of a table"));
        let fields = fields(&line.text, self.columns.delimiter).ok_or_else(no_csv)?;
        let mut cells = |column: usize, puzzle: Option<&Puzzle>| {
            let field = fields.get(column).filter(|field| !field.trim().is_empty())?;
            // A field that stands in the line as it is has a place there.
            let at = line
                .text
                .find(&**field)
                .filter(|_| more == 0)
                .map(|offset| line.text[..offset].chars().count() + 1);
            let owner = if at.is_some() { &line } else { &first };
            let (mut marks, are_characters) = sheet::marks(owner, at.unwrap_or(1), field);
            if at.is_none() {
                for mark in &mut marks {
                    mark.word.column = 1;
                }
            }
            let place = Mark { line: owner, word: Word::new(at.unwrap_or(1), &**field) };
            Some(match puzzle {
                Some(puzzle) => boards.solution((&marks, are_characters), &place, puzzle),
                None => boards.puzzle((&marks, are_characters), &place),
            })
        };
        let missing = || first.whole_error(TextErrorKind::Missing("puzzle"));
        let puzzle = cells(self.columns.puzzle, None).ok_or_else(missing)??;
        let solution = self.columns.solution.and_then(|column| cells(column, Some(&puzzle))).transpose()?;
        let solution = solution.map(Puzzle::into_grid);
        let is_known = |column: usize| column == self.columns.puzzle || Some(column) == self.columns.solution;
        let mut others = fields.iter().enumerate().filter(|(column, _)| !is_known(*column));
        let has_more = others.any(|(_, field)| !field.trim().is_empty());
        Ok(Record { solution, has_more, ..Record::new(puzzle, first.number) })
    }
}
