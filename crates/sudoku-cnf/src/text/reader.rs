//! An iterator over the puzzles in an input.

use std::io::Read;
use std::sync::Arc;

use super::canvas;
use super::csv_fields::CsvHeader;
use super::decode::{Decoded, decode};
use super::detect::{Detected, detect, detect_next};
use super::document::choice::is_mostly_text;
use super::document::rule_fields;
use super::error::ReadError;
use super::foreign;
use super::format::Format;
use super::grid_builder::GridBuilder;
use super::lines::Lines;
use super::note::Note;
#[cfg(feature = "formats")]
use super::notebook;
use super::options::{ReadOptions, TextKind};
use super::plain::board_layout::BoardLayout;
use super::plain::detection::PlainBoards;
use super::plain::line_class::{looks_like_cells, not_a_board};
use super::plain::reader::PlainReader;
use super::plain::separator::skip_to_cells;
use super::plain::{cells_per_line, labels, prose, size_header};
use super::read_ahead::{self, may_have_cells};
use super::record::{ReadResult, Record, add_rules};
use super::structure::FormatReader;
use super::text_line::TextLine;
use crate::puzzle::Puzzle;
use crate::puzzle::rule::{InvalidRule, Rule};

/// The number of lines from which another format is detected within an input.
const MAX_SWITCH_LINES: usize = 64;

/// An iterator over the puzzles in an input.
///
/// The reader detects the format as soon as the first line with cells has arrived. It waits for more lines
/// only if this line could be the header of a table with numbered columns, a single cell, a line of numbers that
/// specifies the size of the board, or if it has 16, 25 or 36 cells, or more blanks, and could be a row and a whole
/// board. After a short line of text before the first puzzle, it also waits for the next line. For a malformed puzzle,
/// the reader returns an error and then continues with the next puzzle.
///
/// The reader keeps only a buffer and one puzzle in memory. For JSON and nested lists, it keeps one top-level
/// object or list instead of one puzzle. The buffer size is 64 KiB or [`ReadOptions::look_ahead`] bytes,
/// whichever is larger. If there are blank rows between tables, the buffer may grow to 1 MiB.
///
/// ```
/// use sudoku_cnf::text::{Format, ReadOptions, Reader};
///
/// let options = ReadOptions { format: Some(Format::Sdm), ..ReadOptions::default() };
/// let text = format!("53..7....{}\n", ".".repeat(72));
/// let record = Reader::new(text.as_bytes(), options).next().expect("a puzzle")?;
/// assert_eq!(record.puzzle.given_count(), 3);
/// # Ok::<(), sudoku_cnf::text::ReadError>(())
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    options: ReadOptions,
    builder: GridBuilder,
    lines: Lines<Decoded<R>>,
    /// The reader for the current format, once it has been detected.
    body: Option<Body>,
    /// The number of the last line examined in a failed attempt to detect the format.
    unknown_until: usize,
    /// The number of the line at which the current format was detected.
    opened_at: usize,
    /// Whether the input is a document, in which only structured text is read by its own reader.
    is_document: bool,
    /// Whether the start of the input has been examined.
    has_started: bool,
    /// Whether the text before the first puzzle contains information that records do not store.
    has_other_fields: bool,
    /// An empty puzzle with the rules of the options, on the board of the last puzzle.
    rules: Option<Puzzle>,
    /// Whether a note about a constant statement has been returned.
    has_constant_statement: bool,
}

/// The reader for the current format.
#[derive(Debug)]
struct Body {
    /// The format, unless the text consists of plain boards.
    format: Option<Format>,
    reader: Box<dyn FormatReader>,
}

impl Body {
    fn plain(reader: PlainReader) -> Self {
        Self { format: None, reader: Box::new(reader) }
    }
}

impl<R: Read> Reader<R> {
    /// Creates a reader for `input`. The reader has its own buffer, so a `BufReader` is not needed.
    pub fn new(input: R, options: impl Into<ReadOptions>) -> Self {
        let options = options.into();
        let mut builder = GridBuilder::new(options.board.clone(), options.alphabet);
        builder.definitions = options.definitions.clone();
        let mut lines = Lines::new(decode(input));
        lines.keeps_last = options.keep_lines;
        Self {
            options,
            builder,
            lines,
            body: None,
            unknown_until: 0,
            opened_at: 0,
            is_document: false,
            has_started: false,
            has_other_fields: false,
            rules: None,
            has_constant_statement: false,
        }
    }

    /// Returns whether the next puzzle is known to have arrived. If so, [`next`](Iterator::next) does not
    /// wait for input.
    ///
    /// Always returns `false` before the first puzzle has been read, and for formats that do not have one
    /// puzzle per line.
    pub fn has_arrived(&mut self) -> bool {
        self.body.as_mut().is_some_and(|body| body.reader.has_arrived(&mut self.lines))
    }

    /// Returns the header of the CSV table that contains the most recent record or error, if any.
    pub fn csv_header(&self) -> Option<&Arc<CsvHeader>> {
        self.body.as_ref().and_then(|body| body.reader.header())
    }

    /// Replaces `record` by the next puzzle, and reuses its memory. If this is not possible, returns `false` and leaves
    /// `record` unchanged; [`next`](Iterator::next) then returns the next puzzle.
    ///
    /// It is possible if the next line has arrived and contains nothing but a board of at most 9×9 cells with at least
    /// one given. It is not possible for the puzzles at the start of the input, and not if
    /// [`ReadOptions::keep_lines`] or [`ReadOptions::rules`] is set.
    ///
    /// A program that reads millions of puzzles saves their allocations if it calls this method before
    /// [`next`](Iterator::next).
    ///
    /// ```
    /// use sudoku_cnf::text::Reader;
    ///
    /// let text = format!("53..7....{}\n", ".".repeat(72)).repeat(10_000);
    /// let mut reader = Reader::new(text.as_bytes(), None);
    /// let mut record = reader.next().expect("a puzzle")?;
    /// let (mut puzzles, mut replaced) = (1, 0);
    /// loop {
    ///     if reader.replace(&mut record) {
    ///         replaced += 1;
    ///     } else {
    ///         match reader.next() {
    ///             Some(next) => record = next?,
    ///             None => break,
    ///         }
    ///     }
    ///     puzzles += 1;
    /// }
    /// assert_eq!(puzzles, 10_000);
    /// assert!(replaced > 9_000);
    /// # Ok::<(), sudoku_cnf::text::ReadError>(())
    /// ```
    pub fn replace(&mut self, record: &mut Record) -> bool {
        let is_possible = self.builder.note.is_none() && self.options.rules.is_empty();
        let Some(body) = self.body.as_mut().filter(|_| is_possible) else { return false };
        let is_replaced = body.reader.replace(record, &mut self.lines, &mut self.builder);
        if is_replaced {
            record.alphabet = self.builder.symbols;
        }
        is_replaced
    }

    /// Reads the next puzzle, in the current format or in the format that starts after it.
    ///
    /// A format reader stops in front of a line that does not belong to its format. Either another format starts at
    /// this line, or the format reader has to take the line, which is an error unless the line is text. Thus, every
    /// line is part of a puzzle, text between puzzles, or an error.
    fn advance(&mut self) -> ReadResult<Option<Record>> {
        if !self.has_started {
            self.has_started = true;
            if let Some(error) = foreign::find_binary(&mut self.lines) {
                self.lines.end();
                return Err(error.into());
            }
            #[cfg(feature = "formats")]
            notebook::open(&mut self.lines);
        }
        loop {
            let lines = &mut self.lines;
            if let Some(body) = &mut self.body
                && let Some(record) = body.reader.next(lines, &mut self.builder)?
            {
                return Ok(Some(record));
            }
            if lines.peek().is_none() {
                return Ok(None);
            }
            let is_other = if self.body.is_none() { self.start()? } else { self.switch() };
            if !is_other && let Some(record) = self.take_foreign()? {
                return Ok(Some(record));
            }
        }
    }

    /// Consumes the next line, which starts no known format: skips text, returns an error for cells.
    fn take_foreign(&mut self) -> ReadResult<Option<Record>> {
        if let Some(body) = &mut self.body {
            return body.reader.take_foreign(&mut self.lines, &mut self.builder);
        }
        let Some(line) = self.lines.next().transpose()? else { return Ok(None) };
        Err(line.whole_error(not_a_board(&line.text, self.builder.board.shape())).into())
    }

    /// Skips the text before the first line that may contain cells, and detects the format. Returns whether it is
    /// known, or there are no more lines.
    fn start(&mut self) -> ReadResult<bool> {
        let lines = &mut self.lines;
        let is_start = lines.line_ahead(0).is_some_and(|line| line.number == 1);
        if is_start && let Some(error) = foreign::find(lines) {
            lines.end();
            return Err(error.into());
        }
        self.has_other_fields |= skip_to_cells(lines);
        while size_header::skip(lines, &self.builder.board) {
            skip_to_cells(lines);
        }
        let Some(next) = lines.line_ahead(0) else {
            return Ok(lines.peek().is_none());
        };
        if next.number <= self.unknown_until {
            return Ok(false);
        }
        if self.options.kind == Some(TextKind::Document) && self.options.format.is_none() {
            let error = rule_fields::find(&self.lines.buffered().collect::<Vec<_>>());
            if let Some(error) = error {
                self.lines.end();
                return Err(error.into());
            }
            self.open(Detected::document());
            return Ok(true);
        }
        Ok(self.detect_any()?
            || read_ahead::buffer_text(&mut self.lines) && self.detect_any()?
            || self.open_document())
    }

    /// Opens a document if most of the buffered lines are text, although no board has been found in them. Returns
    /// whether this is the case.
    fn open_document(&mut self) -> bool {
        let lines: Vec<_> = self.lines.buffered().filter(|line| may_have_cells(line)).collect();
        let is_document =
            self.options.format.is_none() && self.options.kind.is_none() && is_mostly_text(&lines);
        if is_document {
            self.open(Detected::document());
        }
        is_document
    }

    /// Detects the format of the buffered lines. The file name is used only if the user did not set a format and the
    /// text does not indicate one.
    fn detect_any(&mut self) -> ReadResult<bool> {
        let hint = self.options.hint.filter(|_| self.options.format.is_none());
        Ok(self.detect(self.options.format)? || hint.is_some() && self.detect(hint)?)
    }

    /// Detects the format that starts at the next line, which does not belong to the current one. Returns whether
    /// there is such a format, or only lines without cells have been skipped.
    fn switch(&mut self) -> bool {
        let before = self.lines.line_ahead(0).map_or(0, |line| line.number);
        self.has_other_fields = skip_to_cells(&mut self.lines);
        while self.may_have_header() && size_header::skip(&mut self.lines, &self.builder.board) {
            skip_to_cells(&mut self.lines);
        }
        let Some(number) = self.lines.line_ahead(0).map(|line| line.number) else {
            return self.lines.peek().is_none();
        };
        if self.options.format.is_some() || number == self.opened_at {
            return false;
        }
        let plain = self.body.as_ref().and_then(|body| body.reader.plain_board());
        let (current, is_separate) = (plain.map(|(board, _)| board), plain.is_none_or(|(_, after)| after));
        let is_separate = is_separate || number > before;
        self.lines.buffer_lines(2);
        canvas::buffer(&mut self.lines);
        let arrived: Vec<_> =
            self.lines.buffered().filter(|line| may_have_cells(line)).take(MAX_SWITCH_LINES).collect();
        let detected = detect_next(&arrived, &mut self.builder, current.as_ref(), is_separate);
        let detected = if self.is_document { Some(Detected::or_document(detected)) } else { detected };
        let Some(detected) = detected else { return false };
        if let (Some(Body { format: Some(current), .. }), Detected::Structured(found, _)) =
            (&self.body, &detected)
            && current == found
        {
            // The reader continues after text that has been skipped.
            return number > before;
        }
        self.open(detected);
        true
    }

    /// Returns whether the next line may specify the size of a board of cells, so that it is not part of the current
    /// format.
    fn may_have_header(&mut self) -> bool {
        let Some(Body { reader, .. }) = &self.body else { return true };
        let is_plain = reader.plain_board().is_some();
        !reader.has_line_records()
            && (is_plain || self.lines.line_ahead(1).is_some_and(|line| looks_like_cells(&line.text)))
    }

    /// Detects the format and layout of the buffered lines. If `format` is set, only this format is
    /// considered. Returns whether a format is detected.
    fn detect(&mut self, format: Option<Format>) -> ReadResult<bool> {
        let lines = &mut self.lines;
        canvas::buffer(lines);
        if format.is_none()
            && let Some(board) = cells_per_line::find(lines, &self.builder.board)
        {
            self.body = Some(Body::plain(PlainReader::new(board, self.has_other_fields, false)));
            return Ok(true);
        }
        if format.is_none_or(|format| matches!(format, Format::Grid | Format::Rows | Format::Table)) {
            labels::remove(lines);
        }
        let is_unknown = format.is_none() && self.builder.board.shape().is_none();
        read_ahead::buffer_board(lines, is_unknown.then_some(&self.builder.board));
        lines.buffered().next();
        let has_partial_line = lines.has_partial_line();
        let candidates: Vec<_> = lines.buffered().filter(|line| may_have_cells(line)).collect();
        let last = candidates.last().map_or(0, |line| line.number);
        let detected = detect(&candidates, has_partial_line, &mut self.builder, format, &self.options);
        if format.is_none()
            && matches!(detected, Ok(None | Some(Detected::Plain(_))))
            && let Some(error) = foreign::other_table(&candidates)
        {
            lines.end();
            return Err(error.into());
        }
        let Some(detected) = detected.inspect_err(|_| lines.end())? else {
            self.unknown_until = last;
            return Ok(false);
        };
        self.open(detected);
        Ok(true)
    }

    /// Opens the reader for a detected format.
    fn open(&mut self, detected: Detected) {
        let lines = &mut self.lines;
        self.opened_at = lines.line_ahead(0).map_or(0, |line| line.number);
        self.body = Some(match detected {
            Detected::Plain(PlainBoards { board, has_header }) => {
                if has_header {
                    lines.next();
                }
                while is_title(lines, &board) {
                    lines.next();
                    skip_to_cells(lines);
                    self.has_other_fields = true;
                }
                if board.shape.size() > 9 {
                    lines.buffer_bytes(self.options.look_ahead);
                    board.observe(lines.buffered(), &mut self.builder);
                }
                let is_chosen = self.options.format.is_some();
                Body::plain(PlainReader::new(board, self.has_other_fields, is_chosen))
            }
            Detected::Structured(format, mut reader) => {
                if self.is_document {
                    reader.join_document();
                }
                self.is_document |= reader.reads_documents();
                Body { format: Some(format), reader }
            }
        });
    }

    /// Adds the rules of the options to `puzzle`. Consecutive puzzles on the same board share them.
    fn add_rules(&mut self, puzzle: &mut Puzzle) -> Result<(), InvalidRule> {
        if self.options.rules.is_empty() {
            return Ok(());
        }
        let is_same = |rules: &Puzzle| rules.geometry() == puzzle.geometry();
        let rules = if let Some(rules) = self.rules.take().filter(is_same) {
            rules
        } else {
            let mut rules = Puzzle::empty(puzzle.geometry().clone());
            add_rules(&self.options.rules, &mut rules)?;
            rules
        };
        puzzle.add_rules_of(&rules);
        self.rules = Some(rules);
        Ok(())
    }
}

/// Returns whether the next line is a title or a table header before the first board.
fn is_title<R: Read>(lines: &mut Lines<R>, board: &BoardLayout) -> bool {
    let is_title = |line: &TextLine| {
        let (cells, _) = board.layout.cells(&line.text);
        if cells.len() == board.expected_cells() {
            return board.layout.is_delimited() && prose::are_names(&cells);
        }
        prose::has_word(&line.text)
    };
    lines.peek().is_some_and(|line| line.as_ref().is_ok_and(is_title))
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut next = self.advance().transpose();
        let body = self.body.as_mut();
        if let Some(Ok(record)) = &mut next {
            record.note = self.builder.note.take().or(record.note);
            record.alphabet = record.alphabet.or(self.builder.symbols);
            record.source = body.and_then(|body| body.reader.source_line(&mut self.lines, record.line));
            if let Err(error) = self.add_rules(&mut record.puzzle) {
                return Some(Err(error.into()));
            }
            if !self.has_constant_statement
                && let Some(holds) = record.puzzle.rules().iter().rev().find_map(Rule::truth)
            {
                self.has_constant_statement = true;
                record.note = record.note.or(Some(Note::Statement { holds }));
            }
        }
        next
    }
}
