//! Tests for the canonical forms of puzzles: `sudoku-cli convert` with `--canonical` and `--dedupe`.

use std::collections::HashSet;
use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use crate::common::{
    EASY, HARD, Run, binary, run, run_with_input, sample, signal, test_data, wait, wait_until,
};

/// The canonical form of [`EASY`].
const EASY_FORM: &str = "000000001000002034156000270000008000000051002329740000001600900003400700280910450";

fn convert(args: &[&str], input: &str) -> Run {
    run_with_input("sudoku-cli", ["convert"].iter().chain(args), input)
}

/// Returns a puzzle that is equivalent to the one in `line`.
fn turned(line: &str) -> String {
    let rename = |c: char| {
        c.to_digit(10).filter(|&digit| digit > 0).map_or('.', |digit| char::from(b'0' + (10 - digit) as u8))
    };
    line.chars().rev().map(rename).collect()
}

#[test]
fn prints_canonical_forms() {
    let input = format!("{EASY} # easy\n{}\n", turned(EASY));
    let forms = convert(&["--canonical"], &input);
    assert_eq!((forms.code, forms.stdout), (0, format!("{EASY_FORM}\n{EASY_FORM}\n")));
    assert_eq!(
        forms.stderr,
        "sudoku-cli: warning: the format sdm cannot represent the remark (omitted from 1 puzzle)\n"
    );
    let lines = convert(&["--canonical", "--to", "line", "--dedupe", "-q"], &turned(EASY_FORM));
    assert_eq!((lines.stdout, &*lines.stderr), (EASY_FORM.replace('0', ".") + "\n", ""));
    let csv = run("sudoku-cli", ["convert", "--canonical", "--to", "csv", &sample("essay-hard.txt")]);
    assert_eq!(csv.stdout.lines().count(), 2);
}

#[test]
fn drops_equivalent_puzzles_and_keeps_the_order() {
    let mut lines = vec!["# a comment".to_owned()];
    for round in 0..100 {
        for (name, puzzle) in [("easy", EASY), ("hard", HARD)] {
            let puzzle = if round % 2 == 0 { puzzle.to_owned() } else { turned(puzzle) };
            lines.push(format!("{puzzle}  # {name} {round}"));
        }
    }
    let input = lines.join("\n");
    for jobs in ["1", "3"] {
        let kept = convert(&["--dedupe", "-j", jobs], &input);
        let expected = format!("{EASY}  # easy 0\n{HARD}  # hard 0\n");
        assert_eq!((kept.code, kept.stdout, &*kept.stderr), (0, expected, "2 distinct, 198 duplicates\n"));
    }
    let csv = format!("id,puzzle\n1,{EASY}\n2,{HARD}\n3,{}\n", turned(EASY));
    assert_eq!(convert(&["--dedupe"], &csv).stdout, format!("id,puzzle\n1,{EASY}\n2,{HARD}\n"));
    let rows = convert(&["--to", "grid"], EASY).stdout;
    assert_eq!(convert(&["--dedupe"], &rows.repeat(2)).stdout, EASY.replace('0', ".") + "\n");
}

#[test]
fn puzzles_without_canonical_form_are_errors() {
    let clash = format!("55{}", &EASY[2..]);
    let input = format!("{EASY}\n{clash}\nxx\n{EASY}\n");
    let kept = convert(&["--dedupe"], &input);
    assert_eq!((kept.code, kept.stdout), (1, format!("{EASY}\n")));
    assert!(
        kept.stderr.contains("<stdin>:2:2: 5 occurs twice in row 1: at r1c1 and r1c2\n"),
        "{}",
        kept.stderr
    );
    assert!(kept.stderr.ends_with("1 distinct, 1 duplicate, 2 errors\n"), "{}", kept.stderr);
    let strict = convert(&["--canonical", "--strict"], &input);
    assert_eq!((strict.code, strict.stdout), (1, format!("{EASY_FORM}\n")));
    for (args, reason) in [
        (&["4x4.txt"][..], "is 4x4"),
        (&["--variant", "x", "x.txt"], "has the constraints of a variant"),
        (&["--regions", &sample("jigsaw-regions.txt"), "jigsaw.txt"], "has different boxes"),
    ] {
        let (name, options) = args.split_last().unwrap();
        let refused =
            run("sudoku-cli", ["convert", "--canonical"].iter().chain(options).chain(&[&*sample(name)]));
        let message = format!("only plain 9x9 puzzles have a canonical form, but this board {reason}\n");
        assert_eq!(refused.code, 1);
        assert!(refused.stderr.ends_with(&message), "{}", refused.stderr);
    }
    assert_eq!(run("sudoku-cli", ["convert", &sample("4x4.txt")]).code, 2);
}

/// After a signal, the old file stays, and the finished records are in another file.
#[test]
fn an_interrupted_run_keeps_the_old_file() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("out.txt");
    fs::write(&output, "old").unwrap();
    let mut command = Command::new(binary("sudoku-cli"));
    command.args(["convert", "--dedupe", "-o"]).arg(&output).stdin(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    writeln!(input, "{EASY}\n{HARD}").unwrap();
    let part = folder.path().join("out.txt.part");
    wait_until("records", || fs::metadata(&part).is_ok_and(|metadata| metadata.len() > 0));
    signal(&child, "INT");
    // The input stays open, so that the program cannot reach its end before it handles the signal.
    assert_eq!(wait(child).0, 130);
    drop(input);
    assert_eq!(fs::read_to_string(&output).unwrap(), "old");
    assert_eq!(fs::read_to_string(&part).unwrap(), format!("{EASY}\n{HARD}\n"));
}

/// The puzzles with 17 givens are pairwise inequivalent.
#[test]
#[ignore = "requires the external test data"]
fn all_puzzles_with_17_givens_are_distinct() {
    let file = test_data("9x9/17clue_49158.txt");
    let forms = run("sudoku-cli", ["convert", "--canonical", file.to_str().unwrap()]);
    let distinct: HashSet<_> = forms.stdout.lines().collect();
    assert_eq!(distinct.len(), 49_158);
    // The list contains the canonical forms of most puzzles, and other minimal forms of the rest.
    let text = fs::read_to_string(&file).unwrap();
    assert!(
        text.lines().zip(forms.stdout.lines()).all(|(line, form)| form <= &*line.trim().replace('.', "0"))
    );
    let kept = run("sudoku-cli", ["convert", "--dedupe", file.to_str().unwrap()]);
    assert_eq!((kept.stdout, &*kept.stderr), (text, "49,158 distinct, 0 duplicates\n"));
}
