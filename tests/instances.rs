//! Tests for problem files that are written for benchmarks: one file per puzzle, other formats, and shuffled files.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::{NO_PUZZLE, Run, binary, run, run_command, sample};

/// Runs `sudoku-cnf` in `folder`.
fn encode_in(folder: &Path, args: &[&str], input: &str) -> Run {
    run_command(Command::new(binary("sudoku-cnf")).args(args).current_dir(folder), input)
}

/// Returns the sorted names of the files in `folder`.
fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

const MANY: &str = "1...............\n2...x..........\n11..............\n...............4\n";

#[test]
fn all_writes_one_file_per_puzzle_and_reports_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let run = encode_in(folder.path(), &["--all", "-o", "new/files/%03d.cnf"], MANY);
    assert_eq!((run.code, &*run.stdout), (1, ""));
    let lines: Vec<_> = run.stderr.lines().collect();
    assert_eq!(lines[0], "<stdin>:2:5: unexpected character 'x'");
    let clash = "<stdin>:3:2: 1 occurs twice in row 1: at r1c1 and r1c2";
    assert_eq!(lines[2..], [clash, "sudoku-cnf: wrote 3 files; 1 puzzle has errors"]);
    let files = folder.path().join("new/files");
    assert_eq!(names(&files), ["001.cnf", "003.cnf", "004.cnf"], "clashing givens are encoded");
    fs::write(folder.path().join("many.txt"), MANY).unwrap();
    for number in ["1", "4"] {
        let single = encode_in(folder.path(), &["--puzzle-number", number, "many.txt"], "").stdout;
        assert_eq!(fs::read_to_string(files.join(format!("00{number}.cnf"))).unwrap(), single);
    }
    let quiet = encode_in(folder.path(), &["--all", "-q", "-o", "%d.cnf"], &MANY[..16]);
    assert_eq!((quiet.code, &*quiet.stderr), (0, ""));
}

#[test]
fn all_requires_a_numbered_file_name_for_several_puzzles() {
    let folder = tempfile::tempdir().unwrap();
    let run = encode_in(folder.path(), &["--all", "-o", "one.cnf"], MANY);
    assert_eq!(run.code, 1);
    assert!(run.stderr.contains("has no placeholder for the number\nhint: use -o with %d"), "{}", run.stderr);
    assert!(names(folder.path()).is_empty());
    let run = encode_in(folder.path(), &["--all", "-o", "one.cnf"], &MANY[..16]);
    assert_eq!((run.code, &*run.stderr), (0, "sudoku-cnf: wrote 1 file\n"));
    for (args, code, words) in [
        (&["--all", "-o", "%3d.cnf"][..], 2, "unknown placeholder in '%3d.cnf'"),
        (&["--all"], 2, "--all requires a file name with -o"),
        (&["--all", "-o", "-"], 2, "--all requires a file name with -o"),
        (&["--all", "-o", "one.cnf/%d"], 1, "one.cnf: "),
    ] {
        let run = encode_in(folder.path(), args, MANY);
        assert_eq!(run.code, code, "{args:?}");
        assert!(run.stderr.contains(words), "{args:?}: {}", run.stderr);
    }
    let run = encode_in(folder.path(), &["--all", "-o", "%d.cnf"], "");
    assert_eq!((run.code, run.stderr), (1, format!("sudoku-cnf: <stdin>: {NO_PUZZLE}\n")));
}

#[test]
fn all_never_overwrites_its_input() {
    let folder = tempfile::tempdir().unwrap();
    fs::copy(sample("4x4.txt"), folder.path().join("1")).unwrap();
    let run = encode_in(folder.path(), &["--all", "-o", "%d", "1"], "");
    assert_eq!(run.code, 1);
    assert!(run.stderr.contains("the output file 1 is also an input"), "{}", run.stderr);
}

/// Returns the lines of the problem without comments.
fn problem_lines(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.starts_with(['c', '*', ';'])).collect()
}

#[test]
fn the_extension_or_the_option_selects_the_format() {
    let folder = tempfile::tempdir().unwrap();
    let puzzle = sample("4x4.txt");
    for (file, args, first) in [
        ("a.cnf", &[][..], "p cnf 64 388"),
        ("a.unknown", &[], "p cnf 64 388"),
        ("a.opb", &[], "+1 x24 >= 1 ;"),
        ("a.smt2", &[], "(set-option :produce-models true)"),
        ("b.cnf", &["--format", "opb"], "+1 x24 >= 1 ;"),
        ("b.opb", &["-f", "dimacs"], "p cnf 64 388"),
        ("b.smt2", &["--format", "smt2-int"], "(set-option :produce-models true)"),
    ] {
        let run = encode_in(folder.path(), &[&["-o", file, puzzle.as_str()], args].concat(), "");
        assert_eq!((run.code, &*run.stderr), (0, ""), "{file}");
        let text = fs::read_to_string(folder.path().join(file)).unwrap();
        assert_eq!(problem_lines(&text)[0], first, "{file}");
    }
    let by_number = encode_in(folder.path(), &["--all", "-q", "-o", "n%d.opb", &puzzle], "");
    assert_eq!((by_number.code, names(folder.path()).contains(&"n1.opb".to_owned())), (0, true));
    for args in [
        ["--format", "lp"],
        ["--shuffle", "x"],
        ["--stats", "--format=opb"],
        ["--shuffle=1", "--no-comments"],
        ["--annotate", "--shuffle=1"],
        ["--annotate", "--no-comments"],
        ["--annotate", "--stats"],
        ["--annotate", "--format=smt2-int"],
    ] {
        assert_eq!(run("sudoku-cnf", args).code, 2, "{args:?}");
    }
}

/// The header of an OPB file must be its first line.
#[test]
fn opb_files_follow_the_competition_format() {
    let text = run("sudoku-cnf", ["--format", "opb", "--reduce", &sample("4x4.txt")]).stdout;
    let header: Vec<_> = text.lines().next().unwrap().split(' ').collect();
    assert_eq!(header[..4], ["*", "#variable=", "64", "#constraint="]);
    let constraints = problem_lines(&text);
    assert_eq!(header[4].parse(), Ok(constraints.len()));
    for constraint in constraints {
        let words: Vec<_> = constraint.split(' ').collect();
        let (terms, end) = words.split_at(words.len() - 3);
        assert!(matches!(end, [">=" | "=", _, ";"]) && end[1].parse::<i64>().is_ok(), "{constraint}");
        for term in terms.chunks(2) {
            let number: usize = term[1].strip_prefix('x').unwrap().parse().unwrap();
            assert!(matches!(term[0], "+1" | "-1") && (1..=64).contains(&number), "{constraint}");
        }
    }
}

#[test]
fn shuffling_renames_variables_and_keeps_the_clauses() {
    let puzzle = sample("4x4.txt");
    let encode = |args: &[&str]| run("sudoku-cnf", args.iter().chain(&[&*puzzle])).stdout;
    let (plain, shuffled) =
        (encode(&["--encoding", "triad"]), encode(&["--encoding", "triad", "--shuffle", "3"]));
    assert_eq!(shuffled, encode(&["--shuffle", "3", "--encoding", "triad"]));
    assert_ne!(shuffled, encode(&["--shuffle", "4", "--encoding", "triad"]));
    assert!(shuffled.contains("\nc shuffled with seed 3\n"));
    assert_eq!(problem_lines(&plain)[0], problem_lines(&shuffled)[0]);
    // The numbers of clauses with the same signs do not change.
    let signs = |text: &str| {
        let mut signs: Vec<_> = problem_lines(text)[1..]
            .iter()
            .map(|line| {
                let words: Vec<_> = line.split(' ').collect();
                (words.len(), words.iter().filter(|word| word.starts_with('-')).count())
            })
            .collect();
        signs.sort_unstable();
        signs
    };
    assert_eq!(signs(&plain), signs(&shuffled));
    // Each candidate of the 4x4 board has its own variable.
    let mut variables: Vec<usize> = shuffled
        .lines()
        .filter_map(|line| line.strip_prefix("c map r"))
        .flat_map(|entries| {
            entries.split(' ').skip(1).map(|entry| entry.split_once('=').unwrap().1.parse().unwrap())
        })
        .collect();
    variables.sort_unstable();
    variables.dedup();
    assert_eq!(variables.len(), 64);
    assert!(variables.last().unwrap() > &64, "auxiliary variables are renamed, too");
}
