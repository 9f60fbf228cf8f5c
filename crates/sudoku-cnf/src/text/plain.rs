//! Plain boards: lines or rows of cells, of pencilmarks, or fields between delimiters, perhaps with bars, rules and
//! headings.

use std::io::Read;

use super::Record;
use super::error::{Cells as Expected, ReadError, TextError, TextErrorKind, TextErrors};
use super::look::{Arrangement, Reading};
use super::sheet::{self, Boards};
use super::source::{Line, Lines};
use super::symbol::{self, Content, LineKind, Word};
use crate::geometry::BoxShape;
use crate::grid::Grid;

/// Reads the puzzles of a plain text.
///
/// A puzzle in rows may be parted by single empty lines, at every band or nowhere, so that a missing row takes
/// none from the next puzzle. Comments, headings and several empty lines always end a puzzle.
#[derive(Debug)]
pub(super) struct Plain {
    reading: Reading,
    /// The heading of the next puzzle, where it was seen already.
    heading: Option<String>,
}

/// What stands between two lines with cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Gap {
    /// Nothing, or rules.
    None,
    /// One empty line, as between bands.
    Bands,
    /// A comment or several empty lines, as between puzzles; the last heading.
    Puzzles(Option<String>),
}

impl Gap {
    /// The heading in it.
    pub(super) fn heading(self) -> Option<String> {
        if let Self::Puzzles(heading) = self { heading } else { None }
    }
}

/// Takes lines up to the first one with cells, and tells what they part.
pub(super) fn skip_to_cells<R: Read>(lines: &mut Lines<R>, reading: Option<&Reading>) -> Gap {
    let mut gap = Gap::None;
    while let Some(Ok(line)) = lines.peek() {
        match symbol::kind(&line.text) {
            LineKind::Cells => break,
            LineKind::Rule
                if symbol::dashes(&line.text).is_some_and(|dashes| may_be_board(dashes, reading)) =>
            {
                break;
            }
            LineKind::Empty if gap == Gap::None => gap = Gap::Bands,
            LineKind::Empty if gap == Gap::Bands => gap = Gap::Puzzles(None),
            LineKind::Rule | LineKind::Empty => {}
            LineKind::Comment => {
                let section = symbol::section(&line.text);
                let is_other = section.is_some_and(|name| !name.eq_ignore_ascii_case("puzzle"));
                let is_name = section.is_none() && symbol::is_heading(&line.text);
                let heading = is_name.then(|| line.text.trim().to_owned()).or(gap.heading());
                gap = Gap::Puzzles(heading);
                if is_other {
                    skip_section(lines);
                }
            }
        }
        lines.next();
    }
    gap
}

/// Takes the lines of a section that is no puzzle, such as a player's `[State]`, but for its last one.
fn skip_section<R: Read>(lines: &mut Lines<R>) {
    while lines.peek_second().is_some_and(|line| symbol::section(&line.text).is_none()) {
        lines.next();
    }
}

/// Whether a line of nothing but dashes may be an empty board.
fn may_be_board(dashes: usize, reading: Option<&Reading>) -> bool {
    match reading {
        Some(reading) => reading.look.arrangement == Arrangement::Line && dashes == reading.expected_cells(),
        None => BoxShape::most_square(dashes.isqrt()).is_some_and(|shape| shape.size().pow(2) == dashes),
    }
}

impl Plain {
    pub(super) fn new(reading: Reading) -> Self {
        Self { reading, heading: None }
    }

    /// The next puzzle. Of a faulty one all rows are taken. `heading` is what was skipped before this.
    pub(super) fn next<R: Read>(
        &mut self,
        lines: &mut Lines<R>,
        boards: &mut Boards,
        heading: Option<String>,
    ) -> Option<Result<Record, ReadError>> {
        let seen = self.heading.take().or(heading);
        let heading = skip_to_cells(lines, Some(&self.reading)).heading().or(seen);
        let first = lines.next()?;
        Some(first.and_then(|first| self.record(first, lines, boards, heading)))
    }

    fn record<R: Read>(
        &mut self,
        first: Line,
        lines: &mut Lines<R>,
        boards: &mut Boards,
        heading: Option<String>,
    ) -> Result<Record, ReadError> {
        let reading = self.reading;
        let geometry = boards.geometry(reading.shape).inspect_err(|_| lines.end())?;
        let start = first.number;
        let (mut contents, mut faults) = (Vec::with_capacity(geometry.cell_count()), Vec::new());
        let mut bands = Bands::default();
        let (mut solution, mut remark) = (None, heading);
        let mut line = first;
        for row in 1..=reading.expected_lines() {
            let (words, end) = reading.words(&line.text);
            match self.contents(&line, &words, boards.board.boxes.is_some()) {
                Ok(row) => contents.extend(row),
                Err(errors) => faults.extend(errors),
            }
            if reading.look.arrangement == Arrangement::Line && end < line.text.len() {
                let (solved, rest) = self.rest(&line.text[end..]);
                solution = solved.map(|solved| sheet::fill(&geometry, solved));
                remark = rest.or(remark);
            }
            if let Some(kind) = self.fault_after_row(row, lines, &mut bands) {
                let fault = line.error(1, 1, kind);
                // That rows are missing is no news where rows were wrong.
                if faults.is_empty() {
                    faults.push(fault);
                }
                break;
            }
            if row < reading.expected_lines()
                && let Some(next) = lines.next()
            {
                line = next?;
            }
        }
        TextErrors::all(faults)?;
        Ok(Record { solution, remark, ..Record::new(sheet::fill(&geometry, contents), start) })
    }

    /// What the words of a line hold.
    ///
    /// # Errors
    /// All that is wrong with it.
    fn contents(
        &self,
        line: &Line,
        words: &[Word<'_>],
        has_shape: bool,
    ) -> Result<Vec<Content>, Vec<TextError>> {
        let cells = self.reading.cells(&line.text);
        let (mut contents, mut faults) = (Vec::with_capacity(words.len()), Vec::new());
        for word in words {
            match cells.content(&word.text) {
                Ok(content) => contents.push(content),
                Err(kind) => faults.push(line.error(word.column, word.length(), kind)),
            }
        }
        if words.len() != self.reading.expected_cells() {
            // A stray character explains a wrong count better than the count does.
            faults.truncate(1);
            if faults.is_empty() {
                faults.push(self.wrong_cell_count(line, words));
            }
        } else if faults.is_empty() && !has_shape && !self.reading.bars_fit(&line.text) {
            let length = line.text.chars().count();
            faults.push(line.error(1, length, TextErrorKind::Bars(self.reading.shape)));
        }
        if faults.is_empty() { Ok(contents) } else { Err(faults) }
    }

    fn wrong_cell_count(&self, line: &Line, words: &[Word<'_>]) -> TextError {
        let expected = match self.reading.look.arrangement {
            Arrangement::Line => Expected::Board(self.reading.shape),
            Arrangement::Rows => Expected::Row(self.reading.shape),
        };
        let kind = TextErrorKind::CellCount { found: words.len(), expected };
        let (start, end) = match words {
            [first, .., last] => (first.column, last.column + last.length()),
            _ => (1, 2),
        };
        line.error(start, end - start, kind)
    }

    /// What follows a board on its line: its solution, and words.
    fn rest(&self, text: &str) -> (Option<Vec<Content>>, Option<String>) {
        let is_between = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '#');
        let text = text.trim_matches(is_between);
        let end = text.find(is_between).unwrap_or(text.len());
        let solution = self.solution(&text[..end]);
        let rest = if solution.is_some() { text[end..].trim_matches(is_between) } else { text };
        (solution, (!rest.is_empty()).then(|| rest.to_owned()))
    }

    /// The cells of a full grid.
    fn solution(&self, text: &str) -> Option<Vec<Content>> {
        let count = self.reading.shape.size().pow(2);
        let is_full = text.len() == count && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let cells = self.reading.cells(text);
        let content =
            |word: Word<'_>| cells.content(&word.text).ok().filter(|content| *content != Content::Blank);
        is_full.then(|| symbol::characters(1, text).map(content).collect::<Option<_>>()).flatten()
    }

    /// Takes what follows a row, and tells why the puzzle may not go on.
    fn fault_after_row<R: Read>(
        &mut self,
        row: usize,
        lines: &mut Lines<R>,
        bands: &mut Bands,
    ) -> Option<TextErrorKind> {
        let (is_last, shape) = (row == self.reading.expected_lines(), self.reading.shape);
        if is_last && !bands.are_parted {
            return None;
        }
        let gap = skip_to_cells(lines, Some(&self.reading));
        let is_end = lines.peek().is_none();
        let fault = bands.judge(&gap, is_end, is_last, shape.rows());
        self.heading = gap.heading();
        match fault? {
            BandFault::Short => Some(TextErrorKind::RowCount { found: row, size: shape.size() }),
            BandFault::Long => {
                skip_to_gap(lines);
                Some(TextErrorKind::Band { rows: shape.rows() })
            }
        }
    }
}

fn skip_to_gap<R: Read>(lines: &mut Lines<R>) {
    let is_gap = |line: &Line| matches!(symbol::kind(&line.text), LineKind::Empty | LineKind::Comment);
    while lines.peek().is_some_and(|line| line.as_ref().is_ok_and(|line| !is_gap(line))) {
        lines.next();
    }
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
    fn judge(&mut self, gap: &Gap, is_end: bool, is_last: bool, band: usize) -> Option<BandFault> {
        self.rows_since_gap += 1;
        let is_whole = self.rows_since_gap == band;
        if self.are_parted && is_whole && *gap == Gap::None && !is_end {
            return Some(BandFault::Long);
        }
        if is_last {
            return None;
        }
        match gap {
            _ if is_end => return Some(BandFault::Short),
            Gap::None => {}
            Gap::Bands if is_whole => *self = Self { rows_since_gap: 0, are_parted: true },
            Gap::Bands | Gap::Puzzles(_) => return Some(BandFault::Short),
        }
        None
    }
}

impl Record {
    /// A puzzle and its line, and nothing else.
    #[must_use]
    pub fn new(puzzle: Grid, line: usize) -> Self {
        Self { puzzle, line, solution: None, remark: None, note: None }
    }
}
