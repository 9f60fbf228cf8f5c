//! Tests for [`Reader`].

use std::io::Read;

use super::error::ReadError;
#[cfg(feature = "formats")]
use super::record::SourceLine;
use super::{Format, Note, ReadOptions, Reader, Record, TextKind};
#[cfg(feature = "formats")]
use crate::puzzle::board::BoxSetting;
use crate::puzzle::board::{BoardOptions, BoxShape};

/// Asserts that a reader finds the expected records and errors in `text`. In `expected`, each record is
/// represented by its line number, puzzle and other fields, and each error by its message.
#[track_caller]
fn check(text: &str, options: ReadOptions, expected: &[&str]) {
    let found: Vec<_> = Reader::new(text.as_bytes(), options)
        .map(|record| match record {
            Err(error) => error.to_string(),
            Ok(Record { puzzle, line, solution, remark, has_other_fields, note, .. }) => {
                let solution = solution.map_or(String::new(), |solution| format!(" = {solution}"));
                let remark = remark.map_or(String::new(), |remark| format!(" ({remark})"));
                let more = if has_other_fields { " ..." } else { "" };
                let note = note.map_or(String::new(), |note| format!(" [{note}]"));
                format!("{line}: {puzzle}{solution}{remark}{more}{note}")
            }
        })
        .collect();
    assert_eq!(found, expected, "{text}");
}

/// Asserts that the reader returns the same records and errors if it replaces records where it can.
#[track_caller]
fn check_replaced(text: &str) {
    // The lines that arrive first are buffered to detect the format, so they are not replaced.
    let text = text.repeat(150_000 / text.len());
    let show = |record: &Result<Record, _>| match record {
        Ok(record) => (format!("{} {:?}", record.puzzle, record.text), Some(record.clone())),
        Err(error) => (format!("{error:?}"), None),
    };
    let mut reader = Reader::new(text.as_bytes(), None);
    let (mut found, mut last, mut replaced) = (Vec::new(), None, 0);
    loop {
        if let Some(Ok(record)) = &mut last
            && reader.replace(record)
        {
            replaced += 1;
        } else {
            last = reader.next();
        }
        let Some(record) = &last else { break };
        found.push(show(record));
    }
    let records: Vec<_> = Reader::new(text.as_bytes(), None).map(|record| show(&record)).collect();
    let differences = found.iter().zip(&records).find(|(found, record)| found != record);
    assert_eq!((found.len(), differences), (records.len(), None));
    assert!(replaced > 0, "no record is replaced");
}

const LINE: &str = "12....1..2..4..2";

#[test]
fn records_have_solutions_remarks_and_notes() {
    let text = format!("#A me\n{LINE} 1234341221434321 easy\n{LINE} # hard\n");
    let expected = ["2: 12....1..2..4..2 = 1234341221434321 (easy) ...", "3: 12....1..2..4..2 (hard)"];
    check(&text, ReadOptions::default(), &expected);
    let blanks = ".".repeat(254);
    let found: Vec<_> = Reader::new(format!("1F{blanks}\n1F{blanks}\n").as_bytes(), None).collect();
    let note = found[0].as_ref().unwrap().note.unwrap();
    assert_eq!(note.to_string(), "ambiguous symbols: the digits are read as 1-9A-G, but could be 0-9A-F");
    assert_eq!(found[1].as_ref().unwrap().note, None);
}

#[test]
fn records_are_replaced() {
    let [one, other, blanks] = ["1", "23.4", "."].map(|start| format!("{start:.<81}"));
    check_replaced(&format!("{one}\n{other}\n"));
    check_replaced(&format!("{one} {}\n{other}\n{one}\n{other}\n", "1".repeat(81)));
    check_replaced(&format!("{one}\r\n{other}\r\n\r\n{one}\r\n"));
    check_replaced(&format!("{one} # hard\n{other}\n# comment\n{one}\n{other} 1\n{one}\n{other}\n"));
    check_replaced(&format!("{one}\n1\n{other}\n{one}5\n{other}\n{one}\n{blanks}\n{other}\n"));
}

/// A pipe that delivers one byte at a time.
struct Pipe<'a>(&'a [u8]);

impl Read for Pipe<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let end = buffer.len().min(1);
        self.0.read(&mut buffer[..end])
    }
}

#[test]
fn rows_of_blanks_are_one_large_board() {
    let sizes = |lines: &[String]| -> Vec<_> {
        let text = lines.join("\n");
        let size = |record: Record| (record.line, record.puzzle.geometry().size());
        Reader::new(Pipe(text.as_bytes()), None).map(|record| record.map(size).unwrap()).collect()
    };
    for n in [49, 64, 81, 100] {
        assert_eq!(sizes(&vec![". ".repeat(n); n]), [(1, n)]);
    }
    assert_eq!(sizes(&vec![".".repeat(100); 100]), [(1, 100)]);
    assert_eq!(sizes(&vec![".".repeat(64); 3]), [(1, 8), (2, 8), (3, 8)]);
    let board = format!("1{}", ".".repeat(63));
    assert_eq!(sizes(&[".".repeat(64), board]), [(1, 8), (2, 8)]);
    assert_eq!(sizes(&vec![".".repeat(81); 81]).len(), 81);
}

#[test]
fn characters_are_not_digits_beyond_36() {
    let text = format!("{}1{}\n", format!("{}\n", ".".repeat(50)).repeat(49), ".".repeat(49));
    check(&text, ReadOptions::default(), &["50:1: unexpected character '1'"]);
}

#[test]
fn a_note_mentions_that_empty_boards_may_be_rows() {
    let lines = format!("{}\n", ".".repeat(81)).repeat(81);
    let note =
        "ambiguous size: the 81 lines are read as empty 9x9 boards, but could be one empty 81x81 board";
    let notes = |options: ReadOptions| -> Vec<_> {
        let note = |record: Result<Record, _>| record.unwrap().note.map(|note| note.to_string());
        Reader::new(lines.as_bytes(), options).filter_map(note).collect()
    };
    assert_eq!(notes(ReadOptions::default()), [note]);
    for shape in ["3x3", "9x9"] {
        let board = BoardOptions::from(shape.parse::<BoxShape>().ok());
        assert!(notes(ReadOptions { board, ..ReadOptions::default() }).is_empty());
    }
}

#[test]
fn a_word_after_the_cells_of_a_row_is_an_error() {
    let row = "....\n";
    let expected = ["3:6: unexpected character 'a'", "6: 1..............."];
    check(&format!("{row}{row}.... abc\n{row}\n1...\n{row}{row}{row}"), None.into(), &expected);
    // A title after a blank line does not belong to the puzzle before it.
    let board = "12..\n..1.\n.2..\n4..2\n";
    let short = "7:1: the puzzle ends after 2 rows, expected 4";
    let title = "9:1: unexpected character 'l'";
    let expected = ["1: 12....1..2..4..2", short, title, "10: 12....1..2..4..2"];
    check(&format!("{board}\n{row}....\n\nlevel 1234 hard\n{board}"), None.into(), &expected);
}

#[test]
fn rows_of_the_latex_environment_end_with_a_full_stop() {
    let text = "\\begin{sudoku}\n|1|2| | |.\n| | |1| |.\n| |2| | |.\n|4| | |2|.\n\\end{sudoku}\n";
    check(text, None.into(), &["2: 12....1..2..4..2"]);
}

#[test]
fn text_before_the_first_board_may_arrive_alone() {
    for board in ["12..\n..1.\n.2..\n4..2\n", "[[1,2,0,0],[0,0,1,0],[0,2,0,0],[4,0,0,2]]\n"] {
        let text = format!("A title of 2024\n\nand a second line\n{board}");
        let found: Vec<_> = Reader::new(Pipe(text.as_bytes()), None).collect();
        let expected: Vec<_> = Reader::new(text.as_bytes(), None).collect();
        let show = |records: Vec<Result<Record, ReadError>>| -> Vec<_> {
            records.into_iter().map(|record| record.unwrap().puzzle.to_string()).collect()
        };
        let found = show(found);
        assert_eq!(found, show(expected), "{text}");
        assert_eq!(found, [LINE], "{text}");
    }
}

#[cfg(feature = "formats")]
#[test]
fn latin_squares_may_have_a_prime_size() {
    for n in [5, 7] {
        let joined = |separator: &str, cells: usize| {
            let first = std::iter::once("1").chain(std::iter::repeat_n("0", cells - 1));
            first.collect::<Vec<_>>().join(separator)
        };
        let rows = |separator: &str| {
            let other = joined(separator, n).replace('1', "0");
            [vec![joined(separator, n)], vec![other; n - 1]].concat()
        };
        let (line, lists) = (joined("", n * n), rows(",").join("],["));
        let objects = rows(",").join("],[").replace('0', "{}").replace('1', r#"{"value":1}"#);
        let table: Vec<_> = (1..).zip(rows(" ")).map(|(row, cells)| format!("{row} {cells}")).collect();
        let columns: Vec<_> = (1..=n).map(|column| column.to_string()).collect();
        for text in [
            line.clone(),
            rows("").join("\n"),
            rows(" ").join("\n"),
            format!("{n}\n{}", rows(" ").join("\n")),
            rows(",").join("\n"),
            joined("\n", n * n),
            format!("[[{lists}]]"),
            format!("{{\"puzzle\":\"{line}\"}}"),
            format!("{{\"a\":\"{line}\"}}"),
            format!("{{\"cells\":[[{lists}]]}}"),
            format!("{{\"size\":{n},\"grid\":[[{objects}]]}}"),
            format!("<a><b>{line}</b></a>"),
            format!("param p: {} :=\n{}\n;", columns.join(" "), table.join("\n")),
        ] {
            let board = BoardOptions { boxes: BoxSetting::None, ..BoardOptions::default() };
            let records: Vec<_> = Reader::new(Pipe(text.as_bytes()), board).collect();
            let [Ok(Record { puzzle, .. })] = &records[..] else { panic!("{text}: {records:?}") };
            assert_eq!(puzzle.geometry().box_shape(), BoxShape::new(1, n).ok(), "{text}");
            assert_eq!(puzzle.to_string(), line.replace('0', "."), "{text}");
            let found: Vec<_> = Reader::new(text.as_bytes(), None).collect();
            assert!(found.iter().all(Result::is_err), "{text}: {found:?}");
        }
    }
}

#[cfg(feature = "formats")]
#[test]
fn options_for_boxes_take_precedence_over_the_text() {
    let row = |cell: &str| format!("[{}]", [cell; 4].join(","));
    let fpuzzles = |first: String| format!("{{\"grid\":[{first},{}]}}", vec![row("{}"); 3].join(","));
    let column = |region: usize| format!("{{\"region\":{region}}}");
    let columns = format!("[{}]", [0, 1, 2, 3].map(column).join(","));
    for text in [
        format!("{{\"puzzle\":\"{LINE}\",\"box\":\"2x2\"}}"),
        format!("{{\"puzzle\":\"{LINE}\",\"regions\":[0,0,0,0,1,1,1,1,2,2,2,3,2,3,3,3]}}"),
        fpuzzles(row("{}")),
        format!("{{\"grid\":[{}]}}", vec![columns; 4].join(",")),
        fpuzzles(row(r#"{"region":null}"#)),
        "12|..\n..|1.\n--+--\n.2|..\n4.|.2\n".to_owned(),
    ] {
        let shape = BoxShape::new(4, 1).unwrap();
        for (boxes, expected) in
            [(BoxSetting::None, BoxShape::new(1, 4).unwrap()), (BoxSetting::from(Some(shape)), shape)]
        {
            let board = BoardOptions { boxes, ..BoardOptions::default() };
            let records: Vec<_> = Reader::new(text.as_bytes(), board).collect();
            let [Ok(Record { puzzle, .. })] = &records[..] else { panic!("{text}: {records:?}") };
            assert_eq!(puzzle.geometry().box_shape(), Some(expected), "{text}");
            assert!(puzzle.rules().is_empty(), "{text}");
        }
    }
}

#[test]
fn puzzles_share_the_rules_of_the_options() {
    let rules = ["odd: r1c2", "killercage 5: r1c1 r1c2"].map(|rule| rule.parse().unwrap()).to_vec();
    let options = ReadOptions { rules, ..ReadOptions::default() };
    let text = format!("{LINE}\n{LINE}\n");
    let puzzles: Vec<_> =
        Reader::new(text.as_bytes(), options).map(|record| record.unwrap().puzzle).collect();
    assert_eq!(puzzles[0].rules().len(), 2);
    assert!(std::ptr::eq(puzzles[0].rules(), puzzles[1].rules()));
}

#[cfg(feature = "formats")]
#[test]
fn rules_of_the_options_follow_those_of_the_puzzle() {
    let rules = ["odd: r1c2", "odd: r2c2"].map(|rule| rule.parse().unwrap()).to_vec();
    let options = ReadOptions { rules, ..ReadOptions::default() };
    let puzzle = |constraints: &str| format!("{{\"puzzle\":\"{LINE}\"{constraints}}}\n");
    let own = r#","constraints":{"odd":[{"cell":"R1C1"}],"even":[{"cell":"R4C4"}]}"#;
    let text = [puzzle(""), puzzle(own), puzzle("")].concat();
    let rules = |record: Result<Record, _>| -> Vec<_> {
        record.unwrap().puzzle.rules().iter().map(ToString::to_string).collect()
    };
    let found: Vec<_> = Reader::new(text.as_bytes(), options).map(rules).collect();
    let (alone, together) =
        (["odd: r1c2", "odd: r2c2"], ["odd: r1c1", "odd: r1c2", "odd: r2c2", "even: r4c4"]);
    assert_eq!(found, [&alone[..], &together, &alone]);
}

#[test]
fn titles_and_sizes_are_skipped() {
    let rows = "12..\n..1.\n.2..\n4..2\n";
    let check = |text: &str, expected: &[&str]| check(text, ReadOptions::default(), expected);
    check(&format!("A title\n{LINE}\n"), &["2: 12....1..2..4..2 ..."]);
    let note = "[read as a document: text around the board is ignored]";
    check(&format!("A title\n4\n{rows}by Anna\n"), &[&format!("3: 12....1..2..4..2 {note}")]);
    check(
        &format!("p1 {0}\np2 .{0}\n", ".".repeat(80)),
        &["1:1: expected a board of 81 cells, found 0 cells", &format!("2: {}", ".".repeat(81))],
    );
    check(&format!("4\n{rows}4\n{rows}"), &["2: 12....1..2..4..2", "7: 12....1..2..4..2"]);
}

#[test]
fn dashes_are_blanks_or_horizontal_lines() {
    let check = |text: &str, expected: &[&str]| check(text, ReadOptions::default(), expected);
    check("----\n12--\n----\n4--2\n", &["1: ....12......4..2"]);
    check("+--+--+\n|--|--|\n|12|--|\n+--+--+\n|--|--|\n|4-|-2|\n+--+--+\n", &["2: ....12......4..2"]);
    check("----\n12..\n..1.\n----\n.2..\n4..2\n----\n", &["2: 12....1..2..4..2"]);
}

#[test]
fn uses_the_file_name_if_the_text_is_unclear() {
    let text = format!("{}\n", "1 ".repeat(9));
    let hint = |hint| ReadOptions { hint, ..ReadOptions::default() };
    let short = "1:1: the puzzle ends after 1 row, expected 9";
    check(&text, hint(None), &[short]);
    check("12..\n..1.\n.2..\n4..2\n", hint(Some(Format::Sdm)), &["1: 12....1..2..4..2"]);
    let ten = format!("{}\n", ".".repeat(10)).repeat(9);
    let count = "expected a row of 9 cells or a board of 81 cells, found 10 cells";
    let expected: Vec<_> = (1..=9).map(|line| format!("{line}:1: {count}")).collect();
    check(&ten, hint(None), &expected.iter().map(String::as_str).collect::<Vec<_>>());
}

#[cfg(feature = "formats")]
#[test]
fn keeps_the_lines_of_puzzles_on_one_line() {
    let lines = |text: &str| -> Vec<_> {
        let options = ReadOptions { keep_lines: true, ..ReadOptions::default() };
        let line = |source: SourceLine| match source.header {
            Some(header) => format!("{}/{}", header.text(), source.text),
            None => source.text,
        };
        Reader::new(text.as_bytes(), options).map(|record| record.ok()?.source.map(line)).collect()
    };
    let some = |line: &str| Some(line.to_owned());
    let remark = format!("{LINE} # easy ");
    assert_eq!(lines(&format!("# a\r\n{remark}\r\n\n x\n{LINE}")), [some(&remark), None, some(LINE)]);
    assert_eq!(lines("12..\n..1.\n.2..\n4..2\n"), [None]);
    let csv = format!("id,puzzle\n7,{LINE}\n8,\"12..\n..1.\n.2..\n4..2\"\n");
    assert_eq!(
        lines(&csv),
        [Some(format!("id,puzzle/7,{LINE}")), Some("id,puzzle/8,\"12..\n..1.\n.2..\n4..2\"".to_owned())]
    );
    let object = format!("{{\"puzzle\":\"{LINE}\"}}");
    assert_eq!(
        lines(&format!("{object}\n{object} {object}\n{object}")),
        [some(&object), None, None, some(&object)]
    );
    assert_eq!(lines(&format!("[{object},\n{object}]\n[{object},{object}]")), [None, None, None, None]);
}

#[cfg(not(feature = "formats"))]
#[test]
fn json_is_an_error_without_the_feature() {
    let puzzle = format!("{{\"puzzle\": \"{LINE}\"}}\n");
    for text in [puzzle.clone(), format!("title\n{puzzle}"), format!("{{\n\"puzzle\": \"{LINE}\"\n}}\n")] {
        let error = super::read_single(text.as_bytes(), None, None).unwrap_err().to_string();
        assert!(error.ends_with("expected no JSON, which requires the feature 'formats'"), "{error}");
    }
}

/// Returns the puzzles in `text`, or the message of each error.
fn read(text: &str) -> Vec<String> {
    Reader::new(text.as_bytes(), None)
        .map(|record| record.map_or_else(|error| error.to_string(), |record| record.puzzle.to_string()))
        .collect()
}

/// Returns `puzzle` in a format.
fn written(puzzles: &[&str], format: Format) -> String {
    let mut writer = super::Writer::new(format, Vec::new());
    for puzzle in puzzles {
        writer.write(&Record::new(puzzle.parse().unwrap(), 1)).unwrap();
    }
    String::from_utf8(writer.finish().unwrap()).unwrap()
}

const NINE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Lines between records that are neither lost nor lose the next record.
#[cfg(feature = "formats")]
#[test]
fn foreign_lines_between_records_lose_nothing() {
    for format in [Format::FPuzzlesLink, Format::Json, Format::FPuzzles, Format::Csv, Format::Hodoku] {
        let texts: Vec<_> = written(&[NINE; 3], format).lines().map(str::to_owned).collect();
        let last = texts.len() - 1;
        for foreign in ["# 1", "Puzzle 1", "12345"] {
            let mut lines = texts.clone();
            lines.insert(last, foreign.to_owned());
            let found = read(&lines.join("\n"));
            let puzzles = found.iter().filter(|found| *found == NINE).count();
            let has_error = found.iter().any(|found| found.contains(&format!("{}:1: ", last + 1)));
            assert_eq!(puzzles, 3, "{format} {foreign} {found:?}");
            assert!(has_error || foreign != "12345", "{format} {foreign} {found:?}");
        }
    }
}

#[test]
fn a_link_without_a_puzzle_is_an_error() {
    let expected = "1:1: expected a link that contains a puzzle; this puzzle is on the server";
    check("https://sudokupad.app/abcd1234\n", ReadOptions::default(), &[expected]);
}

/// A link that was cut off anywhere after the start of its data is an error.
#[cfg(feature = "formats")]
#[test]
fn truncated_links_are_errors() {
    let text = written(&[NINE; 2], Format::FPuzzlesLink);
    let lines: Vec<_> = text.lines().collect();
    for length in [36, 40, 60, 200] {
        let found = read(&format!("{}\n{}\n{}\n", lines[0], &lines[0][..length], lines[1]));
        assert!(found.len() == 3 && found[1].contains("expected a complete link"), "{length} {found:?}");
    }
}

#[test]
fn damaged_lists_and_facts_are_errors() {
    let list = written(&[NINE; 2], Format::List);
    for foreign in ["x", "12345", "12345,", "[12345],"] {
        let mut lines: Vec<_> = list.lines().collect();
        lines.insert(3, foreign);
        let found = read(&lines.join("\n"));
        assert!(found.len() == 2 && found[1] == NINE && found[0].contains(':'), "{foreign} {found:?}");
    }
    let dzn = written(&[NINE; 3], Format::Dzn);
    for foreign in ["12345", "[1,2,3]", "x = 5;", "..3..7..."] {
        let mut lines: Vec<_> = dzn.lines().collect();
        lines.insert(5, foreign);
        let found = read(&lines.join("\n"));
        let is_located = found[0].starts_with("6:") && found[0].ends_with("expected a cell");
        let has_error = is_located || found[0].contains("cannot determine the board size");
        assert!(has_error && found[1..] == [NINE; 2], "{foreign} {found:?}");
    }
    let cut: Vec<_> = dzn.lines().take(20).collect();
    let found = read(&cut.join("\n"));
    assert!(found.len() == 2 && found[0] == NINE && found[1].contains(':'), "{found:?}");
    let facts = "given(1,1,5).\ngiven(9,9,1).\ngiv\ngiven(1,2,6).\ngiven(9,8,2).\n";
    assert_eq!(read(facts), ["3:1: expected facts like given(1,2,3)."]);
    let mut lines: Vec<_> = facts.lines().collect();
    lines[2] = "size(9).";
    let facts = format!("size(9).\n{}\n12\ngiven(3,3,3).\n", lines.join("\n"));
    assert_eq!(read(&facts)[2..], ["8:1: expected the size of the board, as before"]);
}

#[test]
fn a_list_is_followed_by_other_sizes() {
    let small = written(&[LINE], Format::List);
    assert_eq!(read(&(small.clone() + &written(&[NINE], Format::Dzn))), [LINE, NINE]);
    let sixteen = format!("1{}", ".".repeat(255));
    let found = read(&(small + &written(&[&sixteen], Format::Positional)));
    assert!(found.len() == 2 && found[0] == LINE && found[1].len() > 255, "{found:?}");
}

#[test]
fn a_second_puzzle_on_a_line_is_an_error() {
    let found = read(&format!("{NINE} {NINE}\n{NINE}\n"));
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[0].starts_with("1:83: ") && found[1] == NINE, "{found:?}");
    // Other words of the same length are remarks.
    for remark in
        ["0".repeat(40) + &"1".repeat(41), "000111222".repeat(9), "a".repeat(81), NINE.replace('.', "x")]
    {
        let found = read(&format!("{NINE} {remark}\n{NINE}\n"));
        assert_eq!(found, [NINE; 2], "{remark}");
    }
    assert_eq!(read(&format!("{LINE} puzzle_number_01\n{LINE} 0000111122223333\n")), [LINE; 2]);
}

#[test]
fn the_kind_of_text_can_be_set() {
    let rows = "12..\n..1.\n.2..\n4..2\n";
    let read = |text: &str, kind: Option<TextKind>| -> Vec<_> {
        let options = ReadOptions { kind, ..ReadOptions::default() };
        let found = Reader::new(text.as_bytes(), options).map(|record| match record {
            Ok(record) => (record.puzzle.to_string(), record.note),
            Err(error) => (error.to_string(), None),
        });
        found.collect()
    };
    let check = |text: &str, kind, note| assert_eq!(read(text, kind), [(LINE.to_owned(), note)]);
    check(rows, None, None);
    check(rows, Some(TextKind::Data), None);
    check(rows, Some(TextKind::Document), Some(Note::Document));
    let text = format!("x = 3\n{rows}y = f(x)\n");
    check(&text, None, Some(Note::Document));
    check(&text, Some(TextKind::Document), Some(Note::Document));
    let errors = read(&text, Some(TextKind::Data));
    assert!(errors.iter().any(|(error, _)| error.starts_with("1:1: ")), "{errors:?}");
    let rule = read("- antiknight\n- 12..\n", Some(TextKind::Document));
    assert_eq!(rule[0].0, "1:3: unsupported constraint 'antiknight'");
    assert_eq!(read("text\n", Some(TextKind::Document)), []);
}
