//! Tests for `sudoku-sat solve` with the embedded solver, with external solvers, and with shell scripts that imitate
//! failing solvers.

use std::fs;
use std::process::{Command, Stdio};

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use sudoku_cnf::puzzle::rule::{Relation, Rule};
use sudoku_cnf::{ClauseSink, Lit, Puzzle};
use sudoku_sat::solver::SolverError;
use sudoku_sat::{
    BatchSolver, Count, Incomplete, Limits, Native, Outcome, SatSolver, SolveError, SolveOptions, Solver,
};

use crate::common::{
    self, NO_PUZZLE, SAMPLES, binaries, run, run_command, run_with_input, sample, signal, test_data,
    wait_for_end, wait_until,
};
use crate::programs::{dimacs_command, file_solvers, has_program, printing_solvers};

const ARTICLE: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

const EXTERNAL: [&str; 7] = ["minisat", "cadical", "kissat", "glucose", "cryptominisat5", "picosat", "clasp"];

#[test]
fn prints_the_solution_in_each_format() {
    let framed = "5 3 4 |6 7 8 |9 1 2\n6 7 2 |1 9 5 |3 4 8\n1 9 8 |3 4 2 |5 6 7\n------+------+------\n\
                  8 5 9 |7 6 1 |4 2 3\n4 2 6 |8 5 3 |7 9 1\n7 1 3 |9 2 4 |8 5 6\n------+------+------\n\
                  9 6 1 |5 3 7 |2 8 4\n2 8 7 |4 1 9 |6 3 5\n3 4 5 |2 8 6 |1 7 9\n";
    let plain = run("sudoku-sat", ["solve", &sample("article.txt")]);
    assert_eq!((plain.code, &*plain.stdout, &*plain.stderr), (0, framed, ""));
    let format = |format| run("sudoku-sat", ["solve", "--format", format, &sample("article.txt")]).stdout;
    assert_eq!(format("grid"), framed);
    assert_eq!(format("line"), format!("{ARTICLE}\n"));
    assert_eq!(format("rows").replace('\n', ""), ARTICLE);
}

#[test]
fn all_solvers_agree_on_all_samples() {
    let own = [format!("{} {{cnf}}", dimacs_command()), format!("{} {{cnf}} {{out}}", dimacs_command())];
    let own = own.iter().map(|command| ["--solver-command", command]);
    let others = EXTERNAL.iter().filter(|solver| has_program(solver)).map(|solver| ["--solver", solver]);
    for solver in own.chain(others) {
        for name in SAMPLES.iter().filter(|name| **name != "several") {
            let puzzle = sample(&format!("{name}.txt"));
            let embedded = run("sudoku-sat", ["solve", &puzzle]);
            let external = run("sudoku-sat", ["solve", solver[0], solver[1], &puzzle]);
            assert_eq!((external.code, &*external.stderr), (0, ""), "{solver:?} {name}");
            assert!(external.stdout == embedded.stdout, "{solver:?} {name}");
        }
        let none = run("sudoku-sat", ["solve", solver[0], solver[1], &sample("no-solution.txt")]);
        assert_eq!(
            (none.code, &*none.stdout, &*none.stderr),
            (20, "", "sudoku-sat: no solution\n"),
            "{solver:?}"
        );
    }
}

#[test]
fn single_puzzle_sets_the_exit_code() {
    let none = run("sudoku-sat", ["solve", &sample("no-solution.txt")]);
    assert_eq!((none.code, &*none.stdout, &*none.stderr), (20, "", "sudoku-sat: no solution\n"));
    let code = |name: &str| run("sudoku-sat", ["solve", "--sat-exit-codes", &sample(name)]).code;
    assert_eq!((code("article.txt"), code("no-solution.txt")), (10, 20));
    let clash = run_with_input("sudoku-sat", ["solve"], "1..1............");
    assert_eq!((clash.code, &*clash.stdout), (20, ""));
    let message = "sudoku-sat: no solution\n<stdin>:1:4: 1 occurs twice in row 1: at r1c1 and r1c4\n";
    assert_eq!(clash.stderr, message);
    let empty = run("sudoku-sat", ["solve"]);
    assert_eq!((empty.code, empty.stderr), (1, format!("sudoku-sat: <stdin>: {NO_PUZZLE}\n")));
}

#[test]
fn prints_one_record_per_puzzle() {
    let input = "1...............\n1..1............\n12........3...4.\n......x.........\n....1..2..3..4..\n";
    let many = run_with_input("sudoku-sat", ["solve"], input);
    assert_eq!(many.code, 1);
    let lines: Vec<_> = many.stdout.lines().collect();
    assert_eq!(lines.len(), 5);
    assert_eq!((lines[1], lines[2], lines[3]), ("unsatisfiable", "unsatisfiable", "error"));
    assert!(lines[0].starts_with('1') && lines[4].len() == 16);
    assert!(many.stderr.contains("<stdin>:2:4: 1 occurs twice in row 1"));
    assert!(many.stderr.contains("<stdin>:4:7: unexpected character 'x'"));
    assert!(many.stderr.contains("\nsolved 2 of 5, 2 unsatisfiable, 1 error\n"), "{}", many.stderr);

    let both = run("sudoku-sat", ["solve", &sample("article.txt"), &sample("no-solution.txt")]);
    assert_eq!((both.code, &*both.stdout), (0, &*format!("{ARTICLE}\nunsatisfiable\n")));
    let second = run_with_input("sudoku-sat", ["solve", "--puzzle-number", "3", "--box", "2x2"], input);
    assert_eq!((second.code, &*second.stderr), (20, "sudoku-sat: no solution\n"));
    let nothing = run("sudoku-sat", ["solve", "--format", "line"]);
    assert_eq!((nothing.code, &*nothing.stdout), (0, ""));
    let empty_file = run("sudoku-sat", ["solve", "--format", "line", &sample("article.txt"), "/dev/null"]);
    assert_eq!((empty_file.code, &*empty_file.stdout), (1, &*format!("{ARTICLE}\nerror\n")));
    assert!(empty_file.stderr.contains("/dev/null: no puzzle found"), "{}", empty_file.stderr);
}

#[test]
fn at_most_twenty_clashes_of_an_input_are_reported() {
    let clash = |i: usize| format!("{0}{1}{0}{2}\n", i % 4 + 1, ".".repeat(i % 3), ".".repeat(14 - i % 3));
    let input: String = (0..30).map(clash).collect();
    let run = run_with_input("sudoku-sat", ["solve", "--format", "line", "-q"], &input);
    assert_eq!(run.stdout, "unsatisfiable\n".repeat(30));
    assert_eq!(run.stderr.lines().count(), 21, "{}", run.stderr);
    assert!(run.stderr.ends_with("\nsudoku-sat: 10 more errors\n"), "{}", run.stderr);
    // All errors beyond the limit are counted alike.
    let run = run_with_input("sudoku-sat", ["solve", "--format", "line", "-q"], &(input + &"?\n".repeat(9)));
    assert_eq!(run.stderr.lines().count(), 21, "{}", run.stderr);
    assert!(run.stderr.ends_with("\nsudoku-sat: 19 more errors\n"), "{}", run.stderr);
}

#[test]
fn each_line_is_answered_before_the_next_arrives() {
    use std::io::{BufRead, BufReader, Write};
    let mut child = Command::new(binaries().join("sudoku-sat"))
        .args(["solve", "--format", "line"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for puzzle in ["12..34....4.....", "2...............", "................"] {
        writeln!(stdin, "{puzzle}").unwrap();
        assert_eq!(answers.next().unwrap().unwrap().len(), 16);
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

/// Solves the puzzle in `article.txt` with a shell script as the external solver.
fn with_script(script: &str, more: &[&str]) -> crate::common::Run {
    let command = format!("sh -c '{}' sh {{cnf}} {{out}}", script.replace('\'', r"'\''"));
    let puzzle = sample("article.txt");
    let mut args = vec!["solve", "--solver-command", &command];
    args.extend_from_slice(more);
    args.push(&puzzle);
    run("sudoku-sat", args)
}

#[test]
fn any_command_can_be_the_solver() {
    for solver in file_solvers() {
        let answer = with_script(&format!("{} $1 $2", solver.command), &["--format", "rows"]);
        assert_eq!((answer.code, answer.stdout.replace('\n', "")), (0, ARTICLE.to_owned()));
    }
    for solver in printing_solvers() {
        let command = format!("{solver} {{cnf}}");
        let answer = run(
            "sudoku-sat",
            ["solve", "--solver-command", &command, "--format", "rows", &sample("article.txt")],
        );
        assert_eq!((answer.code, answer.stdout.replace('\n', "")), (0, ARTICLE.to_owned()));
    }
    for command in ["", "minisat", "minisat '{cnf}"] {
        assert_eq!(run("sudoku-sat", ["solve", "--solver-command", command, "-"]).code, 2, "{command}");
    }
}

#[test]
fn reports_each_kind_of_solver_failure() {
    for (script, words) in [
        ("exit 3", "failed with exit status: 3\n"),
        ("echo out of memory >&2; exit 1", "its output: out of memory"),
        ("kill -SEGV $$", "failed with signal: 11"),
        ("exit 10", "the solver's output is empty"),
        (": > $2; exit 10", "the solver's output is empty"),
        ("echo SAT > $2", "reported SATISFIABLE but printed no model"),
        ("printf \"SAT\\n1 -2\" > $2", "the output may be truncated"),
        ("printf \"SAT\\n1 -2\" > $2; printf \"SAT\\n1 -2\\n\" > $2", "the output may be truncated"),
        ("echo nonsense > $2", "line 1: expected a status, a model or a comment, found 'nonsense'"),
        ("echo UNSAT > $2; exit 10", "contradicts itself"),
        ("echo UNSAT > $2", "reported UNSATISFIABLE with exit code 0 instead of 20"),
        ("printf \"SAT\\n1 0\\n\" > $2; exit 20", "contradicts itself"),
        (
            "printf \"SAT\\n1 0\\n\" > $2; exit 10",
            "the solver 'sh' returned a model that is not a full grid: the model assigns no digit to r1c2",
        ),
    ] {
        let run = with_script(script, &[]);
        assert_eq!((run.code, &*run.stdout), (1, ""), "{script}: {}", run.stderr);
        assert!(run.stderr.contains(words), "{script}: {}", run.stderr);
    }
    // The first grid satisfies the rules but contradicts a given. The second grid violates a rule.
    for (grid, words) in [
        (
            ARTICLE.replace('5', "x").replace('3', "5").replace('x', "3"),
            "r1c1 contains 3, but the given is 5",
        ),
        (ARTICLE.replacen('4', "8", 1), "8 occurs twice in row 1: at r1c3 and r1c6"),
    ] {
        let model: Vec<String> = (0..)
            .zip(grid.bytes())
            .map(|(cell, digit)| (cell * 9 + u32::from(digit - b'0')).to_string())
            .collect();
        let script = format!("echo \"SAT\n{} 0\" > $2; exit 10", model.join(" "));
        let run = with_script(&script, &["--no-reduce"]);
        assert_eq!((run.code, &*run.stdout), (1, ""));
        assert!(run.stderr.contains(words), "{}", run.stderr);
    }
    let missing =
        run("sudoku-sat", ["solve", "--solver-command", "no-such-solver {cnf}", &sample("article.txt")]);
    assert_eq!(missing.code, 1);
    assert!(missing.stderr.contains("'no-such-solver' was not found in PATH"), "{}", missing.stderr);
}

/// A solver that always prints the same solution of the empty 4×4 board.
const SAME_MODEL: &str =
    "sh -c 'echo s SATISFIABLE; echo v 1 6 11 16 19 24 25 30 34 37 44 47 52 55 58 61 0; exit 10' sh {cnf}";

/// The first solution is correct. The second one violates a blocking clause or an assumption.
#[test]
fn every_question_checks_the_models_of_external_solvers() {
    let empty = ".".repeat(16);
    for question in
        [&["solve", "--all"][..], &["solve", "--check-unique"], &["count", "--limit", "2"], &["candidates"]]
    {
        let mut args = question.to_vec();
        args.extend(["--timeout", "20", "--solver-command", SAME_MODEL]);
        let run = run_with_input("sudoku-sat", &args, &empty);
        let is_refused = run.stderr.contains("the solver 'sh' returned a wrong model");
        assert!(run.code == 1 && is_refused, "{question:?}: {} {} {}", run.code, run.stdout, run.stderr);
    }
    let minimize = ["minimize", "--solver-command", SAME_MODEL];
    let run = run_with_input("sudoku-sat", minimize, "12343412214343..");
    assert!(run.code == 1 && run.stderr.contains("returned a wrong model"), "{}{}", run.stdout, run.stderr);
}

#[test]
fn reports_truncated_competition_output() {
    let command = "sh -c 'printf \"s SATISFIABLE\\nv 5 -6\\n\"' sh {cnf}";
    let run = run("sudoku-sat", ["solve", "--solver-command", command, &sample("article.txt")]);
    assert_eq!((run.code, &*run.stdout), (1, ""));
    assert!(run.stderr.contains("the output may be truncated"), "{}", run.stderr);
}

#[test]
fn a_limit_applies_to_all_solutions() {
    let several = sample("several.txt");
    let all = run("sudoku-sat", ["solve", "--all", "--limit", "2", &several]);
    assert_eq!((all.code, all.stdout.lines().count()), (0, 2), "{}", all.stderr);
    assert_eq!(all.stdout, run("sudoku-sat", ["solve", "--limit", "2", &several]).stdout);
}

#[test]
fn conflicting_options_are_usage_errors() {
    let (one, two) = (sample("article.txt"), sample("4x4.txt"));
    for args in [
        vec!["solve", "--sorted", &one],
        vec!["solve", "--puzzle-number", "1", &one, &two],
        vec!["solve", "--sat-exit-codes", "--format", "line", &one],
        vec!["solve", "--sat-exit-codes", "--all", &one],
        vec!["solve", "--all", &one, &two],
    ] {
        let run = run("sudoku-sat", &args);
        assert_eq!((run.code, &*run.stdout), (2, ""), "{args:?}");
    }
}

#[test]
fn missing_minisat_error_explains_how_to_install_it() {
    let mut command = Command::new(binaries().join("sudoku-sat"));
    command
        .args(["solve", "--solver", "minisat", &sample("article.txt"), &sample("4x4.txt")])
        .env("PATH", "/nonexistent");
    let run = run_command(&mut command, "");
    assert_eq!((run.code, &*run.stdout), (1, ""));
    assert!(
        run.stderr.contains("'minisat' was not found in PATH")
            && run.stderr.contains("apt-get install minisat")
    );
    assert_eq!(
        run.stderr.matches("not found in PATH").count(),
        1,
        "the message must appear once for all puzzles"
    );
}

#[test]
fn stray_child_processes_of_a_solver_are_ended() {
    let note = std::env::temp_dir().join(format!("sudoku-sat-stray-{}", std::process::id()));
    let run = with_script(&format!("sleep 60 & echo $! > {}; echo UNSAT > $2; exit 20", note.display()), &[]);
    assert_eq!(run.code, 20);
    wait_for_end(fs::read_to_string(&note).unwrap().trim());
    fs::remove_file(&note).unwrap();
}

#[test]
fn indeterminate_result_is_unknown() {
    let run = with_script("echo INDET > $2", &[]);
    assert_eq!((run.code, &*run.stdout), (30, ""));
    assert_eq!(run.stderr, "sudoku-sat: result unknown: the solver gave up: INDET\n");
    assert_eq!(with_script("echo INDET > $2", &["--sat-exit-codes"]).code, 0);
}

#[test]
fn a_time_limit_ends_an_external_solver_with_its_children() {
    let folder = std::env::temp_dir().join(format!("sudoku-sat-children-{}", std::process::id()));
    fs::create_dir(&folder).unwrap();
    let note = folder.join("pid");
    // Without the limit, the solver would end without an answer.
    let run = with_script(&format!("sleep 60 & echo $! > {}; wait", note.display()), &["--timeout", "0.5"]);
    assert_eq!((run.code, &*run.stdout), (30, ""));
    assert_eq!(run.stderr, "sudoku-sat: result unknown: the time limit was reached\n");
    wait_for_end(fs::read_to_string(&note).unwrap().trim());
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_time_limit_ends_the_embedded_solver() {
    // The CNF of an empty 64x64 board has 31 million clauses. The solver reaches the time limit while it loads them.
    let board = vec![vec!["."; 64].join(" "); 64].join("\n");
    let run = run_with_input("sudoku-sat", ["solve", "--solver", "varisat", "--timeout", "0.2"], &board);
    assert_eq!((run.code, &*run.stdout), (30, ""));
    assert_eq!(run.stderr, "sudoku-sat: result unknown: the time limit was reached\n");
    // The native solver stores the constraints whole, so it needs less time to load them. 100x100 is still too large.
    let board = vec![vec!["."; 100].join(" "); 100].join("\n");
    let run = run_with_input("sudoku-sat", ["solve", "--box", "10x10", "--timeout", "0.01"], &board);
    assert_eq!((run.code, &*run.stdout), (30, ""));
    // A time limit that is not reached must not affect the result.
    let solved = crate::common::run(
        "sudoku-sat",
        ["solve", "--timeout", "1000", "--format", "rows", &sample("article.txt")],
    );
    assert_eq!(solved.stdout.replace('\n', ""), ARTICLE);
    for seconds in ["-1", "x", "nan", "inf"] {
        assert_eq!(crate::common::run("sudoku-sat", ["solve", "--timeout", seconds]).code, 2, "{seconds}");
    }
}

#[test]
fn an_interrupt_ends_the_external_solver_and_leaves_no_files() {
    let folder = std::env::temp_dir().join(format!("sudoku-sat-interrupt-{}", std::process::id()));
    fs::create_dir(&folder).unwrap();
    let note = folder.join("pid");
    let script = format!(
        "sh -c 'echo $$ > {}.new; mv {}.new {}; exec sleep 60' sh {{cnf}}",
        note.display(),
        note.display(),
        note.display()
    );
    let mut child = Command::new(binaries().join("sudoku-sat"))
        .args(["solve", "--solver-command", &script, &sample("article.txt")])
        .env("TMPDIR", &folder)
        .spawn()
        .unwrap();
    wait_until("the solver runs", || note.exists());
    signal(&child, "INT");
    assert_eq!(child.wait().unwrap().code(), Some(130));
    wait_for_end(fs::read_to_string(&note).unwrap().trim());
    let left: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["pid"]);
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
#[ignore = "requires the test data in SUDOKU_TEST_DATA"]
fn solves_the_lists_of_norvigs_essay() {
    for (list, count) in [("norvig_top95.txt", 95), ("norvig_hardest11.txt", 11), ("norvig_easy50.txt", 50)] {
        let path = test_data(&format!("9x9/{list}"));
        let run = run("sudoku-sat", ["solve", path.to_str().unwrap()]);
        assert_eq!((run.code, run.stdout.lines().count()), (0, count), "{list}: {}", run.stderr);
        assert!(
            run.stderr.starts_with(&format!("solved {count} of {count}\ntime: "))
                && run.stderr.contains("; mean "),
            "{list}: {}",
            run.stderr
        );
    }
}

#[test]
fn portfolio_agrees_with_a_single_solver() {
    let solved = run("sudoku-sat", ["solve", &sample("essay-hard.txt")]).stdout;
    for portfolio in ["--portfolio", "--portfolio=varisat,varisat,varisat", "--portfolio=minisat,varisat"] {
        if portfolio.contains("minisat") && !has_program("minisat") {
            continue;
        }
        let run = run("sudoku-sat", ["solve", portfolio, "--no-reduce", &sample("essay-hard.txt")]);
        assert_eq!((run.code, &*run.stdout, &*run.stderr), (0, &*solved, ""), "{portfolio}");
        let all = crate::common::run(
            "sudoku-sat",
            ["solve", portfolio, "--all", "--sorted", &sample("several.txt")],
        );
        assert_eq!((all.code, all.stdout.lines().count()), (0, 5), "{portfolio}");
        let none = crate::common::run("sudoku-sat", ["solve", portfolio, &sample("no-solution.txt")]);
        assert_eq!(none.code, 20, "{portfolio}");
    }
    for (wrong, words) in [("propagate", "'propagate' is not a SAT solver"), ("x", "unknown solver 'x'")] {
        let run = run("sudoku-sat", ["solve", &format!("--portfolio={wrong}"), &sample("article.txt")]);
        assert_eq!((run.code, run.stderr.contains(words)), (2, true), "{}", run.stderr);
    }
}

#[test]
fn a_time_limit_ends_a_portfolio() {
    let empty = vec!["."; 10_000].join(" ");
    let args = ["solve", "--portfolio=varisat,varisat", "--timeout", "0.5", "--encoding", "minimal"];
    let run = run_with_input("sudoku-sat", args, &empty);
    assert_eq!((run.code, &*run.stdout), (30, ""), "{}", run.stderr);
}

#[test]
fn verbose_prints_the_solver_and_the_encoding() {
    for command in ["solve", "count", "candidates", "minimize"] {
        let run = run("sudoku-sat", [command, "-v", "--solver", "varisat", &sample("essay-hard.txt")]);
        let messages: Vec<_> = run.stderr.lines().collect();
        assert_eq!(messages[0], "sudoku-sat: solver: varisat", "{command}");
        let part =
            if command == "minimize" { "whole board: 729 variables, 10530 clauses" } else { "reduced: " };
        let encoding = format!("sudoku-sat: encoding: complete; at-most-one: pairwise; {part}");
        assert!(messages[1].starts_with(&encoding), "{command}: {messages:?}");
    }
}

#[test]
fn verbose_prints_the_effort() {
    let hard = sample("essay-hard.txt");
    for (options, has_statistics) in [
        (&[][..], true),
        (&["--solver", "dpll"], true),
        (&["--solver", "native", "--no-reduce"], true),
        (&["--solver", "propagate"], false),
    ] {
        let stderr = run("sudoku-sat", ["solve", "-v", &hard].iter().chain(options)).stderr;
        let (_, last) = stderr.trim_end().rsplit_once('\n').unwrap();
        assert!(last.starts_with("sudoku-sat: time: "), "{stderr}");
        let search = stderr.lines().find(|line| line.starts_with("sudoku-sat: search: "));
        assert_eq!(search.is_some_and(|line| line.contains(" propagations")), has_statistics, "{stderr}");
    }
}

#[test]
fn compares_encodings() {
    let puzzle = sample("16x16.txt");
    let table = run("sudoku-sat", ["compare", &puzzle]);
    assert_eq!((table.code, &*table.stderr), (0, ""));
    // The table has a header, six rows for each of four encodings (one row per at-most-one scheme), and one row for the
    // classic encoding.
    assert_eq!(table.stdout.lines().count(), 1 + 4 * 6 + 1);
    let classic = run("sudoku-sat", ["compare", "--encoding", "classic", "--amo", "ladder", &puzzle]).stdout;
    assert!(classic.lines().nth(1).unwrap().starts_with("classic  pairwise"), "{classic}");
    let args = ["compare", "--no-reduce", "--encoding", "complete", "--format", "json", &puzzle];
    let json = run("sudoku-sat", args).stdout;
    let first: serde_json::Value = serde_json::from_str(json.lines().next().unwrap()).unwrap();
    assert_eq!((&first["at_most_one"], &first["variables"]), (&"pairwise".into(), &4096.into()));
    assert!(first["solve_seconds"].is_f64());
    let empty = vec!["."; 1296].join(" ");
    let args =
        ["compare", "--solver", "expand", "--amo", "pairwise", "--encoding", "minimal", "--timeout", "1"];
    let given_up = run_with_input("sudoku-sat", args, &empty).stdout;
    let words: Vec<_> = given_up.split_whitespace().rev().take(3).collect();
    assert_eq!(words, ["2.000", "-", "-"], "{given_up}");
}

#[test]
fn compares_solvers_on_several_puzzles() {
    let (hard, easy) = (sample("essay-hard.txt"), sample("article.txt"));
    let fixed = ["compare", "--encoding", "minimal", "--amo", "pairwise", "--repeat", "3"];
    let run_on = |args: &[&str]| run("sudoku-sat", fixed.iter().chain(args));
    let table = run_on(&["--solvers", "varisat,expand", &hard, &easy]);
    assert_eq!(
        (table.code, &*table.stderr),
        (
            0,
            "sudoku-sat: note: propagation solves 1 of 2 puzzles, so its CNF contains only unit clauses\n\
             hint: --no-reduce encodes the whole board instead\n"
        )
    );
    let lines: Vec<Vec<_>> = table.stdout.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!((lines.len(), lines[0][0], *lines[0].last().unwrap()), (3, "solver", "won"));
    for (line, solver) in lines[1..].iter().zip(["varisat", "expand"]) {
        // The mean of 254 and 81 variables is rounded up.
        let [.., solved, won] = line[..] else { panic!("{line:?}") };
        assert_eq!((line[0], line[3], solved), (solver, "168", "2/2"));
        assert!(won.parse::<usize>().unwrap() <= 2, "{line:?}");
        let times: Vec<f64> = line[8..12].iter().map(|time| time.parse().unwrap()).collect();
        let [encode, median, min, max] = times[..] else { panic!("{line:?}") };
        assert!(encode > 0.0 && min <= median && median <= max, "{line:?}");
    }
    let csv = run_on(&["--format", "csv", "--quiet", "--no-reduce", &hard, &easy]);
    assert_eq!((csv.code, &*csv.stderr), (0, ""));
    let lines: Vec<Vec<_>> = csv.stdout.lines().map(|line| line.split(',').collect()).collect();
    assert!(
        csv.stdout.starts_with("id,file,line,solver,encoding,at_most_one,variables,clauses,"),
        "{}",
        csv.stdout
    );
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[2][..7], ["2", &easy, "2", "varisat", "minimal", "pairwise", "729"]);
    let solved_by_propagation = lines[0].iter().position(|name| *name == "solved_by_propagation").unwrap();
    assert_eq!(lines[2][solved_by_propagation..][..2], ["false", "3"]);
}

#[test]
fn compare_reports_errors_and_missing_answers() {
    let puzzles = "1...............\n2...x..........\n...............4\n";
    let args = ["compare", "-q", "--encoding", "minimal", "--amo", "ladder", "--format", "json"];
    let run_on = |input: &str| run_with_input("sudoku-sat", args, input);
    let run = run_on(puzzles);
    assert_eq!(run.code, 1);
    assert!(run.stderr.starts_with("<stdin>:2:5: unexpected character 'x'\n"), "{}", run.stderr);
    let ids: Vec<_> = run
        .stdout
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["id"].as_u64().unwrap())
        .collect();
    assert_eq!(ids, [1, 3]);
    let empty = vec!["."; 1296].join(" ");
    let args = ["compare", "--solvers", "expand", "--repeat", "3", "--timeout", "1", "--format", "csv"];
    let args = args.into_iter().chain(["--amo", "pairwise", "--encoding", "minimal"]);
    let given_up = run_with_input("sudoku-sat", args, &empty).stdout;
    assert!(given_up.trim_end().ends_with(",,,,1.0"), "{given_up}");
    for args in [["--solvers", "unknown"], ["--solvers=varisat", "--solver=varisat"], ["--repeat", "0"]] {
        assert_eq!(run_with_input("sudoku-sat", ["compare"].iter().chain(&args), "").code, 2, "{args:?}");
    }
}

#[test]
fn common_mistakes_have_hints() {
    let article = sample("article.txt");
    let no_command = run("sudoku-sat", [&article]);
    assert_eq!(no_command.code, 2);
    assert!(
        no_command.stderr.ends_with(&format!("run 'sudoku-sat solve {article}'\n")),
        "{}",
        no_command.stderr
    );
    let argument = run("sudoku-sat", ["solve", "12..34.......4.."]);
    assert_eq!(argument.code, 1);
    assert!(argument.stderr.contains("\nhint: the argument is a puzzle, not a file"), "{}", argument.stderr);
    let several = run("sudoku-sat", ["solve", &sample("several.txt")]);
    assert!(
        several.stderr.starts_with("sudoku-sat: note: the puzzle has other solutions"),
        "{}",
        several.stderr
    );
    let only = run("sudoku-sat", ["solve", &article]);
    assert_eq!((only.code, &*only.stderr), (0, ""));
    let shard = run("sudoku-sat", ["solve", "--shard", "2/2", "--puzzle-number", "1", &article]);
    assert_eq!(shard.code, 2);
}

/// A solver that writes its answer to a file, but whose command does not name the file.
#[test]
fn a_missing_placeholder_for_the_answer_has_a_hint() {
    let stderr =
        |command| run("sudoku-sat", ["solve", "--solver-command", command, &sample("article.txt")]).stderr;
    let hint = "hint: if the solver writes its answer to a file, add {out} to --solver-command\n";
    assert!(stderr("cat {cnf}").ends_with(hint));
    assert!(!stderr("cp {cnf} {out}").contains("hint:"));
}

#[test]
fn extra_clauses_restrict_the_solutions() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("extra");
    let solve = |clauses: &str, arguments: &[&str]| {
        fs::write(&path, clauses).unwrap();
        let options = ["solve", "--all", "--sorted", "--extra-clauses", path.to_str().unwrap()];
        run_with_input("sudoku-sat", options.iter().chain(arguments), "................")
    };
    for arguments in [&[][..], &["--solver", "native", "--encoding", "triad"], &["--solver", "varisat"]] {
        let found = solve("r1c1=2\nr1c2!=1 0 r1c2!=3 0\n", arguments).stdout;
        assert_eq!(found.lines().count(), 288 / 4 / 3, "{arguments:?}");
        assert!(found.lines().all(|line| line.starts_with("24")), "{found}");
    }
    let wrong = solve("c comment\n65 0\n", &[]);
    assert_eq!(wrong.code, 1);
    assert!(wrong.stderr.contains("extra:2: literal 65 is out of range"), "{}", wrong.stderr);
    // A DIMACS file may break its clauses anywhere, and the empty clause excludes all solutions.
    assert_eq!(solve("p cnf 64 1\n1\n2 0\n", &[]).stdout.lines().count(), 144);
    assert_eq!(solve("1 0 0\n", &[]).code, 20);
    assert_eq!(solve("p cnf 64 2\n1 0\n", &[]).code, 1);
    let puzzle = "1.3.\n3.1.\n....\n....\n";
    let unique = |clauses: &str| {
        fs::write(&path, clauses).unwrap();
        let options = ["solve", "--check-unique", "--extra-clauses", path.to_str().unwrap()];
        run_with_input("sudoku-sat", options, puzzle).stderr
    };
    assert!(unique("").contains("solutions: several"), "{}", unique(""));
    let restricted = unique("r1c2=2\nr3c1=2\nr3c3=4\nr3c2=3\n");
    assert!(restricted.contains("solutions: unique"), "{restricted}");
    let (clauses, path) = (path.to_str().unwrap(), path.to_str().unwrap());
    fs::write(path, "1 0\n").unwrap();
    let overwrite = run_with_input(
        "sudoku-sat",
        ["solve", "--extra-clauses", clauses, "-o", clauses],
        "................",
    );
    assert!(overwrite.code != 0 && fs::read_to_string(path).unwrap() == "1 0\n", "{}", overwrite.stderr);
    let solve = |clauses: &str, arguments: &[&str]| {
        fs::write(path, clauses).unwrap();
        let options = ["solve", "--all", "--extra-clauses", path];
        run_with_input("sudoku-sat", options.iter().chain(arguments), "................")
    };
    let rule = solve("r1c1=3\n", &["--rule", "killercage 4: r1c1 r1c2"]).stdout;
    assert!(rule.lines().count() == 24 && rule.lines().all(|line| line.starts_with("31")), "{rule}");
    assert_eq!(solve("1 0\n", &["--solver", "dpll"]).code, 2);
    assert_eq!(solve("1 0\n", &["--jobs", "1", "--format", "json"]).code, 2);
}

/// A solver that ignores an additional clause is found out.
#[test]
fn solutions_must_satisfy_the_extra_clauses() {
    struct Forgetful(Native);
    impl ClauseSink for Forgetful {
        type Error = SolverError;

        fn add_clause(&mut self, clause: &[Lit]) -> Result<(), SolverError> {
            if clause.len() == 1 { Ok(()) } else { self.0.add_clause(clause) }
        }
    }
    impl SatSolver for Forgetful {
        fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Result<Outcome, SolverError> {
            self.0.solve(assumptions, limits)
        }
    }
    let solver = Solver::custom("forgetful", || Box::new(Forgetful(Native::new())) as Box<dyn SatSolver>);
    let options = SolveOptions::new().solver(solver).extra_clauses([vec![Lit::from_dimacs(1).unwrap()]]);
    let puzzle: Puzzle = "................".parse().unwrap();
    assert!(options.solutions(&puzzle).any(|solution| solution.is_err()));
}

/// A pseudo-Boolean solver receives the sums of rules whole.
#[test]
fn custom_solvers_may_keep_sums() {
    static SUMS: AtomicUsize = AtomicUsize::new(0);
    struct Sums(Native);
    impl ClauseSink for Sums {
        type Error = SolverError;

        fn add_clause(&mut self, clause: &[Lit]) -> Result<(), SolverError> {
            self.0.add_clause(clause)
        }

        fn keeps_sums(&self) -> bool {
            true
        }

        fn add_sum(&mut self, _: &[(i128, Lit)], _: Relation, _: i128) -> Result<(), SolverError> {
            SUMS.fetch_add(1, Ordering::Relaxed);
            Ok(())
        }
    }
    impl SatSolver for Sums {
        fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Result<Outcome, SolverError> {
            self.0.solve(assumptions, limits)
        }
    }
    let mut puzzle: Puzzle = "123434122143432.".parse().unwrap();
    puzzle.add_rules([Rule::parse("sum 6: r1c1 r2c2 r4c4", puzzle.geometry()).unwrap()]);
    let solver = Solver::custom("sums", || Box::new(Sums(Native::new())) as Box<dyn SatSolver>);
    // The embedded solver that confirms refutations needs clauses.
    for (solver, keeps_sums) in [(solver.clone(), true), (solver.cross_checked(), false)] {
        SUMS.store(0, Ordering::Relaxed);
        assert!(SolveOptions::new().solver(solver).reduce(false).solve(&puzzle).unwrap().is_some());
        assert_eq!(SUMS.load(Ordering::Relaxed) > 0, keeps_sums);
    }
}

#[test]
fn no_time_is_not_enough_for_any_question() {
    let puzzle: Puzzle = "1.....2...3....4".parse().unwrap();
    let large: Puzzle = format!("{}1", ".".repeat(255)).parse().unwrap();
    for puzzle in [puzzle, large, common::puzzle("article")] {
        let options = SolveOptions::new().timeout(Duration::ZERO);
        assert!(matches!(options.solve(&puzzle), Err(SolveError::Unknown(_))), "{puzzle}");
        assert!(matches!(BatchSolver::new(options.clone()).solve(&puzzle), Err(SolveError::Unknown(_))));
        assert!(matches!(options.count(&puzzle), Ok(Count::AtLeast(0, Incomplete::Stopped(_)))), "{puzzle}");
        assert!(matches!(options.is_unique(&puzzle), Err(SolveError::Unknown(_))), "{puzzle}");
    }
    for args in [&["solve"][..], &["count"], &["solve", "--solver", "dpll"], &["solve", "--format", "line"]] {
        let run = run("sudoku-sat", args.iter().copied().chain(["--timeout", "0", &sample("article.txt")]));
        assert_eq!(run.code, 30, "{args:?} {}", run.stdout);
    }
}

#[test]
fn errors_and_refutations_of_custom_solvers_are_not_trusted() {
    /// A solver that finds no solutions, or fails if the flag is set.
    struct Wrong(bool);
    impl ClauseSink for Wrong {
        type Error = SolverError;

        fn add_clause(&mut self, _: &[Lit]) -> Result<(), SolverError> {
            if self.0 { Err(SolverError::custom(fs::read("/nonexistent").unwrap_err())) } else { Ok(()) }
        }
    }
    impl SatSolver for Wrong {
        fn solve(&mut self, _: &[Lit], _: &Limits) -> Result<Outcome, SolverError> {
            Ok(Outcome::Unsatisfiable(Vec::new()))
        }
    }
    let solve = |puzzle: &str, solver: Solver| {
        SolveOptions::new().solver(solver).solve(&puzzle.parse().unwrap()).map_err(|error| error.to_string())
    };
    let custom = |fails| Solver::custom("wrong", move || Box::new(Wrong(fails)));
    assert_eq!(solve("1.....2...3....4", custom(false)), Ok(None));
    let wrong = solve("1.....2...3....4", custom(false).cross_checked()).unwrap_err();
    assert!(
        wrong.starts_with("the solver 'wrong' reported UNSATISFIABLE, but varisat found a model"),
        "{wrong}"
    );
    assert_eq!(solve("11..............", custom(false).cross_checked()), Ok(None));
    assert!(solve("1.....2...3....4", custom(true)).unwrap_err().contains("No such file"));
}

#[test]
fn unit_propagation_depends_on_the_encoding() {
    let path = sample("essay-hard.txt");
    let left = |encoding: &str| {
        let args = ["candidates", "--unit-propagation", "--encoding", encoding, &*path];
        run("sudoku-sat", args).stdout.chars().filter(char::is_ascii_digit).count()
    };
    // The 21 givens are candidates that are left, too.
    assert_eq!((left("minimal"), left("complete")), (320 + 21, 233 + 21));
    let args = ["compare", "--amo", "pairwise", "--format", "json", &*path];
    let compared = run("sudoku-sat", args).stdout;
    assert!(compared.lines().next().unwrap().contains("\"open_candidates\":320,"), "{compared}");
}
