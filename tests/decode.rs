//! The binary `sudoku-cli decode`: what it makes of what solvers write.

use std::process::Command;

use crate::common::{Run, finish, has_solver, run, run_with_input, sample, test_data};

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
        (
            "SAT\n",
            1,
            "sudoku-cli: <stdin>: the solver says satisfiable and gives no model\n\
             hint: MiniSat writes its model to the file that is its second argument\n",
        ),
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
#[ignore = "needs the data that SUDOKU_TEST_DATA names"]
fn outputs_of_other_peoples_solvers() {
    let folder = test_data("solver_output/a3boyle");
    for number in ["", "2", "3", "4", "5", "6", "7", "8", "9", "10"] {
        let path = |name: String| folder.join(name).display().to_string();
        let cnf = path(format!("test{}.cnf", if number.is_empty() { "1" } else { number }));
        let run = run("sudoku-cli", ["decode", "--cnf", &cnf, &path(format!("assign{number}.txt"))]);
        let is_good = !number.is_empty();
        assert_eq!(run.code, i32::from(!is_good), "{number}: {}", run.stderr);
        assert_eq!(run.stderr.contains("is false in the model"), !is_good, "{number}: {}", run.stderr);
    }
}

/// Three models of other people's: two with variables in decimal, of which one does not satisfy its CNF.
#[test]
#[ignore = "needs the data that SUDOKU_TEST_DATA names"]
fn variables_in_decimal() {
    let folder = test_data("solver_output/AvishekDe");
    let path = |name: &str| folder.join(name).display().to_string();
    for (name, satisfies) in
        [("tmp.sat", true), ("minisat.sat", false), ("sat4j.sat", false), ("z3.sat", false)]
    {
        let bare = run("sudoku-cli", ["decode", "--format", "line", &path(name)]);
        let checked =
            run("sudoku-cli", ["decode", "--format", "line", "--cnf", &path("tmp.cnf"), &path(name)]);
        assert_eq!((bare.code, bare.stdout.len()), (0, 82), "{name}: {}", bare.stderr);
        assert_eq!(checked.code, i32::from(!satisfies), "{name}: {}", checked.stderr);
        assert_eq!(
            checked.stderr.contains("is false in the model"),
            !satisfies,
            "{name}: {}",
            checked.stderr
        );
    }
    let log = run("sudoku-cli", ["decode", &path("minisat_stats.out")]);
    assert_eq!((log.code, log.stderr.contains("gives no model")), (1, true), "{}", log.stderr);
    let other = test_data("solver_output/GabVenturato");
    let path = |name: &str| other.join(name).display().to_string();
    let run = run("sudoku-cli", ["decode", "--cnf", &path("sudoku.cnf"), &path("sudoku_sol.txt")]);
    assert_eq!(run.code, 0, "{}", run.stderr);
}

/// The solutions of `several.txt`, sorted.
fn several(output: &str) -> Vec<String> {
    let run = run_with_input("sudoku-cli", ["decode", "--format", "line"], output);
    assert_eq!((run.code, &*run.stderr), (0, ""));
    let mut lines: Vec<_> = run.stdout.lines().map(str::to_owned).collect();
    lines.sort();
    lines
}

#[test]
fn every_model_of_an_enumeration_is_decoded() {
    let folder = tempfile::tempdir().unwrap();
    let cnf = folder.path().join("several.cnf").display().to_string();
    assert_eq!(run("sudoku-cnf", ["-o", &cnf, &sample("several.txt")]).code, 0);
    let expected = run("sudoku-sat", ["solve", "--all", "--sorted", &sample("several.txt")]).stdout;
    let expected: Vec<_> = expected.lines().map(str::to_owned).collect();
    for (solver, args) in [
        ("clasp", &["-n", "0"][..]),
        ("clasp", &["--outf=1", "-V0", "-n", "0"][..]),
        ("picosat", &["--all"][..]),
        ("cryptominisat5", &["--verb", "0", "--maxsol", "100"][..]),
        ("cryptominisat5", &["--maxsol", "100"][..]),
    ] {
        if has_solver(solver) {
            let output = finish(Command::new(solver).args(args).arg(&cnf), "").stdout;
            assert_eq!(several(&output), expected, "{solver} {args:?}");
        }
    }
    // A model that is none is told, and the others are decoded.
    let two = format!("v {} 0\nv 1 0\nv {} 0\ns SATISFIABLE\n", literals(SOLUTION), literals(SOLUTION));
    let run = run_with_input("sudoku-cli", ["decode", "--box", "2x2", "--format", "line"], &two);
    assert_eq!((run.code, run.stdout.lines().count()), (1, 2));
    assert_eq!(run.stderr, "sudoku-cli: model 2: the model puts no digit into r1c2\n");
}

#[test]
fn logs_and_compressed_output() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let log = format!(
        "job 7 on node 3 started\nc solver 1.0\n=== statistics ===\ns SATISFIABLE\nv {} 0\nreal 0m1.2s\n",
        literals(SOLUTION)
    );
    std::fs::write(path("log"), log).unwrap();
    assert!(Command::new("gzip").args(["-k", &path("log")]).status().unwrap().success());
    for name in ["log", "log.gz"] {
        let run = run("sudoku-cli", ["decode", "--box", "2x2", "--format", "line", &path(name)]);
        assert_eq!((run.code, run.stdout.trim(), &*run.stderr), (0, SOLUTION, ""), "{name}");
    }
    let json =
        run("sudoku-cli", ["decode", "--puzzle", &sample("4x4.txt"), "--format", "json", &path("log")]);
    assert!(json.stdout.contains(&format!("\"solution\":\"{SOLUTION}\"")), "{}", json.stdout);
    if has_solver("cadical") {
        let log = finish(Command::new("cadical").arg(sample("4x4-triad.cnf")), "").stdout;
        let run = run_with_input("sudoku-cli", ["decode", "--cnf", &sample("4x4-triad.cnf")], &log);
        assert_eq!(run.code, 0, "{}", run.stderr);
    }
}
