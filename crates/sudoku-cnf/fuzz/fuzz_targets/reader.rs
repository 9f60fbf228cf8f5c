//! Reads puzzles from arbitrary text, writes them in every format, and reads each output back.
//!
//! Puzzles on boards larger than 9×9 are not written. The first byte of the input selects the format, and the second
//! byte selects the box shape and the alphabet. The remaining bytes are the text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sudoku_cnf::cli::diagnostics::{Style, report_errors};
use sudoku_cnf::puzzle::board::BoardOptions;
use sudoku_cnf::text::{Alphabet, Format, ReadError, ReadOptions, Reader, Record, Writer, lost_parts};

fuzz_target!(|data: &[u8]| {
    let [format, board, text @ ..] = data else { return };
    let shape = ["", "2x2", "2x3", "3x3", "4x4", "1x5"]
        .get(usize::from(*board) % 8)
        .and_then(|shape| shape.parse().ok());
    let options = ReadOptions {
        format: Format::ALL.get(usize::from(*format) % 24).copied(),
        alphabet: Alphabet::ALL.get(usize::from(*board) / 8 % 6).copied(),
        ..ReadOptions::from(shape)
    };
    if options.format.is_none() && shape.is_none() {
        no_line_is_lost(text);
    }
    for record in Reader::new(text, options) {
        match record {
            Err(ReadError::Text(errors)) => {
                let styles = [Style::Plain, Style::Drawn { in_color: false }];
                let shown: usize = styles.map(|style| report_errors(&errors, "f", style).len()).iter().sum();
                assert!(shown > 0);
            }
            Err(_) => {}
            Ok(record) if record.puzzle.geometry().size() <= 9 => {
                Format::ALL.iter().copied().for_each(|format| write_and_read(&record, format));
            }
            Ok(_) => {}
        }
    }
});

/// Asserts that a board below a text is read, unless there is an error.
///
/// Text with brackets, tags or quotation marks is excluded, because it may enclose the board.
fn no_line_is_lost(text: &[u8]) {
    if text.iter().any(|byte| b"[({<\"'`".contains(byte)) {
        return;
    }
    let board = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let input = [text, b"\n\n\n", board.as_bytes(), b"\n"].concat();
    let found: Result<Vec<_>, _> = Reader::new(&input[..], None).collect();
    let is_board = |record: &Record| record.puzzle.to_string() == board;
    assert!(found.is_err() || found.is_ok_and(|found| found.last().is_some_and(is_board)));
}

/// Writes a record and reads the output back, unless `format` cannot store the record.
///
/// If the format can store the record without loss, the output must contain the same puzzle. This requirement is not
/// checked for puzzles with excluded candidates, for formats that store candidates, or for boards whose digits start at
/// 0, because the reader takes a 0 as a blank unless the options request this alphabet.
fn write_and_read(record: &Record, format: Format) {
    let mut writer = Writer::new(format, Vec::new());
    if writer.write(record).is_err() {
        return;
    }
    let text = writer.finish().unwrap();
    let board = BoardOptions::from(&**record.puzzle.geometry());
    let options = ReadOptions { format: Some(format), ..ReadOptions::from(board) };
    let again: Vec<_> = Reader::new(&text[..], options).collect::<Result<_, _>>().unwrap();
    assert_eq!(again.len(), 1, "{format}");
    let is_kept = lost_parts(record, format).is_empty()
        && record.puzzle.excluded().is_empty()
        && record.alphabet != Some(Alphabet::FromZero);
    assert!(!is_kept || format.stores_candidates() || again[0].puzzle == record.puzzle, "{format}");
}
