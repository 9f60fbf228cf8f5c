//! Output files: format, compression, and files that must not appear or be replaced.

#![cfg_attr(not(unix), allow(dead_code, unused_imports, reason = "some tests need signals or special files"))]

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::{EASY, SOLVED, binary, run, run_with_input, sample, signal, start, wait_until};

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).to_str().unwrap().to_owned()
}

#[test]
fn every_command_writes_to_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let (article, model) = (sample("article.txt"), sample("article.minisat"));
    for (program, args) in [
        ("sudoku-sat", vec!["solve", &article]),
        ("sudoku-sat", vec!["count", &article]),
        ("sudoku-sat", vec!["candidates", &article]),
        ("sudoku-sat", vec!["minimize", &article]),
        ("sudoku-sat", vec!["rate", &article]),
        ("sudoku-sat", vec!["generate", "--seed", "1"]),
        ("sudoku-cli", vec!["check", &article]),
        ("sudoku-cli", vec!["decode", &model]),
        ("sudoku-cli", vec!["convert", "--to", "sdm", &article]),
        ("sudoku-cnf", vec![&*article]),
    ] {
        let output = path(folder.path(), "out.txt");
        let shown = run(program, &args);
        let written = run(program, args.iter().copied().chain(["-o", &output]));
        assert_eq!((written.code, &*written.stdout), (shown.code, ""), "{args:?}: {}", written.stderr);
        assert_eq!(fs::read_to_string(&output).unwrap(), shown.stdout, "{args:?}");
    }
}

#[test]
fn extension_selects_format_and_compression() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name| path(folder.path(), name);
    let input = format!("{EASY}\n{EASY}\n");
    let written = run_with_input("sudoku-sat", ["solve", "-o", &file("x.csv")], &input);
    assert_eq!(written.code, 0, "{}", written.stderr);
    assert!(fs::read_to_string(file("x.csv")).unwrap().starts_with("puzzle,solution,status\n"));
    run_with_input("sudoku-sat", ["solve", "--format", "line", "-o", &file("y.csv")], &input);
    assert_eq!(fs::read_to_string(file("y.csv")).unwrap(), format!("{SOLVED}\n{SOLVED}\n"), "--format wins");
    for name in ["x.json.gz", "x.json.xz", "x.json.bz2"] {
        run_with_input("sudoku-sat", ["solve", "-o", &file(name)], &input);
        let bytes = fs::read(file(name)).unwrap();
        assert!(!bytes.starts_with(b"{"), "{name}");
        // All programs read compressed files.
        let read = run("sudoku-cli", ["convert", "--to", "sdm", &file(name)]);
        assert_eq!((read.code, &*read.stdout), (0, &*input), "{name}: {}", read.stderr);
    }
    let converted = run_with_input("sudoku-cli", ["convert", "-o", &file("x.sdk")], EASY);
    assert_eq!(converted.code, 0, "{}", converted.stderr);
    assert!(fs::read_to_string(file("x.sdk")).unwrap().contains("[Puzzle]"));
    let unknown = run_with_input("sudoku-cli", ["convert", "-o", &file("x.txt")], EASY);
    assert_eq!(unknown.code, 2);
    assert!(unknown.stderr.ends_with("hint: select one with --to\n"), "{}", unknown.stderr);
    let zstd = run_with_input("sudoku-sat", ["solve", "-o", &file("x.zst")], EASY);
    assert_eq!(zstd.code, 1);
    assert!(zstd.stderr.contains("hint: use the extension .gz"), "{}", zstd.stderr);
}

/// An extension that selects no format must not produce a file with a misleading name.
#[test]
fn unknown_extensions_are_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let output = path(folder.path(), "x.foo");
    let (article, model) = (sample("article.txt"), sample("article.minisat"));
    for args in [
        ["sudoku-sat", "solve", &article],
        ["sudoku-sat", "count", &article],
        ["sudoku-sat", "candidates", &article],
        ["sudoku-sat", "minimize", &article],
        ["sudoku-sat", "rate", &article],
        ["sudoku-sat", "compare", &article],
        ["sudoku-cli", "decode", &model],
        ["sudoku-cli", "convert", &article],
        ["sudoku-cli", "render", &article],
    ] {
        let run = run(args[0], args[1..].iter().copied().chain(["-o", &output]));
        assert_eq!(run.code, 2, "{args:?}: {}", run.stderr);
        assert!(!Path::new(&output).exists(), "{args:?}");
    }
    let solved = run("sudoku-sat", ["solve", "-f", "rows", "-o", &output, &article]);
    assert_eq!(solved.code, 0, "{}", solved.stderr);
}

#[test]
fn extensions_select_the_format_of_all_commands() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name| path(folder.path(), name);
    let puzzle = "1......2..3.....\n";
    for (command, name, start) in [
        ("candidates", "c.json", "{\"version\":1,\"puzzle\""),
        ("minimize", "m.json", "{\"version\":1,\"puzzle\""),
        ("minimize", "m.csv", "puzzle,solution\n1000000200300000,"),
    ] {
        let run = run_with_input("sudoku-sat", [command, "-o", &file(name)], puzzle);
        assert_eq!(run.code, 0, "{}", run.stderr);
        let text = fs::read_to_string(file(name)).unwrap();
        assert!(text.starts_with(start), "{text}");
    }
    // The candidates survive as excluded candidates.
    let shown = run_with_input("sudoku-sat", ["candidates"], puzzle).stdout;
    let read = run("sudoku-cli", ["convert", "--to", "candidates", &file("c.json")]).stdout;
    assert_eq!(read, shown);
    let svg = run_with_input("sudoku-cli", ["render", "-o", &file("p.svgz")], puzzle);
    assert_eq!(svg.code, 0, "{}", svg.stderr);
    assert!(fs::read(file("p.svgz")).unwrap().starts_with(b"\x1f\x8b"));
    let decoded = run("sudoku-cli", ["decode", "-o", &file("d.json"), &sample("article.minisat")]);
    assert_eq!(decoded.code, 0, "{}", decoded.stderr);
    assert!(fs::read_to_string(file("d.json")).unwrap().starts_with('{'));
}

/// Boards that are read with symbols are shown with the same symbols.
#[test]
fn boards_are_shown_with_the_symbols_of_the_input() {
    let puzzle = format!("0123456789ABCDEF{}\n", ".".repeat(240));
    let shown = |program: &str, args: &[&str]| run_with_input(program, args, &puzzle).stdout;
    let row = "0 1 2 3 | 4 5 6 7 | 8 9 A B | C D E F";
    assert!(shown("sudoku-cli", &["render", "--lines", "ascii"]).contains(row));
    assert!(shown("sudoku-cli", &["render", "-f", "svg"]).contains(">F</text>"));
    let letters = shown("sudoku-cli", &["render", "--lines", "ascii", "--output-symbols", "A-Z"]);
    assert!(letters.contains("A B C D | E F G H"), "{letters}");
    let marks = shown("sudoku-sat", &["candidates", "--propagate-only"]);
    assert!(marks.contains("456789ABCDEF"), "{marks}");
    let marks = shown("sudoku-cli", &["render", "--candidates", "--lines", "ascii"]);
    assert!(marks.contains("456789ABCDEF"), "{marks}");
}

#[test]
fn failed_and_interrupted_commands_leave_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let output = path(folder.path(), "out.txt");
    fs::write(&output, "old").unwrap();
    let failed = run_with_input("sudoku-sat", ["solve", "-o", &output], "1x..............");
    assert_eq!(failed.code, 1);
    let child = start(&["minimize", "--timeout", "100", "-o", &output, &sample("25x25.txt")]);
    // The temporary file is created before the search.
    wait_until("the search begins", || fs::read_dir(folder.path()).unwrap().count() > 1);
    signal(&child, "INT");
    let status = child.wait_with_output().unwrap().status;
    assert_eq!(status.code(), Some(130));
    assert_eq!(fs::read_to_string(&output).unwrap(), "old");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file is left");
}

#[cfg(unix)]
#[test]
fn signals_end_commands_that_wait_for_input() {
    let folder = tempfile::tempdir().unwrap();
    let commands = [
        ("sudoku-cnf", vec![]),
        ("sudoku-sat", vec!["solve"]),
        ("sudoku-sat", vec!["solve", "--solver-command", "sleep 100 {cnf}"]),
        ("sudoku-cli", vec!["check"]),
        ("sudoku-cli", vec!["convert", "--to", "json"]),
        ("sudoku-cli", vec!["decode"]),
        ("sudoku-cli", vec!["render"]),
    ];
    for name in ["ALRM", "HUP", "INT", "QUIT", "TERM", "XCPU"] {
        let children = commands.iter().enumerate().map(|(index, (program, args))| {
            let mut command = Command::new(binary(program));
            let output = path(folder.path(), &index.to_string());
            command.args(args).args(["-o", &output]).stdin(Stdio::piped()).stderr(Stdio::null());
            command.spawn().unwrap()
        });
        let children: Vec<_> = children.collect();
        for (mut child, command) in children.into_iter().zip(&commands) {
            // `Child::wait` would close the input.
            let input = child.stdin.take();
            signal(&child, name);
            assert_eq!(child.wait().unwrap().code(), Some(130), "{name}: {command:?}");
            drop(input);
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "{name}: no file is left");
    }
}

#[test]
fn inputs_are_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let (puzzle, proof) = (path(folder.path(), "puzzle.txt"), path(folder.path(), "proof"));
    fs::write(&puzzle, EASY).unwrap();
    for (program, args) in [
        ("sudoku-cnf", vec![]),
        ("sudoku-sat", vec!["solve"]),
        ("sudoku-cli", vec!["check"]),
        ("sudoku-cli", vec!["decode", "--puzzle", &puzzle]),
        ("sudoku-sat", vec!["certify"]),
    ] {
        let result = run(program, args.iter().copied().chain([&*puzzle, "-o", &puzzle]));
        assert_eq!(result.code, 1, "{args:?}");
        assert!(result.stderr.contains("is also an input\nhint: "), "{args:?}: {}", result.stderr);
        assert_eq!(fs::read_to_string(&puzzle).unwrap(), EASY);
    }
    for files in [&["--proof", &*puzzle][..], &["--proof", &proof, "--cnf", &puzzle]] {
        let result = run("sudoku-sat", [&["solve", "--check-unique", &puzzle], files].concat());
        assert_eq!(result.code, 1, "{files:?}");
        assert!(result.stderr.contains("is also an input\nhint: "), "{files:?}: {}", result.stderr);
        assert_eq!(fs::read_to_string(&puzzle).unwrap(), EASY);
    }
}

#[test]
fn region_files_are_not_replaced() {
    const REGIONS: &str = "1122\n1122\n3344\n3344\n";
    let folder = tempfile::tempdir().unwrap();
    let regions = path(folder.path(), "regions.txt");
    let puzzle = path(folder.path(), "puzzle.txt");
    fs::write(&regions, REGIONS).unwrap();
    fs::write(&puzzle, "1...............\n").unwrap();
    for (program, args) in [
        ("sudoku-cnf", vec![&*puzzle]),
        ("sudoku-sat", vec!["solve", &puzzle]),
        ("sudoku-sat", vec!["count", &puzzle]),
        ("sudoku-cli", vec!["check", &puzzle]),
        ("sudoku-cli", vec!["convert", "--to", "json", &puzzle]),
        ("sudoku-cli", vec!["render", &puzzle]),
        ("sudoku-sat", vec!["generate"]),
        ("sudoku-sat", vec!["certify", &puzzle]),
    ] {
        let result = run(program, args.iter().copied().chain(["--regions", &*regions, "-o", &regions]));
        assert_eq!(result.code, 1, "{args:?}");
        assert!(result.stderr.contains("is also an input\nhint: "), "{args:?}: {}", result.stderr);
        assert_eq!(fs::read_to_string(&regions).unwrap(), REGIONS);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn output_to_a_redirected_standard_output_is_appended() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    for name in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
        fs::write(&log, "old\n").unwrap();
        let file = fs::File::options().append(true).open(&log).unwrap();
        let mut command = Command::new(binary("sudoku-sat"));
        let mut child = command
            .args(["solve", "--format", "line", "-o", name])
            .stdin(Stdio::piped())
            .stdout(file)
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(b"1.....2...3....4\n").unwrap();
        assert!(child.wait().unwrap().success());
        assert_eq!(fs::read_to_string(&log).unwrap(), "old\n1243342141322314\n", "{name}");
    }
}
