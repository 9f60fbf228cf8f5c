//! Tests for `sudoku-cli lesson`.

use std::fs;
use std::path::Path;

use serde_json::Value;
use sudoku_sat::{Limits, Outcome, Solver};

use crate::common::{EASY, HARD, run, run_with_input, sample};

/// A 4×4 puzzle with several solutions.
const SEVERAL: &str = "12..34..2...4...";

/// Returns the page of a lesson.
#[track_caller]
fn page(puzzle: &str, options: &[&str], code: i32) -> String {
    let run = run_with_input("sudoku-cli", ["lesson"].iter().chain(options), puzzle);
    assert_eq!((run.code, &*run.stderr), (code, ""), "{puzzle}");
    run.stdout
}

/// Returns the data from which the script draws.
#[track_caller]
fn data(page: &str) -> Value {
    let (_, rest) = page.split_once("id=\"lesson-data\">\n").unwrap();
    let (json, _) = rest.split_once("\n</script>").unwrap();
    serde_json::from_str(json).unwrap()
}

fn literals(values: &Value) -> Vec<sudoku_sat::Lit> {
    let numbers = values.as_array().unwrap().iter().map(|number| number.as_i64().unwrap());
    numbers.map(|number| sudoku_sat::Lit::from_dimacs(i32::try_from(number).unwrap()).unwrap()).collect()
}

/// Checks that the clauses of each step are clauses of the CNF with these numbers, that they use only facts from
/// earlier steps, and that varisat refutes them together with the negated conclusion. Returns the number of steps.
fn check_proofs(puzzle: &str, options: &[&str], code: i32) -> usize {
    let cnf = run_with_input("sudoku-cnf", options, puzzle).stdout;
    let is_clause = |line: &&str| !line.starts_with(['c', 'p']);
    let clauses: Vec<Vec<i64>> = cnf
        .lines()
        .filter(is_clause)
        .map(|line| {
            let mut numbers: Vec<i64> = line.split(' ').map(|number| number.parse().unwrap()).collect();
            assert_eq!(numbers.pop(), Some(0));
            numbers.sort_by_key(|number| number.abs());
            numbers
        })
        .collect();
    let data = data(&page(puzzle, options, code));
    let n = data["size"].as_i64().unwrap();
    let mut known: Vec<(i64, i64)> = Vec::new();
    let mut count = 0;
    for (step, view) in data["views"].as_array().unwrap().iter().enumerate() {
        let facts = |name: &str, sign: i64| -> Vec<i64> {
            let facts = view[name].as_array().cloned().unwrap_or_default();
            facts
                .iter()
                .map(|fact| sign * (fact[0].as_i64().unwrap() * n + fact[1].as_i64().unwrap()))
                .collect()
        };
        let derived: Vec<i64> = [facts("placed", 1), facts("excluded", -1)].concat();
        if let Some(used) = view["clauses"].as_array() {
            count += 1;
            let mut solver = Solver::Varisat.create().unwrap();
            for clause in used {
                let numbers: Vec<i64> =
                    clause.as_array().unwrap().iter().map(|number| number.as_i64().unwrap()).collect();
                assert_eq!(numbers[1..], clauses[usize::try_from(numbers[0] - 1).unwrap()], "{view}");
                solver.add_clause(&literals(&numbers[1..].into())).unwrap();
            }
            for fact in view["earlier"].as_array().into_iter().flatten() {
                let (literal, earlier) = (fact[0].as_i64().unwrap(), fact[1].as_i64().unwrap());
                assert!(known.contains(&(literal, earlier)), "{view}");
                solver.add_clause(&literals(&vec![literal].into())).unwrap();
            }
            let opposite: Vec<i64> = derived.iter().map(|literal| -literal).collect();
            solver.add_clause(&literals(&opposite.into())).unwrap();
            let outcome = solver.solve(&[], &Limits::none()).unwrap();
            assert!(matches!(outcome, Outcome::Unsatisfiable(_)), "{view}");
        }
        known.extend(derived.iter().map(|&literal| (literal, i64::try_from(step).unwrap())));
    }
    count
}

#[test]
fn clauses_of_each_step_prove_it() {
    assert_eq!(check_proofs(EASY, &[], 0), 51);
    assert!(check_proofs(HARD, &[], 0) > 50);
    assert_eq!(check_proofs(SEVERAL, &[], 0), 0);
    let sample = |name: &str| fs::read_to_string(sample(name)).unwrap();
    assert!(check_proofs(&sample("no-solution.txt"), &[], 20) > 10);
    assert!(check_proofs(&sample("antiknight.txt"), &["--variant", "antiknight"], 0) > 10);
    assert!(check_proofs(&sample("25x25.txt"), &[], 0) > 100);
    let regions = crate::common::sample("jigsaw-regions.txt");
    assert!(check_proofs(&sample("jigsaw.txt"), &["--regions", &regions], 0) > 10);
}

#[test]
fn pages_are_self_contained_and_always_the_same() {
    let first = page(HARD, &[], 0);
    assert_eq!(first, page(HARD, &[], 0));
    let starts = first.match_indices("http").map(|(start, _)| &first[start..start + 26]);
    let addresses: Vec<_> = starts.filter(|start| !start.starts_with("http-equiv=")).collect();
    assert!(addresses.iter().all(|address| *address == "http://www.w3.org/2000/svg"), "{addresses:?}");
    for wanted in
        ["<html lang=\"en\">", "name=\"viewport\"", "aria-live", "<main>", "@media print", "</html>\n"]
    {
        assert!(first.contains(wanted), "{wanted}");
    }
    // Some steps of this puzzle need a case distinction.
    assert!(first.contains("No case is possible, so "), "{first}");
    let views = data(&first)["views"].as_array().unwrap().len();
    assert_eq!(first.matches("<li id=").count(), views);
}

#[test]
fn titles_are_escaped() {
    let title = "</script><script>alert('&\"')</script>";
    let page = page(EASY, &["--title", title], 0);
    assert!(!page.contains("<script>alert"), "{page}");
    assert!(page.contains("<h1>&lt;/script&gt;&lt;script&gt;alert('&amp;&quot;')&lt;/script&gt;</h1>"));
}

#[test]
fn puzzles_without_a_unique_solution_have_lessons() {
    let clash = page("1..1............", &[], 20);
    assert!(clash.contains("r1c1 and r1c4 in row 1 both contain 1. This is a contradiction."), "{clash}");
    let several = page(SEVERAL, &[], 0);
    assert!(several.contains("several solutions") && several.contains("id=\"solution-2\""), "{several}");
    let limited = run("sudoku-cli", ["lesson", "--timeout", "1e-9", &sample("16x16.txt")]);
    let message = "sudoku-cli: result unknown: the time limit was reached\n";
    assert_eq!((limited.code, &*limited.stdout, &*limited.stderr), (30, "", message));
}

#[test]
fn pictures_have_one_file_per_step() {
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("step-%03d.svg").display().to_string();
    let run_lesson = |arguments: &[&str]| {
        let article = sample("article.txt");
        run("sudoku-cli", ["lesson", &article].iter().chain(arguments))
    };
    assert_eq!(run_lesson(&["-o", &target]).code, 0);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 53);
    let read =
        |number: usize| fs::read_to_string(folder.path().join(format!("step-{number:03}.svg"))).unwrap();
    let first = read(1);
    for wanted in ["class=\"house-outline\"", "class=\"frame\"", "class=\"placed\"", "Step 1: Hidden single"]
    {
        assert!(first.contains(wanted), "{wanted}: {first}");
    }
    assert_eq!(run_lesson(&["--step", "1", "--format", "svg"]).stdout, first);
    assert_eq!(run_lesson(&["--step", "99", "--format", "svg"]).code, 1);
    assert!(run_lesson(&["--format", "svg"]).stderr.contains("-o 'step-%03d.svg'"));
    assert!(run_lesson(&["-o", "x.svg"]).stderr.contains("%03d"));
    assert!(run_lesson(&["--step", "1"]).stderr.contains("--format svg"));
    assert!(!Path::new("x.svg").exists());
}

#[test]
fn a_tikz_file_contains_all_steps() {
    let tikz = |options: &[&str]| {
        let run =
            run_with_input("sudoku-cli", ["lesson", "-f", "tikz"].iter().chain(options), "1.....2...3....4");
        assert_eq!(run.code, 0, "{}", run.stderr);
        run.stdout
    };
    let (all, one) = (tikz(&[]), tikz(&["--step", "1"]));
    assert_eq!(
        (all.matches("\\begin{tikzpicture}").count(), one.matches("\\begin{tikzpicture}").count()),
        (14, 1)
    );
    assert!(all.contains(&one) && one.contains("In row 1, 2 fits"), "{one}");
}

#[test]
fn the_pictures_of_techniques_are_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/images/techniques");
    let positions = fs::read_to_string(folder.join("positions.txt")).unwrap();
    // The other file has the positions.
    assert_eq!(fs::read_dir(&folder).unwrap().count(), positions.lines().count() + 1);
    let page = fs::read_to_string(folder.join("../../techniques.md")).unwrap();
    for position in positions.lines() {
        let hint =
            run_with_input("sudoku-sat", ["explain", "--next=technique", "-f", "json"], position).stdout;
        let hint: Value = serde_json::from_str(hint.lines().next().unwrap()).unwrap();
        let name = hint["technique"].as_str().unwrap();
        let picture = run_with_input("sudoku-cli", ["lesson", "--step", "1", "-f", "svg"], position).stdout;
        let stored = fs::read_to_string(folder.join(format!("{name}.svg"))).unwrap();
        assert_eq!(picture, stored, "write the picture of {name} again");
        assert!(page.contains(&format!("images/techniques/{name}.svg")), "{name} is not on the page");
    }
}

#[test]
fn lessons_may_assume_a_unique_solution() {
    let puzzle = "...9...18.1....63.5.71..............329..8...1.....27..3..42...4..369..5........4";
    let text = "these digits could be exchanged, and the solution would not be unique";
    assert!(page(puzzle, &["--assume-unique"], 0).contains(text));
    assert!(!page(puzzle, &[], 0).contains(text));
}

#[test]
fn explain_mentions_lessons() {
    let article = sample("article.txt");
    for options in [["-o", "x.html"], ["--format", "html"], ["--format", "svg"], ["-o", "x.svg"]] {
        let run = run("sudoku-sat", ["explain", &article].iter().chain(&options));
        assert_eq!(run.code, 2);
        assert!(
            run.stderr.contains("hint: for an HTML page or pictures, run 'sudoku-cli lesson"),
            "{}",
            run.stderr
        );
    }
}

#[test]
fn the_output_file_selects_the_format_and_its_directory_is_created() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str| {
        let path = folder.path().join(name).display().to_string();
        run_with_input("sudoku-cli", ["lesson", "-o", &path], "1.....2...3....4")
    };
    let written = write("new/steps/step-%03d.svg");
    assert_eq!(written.code, 0, "{}", written.stderr);
    assert!(folder.path().join("new/steps/step-000.svg").is_file());
    let refused = write("x.txt");
    assert_eq!(refused.code, 2);
    let hint = "hint: use .html, .svg, .tex, .png or .pdf, or select a format with --format\n";
    assert!(refused.stderr.ends_with(hint), "{}", refused.stderr);
}
