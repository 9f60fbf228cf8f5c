//! The `csv` format: a table in which each record contains a puzzle and, optionally, its solution, as in the
//! Sudoku data sets on Kaggle.
//!
//! The header names the puzzle column (`quizzes`, `puzzle` or a similar name) and, optionally, the solution
//! column (`solutions`, `solution` or a similar name). The delimiter is a comma, a semicolon or a tab.
//! Without a header, the delimiter is a comma, the first column contains the puzzles, and the second column
//! contains the solutions.
//!
//! The columns `title`, `remark`, `difficulty` and `score` form the remark of a puzzle.
//!
//! The reader skips blank lines and lines that start with `#`. It ignores all other columns, and sets
//! [`Record::has_other_fields`] if one of them is not empty. Result columns of this project do not count.

use std::borrow::Cow;
use std::io::{self, Write};
use std::sync::Arc;

use super::board_text::BoardText;
use super::cell_text::symbols_of;
use super::csv_fields::{CsvHeader, fields};
use super::error_kind::TextErrorKind;
use super::field::{self, PUZZLE_NAMES, PlacedToken, REMARK_NAMES, RESULT_NAMES, SOLUTION_NAMES};
use super::format_spec::{FormatSpec, MAX_SYMBOL_SIZE, WriteItem};
use super::grid_builder::GridBuilder;
use super::lines::{AnyLines, MAX_LINE};
use super::record::{ReadResult, Record};
use super::structure::{FormatReader, Structure, TextStart};
use super::text_line::TextLine;
use super::token::Token;
use crate::puzzle::Puzzle;
use crate::puzzle::board::MAX_SIZE;

pub(super) const SPEC: FormatSpec = FormatSpec {
    extensions: &["csv", "tsv"],
    max_size: MAX_SYMBOL_SIZE,
    solutions: true,
    header: "puzzle,solution\n",
    ..FormatSpec::structured(&STRUCTURE, write)
};

pub(super) static STRUCTURE: Structure =
    Structure { recognizes, open: |header| Box::new(CsvReader::new(header)) };

/// The number of lines after a header that are searched for a record.
const MAX_DAMAGED_RECORDS: usize = 8;

/// Returns whether the line is a header. In text, for example in the head of a function, the same words can occur
/// between commas, so one of the next lines must be a record, unless no line has arrived.
fn recognizes(start: TextStart<'_>) -> bool {
    let Some(columns) = CsvColumns::from_header(start.line) else { return false };
    let is_header = |line: &str| line.chars().all(|c| c.is_alphanumeric() || " _-./\",;\t".contains(c));
    let mut records = start.later.iter().take(MAX_DAMAGED_RECORDS);
    is_header(start.line) && (start.later.is_empty() || records.any(|line| columns.has_puzzle(&line.text)))
}

fn write(item: &WriteItem<'_>, out: &mut dyn Write) -> io::Result<()> {
    let blank = if item.record.puzzle.geometry().size() > 9 { '.' } else { '0' };
    let alphabet = item.record.alphabet.unwrap_or_default();
    let symbols = |grid| symbols_of(grid, alphabet, blank);
    let solution = item.record.solution.as_ref().map_or(String::new(), symbols);
    // Symbols need no quotation marks.
    writeln!(out, "{},{solution}", symbols(item.record.puzzle.grid()))
}

/// The minimum number of cells in a field that may contain a board.
const MIN_CELLS: usize = 4;

/// The delimiter of a table, and the 0-based indices of its columns.
#[derive(Clone, Debug, PartialEq, Eq)]
struct CsvColumns {
    delimiter: u8,
    puzzle: usize,
    solution: Option<usize>,
    /// The columns that form the remark, in the order of [`REMARK_NAMES`].
    remark: [Option<usize>; 4],
    /// Columns that contain results that the programs of this project print.
    results: Vec<usize>,
}

/// The default columns are those of a table without a header.
impl Default for CsvColumns {
    fn default() -> Self {
        Self { delimiter: b',', puzzle: 0, solution: Some(1), remark: [None; 4], results: Vec::new() }
    }
}

impl CsvColumns {
    /// Parses a header line. Returns `None` if `line` is not a header.
    fn from_header(line: &str) -> Option<Self> {
        let delimiters = [b',', b';', b'\t'].into_iter();
        delimiters.filter(|&delimiter| line.contains(char::from(delimiter))).find_map(|delimiter| {
            let names = fields(line, delimiter)?;
            let names: Vec<_> = names.iter().map(|name| name.trim().to_ascii_lowercase()).collect();
            let column = |wanted: &str| names.iter().position(|name| name == wanted);
            // If several names match, the first one in the list wins, because `givens` may contain the number of
            // givens.
            let puzzle = PUZZLE_NAMES.into_iter().chain(["puzzles"]).find_map(column)?;
            let solution = SOLUTION_NAMES.into_iter().find_map(column);
            let mut results: Vec<usize> = RESULT_NAMES.into_iter().filter_map(column).collect();
            results.extend(column("givens").filter(|&index| index != puzzle));
            let remark = REMARK_NAMES.map(column);
            Some(Self { delimiter, puzzle, solution, remark, results })
        })
    }

    /// Returns whether the contents of a column are stored in the record, or are results.
    fn is_stored_or_result(&self, column: usize) -> bool {
        let stored = [Some(self.puzzle), self.solution];
        stored.iter().chain(&self.remark).any(|&stored| stored == Some(column))
            || self.results.contains(&column)
    }

    /// Returns whether `line` is a record with a board in the puzzle column, or the first line of such a record.
    fn has_puzzle(&self, line: &str) -> bool {
        if has_open_quote(line) {
            // The open field ends on a later line. It may be the board or a later column.
            let closed = format!("{line}\"");
            let fields = fields(&closed, self.delimiter);
            return fields
                .is_some_and(|fields| fields.get(self.puzzle).is_some_and(|field| may_be_board(field)));
        }
        self.board_record(line).is_some()
    }

    /// Returns the fields of `line` if it is a whole record with a board in the puzzle column.
    fn board_record<'l>(&self, line: &'l str) -> Option<Vec<Cow<'l, str>>> {
        let fields = fields(line, self.delimiter).filter(|fields| fields.len() > 1)?;
        may_be_board(fields.get(self.puzzle)?).then_some(fields)
    }

    /// Returns whether `line` is a header and not a record of this table, in which a remark may be the name of a
    /// column.
    fn is_followed_by_header(&self, line: &str) -> bool {
        let is_puzzle =
            |field: &Cow<'_, str>| field.bytes().any(|byte| byte.is_ascii_digit() || byte == b'.');
        fields(line, self.delimiter).is_some_and(|fields| !fields.get(self.puzzle).is_some_and(is_puzzle))
    }
}

/// Returns whether a field can contain a board or the start of one.
fn may_be_board(field: &str) -> bool {
    let is_cell = |c: char| c.is_alphanumeric() || c.is_whitespace() || ".,_*-·?+[]".contains(c);
    let cells = field.chars().filter(|c| c.is_ascii_digit() || ".,_*-·?".contains(*c)).count();
    cells >= MIN_CELLS && 2 * cells >= field.len() && field.chars().all(is_cell)
}

/// Returns whether a quoted field continues after `text`.
fn has_open_quote(text: &str) -> bool {
    text.bytes().filter(|&byte| byte == b'"').count() % 2 == 1
}

/// Appends the continuation lines of a quoted field to `line`. Returns the number of appended lines, which is
/// 0 if no field continues on the next line.
///
/// A field may have at most [`MAX_SIZE`] continuation lines, one for each row of the largest board. Reading
/// also stops once the record is at least [`MAX_LINE`] bytes long.
///
/// # Errors
/// Returns an error if reading fails, or if the field does not end within these limits. In the latter case,
/// the lines after `line` are put back.
fn append_quoted_lines(line: &mut TextLine, lines: &mut AnyLines<'_>) -> ReadResult<usize> {
    if !has_open_quote(&line.text) {
        return Ok(0);
    }
    let (mut taken, mut size) = (Vec::new(), line.text.len());
    while taken.len() < MAX_SIZE && size < MAX_LINE {
        let Some(next) = lines.next() else { break };
        let next = next?;
        size += next.text.len();
        let is_end = has_open_quote(&next.text);
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

/// A reader for the records of a CSV table.
#[derive(Debug, Default)]
struct CsvReader {
    columns: CsvColumns,
    /// The header line, if the table has one.
    header: Option<Arc<CsvHeader>>,
    /// The fields of the next record, if they are known.
    fields: Option<Vec<String>>,
    /// The most recent record if it has several lines.
    several_lines: Option<String>,
}

impl FormatReader for CsvReader {
    fn next(&mut self, lines: &mut AnyLines<'_>, builder: &mut GridBuilder) -> ReadResult<Option<Record>> {
        while let Some(line) = lines.peek() {
            let Ok(line) = line else { return lines.next().transpose().map(|_| None) };
            if line.text.trim().is_empty() || line.text.starts_with('#') {
                lines.next();
                continue;
            }
            // Any line may be a header, because the input may consist of several concatenated tables.
            let has_words = line.text.bytes().filter(u8::is_ascii_alphabetic).nth(3).is_some();
            let is_header =
                has_words && (self.header.is_none() || self.columns.is_followed_by_header(&line.text));
            if let Some(columns) = is_header.then(|| CsvColumns::from_header(&line.text)).flatten() {
                self.header = Some(Arc::new(CsvHeader::new(&line.text, columns.delimiter)));
                self.columns = columns;
                lines.next();
                continue;
            }
            let has_open_quote = has_open_quote(&line.text);
            let fields = if has_open_quote { None } else { self.columns.board_record(&line.text) };
            if fields.is_none() && !(has_open_quote && self.columns.has_puzzle(&line.text)) {
                return Ok(None);
            }
            // Fields with quotation marks are copies, which need not be made twice.
            let is_copied = line.text.contains('"');
            self.fields =
                fields.filter(|_| is_copied).map(|fields| fields.into_iter().map(Cow::into_owned).collect());
            return self.take_foreign(lines, builder);
        }
        Ok(None)
    }

    fn take_foreign(
        &mut self,
        lines: &mut AnyLines<'_>,
        builder: &mut GridBuilder,
    ) -> ReadResult<Option<Record>> {
        lines.next().map(|line| self.record(line?, lines, builder)).transpose()
    }

    fn has_line_records(&self) -> bool {
        true
    }

    fn header(&self) -> Option<&Arc<CsvHeader>> {
        self.header.as_ref()
    }

    fn take_several_lines(&mut self) -> Option<String> {
        self.several_lines.take()
    }
}

impl CsvReader {
    fn new(header: &str) -> Self {
        Self { columns: CsvColumns::from_header(header).unwrap_or_default(), ..Self::default() }
    }

    fn record(
        &mut self,
        mut line: TextLine,
        lines: &mut AnyLines<'_>,
        builder: &mut GridBuilder,
    ) -> ReadResult {
        let first = line.clone();
        let is_one_line = append_quoted_lines(&mut line, lines)? == 0;
        let not_csv = || first.whole_error(TextErrorKind::Expected("a CSV record"));
        let known = self.fields.take().map(|known| known.into_iter().map(Cow::Owned).collect());
        let fields = known.or_else(|| fields(&line.text, self.columns.delimiter)).ok_or_else(not_csv)?;
        let offsets = offsets(&line.text, &fields);
        let mut grid = |index: usize, puzzle: Option<&Puzzle>| {
            let field = fields.get(index).filter(|field| !field.trim().is_empty())?;
            if puzzle.is_none_or(|puzzle| puzzle.geometry().size() == 9)
                && let Some(plain) = builder.plain_puzzle(field)
            {
                return Some(Ok(plain));
            }
            let offset = offsets[index].filter(|_| is_one_line);
            let column = offset.map(|offset| line.text[..offset].chars().count() + 1);
            let owner = if column.is_some() { &line } else { &first };
            let (cells, are_characters) = field::cells(owner, column, field);
            let place = PlacedToken { line: owner, token: Token::new(column.unwrap_or(1), &**field) };
            Some(builder.puzzle_or_solution((&cells, are_characters), &place, puzzle))
        };
        let missing = || first.whole_error(TextErrorKind::Missing("puzzle"));
        let puzzle = grid(self.columns.puzzle, None).ok_or_else(missing)??;
        let solution = self.columns.solution.and_then(|column| grid(column, Some(&puzzle))).transpose()?;
        let has_other_fields = (0..)
            .zip(&fields)
            .any(|(column, field)| !field.trim().is_empty() && !self.columns.is_stored_or_result(column));
        let remark_fields = self.columns.remark.map(|column| fields.get(column?).map(|field| field.trim()));
        let remark = field::remark(remark_fields);
        let solution = solution.map(Puzzle::into_grid);
        let start = offsets[self.columns.puzzle].filter(|_| is_one_line);
        let end = start.map(|start| start + fields[self.columns.puzzle].len());
        let number = first.number;
        let text = start.zip(end).map(|(start, end)| BoardText::field(first, start..end));
        let record = Record { solution, remark, has_other_fields, text, ..Record::new(puzzle, number) };
        self.several_lines = (!is_one_line).then_some(line.text);
        Ok(record)
    }
}

/// Returns the byte offset of each field in `line`.
///
/// An offset is `None` if the field contains escaped quotation marks and therefore does not occur verbatim in
/// `line`.
fn offsets(line: &str, fields: &[Cow<'_, str>]) -> Vec<Option<usize>> {
    let mut end = 0;
    let find = |field: &Cow<'_, str>| {
        // Usually, only a delimiter and quotation marks precede the field.
        let is_here = |start: &usize| line.get(*start..).is_some_and(|rest| rest.starts_with(&**field));
        let nearby = if field.is_empty() { None } else { (end..=end + 3).find(is_here) };
        let start = nearby.or_else(|| Some(end + line[end..].find(&**field)?))?;
        end = start + field.len();
        Some(start)
    };
    fields.iter().map(find).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::testing::{check_read, check_written};
    use crate::text::{Format, read_single};

    #[test]
    fn headers_name_columns() {
        let columns = |delimiter, puzzle, solution| {
            Some(CsvColumns { delimiter, puzzle, solution, ..CsvColumns::default() })
        };
        assert_eq!(CsvColumns::from_header("quizzes,solutions"), columns(b',', 0, Some(1)));
        assert_eq!(CsvColumns::from_header("x;Solution;\"Puzzle\""), columns(b';', 2, Some(1)));
        assert_eq!(CsvColumns::from_header("a,b"), None);
        assert_eq!(CsvColumns::from_header("puzzle"), None, "one column needs no header");
    }

    #[test]
    fn reads_and_writes_records() {
        let text = "puzzle,solution\n1200001002004002,1234341221434321\n";
        let record = read_single(text.as_bytes(), None, None).unwrap();
        assert_eq!(record.solution.as_ref().unwrap().to_string(), "1234341221434321");
        assert!(!record.has_other_fields);
        check_written(Format::Csv, &record, text);
        check_read(Format::Csv, "12....1..2..4..2\n", &["1: 12....1..2..4..2"]);
    }

    #[test]
    fn ratings_are_remarks() {
        for (text, remark) in [
            (
                "givens,puzzle,difficulty,status,score\n6,12....1..2..4..2,easy,solved,20\n",
                Some("easy, score 20"),
            ),
            ("puzzle,difficulty\n12....1..2..4..2,\n", None),
            ("puzzle,difficulty\n12....1..2..4..2,2.5\n", Some("difficulty 2.5")),
            (
                "title,puzzle,difficulty,score\nNo. 1,12....1..2..4..2,easy,20\n",
                Some("No. 1, easy, score 20"),
            ),
            ("puzzle,remark,difficulty\n12....1..2..4..2,easy,easy\n", Some("easy")),
        ] {
            let record = read_single(text.as_bytes(), None, None).unwrap();
            assert_eq!((record.remark.as_deref(), record.has_other_fields), (remark, false), "{text}");
        }
    }

    #[test]
    fn remarks_may_be_column_names() {
        let text =
            "puzzle,remark\n12....1..2..4..2,Sudoku\n12....1..2..4..2,Puzzle\nid,grid\n1,12....1..2..4..2\n";
        let expected = ["2: 12....1..2..4..2", "3: 12....1..2..4..2", "5: 12....1..2..4..2"];
        check_read(Format::Csv, text, &expected);
    }

    #[test]
    fn quoted_fields_may_span_lines() {
        let text = "puzzle,solution\n\"12..\n..1.\n.2..\n4..2\",\n\"12";
        let expected = ["2: 12....1..2..4..2", "6:1: unclosed bracket or quote"];
        check_read(Format::Csv, text, &expected);
    }

    #[test]
    fn a_later_column_may_span_lines() {
        let text =
            "id,puzzle,note\n1,12....1..2..4..2,\"two\nlines\"\n2,12....1..2..4..2,\"three\n\nlines\"\n";
        let expected = ["2: 12....1..2..4..2", "4: 12....1..2..4..2"];
        check_read(Format::Csv, text, &expected);
    }

    #[test]
    fn errors_have_positions() {
        let text = "puzzle,solution\n12....1..2..4..x,\n12....1..2..4..2,21\n,1\n";
        let expected = [
            "2:16: unexpected character 'x'",
            "3:18: expected a board of 16 cells, found 2 cells",
            "4:1: missing puzzle",
        ];
        check_read(Format::Csv, text, &expected);
        // The error must refer to the solution `12`, although the puzzle starts with the same characters.
        let text = "puzzle,solution\n12....1..2..4..2,12\n";
        check_read(Format::Csv, text, &["2:18: expected a board of 16 cells, found 2 cells"]);
    }
}
