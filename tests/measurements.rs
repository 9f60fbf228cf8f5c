//! Tests of measurements: statistics of real solvers, records and plots of `compare`, and `hardness`.

use std::fs;

use crate::common::{Run, run, run_with_input, sample};
use crate::programs::has_program;

fn compare(args: &[&str]) -> Run {
    let fixed = ["compare", "-q", "--no-reduce", "--encoding", "minimal", "--amo", "pairwise"];
    run("sudoku-sat", fixed.iter().chain(args))
}

/// Returns the records in JSON Lines.
fn records(json: &str) -> Vec<serde_json::Value> {
    json.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn external_solvers_report_statistics() {
    let puzzle = sample("essay-hard.txt");
    for (solver, has_memory, has_propagations) in [
        ("minisat", true, true),
        ("cadical", true, true),
        ("cryptominisat5", true, true),
        ("picosat", true, true),
        ("clasp", false, false),
    ] {
        if !has_program(solver) {
            continue;
        }
        let measured = compare(&["--solver", solver, "--format", "json", &puzzle]);
        let record = &records(&measured.stdout)[0];
        assert!(record["solve_seconds"].is_f64(), "{record}");
        assert!(record["conflicts"].as_u64().unwrap() > 0, "{record}");
        assert!(record["decisions"].as_u64().unwrap() > 0, "{record}");
        assert_eq!(record["propagations"].as_u64().unwrap() > 0, has_propagations, "{record}");
        // Every solver uses between 0.1 MB and 1 GB.
        let memory = record["peak_memory_bytes"].as_u64();
        assert_eq!(memory.is_some(), has_memory, "{record}");
        assert!(memory.is_none_or(|bytes| (100_000..1 << 30).contains(&bytes)), "{record}");
        let verbose = run("sudoku-sat", ["solve", "-v", "--no-reduce", "--solver", solver, &puzzle]);
        assert!(verbose.stderr.contains("search: ") && verbose.code == 0, "{}", verbose.stderr);
    }
}

#[test]
fn larger_encodings_are_skipped_at_a_limit() {
    let empty = format!("{}\n", vec!["."; 100].join(" ")).repeat(100);
    let args = ["compare", "--encoding", "minimal,natural,complete", "--solvers", "native,varisat"];
    let stopped =
        run_with_input("sudoku-sat", args.iter().chain(&["--amo", "pairwise", "--timeout", "0.01"]), &empty);
    let lines: Vec<_> =
        stopped.stderr.lines().map(|line| line.replace("sudoku-sat: puzzle 1, encoding ", "")).collect();
    let skipped = "with pairwise: skipped, because encoding minimal with pairwise was stopped";
    let names = ["natural", "complete", "minimal", "natural", "complete"];
    let expected = names.map(|name| format!("{name} {skipped}"));
    assert_eq!(lines[0], "minimal with pairwise: the time limit was reached before the CNF was encoded");
    assert_eq!((stopped.code, &lines[1..], stopped.stdout.lines().count()), (30, &expected[..], 1));
}

#[test]
fn records_of_several_runs_are_merged() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (hard, easy) = (sample("essay-hard.txt"), sample("article.txt"));
    let (csv, json) = (path("a.csv"), path("b.json"));
    let fixed = ["--repeat", "2", "--timeout", "20", &hard, &easy];
    for (solver, output) in [("native", &csv), ("varisat", &json)] {
        assert_eq!(compare(&[&["--solver", solver, "-o", output], &fixed[..]].concat()).code, 0);
    }
    let summarize = |args: &[&str]| run("sudoku-sat", ["compare", "--records"].iter().chain(args));
    let table = summarize(&[&csv, &json, &csv]);
    assert_eq!(
        (table.code, &*table.stderr),
        (0, "sudoku-sat: note: 2 records occurred before and did not count again\n")
    );
    let lines: Vec<Vec<_>> = table.stdout.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!((lines.len(), lines[1][0], lines[2][0]), (3, "native", "varisat"));
    assert_eq!(lines[0][lines[0].len() - 4..], ["solved", "won", "PAR-2", "(s)"]);
    assert_eq!(lines[1][lines[1].len() - 3], "2/2");
    // Records can be written again, and a plot contains a name for each curve.
    let (cactus, scatter) = (path("cactus.svg"), path("scatter.svg"));
    let again = summarize(&["--format", "json", "--plot", "cactus", "-o", &cactus, &csv, &json]);
    assert_eq!(records(&again.stdout).len(), 4);
    assert_eq!(records(&again.stdout)[2..], records(&fs::read_to_string(&json).unwrap()));
    let svg = fs::read_to_string(&cactus).unwrap();
    assert!(svg.starts_with("<svg") && svg.contains("native, minimal, pairwise"), "{svg}");
    assert_eq!(summarize(&["--plot", "scatter", "-o", &scatter, &csv, &json]).code, 0);
    assert_eq!(fs::read_to_string(&scatter).unwrap().matches("<circle").count(), 2);
    // Errors name the file, the line and the remedy.
    let one = summarize(&["--plot", "scatter", "-o", &scatter, &csv]);
    assert!(one.code == 2 && one.stderr.contains("needs 2 combinations"), "{}", one.stderr);
    let nowhere = folder.path().join("missing").join("x.svg").display().to_string();
    for wrong in ["-", &nowhere] {
        let refused = summarize(&["--plot", "cactus", "-o", wrong, &csv]);
        assert!(refused.code != 0 && refused.stdout.is_empty(), "{}", refused.stderr);
    }
    let puzzles = summarize(&[&hard]);
    let error = format!("{hard}:2: missing field `id`\nhint: --records reads the output of");
    assert!(puzzles.code == 1 && puzzles.stderr.contains(&error), "{}", puzzles.stderr);
    let overwritten = summarize(&["--plot", "cactus", "-o", &csv, &csv]);
    assert!(overwritten.code == 2 && overwritten.stderr.contains("use .svg"), "{}", overwritten.stderr);
    assert_eq!(run_with_input("sudoku-sat", ["compare", "--records"], "").code, 2);
    assert_eq!(run("sudoku-sat", ["compare", "--plot", "cactus", &hard]).code, 2);
}

#[test]
fn hardness_has_a_peak() {
    let folder = tempfile::tempdir().unwrap();
    let svg = folder.path().join("peak.svg").display().to_string();
    let args = ["hardness", "--sizes", "16,20", "--holes", "0.4..0.8:0.2", "-n", "5", "--plot", "-o", &svg];
    let json = run("sudoku-sat", args.iter().chain(&["--format", "json"]));
    assert_eq!((json.code, &*json.stderr), (0, ""));
    let summaries = records(&json.stdout);
    assert_eq!(summaries.len(), 6);
    let conflicts = |index: usize| summaries[index]["conflicts_median"].as_f64().unwrap();
    for (start, size) in [(0, 16), (3, 20)] {
        assert_eq!((&summaries[start]["size"], &summaries[start]["solved"]), (&size.into(), &5.into()));
        assert!(conflicts(start) < conflicts(start + 1), "{summaries:?}");
        assert!(conflicts(start + 2) < conflicts(start + 1), "{summaries:?}");
    }
    let svg = fs::read_to_string(svg).unwrap();
    assert!(svg.contains("16x16, native") && svg.contains("20x20, native") && svg.contains("conflicts"));
    // Conflicts do not depend on the machine or on the number of threads.
    let csv = |jobs: &str| {
        let args =
            ["hardness", "critical", "--sizes", "9", "--holes", "0.3..0.5:0.1", "-n", "3", "-f", "csv"];
        let csv = run("sudoku-sat", args.iter().chain(&["-j", jobs])).stdout;
        csv.lines().map(|line| line.split(',').take(11).collect::<Vec<_>>().join(",")).collect::<Vec<_>>()
    };
    assert_eq!(csv("1"), csv("2"));
    assert_eq!(csv("1").len(), 4);
    let prime = run("sudoku-sat", ["hardness", "holes", "--sizes", "7", "--holes", "0.5", "-n", "1"]);
    assert_eq!((prime.code, prime.stdout.lines().count()), (0, 2), "{}", prime.stderr);
    for wrong in [["--sizes", "37"], ["--sizes", "2000"], ["--holes", "0.5..0.4"], ["--solvers", "dpll"]] {
        assert_eq!(run("sudoku-sat", ["hardness"].iter().chain(&wrong)).code, 2, "{wrong:?}");
    }
}

#[test]
fn ratings_have_histograms() {
    let folder = tempfile::tempdir().unwrap();
    let svg = folder.path().join("x.svg").display().to_string();
    let puzzles = run("sudoku-sat", ["generate", "-n", "9", "--seed", "3"]).stdout;
    let rate =
        |args: &[&str]| run_with_input("sudoku-sat", ["rate", "-o", &svg].iter().chain(args), &puzzles);
    let rated = rate(&["--plot", "difficulty"]);
    assert_eq!((rated.code, rated.stdout.lines().count()), (0, 9));
    let bars = rated.stderr.lines().filter(|line| line.contains('#')).count();
    assert!(bars > 1 && fs::read_to_string(&svg).unwrap().contains("easy"), "{}", rated.stderr);
    for wrong in [&["--plot", "score"][..], &["--plot", "givens", "--only", "easy"], &[]] {
        assert_eq!(rate(wrong).code, 2, "{wrong:?}");
    }
}

#[test]
fn unsolved_instances_count_as_longer_than_all_others() {
    let args = ["hardness", "--sizes", "36", "--holes", "0.55", "-n", "2", "--timeout", "0.001", "-f", "csv"];
    let csv = run("sudoku-sat", args);
    let line: Vec<_> = csv.stdout.lines().nth(1).unwrap().split(',').collect();
    assert_eq!(line[6..], ["2", "0", "", "", "", "", "", ""], "{}", csv.stdout);
    let folder = tempfile::tempdir().unwrap();
    let svg = folder.path().join("x.svg").display().to_string();
    let plot = run("sudoku-sat", args.iter().take(9).chain(&["--plot", "-o", &svg]));
    assert!(plot.code == 1 && plot.stderr.contains("there is nothing to plot"), "{}", plot.stderr);
}
