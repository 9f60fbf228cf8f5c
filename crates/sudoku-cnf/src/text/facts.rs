//! The `facts` format: one fact `given(row,column,digit).` per given, as in programs for answer set solvers.
//!
//! A fact `size(n).` starts a puzzle. The reader also accepts other names and several facts on a line, as in the
//! answers of clingo, and a table with the header `row,column,value`. If a row or column is 0, they are counted from 0.
//! Without a `size` fact, the board has the smallest usual size that fits the facts.

use std::io::{self, Write};

use itertools::Itertools;

use super::error::{TextError, TextErrors};
use super::error_kind::TextErrorKind;
use super::fact::{Fact, SIZE, are_facts, facts, numbers};
use super::field::PlacedToken;
use super::format_spec::{FormatSpec, WriteItem};
use super::grid_builder::GridBuilder;
use super::lines::AnyLines;
use super::plain::separator::skip_to_cells;
use super::record::{ReadResult, Record};
use super::structure::{FormatReader, Structure, TextStart, take_text};
use super::text_line::TextLine;
use super::token::Token;
use crate::puzzle::board::{BoxShape, MAX_SIZE};

pub(super) const SPEC: FormatSpec =
    FormatSpec { extensions: &["lp"], between: "\n", ..FormatSpec::structured(&STRUCTURE, write) };

pub(super) static STRUCTURE: Structure = Structure {
    recognizes: |start| is_table_header(start.line) || are_facts(start.line) || are_triples(start),
    open: |line| {
        Box::new(FactReader { has_sizes: false, is_table: is_table_header(line) || triples(line).is_some() })
    },
};

/// The maximum number of bytes in the lines of a puzzle, which limits memory use. Further facts are another puzzle.
const MAX_TEXT: usize = 1 << 24;

/// The keyword before the rows of an SQL `INSERT` statement.
const VALUES: &str = "VALUES";

/// The minimum number of cells in a table without a header.
const MIN_TRIPLES: usize = 8;

/// The sizes of boards that are tried if there is no `size` fact.
const USUAL_SIZES: [usize; 9] = [4, 6, 9, 16, 25, 36, 49, 64, 100];

fn write(item: &WriteItem<'_>, out: &mut dyn Write) -> io::Result<()> {
    let grid = item.record.puzzle.grid();
    writeln!(out, "{SIZE}({}).", item.record.puzzle.geometry().size())?;
    for given in grid.digits() {
        writeln!(out, "given({},{},{}).", given.cell.row(), given.cell.column(), given.digit)?;
    }
    Ok(())
}

/// Returns whether `line` has three fields with the names of a row, a column and a digit.
fn is_table_header(line: &str) -> bool {
    let fields: Vec<_> =
        line.split([',', ';', '\t']).map(|field| field.trim().to_ascii_lowercase()).collect();
    matches!(&fields[..], [row, column, value]
        if matches!(&**row, "r" | "row") && matches!(&**column, "c" | "col" | "column")
            && matches!(&**value, "v" | "val" | "value" | "d" | "digit" | "n" | "num" | "number"))
}

/// Returns the row, the column and the digit of each cell in a line like `1,2,5`, `<1,2,5>` or
/// `INSERT INTO cells VALUES (1,2,5), (1,3,4);`. Returns `None` for any other line.
fn triples(line: &str) -> Option<Vec<[usize; 3]>> {
    let line = values(line);
    let triple = |text: &str| numbers(text.trim_start_matches([',', ' ', '(', '<']))?.try_into().ok();
    match line.strip_suffix([')', '>']) {
        Some(inside) => inside.split([')', '>']).map(triple).collect(),
        None => Some(vec![triple(line)?]),
    }
}

/// Returns the part of a line after `VALUES`, without the punctuation at its end.
fn values(line: &str) -> &str {
    let start = line.to_ascii_uppercase().find(VALUES).map_or(0, |offset| offset + VALUES.len());
    line[start..].trim().trim_end_matches([',', ';', '.'])
}

/// Returns whether the lines that have arrived consist of the row, the column and the digit of different cells.
fn are_triples(start: TextStart<'_>) -> bool {
    let lines = std::iter::once(start.line).chain(start.later.iter().map(|line| &*line.text));
    let Some(triples) = lines.take(MAX_SIZE).map(triples).collect::<Option<Vec<_>>>() else { return false };
    let triples = triples.concat();
    triples.iter().map(|[row, column, _]| (row, column)).all_unique()
        && triples.len() >= MIN_TRIPLES
        && triples.iter().all(|&[.., digit]| digit > 0)
}

/// Returns whether `line` is a statement of a program for answer set solvers, other than facts about cells.
fn is_statement(line: &str) -> bool {
    let line = line.trim();
    line.ends_with('.')
        && line.contains(|c: char| c.is_ascii_lowercase())
        && (line.starts_with('#') || [":-", "{", ".."].iter().any(|mark| line.contains(mark)))
}

/// A reader for facts.
#[derive(Debug)]
struct FactReader {
    /// Whether an earlier puzzle specified its size. If so, all later ones must.
    has_sizes: bool,
    /// Whether each line consists of the three numbers of a fact, without a name.
    is_table: bool,
}

impl FormatReader for FactReader {
    fn next(&mut self, lines: &mut AnyLines<'_>, builder: &mut GridBuilder) -> ReadResult<Option<Record>> {
        skip_to_cells(lines);
        self.skip_statements(lines);
        if self.is_table && lines.line_ahead(0).is_some_and(|line| is_table_header(&line.text)) {
            lines.next();
        }
        let (mut run, mut size) = (Vec::new(), 0);
        while lines.line_ahead(0).is_some_and(|line| self.continues(&run, line)) && size < MAX_TEXT {
            let Some(line) = lines.next().transpose()? else { break };
            size += line.text.len();
            run.push(line);
            self.skip_statements(lines);
        }
        let Some(first) = run.first() else { return Ok(None) };
        let has_size = self.facts(first).is_ok_and(|facts| facts.first().is_some_and(Fact::is_size));
        if self.has_sizes && !has_size {
            Err(first.whole_error(TextErrorKind::Expected("the size of the board, as before")))?;
        }
        self.has_sizes |= has_size;
        self.record(&run, builder).map(Some)
    }

    fn take_foreign(
        &mut self,
        lines: &mut AnyLines<'_>,
        _builder: &mut GridBuilder,
    ) -> ReadResult<Option<Record>> {
        match lines.line_ahead(0) {
            Some(line) if self.starts_like_fact(&line.text) => {
                let error = self.facts(line).err();
                lines.next();
                error.map_or(Ok(None), |error| Err(error.into()))
            }
            _ => take_text(lines).map(|()| None),
        }
    }
}

impl FactReader {
    /// Skips statements that are not facts, unless the lines are a table.
    fn skip_statements(&self, lines: &mut AnyLines<'_>) {
        lines.skip_while(|line| !self.is_table && is_statement(&line.text));
    }

    /// Returns whether `line` belongs to the puzzle that consists of the lines `run`.
    fn continues(&self, run: &[TextLine], line: &TextLine) -> bool {
        let is_size = || self.facts(line).is_ok_and(|facts| facts.first().is_some_and(Fact::is_size));
        let continues_run = |first: &TextLine| self.is_damaged(first, line) || !is_size();
        (self.starts_like_fact(&line.text) || run.first().is_some_and(|first| self.is_damaged(first, line)))
            && run.first().is_none_or(continues_run)
    }

    /// Returns whether `line` is malformed, but starts like the line `first`.
    fn is_damaged(&self, first: &TextLine, line: &TextLine) -> bool {
        let name = |line: &'_ TextLine| line.text.trim().chars().take(3).collect::<String>();
        !self.is_table && name(first) == name(line) && self.facts(line).is_err()
    }

    fn starts_like_fact(&self, line: &str) -> bool {
        let line = line.trim_start();
        let name = line.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
        if self.is_table {
            values(line).trim_start_matches(['(', '<']).starts_with(|c: char| c.is_ascii_digit())
        } else {
            name.len() < line.len() && name.starts_with('(') && !name.contains([';', '{', '"', ':'])
        }
    }

    /// Parses the facts in a line.
    fn facts<'l>(&self, line: &'l TextLine) -> Result<Vec<Fact<'l>>, TextError> {
        let expected = |what| line.whole_error(TextErrorKind::Expected(what));
        if self.is_table {
            let triples = triples(&line.text).ok_or_else(|| expected("a row, a column and a digit"))?;
            let (column, length) = (line.first_column, line.text.chars().count());
            let fact = |numbers: [usize; 3]| Fact { name: "", numbers: numbers.into(), column, length };
            return Ok(triples.into_iter().map(fact).collect());
        }
        facts(line.first_column, &line.text).ok_or_else(|| expected("facts like given(1,2,3)."))
    }

    /// Returns the puzzle whose facts are on the lines `run`.
    fn record(&self, run: &[TextLine], builder: &mut GridBuilder) -> ReadResult {
        let facts = run.iter().map(|line| Ok(self.facts(line)?.into_iter().map(move |fact| (line, fact))));
        let (facts, errors): (Vec<_>, Vec<TextError>) = facts.partition_result();
        TextErrors::collect(errors)?;
        let mut facts = facts.into_iter().flatten().collect_vec();
        let size = facts.iter().find(|(_, fact)| fact.is_size()).map(|(_, fact)| fact.numbers[0]);
        // Facts with other names, for example about boxes, are not givens.
        facts.retain(|(_, fact)| fact.numbers.len() == 3);
        let name = facts.first().map(|(_, fact)| fact.name);
        facts.retain(|(_, fact)| Some(fact.name) == name);
        let start = &run[0];
        let n = builder.board.shape().map(BoxShape::size).or(size).unwrap_or_else(|| usual_size(&facts));
        if n == 0 || n > MAX_SIZE {
            Err(start.whole_error(TextErrorKind::Expected("a board of 1x1 to 1000x1000 cells")))?;
        }
        let place = PlacedToken { line: start, token: Token::new(start.first_column, start.text.as_str()) };
        let puzzle = builder.puzzle((&cells(&facts, n, start)?, false), &place)?;
        Ok(Record::new(puzzle, start.number))
    }
}

/// Returns the cells of an n×n board with the givens in `facts`. Errors and blanks refer to the line `start`.
fn cells<'l>(
    facts: &[(&'l TextLine, Fact<'l>)],
    n: usize,
    start: &'l TextLine,
) -> Result<Vec<PlacedToken<'l>>, TextErrors> {
    let blank = PlacedToken { line: start, token: Token::new(start.first_column, ".") };
    let (mut cells, mut errors) = (vec![blank; n * n], Vec::new());
    let first = first_index(facts);
    for (line, fact) in facts {
        let (row, column) = (fact.numbers[0] - first, fact.numbers[1] - first);
        let token = Token::new(fact.column, fact.numbers[2].to_string());
        let expected = if row >= n || column >= n {
            "a row and a column within the board"
        } else if cells[row * n + column].token.text == "." {
            cells[row * n + column] = PlacedToken { line, token };
            continue;
        } else {
            "one fact per cell"
        };
        errors.push(line.error(fact.column, fact.length, TextErrorKind::Expected(expected)));
    }
    TextErrors::collect(errors)?;
    Ok(cells)
}

/// Returns the number of the first row and column.
fn first_index(facts: &[(&TextLine, Fact<'_>)]) -> usize {
    usize::from(!facts.iter().any(|(_, fact)| fact.numbers[..2].contains(&0)))
}

/// Returns the smallest usual size of a board that contains the cells and digits of `facts`.
fn usual_size(facts: &[(&TextLine, Fact<'_>)]) -> usize {
    let offset = 1 - first_index(facts);
    let largest = |fact: &Fact<'_>| fact.numbers[2].max(fact.numbers[0].max(fact.numbers[1]) + offset);
    let largest = facts.iter().map(|(_, fact)| largest(fact)).max().unwrap_or(0);
    USUAL_SIZES.into_iter().find(|&size| size >= largest).unwrap_or(largest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Format;
    use crate::text::testing::{check_detected, check_read, check_written};

    const BOARD: &str = "12....1..2..4..2";
    const TEXT: &str = "size(4).\ngiven(1,1,1).\ngiven(1,2,2).\ngiven(2,3,1).\ngiven(3,2,2).\ngiven(4,1,4).\n\
                        given(4,4,2).\n";

    #[test]
    fn reads_and_writes_facts() {
        check_written(Format::Facts, &Record::new(BOARD.parse().unwrap(), 1), TEXT);
        check_detected(&TEXT.repeat(2), &[&format!("1: {BOARD}"), &format!("8: {BOARD}")]);
    }

    #[test]
    fn answers_and_tables_contain_facts() {
        let atoms = "x(0,0,1) box(1,1) x(0,1,2) x(1,2,1) x(2,1,2) x(3,0,4) x(3,3,2)";
        let answer =
            format!("Solving...\nAnswer: 1\n{atoms}\nAnswer: 2\n{atoms}\nSATISFIABLE\n\nModels : 2\n");
        check_detected(&answer, &[&format!("3: {BOARD}"), &format!("5: {BOARD}")]);
        let table = "row,col,value\n1,1,1\n1,2,2\n2,3,1\n3,2,2\n4,1,4\n4,4,2\n4,2,0\n";
        check_detected(table, &[&format!("2: {BOARD}")]);
    }

    #[test]
    fn malformed_facts_are_errors() {
        let within = "2:1: expected a row and a column within the board";
        check_read(Format::Facts, "size(4).\ngiven(5,1,1).\n", &[within]);
        let twice = "1:14: expected one fact per cell";
        check_read(Format::Facts, "given(1,1,1).given(1,1,2).\n", &[twice]);
        check_read(Format::Facts, "given(1,1,1).\ngiven(1,\n", &["2:1: expected facts like given(1,2,3)."]);
        check_read(Format::Facts, "size(0).\n", &["1:1: expected a board of 1x1 to 1000x1000 cells"]);
        check_read(
            Format::Facts,
            "size(4).\ngiven(1,1,7).\n",
            &["2:1: 7 is out of range: the digits of a 4x4 board are 1 to 4"],
        );
    }

    #[test]
    fn tables_need_no_header_and_programs_have_other_statements() {
        let triples = "1,1,1\n1,2,2\n2,3,1\n3,2,2\n4,1,4\n4,4,2\n";
        let table = format!("{triples}2,1,3\n2,2,4\n");
        let expected = ["1: 12..341..2..4..2"];
        check_detected(&table, &expected);
        for (open, close) in [("<", ">"), ("(", "),")] {
            let lines = table.lines().map(|line| format!("{open}{line}{close}\n")).collect::<Vec<_>>();
            check_detected(&lines.concat(), &expected);
        }
        let tuples = table.lines().map(|line| format!("({line})")).collect::<Vec<_>>().join(", ");
        check_detected(&format!("INSERT INTO cells (r, c, v) VALUES {tuples};\n"), &expected);
        let facts = triples.lines().map(|line| format!("cell({line}).\n")).collect::<Vec<_>>().concat();
        let program = format!("{facts}1 {{ v(R,C,1..4) }} 1 :- r(R), c(C).\n#show v/3.\n");
        check_detected(&program, &[&format!("1: {BOARD}")]);
        check_detected(&format!("r(1..4).\n{program}"), &[&format!("2: {BOARD}")]);
    }
}
