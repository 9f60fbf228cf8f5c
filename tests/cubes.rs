//! Tests of cubes: `sudoku-sat cubes`, `sudoku-sat solve --cubes` and `sudoku-sat verify` on their folder.

#![cfg_attr(not(unix), allow(dead_code, unused_imports, reason = "some tests need signals or special files"))]

use std::fs;
use std::path::Path;
use std::process::Command;

use proptest::prelude::*;
use sudoku_cnf::Puzzle;
use sudoku_sat::cubes::{ComposeError, Composer, Cover};
use sudoku_sat::proof::{Refutation, check_lrat, complete_problem, refute_problem};
use sudoku_sat::{Limits, SolveOptions, Solver};

use crate::common::{HARD, Run, run, run_with_input};
use crate::programs::{dimacs_command, has_program, shell};

/// A 9×9 puzzle without a solution that lookahead does not refute at the first split.
const REFUTED: &str = "8........2.36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

/// A 16×16 puzzle without a solution. Several nested splits do not refute it.
const REFUTED_16: &str = ". . . . . . . . . . . . . . . 14 . 14 . . . . . 16 . . . . . . . . . . . . . . . . . . . . . . 13 11 . . . . . . . . . . . . . . 8 . . . . . . . . 15 . . . . . . 2 . . . . . . . . . . . . . . 14 . . 14 . . . . . . . . . . . . . 11 . . . . . . . . 5 . . . . . . . . 13 . 4 . . 9 1 . . . . . . . . . . . 2 . . 13 6 7 . . . . . 1 . . . . . 3 . . 10 . 7 . 4 12 . . . 9 . . . 9 . 12 . . . 10 . 15 11 . . 5 . . 14 . . . . . . 11 . . . . . . . . . . . . . 3 . . . . 9 . 6 . . 11 . . . . . . . . . . 3 . . . . . . . 15 6 16 . . . 14 . . 5 . .";

fn cover(puzzle: &Puzzle, count: usize) -> Cover {
    Cover::of(&complete_problem(puzzle), count, &Limits::none()).unwrap()
}

/// Composes the proofs of all cubes in `cover`, which need not cover all solutions.
fn compose(puzzle: &Puzzle, cover: &Cover) -> Result<Vec<u8>, ComposeError> {
    let (mut proof, limits) = (Vec::new(), Limits::none());
    let mut composer = Composer::new(&complete_problem(puzzle), &mut proof, &limits)?;
    for cube in &cover.cubes {
        let refutation = refute_problem(&cube.problem(puzzle), &Solver::Native, &limits).unwrap();
        let Refutation::Refuted(_, refutation) = refutation else { panic!("a solution") };
        let mut lrat = Vec::new();
        refutation.write(&mut lrat).unwrap();
        composer.add(&cube.literals, &*lrat)?;
    }
    composer.finish(cover)?;
    Ok(proof)
}

#[test]
fn the_composed_proof_refutes_the_puzzle() {
    for (puzzle, count, cubes) in [(REFUTED, 2, 3), (REFUTED, 4, 5), (REFUTED_16, 1, 1), (REFUTED_16, 40, 40)]
    {
        let puzzle: Puzzle = puzzle.parse().unwrap();
        let cover = cover(&puzzle, count);
        assert_eq!(cover.cubes.len(), cubes);
        let mut formula = Vec::new();
        complete_problem(&puzzle).write_dimacs(&mut formula).unwrap();
        check_lrat(&formula, &compose(&puzzle, &cover).unwrap()).unwrap();
    }
}

#[test]
fn a_missing_cube_is_noticed() {
    let puzzle: Puzzle = REFUTED_16.parse().unwrap();
    let cover = cover(&puzzle, 10);
    for missing in 0..cover.cubes.len() {
        let mut incomplete = cover.clone();
        incomplete.cubes.remove(missing);
        assert!(matches!(compose(&puzzle, &incomplete), Err(ComposeError::Cover(_))));
    }
}

/// The split of each literal is the number of a clause of the CNF that contains the literal.
#[test]
fn splits_are_clauses_of_the_formula() {
    let puzzle: Puzzle = REFUTED_16.parse().unwrap();
    let cnf = complete_problem(&puzzle).to_cnf();
    for cube in cover(&puzzle, 30).cubes {
        assert_eq!(cube.literals.len(), cube.splits.len());
        for (literal, &split) in cube.literals.iter().zip(&cube.splits) {
            let clause = cnf.clause(split - 1);
            assert!(clause.contains(literal) && clause.len() == 16, "{literal}: {clause:?}");
        }
    }
}

#[test]
fn puzzles_that_propagation_answers_have_at_most_one_cube() {
    let clash: Puzzle = "11..............".parse().unwrap();
    assert!(cover(&clash, 10).cubes.is_empty());
    compose(&clash, &cover(&clash, 10)).unwrap();
    let solved: Puzzle = "12..3......4...1".parse().unwrap();
    assert_eq!(cover(&solved, 10).cubes.len(), 1);
}

proptest! {
    #[test]
    fn every_solution_belongs_to_exactly_one_cube(
        digits in prop::collection::vec(prop_oneof![5 => Just('.'), 1 => "[1-4]".prop_map(|digit| digit.chars().next().unwrap())], 16),
        count in 1..30_usize,
    ) {
        let puzzle: Puzzle = digits.iter().collect::<String>().parse().unwrap();
        let cover = cover(&puzzle, count);
        let mut solutions = 0;
        for solution in SolveOptions::new().solutions(&puzzle) {
            let solution = solution.unwrap();
            let holds = |literal: &sudoku_cnf::Lit| {
                let candidate = puzzle.geometry().candidate(literal.var()).unwrap();
                solution.get(candidate.cell) == candidate.digit
            };
            let cubes = cover.cubes.iter().filter(|cube| cube.literals.iter().all(holds));
            prop_assert_eq!(cubes.count(), 1);
            solutions += 1;
        }
        prop_assert!(cover.cubes.len() >= count.min(solutions));
    }
}

/// Runs `sudoku-sat cubes` and returns the path of the folder as text.
fn make(puzzle: &str, count: &str, folder: &Path) -> String {
    let path = folder.join("cubes").display().to_string();
    let made = run_with_input("sudoku-sat", ["cubes", "-n", count, "-o", &path, "--files"], puzzle);
    assert_eq!(made.code, 0, "{}", made.stderr);
    path
}

fn solve(path: &str, cubes: &[&str]) -> Run {
    run("sudoku-sat", ["solve", "--cubes", path, "--cube"].iter().chain(cubes))
}

/// Verifies a folder. Returns the exit code and the output without the name of the folder.
fn verify(path: &str) -> (i32, String) {
    let verified = run("sudoku-sat", ["verify", path]);
    (verified.code, verified.stdout.replace(&format!("{path}: "), "") + &verified.stderr)
}

fn verdict(code: i32, text: &str) -> (i32, String) {
    (code, format!("{text}\n"))
}

#[test]
fn workers_fill_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let path = make(REFUTED_16, "12", folder.path());
    let all: Vec<_> = (1..=12).map(|number| number.to_string()).collect();
    let all: Vec<_> = all.iter().map(String::as_str).collect();
    assert_eq!(
        verify(&path),
        verdict(30, "unknown: 12 of 12 cubes have no answer: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and others")
    );
    assert_eq!(solve(&path, &all[1..]).stdout.lines().last(), Some("12: unsatisfiable"));
    assert_eq!(verify(&path), verdict(30, "unknown: 1 of 12 cubes have no answer: 1"));
    assert_eq!(solve(&path, &["1", "2"]).stdout, "1: unsatisfiable\n2: unsatisfiable, solved before\n");
    let proof = folder.path().join("composed.lrat");
    let verified = run("sudoku-sat", ["verify", &path, "--write-proof", proof.to_str().unwrap()]);
    assert_eq!((verified.code, verified.stdout), verdict(0, &format!("{path}: unsatisfiable")));
    let formula = fs::read(Path::new(&path).join("formula.cnf")).unwrap();
    check_lrat(&formula, &fs::read(proof).unwrap()).unwrap();
    let refused = |target: &str| run("sudoku-sat", ["verify", &path, "--write-proof", target]).stderr;
    let (inside, missing) = (format!("{path}/1.lrat"), format!("{path}/missing/1.lrat"));
    assert!(refused(&inside).contains("is in the folder of cubes"));
    assert!(refused("-").contains("--write-proof requires a file"));
    assert!(refused(&missing).contains(&missing), "{}", refused(&missing));
    assert_eq!(run("sudoku-sat", ["verify", "-q", &path]).stdout, "");
    let again = run_with_input("sudoku-sat", ["cubes", "-o", &path], REFUTED);
    assert!(again.code == 1 && again.stderr.contains("already contains cubes"), "{}", again.stderr);
    assert!(solve(&path, &["13"]).stderr.contains("has no cube 13; its cubes are 1 to 12"));
}

#[test]
fn wrong_files_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = make(REFUTED, "4", folder.path());
    solve(&path, &["1", "2", "3", "4", "5"]);
    assert_eq!(verify(&path), verdict(0, "unsatisfiable"));
    let file = |name: &str| Path::new(&path).join(name);
    let replaced = |name: &str, text: &str| {
        let old = fs::read(file(name));
        fs::write(file(name), text).unwrap();
        let verified = verify(&path);
        match old {
            Ok(old) => fs::write(file(name), old).unwrap(),
            Err(_) => fs::remove_file(file(name)).unwrap(),
        }
        verified
    };
    let invalid = |text: &str| verdict(1, &format!("invalid: {text}"));
    assert_eq!(replaced("2.lrat", ""), invalid("2.lrat: the proof does not derive the empty clause"));
    assert_eq!(
        replaced("2.lrat", "99999 0 1 0\n"),
        invalid("2.lrat: line 1 of the proof: the hints do not lead to a conflict")
    );
    for malformed in ["1 0\n", "x\n", "99999 -2147483648 0 -1 0\n", "99999 1 0 1"] {
        let (code, output) = replaced("2.lrat", malformed);
        assert!(code == 1 && output.starts_with("invalid: 2.lrat: line 1 of the proof: "), "{output}");
    }
    let other = fs::read_to_string(file("1.lrat")).unwrap();
    assert_eq!(replaced("3.lrat", &other).0, 1, "the proof of another cube");
    assert_eq!(
        replaced("formula.cnf", "p cnf 0 0\n"),
        invalid("formula.cnf is missing or does not match the puzzle")
    );
    assert_eq!(
        replaced("cover.drat", ""),
        invalid(
            "cover.drat: the cubes do not cover all solutions: the proof does not derive the empty clause"
        )
    );
    let solution = replaced("1.solution.json", "{\"puzzle\": \"12..3......4...1\"}");
    assert_eq!(solution, invalid("1.solution.json is a grid of another size"));
    let solution = replaced("1.solution.json", &fs::read_to_string(file("puzzle.json")).unwrap());
    assert!(solution.1.starts_with("invalid: 1.solution.json is not a solution: "), "{}", solution.1);
    for line in [
        "",
        "{}",
        "{\"cube\":2,\"literals\":[1],\"clauses\":[1]}",
        "{\"cube\":1,\"literals\":[-1],\"clauses\":[1]}",
    ] {
        let (code, output) = replaced("cubes.jsonl", &format!("{line}\n"));
        assert!(code == 1 && output.contains("line 1 is not cube 1 of the puzzle"), "{output}");
    }
    // A worker replaces wrong answers, after all numbers have been checked.
    fs::write(file("2.lrat"), "").unwrap();
    fs::copy(file("puzzle.json"), file("2.solution.json")).unwrap();
    assert_eq!(solve(&path, &["2", "6"]).stdout, "");
    assert_eq!(solve(&path, &["2"]).stdout, "2: unsatisfiable\n");
    assert_eq!(verify(&path), verdict(0, "unsatisfiable"));
}

#[test]
fn folders_without_cubes_need_no_worker() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cubes").display().to_string();
    assert!(
        solve(&path, &["1"]).stderr.contains("is not a folder of cubes; create one with 'sudoku-sat cubes'")
    );
    let made = run_with_input("sudoku-sat", ["cubes", "-o", &path], REFUTED);
    assert!(made.stderr.contains(&format!("run 'sudoku-sat verify {path}'")), "{}", made.stderr);
    assert!(solve(&path, &["1"]).stderr.contains("has no cubes to solve"));
    assert_eq!(verify(&path), verdict(0, "unsatisfiable"));
}

/// Opening a pipe would block until somebody writes to it.
#[cfg(unix)]
#[test]
fn pipes_in_a_folder_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = make(REFUTED, "4", folder.path());
    solve(&path, &["1", "2", "3", "4", "5"]);
    for name in ["cubes.jsonl", "puzzle.json", "cover.drat", "formula.cnf"] {
        let file = Path::new(&path).join(name);
        let content = fs::read(&file).unwrap();
        fs::remove_file(&file).unwrap();
        assert!(Command::new("mkfifo").arg(&file).status().unwrap().success());
        let (code, output) = verify(&path);
        assert!(code == 1 && output.contains(name), "{output}");
        fs::remove_file(&file).unwrap();
        fs::write(&file, content).unwrap();
    }
    assert_eq!(verify(&path), verdict(0, "unsatisfiable"));
}

#[test]
fn a_solution_in_a_cube_is_printed() {
    let folder = tempfile::tempdir().unwrap();
    let path = make(HARD, "6", folder.path());
    let lines = fs::read_to_string(Path::new(&path).join("cubes.jsonl")).unwrap().lines().count();
    let mut satisfiable = 0;
    for number in 1..=lines {
        let solved = solve(&path, &[&number.to_string()]).stdout;
        let is_satisfiable = solved == format!("{number}: satisfiable\n");
        assert!(is_satisfiable || solved == format!("{number}: unsatisfiable\n"), "{solved}");
        satisfiable += usize::from(is_satisfiable);
    }
    assert_eq!(satisfiable, 1);
    let all: Vec<_> = (1..=lines).map(|number| number.to_string()).collect();
    let all = solve(&path, &all.iter().map(String::as_str).collect::<Vec<_>>()).stdout;
    assert!(all.ends_with(": satisfiable, solved before\n"), "{all}");
    assert_eq!(run("sudoku-sat", ["verify", "-q", &path]).stdout, "");
    let solved = run_with_input("sudoku-sat", ["solve", "--format", "grid"], HARD).stdout;
    assert_eq!(verify(&path), (0, format!("satisfiable\n{solved}")));
}

#[test]
fn other_solvers_can_solve_cubes() {
    let has_cadical = has_program("cadical");
    let folder = tempfile::tempdir().unwrap();
    let path = make(REFUTED_16, "4", folder.path());
    let in_folder = |command: &str| shell(&format!("cd '{path}' && {command}"));
    assert!(!has_cadical || in_folder("cadical -q cubes.icnf").stdout.contains("s UNSATISFIABLE"));
    for number in 1..=3 {
        let command = if has_cadical && number < 3 {
            format!("cadical -q {number}.cnf {number}.drat")
        } else {
            format!("{} --proof {number}.drat {number}.cnf", dimacs_command())
        };
        assert_eq!(in_folder(&command).code, 20, "{command}");
    }
    let command = format!("{} --proof {{proof}} {{cnf}}", dimacs_command());
    let method = if has_cadical { ["--solver", "cadical"] } else { ["--solver-command", &command] };
    let solved = run("sudoku-sat", ["solve", method[0], method[1], "--cubes", &path, "--cube", "4"]);
    assert_eq!(solved.stdout, "4: unsatisfiable\n", "{}", solved.stderr);
    assert_eq!(solve(&path, &["3"]).stdout, "3: unsatisfiable, solved before\n");
    assert_eq!(verify(&path), verdict(0, "unsatisfiable"));
    fs::write(Path::new(&path).join("2.drat"), "1 0\n0\n").unwrap();
    let (code, output) = verify(&path);
    assert!(code == 1 && output.starts_with("invalid: 2.drat: step 1 of the proof is not valid"), "{output}");
}
