//! Tests for the options that all commands have in common.

use std::fs;

use crate::common::{EASY, HARD, puzzle, run, run_with_input};

/// A 16×16 board with ambiguous symbols, about which the programs print a note.
fn ambiguous() -> String {
    format!("1F{}\n", ".".repeat(254))
}

#[test]
fn quiet_may_precede_the_command_and_hides_notes() {
    let puzzle = ambiguous();
    for [program, command] in [
        ["sudoku-sat", "candidates"],
        ["sudoku-sat", "minimize"],
        ["sudoku-sat", "count"],
        ["sudoku-cli", "render"],
    ] {
        let limit: &[&str] = if command == "count" { &["--limit", "1"] } else { &[] };
        let stderr = |args: &[&str]| run_with_input(program, [args, limit].concat(), &puzzle).stderr;
        assert!(stderr(&[command]).contains("note: ambiguous symbols"), "{command}");
        assert_eq!(stderr(&["-q", command]), "", "{command}");
        assert_eq!(stderr(&[command, "-q"]), "", "{command}");
    }
    let two = "1...............\n1...............\n";
    assert_eq!(run_with_input("sudoku-sat", ["--quiet", "solve"], two).stderr, "");
    assert_eq!(run_with_input("sudoku-cli", ["-q", "check"], two).stderr, "");
}

#[test]
fn standard_input_is_read_only_once() {
    for (program, command) in [("sudoku-sat", "solve"), ("sudoku-sat", "count"), ("sudoku-cli", "check")] {
        let run = run_with_input(program, [command, "-", "-"], "1...............");
        let message = format!("{program}: standard input ('-') can be read only once\n");
        assert_eq!((run.code, run.stdout, run.stderr), (2, String::new(), message));
    }
}

#[test]
fn verbose_describes_the_run() {
    let stderr = |program: &str, args: &[&str]| run_with_input(program, args, "1...............").stderr;
    assert!(stderr("sudoku-sat", &["-v", "solve"]).starts_with("sudoku-sat: solver: dpll"));
    let many = run_with_input("sudoku-sat", ["solve", "-v", "-q", "--jobs", "1"], "1...............\n");
    let by_size = "sudoku-sat: solver: dpll up to 9x9, otherwise native\n";
    assert_eq!(many.stderr, by_size);
    assert!(stderr("sudoku-sat", &["rate", "-v"]).starts_with("sudoku-sat: solver: varisat"));
    let encoding =
        "sudoku-cnf: encoding: complete; at-most-one: pairwise; whole board: 64 variables, 385 clauses\n";
    assert_eq!(stderr("sudoku-cnf", &["-v"]), encoding);
    assert_eq!(stderr("sudoku-sat", &["minimize", "-v"]), "sudoku-sat: solver: dpll\n");
    assert!(stderr("sudoku-sat", &["count", "-v"]).starts_with("sudoku-sat: solver: counting search"));
    assert!(stderr("sudoku-sat", &["explain", "-v"]).starts_with("sudoku-sat: solver: native"));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("b").display().to_string();
    assert!(stderr("sudoku-sat", &["certify", "-v", "-o", &path]).starts_with("sudoku-sat: solver: native"));
    let verified = stderr("sudoku-sat", &["verify", "-v", &path]);
    assert!(verified.contains(" bytes\n"), "{verified}");
    let args = ["generate", "-v", "--seed", "1", "--box", "2x2", "--givens", "6"];
    assert!(stderr("sudoku-sat", &args).starts_with("sudoku-sat: puzzle 1: 6 givens, "));
}

#[test]
fn a_file_in_the_place_of_a_command_gets_a_hint() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.txt");
    fs::write(&path, "1...............").unwrap();
    for (program, command) in [("sudoku-sat", "solve"), ("sudoku-cli", "check")] {
        let run = run(program, [&path]);
        assert_eq!(run.code, 2);
        let hint = format!("run '{program} {command} {}'\n", path.display());
        assert!(run.stderr.ends_with(&hint), "{}", run.stderr);
    }
}

#[test]
fn a_command_of_another_program_names_the_program() {
    for (program, args, other) in [
        ("sudoku-sat", &["lesson", "p.txt"][..], "sudoku-cli"),
        ("sudoku-sat", &["render"], "sudoku-cli"),
        ("sudoku-sat", &["help", "explain-literal"], "sudoku-cli"),
        ("sudoku-cli", &["solve", "p.txt"], "sudoku-sat"),
        ("sudoku-cli", &["generate", "-n", "3"], "sudoku-sat"),
        ("sudoku-cnf", &["solve", "p.txt"], "sudoku-sat"),
        ("sudoku-cnf", &["decode"], "sudoku-cli"),
    ] {
        let run = run(program, args);
        let command = args.iter().find(|&&word| word != "help").unwrap();
        let message =
            format!("{program}: '{command}' is a command of {other}\nhint: run '{other} {command} …'\n");
        assert_eq!((run.code, run.stderr), (2, message));
    }
    let encode = run("sudoku-sat", ["encode", "p.txt"]);
    assert!(encode.code == 2 && encode.stderr.contains("hint: run 'sudoku-cnf FILE'"), "{}", encode.stderr);
    // Every command is known, so that none is missing when a new one is added.
    for (program, other) in [("sudoku-sat", "sudoku-cli"), ("sudoku-cli", "sudoku-sat")] {
        let help = run(program, ["--help"]).stdout;
        let commands = help.split("Commands:\n").nth(1).unwrap().lines().take_while(|line| !line.is_empty());
        for line in commands {
            let command = line.split_whitespace().next().unwrap();
            if !["completions", "man", "help"].contains(&command) {
                let message = format!("{other}: '{command}' is a command of {program}\n");
                assert!(run(other, [command]).stderr.starts_with(&message), "{command}");
            }
        }
    }
}

#[test]
fn numbers_out_of_range_are_explained() {
    let message = |args: &[&str]| {
        let run = run(args[0], &args[1..]);
        assert_eq!(run.code, 2);
        run.stderr.lines().next().unwrap_or_default().to_owned()
    };
    assert!(
        message(&["sudoku-sat", "solve", "-j", "0"]).ends_with(": expected a whole number from 1 to 1024")
    );
    assert!(
        message(&["sudoku-sat", "solve", "-n", "0"]).ends_with(": expected a whole number of at least 1")
    );
    assert!(message(&["sudoku-sat", "count", "--puzzle-number", "x"]).ends_with("of at least 1"));
    assert!(message(&["sudoku-cli", "render", "--width", "1"]).ends_with("from 16 to 10000"));
}

/// `solve`, `rate` and `check` use the same words for the same results.
#[test]
fn commands_share_the_names_of_results() {
    let (several, one) = (puzzle("several"), format!("1{}", ".".repeat(80)));
    let clash = format!("55{}\n", &EASY[2..]);
    let wrong = format!("w{}\n", &EASY[1..]);
    let input = format!("{EASY}  # easy\n{HARD}\n{several}\n{clash}{wrong}{one}\n");
    for (result, expected) in [("unsatisfiable", &clash), ("invalid", &wrong)] {
        for command in ["solve", "rate"] {
            let run = run_with_input("sudoku-sat", [command, "--only", result, "-q"], &input);
            assert_eq!(run.stdout, *expected, "{command} {result}");
        }
    }
    for (program, command) in [("sudoku-sat", "solve"), ("sudoku-sat", "rate"), ("sudoku-cli", "check")] {
        let run = run_with_input(program, [command, "--only", "unique", "-q"], &input);
        assert_eq!(run.stdout, format!("{EASY}  # easy\n{HARD}\n"), "{command}");
    }
    let check = run_with_input("sudoku-cli", ["check", "--only", "invalid", "-q"], &input);
    assert_eq!(check.stdout, clash);
}

/// An option that requires another one must not be ignored if the other one conflicts with a third one.
#[test]
fn options_without_the_option_that_they_require_are_errors() {
    for line in [
        "sudoku-cnf --timeout 3 -o p.cnf puzzle.txt",
        "sudoku-sat solve --cnf p.cnf --all puzzle.txt",
        "sudoku-sat solve --proof-format drat --encoding minimal puzzle.txt",
        "sudoku-sat solve puzzle.txt --cube 3",
        "sudoku-sat generate --position --difficulty hard",
        "sudoku-sat family holes --holes 0.4 --solver minisat -o folder",
        "sudoku-cli lesson --step 1 --refute puzzle.txt",
        "sudoku-cli lesson --step 1 --encoding minimal puzzle.txt",
        "sudoku-cli convert --by-class --resume -o folder puzzle.txt",
        "sudoku-cli convert --canonical --seed 5 puzzle.txt",
    ] {
        let (program, arguments) = line.split_once(' ').unwrap();
        let run = run(program, arguments.split(' '));
        assert!(run.code == 2 && run.stderr.starts_with("error: the "), "{line}: {}", run.stderr);
    }
}
