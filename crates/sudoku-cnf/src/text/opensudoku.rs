//! The `opensudoku` format: the XML format of the OpenSudoku app. Each puzzle is an element of the form
//! `<game data="81 digits"/>`.
//!
//! `0` represents a blank cell. Elements other than `game` are skipped. If any text precedes a puzzle, for
//! example the name of the collection, [`Record::has_other_fields`] is set.

use std::io::{self, Read, Write};

use quick_xml::Reader;
use quick_xml::escape::escape;
use quick_xml::events::{BytesStart, Event};

use super::board_text::BoardText;
use super::cell_text::symbols;
use super::error_kind::TextErrorKind;
use super::field::{self, PlacedToken};
use super::format_spec::{FormatSpec, WriteItem};
use super::grid_builder::GridBuilder;
use super::line_bytes::LineBytes;
use super::lines::Lines;
use super::record::{ReadResult, Record};
use super::stray_board::StrayBoards;
use super::structure::{Opened, Structure};
use super::text_line::TextLine;
use super::token::Token;
use super::xml_elements::XmlElements;

pub(super) const SPEC: FormatSpec = FormatSpec {
    extensions: &["opensudoku", "xml"],
    standard_only: true,
    header: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n",
    footer: "</opensudoku>\n",
    ..FormatSpec::structured(&STRUCTURE, write)
};

pub(super) static STRUCTURE: Structure =
    Structure { recognizes: |start| start.line.starts_with('<'), open: |_| Opened::Xml };

fn write(item: &WriteItem<'_>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "  <game data=\"{}\"/>", escape(symbols(item.record.puzzle.grid(), '0')))
}

/// The description of the text that an XML document must contain.
const NO_BOARD: &str = "a board: <game data=\"…\"/>, or an element per board, row or cell";

/// The number of bytes of a tag in addition to its name and its attributes, as in `</a>`.
const TAG_MARKS: usize = 3;

/// A reader for the `game` elements of an XML document.
///
/// In a document without such elements, an element can contain a whole board, or all elements with the same name
/// contain the rows or the cells of one board. For example, the cells of an XHTML table are `td` elements.
pub(super) struct GameReader<R> {
    reader: Reader<LineBytes<R>>,
    buffer: Vec<u8>,
    has_ended: bool,
    /// Whether a board has been found.
    has_board: bool,
    /// The name and text of the last element that has been opened, if it has no child element so far.
    open: Option<(String, String)>,
    /// The elements of documents in other formats.
    elements: XmlElements,
    /// Whether any text between tags has been found.
    has_other_fields: bool,
    /// The number of open elements.
    depth: usize,
    /// The text outside all elements.
    outside: StrayBoards,
}

impl<R> std::fmt::Debug for GameReader<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GameReader").finish_non_exhaustive()
    }
}

impl<R: Read> GameReader<R> {
    pub(super) fn new(lines: Lines<R>) -> Self {
        let reader = Reader::from_reader(LineBytes::new(lines));
        Self {
            reader,
            buffer: Vec::new(),
            has_ended: false,
            has_board: false,
            open: None,
            elements: XmlElements::default(),
            has_other_fields: false,
            depth: 0,
            outside: StrayBoards::default(),
        }
    }

    /// Reads the next puzzle. Returns `None` at the end of the document.
    pub(super) fn next(&mut self, builder: &mut GridBuilder) -> ReadResult<Option<Record>> {
        while !self.has_ended {
            self.buffer.clear();
            let event = self.reader.read_event_into(&mut self.buffer);
            match &event {
                Ok(Event::Start(_)) => self.depth += 1,
                Ok(Event::End(_)) => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
            match event {
                Ok(Event::Start(tag) | Event::Empty(tag)) if tag.local_name().as_ref() == "game" => {
                    self.has_board = true;
                    let tag = tag.into_owned();
                    let line = self.reader.get_mut().part(tag.len() + TAG_MARKS);
                    let has_other_fields = self.has_other_fields;
                    return Ok(Some(Record { has_other_fields, ..record(&tag, line, builder)? }));
                }
                Ok(Event::Start(tag)) => {
                    self.open = Some((tag.local_name().as_ref().to_owned(), String::new()));
                }
                Ok(Event::Empty(tag)) => {
                    let tag = tag.into_owned();
                    let line = self.reader.get_mut().part(tag.len() + TAG_MARKS);
                    self.open = None;
                    self.elements.add(tag.local_name().as_ref(), "", &line, builder)?;
                }
                Ok(Event::End(_)) => {
                    let Some((name, text)) = self.open.take() else { continue };
                    let line = self.reader.get_mut().part(text.len() + name.len() + TAG_MARKS);
                    let record = self.elements.add(&name, &text, &line, builder);
                    if !matches!(record, Ok(None)) {
                        self.has_board = true;
                        return record;
                    }
                }
                Ok(Event::Eof) => return self.end(None, builder),
                Ok(Event::Text(text)) => {
                    self.has_other_fields |= !text.trim().is_empty();
                    if self.depth == 0 {
                        self.outside.push_lines(&text, self.reader.get_ref().line().number)?;
                    }
                    if let Some((_, content)) = &mut self.open {
                        content.push_str(&text);
                    }
                }
                Ok(_) => {}
                // After malformed XML, the rest of the document cannot be read reliably.
                Err(error) => return self.end(Some(error.to_string()), builder),
            }
        }
        Ok(None)
    }

    /// Stops reading. Returns the board that the elements of the document form, or the input error or syntax error
    /// that interrupted the parser, if any. Otherwise, returns an error if the document does not contain a board.
    fn end(&mut self, syntax_error: Option<String>, builder: &mut GridBuilder) -> ReadResult<Option<Record>> {
        self.has_ended = true;
        self.reader.get_mut().take_error().map_or(Ok(()), Err)?;
        if !self.has_board
            && let Some(record) = self.elements.board(builder)?
        {
            return Ok(Some(record));
        }
        let line = self.reader.get_ref().line();
        match syntax_error {
            Some(message) => Err(line.whole_error(TextErrorKind::Syntax(message)).into()),
            None if self.has_board => Ok(None),
            None => Err(line.error(1, 1, TextErrorKind::Expected(NO_BOARD)).into()),
        }
    }
}

fn record(tag: &BytesStart<'_>, mut line: TextLine, builder: &mut GridBuilder) -> ReadResult {
    line.text.truncate(line.text.trim_end().len());
    let first_column = line.first_column;
    let data = match tag.try_get_attribute("data") {
        Ok(Some(attribute)) => attribute.value,
        Ok(None) => return Err(line.whole_error(TextErrorKind::Missing("attribute 'data'")).into()),
        Err(error) => return Err(line.whole_error(TextErrorKind::Syntax(error.to_string())).into()),
    };
    let column = line.text.find(&*data).map(|offset| line.text[..offset].chars().count() + first_column);
    let place = PlacedToken { line: &line, token: Token::new(column.unwrap_or(first_column), data.clone()) };
    if data.contains("version") || data.contains('|') {
        let kind = TextErrorKind::Expected(
            "a new puzzle, found a game in progress; export the puzzle without its progress",
        );
        return Err(place.error(kind).into());
    }
    let (cells, are_characters) = field::cells(&line, column, &data);
    let puzzle = builder.puzzle((&cells, are_characters), &place)?;
    let text = column.map(|_| BoardText::cells(&cells));
    Ok(Record { text, ..Record::new(puzzle, line.number) })
}

#[cfg(test)]
mod tests {
    use super::NO_BOARD;
    use crate::text::testing::{check_read, check_written};
    use crate::text::{Format, read_single};

    #[test]
    fn reads_and_writes_games() {
        let digits = format!("530070000{}", "0".repeat(72));
        let game = format!("  <game data=\"{digits}\"/>\n");
        let text = format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n{game}</opensudoku>\n");
        let record = read_single(text.as_bytes(), None, None).unwrap();
        assert_eq!((record.line, record.puzzle.to_string()), (3, digits.replace('0', ".")));
        check_written(Format::OpenSudoku, &record, &text);
        let named = text.replace("  <game", "<name>Easy</name><game");
        assert!(read_single(named.as_bytes(), None, None).unwrap().has_other_fields);
    }

    #[test]
    fn games_on_a_long_line_are_read_in_linear_time() {
        let text = format!("<o>{}<game data='1'/></o>", "<n>é</n>".repeat(1000));
        check_read(Format::OpenSudoku, &text, &["1:8016: cannot determine the board size from 1 cell"]);
        let game = format!("<game data=\"53{}\"/>", "0".repeat(79));
        let text = format!("<o>{}</o>", game.repeat(20_000));
        let start = std::time::Instant::now();
        assert_eq!(crate::text::Reader::new(text.as_bytes(), None).flatten().count(), 20_000);
        // The time was 40 s when it was quadratic.
        assert!(start.elapsed() < std::time::Duration::from_secs(20));
    }

    #[test]
    fn malformed_documents_are_errors() {
        let text = "<opensudoku>\n<game data='1x..'/>\n<game/>\n</open>\n";
        let expected = [
            "2:13: cannot determine the board size from 4 cells",
            "3:1: missing attribute 'data'",
            "4:1: ill-formed document: expected `</opensudoku>`, but `</open>` was found",
        ];
        check_read(Format::OpenSudoku, text, &expected);
        check_read(Format::OpenSudoku, "<a/>", &[&format!("1:1: expected {NO_BOARD}")]);
        let state = "<game data=\"version: 1\"/>";
        let played =
            "1:13: expected a new puzzle, found a game in progress; export the puzzle without its progress";
        check_read(Format::OpenSudoku, state, &[played]);
    }
}
