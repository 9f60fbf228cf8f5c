//! Reads links to f-puzzles and `SudokuPad`, in which a puzzle is JSON text compressed by LZ-string.

use std::collections::VecDeque;

use serde_json::Value;

use super::reader::JsonReader;
use crate::text::error_kind::TextErrorKind;
use crate::text::grid_builder::GridBuilder;
use crate::text::lines::AnyLines;
use crate::text::record::{ReadResult, Record};
use crate::text::structure::{StructuredReader, may_start_format};
use crate::text::text_line::TextLine;

/// The start of every compressed f-puzzles object, which is `{"s` or `{"size`.
const COMPRESSED_START: &str = "N4Ig";

/// A reader for lines that contain links.
#[derive(Debug)]
pub(super) struct LinkReader {
    objects: JsonReader,
    /// Puzzles in the last line that have not been returned yet.
    pending: VecDeque<ReadResult>,
    /// Whether lines without links have been skipped since the last puzzle.
    has_other_fields: bool,
}

impl LinkReader {
    pub(super) fn new() -> Self {
        Self { objects: JsonReader::new(), pending: VecDeque::new(), has_other_fields: false }
    }

    fn record(&mut self, data: &str, line: &TextLine, builder: &mut GridBuilder) -> ReadResult {
        let column = line.text.find(data).map_or(1, |offset| line.text[..offset].chars().count() + 1);
        let error = || line.error(column, data.chars().count(), TextErrorKind::Expected("a complete link"));
        let value = decompress(data).ok_or_else(error)?;
        self.objects.record(&value, &[line.head()], builder)
    }
}

impl StructuredReader for LinkReader {
    fn next(&mut self, lines: &mut AnyLines<'_>, builder: &mut GridBuilder) -> ReadResult<Option<Record>> {
        while self.pending.is_empty() {
            if lines.line_ahead(0).is_some_and(|line| !has_link(&line.text) && may_start_format(line)) {
                return Ok(None);
            }
            let Some(line) = lines.next().transpose()? else { return Ok(None) };
            let found: Vec<_> = links(&line.text).collect();
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

/// Returns whether `line` contains a link to a puzzle or the compressed part of such a link.
pub(in crate::text) fn has_link(line: &str) -> bool {
    links(line).next().is_some()
}

/// Returns the compressed parts of the links in `line`.
fn links(line: &str) -> impl Iterator<Item = &str> {
    let is_data = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '=' | '%' | '-');
    line.split(move |c| !is_data(c)).filter_map(|word| {
        let data = &word[word.find(COMPRESSED_START)?..];
        let before = &word[..word.len() - data.len()];
        let is_link = before.is_empty()
            || before.ends_with(['=', '/'])
            || before.ends_with("fpuzzles")
            || before.ends_with("fpuz");
        (is_link && data.len() >= 40).then_some(data)
    })
}

/// Returns the JSON value that `data` contains.
fn decompress(data: &str) -> Option<Value> {
    let data = data.replace("%2B", "+").replace("%2F", "/").replace("%3D", "=");
    // The URL-safe variant of Base64 is used in some links.
    let data = data.replace('-', "+");
    let text = String::from_utf16(&lz_str::decompress_from_base64(&data)?).ok()?;
    serde_json::from_str(&text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Format;
    use crate::text::testing::check_read;

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
    fn truncated_links_are_errors() {
        let text = format!("x ?load={}", &data()[..44]);
        check_read(Format::FPuzzles, &text, &["1:9: expected a complete link"]);
        assert!(!has_link("https://f-puzzles.com/?load=N4Ig"));
    }
}
