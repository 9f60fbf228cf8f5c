//! Tests for the puzzle reader. The reader must never return a grid that the author of the text did not intend.

use std::io::{self, Read};

use sudoku_cnf::BoxShape;
use sudoku_cnf::text::{Format, ReadError, ReadOptions, Reader, write};

use crate::common::run_with_input;

/// Reads `text` and returns one string for each puzzle or error.
fn read(text: &str, shape: Option<&str>) -> Vec<String> {
    let reader = Reader::new(text.as_bytes(), shape.map(|shape| shape.parse().unwrap()));
    reader.map(|record| outcome(&record)).collect()
}

fn outcome(record: &Result<sudoku_cnf::text::Record, ReadError>) -> String {
    match record {
        Ok(record) => {
            let mut text = Vec::new();
            write(&record.puzzle, Format::Line, &mut text).unwrap();
            format!("{}: {}", record.line, String::from_utf8(text).unwrap().trim_end())
        }
        Err(error) => error.to_string(),
    }
}

const ROWS: [&str; 4] = ["12..", "..1.", ".2..", "4..2"];
const LINE: &str = "12....1..2..4..2";

#[test]
fn reads_puzzles_with_or_without_empty_lines_between_them() {
    let rows = ROWS.join("\n");
    let two = vec![format!("1: {LINE}"), format!("5: {LINE}")];
    assert_eq!(read(&format!("{rows}\n{rows}\n"), None), two);
    let parted = vec![format!("1: {LINE}"), format!("6: {LINE}")];
    assert_eq!(read(&format!("{rows}\n\n{rows}"), None), parted);
    assert_eq!(read(&format!("{rows}\n# next\n{rows}"), None), parted);
}

/// In classic Mac OS text files, each line ends with a single carriage return. The reader must find every puzzle in
/// such a file.
#[test]
fn carriage_return_ends_a_line_with_or_without_line_feed() {
    /// A byte source that returns one byte per call to `read`.
    struct ByteByByte<'a>(&'a [u8]);
    impl Read for ByteByByte<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = buffer.len().min(1);
            self.0.read(&mut buffer[..count])
        }
    }
    let numbered = |lines: [usize; 3]| lines.map(|line| format!("{line}: {LINE}"));
    for end in ["\r", "\r\n", "\n"] {
        assert_eq!(read(&[LINE, LINE, LINE].join(end), None), numbered([1, 2, 3]), "{end:?}");
        assert_eq!(
            read(&format!("{LINE}{end}{end}{LINE}\r{LINE}{end}"), None),
            numbered([1, 3, 4]),
            "{end:?}"
        );
    }
    // The reader recognizes row and column numbers only if it finds the line ends correctly.
    let numbered_table = "0,1,2,3,4\n1,1,2,,\n2,,,1,\n3,,2,,\n4,4,,,2\n";
    for end in ["\r", "\r\n", "\n"] {
        assert_eq!(read(&numbered_table.replace('\n', end), None), [format!("2: {LINE}")], "{end:?}");
    }
    let text = format!("{LINE}\r\n{LINE}\r{LINE}\r\n");
    let records: Vec<_> = Reader::new(ByteByByte(text.as_bytes()), None).collect();
    assert_eq!(records.iter().map(outcome).collect::<Vec<_>>(), numbered([1, 2, 3]));
}

/// `has_arrived` must return `true` only if the reader can return the next puzzle without waiting for input.
#[test]
fn arrived_puzzles_are_returned_without_waiting() {
    /// A simulated pipe. After it has returned all available input, it returns an error instead of waiting for more.
    struct Arrived<'a>(&'a [u8]);
    impl Read for Arrived<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = self.0.read(buffer)?;
            if count == 0 { Err(io::Error::other("waiting")) } else { Ok(count) }
        }
    }
    let table = format!("puzzle,solution\n{LINE},\n");
    for (text, arrived) in [
        (format!("{LINE}\n{LINE}\n{LINE}"), 2),
        (format!("{LINE}\n# a comment\n\n{LINE}\n\n"), 2),
        (format!("{LINE}\n[State]\n{LINE}\n"), 1),
        (format!("{table}{LINE},\n"), 2),
    ] {
        let mut reader = Reader::new(Arrived(text.as_bytes()), "2x2".parse::<BoxShape>().ok());
        assert!(!reader.has_arrived(), "no input has been read yet");
        let mut count = 0;
        while count == 0 || reader.has_arrived() {
            assert!(reader.next().unwrap().is_ok(), "{text}");
            count += 1;
        }
        assert_eq!(count, arrived, "{text}");
    }
}

/// A pipe may deliver the first line in two pieces. The reader must return the puzzle without waiting for the next
/// line, which may not arrive until the puzzle has been solved.
#[test]
fn first_line_in_pieces_is_read_without_waiting() {
    struct Pieces(Vec<String>);
    impl Read for Pieces {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let piece = self.0.pop().ok_or_else(|| io::Error::other("waiting"))?;
            let count = piece.as_bytes().read(buffer)?;
            if count < piece.len() {
                self.0.push(piece[count..].to_owned());
            }
            Ok(count)
        }
    }
    for cut in [4, 9, 14, 15, 16] {
        for end in ["\n", "\r\n"] {
            let (first, last) = LINE.split_at(cut);
            let pieces = Pieces(vec![format!("{last}{end}"), first.to_owned()]);
            let record = Reader::new(pieces, "2x2".parse::<BoxShape>().ok()).next().unwrap();
            assert_eq!(outcome(&record), format!("1: {LINE}"), "cut after {cut}");
        }
    }
}

#[test]
fn comments_in_a_table_are_skipped() {
    let table = format!("puzzle,solution\n{LINE},\n# a comment, of words\n\n{LINE},\n#\n");
    assert_eq!(read(&table, None), [format!("2: {LINE}"), format!("5: {LINE}")]);
}

#[test]
fn bands_may_be_separated_by_empty_lines() {
    let text = format!("{}\n{}\n\n{}\n{}\n\n{}\n", ROWS[0], ROWS[1], ROWS[2], ROWS[3], ROWS.join("\n"));
    assert_eq!(read(&text, None), [format!("1: {LINE}"), format!("7: {LINE}")]);
}

#[test]
fn missing_row_is_not_taken_from_the_next_puzzle() {
    let rows = ROWS.join("\n");
    let missing = |line, found, word| format!("{line}:1: the puzzle ends after {found} {word}, expected 4");
    for (part, line, word) in [(&ROWS[..3], 3, "rows"), (&ROWS[..1], 1, "row")] {
        for gap in ["", "# next"] {
            let text = format!("{}\n{gap}\n{rows}\n", part.join("\n"));
            assert_eq!(
                read(&text, None),
                [missing(line, part.len(), word), format!("{}: {LINE}", line + 2)],
                "{text}"
            );
        }
    }
    // The first puzzle lacks its second band, and the next puzzle has no empty line between its bands.
    let text = format!("{}\n{}\n\n{rows}\n", ROWS[0], ROWS[1]);
    let band = "5:1: expected an empty line after this row: the first band has 2 rows";
    assert_eq!(read(&format!("{text}\n{rows}\n"), None), [band.to_owned(), format!("9: {LINE}")]);
}

#[test]
fn comments_and_several_empty_lines_end_a_puzzle() {
    let band = format!("{}\n{}\n", ROWS[0], ROWS[1]);
    let whole = format!("{}\n{}\n\n{}\n{}\n", ROWS[0], ROWS[1], ROWS[2], ROWS[3]);
    let short = "2:1: the puzzle ends after 2 rows, expected 4".to_owned();
    for gap in ["\n\n", "# next\n"] {
        let expected = [short.clone(), format!("{}: {LINE}", 3 + gap.lines().count())];
        assert_eq!(read(&format!("{band}{gap}{whole}"), None), expected, "{gap:?}");
    }
}

#[test]
fn invalid_row_affects_one_puzzle() {
    let faulty = [ROWS[0], "..x.", ROWS[2], ROWS[3]].join("\n");
    let rows = ROWS.join("\n");
    let text = format!("{rows}\n{faulty}\n{rows}\n");
    let expected = [format!("1: {LINE}"), "6:3: unexpected character 'x'".to_owned(), format!("9: {LINE}")];
    assert_eq!(read(&text, None), expected);
}

#[test]
fn extra_row_is_an_error() {
    let text = format!("{}\n....\n\n{}\n", ROWS.join("\n"), ROWS.join("\n"));
    let extra = "5:1: the puzzle ends after 1 row, expected 4".to_owned();
    assert_eq!(read(&text, None), [format!("1: {LINE}"), extra, format!("7: {LINE}")]);
}

#[test]
fn line_of_dashes_may_be_an_empty_board() {
    let text = "1--------------4\n----------------\n-------------2--\n";
    assert_eq!(read(text, None), ["1: 1..............4", "2: ................", "3: .............2.."]);
    assert_eq!(
        read("----------------\n1--------------4\n", None),
        ["1: ................", "2: 1..............4"]
    );
    assert_eq!(read("----------------\n", None), ["1: ................"]);
    // An unbroken line of dashes before or after the rows is skipped, but dashes with spaces between them are not.
    let table = format!("----------------\n{}\n----------------\n", ROWS.join("\n"));
    assert_eq!(read(&table, None), [format!("2: {LINE}")]);
    assert_eq!(read("1 2 . .\n- - - -\n. . 1 .\n. . . .\n", None), ["1: 12........1....."]);
}

#[test]
fn sixteen_lines_of_sixteen_cells_are_ambiguous() {
    let line = "1...............\n";
    let ambiguous =
        ["1:1: ambiguous size: each of the 16 lines could be a 4x4 board or a row of a 16x16 board"];
    assert_eq!(read(&line.repeat(16), None), ambiguous);
    assert_eq!(read(&line.repeat(16), Some("2x2")).len(), 16);
    assert_eq!(read(&line.repeat(16), Some("4x4")).len(), 1);
    assert_eq!(read(&line.repeat(15), None).len(), 15);
    let blank = "................\n".repeat(16);
    assert_eq!(read(&blank, None).len(), 1, "one empty 16x16 board rather than 16 empty boards");
    assert_eq!(read(blank.trim_end(), None).len(), 1, "without a final newline");
    assert_eq!(read("................\n", None), ["1: ................"]);
    assert_eq!(read("................\n................\n", None).len(), 2);
    assert!(read(&line.repeat(32), None)[0].contains("ambiguous size"));
    assert_eq!(read("1", Some("1x1")), ["1: 1"]);
}

#[test]
fn rows_may_share_one_line() {
    assert_eq!(read(&ROWS.join(" "), None), [format!("1: {LINE}")]);
    assert_eq!(read(&format!("{LINE} 9999"), None), [format!("1: {LINE}")], "the second word is a comment");
}

#[test]
fn zero_may_be_a_digit_if_there_is_another_blank() {
    let row = "0..1............";
    let text = format!("{row}\n{}", "A...............\n".repeat(15));
    let both = "1:1: ambiguous symbols: the digits could be 0-9A-F or 1-9A-G";
    assert_eq!(read(&text, None), [both]);
    assert_eq!(read(&text.replace('.', "0"), None).len(), 1);
    // Of the two possible alphabets, only 1-9A-G contains the letter G.
    assert!(read(&text.replace('A', "G"), None)[0].starts_with("1: . . . 1 "), "{:?}", read(&text, None));
    // All 16 symbols 0-9A-F occur, and blanks are written as dots, so 0 is read as a digit.
    let shown = text.replacen("A...............", "A23456789BCDEF..", 1);
    assert!(read(&shown, None)[0].starts_with("1: 1 . . 2 "), "{:?}", read(&shown, None));
}

#[test]
fn bars_must_separate_boxes() {
    let board = |row: &str| format!("1 2 3 | 4 5 6\n{row}\n{}", ". . . | . . .\n".repeat(4));
    assert_eq!(read(&board(". . . | . . ."), None).len(), 1);
    assert_eq!(read(&board(". . | . . | . ."), None)[0], "2:1: the bars do not line up with 2x3 boxes");
    assert_eq!(read(&board(". . | . . | . ."), Some("2x3")).len(), 1);
}

#[test]
fn unrecognized_text_gives_one_error_per_line_quickly() {
    let text = "x\n".repeat(20_000);
    let found = read(&text, None);
    assert_eq!(found.len(), 20_000);
    assert_eq!(found[0], "1:1: cannot determine the board size from 1 cell");
}

#[test]
fn mixed_sizes_are_an_error() {
    let text = format!("{LINE}\n{}\n{LINE}\n", ".".repeat(81));
    assert_eq!(read(&text, None)[1], "2:1: expected a board of 16 cells, found 81 cells");
    assert_eq!(read(&text, None).len(), 3);
}

#[test]
fn overlong_line_is_an_error_and_the_next_line_is_read() {
    let text = format!("{LINE}\n{}\n{LINE}\n", ".".repeat(9_000_000));
    assert_eq!(
        read(&text, None),
        [format!("1: {LINE}"), "2:1: the line is longer than 8388608 bytes".to_owned(), format!("3: {LINE}")]
    );
}

#[test]
fn failed_input_is_not_read_again() {
    struct Failing;
    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("broken"))
        }
    }
    let found: Vec<_> = Reader::new(Failing, None).map(|record| outcome(&record)).collect();
    assert_eq!(found, ["broken"]);
}

/// A byte source that returns at most one line per call to `read`.
struct Slow<'a>(&'a [u8]);
impl Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let line = self.0.split_inclusive(|&byte| byte == b'\n').next().unwrap_or_default();
        let count = line.len().min(buffer.len());
        buffer[..count].copy_from_slice(&line[..count]);
        self.0 = &self.0[count..];
        Ok(count)
    }
}

#[test]
fn contradicted_choice_of_symbols_is_an_error() {
    let dots = |count: usize| ".".repeat(count);
    let text = format!("1F{}\n0123456789ABCDEF{}\n1F{}\n", dots(254), dots(240), dots(254));
    let other = "2:1: the digits so far were read as 1-9A-G, but here they are 0-9A-F";
    let found: Vec<_> = Reader::new(Slow(text.as_bytes()), None).map(|record| outcome(&record)).collect();
    assert!(found[0].starts_with("1: 1 15 . . "), "{}", found[0]);
    assert_eq!(found[1], other);
    // If the whole text is available from the start, the reader examines all of it before it chooses the alphabet.
    let whole = read(&text, None);
    assert!(whole[0].starts_with("1: 2 16 . . ") && whole[1].starts_with("2: 1 2 3 4 "), "{whole:?}");
    // A board written as decimal numbers can use the numbers 0 to n − 1 instead of 1 to n.
    let numbers: Vec<_> =
        (0..144).map(|cell| if cell < 12 { cell.to_string() } else { ".".to_owned() }).collect();
    assert!(
        read(&numbers.join(" "), None)[0].starts_with("1: 1 2 3 "),
        "{:?}",
        read(&numbers.join(" "), None)
    );
}

#[test]
fn titles_and_padding_do_not_affect_puzzles() {
    let rows = ROWS.join("\n");
    let found = read(&format!("My easy puzzle\n{rows}\n\nEasy 2\n{rows}\n"), None);
    assert_eq!(found, [format!("2: {LINE}"), format!("8: {LINE}")]);
    let table = ROWS.map(|row| row.split("").collect::<Vec<_>>()[1..5].join(",").replace('.', "")).join("\n");
    let parted = format!("{table}\n,,,\n{table}\n,,,\n,,,\n");
    assert_eq!(read(&parted, None), [format!("1: {LINE}"), format!("6: {LINE}")]);
    // The first row of each puzzle can be blank, even in a long table.
    let blank_first = ",,,\n3,4,1,2\n2,1,4,3\n4,3,2,1\n";
    let found = read(&blank_first.repeat(9_000), None);
    assert!(
        found.len() == 9_000 && found.iter().all(|puzzle| puzzle.ends_with(": ....341221434321")),
        "{}",
        found[8_999]
    );
    let slow: Vec<_> =
        Reader::new(Slow(blank_first.repeat(3).as_bytes()), None).map(|record| outcome(&record)).collect();
    assert_eq!(slow.len(), 3, "{slow:?}");
    let padded = read(&format!("{blank_first},,,\n"), None);
    assert_eq!(padded, ["1: ....341221434321"]);
    let unclear = read(&format!("{blank_first}{blank_first},,,\n"), None);
    assert_eq!(unclear[1], "5:1: ambiguous blank row: it could be the first row of a puzzle or a separator");
    let prose = read(&format!("{blank_first}\nsource: web\n"), None);
    assert_eq!(prose, ["1: ....341221434321", "6:1: expected a row of 4 cells, found 0 cells"]);
    let tabs = blank_first.replace(',', "\t");
    assert_eq!(read(&tabs, None), ["1: ....341221434321"]);
    let trailing = table.replace('\n', ",\n") + ",";
    assert_eq!(read(&trailing, None), [format!("1: {LINE}")]);
}

#[test]
fn row_and_column_numbers_are_not_cells() {
    let rows = ROWS.map(|row| row.split("").collect::<Vec<_>>()[1..5].join(",").replace('.', ""));
    let numbered = |first: usize| {
        let rows = rows.iter().zip(first..).map(|(row, number)| format!("{number},{row}"));
        rows.collect::<Vec<_>>().join("\n")
    };
    let plain = rows.join("\n");
    let expected = |line: usize| [format!("{line}: {LINE}")];
    for (header, body) in [
        (",0,1,2,3", numbered(0)),
        ("row,1,2,3,4", numbered(1)),
        ("0,1,2,3,4", numbered(1)),
        ("0,1,2,3", plain.clone()),
        ("1,2,3,4", plain.clone()),
    ] {
        assert_eq!(read(&format!("{header}\n{body}"), None), expected(2), "{header}");
    }
    let two = format!(",1,2,3,4\n{}\n\n,1,2,3,4\n{}\n", numbered(1), numbered(1));
    assert!(
        read(&two, None)[0].starts_with("1:1: a table with numbered rows and columns"),
        "{:?}",
        read(&two, None)
    );
    let slow = format!("0,1,2,3\n{plain}\n");
    let slow: Vec<_> = Reader::new(Slow(slow.as_bytes()), None).map(|record| outcome(&record)).collect();
    assert_eq!(slow, expected(2));
    // If the text is a full grid, ascending digits in the first row are not column numbers.
    let grid = "1,2,3,4\n3,4,1,2\n2,1,4,3\n4,3,2,1\n";
    assert_eq!(read(grid, None), ["1: 1234341221434321"]);
}

#[test]
fn selected_format_overrides_detection() {
    let found = |format| {
        let options = ReadOptions { format: Some(format), ..ReadOptions::default() };
        let records = Reader::new(&b"12....1..2..4..2\n"[..], options);
        records.map(|record| outcome(&record)).collect::<Vec<_>>()
    };
    assert_eq!(found(Format::Line), [format!("1: {LINE}")]);
    // The text is a 4x4 board on one line. Each of the following formats either supports only 9x9 boards or uses a
    // different layout.
    assert_eq!(found(Format::Sdm).len(), 1);
    for format in [Format::Sdm, Format::Hodoku, Format::Json, Format::Rows] {
        assert!(found(format)[0].starts_with("1:1: "), "{format}: {:?}", found(format));
    }
}

#[test]
fn finds_a_board_among_words() {
    let board = format!("53..7....{}", ".".repeat(72));
    let expected = format!("1: {board}");
    for text in [
        format!("0000183b305c {board} 1.2\n"),
        format!("17. {board}\n"),
        format!("\"{board}\",\"easy\"\n"),
        format!("const grid = \"{board}\";\n"),
        format!("grid: '{board}'\n"),
    ] {
        assert_eq!(read(&text, None), [expected.as_str()], "{text}");
    }
}

#[test]
fn pipe_format_is_detected_without_waiting() {
    let text = format!("\n# x\n{LINE}\n{LINE}\n");
    let mut reader = Reader::new(Slow(text.as_bytes()), None);
    assert_eq!(outcome(&reader.next().unwrap()), format!("3: {LINE}"));
    assert_eq!(outcome(&reader.next().unwrap()), format!("4: {LINE}"));
    assert!(reader.next().is_none());
}

#[test]
fn size_of_a_board_does_not_depend_on_the_pipe() {
    let first = "1...............\n";
    let text = format!("{first}{}", "9...............\n".repeat(15));
    let read_slowly = |text: &str| -> Vec<String> {
        Reader::new(Slow(text.as_bytes()), None).map(|record| outcome(&record)).collect()
    };
    assert_eq!(read_slowly(&text), read(&text, None));
    assert_eq!(read_slowly(&text).len(), 1);
    assert_eq!(read_slowly(&first.repeat(3)).len(), 3);
    // A line with a repeated digit cannot be a row, so the reader does not wait.
    let text = format!("{LINE}\n{first}");
    let mut reader = Reader::new(Slow(text.as_bytes()), None);
    assert_eq!(outcome(&reader.next().unwrap()), format!("1: {LINE}"));
}

/// If any row keeps its trailing blanks, a row without them is too short rather than trimmed.
#[test]
fn a_short_row_is_an_error_if_other_rows_keep_trailing_blanks() {
    let rows = "12  \n  1 \n2   \n4  3\n";
    let read = |text: &str| run_with_input("sudoku-cnf", ["--stats"], text);
    assert_eq!(read(rows).code, 0);
    let short = read(&rows.replace("  1 \n", "  1\n"));
    assert_eq!(short.code, 1);
    assert!(short.stderr.starts_with("<stdin>:2:"), "{}", short.stderr);
}

/// Two digits that touch in a board of single digits and blanks are a mistake, not a list of candidates.
#[test]
fn a_single_cell_with_two_digits_is_an_error() {
    let rows = "1 . . .\n. . . 2\n. . 34 .\n. 4 . .\n";
    let read = |args: &[&str], text: &str| run_with_input("sudoku-cnf", args, text);
    let run = read(&["--stats"], rows);
    assert_eq!(run.code, 1);
    assert_eq!(
        run.stderr,
        "<stdin>:3:5: this cell has several digits, but the other cells have at most one\n\
         hint: separate the digits, or use --from candidates if they are candidates\n"
    );
    assert_eq!(read(&["--stats", "--from", "candidates"], rows).code, 0);
    assert_eq!(read(&["--stats"], &rows.replace('.', "1234")).code, 0);
}
