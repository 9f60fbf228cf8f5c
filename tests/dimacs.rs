//! Tests for `sudoku-sat dimacs` with formulas that encode no puzzle. If MiniSat and CaDiCaL are installed, the answers
//! are compared with theirs.

#![cfg_attr(not(unix), allow(dead_code, unused_imports, reason = "some tests need signals or special files"))]

use std::fmt::Write;
use std::fs;
use std::process::Command;

use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use sudoku_cnf::Cnf;
use sudoku_cnf::clauses::model_check::ModelCheck;
use sudoku_cnf::files::dimacs;
use sudoku_sat::proof::{ClausalProof, check_lrat, elaborate};
use sudoku_sat::solver::output;
use sudoku_sat::{Limits, Outcome};

use crate::common::{Run, binary, run, run_command, run_with_input, sample, signal, start, wait};
use crate::programs::has_program;

const SOLVERS: [&str; 2] = ["varisat", "native"];

/// Returns the text of a CNF file.
fn text(variables: i64, clauses: &[Vec<i64>]) -> String {
    let mut text = format!("p cnf {variables} {}\n", clauses.len());
    for clause in clauses {
        for literal in clause {
            write!(text, "{literal} ").unwrap();
        }
        text.push_str("0\n");
    }
    text
}

/// Returns a random formula with three distinct variables per clause.
fn random_3_sat(variables: i64, clauses: usize, seed: u64) -> String {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut below = |limit: i64| i64::from(random.next_u32()) % limit;
    let mut clause = || {
        let mut chosen: Vec<i64> = Vec::new();
        while chosen.len() < 3 {
            let variable = below(variables) + 1;
            if !chosen.iter().any(|literal| literal.abs() == variable) {
                chosen.push(if below(2) == 0 { variable } else { -variable });
            }
        }
        chosen
    };
    let clauses: Vec<_> = (0..clauses).map(|_| clause()).collect();
    text(variables, &clauses)
}

/// Returns the formula that `holes + 1` pigeons fit into `holes` holes.
fn pigeons(holes: i64) -> String {
    let is_in = |pigeon: i64, hole: i64| pigeon * holes + hole + 1;
    let mut clauses: Vec<Vec<_>> =
        (0..=holes).map(|pigeon| (0..holes).map(|hole| is_in(pigeon, hole)).collect()).collect();
    for hole in 0..holes {
        for (a, b) in (0..=holes).flat_map(|a| (0..a).map(move |b| (a, b))) {
            clauses.push(vec![-is_in(a, hole), -is_in(b, hole)]);
        }
    }
    text(holes * (holes + 1), &clauses)
}

/// Returns the formula that the vertices of a wheel with `rim` spokes can be colored with `colors` colors.
///
/// Four colors are sufficient, and three if the number of spokes is even.
fn wheel_coloring(rim: i64, colors: i64) -> String {
    let has = |vertex: i64, color: i64| vertex * colors + color + 1;
    let mut clauses: Vec<Vec<_>> =
        (0..=rim).map(|vertex| (0..colors).map(|color| has(vertex, color)).collect()).collect();
    let edges = (0..rim).flat_map(|vertex| [(vertex, (vertex + 1) % rim), (vertex, rim)]);
    for (a, b) in edges {
        clauses.extend((0..colors).map(|color| vec![-has(a, color), -has(b, color)]));
    }
    text((rim + 1) * colors, &clauses)
}

/// Asserts that the `s` and `v` lines in `printed` are an answer for the formula `cnf`. Returns whether it is
/// satisfiable.
fn check_answer(cnf: &str, printed: &Run) -> bool {
    match output::read(printed.stdout.as_bytes()).unwrap() {
        Outcome::Satisfiable(model) => {
            assert_eq!(printed.code, 10);
            dimacs::read(cnf.as_bytes(), &mut ModelCheck::new(&model)).unwrap();
            true
        }
        Outcome::Unsatisfiable(_) => {
            assert_eq!(printed.code, 20);
            false
        }
        Outcome::Unknown(reason) => panic!("{reason}"),
    }
}

/// Solves `cnf` with each embedded solver, in both output formats, and with MiniSat and CaDiCaL. Checks all models and
/// proofs. Returns whether the formula is satisfiable.
fn solve(cnf: &str) -> bool {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (problem, out, proof) = (path("p.cnf"), path("p.out"), path("p.drat"));
    fs::write(&problem, cnf).unwrap();
    let mut answers = Vec::new();
    for solver in SOLVERS {
        let args = ["dimacs", "--solver", solver, &problem];
        let printed = run("sudoku-sat", args);
        let is_satisfiable = check_answer(cnf, &printed);
        answers.push(is_satisfiable);
        let written = run("sudoku-sat", args.into_iter().chain([&*out, "--proof", &proof, "-q"]));
        assert_eq!((written.code, &*written.stderr), (printed.code, ""), "{solver}");
        assert_eq!(written.stdout, printed.stdout.lines().next().unwrap().to_owned() + "\n");
        let result = Run { stdout: fs::read_to_string(&out).unwrap(), ..written };
        assert!(result.stdout.starts_with(if is_satisfiable { "SAT\n" } else { "UNSAT\n" }));
        assert_eq!(check_answer(cnf, &result), is_satisfiable);
        assert_eq!(fs::exists(&proof).unwrap(), !is_satisfiable);
        if !is_satisfiable {
            check_proof(cnf, &fs::read(&proof).unwrap());
            fs::remove_file(&proof).unwrap();
        }
    }
    if has_program("minisat") {
        answers.push(run_command(Command::new("minisat").args(["-verb=0", &problem]), "").code == 10);
    }
    if has_program("cadical") {
        answers.push(run_command(Command::new("cadical").args(["-q", "-n", &problem]), "").code == 10);
    }
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}: {cnf}");
    answers[0]
}

/// Asserts that the DRAT proof `text` refutes the formula `cnf`.
fn check_proof(cnf: &str, text: &[u8]) {
    assert!(text.ends_with(b"0\n"), "the last step is the empty clause");
    let mut clauses = Cnf::default();
    dimacs::read(cnf.as_bytes(), &mut clauses).unwrap();
    let proof = ClausalProof::parse_drat(text).unwrap();
    let (mut formula, mut lrat) = (Vec::new(), Vec::new());
    elaborate(&clauses, &proof, &Limits::none()).unwrap().write(&mut lrat).unwrap();
    clauses.write_dimacs(&mut formula).unwrap();
    check_lrat(&formula, &lrat).unwrap();
}

#[test]
fn random_3_sat_near_the_threshold_is_solved() {
    let answers: Vec<_> = (0..20).map(|seed| solve(&random_3_sat(100, 427, seed))).collect();
    let satisfiable = answers.iter().filter(|answer| **answer).count();
    assert!((1..20).contains(&satisfiable), "{satisfiable} of 20 are satisfiable");
}

#[test]
fn structured_formulas_are_solved() {
    assert!(!solve(&pigeons(6)));
    for (rim, colors, is_satisfiable) in [(31, 3, false), (30, 3, true), (31, 4, true), (31, 2, false)] {
        assert_eq!(solve(&wheel_coloring(rim, colors)), is_satisfiable, "{rim} {colors}");
    }
}

#[test]
fn formulas_at_the_limits_of_the_format_are_solved() {
    for (cnf, is_satisfiable) in [
        ("p cnf 0 0\n", true),
        ("p cnf 0 1\n0\n", false),
        ("p cnf 5 0\n", true),
        ("p cnf 1 2\n1 0\n-1 0\n", false),
        ("p cnf 3 3\n1 1 -1 0\n2 2 0\n-2 -2 3 0\n", true),
        ("p cnf 3 2\n1 -1 0\n0\n", false),
        ("c comment\np cnf 9 1\n9\n0", true),
    ] {
        assert_eq!(solve(cnf), is_satisfiable, "{cnf}");
    }
}

#[test]
fn a_million_clauses_are_solved() {
    let cnf = random_3_sat(1_000_000, 1_000_000, 1);
    for solver in SOLVERS {
        assert!(check_answer(&cnf, &run_with_input("sudoku-sat", ["dimacs", "--solver", solver], &cnf)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    /// Small formulas with clauses of any length, compared with a truth table.
    #[test]
    fn small_formulas_agree_with_a_truth_table(
        clauses in prop::collection::vec(prop::collection::vec((1..=6_i64, any::<bool>()), 0..5), 0..24),
    ) {
        let signed = |&(variable, is_positive): &(i64, bool)| if is_positive { variable } else { -variable };
        let clauses: Vec<Vec<_>> = clauses.iter().map(|clause| clause.iter().map(signed).collect()).collect();
        let is_true = |values: u32, literal: i64| (values >> literal.abs() & 1 == 1) == (literal > 0);
        let satisfies = |values: u32| clauses.iter().all(|clause| clause.iter().any(|&it| is_true(values, it)));
        prop_assert_eq!(solve(&text(6, &clauses)), (0..128).any(satisfies));
    }
}

#[test]
fn the_value_of_every_variable_is_printed() {
    let printed = run_with_input("sudoku-sat", ["dimacs"], "p cnf 40 1\n-2 0\n").stdout;
    let mut lines = printed.lines();
    assert_eq!(lines.next(), Some("s SATISFIABLE"));
    let values: Vec<_> = lines.flat_map(|line| line.strip_prefix("v ").unwrap().split(' ')).collect();
    let numbers: Vec<i32> = values.iter().map(|word| word.parse().unwrap()).collect();
    assert_eq!(
        numbers.iter().map(|number| number.abs()).collect::<Vec<_>>(),
        [(1..=40).collect(), vec![0]].concat()
    );
    assert!(numbers.contains(&-2) && printed.lines().all(|line| line.len() <= 78), "{printed}");
}

#[test]
fn limits_and_signals_end_without_an_answer() {
    let folder = tempfile::tempdir().unwrap();
    let (problem, out) = (folder.path().join("p.cnf"), folder.path().join("p.out"));
    fs::write(&problem, pigeons(15)).unwrap();
    let args = ["dimacs", problem.to_str().unwrap(), out.to_str().unwrap()];
    for solver in SOLVERS {
        let stopped = run("sudoku-sat", args.into_iter().chain(["--solver", solver, "--timeout", "0.2"]));
        assert_eq!((stopped.code, &*stopped.stdout), (0, "s UNKNOWN\n"), "{solver}");
        assert_eq!(stopped.stderr, "sudoku-sat: result unknown: the time limit was reached\n");
        assert_eq!(fs::read_to_string(&out).unwrap(), "INDET\n");
        let quiet = run("sudoku-sat", args.into_iter().chain(["--timeout", "0.01", "-q"]));
        assert_eq!((quiet.code, &*quiet.stdout, &*quiet.stderr), (0, "s UNKNOWN\n", ""), "{solver}");
        let full = run("sudoku-sat", ["dimacs", "--memory-limit", "1", args[1]]);
        assert_eq!((full.code, &*full.stdout), (0, "s UNKNOWN\n"), "{solver}: {}", full.stderr);
        #[cfg(unix)]
        {
            fs::remove_file(&out).unwrap();
            let child = start(&[&args[..], &["--solver", solver]].concat());
            signal(&child, "INT");
            let (code, _, stderr) = wait(child);
            assert_eq!(code, 130, "{solver}: {stderr}");
        }
    }
    // A large file reaches the limit while it is read.
    let late = run_with_input("sudoku-sat", ["dimacs", "--timeout", "0"], &random_3_sat(1000, 20_000, 1));
    assert_eq!((late.code, &*late.stdout), (0, "s UNKNOWN\n"), "{}", late.stderr);
}

#[test]
fn malformed_files_are_errors_with_a_position() {
    for (cnf, message) in [
        ("", ":1:1: expected the header 'p cnf VARIABLES CLAUSES'\nhint: if this is a puzzle, "),
        ("p cnf 2 2\n1 2 0\n", ":2:1: the file has 1 clauses, but the number in the header is 2\n"),
        ("p cnf 2 1\n1 3 0\n", ":2:3: literal 3 is out of range: the largest variable in the header is 2\n"),
        ("p cnf 2 1\n1 x 0\n", ":2:3: invalid literal 'x', expected an integer\n"),
        ("p cnf 2 1\n1 2\n", ":2:1: the last clause is not terminated by 0\n"),
    ] {
        let failed = run_with_input("sudoku-sat", ["dimacs"], cnf);
        assert_eq!((failed.code, &*failed.stdout), (1, ""), "{cnf}");
        assert!(failed.stderr.starts_with(&format!("sudoku-sat: <stdin>{message}")), "{}", failed.stderr);
    }
    for args in [&["dimacs", "/nonexistent"][..], &["dimacs", &sample("article.txt")]] {
        let failed = run("sudoku-sat", args);
        assert_eq!((failed.code, &*failed.stdout), (1, ""), "{args:?}: {}", failed.stderr);
    }
    let same = sample("4x4-minimal.cnf");
    let refused = run("sudoku-sat", ["dimacs", &same, &same]);
    assert!(refused.code == 1 && refused.stderr.contains("is also an input"), "{}", refused.stderr);
    assert_eq!(run("sudoku-sat", ["dimacs", "--solver", "minisat", &same]).code, 2);
}

#[test]
fn compressed_and_encoded_files_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    for name in ["p.cnf.gz", "p.cnf.xz", "p.cnf.bz2"] {
        assert_eq!(run("sudoku-cnf", ["-o", &path(name), &sample("article.txt")]).code, 0);
        let solved = run("sudoku-sat", ["dimacs", &path(name), &path("out.gz")]);
        assert_eq!((solved.code, &*solved.stdout), (10, "s SATISFIABLE\n"), "{name}: {}", solved.stderr);
        let decoded = run("sudoku-cli", ["decode", "--puzzle", &sample("article.txt"), &path("out.gz")]);
        assert_eq!(decoded.stdout, run("sudoku-sat", ["solve", &sample("article.txt")]).stdout);
    }
    let cnf = "p cnf 1 1\r\n-1 0\r\n";
    let utf_16: Vec<u8> = format!("\u{feff}{cnf}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    for bytes in [format!("\u{feff}{cnf}").into_bytes(), utf_16] {
        fs::write(path("encoded.cnf"), bytes).unwrap();
        assert_eq!(run("sudoku-sat", ["dimacs", &path("encoded.cnf")]).stdout, "s SATISFIABLE\nv -1 0\n");
    }
}

/// The program takes part in everything that external solvers do.
#[test]
fn the_program_is_an_external_solver() {
    let command = format!("'{}' dimacs --proof {{proof}} {{cnf}}", binary("sudoku-sat").display());
    let solver = ["--solver-command", &command, "--no-reduce"];
    let on_several = |question: &str, more: &[&str]| {
        let puzzle = sample("several.txt");
        let args = [&[question], &solver[..], more, &[&*puzzle]].concat();
        run("sudoku-sat", args)
    };
    assert_eq!(on_several("count", &[]).stdout, "exactly 5\n");
    assert_eq!(on_several("solve", &["--all", "--cross-check"]).stdout.lines().count(), 5);
    let candidates = run("sudoku-sat", ["candidates", &sample("several.txt")]).stdout;
    assert_eq!(on_several("candidates", &[]).stdout, candidates);
    let refuted = ["solve", "--check-proof", "--solver-command", &command, &sample("no-solution.txt")];
    assert_eq!(run("sudoku-sat", refuted).code, 20);
}
