//! Tests for running `sudoku-sat` on many puzzles: record order, options, streaming, GNU parallel and Spark.
//!
//! Tests for failures are in the `faults` module.

#![cfg(unix)]

use std::io::{BufRead, BufReader, Write};
use std::process::Command;

use crate::common::{
    EASY, HARD, HARD_FOR_BRUTE_FORCE, SOLVED, binaries, puzzle, run, run_command, run_with_input, sample,
    signal, start, test_data, wait,
};
use crate::programs::{dimacs_command, has_program, skip};

/// Returns the 9×9 sample `name` as a single line of 81 characters.
fn line(name: &str) -> String {
    puzzle(name).givens().fold(".".repeat(81), |mut line, given| {
        let cell = given.cell.index(9);
        line.replace_range(cell..=cell, &given.digit.to_string());
        line
    })
}

#[test]
fn records_are_in_input_order_for_any_number_of_jobs() {
    let (none, several) = (line("no-solution"), line("several"));
    let mut input = String::new();
    for round in 0..40 {
        for puzzle in [EASY, HARD, &none, "1...............", "no puzzle at all", &several] {
            input.push_str(puzzle);
            input.push('\n');
        }
        input.push_str(if round % 7 == 0 { "# a comment\n\n" } else { "" });
    }
    let lines =
        |jobs: &str| run_with_input("sudoku-sat", ["solve", "--format", "line", "--jobs", jobs], &input);
    let one = lines("1");
    assert_eq!((one.code, one.stdout.lines().count()), (1, 240));
    assert_eq!(one.stdout.lines().next(), Some(SOLVED));
    assert_eq!(one.stdout.lines().filter(|&line| line == "error").count(), 80);
    for jobs in ["2", "3", "16"] {
        let many = lines(jobs);
        assert_eq!((many.code, many.stdout), (1, one.stdout.clone()), "{jobs} jobs");
    }
    for (command, first) in [("count", "exactly 1"), ("rate", "easy naked-singles 0")] {
        let answers = |jobs: &str| run_with_input("sudoku-sat", [command, "--jobs", jobs], &input).stdout;
        assert!(answers("1").starts_with(first), "{}", answers("1"));
        assert_eq!(answers("4"), answers("1"), "{command}");
    }
    let json =
        run_with_input("sudoku-sat", ["solve", "--format", "json", "--jobs", "3", "--check-unique"], &input);
    let records: Vec<serde_json::Value> =
        json.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(records.iter().map(|record| record["id"].as_u64().unwrap()).eq(1..=240));
    let (first, fifth, sixth) = (&records[0], &records[4], &records[5]);
    assert_eq!((first["solution"].as_str(), first["unique"].as_bool()), (Some(SOLVED), Some(true)));
    assert_eq!((fifth["status"].as_str(), fifth["line"].as_u64()), (Some("error"), Some(5)));
    assert!(fifth["message"].as_str().is_some_and(|message| !message.is_empty()), "{fifth}");
    assert_eq!((sixth["status"].as_str(), sixth["unique"].as_bool()), (Some("solved"), Some(false)));
}

#[test]
fn check_unique_reports_uniqueness() {
    let input = format!("{EASY}\n{HARD}\n{}\n{}\n", line("several"), line("no-solution"));
    for solver in [&[][..], &["--solver", "propagate"], &["--no-reduce"]] {
        let args = ["solve", "--check-unique"].iter().chain(solver);
        let run = run_with_input("sudoku-sat", args, &input);
        let words: Vec<_> = run.stdout.lines().map(|line| line.split(' ').next_back().unwrap()).collect();
        assert_eq!(words, ["unique", "unique", "several", "unsatisfiable"], "{solver:?}");
        assert!(run.stdout.starts_with(&format!("{SOLVED} unique\n")));
    }
    let one = run("sudoku-sat", ["solve", "--check-unique", &sample("several.txt")]);
    assert_eq!((one.code, one.stdout.lines().count()), (0, 11), "{}", one.stdout);
    assert!(one.stderr.contains("several"), "{}", one.stderr);
    let refused = run("sudoku-sat", ["solve", "--check-unique", "--all", &sample("several.txt")]);
    assert_eq!(refused.code, 2);
}

/// If the time limit stops the search for a second solution, uniqueness must be reported as unknown.
#[test]
fn unproven_uniqueness_is_unknown() {
    let folder = tempfile::tempdir().unwrap();
    for (format, wanted) in [("line", format!("{SOLVED} unknown\n")), ("json", "\"unique\":null".to_owned())]
    {
        // The script that acts as the solver finds a solution on its first run and sleeps on its second run.
        let flag = folder.path().join(format).display().to_string();
        let dimacs = dimacs_command();
        let script = format!("test -e {flag} && exec sleep 60; touch {flag}; exec {dimacs} {{cnf}} {{out}}");
        let solver = format!("sh -c \"{script}\"");
        let args = ["--format", format, "--check-unique", "--timeout", "1", "--solver-command", &solver];
        let run = run_with_input("sudoku-sat", ["solve"].iter().chain(&args), EASY);
        assert_eq!(run.code, 30, "{}", run.stderr);
        assert!(run.stdout.contains(&wanted), "{}", run.stdout);
    }
}

#[test]
fn shards_cover_all_puzzles() {
    let input = (0..50).map(|i| if i % 3 == 0 { HARD } else { EASY }).collect::<Vec<_>>().join("\n");
    let whole = run_with_input("sudoku-sat", ["solve", "--format", "line"], &input).stdout;
    let mut shards: Vec<_> = (1..=4)
        .map(|k| {
            let shard = format!("{k}/4");
            let run = run_with_input("sudoku-sat", ["solve", "--shard", &shard, "--quiet"], &input);
            assert_eq!((run.code, &*run.stderr), (0, ""));
            run.stdout.lines().map(str::to_owned).collect::<Vec<_>>().into_iter()
        })
        .collect();
    let joined: String = (0..50).map(|i| shards[i % 4].next().unwrap() + "\n").collect();
    assert_eq!(joined, whole);
    let json = run_with_input("sudoku-sat", ["solve", "--shard", "3/20", "--format", "json"], &input).stdout;
    assert!(
        json.starts_with("{\"version\":1,\"id\":3,") && json.lines().count() == 3,
        "a shard keeps the puzzle numbers of the whole input: {json}"
    );
    for wrong in ["0/4", "5/4", "1", "a/b", "1/0"] {
        assert_eq!(run("sudoku-sat", ["solve", "--shard", wrong]).code, 2, "{wrong}");
    }
}

#[test]
fn strict_mode_stops_at_the_first_error() {
    for jobs in ["1", "2"] {
        let input = format!("{EASY}\nwrong\n{EASY}\n");
        let run = run_with_input("sudoku-sat", ["solve", "--strict", "--jobs", jobs], &input);
        assert_eq!((run.code, run.stdout), (1, format!("{SOLVED}\nerror\n")));
    }
}

#[test]
fn jobs_do_not_affect_the_solutions_of_a_single_puzzle() {
    let all =
        |args: &[&str]| run("sudoku-sat", ["solve", "--all", &sample("several.txt")].iter().chain(args));
    assert_eq!(all(&["--jobs", "2"]).stdout, all(&[]).stdout);
    assert_eq!(all(&["--jobs", "2"]).stdout.lines().count(), 5);
}

#[test]
fn note_about_ambiguous_symbols_is_printed_once() {
    // If a 16x16 puzzle contains neither 0 nor G, the symbols 1-9A-F can stand for the values 1 to 15 or 2 to 16.
    let puzzle = format!("123456789ABCDEF{}\n", ".".repeat(241));
    for command in ["solve", "count", "rate"] {
        for input in [puzzle.clone(), puzzle.repeat(2)] {
            let args = [command, "--timeout", "0.01"];
            let stderr = run_with_input("sudoku-sat", args, &input).stderr;
            assert_eq!(stderr.matches("the digits are read as").count(), 1, "{command}: {stderr}");
        }
    }
}

#[test]
fn empty_input_gives_empty_output() {
    let run = run_with_input("sudoku-sat", ["solve", "--jobs", "2"], "");
    assert_eq!((run.code, &*run.stdout), (0, ""));
}

/// The program must print the solution for each row of a CSV table without waiting for the next row.
#[test]
fn each_table_row_is_answered_before_the_next_arrives() {
    let mut child = start(&["solve", "--jobs", "1"]);
    let (mut to, from) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let mut answers = BufReader::new(from).lines();
    to.write_all(format!("puzzle,solution\n{EASY},{SOLVED}\n").as_bytes()).unwrap();
    for _ in 0..3 {
        assert_eq!(answers.next().unwrap().unwrap(), SOLVED);
        to.write_all(format!("{EASY},{SOLVED}\n").as_bytes()).unwrap();
    }
    drop(to);
    assert_eq!((answers.count(), wait(child).0), (1, 0));
}

/// Each solution must be printed as soon as it is found, even if the search for the next one takes a very long time.
#[test]
fn solutions_are_printed_as_they_are_found() {
    let mut child = start(&["solve", "--all", "--format", "json", "--solver", "brute"]);
    let (mut to, from) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    // Brute force solves the first puzzle immediately but would take a very long time to solve the second one.
    to.write_all(format!("{EASY}\n{HARD_FOR_BRUTE_FORCE}\n").as_bytes()).unwrap();
    drop(to);
    let first = BufReader::new(from).lines().next().unwrap().unwrap();
    assert!(first.contains(SOLVED), "{first}");
    signal(&child, "TERM");
    assert_eq!(wait(child).0, 130);
}

/// Other programs may wait for a record before they send the next puzzle, so each record must be flushed immediately.
#[test]
fn each_record_is_flushed_before_waiting_for_the_next_puzzle() {
    for args in [&["--jobs", "1"][..], &["--jobs", "3"], &["--jobs", "1", "--shard", "1/2"]] {
        let mut child = start(&[&["solve"][..], args].concat());
        let (mut to, from) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let mut answers = BufReader::new(from).lines();
        let (puzzles, rest) = if args.len() > 2 { (2, "\n") } else { (1, "\n# and so on\n\n") };
        for _ in 0..5 {
            to.write_all(format!("{EASY}\n").repeat(puzzles).as_bytes()).unwrap();
            to.write_all(rest.as_bytes()).unwrap();
            assert_eq!(answers.next().unwrap().unwrap(), SOLVED, "{args:?}");
        }
        drop(to);
        assert_eq!(wait(child).0, 0);
    }
}

#[test]
fn progress_is_shown_on_a_terminal() {
    if !has_program("script") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("list").display().to_string();
    std::fs::write(&list, format!("{EASY}\nwrong\n").repeat(100_000)).unwrap();
    let shown = |option: &str| {
        let solve =
            format!("{} solve --format line {option} {list}", binaries().join("sudoku-sat").display());
        let args = ["-qc", &format!("{solve} > /dev/null"), "/dev/null"];
        run_command(Command::new("script").args(args), "").stdout
    };
    let bar = shown("");
    for word in
        [" puzzles, ", " per second", " errors", " left", "% ", " of 200,000", "solved 100,000 of 200,000"]
    {
        assert!(bar.contains(word), "{word}: {bar}");
    }
    let quiet = shown("--quiet");
    assert!(!quiet.contains(" per second") && !quiet.contains("solved"), "{quiet}");
}

#[test]
fn works_with_gnu_parallel() {
    if !has_program("parallel") {
        return;
    }
    let input = (0..400).map(|i| if i % 5 == 0 { HARD } else { EASY }).collect::<Vec<_>>().join("\n");
    let direct = run_with_input("sudoku-sat", ["solve", "--format", "line"], &input).stdout;
    let filter = format!("{} solve --format line --jobs 1 --quiet", binaries().join("sudoku-sat").display());
    let args = ["--pipe", "--keep-order", "-N", "50", "-j", "3", &filter];
    let driven = run_command(Command::new("parallel").args(args), &input);
    assert_eq!((driven.code, driven.stdout), (0, direct), "{}", driven.stderr);
}

/// Runs Spark in local mode and uses `RDD.pipe` to pass all puzzles in a large file through `sudoku-sat`.
#[test]
#[ignore = "requires the test data in SUDOKU_TEST_DATA"]
fn works_with_spark() {
    let puzzles = test_data("9x9/17clue_49158.txt");
    let python = std::env::var("SUDOKU_TEST_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let has = |program: &str, args: &[&str]| {
        Command::new(program).args(args).output().is_ok_and(|output| output.status.success())
    };
    if !has("java", &["-version"]) || !has(&python, &["-c", "import pyspark"]) {
        return skip("Java or pyspark");
    }
    let puzzles = puzzles.display().to_string();
    let direct = run("sudoku-sat", ["solve", "--format", "line", &puzzles]);
    assert_eq!((direct.code, direct.stdout.lines().count()), (0, 49_158));
    let script = format!(
        "from pyspark import SparkContext\n\
         spark = SparkContext('local[2]')\n\
         spark.setLogLevel('OFF')\n\
         lines = spark.textFile({puzzles:?}, 4).pipe({:?}, checkCode=True).collect()\n\
         print(*lines, sep='\\n')\n",
        format!("{} solve --format line --quiet", binaries().join("sudoku-sat").display()),
    );
    let spark = run_command(Command::new(python).args(["-c", &script]), "");
    assert_eq!(spark.code, 0, "{}", spark.stderr);
    assert!(spark.stdout == direct.stdout, "Spark must print the same bytes as a direct run");
}
