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
    check_found(text, ReadOptions { format: Some(format), ..ReadOptions::default() }, expected);
}

/// Like [`check_read`], but detects the format.
#[track_caller]
pub(super) fn check_detected(text: &str, expected: &[&str]) {
    check_found(text, ReadOptions::default(), expected);
}

#[track_caller]
fn check_found(text: &str, options: ReadOptions, expected: &[&str]) {
    let show = |record: Record| format!("{}: {}", record.line, record.puzzle);
    let found = Reader::new(text.as_bytes(), options);
    let found: Vec<_> = found.map(|record| record.map_or_else(|error| error.to_string(), show)).collect();
    assert_eq!(found, expected, "{text}");
}
