//! Tests for all text formats. They read files from other programs, and they write random puzzles and read them back.

use std::collections::HashMap;
use std::fs;
use std::sync::Arc;

use crate::common::test_data;
use proptest::prelude::*;
use sudoku_cnf::cli::files::Input;
use sudoku_cnf::puzzle::board::{BoardOptions, Regions, Variant};
use sudoku_cnf::text::{
    Format, LostPart, ReadError, ReadOptions, Reader, Record, TextError, WriteError, Writer, lost_parts,
};
use sudoku_cnf::{BoxShape, Candidate, CandidateBoard, Digit, Geometry, Grid, Inference, Puzzle};

/// Reads `input` and returns all records and all errors.
fn read(input: &Input) -> (Vec<Record>, Vec<TextError>) {
    let (mut records, mut faults) = (Vec::new(), Vec::new());
    for record in input.puzzles(&ReadOptions::default(), &std::sync::Arc::default()).unwrap() {
        match record {
            Ok(record) => records.push(record),
            Err(ReadError::Text(errors)) => faults.extend(errors.errors().to_vec()),
            Err(error) => panic!("{error}"),
        }
    }
    (records, faults)
}

#[test]
#[ignore = "requires the test data in SUDOKU_TEST_DATA"]
fn real_files_read_as_expected() {
    let folder = test_data("formats");
    let table = fs::read_to_string(folder.join("EXPECTED.tsv")).unwrap();
    // The line numbers of the expected errors in each file.
    let faults: HashMap<&str, &[usize]> = HashMap::from([
        ("csv/HSKPeter__25x25_sample3_grp4.txt", &[3, 21][..]),
        ("other/gnome_very_hard_truncated_first_line", &[1][..]),
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

/// Returns boards of several sizes without variants, a 9×9 board for each variant, and a jigsaw board with diagonals.
fn geometries() -> Vec<Arc<Geometry>> {
    let shapes = ["2x2", "2x3", "3x2", "3x3", "3x4", "4x4", "5x5", "6x6"];
    let plain = shapes.map(|shape| Geometry::new(shape.parse().unwrap()));
    let standard = BoxShape::STANDARD;
    let variants = Variant::ALL.iter().map(|&variant| Geometry::with_variants(standard, &[variant]).unwrap());
    let regions: Regions = "AABBAABCDBCCDDDC".parse().unwrap();
    let jigsaw = Geometry::with_variants(regions, &[Variant::X]).unwrap();
    plain.into_iter().chain(variants).chain([jigsaw]).map(Arc::new).collect()
}

/// Generates a record that contains a puzzle with random givens and excluded candidates.
///
/// Some records also contain a solution, a remark, or both.
fn random_record() -> impl Strategy<Value = Record> {
    let geometries = geometries();
    let numbers = prop::collection::vec((0..10_usize, 0..10_000_usize), 36 * 36);
    (0..geometries.len(), 0..=10_usize, numbers, 0..4_usize, prop::option::of("[a-z]{1,8}( [a-z]{1,5})?"))
        .prop_map(move |(which, density, numbers, most_excluded, remark)| {
            let geometry = geometries[which].clone();
            let n = geometry.size();
            let (mut puzzle, mut solution) = (Puzzle::empty(geometry.clone()), Grid::empty(geometry.clone()));
            let mut excluded = Vec::new();
            for (cell, (die, number)) in geometry.cells().zip(numbers) {
                let digit = |number: usize| Digit::new(number % n + 1).unwrap();
                solution.set(cell, Some(digit(number)));
                if die < density {
                    puzzle.set(cell, Some(digit(number)));
                } else {
                    // Each open cell keeps at least two candidates.
                    let others =
                        (1..=most_excluded.min(n - 2)).map(|i| Candidate { cell, digit: digit(number + i) });
                    excluded.extend(others);
                }
            }
            puzzle.exclude(excluded);
            Record { solution: (most_excluded == 1).then_some(solution), remark, ..Record::new(puzzle, 1) }
        })
}

/// Returns the records in `text`. Panics if `text` contains an error.
fn read_back(text: &[u8], board: impl Into<ReadOptions>) -> Vec<Record> {
    Reader::new(text, board).collect::<Result<_, _>>().unwrap_or_else(|error| {
        panic!("{error}:\n{}", String::from_utf8_lossy(text));
    })
}

/// Returns the candidates of each cell after propagation, or `None` if there is a contradiction.
fn fixpoint(puzzle: &Puzzle) -> Option<Vec<Vec<Digit>>> {
    let board = CandidateBoard::from_puzzle(puzzle, Inference::Singles).ok()?;
    Some(board.geometry().cells().map(|cell| board.digits(cell).collect()).collect())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn written_records_read_back(record in random_record(), format in prop::sample::select(Format::ALL.to_vec()), count in 1..4_usize) {
        let mut writer = Writer::new(format, Vec::new());
        for _ in 0..count {
            match writer.write(&record) {
                Ok(()) => {}
                Err(WriteError::Io(error)) => panic!("{error}"),
                Err(refused) => {
                    let is_standard = record.puzzle.geometry().box_shape() == Some(BoxShape::STANDARD);
                    let size = record.puzzle.geometry().size();
                    let may_refuse = matches!(refused, WriteError::NoCandidate(_)) || !is_standard && format.is_standard_only() || size > 35;
                    prop_assert!(may_refuse, "{}", refused);
                    prop_assert!(writer.finish().unwrap().is_empty(), "the writer must not write a part of a rejected record");
                    return Ok(());
                }
            }
        }
        let text = writer.finish().unwrap();
        let lost = lost_parts(&record, format);
        let are_pencilmarks = matches!(format, Format::Candidates | Format::Positional | Format::Sdx);
        let format_holds = (format.stores_solutions(), format.stores_remarks(), are_pencilmarks);
        // If the format cannot store the boxes or variants, they must be passed to the reader.
        let geometry = &**record.puzzle.geometry();
        let mut board = BoardOptions::default();
        if lost.contains(&LostPart::Boxes) || lost.contains(&LostPart::Variants) {
            board = BoardOptions::from(geometry);
        }
        for format in [None, Some(format)] {
            let found = read_back(&text, ReadOptions { format, ..board.clone().into() });
            prop_assert_eq!(found.len(), count);
            for found in found {
                let mut expected = record.puzzle.clone();
                if lost.contains(&LostPart::Candidates) {
                    expected = expected.into_grid().into();
                } else if format_holds.2 {
                    // An open cell with a single candidate is read back as a given. The puzzles are therefore compared
                    // after propagation.
                    prop_assert_eq!(fixpoint(&found.puzzle), fixpoint(&expected));
                    continue;
                }
                let written = String::from_utf8_lossy(&text).into_owned();
                prop_assert_eq!(&found.puzzle, &expected, "{}", written);
                if format_holds.0 {
                    prop_assert_eq!(found.solution, record.solution.clone());
                }
                if format_holds.1 {
                    prop_assert_eq!(found.remark, record.remark.clone());
                }
            }
        }
    }

    /// Reading any text must terminate, and no record or error may have a line number beyond the end of the text.
    #[test]
    fn any_text_is_read_or_rejected(text in "([0-9A-G._|,;:#{}\\[\\]()\"'<>=%/ \\t\\n-]|grid|puzzle|\\[\\[|data=|quizzes,){0,300}") {
        for format in [None].into_iter().chain(Format::ALL.iter().copied().map(Some)) {
            let lines = text.lines().count().max(1);
            for record in Reader::new(text.as_bytes(), ReadOptions { format, ..ReadOptions::default() }) {
                match record {
                    Ok(record) => prop_assert!(record.line <= lines),
                    Err(ReadError::Text(errors)) => prop_assert!(errors.errors().iter().all(|error| error.line <= lines), "{}", errors),
                    Err(_) => {}
                }
            }
        }
    }
}
