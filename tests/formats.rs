//! Every format that people keep puzzles in: real files, and everything that is written reads back.

mod common;

use std::collections::HashMap;
use std::fs;

use common::test_data;
use sudoku_cnf::files::Input;
use sudoku_cnf::text::{ReadOptions, TextError};

/// What a file holds: the number of its puzzles, and its faults.
fn read(input: &Input) -> (Vec<sudoku_cnf::text::Record>, Vec<TextError>) {
    let (mut records, mut faults) = (Vec::new(), Vec::new());
    for record in input.puzzles(&ReadOptions::default()).unwrap() {
        match record {
            Ok(record) => records.push(record),
            Err(sudoku_cnf::text::ReadError::Text(errors)) => faults.extend(errors.errors().to_vec()),
            Err(error) => panic!("{error}"),
        }
    }
    (records, faults)
}

#[test]
fn real_files_read_as_expected() {
    let Some(folder) = test_data("formats") else { return };
    let table = fs::read_to_string(folder.join("EXPECTED.tsv")).unwrap();
    // The puzzles, and the lines of the faults.
    let faults: HashMap<&str, &[usize]> = HashMap::from([
        ("csv/HSKPeter__25x25_sample3_grp4.txt", &[3, 21][..]),
        ("other/gnome_very_hard_truncated_first_line", &[1][..]),
        ("sdk_ss/CoderDennis__test.sdk", &[1][..]),
        ("sdk_ss/RaenonX__puzzle-extraCol.sdk", &[1, 2, 3, 4, 5, 6, 7, 8, 9][..]),
        ("sdk_ss/RaenonX__puzzle-lessRow.sdk", &[8][..]),
        ("ascii_offset/TerRriN__9x25.txt", &[1][..]),
    ]);
    let mut wrong = Vec::new();
    for line in table.lines().skip(1) {
        let (name, expected) = line.split_once('\t').unwrap();
        let number = expected.split(' ').next().unwrap().parse().unwrap_or(0);
        let (records, found) = read(&Input::File(folder.join(name)));
        let lines: Vec<_> = found.iter().map(|fault| fault.line).collect();
        let expected_lines = faults.get(name).copied().unwrap_or_default();
        if records.len() != number || lines != expected_lines {
            let shown: Vec<_> = found.iter().take(3).map(ToString::to_string).collect();
            wrong.push(format!(
                "{name}: {} puzzles and faults in {lines:?}, expected {expected}; {shown:?}",
                records.len()
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
