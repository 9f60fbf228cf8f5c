//! Tests for `sudoku-cli check`.

use crate::common::{run, run_with_input, sample};

fn check(input: &str) -> (i32, String) {
    let run = run_with_input("sudoku-cli", ["check"], input);
    assert_eq!(run.stderr, "");
    (run.code, run.stdout.trim_end().to_owned())
}

#[test]
fn reports_solutions_and_redundant_givens() {
    let check_sample = |name: &str| {
        let run = run("sudoku-cli", ["check", &sample(name)]);
        (run.code, run.stdout.trim_end().to_owned())
    };
    assert_eq!(check_sample("4x4.txt"), (0, "exactly 1 solution; every given is necessary".to_owned()));
    assert_eq!(check_sample("no-solution.txt"), (20, "no solution".to_owned()));
    let (code, text) = check_sample("essay-easy.txt");
    assert_eq!((code, text.lines().next()), (0, Some("exactly 1 solution")));
    assert!(text.contains("\nredundant givens (each can be removed on its own): r1c3 3, "), "{text}");
    let (code, text) = check_sample("several.txt");
    assert_eq!((code, text.starts_with("several solutions: one with r")), (1, true), "{text}");
}

#[test]
fn a_time_limit_leaves_the_result_unknown() {
    let limited = |options: &[&str], input: &str| {
        run_with_input("sudoku-cli", [&["check", "--timeout", "0"], options].concat(), input)
    };
    let line = format!("1{}\n", ".".repeat(255));
    let unknown = limited(&[], &line);
    let text = "result unknown: the time limit was reached\n";
    assert_eq!((unknown.code, &*unknown.stdout, &*unknown.stderr), (30, text, ""));
    let two = line.repeat(2);
    let unknown = limited(&["--only", "unknown"], &two);
    assert_eq!((unknown.code, &*unknown.stdout, &*unknown.stderr), (30, &*two, "0 valid, 2 unknown\n"));
    let easy = run("sudoku-cli", ["check", "--timeout", "0", &sample("essay-easy.txt")]);
    assert_eq!((easy.code, &*easy.stdout), (30, text), "no time is not enough for an easy puzzle, either");
    assert_eq!(limited(&[], "1234341221434321").code, 0);
}

#[test]
fn checks_grids_against_rules_and_puzzle() {
    let right = "1234341221434321";
    assert_eq!(check(right), (0, "a correct full grid".to_owned()));
    let wrong = "1134341221434321";
    let clashes = "1 occurs twice in row 1: at r1c1 and r1c2\n1 occurs twice in column 2: at r1c2 and r3c2\n\
                   1 occurs twice in box 1: at r1c1 and r1c2";
    assert_eq!(check(wrong), (1, clashes.to_owned()));
    let against = |grid: &str| run_with_input("sudoku-cli", ["check", "--puzzle", &sample("4x4.txt")], grid);
    assert_eq!(against("1243342141322314").code, 0);
    let other = against(right);
    assert_eq!(
        (other.code, &*other.stdout),
        (1, "not a solution of the puzzle: r2c4 contains 2, but the given is 1\n")
    );
    let open = against("1243342141322...");
    assert_eq!((open.code, &*open.stdout), (1, "not a solution of the puzzle: r4c2 is empty\n"));
}

/// For several puzzles, the command prints one result per line and then a summary on standard error.
#[test]
fn checks_many_puzzles_in_order() {
    let grids = ["1......2..3....4", "1...............", "12..34...1.....3", "1234341221434321", "xx"];
    let input = grids.map(|grid| format!("{grid}\n")).concat().repeat(200);
    for jobs in ["1", "3"] {
        let run = run_with_input("sudoku-cli", ["check", "-j", jobs], &input);
        let lines: Vec<_> = run.stdout.lines().collect();
        assert_eq!((run.code, lines.len()), (1, 800));
        for (i, line) in lines.iter().enumerate() {
            let expected =
                ["exactly 1 solution", "several solutions: ", "no solution", "a correct full grid"][i % 4];
            let prefix = format!("<stdin>:{}: {expected}", i / 4 * 5 + i % 4 + 1);
            assert!(line.starts_with(&prefix), "{line}");
        }
        assert!(
            run.stderr.ends_with("\n400 valid, 200 several, 200 unsatisfiable, 200 errors\n"),
            "{}",
            run.stderr
        );
    }
    let strict = run_with_input("sudoku-cli", ["check", "--strict", "-q"], &input);
    assert_eq!((strict.code, strict.stdout.lines().count()), (1, 4));
    assert!(!strict.stderr.contains("valid"), "{}", strict.stderr);
    for (results, count) in [("valid", 400), ("several,unsatisfiable", 400), ("invalid", 0)] {
        let kept = run_with_input("sudoku-cli", ["check", "--only", results, "-q"], &input);
        assert_eq!((kept.code, kept.stdout.lines().count()), (1, count), "{results}");
        assert!(kept.stdout.lines().all(|line| grids.contains(&line)), "{}", kept.stdout);
    }
    let redundant =
        run_with_input("sudoku-cli", ["check", "--redundant", "-q"], "1......2..3....4\n".repeat(2).as_str());
    assert_eq!((redundant.code, redundant.stdout.matches("every given is necessary").count()), (0, 2));
}

/// A filter prints the lines of the input unchanged. Its exit code does not depend on the results.
#[test]
fn prints_selected_puzzles_unchanged() {
    let only = |result: &str, input: &str| {
        let run = run_with_input("sudoku-cli", ["check", "--only", result], input);
        (run.code, run.stdout, run.stderr)
    };
    let csv =
        "id,puzzle,solution\n1,1......2..3....4,\n2,1...............,\n3,1......2..3....4,1111111111111111\n";
    let kept = "id,puzzle,solution\n1,1......2..3....4,\n".to_owned();
    assert_eq!(only("valid", csv), (0, kept, "1 valid, 1 several, 1 invalid\n".to_owned()));
    let rows = "1...\n...2\n..3.\n...4\n";
    assert_eq!(only("valid", rows).1, "1......2..3....4\n");
    assert_eq!(only("invalid", "11.............. # clash").1, "11.............. # clash\n");
}
