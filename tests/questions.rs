//! Tests for the `sudoku-sat` commands that list and count solutions, print candidates and minimize puzzles.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use sudoku_cnf::{BoxShape, Geometry, Puzzle};
use sudoku_sat::{Interrupt, SolveError, SolveOptions, Solver, StopReason};

use crate::common::{Run, run, run_with_input, sample};
use crate::programs::{dimacs_command, file_solvers, has_program};

const ENGINES: [&str; 6] = ["native", "varisat", "propagate", "expand", "backtrack", "brute"];

#[test]
fn every_engine_lists_all_solutions() {
    let list = |solver: &str, more: &[&str]| {
        let puzzle = sample("several.txt");
        let args = ["solve", "--solver", solver, &puzzle].into_iter().chain(more.iter().copied());
        run("sudoku-sat", args)
    };
    let expected = list("varisat", &["--all", "--sorted"]);
    assert_eq!((expected.code, expected.stdout.lines().count(), &*expected.stderr), (0, 5, ""));
    for solver in ENGINES {
        let sorted = list(solver, &["--all", "--sorted"]).stdout;
        assert!(sorted == expected.stdout && sorted.lines().is_sorted(), "{solver}");
        let limited = list(solver, &["--limit", "2"]);
        assert_eq!((limited.code, limited.stdout.lines().count()), (0, 2), "{solver}");
        assert!(
            limited.stderr.contains("stopped at --limit; solutions found: 2"),
            "{solver}: {}",
            limited.stderr
        );
    }
    for solver in file_solvers() {
        let args = ["solve", "--solver-command", &solver.solver_command(), "--all", "--sorted"];
        let listed = run("sudoku-sat", args.into_iter().chain([&*sample("several.txt")]));
        assert_eq!(listed.stdout, expected.stdout, "{}: {}", solver.command, listed.stderr);
    }
    let grids = list("varisat", &["--all", "--format", "grid"]).stdout;
    assert_eq!(grids.split("\n\n").count(), 5);
}

#[test]
fn lists_solutions_of_no_or_several_puzzles() {
    let none = run("sudoku-sat", ["solve", "--all", &sample("no-solution.txt")]);
    assert_eq!((none.code, &*none.stdout, &*none.stderr), (20, "", "sudoku-sat: no solution\n"));
    let many = ["solve", "--all", &sample("several.txt"), &sample("article.txt")].map(str::to_owned);
    let refused = run("sudoku-sat", &many);
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.contains("require --format json"), "{}", refused.stderr);
    let json = run("sudoku-sat", many.iter().map(String::as_str).chain(["--format", "json"]));
    assert_eq!((json.code, json.stdout.lines().count()), (0, 6));
    let indices: Vec<_> = json.stdout.lines().map(|line| field(line, "solution_index")).collect();
    assert_eq!(indices, ["1", "2", "3", "4", "5", "1"]);
}

/// Returns the unparsed value of the field `name` in a flat JSON object.
fn field<'a>(json: &'a str, name: &str) -> &'a str {
    let (_, rest) = json.split_once(&format!("\"{name}\":")).unwrap_or_else(|| panic!("{name} in {json}"));
    rest.split([',', '}']).next().unwrap()
}

#[test]
fn prints_json_records() {
    let input = "1...............\n11..............\n12........3...4.\n";
    let Run { code, stdout, .. } = run_with_input("sudoku-sat", ["solve", "--format", "json"], input);
    let lines: Vec<_> = stdout.lines().collect();
    assert_eq!((code, lines.len()), (0, 3));
    let values_of = |name: &str| lines.iter().map(|line| field(line, name)).collect::<Vec<_>>();
    assert_eq!(values_of("id"), ["1", "2", "3"]);
    assert_eq!(values_of("line"), ["1", "2", "3"]);
    assert_eq!(values_of("status"), ["\"solved\"", "\"unsatisfiable\"", "\"unsatisfiable\""]);
    assert_eq!(field(lines[0], "puzzle"), "\"1...............\"");
    assert_eq!(field(lines[0], "solution").len(), 18);
    assert!(field(lines[1], "message").contains("1 occurs twice in row 1"));
    let large = run("sudoku-sat", ["solve", "--format", "json", &sample("12x12.txt")]).stdout;
    assert!(large.contains("\"solution\":\"4 11 7 10 "), "{large}");
    // A record contains the whole puzzle, so another command can read it.
    let rules = ["count", "-f", "json", "-q", "--rule", "killercage 3: r1c1 r1c2", "--variant", "x"];
    let record = run_with_input("sudoku-sat", rules, "................\n").stdout;
    let again = run_with_input("sudoku-sat", ["count", "-f", "json", "-q"], &record).stdout;
    assert_eq!(field(&again, "count"), field(&record, "count"));
    assert_ne!(field(&again, "constraints"), "null");
}

#[test]
fn counts_solutions() {
    let count = |input: &str, args: &[&str]| {
        let run = run_with_input("sudoku-sat", ["count"].iter().chain(args), input);
        (run.code, run.stdout.trim_end().to_owned())
    };
    let empty = ".".repeat(16);
    assert_eq!(count(&empty, &[]), (0, "exactly 288".to_owned()));
    assert_eq!(count(&empty, &["--limit", "10"]), (0, "at least 10 (limit reached)".to_owned()));
    assert_eq!(count("12........3...4.", &[]), (20, "exactly 0".to_owned()));
    for solver in ENGINES {
        assert_eq!(count(&empty, &["--solver", solver]), (0, "exactly 288".to_owned()), "{solver}");
        assert_eq!(
            count(&empty, &["--solver", solver, "--limit", "2"]).1,
            "at least 2 (limit reached)",
            "{solver}"
        );
    }
    let two = format!("{empty}\n1..1............\n12........3...4.");
    assert_eq!(count(&two, &[]), (0, "exactly 288\nexactly 0\nexactly 0".to_owned()));
    assert_eq!(count("1..1............", &[]), (20, "exactly 0".to_owned()));
    let (code, text) = count(&".".repeat(81), &["--timeout", "0.1"]);
    assert_eq!(code, 30);
    assert!(text.starts_with("at least ") && text.ends_with(" (timed out)"), "{text}");
    let (code, json) = count(&empty, &["--format", "json"]);
    assert_eq!(code, 0);
    assert!(json.contains("\"count\":{\"value\":288,\"exact\":true}"), "{json}");
    let (_, json) = count(&empty, &["--format", "json", "--limit", "3"]);
    assert!(json.contains("\"count\":{\"value\":3,\"exact\":false}"), "{json}");
}

#[test]
fn prints_candidate_boards() {
    let several = run("sudoku-sat", ["candidates", &sample("several.txt")]);
    assert_eq!((several.code, &*several.stderr), (0, ""));
    assert_eq!(several.stdout.lines().next(), Some(" 6   5   1  | 9   7   2  | 3   8   4"));
    let proper = run("sudoku-sat", ["candidates", &sample("essay-hard.txt")]);
    assert_eq!(
        proper.stdout,
        run("sudoku-sat", ["solve", &sample("essay-hard.txt")]).stdout,
        "every cell must have a single candidate"
    );
    let propagated = run("sudoku-sat", ["candidates", "--propagate-only", &sample("essay-hard.txt")]);
    assert_eq!(
        propagated.stdout.lines().next(),
        Some(" 15789   578     3   |   2    1567    457  | 4689   5789  456789")
    );
    let none = run("sudoku-sat", ["candidates", &sample("no-solution.txt")]);
    assert_eq!((none.code, &*none.stdout, &*none.stderr), (20, "", "sudoku-sat: no solution\n"));
    let no_sat = run("sudoku-sat", ["candidates", "--solver", "brute", &sample("4x4.txt")]);
    assert_eq!(no_sat.code, 2, "the help lists only SAT solvers");
    assert!(no_sat.stderr.contains("invalid value 'brute' for '--solver <NAME>'"), "{}", no_sat.stderr);
    let large = run("sudoku-sat", ["candidates", "--propagate-only", &sample("12x12.txt")]);
    assert!(large.stdout.lines().next().unwrap().contains(','), "{}", large.stdout);
}

/// Calls to the solver dominate the running time, so there must be only a few of them.
#[test]
fn true_candidates_need_few_solver_calls() {
    let log = std::env::temp_dir().join(format!("sudoku-sat-calls-{}", std::process::id()));
    let calls = |solver: &str, puzzle: &str| {
        let script = format!("sh -c \"echo >> {}; {solver} \\$1 \\$2\" sh {{cnf}} {{out}}", log.display());
        let run = run_with_input("sudoku-sat", ["candidates", "--solver-command", &script], puzzle);
        assert_eq!(run.code, 0, "{}", run.stderr);
        let calls = std::fs::read_to_string(&log).unwrap().len();
        std::fs::remove_file(&log).unwrap();
        calls
    };
    let text = |name: &str| std::fs::read_to_string(sample(name)).unwrap();
    let minisat = has_program("minisat").then(|| "minisat".to_owned());
    for solver in [format!("{} --solver native", dimacs_command())].into_iter().chain(minisat) {
        assert_eq!(calls(&solver, &text("essay-hard.txt")), 2, "solver calls for a proper puzzle");
        assert!(calls(&solver, &text("several.txt")) <= 12);
        assert!(calls(&solver, &".".repeat(81)) <= 60, "too many solver calls for 729 true candidates");
    }
}

/// In this puzzle, every candidate that remains after propagation occurs in a solution. After this has been proven for
/// all candidates, the search must end instead of looping forever.
#[test]
fn true_candidates_terminate_without_guesses() {
    let input = "1...............";
    let board = run_with_input("sudoku-sat", ["candidates"], input);
    assert_eq!(board.stdout.lines().next(), Some("  1   234 | 234  234"));
}

#[test]
fn minimizes_puzzles() {
    let minimal = run("sudoku-sat", ["minimize", "--format", "line", &sample("essay-easy.txt")]);
    assert_eq!((minimal.code, &*minimal.stderr), (0, ""));
    let again = run_with_input("sudoku-sat", ["minimize", "--format", "line"], &minimal.stdout);
    assert_eq!(again.stdout, minimal.stdout);
    assert_eq!(run_with_input("sudoku-sat", ["minimize", "--all"], &minimal.stdout).stdout, "");
    let all = run("sudoku-sat", ["minimize", "--all", &sample("essay-easy.txt")]).stdout;
    assert!(all.lines().count() > 10 && all.starts_with("r1c3 3\n"), "{all}");
    assert_eq!(run("sudoku-sat", ["minimize", &sample("no-solution.txt")]).code, 20);
}

/// Several puzzles, a line that is not a puzzle, and a puzzle without a solution.
const MANY: &str = "1......2..3.....\n12.x\n11..............\n1..2.3....1.4...\n";

#[test]
fn many_puzzles_have_one_candidate_board_each() {
    let candidates = |args: &[&str]| run_with_input("sudoku-sat", [&["candidates"], args].concat(), MANY);
    let boards = candidates(&["--jobs", "2"]);
    let records: Vec<_> = boards.stdout.split("\n\n").collect();
    assert_eq!((boards.code, records.len()), (1, 4), "{}", boards.stdout);
    assert_eq!(records[1..3], ["error", "unsatisfiable"]);
    let single = run_with_input("sudoku-sat", ["candidates"], MANY.lines().next().unwrap()).stdout;
    assert_eq!(format!("{}\n", records[0]), single);
    assert!(boards.stderr.contains("solved 2 of 4, 1 unsatisfiable, 1 error"), "{}", boards.stderr);
    let lines = candidates(&["--format", "729", "-q"]).stdout;
    assert_eq!(lines.lines().map(str::len).collect::<Vec<_>>(), [64, 5, 13, 64], "{lines}");
    let csv = candidates(&["--propagate-only", "--format", "csv", "-q"]).stdout;
    assert!(csv.starts_with("puzzle,candidates,status\n1000000200300000,1 2 4 3 34 34 1 2 "), "{csv}");
    let json = candidates(&["-f", "json", "-q"]).stdout;
    assert!(field(&json, "candidates").starts_with("\"1 2 4 3 "), "{json}");
    let two = run("sudoku-sat", ["candidates", &sample("4x4.txt"), &sample("article.txt")]);
    assert_eq!((two.code, two.stdout.split("\n\n").count()), (0, 2), "several files");
}

#[test]
fn columns_of_the_input_are_kept() {
    let columns = |command: &str, names: &str, input: &str| {
        run_with_input("sudoku-sat", [command, "-q", "--columns", names], input)
    };
    let csv = "source;puzzle;difficulty\n\"a;b\";1......2..3.....;2\nc;1..2.3....1.4...;\n";
    let solved = columns("solve", "id,source,status,difficulty", csv);
    let expected = "id,source,status,difficulty\n1,a;b,solved,2\n2,c,solved,\n";
    assert_eq!((solved.code, &*solved.stdout), (0, expected), "{}", solved.stderr);
    let json = "{\"puzzle\":\"1......2..3.....\",\"n\":7}\n{\"puzzle\":\"1..2.3....1.4...\"}\n";
    assert_eq!(columns("minimize", "id,n", json).stdout, "id,n\n1,7\n2,\n");
    for input in [csv, "1......2..3.....\n"] {
        let unknown = columns("count", "id,sources", input);
        assert_eq!(unknown.code, 2, "{}", unknown.stderr);
        let message = "neither the results nor the input have a column 'sources'\nhint: ";
        assert!(unknown.stderr.contains(message), "{}", unknown.stderr);
    }
}

/// Columns of the input take the place of results that say where a puzzle is, and stay with their row in any case.
#[test]
fn own_columns_stay_with_their_rows() {
    let csv = "id;title;puzzle\nA;\"one; easy\";1......2..3.....\nB;\"a \"\"bad\"\" one\";1x.....2..3.....\nC;clash;\
               11..............\nD;;1..2.3....1.4...\n";
    let solve = |names: &str, input: &str| {
        run_with_input("sudoku-sat", ["solve", "-q", "--check-unique", "--columns", names], input)
    };
    let solved = solve("id,number,title,unique,status", csv);
    let expected = "id,number,title,unique,status\nA,1,one; easy,false,solved\n\
                    B,2,\"a \"\"bad\"\" one\",,error\nC,3,clash,,unsatisfiable\nD,4,,true,solved\n";
    assert_eq!((solved.code, &*solved.stdout), (1, expected), "{}", solved.stderr);
    // Without such columns, the results have their usual meaning.
    let lines = solve("id,number,line,status", "\n1......2..3.....\n");
    assert_eq!(lines.stdout, "id,number,line,status\n1,1,2,solved\n");
    let json = "{\"id\":\"x\",\"puzzle\":\"1......2..3.....\"}\n{\"puzzle\":\"1..2.3....1.4...\"}\n";
    assert_eq!(solve("id,number", json).stdout, "id,number\nx,1\n2,2\n");
}

#[test]
fn an_empty_input_is_an_error_unless_records_are_requested() {
    for command in ["solve", "count", "rate", "candidates", "minimize"] {
        let empty = run_with_input("sudoku-sat", [command], "# comment\n");
        assert_eq!((empty.code, &*empty.stdout), (1, ""), "{command}");
        assert!(empty.stderr.starts_with("sudoku-sat: <stdin>: no puzzle found\n"), "{}", empty.stderr);
        let records = run_with_input("sudoku-sat", [command, "-q", "--shard", "1/2"], "");
        assert_eq!((records.code, &*records.stdout, &*records.stderr), (0, "", ""), "{command}");
    }
}

#[test]
fn many_puzzles_are_minimized_in_input_order() {
    let minimize = |args: &[&str]| run_with_input("sudoku-sat", [&["minimize"], args].concat(), MANY);
    let lines = minimize(&[]);
    assert_eq!((lines.code, lines.stdout.lines().count()), (1, 4), "{}", lines.stderr);
    assert_eq!(lines.stdout.lines().nth(1), Some("error"));
    assert_eq!(lines.stdout, minimize(&["-j", "1"]).stdout);
    let first = MANY.lines().next().unwrap();
    let single = run_with_input("sudoku-sat", ["minimize", "-f", "line"], first).stdout;
    assert!(lines.stdout.starts_with(&single), "{}", lines.stdout);
    let json = minimize(&["-f", "json", "-q"]).stdout;
    assert_eq!(format!("{}\n", field(&json, "minimal").trim_matches('"')), single);
    let shard = minimize(&["--shard", "2/2", "-q"]).stdout;
    assert_eq!(shard.lines().collect::<Vec<_>>(), ["error", lines.stdout.lines().last().unwrap()]);
    let grids = minimize(&["-f", "grid", "-q"]).stdout;
    assert_eq!(grids.split("\n\n").count(), 4, "{grids}");
    let all = minimize(&["--all", "--columns", "id,redundant", "-q"]).stdout;
    assert!(all.starts_with("id,redundant\n1,"), "{all}");
    let conflict = minimize(&["--all", "-f", "grid"]);
    assert_eq!(conflict.code, 2, "{}", conflict.stderr);
    assert_eq!(minimize(&["-f", "opensudoku"]).code, 2);
    let records = run_with_input("sudoku-sat", ["minimize", "--all", "-f", "json"], first);
    assert!(records.stdout.contains("\"redundant\":["), "{}", records.stdout);
}

#[test]
fn brute_force_warns_that_it_may_take_long() {
    let warned = run("sudoku-sat", ["solve", "--solver", "brute", "--timeout", "0.2", &sample("16x16.txt")]);
    assert_eq!(warned.code, 30);
    assert!(warned.stderr.contains("warning: brute force on 162 open cells"), "{}", warned.stderr);
    let quiet = run("sudoku-sat", ["solve", "--solver", "brute", &sample("4x4.txt")]);
    assert_eq!((quiet.code, &*quiet.stderr), (0, ""));
}

#[test]
fn a_condition_stops_portfolios_although_only_the_thread_of_the_caller_meets_it() {
    let shape: BoxShape = "6x6".parse().unwrap();
    let puzzle = Puzzle::empty(Arc::new(Geometry::new(shape)));
    for member in [Solver::Native, Solver::Varisat] {
        let (caller, start) = (thread::current().id(), Instant::now());
        let is_met = move || thread::current().id() == caller && start.elapsed() > Duration::from_millis(300);
        let options = SolveOptions::new()
            .solver(Solver::Portfolio(vec![member.clone(), member]))
            .interrupt(Interrupt::when(is_met));
        let stopped = options.solutions(&puzzle).find_map(Result::err);
        assert!(matches!(stopped, Some(SolveError::Unknown(StopReason::Interrupted))), "{stopped:?}");
    }
}
