//! The puzzles of an input as a stream.

use std::io::Read;
use std::sync::Arc;

use super::detect::{self, Format, Layout};
use super::error::{Cells, ReadError, TextError, TextErrorKind};
use super::source::{Line, Lines};
use super::symbol::{self, LineKind, Spelling, Word};
use crate::geometry::{BoxShape, Cell, Digit, Geometry};
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
/// than a first line of cells. A wrong puzzle is one error, and the next puzzle follows.
///
/// A puzzle in rows may be parted by empty lines or comments between bands, but nowhere else: so a
/// missing row never takes one from the next puzzle.
#[derive(Debug)]
pub struct Reader<R> {
    lines: Lines<R>,
    shape: Option<BoxShape>,
    format: Option<(Format, Arc<Geometry>)>,
    /// Up to this line no format was found.
    formless_until: usize,
}

impl<R: Read> Reader<R> {
    /// Reads from `input`, which needs no buffer. `shape` is the shape of the boxes where it is known.
    pub fn new(input: R, shape: Option<BoxShape>) -> Self {
        Self { lines: Lines::new(input), shape, format: None, formless_until: 0 }
    }

    /// The format by which the next line is read.
    ///
    /// # Errors
    /// If the line is in no format, and no line at hand is.
    fn format(&mut self, next: &Line) -> Result<(Format, Arc<Geometry>), TextError> {
        if let Some((format, geometry)) = &self.format {
            return Ok((*format, geometry.clone()));
        }
        if next.number > self.formless_until {
            let cells = |line: &&Line| symbol::kind(&line.text) == LineKind::Cells;
            let lines = self.lines.at_hand().filter(cells);
            match detect::detect([next].into_iter().chain(lines), self.shape) {
                Some(Ok(format)) => {
                    let geometry = Arc::new(Geometry::new(format.shape));
                    return Ok(self.format.insert((format, geometry)).clone());
                }
                Some(Err(ambiguous)) => {
                    self.lines.end();
                    return Err(ambiguous);
                }
                None => {
                    self.formless_until = self.lines.at_hand().last().map_or(next.number, |line| line.number);
                }
            }
        }
        let length = next.text.chars().count();
        Err(next.error(1, length, detect::no_board(&next.text, self.shape)))
    }

    /// Takes lines up to the first one with cells; whether there were gaps among them.
    fn skip_to_cells(&mut self) -> bool {
        let line_format = self.format.as_ref().map(|(format, _)| format).filter(|f| f.layout == Layout::Line);
        let board = line_format.map(|format| format.expected_cells());
        let mut gaps = false;
        while let Some(Ok(line)) = self.lines.peek() {
            match symbol::kind(&line.text) {
                LineKind::Cells => break,
                LineKind::Rule if board.is_some_and(|cells| symbol::is_blank_board(&line.text, cells)) => {
                    break;
                }
                LineKind::Rule => {}
                LineKind::Gap => gaps = true,
            }
            self.lines.next();
        }
        gaps
    }

    fn skip_to_gap(&mut self) {
        while self
            .lines
            .peek()
            .is_some_and(|line| line.as_ref().is_ok_and(|line| symbol::kind(&line.text) != LineKind::Gap))
        {
            self.lines.next();
        }
    }

    /// Reads the puzzle that begins with `first`. Of a faulty one all rows are taken.
    fn record(&mut self, first: Line) -> Result<Record, ReadError> {
        let (format, geometry) = self.format(&first)?;
        let mut parser = Parser { format, has_shape: self.shape.is_some(), zero: false, blank: false };
        let mut bands = Bands { block: 0, is_parted: false };
        let mut puzzle = Grid::empty(geometry.clone());
        let mut fault = None;
        let start = first.number;
        let mut line = first;
        for row in 1..=format.expected_lines() {
            match parser.cells(&line) {
                Ok(digits) => {
                    let cells = ((row - 1) * geometry.size()..).map(Cell::new);
                    digits.into_iter().zip(cells).for_each(|(digit, cell)| puzzle.set(cell, digit));
                }
                Err(error) => fault = fault.or(Some(error)),
            }
            if let Some(kind) = self.fault_after_row(row, format, &mut bands) {
                return Err(fault.unwrap_or_else(|| line.error(1, 1, kind)).into());
            }
            if row < format.expected_lines()
                && let Some(next) = self.lines.next()
            {
                line = next?;
            }
        }
        match fault {
            Some(fault) => Err(fault.into()),
            None => Ok(Record { puzzle, line: start }),
        }
    }

    /// Takes what stands between two rows, and tells why the puzzle may not go on.
    fn fault_after_row(&mut self, row: usize, format: Format, bands: &mut Bands) -> Option<TextErrorKind> {
        let is_last = row == format.expected_lines();
        if is_last && !bands.is_parted {
            return None;
        }
        bands.block += 1;
        let band = format.shape.rows();
        let gap = self.skip_to_cells();
        let is_end = self.lines.peek().is_none();
        if bands.is_parted && bands.block == band && !gap && !is_end {
            self.skip_to_gap();
            return Some(TextErrorKind::Band { rows: band });
        }
        if !is_last && (is_end || gap && bands.block != band) {
            return Some(TextErrorKind::RowCount { found: row, size: format.shape.size() });
        }
        if gap {
            *bands = Bands { block: 0, is_parted: true };
        }
        None
    }
}

/// How the rows of a puzzle are parted by empty lines.
struct Bands {
    /// The rows since the last empty line.
    block: usize,
    /// Whether there was an empty line.
    is_parted: bool,
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.skip_to_cells();
        let first = self.lines.next()?;
        Some(first.and_then(|first| self.record(first)))
    }
}

/// Makes digits of the lines of a puzzle.
struct Parser {
    format: Format,
    /// Whether the shape of the boxes was said, and bars may stand where they like.
    has_shape: bool,
    /// Whether a 0 has been seen, and another blank.
    zero: bool,
    blank: bool,
}

impl Parser {
    fn cells(&mut self, line: &Line) -> Result<Vec<Option<Digit>>, TextError> {
        let words = self.format.cells(&line.text);
        // A stray character explains a wrong count better than the count does.
        let digits: Vec<_> = words.iter().map(|word| self.cell(line, word)).collect::<Result<_, _>>()?;
        if digits.len() != self.format.expected_cells() {
            return Err(self.wrong_cell_count(line, &words));
        }
        if !self.has_shape && !detect::bars_fit(&line.text, self.format) {
            return Err(line.error(1, line.text.chars().count(), TextErrorKind::Bars(self.format.shape)));
        }
        Ok(digits)
    }

    fn cell(&mut self, line: &Line, word: &Word<'_>) -> Result<Option<Digit>, TextError> {
        let Format { layout, spelling, shape } = self.format;
        let fault = |kind| line.error(word.column, word.text.chars().count(), kind);
        let digit = symbol::cell(word.text, spelling, shape.size(), layout == Layout::Line).map_err(fault)?;
        self.zero |= word.text == "0";
        self.blank |= digit.is_none() && word.text != "0";
        if self.zero && self.blank && spelling == Spelling::Symbols && shape.size() > 9 {
            return Err(fault(TextErrorKind::ZeroOrBlank));
        }
        Ok(digit)
    }

    fn wrong_cell_count(&self, line: &Line, words: &[Word<'_>]) -> TextError {
        let expected = match self.format.layout {
            Layout::Line => Cells::Board(self.format.shape),
            Layout::Rows => Cells::Row(self.format.shape),
        };
        let kind = TextErrorKind::CellCount { found: words.len(), expected };
        let (start, end) = match words {
            [first, .., last] => (first.column, last.column + last.text.chars().count()),
            _ => (1, 2),
        };
        line.error(start, end - start, kind)
    }
}
