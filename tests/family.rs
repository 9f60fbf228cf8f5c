//! Tests of `sudoku-sat family`: the instances have the answers that the manifest states, and do not depend on the run.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;
use sudoku_cnf::files::dimacs;
use sudoku_cnf::{ClauseSink, Cnf};
use sudoku_sat::family::{ExpectedAnswer, Family, FamilyOptions};
use sudoku_sat::{Limits, Native, Outcome, SatSolver, SolveOptions};

use crate::common::run;

/// Returns the names and contents of the files in a folder.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(path).unwrap()))
        .collect()
}

fn manifest(files: &BTreeMap<String, Vec<u8>>) -> Vec<Value> {
    let text = std::str::from_utf8(&files["manifest.jsonl"]).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn solvers_give_the_expected_answers() {
    for &family in Family::ALL {
        for (shape, holes) in [("2x2", "0.6"), ("2x3", "0.5"), ("1x5", "0.5")] {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().to_str().unwrap();
            let options = ["family", family.name(), "--box", shape, "--holes", holes, "-n", "4", "-o", path];
            let made = run("sudoku-sat", options);
            // On a small board, each changed given may leave a solution.
            assert!(made.code == 0 || family == Family::Critical && made.code == 30, "{}", made.stderr);
            let files = files(folder.path());
            let lines = manifest(&files);
            assert_eq!(files.len(), lines.len() + 1);
            for line in lines {
                let mut cnf = Cnf::default();
                dimacs::read(&*files[line["file"].as_str().unwrap()], &mut cnf).unwrap();
                assert_eq!(cnf.len() as u64, line["clauses"].as_u64().unwrap());
                let mut solver = Native::new();
                cnf.clauses().for_each(|clause| solver.add_clause(clause).unwrap());
                let answer = match solver.solve(&[], &Limits::none()).unwrap() {
                    Outcome::Satisfiable(_) => "satisfiable",
                    _ => "unsatisfiable",
                };
                assert_eq!(line["expected"], answer, "{line}");
            }
        }
    }
}

#[test]
fn instances_depend_only_on_the_options() {
    let make = |options: &[&str]| {
        let folder = tempfile::tempdir().unwrap();
        let base = ["family", "balanced-holes", "-n", "3", "-o", folder.path().to_str().unwrap()];
        let made = run("sudoku-sat", base.iter().chain(options));
        assert_eq!(made.code, 0, "{}", made.stderr);
        files(folder.path())
    };
    let first = make(&["-j", "1"]);
    assert_eq!(first, make(&["-j", "3"]));
    assert_ne!(first, make(&["--seed", "2"]));
    let holes: Vec<_> = manifest(&first).iter().map(|line| line["holes"].as_u64().unwrap()).collect();
    assert_eq!(holes, [36; 3]);
}

#[test]
fn balanced_holes_are_balanced() {
    let mut instances = FamilyOptions::new(Family::BalancedHoles).holes(0.5).build().unwrap();
    for number in 1..20 {
        let puzzle = instances.instance(number, &Limits::none()).unwrap().puzzle;
        for house in puzzle.geometry().houses() {
            let holes = house.cells.iter().filter(|&&cell| puzzle.get(cell).is_none()).count();
            assert!((4..=5).contains(&holes), "{} has {holes} holes", house.name);
        }
    }
}

#[test]
fn counts_are_those_of_an_enumeration() {
    let mut instances = FamilyOptions::new(Family::Counting).holes(0.6).seed(3).build().unwrap();
    for number in 1..20 {
        let instance = instances.instance(number, &Limits::none()).unwrap();
        let count = SolveOptions::new().solutions(&instance.puzzle).count() as u128;
        assert_eq!(instance.expected, Some(ExpectedAnswer::Solutions(count)));
    }
}

#[test]
fn pencilmarks_are_necessary() {
    let mut instances = FamilyOptions::new(Family::Pencilmarks).build().unwrap();
    let puzzle = instances.instance(1, &Limits::none()).unwrap().puzzle;
    assert_eq!(puzzle.given_count(), 0);
    assert!(sudoku_sat::is_unique(&puzzle).unwrap());
    let all = puzzle.excluded();
    for index in 0..all.len() {
        let mut other = puzzle.without_givens();
        assert_eq!(other.excluded(), all);
        other = sudoku_cnf::Puzzle::empty(other.geometry().clone());
        other.exclude([&all[..index], &all[index + 1..]].concat());
        assert!(!sudoku_sat::is_unique(&other).unwrap(), "{}", all[index]);
    }
}

#[test]
fn the_ratio_of_holes_can_be_calibrated() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let calibrate = |range: &str| {
        let options = ["family", "holes", "--box", "4x4", "--calibrate", range, "-n", "1", "-o", path];
        run("sudoku-sat", options)
    };
    let found = calibrate("5..500");
    assert_eq!(found.code, 0, "{}", found.stderr);
    assert!(found.stderr.contains("the median is"), "{}", found.stderr);
    let impossible = calibrate("1000000..2000000");
    assert_eq!(impossible.code, 1);
    assert!(impossible.stderr.contains("hint: use a larger board"), "{}", impossible.stderr);
    assert_eq!(calibrate("2s..1s").code, 2);
}

#[test]
fn interrupted_families_can_be_continued() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let family = |extra: &[&str]| {
        run("sudoku-sat", ["family", "uniqueness", "-n", "5", "-o", path].iter().chain(extra))
    };
    assert_eq!(family(&[]).code, 0);
    let complete = files(folder.path());
    fs::remove_dir_all(folder.path()).unwrap();
    let unknown = family(&["--extension", "txt"]);
    assert_eq!((unknown.code, folder.path().exists()), (2, false), "{}", unknown.stderr);
    assert_eq!(family(&["--resume"]).code, 0);
    assert_eq!(files(folder.path()), complete);
}

/// The generator may fail to find a puzzle with so few givens. The other instances are still made.
#[test]
fn missing_instances_do_not_end_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let made =
        run("sudoku-sat", ["family", "unique", "--holes", "0.8", "-n", "2", "--box", "2x2", "-o", path]);
    assert_eq!(made.code, 30, "{}", made.stderr);
    assert!(made.stderr.contains("warning: instance 2: found no puzzle"), "{}", made.stderr);
}
