//! Tests for `sudoku-cli explain-literal`.

use crate::common::{run, run_with_input, sample};

fn explain(args: &[&str]) -> String {
    let run = run("sudoku-cli", ["explain-literal"].iter().chain(args));
    assert_eq!((run.code, &*run.stderr), (0, ""), "{args:?}");
    run.stdout
}

#[test]
fn literals_and_clauses_are_explained() {
    assert_eq!(explain(&["42", "-7"]), "42: r1c5 is 6\n-7: r1c1 is not 7\n");
    assert_eq!(explain(&["--box", "2x2", "64"]), "64: r4c4 is 4\n");
    assert_eq!(explain(&["--clause", "1", "2"]), "1 2 0: r1c1 is 1 or 2\n");
    let diagonal = explain(&["--variant", "x", "--clause", "-1", "-91"]);
    assert_eq!(diagonal, "-1 -91 0: r1c1 and r2c2 in box 1 are not both 1\n");
}

/// Every clause of a CNF must have a meaning, also if the variables are renumbered.
#[test]
fn whole_cnf_files_are_explained() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.cnf").display().to_string();
    for args in [
        &["--encoding", "triad"][..],
        &["--reduce", "--compact"],
        &["--amo", "product"],
        &["--shuffle", "1"],
        &["--annotate"],
    ] {
        let written = run("sudoku-cnf", args.iter().copied().chain(["-o", &path, &sample("4x4.txt")]));
        assert_eq!(written.code, 0, "{}", written.stderr);
        let cnf = std::fs::read_to_string(&path).unwrap();
        let explained = run_with_input("sudoku-cli", ["explain-literal", "--cnf", &path], &cnf);
        assert_eq!((explained.code, &*explained.stderr), (0, ""), "{args:?}");
        let clauses: Vec<_> = cnf.lines().filter(|line| !line.starts_with(['c', 'p'])).collect();
        assert_eq!(explained.stdout.lines().count(), clauses.len());
        for (line, clause) in explained.stdout.lines().zip(clauses) {
            assert!(line.strip_prefix(clause).unwrap().starts_with(": "), "{line}");
        }
    }
}

#[test]
fn numbers_out_of_range_are_errors() {
    for (args, message) in [
        (&["0"][..], "0 is not a literal"),
        (&["-2147483648"], "-2147483648 is not a literal"),
        (&["730"], "literal 730 is out of range: the candidates have the variables 1 to 729\nhint: "),
        (&["--box", "2x2", "-65"], "literal -65 is out of range"),
    ] {
        let run = run("sudoku-cli", ["explain-literal"].iter().chain(args));
        assert_eq!(run.code, 1, "{args:?}");
        assert!(run.stderr.contains(message), "{}", run.stderr);
    }
    for args in [&["x"][..], &["99999999999"], &["--clause"]] {
        assert_eq!(run("sudoku-cli", ["explain-literal"].iter().chain(args)).code, 2, "{args:?}");
    }
    let run = run_with_input("sudoku-cli", ["explain-literal"], "1 0\n2 x 0\n");
    assert_eq!(run.code, 1);
    assert!(run.stderr.contains("<stdin>:2: invalid literal 'x', expected an integer"), "{}", run.stderr);
}
