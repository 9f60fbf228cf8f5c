//! Tests for the help texts, the examples in them, and the man pages.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::{binaries, binary, run, run_command, run_with_input, sample};
use crate::programs::has_program;

/// All commands except those that print shell completions or man pages.
const COMMANDS: [&[&str]; 23] = [
    &["sudoku-cnf"],
    &["sudoku-sat", "solve"],
    &["sudoku-sat", "count"],
    &["sudoku-sat", "candidates"],
    &["sudoku-sat", "minimize"],
    &["sudoku-sat", "rate"],
    &["sudoku-sat", "explain"],
    &["sudoku-sat", "generate"],
    &["sudoku-sat", "family"],
    &["sudoku-sat", "hardness"],
    &["sudoku-sat", "compare"],
    &["sudoku-sat", "trace"],
    &["sudoku-sat", "cubes"],
    &["sudoku-sat", "dimacs"],
    &["sudoku-sat", "certify"],
    &["sudoku-sat", "verify"],
    &["sudoku-cli", "decode"],
    &["sudoku-cli", "check"],
    &["sudoku-cli", "convert"],
    &["sudoku-cli", "render"],
    &["sudoku-cli", "lesson"],
    &["sudoku-cli", "explain-literal"],
    &["sudoku-cli", "rules"],
];

/// Returns the examples in the help text of the command `args`.
fn examples(args: &[&str]) -> Vec<String> {
    let help = run(args[0], args[1..].iter().chain(&["--help"])).stdout;
    let (_, examples) =
        help.split_once("Examples:\n").unwrap_or_else(|| panic!("the help text of {args:?} has no examples"));
    let lines = examples.lines().take_while(|line| line.starts_with("  "));
    lines.map(|line| line.trim().to_owned()).collect()
}

/// Runs a shell command in `folder`. `PATH` includes `folder` and the directory of the built binaries.
fn shell(command: &str, folder: &Path) -> crate::common::Run {
    let path = format!("{}:{}:{}", folder.display(), binaries().display(), std::env::var("PATH").unwrap());
    run_command(Command::new("sh").args(["-c", command]).current_dir(folder).env("PATH", path), "")
}

#[test]
fn examples_in_all_help_texts_work() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let copy = |from: &str, to: &str| fs::copy(sample(from), folder.join(to)).unwrap();
    copy("article.txt", "puzzle.txt");
    copy("6x6.txt", "six.txt");
    copy("x.txt", "x.txt");
    copy("heart.txt", "heart.txt");
    copy("article.z3", "z3.out");
    // These programs may be missing. Scripts do what they would do in the examples.
    for (name, text) in [
        ("my-solver", "exec sudoku-sat dimacs \"$2\"\n"),
        ("curl", "cat puzzle.txt\n"),
        ("jq", "cat > /dev/null\n"),
        ("z3", "cat z3.out\n"),
    ] {
        fs::write(folder.join(name), format!("#!/bin/sh\n{text}")).unwrap();
        assert_eq!(shell(&format!("chmod +x {name}"), folder).code, 0);
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
    for args in COMMANDS {
        let examples = examples(args);
        assert!(!examples.is_empty(), "{args:?}");
        for example in examples {
            let solvers = ["minisat", "cadical", "picosat", "clasp"];
            let is_word = |solver| example.split(|c: char| !c.is_alphanumeric()).any(|word| word == solver);
            if solvers.into_iter().any(|solver| is_word(solver) && !has_program(solver)) {
                continue;
            }
            let run = shell(&example, folder);
            // SAT solvers exit with code 10 if the formula is satisfiable.
            let is_solver = example.contains("| minisat") || example.contains("sudoku-sat dimacs");
            assert_eq!(run.code, if is_solver { 10 } else { 0 }, "{example}: {}", run.stderr);
        }
    }
}

/// Options that only `--help` lists.
const RARE_OPTIONS: [&str; 24] = [
    "--append",
    "--assume-unique",
    "--by-class",
    "--cube",
    "--layout",
    "--memory-limit",
    "--sat-exit-codes",
    "--output-symbols",
    "--proof",
    "--cnf <CNF>",
    "--check-proof",
    "--cross-check",
    "--keep <DIR>",
    "--plain",
    "--extra-clauses",
    "--rules <FILE>",
    "--rules-count",
    "--split",
    "--sum-encoding",
    "--symbols",
    "--technique",
    "--tile",
    "--position",
    "--random-symmetry",
];

/// `-h` must print exactly one line per option, except rare ones, so that all options of a command fit on one screen.
#[test]
fn short_help_has_one_line_per_option() {
    for args in COMMANDS {
        let short = run(args[0], args[1..].iter().chain(&["-h"])).stdout;
        let long = run(args[0], args[1..].iter().chain(&["--help"])).stdout;
        assert!(short.lines().count() <= 40 && short.lines().all(|line| line.len() <= 100), "{short}");
        let is_option = |line: &&str| line.starts_with("  -") || line.starts_with("      --");
        let is_rare = |line: &&str| RARE_OPTIONS.iter().any(|option| line.trim_start().starts_with(option));
        let options = short.lines().filter(is_option).count();
        let expected = long.lines().filter(|line| is_option(line) && !is_rare(line)).count();
        assert_eq!(options, expected, "{args:?}");
        for line in short.lines().filter(is_option) {
            assert!(line.trim_start().split("  ").count() > 1, "{args:?}: {line}");
        }
        let is_wrapped = |line: &str| line.starts_with(&" ".repeat(12));
        assert!(!short.lines().any(is_wrapped), "{short}");
    }
}

#[test]
fn errors_in_the_command_line_name_the_remedy() {
    let file = sample("4x4.txt");
    for (args, expected) in [
        (vec!["sudoku-cnf", &file, &file], "hint: sudoku-cnf encodes one FILE; to encode"),
        (vec!["sudoku-cnf", &file, "nothing"], "unexpected argument 'nothing'\nhint: "),
        (vec!["sudoku-sat", "generate", "--size", "16"], "has the option '--box 4x4'"),
        (vec!["sudoku-sat", "generate", "10"], "a similar argument exists: '--count'"),
        (vec!["sudoku-sat", "generate", "--givens", "30..20"], "write the lower number first: 20..30"),
        (vec!["sudoku-sat", "generate", "--technique", "xwing"], "the name of the technique is 'x-wing'"),
        (vec!["sudoku-cli", "convert", &file], "\nUsage: sudoku-cli convert [OPTIONS] [FILE]...\n"),
        (vec!["sudoku-sat", "compare", &file, "--plot"], "not provided:\n  --output <FILE>"),
    ] {
        let run = run(args[0], &args[1..]);
        assert_eq!(run.code, 2, "{args:?}");
        assert!(run.stderr.contains(expected), "{args:?}: {}", run.stderr);
    }
}

#[test]
fn examples_come_before_the_options() {
    let long = run("sudoku-sat", ["solve", "--help"]).stdout;
    let place = |text| long.find(text).unwrap();
    assert!(place("\nUsage:") < place("\nExamples:") && place("\nExamples:") < place("\nOptions:"), "{long}");
    assert!(run("sudoku-sat", ["solve", "-h"]).stdout.contains("--resume"));
}

/// Without a description, a value has no colon. A value of a newer library would have none.
#[test]
fn every_value_of_an_option_has_a_description() {
    let mut values = 0;
    for args in COMMANDS {
        let long = run(args[0], args[1..].iter().chain(&["--help"])).stdout;
        let (_, listed) = long.split_once("Possible values:").unwrap_or_default();
        for line in listed.lines().map(str::trim).filter(|line| line.starts_with("- ")) {
            let is_described = line.split_once(": ").is_some_and(|(_, description)| !description.is_empty());
            assert!(is_described, "{args:?}: {line}");
            values += 1;
        }
    }
    assert!(values > 100, "{values}");
}

#[test]
fn man_pages_have_the_usual_sections() {
    for args in COMMANDS {
        let page = run(args[0], ["man"].iter().chain(&args[1..])).stdout;
        let sections: Vec<_> = page.lines().filter_map(|line| line.strip_prefix(".SH ")).collect();
        let expected = ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLES", "\"EXIT STATUS\""];
        let mut rest = sections.iter();
        assert!(expected.iter().all(|name| rest.any(|section| section == name)), "{args:?}: {sections:?}");
    }
}

#[test]
fn one_command_writes_all_man_pages() {
    let folder = tempfile::tempdir().unwrap();
    let written = |path: &Path, name: &str| {
        let folder = folder.path().join(name);
        let run = run_command(Command::new(path).args(["man", "-o"]).arg(&folder), "");
        assert_eq!((run.code, &*run.stdout), (0, ""), "{}", run.stderr);
        let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
        let page = |path: PathBuf| (path.file_name().unwrap().to_owned(), fs::read_to_string(path).unwrap());
        (files.map(page).collect::<BTreeMap<_, _>>(), run.stderr)
    };
    let (pages, stderr) = written(&binary("sudoku-sat"), "one");
    assert_eq!((&pages, &*stderr, &*stderr), (&written(&binary("sudoku-cli"), "another").0, "", ""));
    let names: HashSet<_> = pages.keys().map(|name| name.to_str().unwrap()).collect();
    for args in COMMANDS {
        assert!(names.contains(&*format!("{}.1", args.join("-"))), "{args:?}");
    }
    // No page refers to a page that does not exist.
    for (name, page) in &pages {
        for reference in page.lines().filter_map(|line| line.strip_suffix("(1)")) {
            let reference = format!("{}.1", reference.replace('\\', ""));
            assert!(names.contains(&*reference), "{name:?}: {reference}");
        }
    }
    let alone = folder.path().join("sudoku-cnf");
    fs::copy(binary("sudoku-cnf"), &alone).unwrap();
    let (pages, stderr) = written(&alone, "alone");
    assert_eq!((pages.len(), stderr.matches("gets no man pages").count()), (3, 2), "{stderr}");
}

#[test]
fn short_flags_and_the_old_name_of_puzzle_number_work() {
    let puzzles = "1...............\n1......2..3.....\n";
    let count = |args: &[&str]| run_with_input("sudoku-sat", args, puzzles).stdout;
    assert_eq!(count(&["count", "-n", "5", "-j", "1", "-q"]), "at least 5 (limit reached)\nexactly 3\n");
    assert_eq!(count(&["count", "--puzzle-number", "2"]), "exactly 3\n");
    assert_eq!(count(&["count", "--record", "2"]), "exactly 3\n");
    assert_eq!(count(&["solve", "--puzzle-number", "2", "-a", "-f", "line"]).lines().count(), 3);
    let generated = run("sudoku-sat", ["generate", "-n", "2", "-q", "-f", "rows", "--box", "2x2"]);
    assert_eq!((generated.stdout.lines().count(), &*generated.stderr), (9, ""));
    let converted = run_with_input("sudoku-cli", ["convert", "-t", "json"], puzzles);
    assert_eq!(converted.stdout.lines().count(), 2);
    let help = run("sudoku-sat", ["solve", "--help"]).stdout;
    assert!(help.contains("--puzzle-number") && !help.contains("--record"), "{help}");
}
