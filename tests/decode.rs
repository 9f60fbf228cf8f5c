//! The binary `sudoku-cli decode`: what it makes of what solvers write.

mod common;

use common::{Run, run, run_with_input, sample, test_data};

const SOLUTION: &str = "1243342141322314";

/// The literals of a 4×4 grid, true ones alone.
fn literals(grid: &str) -> String {
    let literals =
        (0..).zip(grid.bytes()).map(|(cell, digit)| (cell * 4 + u32::from(digit - b'0')).to_string());
    literals.collect::<Vec<_>>().join(" ")
}

fn decode(output: &str, more: &[&str]) -> Run {
    run_with_input("sudoku-cli", ["decode", "--box", "2x2", "--format", "line"].iter().chain(more), output)
}

#[test]
fn every_dialect() {
    let model = literals(SOLUTION);
    let (first, second) = model.split_at(model.match_indices(' ').nth(7).unwrap().0);
    for output in [
        format!("SAT\n{model} 0\n"),
        format!("SAT\r\n{model} 0\r\n"),
        format!("c x\ns SATISFIABLE\nv {model} 0\nc y\n"),
        format!("v {first} -2\nv -3 {second} -65 66\nv 0\ns SATISFIABLE\n"),
        format!("{model}\n"),
        format!("{model} 0"),
    ] {
        let run = decode(&output, &[]);
        assert_eq!((run.code, &*run.stdout, &*run.stderr), (0, &*format!("{SOLUTION}\n"), ""), "{output}");
    }
}

#[test]
fn the_minisat_file_of_the_article() {
    let (puzzle, cnf, result) = (sample("article.txt"), sample("article.cnf"), sample("article.minisat"));
    let solved = run("sudoku-sat", ["solve", &puzzle]);
    for args in [
        vec!["decode", &result],
        vec!["decode", "--puzzle", &puzzle, &result],
        vec!["decode", "--cnf", &cnf, &result],
        vec!["decode", "--puzzle", &puzzle, "--cnf", &cnf, "--box", "3x3", &result],
    ] {
        let run = run("sudoku-cli", &args);
        assert_eq!((run.code, &*run.stdout, &*run.stderr), (0, &*solved.stdout, ""), "{args:?}");
    }
}

#[test]
fn no_model() {
    for (output, code, words) in [
        ("UNSAT\n", 20, "sudoku-cli: no solution: the solver says unsatisfiable\n"),
        ("s UNSATISFIABLE\n", 20, "sudoku-cli: no solution: the solver says unsatisfiable\n"),
        ("INDET\n", 30, "sudoku-cli: unknown: the solver gave up: INDET\n"),
        ("s UNKNOWN\n", 30, "sudoku-cli: unknown: the solver gave up: UNKNOWN\n"),
        ("", 1, "sudoku-cli: <stdin>: the solver's output is empty\n"),
        ("hello\n", 1, "sudoku-cli: <stdin>: line 1: 'hello' is neither a status, a model, nor a comment\n"),
    ] {
        let run = decode(output, &[]);
        assert_eq!((run.code, &*run.stdout, &*run.stderr), (code, "", words), "{output}");
    }
}

#[test]
fn a_model_that_is_no_solution_names_the_cell() {
    let output = |grid: &str| format!("SAT\n{} 0\n", literals(grid));
    let complaint = |output: &str, more: &[&str]| {
        let run = decode(output, more);
        assert_eq!((run.code, &*run.stdout), (1, ""));
        run.stderr.strip_prefix("sudoku-cli: ").unwrap().trim_end().to_owned()
    };
    assert_eq!(complaint("SAT\n1 0\n", &[]), "the model puts no digit into r1c2");
    assert_eq!(
        complaint(&format!("{} 2\n", literals(SOLUTION)), &[]),
        "the model puts two digits into r1c1: 1 and 2"
    );
    assert_eq!(
        complaint(&output("1143342141322314"), &[]),
        "the model's grid is no solution: 1 stands twice in row 1: at r1c1 and r1c2"
    );
    assert_eq!(
        complaint(
            &output(&SOLUTION.replace('1', "x").replace('2', "1").replace('x', "2")),
            &["--puzzle", &sample("4x4.txt")]
        ),
        "the model's grid is no solution: r2c4 holds 2, but the puzzle gives 1 there"
    );
    let falsified = complaint("SAT\n1 2 0\n", &["--cnf", &sample("4x4-minimal.cnf")]);
    assert!(falsified.ends_with("4x4-minimal.cnf: clause 1 is false in the model: 24 0"), "{falsified}");
}

#[test]
fn the_board_is_told_by_the_puzzle_or_the_cnf() {
    let model = format!("SAT\n{} 0\n", literals(SOLUTION));
    let bare = run_with_input("sudoku-cli", ["decode"], &format!("{} -63 0\n", literals(SOLUTION)));
    assert_eq!(bare.code, 1);
    assert!(
        bare.stderr.contains("\nhint: the model has as many variables as a board with boxes of 2x2;"),
        "{}",
        bare.stderr
    );
    for (option, file) in [("--puzzle", "4x4.txt"), ("--cnf", "4x4-complete.cnf")] {
        let run = run_with_input("sudoku-cli", ["decode", "--format", "line", option, &sample(file)], &model);
        assert_eq!((run.code, run.stdout.trim()), (0, SOLUTION), "{option}");
    }
}

#[test]
fn files_that_are_not_there() {
    for args in
        [["decode", "/nonexistent"], ["decode", "--puzzle=/nonexistent"], ["decode", "--cnf=/nonexistent"]]
    {
        let run = run_with_input("sudoku-cli", args, "SAT\n1 0\n");
        assert_eq!(run.code, 1);
        assert!(run.stderr.starts_with("sudoku-cli: /nonexistent: No such file"), "{}", run.stderr);
    }
    assert_eq!(run("sudoku-cli", ["decode", "--format", "poem"]).code, 2);
}

/// What real programs wrote for other encodings of the same numbering. Of the ten models in `a3boyle` one
/// does not satisfy its CNF.
#[test]
fn outputs_of_other_peoples_solvers() {
    let Some(folder) = test_data("solver_output/a3boyle") else { return };
    for number in ["", "2", "3", "4", "5", "6", "7", "8", "9", "10"] {
        let path = |name: String| folder.join(name).display().to_string();
        let cnf = path(format!("test{}.cnf", if number.is_empty() { "1" } else { number }));
        let run = run("sudoku-cli", ["decode", "--cnf", &cnf, &path(format!("assign{number}.txt"))]);
        let is_good = !number.is_empty();
        assert_eq!(run.code, i32::from(!is_good), "{number}: {}", run.stderr);
        assert_eq!(run.stderr.contains("is false in the model"), !is_good, "{number}: {}", run.stderr);
    }
}
