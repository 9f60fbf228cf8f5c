//! Tests for the CNF files and the error messages of `sudoku-cnf`.

#![cfg_attr(not(unix), allow(dead_code, unused_imports, reason = "some tests need signals or special files"))]

use std::collections::BTreeSet;
use std::fs;
use std::process::{Command, Stdio};

use crate::common::{NO_PUZZLE, Run, binaries, run, run_command, run_with_input, sample, wait_until};

/// Returns the clauses in the DIMACS text `cnf`. The order of the literals in each clause is preserved.
fn clauses(cnf: &str) -> Vec<Vec<i32>> {
    let lines = cnf.lines().filter(|line| !line.starts_with(['c', 'p']));
    lines
        .map(|line| line.split(' ').map(|word| word.parse().unwrap()).take_while(|&l| l != 0).collect())
        .collect()
}

fn header(cnf: &str) -> &str {
    cnf.lines().find(|line| line.starts_with('p')).unwrap()
}

fn encode(args: &[&str]) -> String {
    let Run { code, stdout, stderr } = run("sudoku-cnf", args);
    assert_eq!((code, &*stderr), (0, ""));
    stdout
}

#[test]
fn clause_counts_without_givens() {
    let empty = ".".repeat(81);
    for (encoding, count) in
        [("minimal", 7371), ("natural", 10_287), ("complete", 10_530), ("classic", 17_577)]
    {
        let cnf = run_with_input("sudoku-cnf", ["--encoding", encoding], &empty).stdout;
        assert_eq!(header(&cnf), format!("p cnf 729 {count}"));
        assert_eq!(clauses(&cnf).len(), count);
    }
}

/// The formulas come from the documentation of the encodings. They apply to n×n boards with r×c boxes.
#[test]
fn clause_counts_follow_the_formulas_on_every_shape() {
    for shape in ["2x2", "2x3", "3x2", "3x3", "3x4", "4x4", "2x7", "5x5", "6x6"] {
        let (r, c) = shape
            .split_once('x')
            .map(|(r, c)| (r.parse::<usize>().unwrap(), c.parse::<usize>().unwrap()))
            .unwrap();
        let n = r * c;
        let cells_at_least = n * n;
        let cells_at_most = n * n * n * (n - 1) / 2;
        let houses_at_least = 3 * n * n;
        let houses_at_most = n * n * n * (3 * n - r - c - 1) / 2;
        let expected = [
            ("minimal", cells_at_least + houses_at_most),
            ("natural", cells_at_least + cells_at_most + houses_at_most),
            ("complete", cells_at_least + cells_at_most + houses_at_least + houses_at_most),
            ("classic", cells_at_least + 3 * n * n * n * (n - 1)),
        ];
        let board = vec![vec!["."; n].join(" "); n].join("\n");
        for (encoding, count) in expected {
            let cnf = run_with_input("sudoku-cnf", ["--box", shape, "--encoding", encoding], &board).stdout;
            assert_eq!(header(&cnf), format!("p cnf {} {count}", n * n * n), "{shape} {encoding}");
        }
    }
}

#[test]
fn classic_encoding_matches_the_article() {
    let cnf = encode(&["--encoding", "classic", "--no-comments", &sample("article.txt")]);
    let lines: Vec<_> = cnf.lines().take(37).collect();
    assert_eq!(lines[..2], ["p cnf 729 17607", "5 0"]);
    assert_eq!(
        lines[31..34],
        ["9 8 7 6 5 4 3 2 1 0", "90 89 88 87 86 85 84 83 82 0", "171 170 169 168 167 166 165 164 163 0"]
    );

    // The expected clauses follow the Haskell article in `docs/sources.md`. They are generated without the encoder:
    // index arithmetic determines whether two cells share a row, column or box.
    let mut expected = Vec::new();
    let puzzle = "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
    for (cell, digit) in (0..).zip(puzzle.bytes()).filter(|(_, digit)| *digit != b'0') {
        expected.push(vec![cell * 9 + i32::from(digit - b'0')]);
    }
    for cell in 0..81 {
        expected.push((1..=9).rev().map(|digit| cell * 9 + digit).collect());
    }
    for (a, b) in (0..81).flat_map(|a| (0..81).map(move |b| (a, b))).filter(|(a, b)| a != b) {
        let same = [a / 9 == b / 9, a % 9 == b % 9, (a / 27, a % 9 / 3) == (b / 27, b % 9 / 3)];
        for _ in same.into_iter().filter(|same| *same) {
            expected.extend((1..=9).map(|digit| vec![-(a * 9 + digit), -(b * 9 + digit)]));
        }
    }
    let mut written = clauses(&cnf);
    written.sort();
    expected.sort();
    assert!(written == expected);
}

#[test]
fn classic_and_minimal_have_the_same_distinct_clauses() {
    let distinct = |encoding| -> BTreeSet<BTreeSet<i32>> {
        let cnf = encode(&["--encoding", encoding, &sample("6x6.txt")]);
        clauses(&cnf).into_iter().map(|clause| clause.into_iter().collect()).collect()
    };
    assert!(distinct("classic") == distinct("minimal"));
}

#[test]
fn encodings_except_classic_never_repeat_a_clause() {
    for encoding in ["minimal", "natural", "complete", "triad"] {
        let clauses = clauses(&encode(&["--encoding", encoding, "--box", "3x2", &sample("6x6-3x2.txt")]));
        let distinct: BTreeSet<BTreeSet<i32>> =
            clauses.iter().map(|clause| clause.iter().copied().collect()).collect();
        assert_eq!(distinct.len(), clauses.len(), "{encoding}");
    }
}

#[test]
fn output_matches_the_golden_files() {
    let without_version = |text: &str| text.split_once('\n').unwrap().1.to_owned();
    for (encoding, puzzle, golden) in [
        ("minimal", "4x4", "4x4-minimal"),
        ("natural", "4x4", "4x4-natural"),
        ("complete", "4x4", "4x4-complete"),
        ("triad", "4x4", "4x4-triad"),
        ("classic", "4x4", "4x4-classic"),
        ("classic", "article", "article"),
    ] {
        let written = encode(&["--encoding", encoding, &sample(&format!("{puzzle}.txt"))]);
        let golden = fs::read_to_string(sample(&format!("{golden}.cnf"))).unwrap();
        assert!(without_version(&written) == without_version(&golden), "{encoding}");
    }
}

#[test]
fn comments_describe_the_file() {
    let cnf = encode(&[&sample("6x6.txt")]);
    let comments: Vec<_> = cnf.lines().take_while(|line| !line.starts_with('p')).collect();
    assert!(comments.iter().all(|line| line.starts_with("c ") && !line.starts_with("c --")));
    for word in ["sudoku-cnf ", "6x6", "box shape 2x3", "encoding complete", "cell * 6 + digit"] {
        assert!(comments.iter().any(|line| line.contains(word)), "{word}");
    }
    assert!(encode(&["--no-comments", &sample("6x6.txt")]).starts_with("p cnf 216 "));
}

#[test]
fn input_layout_does_not_affect_the_cnf() {
    let expected = encode(&[&sample("4x4.txt")]);
    for text in [
        "......4.1....2.1.".replacen('.', "", 1),
        "0000040100002010\n".to_owned(),
        "-----4-1----2-1- a comment".to_owned(),
        "\u{feff}____\r\n_4_1\r\n____\r\n2_1_".to_owned(),
        "# one\n\n* * | * *\n* 4 | * 1\n----+----\n* * | * *\n2 * | 1 *\n".to_owned(),
        "+-----+-----+\n| . . | . . | # first\n| . 4 | . 1 |\n+=====+=====+\n| . . | . . |\n| 2 . | 1 . |\n+-----+-----+".to_owned(),
        "┌─────┬─────┐\n│ . . │ . . │\n│ . 4 │ . 1 │\n├─────┼─────┤\n│ . . │ . . │\n│ 2 . │ 1 . │\n└─────┴─────┘\n".to_owned(),
    ] {
        let run = run_with_input("sudoku-cnf", ["-"], &text);
        assert_eq!(run.stderr, "", "{text}");
        assert!(run.stdout == expected, "{text}");
    }
}

#[test]
fn letters_and_numbers_mean_the_same_digits() {
    let letters = crate::common::puzzle("16x16");
    let mut numbers = Vec::new();
    sudoku_cnf::text::write(&letters, sudoku_cnf::text::Format::Rows, &mut numbers).unwrap();
    let numbers = String::from_utf8(numbers).unwrap();
    assert!(numbers.contains("16"));
    assert!(
        run_with_input("sudoku-cnf", ["--no-comments"], &numbers).stdout
            == encode(&["--no-comments", &sample("16x16.txt")])
    );
}

/// Returns the error message that `sudoku-cnf` prints for the input `text`, without the prefix `sudoku-cnf: `, if any.
fn error_message(text: &str, args: &[&str]) -> String {
    let run = run_with_input("sudoku-cnf", args, text);
    assert_eq!((run.code, &*run.stdout), (1, ""), "{text}");
    run.stderr.strip_prefix("sudoku-cnf: ").unwrap_or(&run.stderr).trim_end().to_owned()
}

#[test]
fn errors_show_line_and_column() {
    let rows = |nth: usize, row: &str| {
        let mut rows = [
            "53..7....",
            "6..195...",
            ".98....6.",
            "8...6...3",
            "4..8.3..1",
            "7...2...6",
            ".6....28.",
            "...419..5",
            "....8..79",
        ];
        rows[nth - 1] = row;
        rows.join("\n")
    };
    let hint = "\nhint: a cell is a digit or a blank ('.', '0', '_', '*' or '-'); comments start with '#'";
    let size =
        "\nhint: puzzles in this input are read as 9x9; for other sizes, set the box size with --box RxC";
    assert_eq!(
        error_message(&rows(3, ".98.x..6."), &[]),
        format!("<stdin>:3:5: unexpected character 'x'{hint}")
    );
    assert_eq!(
        error_message(&rows(8, "...4194..5"), &[]),
        format!("<stdin>:8:1: expected a row of 9 cells, found 10 cells{size}")
    );
    assert_eq!(
        error_message(&rows(9, ""), &[]),
        format!("<stdin>:8:1: the puzzle ends after 8 rows, expected 9{size}")
    );
    assert_eq!(
        error_message("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 17\n", &[]),
        format!(
            "<stdin>:1:37: 17 is out of range: the digits of a 16x16 board are 1 to 16{}",
            size.replace("9x9", "16x16")
        )
    );
    assert!(
        error_message(&".".repeat(80), &[])
            .starts_with("<stdin>:1:1: cannot determine the board size from 80 cells\nhint: a 9x9")
    );
    assert!(error_message("..7.", &["--box", "2x2"]).starts_with("<stdin>:1:3: 7 is out of range"));
    assert!(error_message(&".".repeat(81), &["--box", "2x3"]).starts_with(
        "<stdin>:1:1: expected a row of 6 cells or a board of 36 cells, found 81 cells\nhint: puzzles in this input are read as 6x6"
    ));
    assert!(error_message("53..7....\u{1}", &[]).starts_with("<stdin>:1:10: unexpected character '\\u{1}'"));
    assert_eq!(error_message("", &[]), format!("<stdin>: {NO_PUZZLE}"));
    assert_eq!(error_message("# nothing\n---+---\n", &[]), format!("<stdin>: {NO_PUZZLE}"));
}

#[test]
fn clashing_givens_are_encoded_with_a_warning() {
    let warning = |text: &str| {
        let run = run_with_input("sudoku-cnf", ["--no-comments"], text);
        assert_eq!(run.code, 0, "{text}");
        assert!(run.stdout.starts_with("p cnf 64 38"), "{text}");
        let prefix = "sudoku-cnf: warning: the puzzle has no solution\n";
        run.stderr.strip_prefix(prefix).unwrap().trim_end().to_owned()
    };
    assert_eq!(
        warning("# x\n1..1\n....\n....\n....\n"),
        "<stdin>:2:4: 1 occurs twice in row 1: at r1c1 and r1c4"
    );
    assert_eq!(warning("1...\n.1..\n....\n....\n"), "<stdin>:2:2: 1 occurs twice in box 1: at r1c1 and r2c2");
    let place = |text: &str| warning(text).split(' ').next().map(str::to_owned);
    let boxed = "1 . | . .\n. . | 1 .\n----+----\n. . | 1 .\n. . | . .\n";
    assert_eq!(place(boxed).as_deref(), Some("<stdin>:4:7:"));
    assert_eq!(place("id,puzzle\n7,1..1............\n").as_deref(), Some("<stdin>:2:6:"));
    assert_eq!(
        place("[[1, 0, 0, 0],\n [0, 0, 0, 0],\n [1, 0, 0, 0],\n [0, 0, 0, 0]]\n").as_deref(),
        Some("<stdin>:3:3:")
    );
    assert_eq!(place("{\"puzzle\": \"1..1............\"}\n").as_deref(), Some("<stdin>:1:"));
    assert_eq!(place("id;puzzle\n7;\"11.............. \"\n").as_deref(), Some("<stdin>:2:5:"));
}

#[test]
fn prints_the_size_of_the_cnf_of_each_puzzle() {
    let text = format!("{}\nwrong\n1{}\n", ".".repeat(81), ".".repeat(80));
    let json = run_with_input("sudoku-cnf", ["--all", "--stats=json"], &text);
    assert_eq!(json.code, 1, "one line is not a puzzle");
    assert!(json.stderr.contains("<stdin>:2:1: unexpected character 'w'"), "{}", json.stderr);
    let single = |text: &str| {
        let stats = run_with_input("sudoku-cnf", ["--stats=json"], text).stdout;
        let (size, _seconds) = stats.split_once(",\"seconds\"").unwrap();
        size.strip_prefix("{\"version\":1,").unwrap().to_owned()
    };
    let lines: Vec<_> = json.stdout.lines().collect();
    for (line, id, puzzle) in [(lines[0], 1, 0), (lines[1], 3, 2)] {
        let expected =
            format!("{{\"version\":1,\"id\":{id},{},\"seconds\":", single(text.lines().nth(puzzle).unwrap()));
        assert!(line.starts_with(&expected), "{line}");
    }
    assert_eq!(lines.len(), 2);
    let plain = run_with_input("sudoku-cnf", ["--all", "--stats"], &text).stdout;
    assert!(plain.starts_with("puzzle                1\nvariables           729\n"), "{plain}");
    assert_eq!(plain.matches("\n\npuzzle                3\n").count(), 1, "{plain}");
}

#[test]
fn reports_the_position_of_invalid_utf8() {
    let path = std::env::temp_dir().join(format!("sudoku-cnf-utf8-{}", std::process::id()));
    fs::write(&path, b"12..\n..\xff.\n").unwrap();
    let run = run("sudoku-cnf", [&path]);
    fs::remove_file(&path).unwrap();
    assert_eq!(run.code, 1);
    assert!(run.stderr.contains(":2:3: invalid UTF-8"), "{}", run.stderr);
}

#[test]
fn several_puzzles_require_a_record_number() {
    let two = "1...............\n2...............\n";
    assert_eq!(
        error_message(two, &[]),
        "<stdin>: found 2 puzzles, but only --all encodes more than one\n\
         hint: select one with --puzzle-number, or encode all with --all -o '%03d.cnf'"
    );
    let second = run_with_input("sudoku-cnf", ["--puzzle-number", "2", "--no-comments"], two).stdout;
    assert!(second.contains("\n2 0\n") && !second.contains("\n1 0\n"));
    assert_eq!(
        error_message(two, &["--puzzle-number", "3"]),
        "<stdin>: there is no puzzle 3: the input has only 2 puzzles"
    );
}

#[cfg(unix)]
#[test]
fn reports_missing_files() {
    let missing = run("sudoku-cnf", ["/nonexistent/puzzle.txt"]);
    assert_eq!(missing.code, 1);
    assert!(
        missing.stderr.starts_with("sudoku-cnf: /nonexistent/puzzle.txt: No such file"),
        "{}",
        missing.stderr
    );
    let unwritable = run("sudoku-cnf", ["-o", "/nonexistent/p.cnf", &sample("4x4.txt")]);
    assert_eq!(unwritable.code, 1);
    assert!(unwritable.stderr.starts_with("sudoku-cnf: /nonexistent/p.cnf: "), "{}", unwritable.stderr);
}

#[test]
fn invalid_options_are_usage_errors() {
    for args in
        [["--encoding", "best"], ["--box", "3"], ["--box", "0x3"], ["--puzzle-number", "0"], ["--what", "x"]]
    {
        let run = run("sudoku-cnf", args);
        assert_eq!((run.code, &*run.stdout), (2, ""), "{args:?}");
    }
}

#[test]
fn writes_output_files_atomically() {
    let folder = std::env::temp_dir().join(format!("sudoku-cnf-output-{}", std::process::id()));
    fs::create_dir(&folder).unwrap();
    let target = folder.join("p.cnf");
    let target = target.to_str().unwrap();
    assert_eq!(encode(&["-o", target, &sample("4x4.txt")]), "");
    let written = fs::read_to_string(target).unwrap();
    assert_eq!(written, encode(&[&sample("4x4.txt")]));
    // If the puzzle is rejected, an existing output file must remain unchanged.
    assert_eq!(run_with_input("sudoku-cnf", ["-o", target], "1x..............").code, 1);
    assert_eq!(fs::read_to_string(target).unwrap(), written);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn closed_output_pipe_is_not_an_error() {
    let mut child = Command::new(binaries().join("sudoku-cnf"))
        .arg(sample("25x25.txt"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), &*output.stderr), (Some(0), &b""[..]));
}

#[test]
fn a_full_disk_is_an_error() {
    if !std::path::Path::new("/dev/full").exists() {
        return;
    }
    let mut command = Command::new("sh");
    let script =
        format!("exec '{}' '{}' > /dev/full", binaries().join("sudoku-cnf").display(), sample("4x4.txt"));
    let run = run_command(command.args(["-c", &script]), "");
    assert_eq!(run.code, 1);
    assert!(run.stderr.starts_with("sudoku-cnf: standard output: No space left"), "{}", run.stderr);
}

#[cfg(unix)]
#[test]
fn exit_code_does_not_depend_on_standard_error() {
    let script = format!("exec '{}' /nonexistent 2> /dev/full", binaries().join("sudoku-cnf").display());
    assert_eq!(run_command(Command::new("sh").args(["-c", &script]), "").code, 1);
}

#[cfg(unix)]
#[test]
fn a_signal_leaves_no_unfinished_file() {
    let folder = std::env::temp_dir().join(format!("sudoku-cnf-signal-{}", std::process::id()));
    fs::create_dir(&folder).unwrap();
    let board = folder.join("board");
    fs::write(&board, format!("{}\n", ". ".repeat(144)).repeat(144)).unwrap();
    for signal in ["INT", "TERM", "HUP"] {
        let mut child = Command::new(binaries().join("sudoku-cnf"))
            .arg("-o")
            .args([folder.join("out.cnf"), board.clone()])
            .spawn()
            .unwrap();
        // Wait until some data has been written, so that the signal arrives before the file is complete.
        let has_begun = || {
            let mut entries = fs::read_dir(&folder).unwrap().filter_map(Result::ok);
            entries.any(|entry| entry.path() != board && entry.metadata().is_ok_and(|data| data.len() > 0))
        };
        wait_until("the file grows", has_begun);
        crate::common::signal(&child, signal);
        assert_eq!(child.wait().unwrap().code(), Some(130), "{signal}");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "{signal}");
    }
    fs::remove_dir_all(&folder).unwrap();
}

#[cfg(unix)]
#[test]
fn a_missing_output_directory_is_an_error() {
    let run = run("sudoku-cnf", ["-o", "/no-such-directory/p.cnf", &sample("4x4.txt")]);
    assert_eq!((run.code, &*run.stdout), (1, ""));
    assert!(run.stderr.starts_with("sudoku-cnf: /no-such-directory/p.cnf: No such file"), "{}", run.stderr);
}
