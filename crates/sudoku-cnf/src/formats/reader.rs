//! The puzzles of an input as a stream.

use std::io::Read;
use std::mem;

use super::csv::Table;
use super::detect::{self, Family};
use super::error::ReadError;
use super::gap;
use super::heading::Heading;
use super::hodoku;
use super::json::Objects;
use super::kind::{self, LineKind};
use super::list::Lists;
use super::look::Reading;
use super::opensudoku::Games;
use super::plain::Plain;
use super::sheet::Boards;
use super::source::{Line, Lines};
use super::{Format, ReadOptions, Record};

/// Reads the puzzles of an input, one after the other. Memory: 64 KiB of input, or a mebibyte where that is looked at in
/// advance, and one puzzle.
///
/// The format is decided by what the first look at the input shows, which never waits for more
/// than a first line of cells; a table whose first line counts its columns is the exception. A wrong puzzle is one
/// error, and the next puzzle follows.
#[derive(Debug)]
pub struct Reader<R> {
    options: ReadOptions,
    boards: Boards,
    source: Source<R>,
    /// Up to this line no format was found.
    formless_until: usize,
    /// Whether what stands before the first puzzle says something of it.
    has_more: bool,
}

/// The input with what is known of its format.
#[derive(Debug)]
enum Source<R> {
    /// Nothing is known yet.
    Unknown(Lines<R>),
    Plain(Plain, Lines<R>),
    Csv(Table, Lines<R>),
    Hodoku(Lines<R>),
    Json(Objects, Lines<R>),
    List(Lists, Lines<R>),
    Xml(Games<R>),
    /// For a moment, while a format is found.
    Nothing,
}

impl<R: Read> Reader<R> {
    /// Reads from `input`, which needs no buffer. The options say what is known of the puzzles.
    pub fn new(input: R, options: impl Into<ReadOptions>) -> Self {
        let options = options.into();
        let boards = Boards::new(options.board.clone(), options.alphabet);
        Self {
            options,
            boards,
            source: Source::Unknown(Lines::new(input)),
            formless_until: 0,
            has_more: false,
        }
    }

    /// Whether the next puzzle has arrived, so that it can be had without waiting for more of the input. That is told
    /// only of lists and tables with a puzzle a line; of all else it is not known.
    pub fn has_arrived(&mut self) -> bool {
        match &mut self.source {
            Source::Plain(plain, lines) => plain.has_arrived(lines),
            Source::Csv(_, lines) | Source::Hodoku(lines) => lines.has_full_line(),
            _ => false,
        }
    }

    /// Finds the format by the next line with cells, or tells that it has none. `None` at the end.
    fn begin(&mut self) -> Option<Result<Record, ReadError>> {
        let Source::Unknown(lines) = &mut self.source else { return self.next_known() };
        self.has_more |= gap::skip_to_cells(lines);
        let next = match lines.peek()? {
            Ok(line) => line.clone(),
            Err(_) => return lines.next()?.err().map(Err),
        };
        if next.number > self.formless_until {
            // What the user says holds; the file's name helps only where the text shows nothing.
            let hint = self.options.hint.filter(|_| self.options.format.is_none());
            let found = self.detect(self.options.format);
            match found.or_else(|| self.detect(Some(hint?))) {
                Some(Ok(())) => return self.next_known(),
                Some(Err(error)) => return Some(Err(error)),
                None => {}
            }
        }
        let Source::Unknown(lines) = &mut self.source else { return None };
        lines.next();
        let kind = detect::no_board(&next.text, self.boards.board.shape());
        Some(Err(next.whole_error(kind).into()))
    }

    /// Decides for a format, if the lines at hand show one.
    fn detect(&mut self, format: Option<Format>) -> Option<Result<(), ReadError>> {
        let Source::Unknown(lines) = &mut self.source else { return None };
        let has_cells = |line: &&Line| {
            kind::kind(&line.text) == LineKind::Cells
                || kind::dashes(&line.text).is_some()
                || line.text.starts_with("#2A(")
                || kind::may_be_blank_row(&line.text)
        };
        // A line that counts may be a heading, which shows only by what follows.
        let needed = lines.at_hand().next().and_then(|line| Heading::lines_needed(&line.text));
        lines.up_to_lines(needed.unwrap_or(0));
        lines.at_hand().next();
        let is_cut = lines.is_cut();
        let (last, found) = {
            let at_hand = lines.at_hand().filter(has_cells);
            let last = at_hand.clone().last().map_or(0, |line| line.number);
            (last, detect::detect(&at_hand, is_cut, &mut self.boards, format, self.options.hint))
        };
        match found {
            None => {
                self.formless_until = last;
                return None;
            }
            Some(Err(ambiguous)) => {
                lines.end();
                return Some(Err(ambiguous.into()));
            }
            Some(Ok(family)) => {
                if let Family::Plain(_, Some(_)) = &family {
                    lines.next();
                }
                if let Family::Plain(reading, _) = &family
                    && reading.shape.size() > 9
                {
                    see(lines, *reading, &mut self.boards, self.options.look_ahead);
                }
                let Source::Unknown(lines) = mem::replace(&mut self.source, Source::Nothing) else {
                    return None;
                };
                self.source = match family {
                    Family::Plain(reading, _) => Source::Plain(Plain::new(reading, self.has_more), lines),
                    Family::Csv(columns) => Source::Csv(Table::new(columns), lines),
                    Family::Hodoku => Source::Hodoku(lines),
                    Family::Json => Source::Json(Objects::new(), lines),
                    Family::List => Source::List(Lists::new(), lines),
                    Family::Xml => Source::Xml(Games::new(lines)),
                };
            }
        }
        Some(Ok(()))
    }

    /// The next puzzle, by the format that is known.
    fn next_known(&mut self) -> Option<Result<Record, ReadError>> {
        let boards = &mut self.boards;
        match &mut self.source {
            Source::Unknown(_) | Source::Nothing => None,
            Source::Plain(plain, lines) => plain.next(lines, boards),
            Source::Csv(table, lines) => table.next(lines, boards),
            Source::Hodoku(lines) => hodoku::next(lines, boards),
            Source::Json(objects, lines) => objects.next(lines, boards),
            Source::List(lists, lines) => lists.next(lines, boards),
            Source::Xml(games) => games.next(boards),
        }
    }
}

/// Takes note of the symbols in the lines at hand, or in those that may be waited for.
fn see<R: Read>(lines: &mut Lines<R>, reading: Reading, boards: &mut Boards, look_ahead: usize) {
    let size = reading.shape.size();
    lines.up_to(look_ahead);
    for line in lines.at_hand() {
        let (words, _) = reading.look.cells(&line.text);
        if words.len() == reading.expected_cells() {
            boards.see(words.iter(), reading.look.spelling, size);
        }
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut record =
            if matches!(self.source, Source::Unknown(_)) { self.begin() } else { self.next_known() }?;
        if let Ok(record) = &mut record {
            record.note = record.note.or(self.boards.note.take());
        }
        Some(record)
    }
}
