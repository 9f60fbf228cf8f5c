//! Reads texts with random mistakes. Nothing may vanish from data, and the boards of documents must be in the text.

use super::{Format, Note, Reader, Record, Writer};

const BOARDS: [&str; 3] = [
    "12....1..2..4..2",
    "1234........4321",
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
];
/// Formats in which each digit of the text is a given, and no label or number.
const FORMATS: [Format; 8] = [
    Format::Rows,
    Format::Line,
    Format::Grid,
    Format::Boxes,
    Format::Table,
    Format::Sdk,
    Format::Ss,
    Format::List,
];
/// The characters that mistakes insert.
const INSERTED: &[u8] = b"1234567890..,; |-\n\nx";
const MUTATIONS: usize = 1500;

/// A pseudorandom number generator (`SplitMix64`).
struct Random(u64);

impl Random {
    #[expect(clippy::cast_possible_truncation, reason = "the result is below `limit`")]
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % limit as u64) as usize
    }
}

/// Makes a mistake in a text: a character or a line is missing, is repeated or is another one.
fn mutate(text: &str, random: &mut Random) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let index = random.below(lines.len());
    let line: Vec<char> = lines[index].chars().collect();
    let at = random.below(line.len() + 1);
    let (before, after): (String, String) =
        (line[..at].iter().collect(), line[at..].iter().skip(1).collect());
    let other = char::from(INSERTED[random.below(INSERTED.len())]);
    match random.below(6) {
        0 => drop(lines.remove(index)),
        1 => lines.insert(index, lines[index].clone()),
        2 => lines[index] = before + &after,
        3 => lines[index] = format!("{before}{other}{after}"),
        4 => lines[index].insert(before.len(), other),
        _ => lines.insert(index, String::new()),
    }
    lines.join("\n") + "\n"
}

fn digits(text: &str) -> String {
    text.chars().filter(|c| matches!(c, '1'..='9')).collect()
}

/// Returns the digits of a puzzle and of the text after it.
fn record_digits(record: &Record) -> String {
    let solution = record.solution.as_ref().map_or(String::new(), ToString::to_string);
    digits(&format!("{}{solution}{}", record.puzzle, record.remark.as_deref().unwrap_or_default()))
}

#[track_caller]
fn check(text: &str) {
    let records: Result<Vec<Record>, _> = Reader::new(text.as_bytes(), None).collect();
    let Ok(records) = records else { return };
    if records.iter().any(|record| record.note == Some(Note::Document)) {
        return check_document(text, &records);
    }
    // A line with a single number may be the size of the board or the number of boards.
    let is_size = |line: &str| line.trim().len() <= 4 && line.trim().parse::<usize>().is_ok();
    let lines: Vec<&str> = text.lines().filter(|line| !is_size(line)).collect();
    let found: String = records.iter().map(record_digits).collect();
    assert_eq!(found, digits(&lines.concat()), "{text}");
}

/// Asserts that the digits of each board are in the text, from its line on.
#[track_caller]
fn check_document(text: &str, records: &[Record]) {
    for record in records {
        let rest: Vec<&str> = text.lines().skip(record.line - 1).collect();
        let mut rest = digits(&rest.concat()).chars().collect::<Vec<_>>().into_iter();
        let is_in_text =
            digits(&record.puzzle.to_string()).chars().all(|digit| rest.any(|other| other == digit));
        assert!(is_in_text, "{} on line {}: {text}", record.puzzle, record.line);
    }
}

fn written(boards: &[&str], format: Format) -> String {
    let mut writer = Writer::new(format, Vec::new());
    for board in boards {
        writer.write(&Record::new(board.parse().unwrap(), 1)).unwrap();
    }
    String::from_utf8(writer.finish().unwrap()).unwrap()
}

#[test]
fn nothing_vanishes_from_data_with_mistakes() {
    let mut random = Random(1);
    for format in FORMATS {
        let is_standard = format.is_standard_only();
        let text = written(if is_standard { &[BOARDS[2]; 2] } else { &BOARDS }, format);
        for _ in 0..MUTATIONS / FORMATS.len() {
            let once = mutate(&text, &mut random);
            check(&once);
            check(&mutate(&once, &mut random));
        }
    }
}

#[test]
fn boards_of_documents_with_mistakes_are_in_the_text() {
    let mut random = Random(2);
    let (rows, list) = (written(&BOARDS, Format::Grid), written(&BOARDS, Format::List));
    let strings = BOARDS.map(|board| format!("  \"{board}\",\n")).concat();
    for text in [
        format!("The first puzzle of 2024:\n\n{rows}\nand 3 more words.\n"),
        format!("x = [{list}]\nprint(x, 3)\n"),
        format!("const a = [\n{strings}];\nf(a, 12);\n"),
    ] {
        for _ in 0..MUTATIONS / 6 {
            let once = mutate(&text, &mut random);
            let records: Vec<Record> = Reader::new(once.as_bytes(), None).flatten().collect();
            check_document(&once, &records);
        }
    }
}
