//! Tests for problems that can occur while `sudoku-sat` solves many puzzles: closed pipes, full disks, panics, invalid
//! bytes, long inputs and signals.

#![cfg(unix)]
#![allow(clippy::print_stderr, reason = "a measurement is printed")]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{ChildStdin, Command, Stdio};
use std::thread;

#[cfg(debug_assertions)]
use crate::common::run_command;
use crate::common::{EASY, HARD, HARD_FOR_BRUTE_FORCE, SOLVED, binaries, signal, start, wait};
use crate::programs::skip;

fn program() -> Command {
    Command::new(binaries().join("sudoku-sat"))
}

/// Writes `text` repeatedly until the other end of the pipe is closed.
fn write_forever(mut to: ChildStdin, text: &str) {
    let block = text.repeat(100);
    while to.write_all(block.as_bytes()).is_ok() {}
}

#[test]
fn closed_output_pipe_is_not_an_error() {
    for jobs in ["1", "2"] {
        let mut child = start(&["solve", "--jobs", jobs]);
        let (to, from) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let writer = thread::spawn(move || write_forever(to, &format!("{EASY}\n")));
        let mut line = String::new();
        let mut from = BufReader::new(from);
        from.read_line(&mut line).unwrap();
        assert_eq!(line.trim_end(), SOLVED);
        drop(from);
        let (code, _, stderr) = wait(child);
        assert_eq!((code, &*stderr), (0, ""));
        writer.join().unwrap();
    }
}

/// The program must notice a closed output pipe even if standard input stays open and no more puzzles arrive.
#[test]
fn closed_output_pipe_is_noticed_while_waiting_for_input() {
    let mut child = start(&["solve", "--jobs", "2"]);
    let mut to = child.stdin.take().unwrap();
    drop(child.stdout.take());
    to.write_all(format!("{EASY}\n").as_bytes()).unwrap();
    assert_eq!(wait(child).0, 0);
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
        let (code, _, stderr) = wait(child);
        assert_eq!(code, 1);
        assert!(
            stderr.starts_with("sudoku-sat: standard output: ") && !stderr.contains("panicked"),
            "{stderr}"
        );
        writer.join().unwrap();
    }
}

/// Only debug builds support the environment variable that makes a worker panic.
#[cfg(debug_assertions)]
#[test]
fn panic_in_a_worker_affects_one_record() {
    let input = format!("{EASY}\n").repeat(20);
    for jobs in ["1", "2"] {
        let mut command = program();
        command.args(["solve", "--format", "json", "--jobs", jobs]).env("SUDOKU_TEST_PANIC_AT", "7");
        let run = run_command(&mut command, &input);
        let records: Vec<serde_json::Value> =
            run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!((run.code, records.len()), (1, 20), "{}", run.stderr);
        let is_solved = |record: &serde_json::Value| record["solution"].as_str() == Some(SOLVED);
        assert_eq!(records.iter().filter(|record| is_solved(record)).count(), 19);
        let wrong = &records[6];
        assert_eq!((wrong["status"].as_str(), wrong["line"].as_u64()), (Some("error"), Some(7)));
        let message = wrong["message"].as_str().unwrap();
        assert_eq!(
            message,
            "puzzle 7: internal error: a worker thread panicked: panic requested at puzzle 7"
        );
        assert!(run.stderr.contains(message) && run.stderr.contains("solved 19 of 20"), "{}", run.stderr);
    }
}

#[test]
fn invalid_bytes_affect_only_their_lines() {
    let mut input = format!("{EASY}\n").into_bytes();
    input.extend_from_slice(&[0; 81]);
    input.push(b'\n');
    input.extend_from_slice(EASY.replace('0', "\0").as_bytes());
    input.extend_from_slice(b"\n\xff\xfe\xfd\n");
    input.extend_from_slice(format!("{EASY}\n").as_bytes());
    let mut child = start(&["solve", "--format", "json"]);
    child.stdin.take().unwrap().write_all(&input).unwrap();
    let (code, stdout, _) = wait(child);
    let status = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap()["status"].to_string();
    let found: Vec<_> = stdout.lines().map(status).collect();
    assert_eq!((code, &*found.join(" ")), (1, r#""solved" "error" "error" "error" "solved""#), "{stdout}");
}

#[test]
fn line_of_100_megabytes_affects_one_record() {
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
    let (code, stdout, stderr) = wait(child);
    let memory = writer.join().unwrap();
    assert_eq!((code, stdout), (1, format!("{SOLVED}\nerror\n{SOLVED}\n")), "{stderr}");
    assert!(stderr.len() < 2000 && stderr.contains("longer than"), "{stderr}");
    assert!(memory.is_none_or(|memory| memory < 100 << 20), "{memory:?}");
}

/// Returns the peak memory of a process in bytes, or `None` if `/proc` does not provide it.
fn peak_memory(pid: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().trim_end_matches(" kB").parse::<u64>().ok()? << 10)
}

/// Runs `sudoku-sat` on `lines` puzzles and returns its peak memory use in bytes, early in the run and at the end.
///
/// The input consists of copies of `hundred`, a text of 100 lines with one puzzle each. The first value is measured
/// when about a tenth of the lines have been sent, and the second value when all lines have been sent.
fn early_and_late_memory(lines: usize, hundred: &str, jobs: &str) -> (Option<u64>, Option<u64>) {
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
    assert_eq!((count, wait(child).0), (lines, 0));
    writer.join().unwrap()
}

fn check_memory(lines: usize, jobs: &str) {
    // One puzzle in every hundred cannot be solved by propagation alone.
    let hundred = [&*vec![EASY; 99].join("\n"), HARD, ""].join("\n");
    let (early, late) = early_and_late_memory(lines, &hundred, jobs);
    let (Some(early), Some(late)) = (early, late) else { return skip("a /proc file system") };
    eprintln!("{lines} lines, {jobs} jobs: {} KiB after a tenth, {} KiB at the end", early >> 10, late >> 10);
    assert!(late < 150 << 20, "{late}");
    assert!(late < early + (early >> 2), "{early} {late}");
}

#[test]
fn memory_does_not_grow_with_the_input() {
    for jobs in ["1", "2"] {
        check_memory(40_000, jobs);
    }
}

/// Run this test with `cargo test --test sat -- --ignored faults::`.
#[test]
#[ignore = "takes a minute"]
fn memory_does_not_grow_with_two_million_lines() {
    check_memory(2_000_000, "2");
}

/// After a signal, the program must not leave an incomplete record, and must report how many records it has printed.
#[test]
fn signals_end_the_program_after_a_whole_record() {
    for (name, jobs) in [("INT", "1"), ("INT", "2"), ("TERM", "1"), ("TERM", "2")] {
        let mut child = start(&["solve", "--jobs", jobs]);
        let (to, mut from) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let writer = thread::spawn(move || write_forever(to, &format!("{EASY}\n")));
        let mut first = vec![0; 82 * 2000];
        from.read_exact(&mut first).unwrap();
        signal(&child, name);
        let mut rest = String::new();
        from.read_to_string(&mut rest).unwrap();
        let (code, _, stderr) = wait(child);
        let all = String::from_utf8(first).unwrap() + &rest;
        assert!(all.ends_with('\n') && all.lines().all(|line| line == SOLVED), "{name} {jobs}");
        let report = format!("interrupted; records printed: {}\n", all.lines().count());
        let is_reported = stderr.replace(',', "").contains(&report);
        assert!(code == 130 && is_reported, "{name} {jobs}: {code} {stderr} {report}");
        writer.join().unwrap();
    }
}

/// A signal must end the program even if it is waiting for input or searching for a solution.
#[test]
fn signals_end_a_waiting_or_busy_program() {
    let slow = &*format!("{HARD_FOR_BRUTE_FORCE}\n");
    for (jobs, last) in [("1", ""), ("2", ""), ("1", slow), ("2", slow)] {
        let solver = if last.is_empty() { "varisat" } else { "brute" };
        let mut child = start(&["solve", "--jobs", jobs, "--solver", solver]);
        let mut to = child.stdin.take().unwrap();
        to.write_all(format!("{SOLVED}\n{SOLVED}\n").as_bytes()).unwrap();
        let mut from = BufReader::new(child.stdout.take().unwrap()).lines();
        assert!(from.by_ref().take(2).all(|line| line.unwrap() == SOLVED));
        to.write_all(last.as_bytes()).unwrap();
        signal(&child, "INT");
        let (code, _, stderr) = wait(child);
        assert_eq!(code, 130, "{stderr}");
        assert!(stderr.contains("interrupted; records printed: 2\n"), "{jobs} {solver}: {stderr}");
        drop(to);
    }
}
