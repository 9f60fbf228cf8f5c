//! Helper functions for testing formats.

use super::{Format, ReadOptions, Reader, Record, Writer};

/// Asserts that writing `record` in `format` produces the text `expected`.
#[track_caller]
pub(super) fn check_written(format: Format, record: &Record, expected: &str) {
    let mut writer = Writer::new(format, Vec::new());
    writer.write(record).unwrap();
    assert_eq!(String::from_utf8(writer.finish().unwrap()).unwrap(), expected, "{format}");
}

/// Asserts that a reader for `format` finds the expected records and errors in `text`.
///
/// In `expected`, each record is represented by its line number and puzzle, and each error by its message.
#[track_caller]
pub(super) fn check_read(format: Format, text: &str, expected: &[&str]) {
    let options = ReadOptions { format: Some(format), ..ReadOptions::default() };
    let found: Vec<_> = Reader::new(text.as_bytes(), options)
        .map(|record| match record {
            Ok(record) => format!("{}: {}", record.line, record.puzzle),
            Err(error) => error.to_string(),
        })
        .collect();
    assert_eq!(found, expected, "{format}: {text}");
}
