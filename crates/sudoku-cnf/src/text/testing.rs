//! Helper functions for testing formats.

use std::time::{Duration, Instant};

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

/// Asserts that the time of `work(count)` does not grow quadratically with `count`.
///
/// Sixteen times as much work must take less than 64 times as long. Quadratic work would take 256 times as long.
#[track_caller]
pub(super) fn check_linear_time(count: usize, work: impl Fn(usize)) {
    // Other processes can only make a run slower, so the fastest of several runs is compared.
    let time = |count: usize| {
        let run = |_| {
            let start = Instant::now();
            work(count);
            start.elapsed()
        };
        (0..3).map(run).min().unwrap_or(Duration::MAX)
    };
    let (short, long) = (time(count), time(16 * count));
    assert!(long < 64 * short, "{short:?} for {count}, {long:?} for {}", 16 * count);
}
