//! Tests for `sudoku-cli convert`, and for the shell completions and man pages of all programs.

use std::fs;

use crate::common::{NO_PUZZLE, run, run_with_input, sample, test_data};
use sudoku_cnf::text::Format;

const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

#[test]
fn converts_to_every_format_and_back() {
    let input = format!("{PUZZLE}\n{PUZZLE}\n");
    for &format in Format::ALL {
        let there = run_with_input("sudoku-cli", ["convert", "--to", format.name()], &input);
        let has_pencilmarks = matches!(format, Format::Candidates | Format::Positional | Format::Sdx);
        assert_eq!(
            (there.code, there.stderr.is_empty()),
            (0, !has_pencilmarks),
            "{format}: {}",
            there.stderr
        );
        let back = run_with_input("sudoku-cli", ["convert", "--to", "line"], &there.stdout);
        if !has_pencilmarks {
            assert_eq!((back.code, &*back.stdout, &*back.stderr), (0, &*input, ""), "{format}");
        }
        // In formats with pencilmarks, an open cell with a single candidate becomes a given. In every format, the
        // solution must stay the same.
        let solved = run_with_input("sudoku-sat", ["solve", "--format", "line"], &there.stdout);
        let expected = run_with_input("sudoku-sat", ["solve", "--format", "line"], &input);
        assert_eq!(solved.stdout, expected.stdout, "{format}");
    }
}

#[test]
fn excluded_candidates_become_unit_clauses() {
    let text = "{\"puzzle\":\"1...............\",\"excluded\":[[1,2,2],[4,4,1]]}\n";
    let cnf = run_with_input("sudoku-cnf", ["--no-comments"], text).stdout;
    assert!(cnf.contains("\n1 0\n-6 0\n-61 0\n"), "{cnf}");
    let plain = run_with_input("sudoku-sat", ["count"], "1...............\n").stdout;
    let fewer = run_with_input("sudoku-sat", ["count"], text).stdout;
    assert_eq!(plain, "exactly 72\n");
    for solver in ["native", "varisat", "propagate", "expand", "backtrack", "brute"] {
        assert_eq!(
            run_with_input("sudoku-sat", ["count", "--solver", solver], text).stdout,
            fewer,
            "{solver}"
        );
    }
    assert_ne!(plain, fewer);
    let lost = run_with_input("sudoku-cli", ["convert", "--to", "rows"], text);
    assert_eq!(
        lost.stderr,
        "sudoku-cli: warning: the format rows cannot represent the excluded candidates (omitted from 1 puzzle)\n"
    );
}

#[test]
fn reports_errors_and_converts_the_rest() {
    // A file without a puzzle is an error, even if other files contain puzzles.
    let empty = tempfile::NamedTempFile::new().unwrap();
    let empty = empty.path().display().to_string();
    let beside = run("sudoku-cli", ["convert", "--to", "sdm", &sample("article.txt"), &empty]);
    assert_eq!((beside.code, beside.stdout.lines().count()), (1, 1));
    assert_eq!(beside.stderr, format!("sudoku-cli: {empty}: {NO_PUZZLE}\n"));
    let several = run("sudoku-cli", ["convert", "--to", "sdm", "--puzzle-number", "1", &empty, &empty]);
    assert_eq!(several.code, 2, "{}", several.stderr);
    let text = format!("{PUZZLE}\nnonsense\n{PUZZLE}\n");
    let run = run_with_input("sudoku-cli", ["convert", "--to", "sdm"], &text);
    assert_eq!((run.code, run.stdout.lines().count()), (1, 2));
    assert!(run.stderr.starts_with("<stdin>:2:1: unexpected character 'n'\nhint: "), "{}", run.stderr);
    let strict = run_with_input("sudoku-cli", ["convert", "--strict", "--to", "sdm"], &text);
    assert_eq!((strict.code, strict.stdout.lines().count()), (1, 1));
    let many =
        run_with_input("sudoku-cli", ["convert", "--to", "sdm"], &format!("{PUZZLE}\n{}", "?\n".repeat(50)));
    // One cause is reported a few times, followed by the number of the other errors.
    assert_eq!((many.code, many.stderr.lines().count()), (1, 5));
    assert!(many.stderr.ends_with("\nsudoku-cli: and 47 more like this\n"), "{}", many.stderr);
    let causes: String = (1..=50).map(|length| "?".repeat(length) + "\n").collect();
    let many = run_with_input("sudoku-cli", ["convert", "--to", "sdm"], &format!("{PUZZLE}\n{causes}"));
    assert!(many.stderr.ends_with("\nsudoku-cli: 30 more errors\n"), "{}", many.stderr);
    // If a line contains several errors, each of them counts toward the limit on reported errors.
    let bad = format!("{PUZZLE}\n{}", format!("{}qqqqqqqqqqq\n", ".".repeat(70)).repeat(9));
    for (program, args) in
        [("sudoku-cli", &["convert", "--to", "sdm"][..]), ("sudoku-sat", &["solve", "--format", "line"])]
    {
        let stderr = run_with_input(program, args, &bad).stderr;
        assert_eq!(stderr.lines().filter(|line| line.starts_with("<stdin>:")).count(), 20, "{stderr}");
        assert!(stderr.contains(&format!("{program}: 79 more errors\n")), "{stderr}");
    }
    let small =
        run_with_input("sudoku-cli", ["convert", "--to", "sdk"], &format!("{}\n", ".".repeat(16)).repeat(30));
    assert!(small.stderr.ends_with("\nsudoku-cli: 10 more errors\n"), "{}", small.stderr);
    let large = run_with_input("sudoku-cli", ["convert", "--to", "sdk"], &".".repeat(16));
    assert_eq!((large.code, &*large.stdout), (1, ""));
    assert_eq!(
        large.stderr,
        "sudoku-cli: <stdin>:1: the format sdk supports only 9x9 boards with 3x3 boxes, but this board is 4x4\n"
    );
}

#[test]
fn writes_files_atomically_and_reads_gzip() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let out = path("out.csv");
    let run_to = |input: &str| run("sudoku-cli", ["convert", "--to", "csv", "-o", &out, input]);
    assert_eq!(run_to(&sample("article.txt")).code, 0);
    let text = fs::read_to_string(&out).unwrap();
    assert_eq!(text, format!("puzzle,solution\n{},\n", PUZZLE.replace('.', "0")));
    assert_eq!(run_to("/nonexistent").code, 1);
    assert_eq!(run_to(&out).code, 1, "the output file must not be an input file");
    assert_eq!(fs::read_to_string(&out).unwrap(), text, "an error must leave the output file unchanged");
    let zipped = std::process::Command::new("gzip").args(["-k", &out]).status().unwrap();
    assert!(zipped.success());
    let read = run("sudoku-cli", ["convert", "--to", "line", &format!("{out}.gz")]);
    assert_eq!((read.code, read.stdout.trim()), (0, PUZZLE));
}

#[test]
fn reports_lost_information() {
    let lost = |text: &str, to: &str| {
        let run = run_with_input("sudoku-cli", ["convert", "--to", to], text);
        assert_eq!(run.code, 0, "{}", run.stderr);
        run.stderr.replace("sudoku-cli: ", "")
    };
    let others = |to: &str| {
        format!("warning: the format {to} cannot represent other fields (omitted from 1 puzzle)\n")
    };
    let rows: Vec<_> = (0..9).map(|row| &PUZZLE[9 * row..9 * row + 9]).collect();
    let sdk = format!("#A somebody\n#D hard\n[Puzzle]\n{}\n[State]\n{}\n", rows.join("\n"), rows.join("\n"));
    assert_eq!(lost(&sdk, "line"), others("line"));
    assert_eq!(lost(&format!("id,puzzle,rating\n7,{PUZZLE},1.2\n"), "json"), others("json"));
    assert_eq!(
        lost(&format!("<o><name>mine</name><game data='{}'/></o>\n", PUZZLE.replace('.', "0")), "sdm"),
        others("sdm")
    );
    assert_eq!(lost("{\"puzzle\":\"1...............\",\"author\":\"me\"}\n", "json"), "");
    assert_eq!(lost("{\"puzzle\":\"1...............\",\"tags\":\"x\"}\n", "json"), others("json"));
    assert_eq!(lost(&format!("# a comment\n{PUZZLE} rated 7.3\n"), "json"), "");
    assert_eq!(
        lost(&format!("{PUZZLE} rated 7.3\n"), "line"),
        "warning: the format line cannot represent the remark (omitted from 1 puzzle)\n"
    );
    let singles = lost("123.............\n", "candidates");
    assert!(
        singles.starts_with(
            "warning: the format candidates cannot represent open cells with a single candidate"
        ),
        "{singles}"
    );
}

#[test]
fn prints_completions_man_pages_and_suggestions() {
    for program in ["sudoku-cnf", "sudoku-sat", "sudoku-cli"] {
        for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
            let completions = run(program, ["completions", shell]);
            assert_eq!(
                (completions.code, completions.stdout.contains(program)),
                (0, true),
                "{program} {shell}"
            );
        }
        let page = run(program, ["man"]);
        assert_eq!((page.code, page.stdout.contains(".SH NAME")), (0, true), "{program}");
    }
    assert!(run("sudoku-sat", ["man", "solve"]).stdout.contains("sudoku-sat-solve"));
    let unknown = run("sudoku-sat", ["man", "poem"]);
    assert_eq!(unknown.code, 2);
    assert!(
        unknown.stderr.contains("unknown command 'poem'\nhint: the commands are solve, "),
        "{}",
        unknown.stderr
    );
    let mistyped = run("sudoku-cli", ["convert", "--form", "list"]);
    assert!(mistyped.stderr.contains("a similar argument exists: '--from'"), "{}", mistyped.stderr);
}

#[test]
#[ignore = "requires the test data in SUDOKU_TEST_DATA"]
fn real_tables_keep_their_solutions() {
    let path = test_data("formats/csv/kaggle_1000.csv");
    let text = fs::read_to_string(&path).unwrap();
    let path = path.display().to_string();
    let json = run("sudoku-cli", ["convert", "--to", "json", &path]);
    assert_eq!((json.code, json.stdout.lines().count(), &*json.stderr), (0, 1000, ""));
    let back = run_with_input("sudoku-cli", ["convert", "--to", "csv"], &json.stdout);
    let body = |text: &str| text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(body(&back.stdout), body(&text));
    let checked = run("sudoku-cli", ["check", &path]);
    assert_eq!((checked.code, checked.stdout.lines().count()), (0, 1000));
    assert!(checked.stdout.lines().all(|line| line.contains(": exactly 1 solution")));
}

/// Digits written as letters come back as letters.
#[test]
fn output_has_the_symbols_of_the_input() {
    let hex = format!("{}\n{}", "0123456789ABCDEF", "................\n".repeat(15));
    let solved = run_with_input("sudoku-sat", ["solve", "--format", "line"], &hex);
    assert!(
        solved.stdout.starts_with("0123456789ABCDEF") && solved.stdout.trim_end().len() == 256,
        "{}",
        solved.stdout
    );
    let grid = run_with_input("sudoku-sat", ["solve"], &hex).stdout;
    assert!(grid.starts_with("0 1 2 3 |4 5 6 7 |8 9 A B |C D E F\n"), "{grid}");
    let rows = |args: &[&str], input: &str| {
        run_with_input("sudoku-cli", ["convert", "--to", "rows"].iter().chain(args), input).stdout
    };
    assert!(rows(&["--output-symbols", "A-Z"], &hex).starts_with("ABCDEFGHIJKLMNOP\n...."));
    assert!(rows(&["--symbols", "1-9A-Z"], &hex.replace('0', "G")).starts_with("G123456789ABCDEF\n...."));
    let letters = "abc......\n...abc...\n......abc\n".to_owned() + &".........\n".repeat(6);
    assert!(rows(&[], &letters).starts_with("ABC......\n...ABC...\n"));
    assert!(rows(&["--output-symbols", "1-9A-Z"], &letters).starts_with("123......\n...123...\n"));
    // JSON has one type for boards of all sizes and is never ambiguous.
    let json = run_with_input("sudoku-sat", ["solve", "--format", "json"], &hex).stdout;
    assert!(json.contains("\"puzzle\":\"1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 . ."), "{json}");
    let few = run_with_input("sudoku-sat", ["generate", "--box", "6x6", "--output-symbols", "A-Z"], "");
    assert_ne!(few.code, 0);
    assert!(few.stderr.contains("the symbols A-Z are not enough for a 36x36 board"), "{}", few.stderr);
}

#[test]
fn parts_keep_classes_together() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let puzzles = run("sudoku-sat", ["generate", "-n", "60", "--seed", "3"]).stdout;
    // Another order of rows within a band, and other digits, make an equivalent puzzle.
    let shuffled = |line: &str| {
        let rows: Vec<&str> = (0..9).map(|row| &line[9 * row..][..9]).collect();
        let text = [1, 0, 2, 3, 4, 5, 6, 7, 8].map(|row| rows[row]).concat();
        text.replace('1', "x").replace('2', "1").replace('x', "2")
    };
    let both =
        puzzles.lines().flat_map(|line| [line.to_owned(), shuffled(line)]).collect::<Vec<_>>().join("\n");
    let split = ["convert", "--split", "train=0.7,test=0.3", "--by-class", "-o", path];
    let done = run_with_input("sudoku-cli", split, &both);
    assert_eq!(done.code, 0, "{}", done.stderr);
    let part = |name: &str| {
        let text = fs::read_to_string(folder.path().join(name)).unwrap();
        text.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let (training, held_out) = (part("train.txt"), part("test.txt"));
    assert_eq!(training.len() + held_out.len(), 120);
    assert!((10..60).contains(&held_out.len()), "{}", held_out.len());
    for pair in both.lines().collect::<Vec<_>>().chunks(2) {
        let parts = [pair[0], pair[1]].map(|line| held_out.iter().any(|other| other == line));
        assert_eq!(parts[0], parts[1], "{pair:?}");
    }
    // Shards fit together: each puzzle goes to the same part in any run.
    let json = ["convert", "--split", "train=0.7,test=0.3", "--by-class", "--to", "json", "-o", path];
    let first = both.lines().take(20).collect::<Vec<_>>().join("\n");
    assert_eq!(run_with_input("sudoku-cli", json, &first).code, 0);
    let json = fs::read_to_string(folder.path().join("test.json")).unwrap();
    assert!(json.lines().all(|line| held_out.iter().any(|puzzle| line.contains(puzzle.as_str()))));
    let wrong = ["convert", "--split", "train=0.7", "-o", path];
    assert_eq!(run_with_input("sudoku-cli", wrong, &both).code, 2);
}

#[test]
fn samples_keep_lines_and_order() {
    let lines: Vec<String> = (0..200).map(|n| format!("{n},{}", "12....1..2..4..2")).collect();
    let input = format!("id,puzzle\n{}\n", lines.join("\n"));
    let sample = |seed: &str| {
        let options = ["convert", "--sample", "20", "--seed", seed];
        run_with_input("sudoku-cli", options, &input).stdout
    };
    let first = sample("1");
    assert_eq!(first, sample("1"));
    assert_ne!(first, sample("2"));
    let ids: Vec<u32> =
        first.lines().skip(1).map(|line| line.split(',').next().unwrap().parse().unwrap()).collect();
    assert!(first.starts_with("id,puzzle\n") && ids.len() == 20 && ids.is_sorted(), "{first}");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let options = ["convert", "--sample", "20", "--split", "a=0.5,b=0.5", "-o", path];
    let split = run_with_input("sudoku-cli", options, &input);
    assert_eq!((split.code, fs::read_dir(path).unwrap().count()), (0, 2), "{}", split.stderr);
}

/// Returns a CSV table with columns of its own, one of which is quoted, and its rows.
fn table_with_own_columns() -> (String, Vec<String>) {
    let row = |n: u32| format!("{n};{n:.<16};\"Smith; Jane\";2026-01-{n:02}");
    let rows: Vec<String> = (1..=4).chain(1..=4).map(row).collect();
    (format!("nr;puzzle;\"author\";date\n{}\n", rows.join("\n")), rows)
}

#[test]
fn parts_keep_lines_and_columns() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let part = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let (table, rows) = table_with_own_columns();
    let split = ["convert", "--split", "a=0.5,b=0.5", "-q", "-o", path];
    let done = run_with_input("sudoku-cli", split, &table);
    assert_eq!((done.code, done.stderr), (0, String::new()));
    let parts = ["a.csv", "b.csv"].map(part);
    let mut found: Vec<&str> = parts.iter().flat_map(|part| part.lines().skip(1)).collect();
    found.sort_by_key(|line| rows.iter().position(|row| row == line));
    let expected: Vec<&str> = (0..4).flat_map(|n| [&*rows[n], &*rows[n + 4]]).collect();
    assert_eq!(found, expected);
    assert!(
        parts.iter().all(|part| part.starts_with("nr;puzzle;\"author\";date\n") && part.lines().count() > 1)
    );
    for (input, extension) in [
        ("1...............  # easy\n", "txt"),
        ("puzzle\tnr\n1...............\t7\n", "tsv"),
        ("{\"puzzle\":\"1...............\",\"nr\":7}\n", "jsonl"),
    ] {
        assert_eq!(run_with_input("sudoku-cli", split, input).code, 0);
        let parts = ["a", "b"].map(|name| part(&format!("{name}.{extension}")));
        assert_eq!(parts.concat(), input);
    }
}

#[test]
fn a_split_warns_once_about_all_puzzles() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let (table, _) = table_with_own_columns();
    let split = ["convert", "--split", "a=0.5,b=0.5", "--to", "csv", "-q", "-o", path];
    let done = run_with_input("sudoku-cli", split, &table);
    let warning =
        "sudoku-cli: warning: the format csv cannot represent other fields (omitted from 8 puzzles)\n";
    assert_eq!((done.code, &*done.stderr), (0, warning));
}

#[test]
fn a_note_lists_the_boards_of_a_document() {
    let text = format!("const a = '{PUZZLE}';\n\nconst b = '{PUZZLE}';\nsolve(a, b);\n");
    let many = run_with_input("sudoku-cli", ["convert", "--to", "line"], &text);
    let many_stdout = format!("{PUZZLE}\n{PUZZLE}\n");
    assert_eq!((many.code, &many.stdout), (0, &many_stdout));
    let note = "sudoku-cli: <stdin>: note: read as a document: 2 boards, at lines 1 and 3\n";
    assert_eq!(many.stderr, note);
    let list = "b = [[1, 0, 0, 2], [0, 2, 0, 0], [0, 0, 0, 3], [3, 0, 0, 0]]\n";
    let one = run_with_input("sudoku-sat", ["solve"], list);
    assert_eq!((one.code, &*one.stderr), (0, "sudoku-sat: note: read as a document: 1 board, at line 1\n"));
    let quiet = run_with_input("sudoku-cli", ["convert", "--to", "line", "-q"], &text);
    assert_eq!((quiet.code, &*quiet.stderr), (0, ""));
    let data = run_with_input("sudoku-cli", ["convert", "--to", "line", "--from", "data"], &text);
    assert_eq!(data.code, 1, "{data:?}");
    // What surrounds the boards is a remark.
    assert_eq!(data.stdout, many_stdout);
    assert!(data.stderr.starts_with("<stdin>:4:1: expected a board of 81 cells"), "{}", data.stderr);
    assert!(data.stderr.contains("cannot represent the remark"), "{}", data.stderr);
    let board = ["convert", "--to", "line", "--from", "document"];
    let board = run_with_input("sudoku-cli", board, &format!("{PUZZLE}\n"));
    let note = "sudoku-cli: <stdin>: note: read as a document: 1 board, at line 1\n";
    assert_eq!((&*board.stdout, &*board.stderr), (&*format!("{PUZZLE}\n"), note));
    let text = run_with_input("sudoku-sat", ["solve"], "import math\n\nprint(math.pi * 2)\n");
    assert_eq!((text.code, text.stderr.lines().next()), (1, Some("sudoku-sat: <stdin>: no puzzle found")));
}
