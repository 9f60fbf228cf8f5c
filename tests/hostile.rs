//! Tests with hostile input: endless lines, repeated literals, control characters, and outputs that cannot be written.

#![cfg(unix)]

use std::fs;
#[cfg(target_os = "linux")]
use std::os::unix::fs::MetadataExt;
use std::process::Command;

use crate::common::{EASY, Run, SOLVED, binary, run_command, run_with_input, sample};

/// Runs a shell script with 300 MB of memory. In the script, `$cnf`, `$sat` and `$cli` are the programs.
fn shell(script: &str) -> Run {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("ulimit -v 300000; {script}")]);
    for name in ["cnf", "sat", "cli"] {
        command.env(name, binary(&format!("sudoku-{name}")));
    }
    run_command(&mut command, "")
}

#[test]
fn long_lines_take_little_memory() {
    let puzzle = sample("article.txt");
    let endless = "head -c 1000000000 /dev/zero";
    for (script, expected) in [
        (format!("{endless} | $cli decode"), "line 1: expected a status"),
        (format!("echo 1 0 | $cli decode --cnf /dev/zero --puzzle {puzzle}"), "the header 'p cnf"),
        (format!("echo {EASY} | $sat solve --regions /dev/zero"), "the file is larger than 16 MiB"),
        (format!("{endless} | $sat solve"), "binary file"),
        (format!("(echo '1 -2'; {endless} | tr '\\0' 1) | $cli decode"), "line 2: expected a status"),
        (format!("(echo '(('; {endless} | tr '\\0' '(') | $cli decode"), "more than 1024 nested lists"),
    ] {
        let found = shell(&script);
        assert!(found.code == 1 && found.stderr.contains(expected), "{script}: {found:?}");
    }
}

#[test]
fn long_comments_and_repeated_literals_take_little_memory() {
    let values: Vec<_> = (SOLVED.bytes().enumerate())
        .map(|(cell, digit)| (9 * cell + usize::from(digit - b'0')).to_string())
        .collect();
    let values = values.join(" ");
    let long = |character: char| format!("head -c 400000000 /dev/zero | tr '\\0' '{character}'");
    let script = format!(
        "(echo s SATISFIABLE; printf 'c '; {}; echo; echo 'v {values} 0') | $cli decode --format line",
        long('x')
    );
    let found = shell(&script);
    assert_eq!((found.code, found.stdout.trim()), (0, SOLVED), "{}", found.stderr);
    let repeated = format!(
        "(printf 'v '; yes '{values}' | head -n 200000 | tr '\\n' ' '; echo 0) | $cli decode --format line"
    );
    let found = shell(&repeated);
    assert_eq!((found.code, found.stdout.trim()), (0, SOLVED), "{}", found.stderr);
}

/// A bundle of any size must not take more memory than the limit.
#[cfg(target_os = "linux")]
#[test]
fn large_bundles_are_not_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().display();
    let puzzle = ".".repeat(81);
    let script = format!(
        "cd '{path}'; mkdir b; echo {puzzle} | $cli convert --to json > b/puzzle.json; \
         truncate -s 500M b/puzzle.cnf; tar cf - b | $sat verify -; $sat verify b"
    );
    let found = shell(&script);
    let unknown = "unknown: the memory limit was reached";
    assert_eq!((found.code, &*found.stdout), (30, &*format!("-/b: {unknown}\nb: {unknown}\n")), "{found:?}");
    let limited = shell(&format!(
        "cd '{path}'; truncate -s 1M b/puzzle.cnf; $sat verify --timeout 0 b; tar cf - b | $sat verify --timeout 0 -"
    ));
    let unknown = "unknown: the time limit was reached";
    assert_eq!(
        (limited.code, &*limited.stdout),
        (30, &*format!("b: {unknown}\n-: {unknown}\n")),
        "{limited:?}"
    );
}

#[test]
fn control_characters_are_escaped_in_messages() {
    let output = "s SATISFIABLE\nv 1 \u{1b}]0;title\u{7} 0\n";
    let found = run_with_input("sudoku-cli", ["decode"], output);
    assert_eq!(found.code, 1);
    assert!(found.stderr.contains(r"found '1 \u{1b}]0;title\u{7} 0'"), "{}", found.stderr);
    let json = "{\"puzzle\":\"1\",\"id\":\"\\u001b[2J\"}\n{\"\u{1b}[2J\":1}\n";
    let found = run_with_input("sudoku-sat", ["solve"], json);
    assert!(!found.stderr.contains('\u{1b}') && !found.stdout.contains('\u{1b}'), "{found:?}");
}

/// A name must not forge a line of the output, or control the terminal.
#[test]
fn foreign_names_are_escaped() {
    let folder = tempfile::tempdir().unwrap();
    let name = "1\n2: unique\n\u{1b}[2J";
    let escaped = r"1\n2: unique\n\u{1b}[2J";
    fs::create_dir(folder.path().join(name)).unwrap();
    fs::write(folder.path().join(name).join("README.txt"), "").unwrap();
    fs::write(folder.path().join("p"), format!("{EASY}\n")).unwrap();
    fs::write(folder.path().join("wrong\n"), "x\n").unwrap();
    let path = folder.path().display();
    let verified = shell(&format!("cd '{path}'; tar cf - 1* | $sat verify - 1*"));
    let invalid = "invalid: puzzle.json is missing";
    assert_eq!(verified.stdout, format!("-/{escaped}: {invalid}\n{escaped}: {invalid}\n"));
    let copied = folder.path().join(format!("{name}/copy"));
    fs::copy(folder.path().join("p"), copied).unwrap();
    let checked = shell(&format!("cd '{path}'; $cli check 1*/copy p"));
    let line = format!("{escaped}/copy:1: exactly 1 solution\n");
    assert!(checked.stdout.starts_with(&line), "{checked:?}");
    for (script, expected) in [
        ("$sat solve wrong*", r"wrong\n:1:1: "),
        ("$cli convert --to line wrong*", r"wrong\n:1:1: "),
        ("$cli decode 'none\n'", r"sudoku-cli: none\n: "),
        ("$cli check 'none\n'", r"sudoku-cli: none\n: "),
        ("$sat solve -o 'no\n/x' p", r"sudoku-sat: no\n/x: "),
    ] {
        let found = shell(&format!("cd '{path}'; {script}"));
        assert!(found.stderr.starts_with(expected), "{script}: {found:?}");
    }
}

/// A failed allocation would abort the program, so that it prints no error.
#[cfg(target_os = "linux")]
#[test]
fn little_address_space_leads_to_fewer_threads() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("p"), format!("{EASY}\n").repeat(500)).unwrap();
    for kilobytes in [24_000, 32_000, 50_000, 100_000, 150_000, 200_000, 400_000] {
        let mut command = Command::new("sh");
        let script = format!("ulimit -v {kilobytes}; exec $sat solve -j 8 --format line p");
        command.args(["-c", &script]).env("sat", binary("sudoku-sat")).current_dir(folder.path());
        let found = run_command(&mut command, "");
        assert_eq!((found.code, found.stdout.lines().count()), (0, 500), "{kilobytes}: {}", found.stderr);
    }
}

#[test]
fn invisible_characters_in_a_puzzle_are_named() {
    let nul = EASY.replacen('5', "\0", 1);
    let utf16: String = EASY.chars().flat_map(|c| [c, '\0']).collect();
    for (text, expected) in [
        (format!("12{nul}"), "1:3: unexpected character '\\0'"),
        (utf16, "1:1: this is UTF-16 text without a byte order mark\nhint: convert it to UTF-8"),
        (
            format!("\u{1b}[1m{EASY}\u{1b}[0m"),
            "1:1: unexpected terminal escape sequence\nhint: disable colors",
        ),
    ] {
        let found = run_with_input("sudoku-sat", ["solve"], &format!("{text}\n"));
        assert!(found.code == 1 && found.stderr.contains(expected), "{found:?}");
    }
}

#[test]
fn help_that_cannot_be_written_is_an_error() {
    if fs::metadata("/dev/full").is_err() {
        return;
    }
    for program in ["cnf", "sat", "cli"] {
        let list: &[&str] = if program == "cli" { &["rules", "rules arrow"] } else { &[] };
        for &option in ["--help", "-h", "--version", "man", "completions bash"].iter().chain(list) {
            let found = shell(&format!("${program} {option} > /dev/full"));
            assert!(found.code == 1 && found.stderr.contains("standard output: "), "{found:?}");
            assert_eq!(shell(&format!("${program} {option}")).code, 0);
        }
    }
}

#[test]
fn region_files_may_be_utf_16_but_not_standard_input() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("regions");
    let text = "\u{feff}aabb\naabb\nccdd\nccdd\n";
    fs::write(&path, text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>()).unwrap();
    let regions = path.to_str().unwrap();
    let found = run_with_input(
        "sudoku-sat",
        ["solve", "--format", "line", "--regions", regions],
        "12..34..2.....21\n",
    );
    assert_eq!((found.code, &*found.stdout), (0, "1234341221434321\n"), "{}", found.stderr);
    for (program, args) in
        [("sudoku-sat", &["solve", "--regions", "-"][..]), ("sudoku-cli", &["decode", "--cnf", "-"])]
    {
        let found = run_with_input(program, args, "1 0\n");
        assert!(
            found.code == 1 && found.stderr.contains("-: standard input is not supported here\nhint: save"),
            "{found:?}"
        );
    }
}

/// The system may start no more threads, for example because of `ulimit -u`.
#[cfg(target_os = "linux")]
#[test]
fn fewer_threads_than_requested_are_enough() {
    // The limit does not apply to root. It includes the thread for signals.
    let is_root = fs::metadata("/proc/self").unwrap().uid() == 0;
    let limited = |arguments: &[&str], input: &str| {
        let mut command = Command::new(if is_root { "setpriv" } else { "prlimit" });
        if is_root {
            command.args(["--reuid=65534", "--clear-groups", "prlimit"]);
        }
        command.arg("--nproc=2").arg(binary("sudoku-sat")).args(arguments);
        run_command(&mut command, input)
    };
    if limited(&["--version"], "").code != 0 {
        // `setpriv` or `prlimit` is not installed, or the other user cannot run the program.
        return;
    }
    let puzzles = "1......2..3....4\n".repeat(9);
    let note = "sudoku-sat: note: the system could start only 1 of 8 worker threads\n";
    for command in [&["solve", "--format", "line"][..], &["count"]] {
        let run = limited(&[command, &["--jobs", "8"]].concat(), &puzzles);
        assert_eq!((run.code, run.stdout.lines().count()), (0, 9), "{}", run.stderr);
        assert!(run.stderr.contains(note), "{}", run.stderr);
        let quiet = limited(&[command, &["--jobs", "8", "-q"]].concat(), &puzzles);
        assert_eq!((quiet.code, &*quiet.stderr), (0, ""));
    }
    let portfolio = limited(&["solve", "--portfolio=varisat,native", "--no-reduce"], "1......2..3....4\n");
    assert_eq!(portfolio.code, 0, "{}", portfolio.stderr);
}

/// A compressed file that is cut before its first byte can be decompressed is truncated, not empty.
#[test]
fn truncated_compressed_files_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    for extension in ["gz", "xz", "bz2"] {
        let path = folder.path().join(format!("p.{extension}"));
        let whole = folder.path().join(format!("whole.{extension}")).display().to_string();
        let puzzles = format!("{EASY}\n").repeat(100);
        let converted = run_with_input("sudoku-cli", ["convert", "--to", "line", "-o", &whole], &puzzles);
        assert_eq!(converted.code, 0, "{}", converted.stderr);
        let bytes = fs::read(&whole).unwrap();
        for length in [bytes.len() / 5, bytes.len() / 2, bytes.len() - 1] {
            fs::write(&path, &bytes[..length]).unwrap();
            let failed = run_with_input("sudoku-sat", ["solve", path.to_str().unwrap()], "");
            assert_eq!(failed.code, 1, "{extension} {length}");
            assert!(
                failed.stderr.contains("the compressed data is truncated"),
                "{length}: {}",
                failed.stderr
            );
        }
    }
}
