//! Many puzzles through the real program: order, streams, faults, signals, and who drives it.

#![cfg(unix)]
#![allow(clippy::print_stderr, reason = "what is skipped is told")]

mod common;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use common::{binaries, finish, has_solver, puzzle, run, run_with_input, sample, test_data};

const EASY: &str = "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
const SOLVED: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// One of the hardest, for which propagation is not enough.
const HARD: &str = "........8..3...4...9..2..6.....79.......612...6.5.2.7...8...5...1.....2.4.5.....3";

/// For brute force nearly the worst there is.
const HARD_FOR_BRUTE_FORCE: &str =
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";

/// A sample as a line.
fn line(name: &str) -> String {
    puzzle(name).givens().fold(".".repeat(81), |mut line, given| {
        let cell = given.cell.index();
        line.replace_range(cell..=cell, &given.digit.to_string());
        line
    })
}

fn program() -> Command {
    Command::new(binaries().join("sudoku-sat"))
}

/// Starts the program with pipes for all that goes in and out.
fn start(args: &[&str]) -> Child {
    let mut command = program();
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// What it printed, and how it ended.
fn end(child: Child) -> (i32, String, String) {
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}

fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args([&format!("-{name}"), &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

/// Writes `text` again and again until the other side has enough.
fn write_forever(mut to: ChildStdin, text: &str) {
    let block = text.repeat(100);
    while to.write_all(block.as_bytes()).is_ok() {}
}

#[test]
fn any_number_of_jobs_gives_the_same_records_in_order() {
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
fn whether_a_solution_is_the_only_one() {
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

/// A limit may leave it open whether a solution is the only one, which is not the same as an answer.
#[test]
fn uniqueness_that_is_not_proven_is_unknown() {
    if !has_solver("minisat") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for (format, wanted) in [("line", format!("{SOLVED} unknown\n")), ("json", "\"unique\":null".to_owned())]
    {
        // It finds one solution, and then sleeps.
        let flag = folder.path().join(format).display().to_string();
        let script = format!("test -e {flag} && exec sleep 60; touch {flag}; exec minisat {{cnf}} {{out}}");
        let solver = format!("sh -c '{script}'");
        let args = ["--format", format, "--check-unique", "--timeout", "1", "--solver-command", &solver];
        let run = run_with_input("sudoku-sat", ["solve"].iter().chain(&args), EASY);
        assert_eq!(run.code, 30, "{}", run.stderr);
        assert!(run.stdout.contains(&wanted), "{}", run.stdout);
    }
}

#[test]
fn shards_share_the_work() {
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
    assert!(json.starts_with("{\"id\":3,") && json.lines().count() == 3, "numbers stay: {json}");
    for wrong in ["0/4", "5/4", "1", "a/b", "1/0"] {
        assert_eq!(run("sudoku-sat", ["solve", "--shard", wrong]).code, 2, "{wrong}");
    }
}

#[test]
fn strict_ends_at_the_first_error() {
    for jobs in ["1", "2"] {
        let input = format!("{EASY}\nwrong\n{EASY}\n");
        let run = run_with_input("sudoku-sat", ["solve", "--strict", "--jobs", jobs], &input);
        assert_eq!((run.code, run.stdout), (1, format!("{SOLVED}\nerror\n")));
    }
}

#[test]
fn threads_are_no_matter_of_one_puzzle_with_several_solutions() {
    let all =
        |args: &[&str]| run("sudoku-sat", ["solve", "--all", &sample("several.txt")].iter().chain(args));
    assert_eq!(all(&["--jobs", "2"]).stdout, all(&[]).stdout);
    assert_eq!(all(&["--jobs", "2"]).stdout.lines().count(), 5);
}

#[test]
fn nothing_is_an_answer_to_nothing() {
    let run = run_with_input("sudoku-sat", ["solve", "--jobs", "2"], "");
    assert_eq!((run.code, &*run.stdout), (0, ""));
}

/// Tables too, and what stands between puzzles costs nothing.
#[test]
fn a_table_is_a_filter_as_well() {
    let mut child = start(&["solve", "--jobs", "1"]);
    let (mut to, from) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let mut answers = BufReader::new(from).lines();
    to.write_all(format!("puzzle,solution\n{EASY},{SOLVED}\n").as_bytes()).unwrap();
    for _ in 0..3 {
        assert_eq!(answers.next().unwrap().unwrap(), SOLVED);
        to.write_all(format!("{EASY},{SOLVED}\n").as_bytes()).unwrap();
    }
    drop(to);
    assert_eq!((answers.count(), end(child).0), (1, 0));
}

/// However long the next one takes.
#[test]
fn solutions_come_as_they_are_found() {
    let mut child = start(&["solve", "--all", "--format", "json", "--solver", "brute"]);
    let (mut to, from) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    // One solution at once, and the next after longer than anybody waits.
    to.write_all(format!("{EASY}\n{HARD_FOR_BRUTE_FORCE}\n").as_bytes()).unwrap();
    drop(to);
    let first = BufReader::new(from).lines().next().unwrap().unwrap();
    assert!(first.contains(SOLVED), "{first}");
    signal(&child, "TERM");
    assert_eq!(end(child).0, 130);
}

/// Each record comes before the next puzzle is sent, as a filter in a conversation has it.
#[test]
fn a_record_is_flushed_before_the_next_puzzle_is_waited_for() {
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
        assert_eq!(end(child).0, 0);
    }
}

#[test]
fn a_reader_that_closes_early_is_a_quiet_end() {
    for jobs in ["1", "2"] {
        let mut child = start(&["solve", "--jobs", jobs]);
        let (to, from) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let writer = thread::spawn(move || write_forever(to, &format!("{EASY}\n")));
        let mut line = String::new();
        let mut from = BufReader::new(from);
        from.read_line(&mut line).unwrap();
        assert_eq!(line.trim_end(), SOLVED);
        drop(from);
        let (code, _, stderr) = end(child);
        assert_eq!((code, &*stderr), (0, ""));
        writer.join().unwrap();
    }
}

/// Even while no further puzzle comes, and nobody says that none will.
#[test]
fn a_reader_that_closes_is_noticed_while_input_is_waited_for() {
    let mut child = start(&["solve", "--jobs", "2"]);
    let mut to = child.stdin.take().unwrap();
    drop(child.stdout.take());
    to.write_all(format!("{EASY}\n").as_bytes()).unwrap();
    assert_eq!(end(child).0, 0);
    drop(to);
}

#[test]
fn a_full_disk_is_an_error() {
    let full = || fs::File::options().write(true).open("/dev/full").unwrap();
    for jobs in ["1", "2"] {
        let mut command = program();
        command.args(["solve", "--jobs", jobs]).stdin(Stdio::piped()).stdout(full()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let to = child.stdin.take().unwrap();
        let writer = thread::spawn(move || write_forever(to, &format!("{EASY}\n")));
        let (code, _, stderr) = end(child);
        assert_eq!(code, 1);
        assert!(
            stderr.starts_with("sudoku-sat: standard output: ") && !stderr.contains("panicked"),
            "{stderr}"
        );
        writer.join().unwrap();
    }
}

/// Only programs that are built for tests know the fault.
#[cfg(debug_assertions)]
#[test]
fn a_worker_that_panics_costs_one_record() {
    let input = format!("{EASY}\n").repeat(20);
    for jobs in ["1", "2"] {
        let mut command = program();
        command.args(["solve", "--format", "json", "--jobs", jobs]).env("SUDOKU_TEST_PANIC_AT", "7");
        let run = finish(&mut command, &input);
        let records: Vec<serde_json::Value> =
            run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!((run.code, records.len()), (1, 20), "{}", run.stderr);
        let is_solved = |record: &serde_json::Value| record["solution"].as_str() == Some(SOLVED);
        assert_eq!(records.iter().filter(|record| is_solved(record)).count(), 19);
        let wrong = &records[6];
        assert_eq!((wrong["status"].as_str(), wrong["line"].as_u64()), (Some("error"), Some(7)));
        let message = wrong["message"].as_str().unwrap();
        assert_eq!(message, "a worker panicked: as wanted at puzzle 7");
        assert!(run.stderr.contains(message) && run.stderr.contains("solved 19 of 20"), "{}", run.stderr);
    }
}

#[test]
fn bytes_that_are_no_text() {
    let mut input = format!("{EASY}\n").into_bytes();
    input.extend_from_slice(&[0; 81]);
    input.push(b'\n');
    input.extend_from_slice(EASY.replace('0', "\0").as_bytes());
    input.extend_from_slice(b"\n\xff\xfe\xfd\n");
    input.extend_from_slice(format!("{EASY}\n").as_bytes());
    let mut child = start(&["solve", "--format", "json"]);
    child.stdin.take().unwrap().write_all(&input).unwrap();
    let (code, stdout, _) = end(child);
    let status = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap()["status"].to_string();
    let found: Vec<_> = stdout.lines().map(status).collect();
    assert_eq!((code, &*found.join(" ")), (1, r#""solved" "error" "error" "error" "solved""#), "{stdout}");
}

#[test]
fn a_line_of_100_megabytes_costs_one_record() {
    let mut child = start(&["solve", "--jobs", "2"]);
    let pid = child.id();
    let mut to = child.stdin.take().unwrap();
    let writer = thread::spawn(move || {
        to.write_all(format!("{EASY}\n").as_bytes()).unwrap();
        let block = vec![b'1'; 1 << 16];
        (0..1600).for_each(|_| to.write_all(&block).unwrap());
        to.write_all(format!("\n{EASY}\n").as_bytes()).unwrap();
        let memory = peak_memory(pid);
        drop(to);
        memory
    });
    let (code, stdout, stderr) = end(child);
    let memory = writer.join().unwrap();
    assert_eq!((code, stdout), (1, format!("{SOLVED}\nerror\n{SOLVED}\n")), "{stderr}");
    assert!(stderr.len() < 2000 && stderr.contains("longer than"), "{stderr}");
    assert!(memory.is_none_or(|memory| memory < 100 << 20), "{memory:?}");
}

/// The most memory that a process has had at once, in bytes, where that can be known.
fn peak_memory(pid: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().trim_end_matches(" kB").parse::<u64>().ok()? << 10)
}

/// Passes so many lines through the program, by the hundred; its peak memory after a tenth of them and at the end.
fn memory_for(lines: usize, hundred: &str, jobs: &str) -> (Option<u64>, Option<u64>) {
    let mut child = start(&["solve", "--quiet", "--jobs", jobs]);
    let pid = child.id();
    let mut to = child.stdin.take().unwrap();
    let block = hundred.to_owned();
    let writer = thread::spawn(move || {
        let mut early = None;
        for i in 0..lines / 100 {
            to.write_all(block.as_bytes()).unwrap();
            if i == lines / 1000 {
                early = peak_memory(pid);
            }
        }
        (early, peak_memory(pid))
    });
    let count = BufReader::new(child.stdout.take().unwrap()).split(b'\n').count();
    assert_eq!((count, end(child).0), (lines, 0));
    writer.join().unwrap()
}

fn check_memory(lines: usize, jobs: &str) {
    // One in a hundred is work for varisat.
    let hundred = [&*vec![EASY; 99].join("\n"), HARD, ""].join("\n");
    let (early, late) = memory_for(lines, &hundred, jobs);
    let (Some(early), Some(late)) = (early, late) else { return eprintln!("skipped: no /proc") };
    eprintln!("{lines} lines, {jobs} jobs: {} KiB, and at the end {} KiB", early >> 10, late >> 10);
    assert!(late < 150 << 20, "{late}");
    assert!(late < early + (early >> 2), "{early} {late}");
}

#[test]
fn memory_does_not_grow_with_the_input() {
    for jobs in ["1", "2"] {
        check_memory(40_000, jobs);
    }
}

/// `cargo test --release --test batch -- --ignored`
#[test]
#[ignore = "takes minutes unless it is optimised"]
fn memory_does_not_grow_with_ten_million_lines() {
    check_memory(10_000_000, "2");
}

/// What is finished is printed whole, and its number told, while puzzles keep coming.
#[test]
fn signals_end_it_with_what_is_finished() {
    for (name, jobs) in [("INT", "1"), ("INT", "2"), ("TERM", "1"), ("TERM", "2")] {
        let mut child = start(&["solve", "--jobs", jobs]);
        let (to, mut from) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let writer = thread::spawn(move || write_forever(to, &format!("{EASY}\n")));
        let mut first = vec![0; 82 * 2000];
        from.read_exact(&mut first).unwrap();
        signal(&child, name);
        let mut rest = String::new();
        from.read_to_string(&mut rest).unwrap();
        let (code, _, stderr) = end(child);
        let all = String::from_utf8(first).unwrap() + &rest;
        assert!(all.ends_with('\n') && all.lines().all(|line| line == SOLVED), "{name} {jobs}");
        let told = format!("interrupted: {} records are printed\n", all.lines().count());
        assert!(code == 130 && stderr.contains(&told), "{name} {jobs}: {code} {stderr} {told}");
        writer.join().unwrap();
    }
}

/// Likewise while nothing comes, and while a solver is at work on a puzzle that takes long.
#[test]
fn signals_end_what_waits() {
    let slow = &*format!("{HARD_FOR_BRUTE_FORCE}\n");
    for (jobs, last) in [("1", ""), ("2", ""), ("1", slow), ("2", slow)] {
        let solver = if last.is_empty() { "varisat" } else { "brute" };
        let mut child = start(&["solve", "--jobs", jobs, "--solver", solver]);
        let mut to = child.stdin.take().unwrap();
        to.write_all(format!("{SOLVED}\n{SOLVED}\n").as_bytes()).unwrap();
        let mut from = BufReader::new(child.stdout.take().unwrap()).lines();
        assert!(from.by_ref().take(2).all(|line| line.unwrap() == SOLVED));
        to.write_all(last.as_bytes()).unwrap();
        thread::sleep(Duration::from_millis(100));
        let start = Instant::now();
        signal(&child, "INT");
        let (code, _, stderr) = end(child);
        assert_eq!(code, 130, "{stderr}");
        assert!(stderr.contains("interrupted: 2 records are printed\n"), "{jobs} {solver}: {stderr}");
        assert!(start.elapsed() < Duration::from_secs(5));
        drop(to);
    }
}

#[test]
fn gnu_parallel_drives_it() {
    if !has_solver("parallel") {
        return;
    }
    let input = (0..400).map(|i| if i % 5 == 0 { HARD } else { EASY }).collect::<Vec<_>>().join("\n");
    let direct = run_with_input("sudoku-sat", ["solve", "--format", "line"], &input).stdout;
    let filter = format!("{} solve --format line --jobs 1 --quiet", binaries().join("sudoku-sat").display());
    let args = ["--pipe", "--keep-order", "-N", "50", "-j", "3", &filter];
    let driven = finish(Command::new("parallel").args(args), &input);
    assert_eq!((driven.code, driven.stdout), (0, direct), "{}", driven.stderr);
}

/// All puzzles of a large file through Spark's `RDD.pipe`, in local mode.
#[test]
fn spark_drives_it() {
    let Some(puzzles) = test_data("9x9/17clue_49158.txt") else { return };
    let python = std::env::var("SUDOKU_TEST_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let has = |program: &str, args: &[&str]| {
        Command::new(program).args(args).output().is_ok_and(|output| output.status.success())
    };
    if !has("java", &["-version"]) || !has(&python, &["-c", "import pyspark"]) {
        return eprintln!("skipped: Java or pyspark is not installed");
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
    let spark = finish(Command::new(python).args(["-c", &script]), "");
    assert_eq!(spark.code, 0, "{}", spark.stderr);
    assert!(spark.stdout == direct.stdout, "the same bytes");
}
