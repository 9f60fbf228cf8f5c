//! The `opensudoku` format: the XML format of the OpenSudoku app. Each puzzle is an element of the form
//! `<game data="81 digits"/>`.
//!
//! `0` represents a blank cell. Elements other than `game` are skipped. If any text precedes a puzzle, for
//! example the name of the collection, [`Record::has_other_fields`] is set.

use std::io::{self, Write};
use std::mem;

use super::board_text::BoardText;
use super::cell_text::symbols;
use super::error_kind::TextErrorKind;
use super::field::{self, PlacedToken};
use super::format_spec::{FormatSpec, WriteItem};
use super::grid_builder::GridBuilder;
use super::lines::AnyLines;
use super::record::{ReadResult, Record};
use super::structure::{FormatReader, Structure, may_start_format};
use super::text_line::TextLine;
use super::token::Token;
use super::xml_elements::XmlElements;
use super::xml_scanner::{XmlPart, XmlScanner, attribute, tag_name};

pub(super) const SPEC: FormatSpec = FormatSpec {
    extensions: &["opensudoku", "xml"],
    standard_only: true,
    header: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n",
    footer: "</opensudoku>\n",
    ..FormatSpec::structured(&STRUCTURE, write)
};

pub(super) static STRUCTURE: Structure =
    Structure { recognizes: |start| starts_tag(start.line), open: |_| Box::<XmlReader>::default() };

/// Returns whether `line` starts with a tag, a comment or the declaration of an XML document.
fn starts_tag(line: &str) -> bool {
    line.strip_prefix('<').is_some_and(|rest| {
        rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '!') || rest.starts_with("?xml")
    })
}

fn write(item: &WriteItem<'_>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "  <game data=\"{}\"/>", symbols(item.record.puzzle.grid(), '0'))
}

/// The description of the text that an XML document must contain.
const NO_BOARD: &str = "a board: <game data=\"…\"/>, or an element per board, row or cell";

/// The HTML elements without an end tag.
const VOID_ELEMENTS: [&str; 7] = ["input", "br", "img", "hr", "meta", "link", "col"];

/// A reader for the `game` elements of an XML document.
///
/// In a document without such elements, an element can contain a whole board, or all elements with the same name
/// contain the rows or the cells of one board. For example, the cells of an XHTML table are `td` elements.
#[derive(Debug, Default)]
struct XmlReader {
    scanner: XmlScanner,
    /// The names of the open elements, outermost first.
    open: Vec<String>,
    /// The text of the innermost open element and its first line, if the element has no child element so far.
    leaf: Option<(String, Option<TextLine>)>,
    /// The elements of documents in other formats.
    elements: XmlElements,
    /// Whether a board has been found in this document, or an error has been reported.
    has_result: bool,
    /// Whether the document has `game` elements. Only then must its tags match; those of HTML pages often do not.
    has_games: bool,
    /// Whether the text is part of a document, which need not contain a board.
    is_part: bool,
    /// The record of the current tag, if the text in front of the tag was a board, too.
    pending: Option<ReadResult>,
    /// Whether any text between tags has been found.
    has_other_fields: bool,
}

impl FormatReader for XmlReader {
    fn join_document(&mut self) {
        self.is_part = true;
    }

    fn next(&mut self, lines: &mut AnyLines<'_>, builder: &mut GridBuilder) -> ReadResult<Option<Record>> {
        if let Some(record) = self.pending.take() {
            return record.map(Some);
        }
        loop {
            if self.ends_here(lines) {
                return self.end(builder);
            }
            let part = self.scanner.next(lines).inspect_err(|_| self.has_result = true)?;
            let Some(part) = part else { return self.end(builder) };
            let record = match part {
                XmlPart::Tag(tag, line) => self.tag(&tag, &line, builder),
                XmlPart::Text(text) => {
                    self.text(text);
                    Ok(None)
                }
            };
            if !matches!(record, Ok(None)) {
                self.has_result = true;
                return record;
            }
        }
    }
}

impl XmlReader {
    /// Returns whether another format starts on the next line: outside all elements, or between two elements, where
    /// documents contain no text.
    fn ends_here(&self, lines: &mut AnyLines<'_>) -> bool {
        let is_foreign = |line: &TextLine| {
            let text = line.text.trim_start();
            let is_outside = self.open.is_empty() && !text.starts_with('<') && !text.is_empty();
            is_outside || !text.starts_with('<') && may_start_format(line)
        };
        self.leaf.is_none() && self.scanner.is_at_line_start() && lines.line_ahead(0).is_some_and(is_foreign)
    }

    /// Ends the document, and returns the board that its elements form, if any.
    ///
    /// # Errors
    /// Returns an error if there is neither a board nor an earlier error.
    fn end(&mut self, builder: &mut GridBuilder) -> ReadResult<Option<Record>> {
        let document = mem::take(self);
        self.is_part = document.is_part;
        let Some(line) = document.elements.first.as_ref().filter(|_| !document.has_result) else {
            return Ok(None);
        };
        match document.elements.board(builder)? {
            None if document.is_part => Ok(None),
            None => Err(line.error(1, 1, TextErrorKind::Expected(NO_BOARD)).into()),
            record => Ok(record),
        }
    }

    fn tag(&mut self, tag: &str, line: &TextLine, builder: &mut GridBuilder) -> ReadResult<Option<Record>> {
        let name = tag_name(tag);
        if tag.starts_with('/') {
            let (Some(expected), leaf) = (self.open.last(), self.leaf.take()) else { return Ok(None) };
            if expected != name && self.has_games {
                // The rest of the text is read as another document.
                let message = format!("expected the end of element '{expected}', found '{name}'");
                self.open.clear();
                return Err(line.whole_error(TextErrorKind::Syntax(message)).into());
            }
            // In HTML, the end of an element ends those in it, and an unknown end tag has no effect.
            let Some(index) = self.open.iter().rposition(|open| open == name) else { return Ok(None) };
            let name = self.open.drain(index..).next_back().unwrap_or_default();
            let Some((text, place)) = leaf else { return Ok(None) };
            return self.elements.add(&name, &text, place.as_ref().unwrap_or(line), builder);
        }
        // Text in front of a child element may also be a board.
        let before = match (self.leaf.take(), self.open.last()) {
            (Some((text, place)), Some(parent)) => {
                self.elements.add(parent, &text, place.as_ref().unwrap_or(line), builder)?
            }
            _ => None,
        };
        let record = self.opening_tag(name, tag, line, builder);
        let Some(before) = before else { return record };
        self.pending = record.transpose();
        Ok(Some(before))
    }

    fn opening_tag(
        &mut self,
        name: &str,
        tag: &str,
        line: &TextLine,
        builder: &mut GridBuilder,
    ) -> ReadResult<Option<Record>> {
        let is_empty = tag.ends_with('/') || VOID_ELEMENTS.contains(&name);
        self.leaf = (!is_empty).then(Default::default);
        if !is_empty {
            self.open.push(name.to_owned());
        }
        if name == "game" {
            (self.has_result, self.has_games) = (true, true);
            let has_other_fields = self.has_other_fields;
            return Ok(Some(Record { has_other_fields, ..record(tag, line, builder)? }));
        }
        let value = attribute(tag, "value").unwrap_or_default();
        if is_empty { self.elements.add(name, value, line, builder) } else { Ok(None) }
    }

    fn text(&mut self, text: TextLine) {
        self.has_other_fields |= !text.text.trim().is_empty();
        if let Some((leaf, place)) = &mut self.leaf {
            leaf.push_str(&text.text);
            leaf.push('\n');
            if !text.text.trim().is_empty() {
                place.get_or_insert(text);
            }
        }
    }
}

fn record(tag: &str, line: &TextLine, builder: &mut GridBuilder) -> ReadResult {
    let missing = || line.whole_error(TextErrorKind::Missing("attribute 'data'"));
    let data = attribute(tag, "data").ok_or_else(missing)?;
    let first_column = line.first_column;
    let column = line.text.find(data).map(|offset| line.text[..offset].chars().count() + first_column);
    let place = PlacedToken { line, token: Token::new(column.unwrap_or(first_column), data) };
    if let Some(cells) = data.contains('|').then(|| saved_cells(data)) {
        let expected = TextErrorKind::Expected("the same number of fields for each cell of a saved game");
        let cells = cells.ok_or_else(|| place.error(expected))?;
        let cell = |text: &&'static str| PlacedToken { line, token: Token::new(place.token.column, *text) };
        let puzzle = builder.puzzle((&cells.iter().map(cell).collect::<Vec<_>>(), true), &place)?;
        return Ok(Record::new(puzzle, line.number));
    }
    let (cells, are_characters) = field::cells(line, column, data);
    let puzzle = builder.puzzle((&cells, are_characters), &place)?;
    let text = column.map(|_| BoardText::cells(&cells));
    Ok(Record { text, ..Record::new(puzzle, line.number) })
}

/// Returns the givens in a saved game, or `None` if it is malformed.
///
/// A saved game starts with `version: 3`, and each cell consists of several fields. The first field is the digit or 0,
/// and the last one is 0 if the cell contains a given.
fn saved_cells(data: &str) -> Option<Vec<&'static str>> {
    const CELLS: usize = 81;
    const DIGITS: [&str; 10] = [".", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
    let state = data.rsplit(['\n', ';', ' ']).next()?;
    let fields: Vec<&str> = state.trim().trim_end_matches('|').split('|').collect();
    let width = fields.len() / CELLS;
    if !fields.len().is_multiple_of(CELLS) || width < 2 {
        return None;
    }
    let cell = |fields: &[&str]| {
        let digit: usize = fields[0].parse().ok()?;
        let is_given = *fields.last()? == "0";
        DIGITS.get(if is_given { digit } else { 0 }).copied()
    };
    fields.chunks(width).map(cell).collect()
}

#[cfg(test)]
mod tests {
    use super::NO_BOARD;
    use crate::text::testing::{check_linear_time, check_read, check_written};
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
        check_linear_time(1000, |count| {
            let text = format!("<o>{}</o>", game.repeat(count));
            assert_eq!(crate::text::Reader::new(text.as_bytes(), None).flatten().count(), count);
        });
    }

    #[test]
    fn malformed_documents_are_errors() {
        let text = "<opensudoku>\n<game data='1x..'/>\n<game/>\n</open>\n";
        let expected = [
            "2:13: cannot determine the board size from 4 cells",
            "3:1: missing attribute 'data'",
            "4:1: expected the end of element 'opensudoku', found 'open'",
        ];
        check_read(Format::OpenSudoku, text, &expected);
        check_read(Format::OpenSudoku, "<a/>", &[&format!("1:1: expected {NO_BOARD}")]);
        let state = "<game data=\"version: 1&#10;1|2|0|\"/>";
        let fields = "1:13: expected the same number of fields for each cell of a saved game";
        check_read(Format::OpenSudoku, state, &[fields]);
    }

    #[test]
    fn saved_games_have_givens() {
        let cells = ["5|0|0|", "3|0|1|", "0|12|1|"].concat() + &"0|0|1|".repeat(78);
        let text = format!("<game data=\"version: 3&#10;{cells}\"/>");
        check_read(Format::OpenSudoku, &text, &[&format!("1: 5{}", ".".repeat(80))]);
    }
}
