//! An iterator over the puzzles in an input.

use std::io::Read;
use std::sync::Arc;

#[cfg(feature = "formats")]
use super::canvas;
use super::decode::{Decoded, decode};
use super::detect::{Detected, detect, detect_next};
use super::error::ReadError;
use super::foreign;
use super::format::Format;
use super::grid_builder::GridBuilder;
use super::lines::Lines;
#[cfg(feature = "formats")]
use super::notebook;
use super::options::ReadOptions;
use super::plain::board_layout::BoardLayout;
use super::plain::cells_per_line;
use super::plain::line_class::not_a_board;
use super::plain::prose;
use super::plain::reader::PlainReader;
use super::plain::separator::skip_to_cells;
use super::plain::size_header;
use super::read_ahead::{self, may_have_cells};
use super::record::{ReadResult, Record, SourceLine, add_rules};
#[cfg(feature = "formats")]
use super::structure::StructuredReader;
use super::text_line::TextLine;
use crate::puzzle::Puzzle;
use crate::puzzle::rule::InvalidRule;

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
    body: Body,
    /// The number of the last line examined in a failed attempt to detect the format.
    unknown_until: usize,
    /// The number of the line at which the current format was detected.
    opened_at: usize,
    /// Whether the start of the input has been examined.
    has_started: bool,
    /// Whether the text before the first puzzle contains information that records do not store.
    has_other_fields: bool,
    /// An empty puzzle with the rules of the options, on the board of the last puzzle.
    rules: Option<Puzzle>,
}

/// The reader for the format of the next lines.
#[derive(Debug)]
enum Body {
    /// The format has not been detected yet.
    Unknown,
    Plain(PlainReader),
    #[cfg(feature = "formats")]
    Structured(Format, Box<dyn StructuredReader>),
}

impl<R: Read> Reader<R> {
    /// Creates a reader for `input`. The reader has its own buffer, so a `BufReader` is not needed.
    pub fn new(input: R, options: impl Into<ReadOptions>) -> Self {
        let options = options.into();
        let builder = GridBuilder::new(options.board.clone(), options.alphabet);
        let mut lines = Lines::new(decode(input));
        lines.keeps_last = options.keep_lines;
        Self {
            options,
            builder,
            lines,
            body: Body::Unknown,
            unknown_until: 0,
            opened_at: 0,
            has_started: false,
            has_other_fields: false,
            rules: None,
        }
    }

    /// Returns whether the next puzzle is known to have arrived. If so, [`next`](Iterator::next) does not
    /// wait for input.
    ///
    /// Always returns `false` before the first puzzle has been read, and for formats that do not have one
    /// puzzle per line.
    pub fn has_arrived(&mut self) -> bool {
        match &mut self.body {
            Body::Plain(plain) => plain.has_arrived(&mut self.lines),
            #[cfg(feature = "formats")]
            Body::Structured(_, reader) => reader.has_line_records() && self.lines.has_full_line(),
            Body::Unknown => false,
        }
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
            if let Some(record) = self.next_in_format()? {
                return Ok(Some(record));
            }
            if self.lines.peek().is_none() {
                return self.close().map_or(Ok(None), Err);
            }
            let is_other = if let Body::Unknown = self.body { self.start()? } else { self.switch()? };
            if !is_other && let Some(record) = self.take_foreign()? {
                return Ok(Some(record));
            }
        }
    }

    /// Reads the next puzzle in the current format. Returns `None` if there is no such puzzle.
    fn next_in_format(&mut self) -> ReadResult<Option<Record>> {
        match &mut self.body {
            Body::Unknown => Ok(None),
            Body::Plain(plain) => plain.next(&mut self.lines, &mut self.builder),
            #[cfg(feature = "formats")]
            Body::Structured(_, reader) => reader.next(&mut self.lines, &mut self.builder),
        }
    }

    /// Takes the next line, at which no format starts.
    fn take_foreign(&mut self) -> ReadResult<Option<Record>> {
        match &mut self.body {
            Body::Plain(plain) => plain.take_foreign(&mut self.lines, &mut self.builder),
            #[cfg(feature = "formats")]
            Body::Structured(_, reader) => reader.take_foreign(&mut self.lines, &mut self.builder),
            Body::Unknown => match self.lines.next().transpose()? {
                Some(line) => {
                    let kind = not_a_board(&line.text, self.builder.board.shape());
                    Err(line.whole_error(kind).into())
                }
                None => Ok(None),
            },
        }
    }

    /// Returns an error about the current format that has not been reported, if any.
    fn close(&mut self) -> Option<ReadError> {
        match &mut self.body {
            #[cfg(feature = "formats")]
            Body::Structured(_, reader) => reader.close(),
            Body::Plain(_) | Body::Unknown => None,
        }
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
        Ok(self.detect_any()? || read_ahead::buffer_text(&mut self.lines) && self.detect_any()?)
    }

    /// Detects the format of the buffered lines. The file name is used only if the user did not set a format and the
    /// text does not indicate one.
    fn detect_any(&mut self) -> ReadResult<bool> {
        let hint = self.options.hint.filter(|_| self.options.format.is_none());
        Ok(self.detect(self.options.format)? || hint.is_some() && self.detect(hint)?)
    }

    /// Detects the format that starts at the next line, which does not belong to the current one. Returns whether
    /// there is such a format, or only lines without cells have been skipped.
    fn switch(&mut self) -> ReadResult<bool> {
        let before = self.lines.line_ahead(0).map_or(0, |line| line.number);
        self.has_other_fields = skip_to_cells(&mut self.lines);
        let has_lines = matches!(&self.body, Body::Plain(plain) if plain.has_line_records());
        while !has_lines && size_header::skip(&mut self.lines, &self.builder.board) {
            skip_to_cells(&mut self.lines);
        }
        let Some(number) = self.lines.line_ahead(0).map(|line| line.number) else {
            return Ok(self.lines.peek().is_none());
        };
        if self.options.format.is_some() || number == self.opened_at {
            return Ok(false);
        }
        let (current, is_separate) = match &self.body {
            Body::Plain(plain) => (Some(*plain.board()), plain.is_after_separator() || number > before),
            #[cfg(feature = "formats")]
            Body::Structured(..) => (None, true),
            Body::Unknown => (None, true),
        };
        self.lines.buffer_lines(2);
        #[cfg(feature = "formats")]
        canvas::buffer(&mut self.lines);
        let arrived: Vec<_> =
            self.lines.buffered().filter(|line| may_have_cells(line)).take(MAX_SWITCH_LINES).collect();
        let Some(detected) = detect_next(&arrived, &mut self.builder, current.as_ref(), is_separate) else {
            return Ok(false);
        };
        #[cfg(feature = "formats")]
        if let (Body::Structured(current, _), Detected::Structured(found, _)) = (&self.body, &detected)
            && current == found
        {
            return Ok(false);
        }
        let error = self.close();
        self.open(detected);
        error.map_or(Ok(true), Err)
    }

    /// Detects the format and layout of the buffered lines. If `format` is set, only this format is
    /// considered. Returns whether a format is detected.
    fn detect(&mut self, format: Option<Format>) -> ReadResult<bool> {
        let lines = &mut self.lines;
        #[cfg(feature = "formats")]
        canvas::buffer(lines);
        if format.is_none()
            && let Some(board) = cells_per_line::find(lines, &self.builder.board)
        {
            self.body = Body::Plain(PlainReader::new(board, self.has_other_fields));
            return Ok(true);
        }
        let is_unknown = format.is_none() && self.builder.board.shape().is_none();
        read_ahead::buffer_board(lines, is_unknown.then_some(&self.builder.board));
        lines.buffered().next();
        let has_partial_line = lines.has_partial_line();
        let candidates: Vec<_> = lines.buffered().filter(|line| may_have_cells(line)).collect();
        let last = candidates.last().map_or(0, |line| line.number);
        let detected = detect(&candidates, has_partial_line, &mut self.builder, format, self.options.hint);
        let Some(detected) = detected.inspect_err(|_| lines.end())? else {
            self.unknown_until = last;
            return Ok(false);
        };
        self.open(detected);
        Ok(true)
    }

    /// Opens the reader for a detected format.
    #[cfg_attr(
        not(feature = "formats"),
        expect(clippy::needless_pass_by_value, reason = "only the reader of a structured format is moved")
    )]
    fn open(&mut self, detected: Detected) {
        let lines = &mut self.lines;
        self.opened_at = lines.line_ahead(0).map_or(0, |line| line.number);
        self.body = match detected {
            Detected::Plain { board, has_header } => {
                if has_header {
                    lines.next();
                }
                while is_title(lines, &board) {
                    lines.next();
                    self.has_other_fields = true;
                }
                if board.shape.size() > 9 {
                    observe(lines, board, &mut self.builder, self.options.look_ahead);
                }
                let is_chosen = self.options.format.is_some();
                Body::Plain(PlainReader::new(board, self.has_other_fields).chosen(is_chosen))
            }
            #[cfg(feature = "formats")]
            Detected::Structured(format, reader) => Body::Structured(format, reader),
        };
    }

    /// Adds the rules of the options to `puzzle`. Consecutive puzzles on the same board share them.
    fn add_rules(&mut self, puzzle: &mut Puzzle) -> Result<(), InvalidRule> {
        if self.options.rules.is_empty() {
            return Ok(());
        }
        let is_same = |rules: &Puzzle| Arc::ptr_eq(rules.geometry(), puzzle.geometry());
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

    /// Returns the line of the most recent puzzle, which starts on line `number`, if lines are kept and the puzzle is
    /// the only one on this line.
    fn source_line(&mut self, number: usize) -> Option<SourceLine> {
        match &mut self.body {
            Body::Plain(plain) => {
                let line = self
                    .lines
                    .last
                    .take()
                    .filter(|line| line.number == number && plain.has_line_records())?;
                Some(SourceLine { text: line.text, header: None })
            }
            #[cfg(feature = "formats")]
            Body::Structured(_, reader) => {
                let last = self.lines.last.take();
                let header = reader.header().cloned();
                if let Some(text) = reader.take_several_lines().filter(|_| self.lines.keeps_last) {
                    return Some(SourceLine { text, header });
                }
                let line = last.filter(|line| line.number == number)?;
                reader.is_alone_on(&line.text).then_some(SourceLine { text: line.text, header })
            }
            Body::Unknown => None,
        }
    }
}

/// Returns whether the next line is a title or a table header before the first board.
fn is_title<R: Read>(lines: &mut Lines<R>, board: &BoardLayout) -> bool {
    let is_title = |line: &TextLine| {
        let is_prose = prose::is_prose(&line.text, board) && !prose::has_embedded_board(&line.text);
        is_prose || prose::is_table_header(&line.text, board)
    };
    lines.peek().is_some_and(|line| line.as_ref().is_ok_and(is_title))
}

/// Reads ahead until at least `look_ahead` bytes are buffered, and records the symbols in the buffered lines.
/// The alphabet is guessed from these symbols.
fn observe<R: Read>(lines: &mut Lines<R>, board: BoardLayout, builder: &mut GridBuilder, look_ahead: usize) {
    lines.buffer_bytes(look_ahead);
    for line in lines.buffered() {
        let (cells, _) = board.layout.cells(&line.text);
        if cells.len() == board.expected_cells() {
            builder.observe(cells.iter(), board.layout.notation, board.shape.size());
        }
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut next = self.advance().transpose();
        if let Some(Ok(record)) = &mut next {
            record.note = record.note.or(self.builder.note.take());
            record.alphabet = record.alphabet.or(self.builder.symbols);
            record.source = self.source_line(record.line);
            if let Err(error) = self.add_rules(&mut record.puzzle) {
                return Some(Err(error.into()));
            }
        }
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(feature = "formats")]
    use crate::puzzle::board::BoxSetting;
    use crate::puzzle::board::{BoardOptions, BoxShape};

    /// Asserts that a reader finds the expected records and errors in `text`. In `expected`, each record is
    /// represented by its line number, puzzle and other fields, and each error by its message.
    #[track_caller]
    fn check(text: &str, options: ReadOptions, expected: &[&str]) {
        let found: Vec<_> = Reader::new(text.as_bytes(), options)
            .map(|record| match record {
                Err(error) => error.to_string(),
                Ok(Record { puzzle, line, solution, remark, has_other_fields, note, .. }) => {
                    let solution = solution.map_or(String::new(), |solution| format!(" = {solution}"));
                    let remark = remark.map_or(String::new(), |remark| format!(" ({remark})"));
                    let more = if has_other_fields { " ..." } else { "" };
                    let note = note.map_or(String::new(), |note| format!(" [{note}]"));
                    format!("{line}: {puzzle}{solution}{remark}{more}{note}")
                }
            })
            .collect();
        assert_eq!(found, expected, "{text}");
    }

    const LINE: &str = "12....1..2..4..2";

    #[test]
    fn records_have_solutions_remarks_and_notes() {
        let text = format!("#A me\n{LINE} 1234341221434321 easy\n{LINE} # hard\n");
        let expected = ["2: 12....1..2..4..2 = 1234341221434321 (easy) ...", "3: 12....1..2..4..2 (hard)"];
        check(&text, ReadOptions::default(), &expected);
        let blanks = ".".repeat(254);
        let found: Vec<_> = Reader::new(format!("1F{blanks}\n1F{blanks}\n").as_bytes(), None).collect();
        let note = found[0].as_ref().unwrap().note.unwrap();
        assert_eq!(note.to_string(), "ambiguous symbols: the digits are read as 1-9A-G, but could be 0-9A-F");
        assert_eq!(found[1].as_ref().unwrap().note, None);
    }

    /// A pipe that delivers one byte at a time.
    struct Pipe<'a>(&'a [u8]);

    impl Read for Pipe<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let end = buffer.len().min(1);
            self.0.read(&mut buffer[..end])
        }
    }

    #[test]
    fn rows_of_blanks_are_one_large_board() {
        let sizes = |lines: &[String]| -> Vec<_> {
            let text = lines.join("\n");
            let size = |record: Record| (record.line, record.puzzle.geometry().size());
            Reader::new(Pipe(text.as_bytes()), None).map(|record| record.map(size).unwrap()).collect()
        };
        for n in [49, 64, 81, 100] {
            assert_eq!(sizes(&vec![". ".repeat(n); n]), [(1, n)]);
        }
        assert_eq!(sizes(&vec![".".repeat(100); 100]), [(1, 100)]);
        assert_eq!(sizes(&vec![".".repeat(64); 3]), [(1, 8), (2, 8), (3, 8)]);
        let board = format!("1{}", ".".repeat(63));
        assert_eq!(sizes(&[".".repeat(64), board]), [(1, 8), (2, 8)]);
        assert_eq!(sizes(&vec![".".repeat(81); 81]).len(), 81);
    }

    #[test]
    fn characters_are_not_digits_beyond_36() {
        let text = format!("{}1{}\n", format!("{}\n", ".".repeat(50)).repeat(49), ".".repeat(49));
        check(&text, ReadOptions::default(), &["50:1: unexpected character '1'"]);
    }

    #[test]
    fn a_note_mentions_that_empty_boards_may_be_rows() {
        let lines = format!("{}\n", ".".repeat(81)).repeat(81);
        let note =
            "ambiguous size: the 81 lines are read as empty 9x9 boards, but could be one empty 81x81 board";
        let notes = |options: ReadOptions| -> Vec<_> {
            let note = |record: Result<Record, _>| record.unwrap().note.map(|note| note.to_string());
            Reader::new(lines.as_bytes(), options).filter_map(note).collect()
        };
        assert_eq!(notes(ReadOptions::default()), [note]);
        for shape in ["3x3", "9x9"] {
            let board = BoardOptions::from(shape.parse::<BoxShape>().ok());
            assert!(notes(ReadOptions { board, ..ReadOptions::default() }).is_empty());
        }
    }

    #[test]
    fn a_word_after_the_cells_of_a_row_is_an_error() {
        let row = "....\n";
        let expected = ["3:6: unexpected character 'a'", "6: 1..............."];
        check(&format!("{row}{row}.... abc\n{row}\n1...\n{row}{row}{row}"), None.into(), &expected);
        // A title after a blank line does not belong to the puzzle before it.
        let board = "12..\n..1.\n.2..\n4..2\n";
        let short = "7:1: the puzzle ends after 2 rows, expected 4";
        let expected = ["1: 12....1..2..4..2", short, "10: 12....1..2..4..2 ..."];
        check(&format!("{board}\n{row}....\n\nlevel 1234 hard\n{board}"), None.into(), &expected);
    }

    #[test]
    #[cfg(feature = "formats")]
    fn rows_of_the_latex_environment_end_with_a_full_stop() {
        let text = "\\begin{sudoku}\n|1|2| | |.\n| | |1| |.\n| |2| | |.\n|4| | |2|.\n\\end{sudoku}\n";
        check(text, None.into(), &["2: 12....1..2..4..2"]);
    }

    #[test]
    #[cfg(feature = "formats")]
    fn text_before_the_first_board_may_arrive_alone() {
        for board in ["12..\n..1.\n.2..\n4..2\n", "[[1,2,0,0],[0,0,1,0],[0,2,0,0],[4,0,0,2]]\n"] {
            let text = format!("A title of 2024\n\nand a second line\n{board}");
            let found: Vec<_> = Reader::new(Pipe(text.as_bytes()), None).collect();
            let expected: Vec<_> = Reader::new(text.as_bytes(), None).collect();
            let show = |records: Vec<Result<Record, ReadError>>| -> Vec<_> {
                records.into_iter().map(|record| record.unwrap().puzzle.to_string()).collect()
            };
            let found = show(found);
            assert_eq!(found, show(expected), "{text}");
            assert_eq!(found, [LINE], "{text}");
        }
    }

    #[cfg(feature = "formats")]
    #[test]
    fn latin_squares_may_have_a_prime_size() {
        for n in [5, 7] {
            let joined = |separator: &str, cells: usize| {
                let first = std::iter::once("1").chain(std::iter::repeat_n("0", cells - 1));
                first.collect::<Vec<_>>().join(separator)
            };
            let rows = |separator: &str| {
                let other = joined(separator, n).replace('1', "0");
                [vec![joined(separator, n)], vec![other; n - 1]].concat()
            };
            let (line, lists) = (joined("", n * n), rows(",").join("],["));
            let objects = rows(",").join("],[").replace('0', "{}").replace('1', r#"{"value":1}"#);
            let table: Vec<_> = (1..).zip(rows(" ")).map(|(row, cells)| format!("{row} {cells}")).collect();
            let columns: Vec<_> = (1..=n).map(|column| column.to_string()).collect();
            for text in [
                line.clone(),
                rows("").join("\n"),
                rows(" ").join("\n"),
                format!("{n}\n{}", rows(" ").join("\n")),
                rows(",").join("\n"),
                joined("\n", n * n),
                format!("[[{lists}]]"),
                format!("{{\"puzzle\":\"{line}\"}}"),
                format!("{{\"a\":\"{line}\"}}"),
                format!("{{\"cells\":[[{lists}]]}}"),
                format!("{{\"size\":{n},\"grid\":[[{objects}]]}}"),
                format!("<a><b>{line}</b></a>"),
                format!("param p: {} :=\n{}\n;", columns.join(" "), table.join("\n")),
            ] {
                let board = BoardOptions { boxes: BoxSetting::None, ..BoardOptions::default() };
                let records: Vec<_> = Reader::new(Pipe(text.as_bytes()), board).collect();
                let [Ok(Record { puzzle, .. })] = &records[..] else { panic!("{text}: {records:?}") };
                assert_eq!(puzzle.geometry().box_shape(), BoxShape::new(1, n).ok(), "{text}");
                assert_eq!(puzzle.to_string(), line.replace('0', "."), "{text}");
                let found: Vec<_> = Reader::new(text.as_bytes(), None).collect();
                assert!(found.iter().all(Result::is_err), "{text}: {found:?}");
            }
        }
    }

    #[cfg(feature = "formats")]
    #[test]
    fn options_for_boxes_take_precedence_over_the_text() {
        let row = |cell: &str| format!("[{}]", [cell; 4].join(","));
        let fpuzzles = |first: String| format!("{{\"grid\":[{first},{}]}}", vec![row("{}"); 3].join(","));
        let column = |region: usize| format!("{{\"region\":{region}}}");
        let columns = format!("[{}]", [0, 1, 2, 3].map(column).join(","));
        for text in [
            format!("{{\"puzzle\":\"{LINE}\",\"box\":\"2x2\"}}"),
            format!("{{\"puzzle\":\"{LINE}\",\"regions\":[0,0,0,0,1,1,1,1,2,2,2,3,2,3,3,3]}}"),
            fpuzzles(row("{}")),
            format!("{{\"grid\":[{}]}}", vec![columns; 4].join(",")),
            fpuzzles(row(r#"{"region":null}"#)),
            "12|..\n..|1.\n--+--\n.2|..\n4.|.2\n".to_owned(),
        ] {
            let shape = BoxShape::new(4, 1).unwrap();
            for (boxes, expected) in
                [(BoxSetting::None, BoxShape::new(1, 4).unwrap()), (BoxSetting::from(Some(shape)), shape)]
            {
                let board = BoardOptions { boxes, ..BoardOptions::default() };
                let records: Vec<_> = Reader::new(text.as_bytes(), board).collect();
                let [Ok(Record { puzzle, .. })] = &records[..] else { panic!("{text}: {records:?}") };
                assert_eq!(puzzle.geometry().box_shape(), Some(expected), "{text}");
                assert!(puzzle.rules().is_empty(), "{text}");
            }
        }
    }

    #[test]
    fn puzzles_share_the_rules_of_the_options() {
        let rules = ["odd: r1c2", "killercage 5: r1c1 r1c2"].map(|rule| rule.parse().unwrap()).to_vec();
        let options = ReadOptions { rules, ..ReadOptions::default() };
        let text = format!("{LINE}\n{LINE}\n");
        let puzzles: Vec<_> =
            Reader::new(text.as_bytes(), options).map(|record| record.unwrap().puzzle).collect();
        assert_eq!(puzzles[0].rules().len(), 2);
        assert!(std::ptr::eq(puzzles[0].rules(), puzzles[1].rules()));
    }

    #[cfg(feature = "formats")]
    #[test]
    fn rules_of_the_options_follow_those_of_the_puzzle() {
        let rules = ["odd: r1c2", "odd: r2c2"].map(|rule| rule.parse().unwrap()).to_vec();
        let options = ReadOptions { rules, ..ReadOptions::default() };
        let puzzle = |constraints: &str| format!("{{\"puzzle\":\"{LINE}\"{constraints}}}\n");
        let own = r#","constraints":{"odd":[{"cell":"R1C1"}],"even":[{"cell":"R4C4"}]}"#;
        let text = [puzzle(""), puzzle(own), puzzle("")].concat();
        let rules = |record: Result<Record, _>| -> Vec<_> {
            record.unwrap().puzzle.rules().iter().map(ToString::to_string).collect()
        };
        let found: Vec<_> = Reader::new(text.as_bytes(), options).map(rules).collect();
        let (alone, together) =
            (["odd: r1c2", "odd: r2c2"], ["odd: r1c1", "odd: r1c2", "odd: r2c2", "even: r4c4"]);
        assert_eq!(found, [&alone[..], &together, &alone]);
    }

    #[test]
    fn titles_and_sizes_are_skipped() {
        let rows = "12..\n..1.\n.2..\n4..2\n";
        let check = |text: &str, expected: &[&str]| check(text, ReadOptions::default(), expected);
        check(&format!("A title\n{LINE}\n"), &["2: 12....1..2..4..2 ..."]);
        check(&format!("A title\n4\n{rows}by Anna\n"), &["3: 12....1..2..4..2 ..."]);
        check(
            &format!("p1 {0}\np2 .{0}\n", ".".repeat(80)),
            &["1:1: expected a board of 81 cells, found 0 cells", &format!("2: {}", ".".repeat(81))],
        );
        check(&format!("4\n{rows}4\n{rows}"), &["2: 12....1..2..4..2", "7: 12....1..2..4..2"]);
    }

    #[test]
    fn dashes_are_blanks_or_horizontal_lines() {
        let check = |text: &str, expected: &[&str]| check(text, ReadOptions::default(), expected);
        check("----\n12--\n----\n4--2\n", &["1: ....12......4..2"]);
        check("+--+--+\n|--|--|\n|12|--|\n+--+--+\n|--|--|\n|4-|-2|\n+--+--+\n", &["2: ....12......4..2"]);
        check("----\n12..\n..1.\n----\n.2..\n4..2\n----\n", &["2: 12....1..2..4..2"]);
    }

    #[test]
    fn uses_the_file_name_if_the_text_is_unclear() {
        let text = format!("{}\n", "1 ".repeat(9));
        let hint = |hint| ReadOptions { hint, ..ReadOptions::default() };
        let short = "1:1: the puzzle ends after 1 row, expected 9";
        check(&text, hint(None), &[short]);
        check("12..\n..1.\n.2..\n4..2\n", hint(Some(Format::Sdm)), &["1: 12....1..2..4..2"]);
        let ten = format!("{}\n", ".".repeat(10)).repeat(9);
        let count = "expected a row of 9 cells or a board of 81 cells, found 10 cells";
        let expected: Vec<_> = (1..=9).map(|line| format!("{line}:1: {count}")).collect();
        check(&ten, hint(None), &expected.iter().map(String::as_str).collect::<Vec<_>>());
    }

    #[cfg(feature = "formats")]
    #[test]
    fn keeps_the_lines_of_puzzles_on_one_line() {
        let lines = |text: &str| -> Vec<_> {
            let options = ReadOptions { keep_lines: true, ..ReadOptions::default() };
            let line = |source: SourceLine| match source.header {
                Some(header) => format!("{header}/{}", source.text),
                None => source.text,
            };
            Reader::new(text.as_bytes(), options).map(|record| record.ok()?.source.map(line)).collect()
        };
        let some = |line: &str| Some(line.to_owned());
        let remark = format!("{LINE} # easy ");
        assert_eq!(lines(&format!("# a\r\n{remark}\r\n\n x\n{LINE}")), [some(&remark), None, some(LINE)]);
        assert_eq!(lines("12..\n..1.\n.2..\n4..2\n"), [None]);
        let csv = format!("id,puzzle\n7,{LINE}\n8,\"12..\n..1.\n.2..\n4..2\"\n");
        assert_eq!(
            lines(&csv),
            [Some(format!("id,puzzle/7,{LINE}")), Some("id,puzzle/8,\"12..\n..1.\n.2..\n4..2\"".to_owned())]
        );
        let object = format!("{{\"puzzle\":\"{LINE}\"}}");
        assert_eq!(
            lines(&format!("{object}\n{object} {object}\n{object}")),
            [some(&object), None, None, some(&object)]
        );
        assert_eq!(lines(&format!("[{object},\n{object}]\n[{object},{object}]")), [None, None, None, None]);
    }

    #[cfg(not(feature = "formats"))]
    #[test]
    fn structured_texts_are_errors_without_the_feature() {
        for text in
            [format!("{{\"puzzle\": \"{LINE}\"}}"), "[[1, 2], [3, 4]]".to_owned(), "<game/>".to_owned()]
        {
            assert!(Reader::new(text.as_bytes(), None).all(|record| record.is_err()), "{text}");
        }
    }
}
