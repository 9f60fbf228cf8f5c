//! Inputs that consist of several formats. No line of such an input is lost.

use std::collections::BTreeSet;

use itertools::iproduct;
use sudoku_cnf::Puzzle;
use sudoku_cnf::text::{Format, Reader, Record, Writer};

const PUZZLES: [&str; 3] = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........",
    ".......8..3...4...9..2..6.....79.......6.9....5...3.7.8...4..2....5...9...1......",
];

/// Returns two puzzles in `format`, as the project writes them.
fn written(format: Format, puzzles: &[&str]) -> String {
    let mut writer = Writer::new(format, Vec::new());
    for puzzle in puzzles {
        writer.write(&Record::new(puzzle.parse().unwrap(), 1)).unwrap();
    }
    String::from_utf8(writer.finish().unwrap()).unwrap()
}

/// Returns the givens of the puzzles in `text`, with each error as its message. Digits that follow from the candidates
/// of a puzzle are left out, because some formats do not distinguish them from givens.
fn read(text: &str) -> Vec<String> {
    let show = |record: Record| givens(&record.puzzle);
    Reader::new(text.as_bytes(), None)
        .map(|record| record.map_or_else(|error| error.to_string(), show))
        .collect()
}

fn givens(puzzle: &Puzzle) -> String {
    let text = puzzle.to_string();
    let known = PUZZLES
        .into_iter()
        .find(|known| known.chars().zip(text.chars()).all(|(known, found)| known == '.' || known == found));
    known.map_or(text, str::to_owned)
}

/// Asserts that the texts of `formats`, with `separator` between them, contain all puzzles.
fn check(formats: &[Format], separator: &str, failures: &mut BTreeSet<String>) {
    let texts: Vec<_> = formats.iter().map(|&format| written(format, &PUZZLES)).collect();
    let found = read(&texts.join(separator));
    let expected = PUZZLES.repeat(formats.len());
    if found != expected {
        let names: Vec<_> = formats.iter().map(|format| format.name()).collect();
        let first = found.iter().zip(&expected).position(|(found, expected)| found != expected);
        let first = first.and_then(|index| found.get(index)).map_or("", String::as_str);
        failures.insert(format!("{} {separator:?}: {} puzzles, {first}", names.join(" + "), found.len()));
    }
}

#[test]
fn two_formats_follow_each_other() {
    let mut failures = BTreeSet::new();
    for &first in Format::ALL {
        for &second in Format::ALL {
            check(&[first, second], "\n", &mut failures);
        }
    }
    assert!(failures.is_empty(), "{} failures: {failures:#?}", failures.len());
}

#[test]
fn formats_may_follow_each_other_without_a_blank_line() {
    let mut failures = BTreeSet::new();
    for &first in Format::ALL {
        for &second in Format::ALL {
            check(&[first, second], "", &mut failures);
        }
    }
    assert!(failures.is_empty(), "{} failures: {failures:#?}", failures.len());
}

/// A line before two boards of candidates can also start a larger board, which is an error at this line.
/// All other texts are read.
///
/// Run this test with `cargo test --test cnf -- --ignored mixed::`.
#[test]
#[ignore = "takes ten seconds"]
fn three_formats_follow_each_other() {
    let texts: Vec<_> = Format::ALL.iter().map(|&format| (format, written(format, &PUZZLES[..1]))).collect();
    let mut failures = BTreeSet::new();
    for ((first, one), (second, two), (third, three)) in iproduct!(&texts, &texts, &texts) {
        for separator in ["", "\n"] {
            let found = read(&[&**one, two, three].join(separator));
            let is_ambiguous = [two, three].iter().all(|text| text.lines().next().unwrap().contains("2468"))
                && found[0].starts_with("1:1: ");
            if found != [PUZZLES[0]; 3] && !is_ambiguous {
                failures.insert(format!("{first} + {second} + {third} {separator:?}: {found:?}"));
            }
        }
    }
    assert!(failures.is_empty(), "{} failures: {failures:#?}", failures.len());
}

/// Asserts that a truncated line of the second puzzle is an error, and that the other puzzles are read.
fn check_damaged(format: Format, failures: &mut BTreeSet<String>) {
    let text = written(format, &PUZZLES);
    let lines: Vec<_> = text.lines().collect();
    let common =
        |other: &str| other.lines().zip(&lines).take_while(|(line, expected)| line == *expected).count();
    let start = common(&written(format, &PUZZLES[..1]));
    let end = common(&written(format, &PUZZLES[..2]));
    for index in start..end {
        let line = lines[index];
        if line.chars().filter(|c| c.is_alphanumeric() || *c == '.').count() < 9 {
            continue;
        }
        let half = line.chars().take(line.chars().count() / 2).collect::<String>();
        let mut damaged = lines.clone();
        damaged[index] = &half;
        let found = read(&damaged.join("\n"));
        let errors = found.iter().filter(|result| result.contains(':')).count();
        let is_kept = [0, 2].iter().all(|&puzzle| found.contains(&PUZZLES[puzzle].to_owned()));
        if found != PUZZLES && (errors == 0 || !is_kept || found.len() > errors + 2) {
            failures.insert(format!("{format} {half:?}: {found:?}"));
        }
    }
}

#[test]
fn a_damaged_line_is_an_error_and_other_puzzles_are_read() {
    let mut failures = BTreeSet::new();
    for &format in Format::ALL {
        check_damaged(format, &mut failures);
    }
    assert!(failures.is_empty(), "{} failures: {failures:#?}", failures.len());
}
