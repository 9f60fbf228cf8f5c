//! The puzzles of an input as a stream.

use std::io::Read;
use std::sync::Arc;

use super::detect::{self, Format, Layout};
use super::error::{Cells, ReadError, TextError, TextErrorKind};
use super::source::{Line, Lines};
use super::symbol::{self, Word};
use crate::geometry::{BoxShape, Geometry};
use crate::grid::Grid;

/// A puzzle of an input and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The puzzle.
    pub puzzle: Grid,
    /// The line of its first cell, from 1.
    pub line: usize,
}

/// Reads the puzzles of an input, one after the other. Memory: 64 KiB of input and one puzzle.
///
/// The format is decided by what the first look at the input shows, which never waits for more
/// than a first line of cells. After a wrong line the next puzzle follows; in a text of several
/// lines a puzzle that follows is looked for after the next empty line.
#[derive(Debug)]
pub struct Reader<R> {
    lines: Lines<R>,
    shape: Option<BoxShape>,
    format: Option<(Format, Arc<Geometry>)>,
}

impl<R: Read> Reader<R> {
    /// Reads from `input`, which needs no buffer. `shape` is the shape of the boxes where it is known.
    pub fn new(input: R, shape: Option<BoxShape>) -> Self {
        Self { lines: Lines::new(input), shape, format: None }
    }

    /// The format, looked for before the first puzzle; `None` where no line bears cells.
    fn format(&mut self) -> Option<Result<(Format, Arc<Geometry>), TextError>> {
        if let Some(format) = &self.format {
            return Some(Ok(format.clone()));
        }
        let lines = self.lines.look_ahead(|line| !symbol::is_skipped(line));
        let lines = lines.filter(|line| !symbol::is_skipped(&line.text));
        match detect::detect(lines, self.shape)? {
            Ok(format) => {
                let geometry = Arc::new(Geometry::new(format.shape));
                Some(Ok(self.format.insert((format, geometry)).clone()))
            }
            Err((line, kind)) => {
                let length = line.text.chars().count();
                Some(Err(line.error(1, length, kind)))
            }
        }
    }

    fn next_line_with_cells(&mut self) -> Option<Result<Line, ReadError>> {
        loop {
            match self.lines.next()? {
                Ok(line) if symbol::is_skipped(&line.text) => {}
                other => return Some(other),
            }
        }
    }

    /// Reads the puzzle that begins with `first`.
    fn record(&mut self, first: Line, format: Format, geometry: &Arc<Geometry>) -> Result<Record, ReadError> {
        let size = geometry.size();
        let mut puzzle = Grid::empty(geometry.clone());
        let mut cells = geometry.cells();
        let start = first.number;
        let mut line = first;
        for row in 1..=format.expected_lines() {
            let words = format.cells(&line.text);
            let parse = |word: &Word<'_>| {
                symbol::cell(word.text, format.spelling, size, format.layout == Layout::Line)
                    .map_err(|kind| line.error(word.column, word.text.chars().count(), kind))
            };
            if words.len() != format.expected_cells() {
                // A stray character explains a wrong count better than the count does.
                let parsed: Result<Vec<_>, _> = words.iter().map(parse).collect();
                return Err(parsed.err().unwrap_or_else(|| wrong_cell_count(&line, &words, format)).into());
            }
            for (word, cell) in words.iter().zip(cells.by_ref()) {
                puzzle.set(cell, parse(word)?);
            }
            if row < format.expected_lines() {
                line = match self.next_line_with_cells() {
                    Some(next) => next?,
                    None => {
                        return Err(line.error(1, 1, TextErrorKind::RowCount { found: row, size }).into());
                    }
                };
            }
        }
        Ok(Record { puzzle, line: start })
    }

    fn skip_to_empty_line(&mut self) {
        while let Some(Ok(line)) = self.lines.next() {
            if line.text.trim().is_empty() {
                break;
            }
        }
    }
}

fn wrong_cell_count(line: &Line, words: &[Word<'_>], format: Format) -> TextError {
    let expected = match format.layout {
        Layout::Line => Cells::Board(format.shape),
        Layout::Rows => Cells::Row(format.shape),
    };
    let kind = TextErrorKind::CellCount { found: words.len(), expected };
    let (start, end) = match words {
        [first, .., last] => (first.column, last.column + last.text.chars().count()),
        _ => (1, 2),
    };
    line.error(start, end - start, kind)
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let (format, geometry) = match self.format() {
            None => {
                return self
                    .next_line_with_cells()
                    .map(|line| Err(line.err().unwrap_or(ReadError::NoPuzzle)));
            }
            Some(Ok(format)) => format,
            Some(Err(error)) => {
                self.next_line_with_cells();
                return Some(Err(error.into()));
            }
        };
        let record = match self.next_line_with_cells()? {
            Ok(line) => self.record(line, format, &geometry),
            Err(error) => Err(error),
        };
        if record.is_err() && format.layout == Layout::Rows {
            self.skip_to_empty_line();
        }
        Some(record)
    }
}
