//! The reader for plain boards. Each line of cells is a whole board or a row. Vertical bars, horizontal lines
//! and headings are optional.

use std::mem;
use std::sync::Arc;

use super::bands::BandTracker;
use super::board_layout::{BoardLayout, are_valid};
use super::layout::Arrangement;
use super::line_class::{LineClass, classify};
use super::prose::{are_words, has_word};
use super::separator::{self, Separator};
use super::{contents, labels, padding, region_map, size_header};
use crate::puzzle::Grid;
use crate::puzzle::board::{BoardOptions, BoxSetting, Boxes, Geometry, Regions};
use crate::text::board_text::BoardText;
use crate::text::canvas;
use crate::text::cell_reader::CellContent;
use crate::text::cell_value;
use crate::text::error::TextError;
use crate::text::error_kind::TextErrorKind;
use crate::text::grid_builder::{self, GridBuilder};
use crate::text::lines::AnyLines;
use crate::text::overlap::place;
use crate::text::record::{ReadResult, Record};
use crate::text::structure::FormatReader;
use crate::text::text_line::TextLine;

/// A reader for plain boards.
///
/// Blank lines may separate the bands (horizontal rows of boxes) of a puzzle. If so, there must be exactly
/// one blank line between any two adjacent bands, so that a missing row does not affect the next puzzle. A
/// comment, a heading or two consecutive blank lines always end a puzzle.
#[derive(Debug)]
pub(in crate::text) struct PlainReader {
    board: BoardLayout,
    /// Whether the lines before the next puzzle contain information that records do not store.
    has_other_fields: bool,
    /// Whether the first puzzle has been reached.
    has_started: bool,
    /// Whether a blank row separates each table from the next. `None` until a blank row follows a table.
    blank_rows_separate: Option<bool>,
    /// The separator in front of the next line.
    separator: Separator,
    /// The cells of the next line if it is a board of plain digits.
    digits: Option<Vec<CellContent>>,
    /// Whether the user set the format. If not, a single candidate list on a board with blanks is an error.
    is_chosen: bool,
}

impl PlainReader {
    pub(in crate::text) fn new(board: BoardLayout, has_other_fields: bool, is_chosen: bool) -> Self {
        Self {
            board,
            has_other_fields,
            has_started: false,
            blank_rows_separate: None,
            separator: Separator::None,
            digits: None,
            is_chosen,
        }
    }

    /// Returns whether the next line has arrived and is a board of plain digits without any other text.
    fn is_whole_line_next(&self, lines: &AnyLines<'_>) -> bool {
        lines.unread().is_some_and(|text| self.board.whole_line(text).is_some())
    }

    /// Reads the next puzzle if its line has arrived and is a board of plain digits without any other text.
    fn whole_line(&mut self, lines: &mut AnyLines<'_>, builder: &mut GridBuilder) -> Option<Record> {
        let (line, board) = self.unread_board(lines, builder)?;
        let grid = Grid::from_digits(board.clone(), cell_value::digits(line).collect());
        let mut record = Record::new(grid.into(), lines.next_number());
        BoardText::set_line(&mut record.text, record.line, line);
        self.take_line(&mut record, lines);
        Some(record)
    }

    /// Returns the next line and its board if the line has arrived and is a board of plain digits without any other
    /// text.
    fn unread_board<'a>(
        &self,
        lines: &'a AnyLines<'_>,
        builder: &'a mut GridBuilder,
    ) -> Option<(&'a str, &'a Arc<Geometry>)> {
        // The first puzzle decides whether there is a title or a size in front of the puzzles.
        let line = self.board.whole_line(lines.unread().filter(|_| self.has_started)?)?;
        let board = builder.geometry(self.board.shape).ok().filter(|board| board.layout().is_none())?;
        Some((line, board))
    }

    /// Removes the line of `record` from the input.
    fn take_line(&mut self, record: &mut Record, lines: &mut AnyLines<'_>) {
        record.has_other_fields = mem::take(&mut self.has_other_fields);
        (self.separator, self.digits) = (Separator::None, None);
        lines.skip_unread(self.board.expected_cells());
    }

    /// Returns whether `line` is a valid board or the valid first row of one.
    fn is_first_line(&mut self, line: &TextLine) -> bool {
        self.digits = self.board.plain_digits(&line.text);
        self.digits.is_some() || {
            let (cells, _) = self.board.cells(&line.text);
            cells.len() == self.board.expected_cells()
                && are_valid(&cells, self.board.cell_reader(&cells), None)
        }
    }

    fn skip(&mut self, lines: &mut AnyLines<'_>) -> Separator {
        self.separator = separator::skip(lines, Some(&self.board), &mut self.has_other_fields);
        self.separator
    }

    fn record(&mut self, first: TextLine, lines: &mut AnyLines<'_>, builder: &mut GridBuilder) -> ReadResult {
        let start = first.number;
        let has_other_fields = mem::take(&mut self.has_other_fields);
        let (contents, comment, rows) = match self.digits.take() {
            Some(digits) => {
                let comment = first.text[digits.len()..].trim().to_owned();
                (digits, comment, vec![first])
            }
            None => self.board_contents(first, lines, builder)?,
        };
        let (regions, comment) = self.regions(&contents, comment, lines);
        let geometry = match regions {
            Some(regions) if builder.board.boxes == BoxSetting::Inferred => {
                let boxes = BoxSetting::Known(Boxes::Regions(regions));
                BoardOptions { boxes, ..builder.board.clone() }.geometry(self.board.shape)?
            }
            _ => builder.boards_for(self.board.shape, &contents).inspect_err(|_| lines.end())?,
        };
        if region_map::regions(&as_labels(&contents)).is_some() {
            let kind = TextErrorKind::Expected("a puzzle, found the regions of one");
            return Err(rows[0].whole_error(kind).into());
        }
        let contents = place(&geometry, contents).map_err(|kind| rows[0].whole_error(kind))?;
        let (solution, remark) = self.board.comment(&comment);
        if let Some(second) = remark.as_deref().and_then(|remark| self.board.second_board(remark)) {
            let start = rows[0].text.rfind(second).map_or(0, |end| rows[0].text[..end].chars().count());
            let kind = TextErrorKind::Expected("one puzzle per line");
            return Err(rows[0].error(start + 1, second.len(), kind).into());
        }
        let solution = solution.filter(|solution| solution.len() == geometry.cell_count());
        let solution = solution.map(|solution| grid_builder::fill(&geometry, solution).into_grid());
        let puzzle = grid_builder::fill(&geometry, contents);
        let text = geometry.layout().is_none().then(|| BoardText::plain(rows, self.board));
        Ok(Record { solution, remark, has_other_fields, text, ..Record::new(puzzle, start) })
    }

    /// Returns the regions of the board with the cells `contents` that follow it on its line or on the next lines, and
    /// the rest of `comment`, the text after the board on its line.
    fn regions(
        &self,
        contents: &[CellContent],
        comment: String,
        lines: &mut AnyLines<'_>,
    ) -> (Option<Regions>, String) {
        if self.board.layout.arrangement == Arrangement::Rows {
            return (region_map::take_below(lines, self.board.shape.size()), comment);
        }
        let text =
            comment.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '|' | ',' | ';' | '"'));
        let end = text.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(text.len());
        let labels: Vec<char> = text[..end].chars().collect();
        let regions = (labels.len() == contents.len()).then(|| region_map::regions(&labels)).flatten();
        let rest = regions.is_some().then(|| text[end..].to_owned());
        (regions, rest.unwrap_or(comment))
    }

    /// Reads the cells of the board whose first line is `first`. Also returns the text after the board, if the whole
    /// board is on this line, and the lines of the board.
    fn board_contents(
        &mut self,
        first: TextLine,
        lines: &mut AnyLines<'_>,
        builder: &mut GridBuilder,
    ) -> ReadResult<(Vec<CellContent>, String, Vec<TextLine>)> {
        self.board.reject_prose(&first)?;
        let (rows, short) = self.rows(first, lines)?;
        let (contents, comment) = contents::read(&mut self.board, self.is_chosen, &rows, short, builder)?;
        Ok((contents, comment, rows))
    }

    /// Reads the rows of the puzzle whose first row is `first`. Returns the rows, together with an error if
    /// there are too few or too many of them.
    fn rows(
        &mut self,
        first: TextLine,
        lines: &mut AnyLines<'_>,
    ) -> ReadResult<(Vec<TextLine>, Option<TextError>)> {
        let expected = self.board.expected_lines();
        let mut rows = vec![first];
        let mut bands = BandTracker::default();
        let error = loop {
            let last = &rows[rows.len() - 1];
            if let Err(kind) = self.check_row(rows.len(), lines, &mut bands) {
                break Some(last.error(1, 1, kind));
            }
            if rows.len() == expected {
                break None;
            }
            if lines.line_ahead(0).is_some_and(|line| self.is_text(line, last)) {
                let kind = TextErrorKind::RowCount { found: rows.len(), size: self.board.shape.size() };
                break Some(last.error(1, 1, kind));
            }
            if let Some(next) = lines.next() {
                rows.push(next?);
            }
        };
        Ok((rows, error))
    }

    /// Returns whether `line` has a word and does not belong to the puzzle with the row `last`, because it has too few
    /// valid cells or because blank lines are between them. A row whose symbols may be letters belongs to it.
    fn is_text(&self, line: &TextLine, last: &TextLine) -> bool {
        has_word(&line.text) && {
            let (cells, _) = self.board.layout.cells(&line.text);
            let reader = self.board.cell_reader(&cells);
            let valid = cells.iter().filter(|cell| reader.read(&cell.text).is_ok()).count();
            let expected = self.board.expected_cells();
            let is_row = cells.len() == expected && !(valid < expected && are_words(&cells));
            !is_row && (valid < expected || line.number > last.number + 1)
        }
    }

    /// Skips the separator after a row, and checks that the puzzle does not end too early and that no band is
    /// too long. `row` is the 1-based row number.
    ///
    /// # Errors
    /// Returns an error if the puzzle has too few rows, or if a band has too many rows.
    fn check_row(
        &mut self,
        row: usize,
        lines: &mut AnyLines<'_>,
        bands: &mut BandTracker,
    ) -> Result<(), TextErrorKind> {
        if row == self.board.expected_lines() && !bands.are_separated {
            return Ok(());
        }
        let separator = self.skip(lines);
        let is_end = lines.peek().is_none();
        let checked = bands.check_row(separator, is_end, row, &self.board);
        if matches!(checked, Err(TextErrorKind::Band { .. })) {
            // The remaining rows of the puzzle.
            lines.skip_while(|line| matches!(classify(&line.text), LineClass::Cells | LineClass::Rule));
        }
        checked
    }
}

impl FormatReader for PlainReader {
    /// Returns whether the next puzzle consists of a single line and has already arrived.
    fn has_arrived(&mut self, lines: &mut AnyLines<'_>) -> bool {
        if self.is_whole_line_next(lines) {
            return true;
        }
        let is_puzzle = |line: &TextLine| {
            classify(&line.text) == LineClass::Cells
                && !self.board.layout.is_blank_row(&line.text, self.board.expected_cells())
        };
        self.board.layout.arrangement == Arrangement::Line
            && lines.buffered().find(|line| !separator::is_skipped(line)).is_some_and(is_puzzle)
    }

    /// Replaces `record` by the next puzzle and reuses its memory if the next line has arrived and is a board of plain
    /// digits without any other text. Otherwise, returns `false` and changes nothing.
    ///
    /// The result is the same as that of [`next`](Self::next). The text is not split into lines and tokens first.
    fn replace(&mut self, record: &mut Record, lines: &mut AnyLines<'_>, builder: &mut GridBuilder) -> bool {
        let Some((line, board)) = self.unread_board(lines, builder) else { return false };
        record.puzzle.replace(board, cell_value::digits(line));
        (record.solution, record.remark, record.note, record.source) = (None, None, None, None);
        record.line = lines.next_number();
        BoardText::set_line(&mut record.text, record.line, line);
        self.take_line(record, lines);
        true
    }

    fn has_line_records(&self) -> bool {
        self.board.layout.arrangement == Arrangement::Line
    }

    fn plain_board(&self) -> Option<(BoardLayout, bool)> {
        Some((self.board, self.separator != Separator::None))
    }

    /// Reads the next puzzle. Returns `None` at the end of the input, and in front of a line that is neither a valid
    /// board nor a valid row. This line is not removed.
    fn next(&mut self, lines: &mut AnyLines<'_>, builder: &mut GridBuilder) -> ReadResult<Option<Record>> {
        if let Some(record) = self.whole_line(lines, builder) {
            return Ok(Some(record));
        }
        self.skip(lines);
        // A number among boards on one line each is a malformed board.
        while (!self.has_line_records() || !self.has_started) && size_header::skip(lines, &builder.board) {
            self.skip(lines);
        }
        if !self.has_line_records() {
            labels::remove(lines);
        }
        // With one board per line, a line of blanks is an empty board.
        if mem::replace(&mut self.has_started, true) && self.board.layout.arrangement == Arrangement::Rows {
            padding::skip(&mut self.blank_rows_separate, lines, self.board.layout, self.board.shape.size())?;
            self.skip(lines);
        }
        if self.board.layout.arrangement == Arrangement::Rows && canvas::is_next(lines) {
            return Ok(None);
        }
        if matches!(lines.peek(), Some(Ok(line)) if !self.is_first_line(line)) {
            return Ok(None);
        }
        self.take_foreign(lines, builder)
    }

    /// Reads the puzzle whose first line is the next line. All rows of a malformed puzzle are consumed.
    fn take_foreign(
        &mut self,
        lines: &mut AnyLines<'_>,
        builder: &mut GridBuilder,
    ) -> ReadResult<Option<Record>> {
        lines.next().map(|first| self.record(first?, lines, builder)).transpose()
    }
}

/// Returns the digits of a full grid as labels of regions, and nothing if there is an open cell.
fn as_labels(contents: &[CellContent]) -> Vec<char> {
    let label = |content: &CellContent| match content {
        CellContent::Digit(digit) => u32::try_from(digit.get()).ok().and_then(char::from_u32),
        CellContent::Blank | CellContent::Candidates(_) => None,
    };
    contents.iter().map(label).collect::<Option<_>>().unwrap_or_default()
}
