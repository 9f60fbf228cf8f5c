//! Tests for the `sudoku-cnf` options `--reduce`, `--compact` and `--stats`, for decoding models of the resulting CNF
//! files, and for the memory use of `sudoku-cnf`.

use std::fs;

use crate::common::{run, run_with_input, sample, solved_grid};
use crate::programs::{file_solvers, printing_solvers, shell};
use sudoku_cnf::Puzzle;
use sudoku_cnf::clauses::stats;

fn header(cnf: &str) -> (usize, usize) {
    let line = cnf.lines().find(|line| line.starts_with('p')).unwrap();
    let mut numbers = line.split(' ').skip(2).map(|word| word.parse().unwrap());
    (numbers.next().unwrap(), numbers.next().unwrap())
}

#[test]
fn puzzle_solved_by_propagation_becomes_unit_clauses() {
    let reduced = run("sudoku-cnf", ["--reduce", &sample("essay-easy.txt")]).stdout;
    // Each of the 729 variables has a unit clause. These clauses set 81 variables to true and the rest to false.
    assert_eq!(header(&reduced), (729, 729));
    assert!(reduced.contains("c reduced: 81 cells decided, 81 candidates remain\n"));
    let compact = run("sudoku-cnf", ["--reduce", "--compact", &sample("essay-easy.txt")]).stdout;
    assert_eq!(header(&compact), (81, 81));
    assert!(compact.contains("\nc map 1 r1c1 4\nc map 2 r1c2 8\n"), "{compact}");
    let clash = run_with_input("sudoku-cnf", ["--reduce"], "12........3...4.");
    assert_eq!(header(&clash.stdout), (64, 2), "propagation leaves no candidate for r1c3");
    assert!(clash.stdout.contains("c reduced: propagation proves that there is no solution\n"));
}

#[test]
fn compact_cnf_is_decoded_with_its_map() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (cnf, out) = (file("p.cnf"), file("p.out"));
    for name in ["essay-hard", "12x12", "16x16", "25x25"] {
        let puzzle = sample(&format!("{name}.txt"));
        let args = ["--reduce", "--compact", "--amo", "product", &puzzle, "-o", &cnf];
        assert_eq!(run("sudoku-cnf", args).code, 0);
        let solved = run("sudoku-sat", ["solve", "--solver", "propagate", &puzzle]).stdout;
        for solver in file_solvers() {
            assert_eq!(solver.solve(&cnf, &out).code, 10, "{}", solver.command);
            assert_eq!(run("sudoku-cli", ["decode", "--cnf", &cnf, &out]).stdout, solved, "{name}");
        }
    }
    // The CNF file still contains the CNF of the last puzzle, which is 25x25.
    let other = run("sudoku-cli", ["decode", "--cnf", &cnf, "--box", "3x3", &out]);
    assert_eq!(other.code, 1);
    assert!(
        other.stderr.contains("the variables are numbered for a board of a different size"),
        "{}",
        other.stderr
    );
    let text = fs::read_to_string(&cnf).unwrap().replacen("c map 1 ", "c map 2 ", 1);
    fs::write(&cnf, text).unwrap();
    let broken = run("sudoku-cli", ["decode", "--cnf", &cnf, &out]);
    assert_eq!(broken.code, 1);
    assert!(broken.stderr.contains("p.cnf:7: malformed comment 'map '"), "{}", broken.stderr);
}

/// CaDiCaL and kissat set every variable that occurs in no clause to true, which could contradict the solution.
#[test]
fn every_variable_occurs_in_a_clause() {
    let folder = tempfile::tempdir().unwrap();
    let cnf = folder.path().join("p.cnf").display().to_string();
    for name in ["several", "essay-hard", "4x4"] {
        for flags in [&[][..], &["--reduce"], &["--compact"], &["--reduce", "--compact"]] {
            for encoding in ["minimal", "triad"] {
                let puzzle = sample(&format!("{name}.txt"));
                let args = ["--encoding", encoding, "-o", &cnf, &puzzle];
                assert_eq!(run("sudoku-cnf", args.iter().chain(flags)).code, 0);
                let text = fs::read_to_string(&cnf).unwrap();
                let lines = text.lines().filter(|line| !line.starts_with(['c', 'p']));
                let words = lines.flat_map(|line| line.split(' '));
                let used: std::collections::HashSet<usize> =
                    words.map(|word| word.trim_start_matches('-').parse().unwrap()).collect();
                // The set `used` also contains the 0 that ends each clause.
                assert_eq!(used.len(), header(&text).0 + 1, "{name} {flags:?} {encoding}");
                for solver in printing_solvers() {
                    let model = shell(&format!("{solver} '{cnf}'")).stdout;
                    let decoded = run_with_input("sudoku-cli", ["decode", "--cnf", &cnf], &model);
                    assert_eq!((decoded.code, &*decoded.stderr), (0, ""), "{name} {flags:?} {encoding}");
                }
            }
        }
    }
}

#[test]
fn prints_statistics_as_text_and_json() {
    let text = run("sudoku-cnf", ["--stats", "--encoding", "natural", &sample("4x4.txt")]);
    assert_eq!((text.code, &*text.stderr), (0, ""));
    let lines = [
        "variables            64\n",
        "  cell at least one            16 with 64 literals\n",
        "  of length 2                 320\n",
    ];
    for line in lines {
        assert!(text.stdout.contains(line), "{}", text.stdout);
    }
    let cnf = run("sudoku-cnf", ["--no-comments", "--reduce", &sample("16x16.txt")]).stdout;
    let json = run("sudoku-cnf", ["--stats=json", "--reduce", &sample("16x16.txt")]).stdout;
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(value["bytes"], cnf.len());
    assert_eq!(value["clauses"], header(&cnf).1);
    assert!(value["seconds"].as_f64().unwrap() > 0.0);
    let wrong = run("sudoku-cnf", ["--compact", "--no-comments", &sample("4x4.txt")]);
    assert_eq!((wrong.code, wrong.stderr.contains("cannot be used with")), (2, true), "{}", wrong.stderr);
}

/// Returns a 64×64 puzzle: a solved grid in which five of every eight cells have been cleared.
fn large_puzzle() -> String {
    let mut puzzle = Puzzle::from(solved_grid("8x8", &(1..=64).collect::<Vec<_>>(), 3));
    for cell in puzzle.geometry().cells().filter(|cell| cell.index(64) % 8 < 5) {
        puzzle.set(cell, None);
    }
    puzzle.to_string()
}

#[test]
fn statistics_of_a_large_board_agree_with_the_library() {
    let json =
        run_with_input("sudoku-cnf", ["--stats=json", "--reduce", "--compact"], &large_puzzle()).stdout;
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    let puzzle: Puzzle = large_puzzle().parse().unwrap();
    let problem = sudoku_cnf::Problem::new(&puzzle, sudoku_cnf::CnfOptions::default().reduced());
    let stats = stats::Stats::of(&problem).unwrap();
    assert_eq!((&value["clauses"], &value["literals"]), (&stats.clauses.into(), &stats.literals.into()));
    assert!(stats.clauses > 100_000, "{stats}");
}

/// Runs `sudoku-cnf` and returns its peak memory use and the length of its output, both in bytes.
#[cfg(target_os = "linux")]
fn peak_memory(args: &[&str], input: &str) -> (usize, usize) {
    use std::io::{Read, Write};
    use std::process::{Command, Stdio};

    let mut command = Command::new(crate::common::binary("sudoku-cnf"));
    let mut child = command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let mut output = child.stdout.take().unwrap();
    let (mut buffer, mut length, mut peak) = (vec![0; 1 << 20], 0, 0);
    loop {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let high = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = high.and_then(|high| high.trim().strip_suffix("kB")?.trim().parse::<usize>().ok());
        peak = peak.max(1024 * kilobytes.unwrap_or(0));
        match output.read(&mut buffer).unwrap() {
            0 => break,
            count => length += count,
        }
    }
    assert!(child.wait().unwrap().success());
    (peak, length)
}

#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_the_output() {
    let empty = vec!["."; 49 * 49].join(" ");
    for (args, input, longer_than) in [
        (&[][..], &empty, 170_000_000),
        (&["--amo", "ladder"], &empty, 20_000_000),
        (&["--reduce", "--compact"], &empty, 170_000_000),
        (&["--encoding", "triad"], &empty, 60_000_000),
    ] {
        let (peak, length) = peak_memory(args, input);
        assert!(length > longer_than, "{args:?}: {length} bytes");
        assert!((1 << 20..24 << 20).contains(&peak), "{args:?}: {peak} bytes of memory");
    }
}
