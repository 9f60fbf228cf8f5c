//! Tests for large boards, up to 400×400.

#![cfg_attr(not(unix), allow(dead_code, unused_imports, reason = "some tests need signals or special files"))]

use std::process::Command;

use crate::common::{binary, run, run_command, run_with_input, solved_grid, test_data};
use sudoku_cnf::{Grid, Puzzle};

#[test]
fn solves_a_constructed_100x100_board() {
    let solved = solved_grid("10x10", &(1..=100).rev().collect::<Vec<_>>(), 7);
    let mut puzzle = Puzzle::from(solved.clone());
    // Clear about a third of the cells. If half of them were cleared, every solver would take several minutes.
    for cell in solved.geometry().cells().filter(|cell| cell.index(100) % 13 < 4) {
        puzzle.set(cell, None);
    }
    for encoding in ["auto", "complete", "triad"] {
        let run = run_with_input(
            "sudoku-sat",
            ["solve", "--encoding", encoding, "--format", "line"],
            &puzzle.to_string(),
        );
        assert_eq!(run.code, 0, "{encoding}: {}", run.stderr);
        let found: Grid = run.stdout.parse().unwrap();
        assert!(sudoku_cnf::Solution::check(found, &puzzle).is_ok());
    }
}

/// The path of the counting search to the first solution has almost a thousand guesses.
#[test]
fn counting_on_large_empty_boards_does_not_exhaust_the_stack() {
    for shape in ["2x13", "4x8", "6x6", "1x25"] {
        let n: usize = shape.split('x').map(|side| side.parse::<usize>().unwrap()).product();
        let empty = format!("{}\n", ". ".repeat(n)).repeat(n);
        let limited = run_with_input("sudoku-sat", ["count", "--box", shape, "--limit", "2"], &empty);
        assert_eq!((limited.code, &*limited.stdout), (0, "at least 2 (limit reached)\n"), "{shape}");
        let stopped = run_with_input("sudoku-sat", ["count", "--box", shape, "--timeout", "1"], &empty);
        assert_eq!(stopped.code, 30, "{shape}: {}", stopped.stderr);
        assert!(stopped.stdout.starts_with("at least "), "{shape}: {}", stopped.stdout);
    }
}

#[test]
fn a_memory_limit_leaves_the_result_unknown() {
    let empty = |n: usize| format!("{}\n", ". ".repeat(n)).repeat(n);
    let limited = |arguments: &[&str], input: &str| {
        let run = run_with_input("sudoku-sat", [arguments, &["--memory-limit", "60M"]].concat(), input);
        assert_eq!(run.code, 30, "{arguments:?}: {}", run.stderr);
        format!("{}{}", run.stdout, run.stderr)
    };
    // The memory of the native solver is estimated.
    for command in ["solve", "count", "candidates", "minimize", "explain"] {
        let text = limited(&[command], &empty(100));
        assert!(text.contains("the memory limit was reached"), "{command}: {text}");
    }
    // The memory of all other methods is measured.
    #[cfg(target_os = "linux")]
    for solver in ["propagate", "varisat"] {
        let text = limited(&["solve", "--solver", solver], &empty(100));
        assert!(text.contains("the memory limit was reached"), "{solver}: {text}");
    }
    let usage = run_with_input("sudoku-sat", ["solve", "--memory-limit", "x"], "");
    assert_eq!(usage.code, 2);
    assert!(usage.stderr.contains("expected a size, for example 500M or 2G"), "{}", usage.stderr);
}

/// A board that needs more memory than the shell allows leads to a message instead of an abort.
#[cfg(target_os = "linux")]
#[test]
fn the_shell_limits_the_memory() {
    let empty = format!("{}\n", ". ".repeat(1000)).repeat(1000);
    let script = format!("ulimit -v 1500000; exec '{}' solve", binary("sudoku-sat").display());
    let run = run_command(Command::new("sh").args(["-c", &script]), &empty);
    let message = "sudoku-sat: result unknown: the memory limit was reached\n";
    assert_eq!((run.code, &*run.stderr), (30, message));
}

/// Returns a 225×225 puzzle in which two of three cells are given. Singles solve it, so the SAT solver needs little
/// memory.
fn easy_225x225() -> String {
    let mut puzzle = Puzzle::from(solved_grid("15x15", &(1..=225).collect::<Vec<_>>(), 7));
    for cell in puzzle.geometry().clone().cells().filter(|cell| cell.index(225) % 3 == 0) {
        puzzle.set(cell, None);
    }
    puzzle.to_string()
}

/// Without a check before each large allocation, the programs would exceed the memory of the shell and abort.
#[cfg(target_os = "linux")]
#[test]
fn large_allocations_respect_the_memory_limit() {
    let easy = easy_225x225();
    let empty = format!("{}\n", ". ".repeat(200)).repeat(200);
    for (program, command, input, expected) in [
        ("sat", "explain", &easy, "result unknown: the memory limit was reached"),
        ("sat", "rate --score", &easy, "unknown"),
        ("sat", "certify -o /nonexistent/bundle", &easy, "result unknown: the memory limit was reached"),
        ("cli", "check", &empty, "result unknown: the memory limit was reached"),
        ("cli", "render --solve", &empty, "the solution is unknown: the memory limit was reached"),
    ] {
        let program = binary(&format!("sudoku-{program}")).display().to_string();
        let script = format!("ulimit -v 700000; exec '{program}' {command} --memory-limit 200M");
        let run = run_command(Command::new("sh").args(["-c", &script]), input);
        assert_eq!(run.code, 30, "{command}: {}", run.stderr);
        assert!(format!("{}{}", run.stdout, run.stderr).contains(expected), "{command}: {}", run.stderr);
    }
}

#[test]
fn clashing_givens_are_found_within_a_small_memory_limit() {
    let rest = format!("{}\n", ". ".repeat(400)).repeat(399);
    let input = format!("7 {}7 {}\n{rest}", ". ".repeat(9), ". ".repeat(389));
    let text = "7 occurs twice in row 1: at r1c1 and r1c11";
    for (command, clash) in [("solve", text), ("count", text), ("explain", "r1c1=7 r1c11=7")] {
        let run = run_with_input("sudoku-sat", [command, "--box", "20x20", "--memory-limit", "100M"], &input);
        assert_eq!(run.code, 20, "{command}: {}", run.stderr);
        assert!(format!("{}{}", run.stdout, run.stderr).contains(clash), "{command}: {}", run.stderr);
    }
}

#[test]
fn time_limits_apply_on_large_boards() {
    let easy = easy_225x225();
    for (program, command) in [
        ("sudoku-sat", &["explain"][..]),
        ("sudoku-sat", &["rate", "--score"]),
        ("sudoku-sat", &["candidates", "--propagate-only"]),
        ("sudoku-cli", &["check", "--redundant"]),
    ] {
        let run = run_with_input(program, [command, &["--timeout", "0.5"]].concat(), &easy);
        assert!([0, 30].contains(&run.code), "{command:?}: {}", run.stderr);
    }
}

/// The CNF has five billion clauses, so they cannot be counted one by one.
#[test]
fn statistics_take_linear_time() {
    let input = format!("{}\n", ". ".repeat(225)).repeat(225);
    for (encoding, clauses) in [("complete", 4_943_733_750_u64), ("classic", 7_654_550_625)] {
        let run =
            run_with_input("sudoku-cnf", ["--stats=json", "--encoding", encoding, "--box", "15x15"], &input);
        let stats: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
        assert_eq!(stats["clauses"], clauses, "{encoding}");
    }
}

#[test]
fn statistics_end_at_the_time_limit() {
    let input = ".".repeat(81);
    for (args, message) in [(&[][..], "result unknown"), (&["--all"], "puzzle 1")] {
        let args = args.iter().chain(&["--stats", "--timeout", "0.000000001"]);
        let run = run_with_input("sudoku-cnf", args, &input);
        let expected = format!("sudoku-cnf: {message}: the time limit was reached\n");
        assert_eq!((run.code, run.stdout, run.stderr), (30, String::new(), expected));
    }
}

#[test]
fn propagation_ends_at_the_time_limit() {
    let args = ["candidates", "--propagate-only", "--timeout", "0.001"];
    let run = run_with_input("sudoku-sat", args, &easy_225x225());
    assert_eq!((run.code, &*run.stdout), (30, ""));
    assert_eq!(run.stderr, "sudoku-sat: result unknown: the time limit was reached\n");
}

#[test]
#[ignore = "requires the test data in SUDOKU_TEST_DATA"]
fn solves_144x144_to_400x400_boards() {
    for size in [144, 225, 400] {
        let path = test_data(&format!("large/rkkautsar_{size}x{size}.txt"));
        let path = path.display().to_string();
        let solved = run("sudoku-sat", ["solve", "--format", "rows", &path]);
        assert_eq!((solved.code, &*solved.stderr), (0, ""), "{size}");
        let checked = run_with_input("sudoku-cli", ["check", "--puzzle", &path], &solved.stdout);
        assert_eq!((checked.code, &*checked.stdout), (0, "a correct full grid\n"), "{}", checked.stderr);
    }
}

#[test]
#[ignore = "requires the test data in SUDOKU_TEST_DATA"]
fn solves_lists_of_16x16_to_49x49_boards() {
    // The test data also contains a list of 25x25 boards. It is omitted here because some take minutes to solve.
    for (name, puzzles) in [("gecode_16x16", 55), ("maatec_15_36x36", 15), ("two_49x49", 2)] {
        let path = test_data(&format!("large/{name}.txt"));
        let path = path.display().to_string();
        let run = run("sudoku-sat", ["solve", "--solver", "varisat", "--format", "line", &path]);
        assert_eq!(run.code, 0, "{name}: {}", run.stderr);
        let is_solved = |line: &&str| line.starts_with(|c: char| c.is_ascii_digit());
        assert_eq!(run.stdout.lines().filter(is_solved).count(), puzzles, "{name}");
    }
}
