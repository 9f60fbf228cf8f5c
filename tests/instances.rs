//! Tests for problem files that are written for benchmarks: one file per puzzle, other formats, and shuffled files.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::{Run, binary, run_command, sample};

/// Runs `sudoku-cnf` in `folder`.
fn encode_in(folder: &Path, args: &[&str], input: &str) -> Run {
    run_command(Command::new(binary("sudoku-cnf")).args(args).current_dir(folder), input)
}

/// Returns the sorted names of the files in `folder`.
fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

const MANY: &str = "1...............\n2...x..........\n11..............\n...............4\n";

#[test]
fn all_writes_one_file_per_puzzle_and_reports_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let run = encode_in(folder.path(), &["--all", "-o", "new/files/%03d.cnf"], MANY);
    assert_eq!((run.code, &*run.stdout), (1, ""));
    let lines: Vec<_> = run.stderr.lines().collect();
    assert_eq!(lines[0], "<stdin>:2:5: unexpected character 'x'");
    assert_eq!(
        lines[2..],
        [
            "sudoku-cnf: <stdin>:3: 1 occurs twice in row 1: at r1c1 and r1c2",
            "sudoku-cnf: wrote 2 files; 2 puzzles have errors"
        ]
    );
    let files = folder.path().join("new/files");
    assert_eq!(names(&files), ["001.cnf", "004.cnf"]);
    fs::write(folder.path().join("many.txt"), MANY).unwrap();
    for number in ["1", "4"] {
        let single = encode_in(folder.path(), &["--puzzle-number", number, "many.txt"], "").stdout;
        assert_eq!(fs::read_to_string(files.join(format!("00{number}.cnf"))).unwrap(), single);
    }
    let quiet = encode_in(folder.path(), &["--all", "-q", "-o", "%d.cnf"], &MANY[..16]);
    assert_eq!((quiet.code, &*quiet.stderr), (0, ""));
}

#[test]
fn all_requires_a_numbered_file_name_for_several_puzzles() {
    let folder = tempfile::tempdir().unwrap();
    let run = encode_in(folder.path(), &["--all", "-o", "one.cnf"], MANY);
    assert_eq!(run.code, 1);
    assert!(run.stderr.contains("has no placeholder for the number\nhint: use -o with %d"), "{}", run.stderr);
    assert!(names(folder.path()).is_empty());
    let run = encode_in(folder.path(), &["--all", "-o", "one.cnf"], &MANY[..16]);
    assert_eq!((run.code, &*run.stderr), (0, "sudoku-cnf: wrote 1 file\n"));
    for (args, code, words) in [
        (&["--all", "-o", "%3d.cnf"][..], 2, "unknown placeholder in '%3d.cnf'"),
        (&["--all"], 2, "required arguments were not provided"),
        (&["--all", "-o", "-"], 2, "--all requires a file name with -o"),
        (&["--all", "-o", "one.cnf/%d"], 1, "one.cnf: "),
    ] {
        let run = encode_in(folder.path(), args, MANY);
        assert_eq!(run.code, code, "{args:?}");
        assert!(run.stderr.contains(words), "{args:?}: {}", run.stderr);
    }
    let run = encode_in(folder.path(), &["--all", "-o", "%d.cnf"], "");
    assert_eq!((run.code, &*run.stderr), (1, "sudoku-cnf: <stdin>: no puzzle found\n"));
}

#[test]
fn all_never_overwrites_its_input() {
    let folder = tempfile::tempdir().unwrap();
    fs::copy(sample("4x4.txt"), folder.path().join("1")).unwrap();
    let run = encode_in(folder.path(), &["--all", "-o", "%d", "1"], "");
    assert_eq!(run.code, 1);
    assert!(run.stderr.contains("the output file 1 is also the input"), "{}", run.stderr);
}
