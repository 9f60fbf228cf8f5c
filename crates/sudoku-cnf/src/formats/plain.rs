//! Plain boards: lines or rows of cells, of pencilmarks, or fields between delimiters, perhaps with bars, rules and
//! headings.

use std::io::Read;

use super::Record;
use super::content::Content;
use super::error::{Cells as Expected, ReadError, TextError, TextErrorKind, TextErrors};
use super::gap::{self, Gap};
use super::kind::{self, LineKind};
use super::look::{Arrangement, Reading};
use super::sheet::{self, Boards};
use super::source::{Line, Lines};
use super::word::{self, Word};

/// Reads the puzzles of a plain text.
///
/// A puzzle in rows may be parted by single empty lines, at every band or nowhere, so that a missing row takes
/// none from the next puzzle. Comments, headings and several empty lines always end a puzzle.
#[derive(Debug)]
pub(super) struct Plain {
    reading: Reading,
    /// Whether what stands between the puzzles says more of the next one.
    has_more: bool,
    /// Whether the first puzzle was read.
    has_begun: bool,
    /// What blank rows of a table are for, once that matters.
    padding: Option<Padding>,
}

/// What blank rows of a table are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Padding {
    /// They are rows of puzzles.
    None,
    /// One stands between every two puzzles.
    Between,
}

/// How many bytes of a table are looked at to see what its blank rows are for.
const LONG_TABLE: usize = 1 << 20;

impl Plain {
    pub(super) fn new(reading: Reading, has_more: bool) -> Self {
        Self { reading, has_more, has_begun: false, padding: None }
    }

    /// Whether a line that is a whole puzzle is at hand, with nothing before it that may take more lines to understand.
    pub(super) fn has_arrived<R: Read>(&self, lines: &mut Lines<R>) -> bool {
        let is_puzzle = |line: &Line| {
            kind::kind(&line.text) == LineKind::Cells
                && !self.reading.look.is_blank_row(&line.text, self.reading.expected_cells())
        };
        self.reading.look.arrangement == Arrangement::Line
            && lines.at_hand().find(|line| !gap::is_passed_over(line)).is_some_and(is_puzzle)
    }

    /// The next puzzle. Of a faulty one all rows are taken.
    pub(super) fn next<R: Read>(
        &mut self,
        lines: &mut Lines<R>,
        boards: &mut Boards,
    ) -> Option<Result<Record, ReadError>> {
        gap::skip(lines, Some(&self.reading), &mut self.has_more);
        if let Err(error) = self.skip_padding(lines) {
            return Some(Err(error));
        }
        gap::skip(lines, Some(&self.reading), &mut self.has_more);
        self.has_begun = true;
        let first = lines.next()?;
        Some(first.and_then(|first| self.record(first, lines, boards)))
    }

    /// Takes a blank row of a table that parts two puzzles, and those that stand behind the last.
    ///
    /// # Errors
    /// If the row may as well be the first of a puzzle.
    fn skip_padding<R: Read>(&mut self, lines: &mut Lines<R>) -> Result<(), ReadError> {
        let (look, n) = (self.reading.look, self.reading.expected_cells());
        let is_blank = |line: &Line| look.is_blank_row(&line.text, n);
        if !self.has_begun || !lines.peek().is_some_and(|line| line.as_ref().is_ok_and(is_blank)) {
            return Ok(());
        }
        if self.padding.is_none() {
            self.padding = Some(self.find_padding(lines)?);
        }
        if self.padding == Some(Padding::Between) {
            lines.next();
        }
        // Fewer rows than a puzzle has, and all of them blank, are the end of a table.
        lines.up_to_lines(n);
        let rest = lines.at_hand().take_while(|line| is_blank(line)).count();
        if rest < n && lines.at_hand().nth(rest).is_none() {
            (0..rest).for_each(|_| drop(lines.next()));
        }
        Ok(())
    }

    /// What blank rows are for, by the number of all rows that follow: that has to be waited for, where a puzzle
    /// after the first begins with a blank row. In a long table they are rows of puzzles.
    fn find_padding<R: Read>(&self, lines: &mut Lines<R>) -> Result<Padding, TextError> {
        let (look, n) = (self.reading.look, self.reading.expected_cells());
        lines.up_to(LONG_TABLE);
        let is_row = |line: &&Line| look.cells(&line.text).0.len() == n;
        let rows = lines.at_hand().take_while(is_row).map(|line| look.is_blank_row(&line.text, n));
        let rows: Vec<_> = rows.collect();
        let is_parted = rows.iter().step_by(n + 1).all(|&is_blank| is_blank);
        let ends_blank = rows.len().is_multiple_of(n + 1) && rows.last() == Some(&true);
        let is_puzzle = rows.len().is_multiple_of(n) || rows.iter().all(|&is_blank| is_blank);
        if is_puzzle || !lines.has_ended() {
            return Ok(Padding::None);
        }
        if is_parted && !ends_blank {
            return Ok(Padding::Between);
        }
        let first = lines.at_hand().next().map(|line| line.whole_error(TextErrorKind::Padding));
        lines.end();
        first.map_or(Ok(Padding::None), Err)
    }

    fn record<R: Read>(
        &mut self,
        first: Line,
        lines: &mut Lines<R>,
        boards: &mut Boards,
    ) -> Result<Record, ReadError> {
        let geometry = boards.geometry(self.reading.shape).inspect_err(|_| lines.end())?;
        let start = first.number;
        let has_more = std::mem::take(&mut self.has_more);
        if let Some(digits) = self.reading.plain_digits(&first.text) {
            let rest = first.text[geometry.cell_count()..].trim();
            let (solution, remark) = if rest.is_empty() { (None, None) } else { self.rest(rest) };
            let solution = solution.map(|solution| sheet::fill(&geometry, solution).into_grid());
            return Ok(Record {
                solution,
                remark,
                has_more,
                ..Record::new(sheet::fill(&geometry, digits), start)
            });
        }
        self.refuse_prose(&first)?;
        let (rows, short) = self.rows(first, lines)?;
        let cells: Vec<_> = rows.iter().map(|line| self.reading.look.cells(&line.text)).collect();
        let (spelling, size) = (self.reading.look.spelling, self.reading.shape.size());
        for (words, _) in &cells {
            boards.see(words.iter(), spelling, size);
        }
        self.reading.alphabet = boards.resolve(spelling, size).map_err(|kind| rows[0].whole_error(kind))?;
        let (mut contents, mut faults) = (Vec::with_capacity(geometry.cell_count()), Vec::new());
        let (mut solution, mut remark) = (None, None);
        for (line, (words, end)) in rows.iter().zip(&cells) {
            match self.contents(line, words, boards.board.boxes.is_some()) {
                Ok(row) => contents.extend(row),
                Err(errors) => faults.extend(errors),
            }
            if self.reading.look.arrangement == Arrangement::Line && *end < line.text.len() {
                (solution, remark) = self.rest(&line.text[*end..]);
            }
        }
        // That rows are missing is no news where rows were wrong.
        if faults.is_empty() {
            faults.extend(short);
        }
        TextErrors::all(faults)?;
        let solution = solution.map(|solution| sheet::fill(&geometry, solution).into_grid());
        Ok(Record { solution, remark, has_more, ..Record::new(sheet::fill(&geometry, contents), start) })
    }

    /// Refuses a line that is no row at all, so that it costs no row that follows.
    fn refuse_prose(&self, line: &Line) -> Result<(), TextError> {
        if self.reading.look.arrangement == Arrangement::Line {
            return Ok(());
        }
        let (words, _) = self.reading.look.cells(&line.text);
        let is_prose = words.len() != self.reading.expected_cells()
            && line.text.chars().filter(|c| c.is_alphabetic()).count() > 2;
        if !is_prose {
            return Ok(());
        }
        self.contents(line, &words, true).map(drop).map_err(|mut faults| faults.remove(0))
    }

    /// The rows of the puzzle that begins with `first`, and what is wrong with their number.
    fn rows<R: Read>(
        &mut self,
        first: Line,
        lines: &mut Lines<R>,
    ) -> Result<(Vec<Line>, Option<TextError>), ReadError> {
        let expected = self.reading.expected_lines();
        let mut rows = vec![first];
        let mut bands = Bands::default();
        loop {
            let last = &rows[rows.len() - 1];
            if let Some(kind) = self.fault_after_row(rows.len(), lines, &mut bands) {
                let short = last.error(1, 1, kind);
                return Ok((rows, Some(short)));
            }
            if rows.len() == expected {
                return Ok((rows, None));
            }
            if let Some(next) = lines.next() {
                rows.push(next?);
            }
        }
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
        let is_between = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '#' | '"');
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
        is_full.then(|| word::characters(1, text).map(content).collect::<Option<_>>()).flatten()
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
        let gap = gap::skip(lines, Some(&self.reading), &mut self.has_more);
        let is_end = lines.peek().is_none();
        match bands.judge(gap, is_end, is_last, shape.rows())? {
            BandFault::Short => Some(TextErrorKind::RowCount { found: row, size: shape.size() }),
            BandFault::Long => {
                skip_to_gap(lines);
                Some(TextErrorKind::Band { rows: shape.rows() })
            }
        }
    }
}

fn skip_to_gap<R: Read>(lines: &mut Lines<R>) {
    let is_gap = |line: &Line| matches!(kind::kind(&line.text), LineKind::Empty | LineKind::Comment);
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
