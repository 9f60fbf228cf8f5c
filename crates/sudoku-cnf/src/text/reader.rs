//! The puzzles of an input as a stream.

use std::io::Read;
use std::sync::Arc;

use super::detect::{self, Arrangement, Format};
use super::error::{Cells, ReadError, TextError, TextErrorKind};
use super::source::{Line, Lines};
use super::symbol::{self, LineKind, Spelling, Word};
use crate::geometry::{Board, BoxShape, Cell, Digit, Geometry};
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
/// A puzzle in rows may be parted by single empty lines, at every band or nowhere, so that a missing row takes
/// none from the next puzzle. Comments and several empty lines always end a puzzle.
#[derive(Debug)]
pub struct Reader<R> {
    lines: Lines<R>,
    board: Board,
    format: Option<(Format, Arc<Geometry>)>,
    /// Up to this line no format was found.
    formless_until: usize,
}

impl<R: Read> Reader<R> {
    /// Reads from `input`, which needs no buffer. `board` is what is known of the board.
    pub fn new(input: R, board: impl Into<Board>) -> Self {
        Self { lines: Lines::new(input), board: board.into(), format: None, formless_until: 0 }
    }

    /// The format by which the next line is read.
    ///
    /// # Errors
    /// If the line is in no format, and no line at hand is.
    fn format(&mut self, next: &Line) -> Result<(Format, Arc<Geometry>), ReadError> {
        if let Some((format, geometry)) = &self.format {
            return Ok((*format, geometry.clone()));
        }
        if next.number > self.formless_until {
            let cells = |line: &&Line| {
                symbol::kind(&line.text) == LineKind::Cells || symbol::dashes(&line.text).is_some()
            };
            let lines = self.lines.at_hand().filter(cells);
            match detect::detect([next].into_iter().chain(lines), self.board.shape()) {
                Some(Ok(format)) => {
                    let geometry = self.board.geometry(format.shape).inspect_err(|_| self.lines.end())?;
                    return Ok(self.format.insert((format, Arc::new(geometry))).clone());
                }
                Some(Err(ambiguous)) => {
                    self.lines.end();
                    return Err(ambiguous.into());
                }
                None => {
                    self.formless_until = self.lines.at_hand().last().map_or(next.number, |line| line.number);
                }
            }
        }
        let length = next.text.chars().count();
        Err(next.error(1, length, detect::no_board(&next.text, self.board.shape())).into())
    }

    /// Takes lines up to the first one with cells, and tells what they part.
    fn skip_to_cells(&mut self) -> Gap {
        let mut gap = Gap::None;
        while let Some(Ok(line)) = self.lines.peek() {
            match symbol::kind(&line.text) {
                LineKind::Cells => break,
                LineKind::Rule
                    if symbol::dashes(&line.text).is_some_and(|dashes| self.may_be_board(dashes)) =>
                {
                    break;
                }
                LineKind::Rule => {}
                LineKind::Empty if gap == Gap::None => gap = Gap::Bands,
                LineKind::Empty | LineKind::Comment => gap = Gap::Puzzles,
            }
            self.lines.next();
        }
        gap
    }

    /// Whether a line of nothing but dashes may be an empty board.
    fn may_be_board(&self, dashes: usize) -> bool {
        match &self.format {
            Some((format, _)) => format.arrangement == Arrangement::Line && dashes == format.expected_cells(),
            None => BoxShape::most_square(dashes.isqrt()).is_some_and(|shape| shape.size().pow(2) == dashes),
        }
    }

    fn skip_to_gap(&mut self) {
        while self.lines.peek().is_some_and(|line| {
            line.as_ref()
                .is_ok_and(|line| !matches!(symbol::kind(&line.text), LineKind::Empty | LineKind::Comment))
        }) {
            self.lines.next();
        }
    }

    /// Reads the puzzle that begins with `first`. Of a faulty one all rows are taken.
    fn record(&mut self, first: Line) -> Result<Record, ReadError> {
        let (format, geometry) = self.format(&first)?;
        if format.arrangement == Arrangement::Rows && symbol::kind(&first.text) == LineKind::Rule {
            // It was taken for a board of dashes before the format was known.
            return match self.next() {
                Some(record) => record,
                None => Err(ReadError::NoPuzzle),
            };
        }
        let mut parser = Parser { format, has_shape: self.board.boxes.is_some(), zero: false, blank: false };
        let mut bands = Bands::default();
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

    /// Takes what follows a row, and tells why the puzzle may not go on.
    fn fault_after_row(&mut self, row: usize, format: Format, bands: &mut Bands) -> Option<TextErrorKind> {
        let is_last = row == format.expected_lines();
        if is_last && !bands.are_parted {
            return None;
        }
        let gap = self.skip_to_cells();
        let is_end = self.lines.peek().is_none();
        let fault = bands.judge(gap, is_end, is_last, format.shape.rows());
        match fault? {
            BandFault::Short => Some(TextErrorKind::RowCount { found: row, size: format.shape.size() }),
            BandFault::Long => {
                self.skip_to_gap();
                Some(TextErrorKind::Band { rows: format.shape.rows() })
            }
        }
    }
}

/// What stands between two lines with cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gap {
    /// Nothing, or rules.
    None,
    /// One empty line, as between bands.
    Bands,
    /// A comment or several empty lines, as between puzzles.
    Puzzles,
}

/// How the rows of a puzzle are parted by empty lines.
#[derive(Default)]
struct Bands {
    rows_since_gap: usize,
    /// Whether there was an empty line within the puzzle.
    are_parted: bool,
}

#[derive(Debug, PartialEq, Eq)]
enum BandFault {
    /// The puzzle ends too early.
    Short,
    /// A band goes on too long.
    Long,
}

impl Bands {
    /// Counts a row and judges what follows it. A puzzle is parted at every band or nowhere.
    fn judge(&mut self, gap: Gap, is_end: bool, is_last: bool, band: usize) -> Option<BandFault> {
        self.rows_since_gap += 1;
        let is_whole = self.rows_since_gap == band;
        if self.are_parted && is_whole && gap == Gap::None && !is_end {
            return Some(BandFault::Long);
        }
        if is_last {
            return None;
        }
        match gap {
            _ if is_end => return Some(BandFault::Short),
            Gap::None => {}
            Gap::Bands if is_whole => *self = Self { rows_since_gap: 0, are_parted: true },
            Gap::Bands | Gap::Puzzles => return Some(BandFault::Short),
        }
        None
    }
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
        let Format { arrangement, spelling, shape } = self.format;
        let fault = |kind| line.error(word.column, word.text.chars().count(), kind);
        let digit = symbol::cell(word.text, spelling, shape.size(), arrangement == Arrangement::Line)
            .map_err(fault)?;
        self.zero |= word.text == "0";
        self.blank |= digit.is_none() && word.text != "0";
        if self.zero && self.blank && spelling == Spelling::Symbols && shape.size() > 9 {
            return Err(fault(TextErrorKind::ZeroOrBlank));
        }
        Ok(digit)
    }

    fn wrong_cell_count(&self, line: &Line, words: &[Word<'_>]) -> TextError {
        let expected = match self.format.arrangement {
            Arrangement::Line => Cells::Board(self.format.shape),
            Arrangement::Rows => Cells::Row(self.format.shape),
        };
        let kind = TextErrorKind::CellCount { found: words.len(), expected };
        let (start, end) = match words {
            [first, .., last] => (first.column, last.column + last.text.chars().count()),
            _ => (1, 2),
        };
        line.error(start, end - start, kind)
    }
}
