//! Any reader: the first byte chooses the format, the second the board, and the rest is the text. What is read is
//! written in every format, and must read back where the format holds it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sudoku_cnf::formats::{Alphabet, Format, ReadError, ReadOptions, Reader, Style, Writer, losses};

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
    for record in Reader::new(text, options) {
        match record {
            Err(ReadError::Text(errors)) => {
                let styles = [Style::Plain, Style::Drawn { in_color: false }];
                let shown: usize = styles.map(|style| errors.report("f", style).len()).iter().sum();
                assert!(shown > 0);
            }
            Err(_) => {}
            Ok(record) if record.puzzle.geometry().size() <= 9 => {
                for format in Format::ALL {
                    let mut writer = Writer::new(format, Vec::new());
                    if writer.write(&record).is_ok() {
                        let text = writer.finish().unwrap();
                        let options = ReadOptions {
                            format: Some(format),
                            ..ReadOptions::from(sudoku_cnf::board::BoardOptions::from(
                                &**record.puzzle.geometry(),
                            ))
                        };
                        let again: Vec<_> =
                            Reader::new(&text[..], options).collect::<Result<_, _>>().unwrap();
                        assert_eq!(again.len(), 1, "{format}");
                        let keeps = losses(&record, format).is_empty() && record.puzzle.excluded().is_empty();
                        assert!(
                            !keeps || format.holds_candidates() || again[0].puzzle == record.puzzle,
                            "{format}"
                        );
                    }
                }
            }
            Ok(_) => {}
        }
    }
});
