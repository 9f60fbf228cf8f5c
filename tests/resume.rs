//! Tests for output files of runs over many inputs: `FILE.part`, interruptions and `--resume`.

#![cfg_attr(not(unix), allow(dead_code, unused_imports, reason = "some tests need signals or special files"))]

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use sudoku_cnf::cli::decompression::decompress;

use crate::common::{EASY, HARD, Run, binary, run, run_command, run_with_input, signal, wait, wait_until};

/// Returns `count` different lines with puzzles.
fn lines(count: usize) -> Vec<String> {
    (0..count)
        .map(|number| {
            let rotate = |c: char| match c.to_digit(10) {
                Some(digit @ 1..) => char::from(b'1' + ((digit as usize + number / 2) % 9) as u8),
                _ => '.',
            };
            let puzzle: String = [EASY, HARD][number % 2].chars().map(rotate).collect();
            format!("{puzzle} # {number}\n")
        })
        .collect()
}

/// Starts a command that reads from a pipe, writes `input` to the pipe, and waits until the first records are saved.
fn start(program: &str, args: &[&str], input: &str, output: &Path) -> Child {
    let mut child = Command::new(binary(program))
        .args(args)
        .args(["-q", "-o"])
        .arg(output)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.as_mut().unwrap().write_all(input.as_bytes()).unwrap();
    let state = format!("{}.part.state", output.display());
    // An unused slot for a checkpoint is blank.
    wait_until("a checkpoint", || {
        fs::read_to_string(&state).is_ok_and(|text| text.starts_with(|c| c != ' '))
    });
    child
}

/// Waits for the end of `child`, whose input stays open until then. Returns the exit code and standard error.
fn end(mut child: Child) -> (i32, String) {
    let input = child.stdin.take();
    let (code, _, stderr) = wait(child);
    drop(input);
    (code, stderr)
}

/// Interrupts a run twice, by a signal and by `kill -9`, and checks that it ends with the output of a run without
/// interruptions.
#[track_caller]
fn check(program: &str, args: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let lines = lines(60);
    let input = lines.concat();
    let expected = folder.path().join("expected");
    let whole =
        run_with_input(program, args.iter().copied().chain(["-q", "-o", expected.to_str().unwrap()]), &input);
    let output = folder.path().join("output");
    let child = start(program, args, &lines[..20].concat(), &output);
    signal(&child, "INT");
    let (code, stderr) = end(child);
    assert_eq!(code, 130, "{args:?}: {stderr}");
    assert!(stderr.contains("output.part\nhint: add --resume"), "{args:?}: {stderr}");
    let resumed: Vec<_> = args.iter().copied().chain(["--resume"]).collect();
    let mut child = start(program, &resumed, &lines[..40].concat(), &output);
    child.kill().unwrap();
    child.wait().unwrap();
    let last =
        run_with_input(program, resumed.into_iter().chain(["-q", "-o", output.to_str().unwrap()]), &input);
    assert_eq!(last.code, whole.code, "{args:?}: {}", last.stderr);
    assert_eq!(fs::read_to_string(&output).unwrap(), fs::read_to_string(&expected).unwrap(), "{args:?}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "{args:?}: no other file is left");
}

#[cfg(unix)]
#[test]
fn interrupted_runs_continue_without_losing_or_repeating_a_record() {
    check("sudoku-sat", &["solve"]);
    check("sudoku-sat", &["solve", "--columns", "id,solution", "-j", "2"]);
    check("sudoku-sat", &["solve", "--only", "unique"]);
    check("sudoku-sat", &["solve", "--format", "grid"]);
    check("sudoku-sat", &["solve", "--all", "--columns", "id,solution_index"]);
    check("sudoku-sat", &["count", "--shard", "1/2"]);
    check("sudoku-sat", &["rate"]);
    check("sudoku-sat", &["candidates"]);
    check("sudoku-sat", &["minimize"]);
    check("sudoku-sat", &["explain", "--next"]);
    check("sudoku-cli", &["check"]);
    check("sudoku-cli", &["check", "--only", "valid"]);
    check("sudoku-cli", &["convert", "--to", "opensudoku"]);
    check("sudoku-cli", &["convert", "--to", "euler"]);
    check("sudoku-cli", &["convert", "--canonical", "-j", "2"]);
    check("sudoku-cli", &["convert", "--dedupe"]);
    check("sudoku-cli", &["render"]);
    check("sudoku-cli", &["render", "--format", "json"]);
}

#[cfg(unix)]
#[test]
fn interrupted_generators_continue() {
    // With a target, most of the time is spent on puzzles that miss it.
    for options in [&["-n", "2000", "--with-solutions"][..], &["-n", "12", "--difficulty", "hard"]] {
        let folder = tempfile::tempdir().unwrap();
        let (output, expected) = (folder.path().join("output"), folder.path().join("expected"));
        let args = [&["generate", "--seed", "7", "-j", "1"], options].concat();
        run("sudoku-sat", args.iter().copied().chain(["-q", "-o", expected.to_str().unwrap()]));
        let child = start("sudoku-sat", &args, "", &output);
        signal(&child, "INT");
        end(child);
        let resumed = args.into_iter().chain(["--resume", "-q", "-o", output.to_str().unwrap()]);
        let last = run("sudoku-sat", resumed);
        assert_eq!(last.code, 0, "{options:?}: {}", last.stderr);
        let texts = [&output, &expected].map(|path| fs::read_to_string(path).unwrap());
        assert_eq!(texts[0], texts[1], "{options:?}");
    }
}

/// Runs `program` with `input` on a disk on which a file can have at most `blocks` blocks of 512 bytes.
fn run_on_full_disk(program: &str, args: &[&str], blocks: usize, input: &str) -> Run {
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec '{}' \"$@\"", binary(program).display());
    run_command(Command::new("sh").args(["-c", &script, "sh"]).args(args), input)
}

/// If the disk is full, the finished records are kept, and a run that continues makes the file that a run without
/// errors makes.
#[cfg(unix)]
#[test]
fn a_full_disk_loses_no_record() {
    let input = lines(100).concat();
    for (program, args, extension) in [
        ("sudoku-sat", &["solve"][..], ""),
        ("sudoku-sat", &["solve", "--columns", "id,puzzle,solution"], ".gz"),
        ("sudoku-sat", &["count", "--columns", "id,puzzle,count"], ""),
        ("sudoku-sat", &["rate", "--format", "csv"], ""),
        ("sudoku-sat", &["candidates", "--propagate-only"], ".bz2"),
        ("sudoku-sat", &["explain", "--next"], ""),
        ("sudoku-cli", &["check"], ""),
        ("sudoku-cli", &["convert", "--to", "json"], ""),
        ("sudoku-cli", &["convert", "--to", "opensudoku"], ".gz"),
        ("sudoku-cli", &["render", "--format", "json"], ""),
        ("sudoku-sat", &["generate", "-n", "100", "--seed", "7", "-j", "1"], ""),
        ("sudoku-sat", &["generate", "-n", "100", "--seed", "7", "-j", "1"], ".bz2"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let [expected, output] =
            ["expected", "output"].map(|name| folder.path().join(format!("{name}{extension}")));
        let args_for = |output: &Path| {
            [args, &["-q", "-o"]]
                .concat()
                .into_iter()
                .map(str::to_owned)
                .chain([output.display().to_string()])
                .collect::<Vec<_>>()
        };
        let whole = run_with_input(program, args_for(&expected), &input);
        let blocks = (fs::metadata(&expected).unwrap().len() / 512 / 2) as usize;
        let args_of_run = args_for(&output);
        let args_of_run: Vec<_> = args_of_run.iter().map(String::as_str).collect();
        let full = run_on_full_disk(program, &args_of_run, blocks, &input);
        assert!(full.code == 1 && full.stderr.contains("File too large"), "{args:?}: {}", full.stderr);
        assert!(!output.exists());
        let resumed = run_with_input(program, args_of_run.into_iter().chain(["--resume"]), &input);
        assert_eq!((resumed.code, resumed.stderr), (whole.code, whole.stderr), "{args:?}");
        assert!(decompressed(&output) == decompressed(&expected), "{args:?}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "{args:?}: no other file is left");
    }
}

/// Returns the text of a file, which may be compressed. A run that continues compresses other parts together.
fn decompressed(path: &Path) -> String {
    let file = decompress(Box::new(fs::File::open(path).unwrap())).unwrap();
    std::io::read_to_string(file).unwrap()
}

#[cfg(unix)]
#[test]
fn a_second_run_on_the_same_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("output");
    let first = start("sudoku-sat", &["solve"], &lines(20).concat(), &output);
    for more in [&[][..], &["--resume"]] {
        let args = ["solve", "-o", output.to_str().unwrap()].into_iter().chain(more.iter().copied());
        let second = run_with_input("sudoku-sat", args, &lines(30).concat());
        let expected =
            format!("another run (process {}) is writing {}.part\nhint: ", first.id(), output.display());
        assert!(second.code == 1 && second.stderr.contains(&expected), "{}", second.stderr);
    }
    assert_eq!(wait(first).0, 0);
    assert_eq!(fs::read_to_string(&output).unwrap().lines().count(), 20);
}

/// After a disk was full, people move the unfinished files to another one.
#[cfg(unix)]
#[test]
fn an_unfinished_run_continues_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let solve = interrupted(folder.path());
    let elsewhere = tempfile::tempdir().unwrap();
    let moved = elsewhere.path().join("moved.txt");
    for extension in ["part", "part.state"] {
        fs::rename(
            folder.path().join(format!("output.{extension}")),
            format!("{}.{extension}", moved.display()),
        )
        .unwrap();
    }
    let input = lines(30).concat();
    let csv = elsewhere.path().join("moved.csv");
    let args =
        |output: &Path| ["solve", "--resume", "-vq", "-o", output.to_str().unwrap()].map(str::to_owned);
    let resumed = run_with_input("sudoku-sat", args(&moved), &input);
    assert_eq!(resumed.code, 0, "{}", resumed.stderr);
    let whole = solve(&[], &input);
    assert_eq!(whole.code, 0, "{}", whole.stderr);
    assert_eq!(fs::read(&moved).unwrap(), fs::read(folder.path().join("output")).unwrap());
    assert!(!csv.exists());
}

/// Leaves the part file of an interrupted run in `folder`, and returns a function that runs the command again.
fn interrupted(folder: &Path) -> impl Fn(&[&str], &str) -> Run {
    let output = folder.join("output");
    let mut child = start("sudoku-sat", &["solve"], &lines(20).concat(), &output);
    // The state has one or two checkpoints, which start with the number of items.
    let state = folder.join("output.part.state");
    let are_saved = |text: String| text.lines().any(|line| line.starts_with("20 "));
    wait_until("the last checkpoint", || {
        assert!(child.try_wait().unwrap().is_none(), "the run ended before the last checkpoint");
        fs::read_to_string(&state).is_ok_and(are_saved)
    });
    child.kill().unwrap();
    child.wait().unwrap();
    move |args, input| {
        let args = ["solve", "-q", "-o", output.to_str().unwrap()].into_iter().chain(args.iter().copied());
        run_with_input("sudoku-sat", args, input)
    }
}

#[test]
fn unfinished_output_is_neither_overwritten_nor_mixed_with_other_records() {
    let folder = tempfile::tempdir().unwrap();
    let solve = interrupted(folder.path());
    let again = solve(&[], &lines(30).concat());
    assert_eq!(again.code, 1);
    for part in ["output.part is the unfinished output", "hint: add --resume to continue it, or remove it"] {
        assert!(again.stderr.contains(part), "{}", again.stderr);
    }
    let mut changed = lines(30);
    changed.swap(0, 1);
    for (args, input) in [
        (&["--resume"][..], changed.concat()),
        (&["--resume", "--check-unique"], lines(30).concat()),
        (&["--resume"], lines(1).concat()),
    ] {
        let mixed = solve(args, &input);
        assert_eq!(mixed.code, 1, "{args:?}");
        assert!(mixed.stderr.contains("the input or the options differ"), "{args:?}: {}", mixed.stderr);
    }
    // Threads and limits may change.
    let end = solve(&["--resume", "-j", "2", "--timeout=9"], &lines(30).concat());
    assert_eq!((end.code, &*end.stderr), (0, ""));
    assert_eq!(fs::read_to_string(folder.path().join("output")).unwrap().lines().count(), 30);
}

#[test]
fn a_changed_board_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let (regions, output) = (folder.path().join("regions"), folder.path().join("output"));
    let boxes =
        "111222333\n111222333\n111222333\n444555666\n444555666\n444555666\n777888999\n777888999\n777888999\n";
    fs::write(&regions, boxes).unwrap();
    let args = ["solve", "--regions", regions.to_str().unwrap()];
    let mut child = start("sudoku-sat", &args, &lines(20).concat(), &output);
    child.kill().unwrap();
    child.wait().unwrap();
    fs::write(&regions, boxes.replacen("1222", "2122", 1)).unwrap();
    let args = args.into_iter().chain(["-o", output.to_str().unwrap(), "--resume"]);
    let mixed = run_with_input("sudoku-sat", args, &lines(20).concat());
    assert!(mixed.code == 1 && mixed.stderr.contains("the input or the options differ"), "{}", mixed.stderr);
}

#[test]
fn errors_before_an_interruption_still_count() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("output");
    let start_lines = format!("{EASY}\nwrong\n{HARD}\n");
    let mut child = start("sudoku-sat", &["solve", "--from", "line"], &start_lines, &output);
    let part = format!("{}.part", output.display());
    wait_until("two records", || fs::read_to_string(&part).unwrap().lines().count() >= 2);
    child.kill().unwrap();
    child.wait().unwrap();
    let args = ["solve", "--from", "line", "-q", "--resume", "-o", output.to_str().unwrap()];
    assert_eq!(run_with_input("sudoku-sat", args, &start_lines).code, 1);
}

#[test]
fn only_regular_files_can_be_continued() {
    let input = lines(3).concat();
    for path in ["/dev/null", "-"] {
        let run = run_with_input("sudoku-sat", ["solve", "--resume", "-o", path], &input);
        assert_eq!(run.code, 2, "{path}");
        assert!(run.stderr.contains("--resume requires an output file"), "{}", run.stderr);
    }
    assert_eq!(run_with_input("sudoku-sat", ["solve", "--resume"], &input).code, 2);
    assert_eq!(run_with_input("sudoku-sat", ["solve", "-o", "/dev/null"], &input).code, 0);
}

#[test]
fn an_error_that_ends_the_run_keeps_the_records_before_it() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("output");
    let solve = |args: &[&str], input: &str| {
        let args = ["solve", "-q", "--strict", "--from", "line", "-o", output.to_str().unwrap()]
            .into_iter()
            .chain(args.iter().copied());
        run_with_input("sudoku-sat", args, input)
    };
    let stopped = solve(&[], &format!("{EASY}\nwrong\n{EASY}\n"));
    assert_eq!(stopped.code, 1);
    assert!(stopped.stderr.contains("the finished records are in"), "{}", stopped.stderr);
    assert!(!output.exists());
}

#[test]
fn standard_output_is_complete_after_an_error_that_ends_the_run() {
    let input = format!("{EASY}\nwrong\n{EASY}\n");
    for (args, end) in [
        (&["convert", "--to", "opensudoku"][..], "</opensudoku>\n"),
        (&["render", "--format", "html"], "</html>\n"),
    ] {
        let args = args.iter().copied().chain(["--strict", "--from", "line"]);
        let run = run_with_input("sudoku-cli", args, &input);
        assert_eq!(run.code, 1);
        assert!(run.stdout.ends_with(end), "{}", run.stdout);
    }
}

/// A filter passes the lines of the input on, whether its output is a file or a pipe.
#[test]
fn filters_write_the_same_bytes_to_files_and_pipes() {
    let folder = tempfile::tempdir().unwrap();
    let input = format!("id,puzzle,source\n1,{EASY},a\n2,{HARD},b\n3,{EASY},c\n");
    for (program, args) in [
        ("sudoku-sat", &["solve", "--only", "unique"][..]),
        ("sudoku-sat", &["rate", "--only", "easy"]),
        ("sudoku-cli", &["check", "--only", "valid"]),
        ("sudoku-cli", &["convert", "--dedupe"]),
        ("sudoku-sat", &["solve", "--only", "unique", "--format", "csv"]),
        ("sudoku-cli", &["convert", "--dedupe", "--to", "json"]),
    ] {
        for name in ["u.csv", "u.json", "u.txt"] {
            let path = folder.path().join(name);
            let file = ["-q", "-o", path.to_str().unwrap()];
            let pipe = run_with_input(program, args.iter().copied().chain(["-q"]), &input);
            assert_eq!(run_with_input(program, args.iter().copied().chain(file), &input).code, 0);
            assert_eq!(fs::read_to_string(&path).unwrap(), pipe.stdout, "{args:?} {name}");
        }
    }
    let unique = run_with_input("sudoku-sat", ["solve", "--only", "unique", "-q"], &input).stdout;
    assert_eq!(unique, input);
}
