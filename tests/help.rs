//! Every example in the help texts works.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use crate::common::{binaries, finish, has_solver, run, sample};

/// The examples that a help text shows.
fn examples(args: &[&str]) -> Vec<String> {
    let help = run(args[0], args[1..].iter().chain(&["--help"])).stdout;
    let (_, examples) =
        help.split_once("Examples:\n").unwrap_or_else(|| panic!("{args:?} shows no examples"));
    let lines = examples.lines().take_while(|line| line.starts_with("  "));
    lines.map(|line| line.trim().to_owned()).collect()
}

/// Runs a command in `folder` with the programs in PATH; its output and exit code.
fn shell(command: &str, folder: &Path) -> crate::common::Run {
    let path = format!("{}:{}:{}", folder.display(), binaries().display(), std::env::var("PATH").unwrap());
    finish(Command::new("sh").args(["-c", command]).current_dir(folder).env("PATH", path), "")
}

#[test]
fn the_examples_of_all_help_texts() {
    if !has_solver("minisat") || !has_solver("cadical") || !has_solver("picosat") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let copy = |from: &str, to: &str| fs::copy(sample(from), folder.join(to)).unwrap();
    copy("article.txt", "puzzle.txt");
    copy("6x6.txt", "six.txt");
    copy("x.txt", "x.txt");
    copy("heart.txt", "heart.txt");
    for (name, text) in [("my-solver", "exec picosat \"$2\"\n"), ("curl", "cat puzzle.txt\n")] {
        fs::write(folder.join(name), format!("#!/bin/sh\n{text}")).unwrap();
        fs::set_permissions(folder.join(name), fs::Permissions::from_mode(0o755)).unwrap();
    }
    for command in [
        "cat puzzle.txt puzzle.txt > many.txt",
        "sudoku-cli convert --to sdk puzzle.txt > puzzles.sdk",
        "sudoku-cli convert --to sdm puzzle.txt > puzzles.sdm",
        "(echo 'board ='; sudoku-cli convert --to list puzzle.txt; echo 'print(solve(board))') > program.py",
        "sudoku-sat generate --format line --mask heart.txt --givens 55 > heart-puzzle.txt",
        "sudoku-sat solve heart-puzzle.txt > grid.txt",
        "sudoku-sat solve puzzle.txt > solution.txt",
    ] {
        assert_eq!(shell(command, folder).code, 0, "{command}");
    }
    for args in [
        &["sudoku-cnf"][..],
        &["sudoku-sat", "solve"],
        &["sudoku-sat", "count"],
        &["sudoku-sat", "candidates"],
        &["sudoku-sat", "minimize"],
        &["sudoku-sat", "rate"],
        &["sudoku-sat", "generate"],
        &["sudoku-sat", "compare"],
        &["sudoku-cli", "decode"],
        &["sudoku-cli", "check"],
        &["sudoku-cli", "convert"],
        &["sudoku-cli", "render"],
    ] {
        let examples = examples(args);
        assert!(!examples.is_empty(), "{args:?}");
        for example in examples {
            let run = shell(&example, folder);
            // A solver at the end of a pipe says satisfiable.
            let expected = if example.contains("| minisat") { 10 } else { 0 };
            assert_eq!(run.code, expected, "{example}: {}", run.stderr);
        }
    }
}
