//! Links to f-puzzles and `SudokuPad`, in which a puzzle is JSON text compressed by LZ-string.

use std::collections::VecDeque;
use std::io::{self, Write};

use serde_json::Value;

use super::lz_string::{self, LzError};
use super::reader::JsonReader;
use super::{fpuzzles, zipped};
use crate::text::error_kind::TextErrorKind;
use crate::text::format_spec::WriteItem;
use crate::text::grid_builder::GridBuilder;
use crate::text::lines::AnyLines;
use crate::text::link_text::{has_link, is_link, links};
use crate::text::record::{ReadResult, Record};
use crate::text::structure::{FormatReader, may_start_format};
use crate::text::text_line::TextLine;

/// The address of f-puzzles up to the compressed JSON.
const ADDRESS: &str = "https://www.f-puzzles.com/?load=";

/// The maximum number of UTF-16 code units of JSON in a link, which is enough for an empty 500×500 board.
const MAX_LENGTH: usize = 1 << 20;

/// The error for a link that is not valid, usually because it was truncated.
const INCOMPLETE: TextErrorKind = TextErrorKind::Expected("a complete link");

/// Writes a link to f-puzzles. `SudokuPad` opens the same data after `https://sudokupad.app/fpuzzles`.
pub(super) fn write(item: &WriteItem<'_>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{ADDRESS}{}", lz_str::compress_to_base64(&*json(item)?))
}

/// Returns the maximum length of the JSON in a link if the JSON of `record` is longer.
pub(super) fn exceeded_length(record: &Record) -> Option<usize> {
    let json = json(&WriteItem { record, candidates: Vec::new(), number: 1 }).ok()?;
    (json.encode_utf16().count() > MAX_LENGTH).then_some(MAX_LENGTH)
}

fn json(item: &WriteItem<'_>) -> io::Result<String> {
    let mut json = Vec::new();
    fpuzzles::write(item, &mut json)?;
    Ok(String::from_utf8_lossy(&json).trim_end().to_owned())
}

/// A reader for lines that contain links.
#[derive(Debug, Default)]
pub(super) struct LinkReader {
    objects: JsonReader,
    /// Puzzles in the last line that have not been returned yet.
    pending: VecDeque<ReadResult>,
    /// Whether lines without links have been skipped since the last puzzle.
    has_other_fields: bool,
    /// Whether the last line with links was a bare link. If so, the next line is not text around links.
    is_bare: bool,
}

impl LinkReader {
    fn record(&mut self, data: &str, line: &TextLine, builder: &mut GridBuilder) -> ReadResult {
        let column = line.text.find(data).map_or(1, |offset| line.text[..offset].chars().count() + 1);
        let value = decompress(data).map_err(|kind| line.error(column, data.chars().count(), kind))?;
        self.objects.record(&value, &[line.head()], builder)
    }
}

impl FormatReader for LinkReader {
    fn next(&mut self, lines: &mut AnyLines<'_>, builder: &mut GridBuilder) -> ReadResult<Option<Record>> {
        while self.pending.is_empty() {
            let is_foreign = |line: &TextLine| {
                !has_link(&line.text)
                    && (may_start_format(line) || self.is_bare && !line.text.trim().is_empty())
            };
            if lines.line_ahead(0).is_some_and(is_foreign) {
                return Ok(None);
            }
            let Some(line) = lines.next().transpose()? else { return Ok(None) };
            let found: Vec<_> = links(&line.text).collect();
            if !found.is_empty() {
                self.is_bare = is_link(&line.text);
            }
            self.has_other_fields |= found.is_empty() && !line.text.trim().is_empty();
            let records = found.iter().map(|data| self.record(data, &line, builder));
            self.pending = records.collect();
        }
        let mut record = self.pending.pop_front().transpose()?;
        if let Some(record) = &mut record {
            record.has_other_fields |= std::mem::take(&mut self.has_other_fields);
        }
        Ok(record)
    }
}

/// Returns the JSON value that `data` contains.
fn decompress(data: &str) -> Result<Value, TextErrorKind> {
    let data = data.replace("%2B", "+").replace("%2F", "/").replace("%3D", "=");
    let text = lz_string::decompress(&data, MAX_LENGTH).map_err(|error| match error {
        LzError::Malformed => INCOMPLETE,
        LzError::TooLong => {
            TextErrorKind::Syntax(format!("expected a link with at most {MAX_LENGTH} characters of JSON"))
        }
    })?;
    serde_json::from_str(&text).ok().or_else(|| zipped::parse(&text)).ok_or(INCOMPLETE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Puzzle;
    use crate::puzzle::board::{BoxShape, Geometry};
    use crate::puzzle::rule::Rule;
    use crate::text::testing::check_read;
    use crate::text::{Format, Record, Writer, read_single};

    fn data() -> String {
        let row = |digit: &str| format!("[{{{digit}}},{{}},{{}},{{}}]");
        let rows = [row("\"value\":1,\"given\":true"), row(""), row(""), row("")];
        lz_str::compress_to_base64(&format!("{{\"size\":4,\"grid\":[{}]}}", rows.join(",")))
    }

    #[test]
    fn links_contain_puzzles() {
        let data = data();
        for text in [
            format!("https://www.f-puzzles.com/?load={data}"),
            format!("see [this](https://sudokupad.app/fpuzzles{data}) puzzle"),
            data.clone(),
            data.replace('+', "%2B"),
        ] {
            assert!(has_link(&text), "{text}");
            check_read(Format::FPuzzles, &text, &["1: 1..............."]);
        }
    }

    #[test]
    fn written_links_are_read_again() {
        let mut puzzle: crate::Puzzle = "1..............4".parse().unwrap();
        let rules = ["killercage 5: r1c2 r1c3", "odd: r2c2"].map(|rule| Rule::parse(rule, puzzle.geometry()));
        puzzle.add_rules(rules.into_iter().flatten());
        assert_eq!(puzzle.rules().len(), 2);
        let mut writer = Writer::new(Format::FPuzzlesLink, Vec::new());
        writer.write(&Record::new(puzzle.clone(), 1)).unwrap();
        let link = String::from_utf8(writer.finish().unwrap()).unwrap();
        assert!(link.starts_with(ADDRESS) && has_link(&link), "{link}");
        assert_eq!(read_single(link.as_bytes(), None, None).unwrap().puzzle, puzzle);
        let pad = link.replace(ADDRESS, "https://sudokupad.app/fpuzzles");
        assert_eq!(read_single(pad.as_bytes(), None, None).unwrap().puzzle, puzzle);
    }

    #[test]
    fn puzzles_that_are_too_long_are_neither_read_nor_written() {
        let empty = |n: usize| Puzzle::empty(Geometry::new(BoxShape::most_square(n).unwrap()).into());
        let write = |n: usize| {
            let mut writer = Writer::new(Format::FPuzzlesLink, Vec::new());
            writer.write(&Record::new(empty(n), 1)).map(|()| writer.finish().unwrap())
        };
        let error = write(600).unwrap_err().to_string();
        assert_eq!(
            error,
            "the format fpuzzles-link supports only puzzles with at most 1048576 characters of JSON; use fpuzzles"
        );
        // Each cell of an empty board has three characters.
        assert_eq!(read_single(&*write(500).unwrap(), None, None).unwrap().puzzle, empty(500));
        let data =
            lz_str::compress_to_base64(&*format!("{{\"size\":4,\"a\":\"{}\"}}", "a".repeat(MAX_LENGTH)));
        assert!(data.len() < 10_000);
        let text = format!("x ?load={data}");
        check_read(
            Format::FPuzzles,
            &text,
            &["1:9: expected a link with at most 1048576 characters of JSON"],
        );
    }

    #[test]
    fn truncated_links_are_errors() {
        let text = format!("x ?load={}", &data()[..44]);
        check_read(Format::FPuzzles, &text, &["1:9: expected a complete link"]);
        assert!(has_link("https://f-puzzles.com/?load=N4Ig") && !has_link("N4Ig"));
    }
}
