//! Prints puzzles as they are written in the input.

use super::digest::Digest;
use super::output;
use crate::text::{self, CsvHeader, Format, Record, SourceLine, lost_parts};

/// Returns the lines of selected puzzles, unchanged if possible.
///
/// The puzzles must be read with [`keep_lines`](crate::text::ReadOptions::keep_lines).
#[derive(Debug, Default)]
pub struct SourceLines {
    /// A hash of the header that was returned most recently, or 0 if there is none.
    header: u64,
}

impl SourceLines {
    /// Returns a printer that continues after the last record of the output. Its [checkpoints](output::checkpoint) have
    /// the header as their context.
    pub fn resumed() -> Self {
        Self { header: output::context() }
    }

    /// Returns the extension of a file that begins with the line of this puzzle.
    pub fn extension(first: &Record) -> &'static str {
        match &first.source {
            Some(SourceLine { header: Some(header), .. }) if header.delimiter() == '\t' => "tsv",
            Some(SourceLine { header: Some(_), .. }) => "csv",
            _ if Self::default().text(first).starts_with('{') => "jsonl",
            _ => "txt",
        }
    }

    /// Returns the line of the input that contains the puzzle. The text does not end with a line ending.
    ///
    /// If the puzzle is not written on one line, returns it in the format [`Format::Line`], or [`Format::Json`] if
    /// otherwise a part of the puzzle would be lost, for example a rule.
    ///
    /// If the puzzle belongs to a CSV table with a different header than the previous puzzle, the header comes first.
    pub fn text(&mut self, record: &Record) -> String {
        record.source.as_ref().map_or_else(|| line(record), |source| self.line(source))
    }

    /// Returns a line of the input, after the header of its table if it [starts](Self::starts) one.
    pub fn line(&mut self, source: &SourceLine) -> String {
        let header = self.starts(source).map(|header| format!("{}\n", header.text()));
        header.unwrap_or_default() + &source.text
    }

    /// Returns the header of the table that contains the line, or `None` if there is none or the header of the previous
    /// line was the same.
    pub fn starts<'s>(&mut self, source: &'s SourceLine) -> Option<&'s CsvHeader> {
        let header = source.header.as_deref()?;
        let hash = Digest::new(0).text(header.text()).finish();
        if std::mem::replace(&mut self.header, hash) == hash {
            return None;
        }
        output::set_context(hash);
        Some(header)
    }
}

fn line(record: &Record) -> String {
    let puzzle = Record::new(record.puzzle.clone(), record.line);
    let format = if lost_parts(&puzzle, Format::Line).is_empty() { Format::Line } else { Format::Json };
    let mut text = Vec::new();
    // The formats support all boards, and writing to a vector cannot fail.
    let _ = text::write(&record.puzzle, format, &mut text);
    String::from_utf8_lossy(&text).trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{ReadOptions, Reader};

    #[track_caller]
    fn check(input: &str, expected: &str) {
        let options = ReadOptions { keep_lines: true, ..ReadOptions::default() };
        let mut lines = SourceLines::default();
        let records = Reader::new(input.as_bytes(), options);
        let texts: Vec<_> = records.map(|record| lines.text(&record.unwrap())).collect();
        assert_eq!(texts.join("\n"), expected);
    }

    #[test]
    fn lines_are_unchanged_and_headers_are_not_repeated() {
        check(
            "# a\n12....1..2..4..2 # easy\n\n12....1..2..4..2",
            "12....1..2..4..2 # easy\n12....1..2..4..2",
        );
        check("12..\n..1.\n.2..\n4..2\n", "12....1..2..4..2");
        check(
            "{\n\"puzzle\": \"12....1..2..4..2\",\n\"variants\": [\"x\"]}",
            r#"{"version":1,"puzzle":"12....1..2..4..2","variants":["x"]}"#,
        );
        let csv = "id,puzzle\n7,12....1..2..4..2\n8,12....1..2..4..2";
        check(csv, csv);
        let tables = format!("{csv}\n{csv}\npuzzle,id\n12....1..2..4..2,9");
        let expected = format!("{csv}\n{}\npuzzle,id\n12....1..2..4..2,9", &csv[10..]);
        check(&tables, &expected);
    }
}
