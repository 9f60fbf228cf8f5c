//! OpenSudoku's XML: `<game data="81 digits"/>` for each puzzle, `0` for a blank.

use std::io::Read;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::Record;
use super::error::{ReadError, TextErrorKind};
use super::sheet::{self, Boards, Mark};
use super::source::{Bytes, Line, Lines};
use super::word::Word;

/// The games of a collection, one after the other.
pub(super) struct Games<R> {
    reader: Reader<Bytes<R>>,
    buffer: Vec<u8>,
    has_failed: bool,
    /// Whether a game was found.
    has_game: bool,
    /// Whether words about the games were found.
    has_more: bool,
}

impl<R> std::fmt::Debug for Games<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Games").finish_non_exhaustive()
    }
}

impl<R: Read> Games<R> {
    pub(super) fn new(lines: Lines<R>) -> Self {
        let reader = Reader::from_reader(Bytes::new(lines));
        Self { reader, buffer: Vec::new(), has_failed: false, has_game: false, has_more: false }
    }

    pub(super) fn next(&mut self, boards: &mut Boards) -> Option<Result<Record, ReadError>> {
        while !self.has_failed {
            self.buffer.clear();
            match self.reader.read_event_into(&mut self.buffer) {
                Ok(Event::Start(tag) | Event::Empty(tag)) if tag.local_name().as_ref() == "game" => {
                    self.has_game = true;
                    let record = record(&tag, self.reader.get_ref().line(), boards);
                    return Some(record.map(|record| Record { has_more: self.has_more, ..record }));
                }
                Ok(Event::Eof) => {
                    self.has_failed = true;
                    if let Some(fault) = self.reader.get_mut().take_fault() {
                        return Some(Err(fault));
                    }
                    if !self.has_game {
                        let line = self.reader.get_ref().line();
                        return Some(Err(line
                            .error(1, 1, TextErrorKind::Missing("<game data=\"…\"/>"))
                            .into()));
                    }
                }
                Ok(Event::Text(text)) => self.has_more |= !text.trim().is_empty(),
                Ok(_) => {}
                Err(error) => {
                    // What stands behind broken markup cannot be trusted.
                    self.has_failed = true;
                    if let Some(fault) = self.reader.get_mut().take_fault() {
                        return Some(Err(fault));
                    }
                    let line = self.reader.get_ref().line();
                    return Some(Err(line.whole_error(TextErrorKind::Syntax(error.to_string())).into()));
                }
            }
        }
        None
    }
}

fn record(tag: &BytesStart<'_>, line: &Line, boards: &mut Boards) -> Result<Record, ReadError> {
    let line = Line::new(line.number, line.text.trim_end().to_owned());
    let data = match tag.try_get_attribute("data") {
        Ok(Some(attribute)) => attribute.value,
        Ok(None) => return Err(line.whole_error(TextErrorKind::Missing("attribute data")).into()),
        Err(error) => return Err(line.whole_error(TextErrorKind::Syntax(error.to_string())).into()),
    };
    let at = line.text.find(&*data).map(|offset| line.text[..offset].chars().count() + 1);
    let place = Mark { line: &line, word: Word::new(at.unwrap_or(1), data.clone()) };
    if data.contains("version") || data.contains('|') {
        return Err(place
            .error(TextErrorKind::NotA("puzzle alone but a game being played; export it as a new one"))
            .into());
    }
    let (mut marks, are_characters) = sheet::marks(&line, at.unwrap_or(1), &data);
    if at.is_none() {
        for mark in &mut marks {
            mark.word.column = 1;
        }
    }
    let puzzle = boards.puzzle((&marks, are_characters), &place)?;
    Ok(Record::new(puzzle, line.number))
}
