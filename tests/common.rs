//! Helpers for integration tests. They run the built binaries and read samples.

#![allow(dead_code, reason = "each test binary uses only some of the helpers")]

use std::env::consts::EXE_SUFFIX;
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use sudoku_cnf::{Digit, Geometry, Grid, Puzzle};

/// The names of samples without variants. Each of these samples has exactly one solution, except for `several`, which
/// has five.
pub(crate) const SAMPLES: [&str; 12] = [
    "article",
    "essay-easy",
    "essay-hard",
    "mathematica",
    "4x4",
    "6x6",
    "6x6-3x2",
    "12x12",
    "16x16",
    "16x16-table",
    "25x25",
    "several",
];

/// The puzzle in the sample file `article.txt`, as a single line.
pub(crate) const EASY: &str =
    "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
/// The solution of [`EASY`].
pub(crate) const SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// A very hard puzzle that cannot be solved by propagation alone.
pub(crate) const HARD: &str =
    "........8..3...4...9..2..6.....79.......612...6.5.2.7...8...5...1.....2.4.5.....3";
/// A puzzle designed to be close to the worst case for brute-force search.
pub(crate) const HARD_FOR_BRUTE_FORCE: &str =
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";

/// Returns the root directory of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .expect("a crate is two levels below the root")
        .to_owned()
}

/// Returns the path of the file `name` in `cnf-samples`.
pub(crate) fn sample(name: &str) -> String {
    root().join("cnf-samples").join(name).display().to_string()
}

/// Returns the puzzle in the sample file `{name}.txt`.
pub(crate) fn puzzle(name: &str) -> Puzzle {
    fs::read_to_string(sample(&format!("{name}.txt"))).unwrap().parse().unwrap()
}

/// Returns the directory that contains the three binaries: `sudoku-cnf`, `sudoku-sat` and `sudoku-cli`. Builds any
/// binary that is missing or outdated.
///
/// `cargo test` builds all three binaries, but `cargo test -p` builds only the binary of the selected crate.
pub(crate) fn binaries() -> PathBuf {
    static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
        let this_test = std::env::current_exe().unwrap();
        let folder =
            this_test.ancestors().nth(2).expect("test binaries are in target/PROFILE/deps").to_owned();
        let newest_source = latest_change(&root().join("crates")).expect("the crates have source files");
        for program in ["sudoku-cnf", "sudoku-sat", "sudoku-cli"] {
            let built = fs::metadata(folder.join(format!("{program}{EXE_SUFFIX}")))
                .and_then(|metadata| metadata.modified());
            if built.map_or(true, |built| built < newest_source) {
                build(program, &folder);
            }
        }
        folder
    });
    FOLDER.clone()
}

/// Returns the path of the binary for `program`, which must be one of the three programs.
pub(crate) fn binary(program: &str) -> PathBuf {
    binaries().join(format!("{program}{EXE_SUFFIX}"))
}

/// Returns the time of the latest change to a Rust file in `folder` or its subdirectories.
fn latest_change(folder: &Path) -> Option<SystemTime> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let times = entries.filter_map(|path| match path.extension() {
        _ if path.is_dir() && !path.ends_with("target") => latest_change(&path),
        Some(extension) if extension == "rs" => Some(fs::metadata(&path).unwrap().modified().unwrap()),
        _ => None,
    });
    times.max()
}

fn build(program: &str, folder: &Path) {
    let profile = folder.file_name().unwrap().to_str().unwrap();
    let profile = if profile == "debug" { "test" } else { profile };
    let mut command = Command::new(env!("CARGO"));
    command.args(["build", "--quiet", "-p", program, "--bin", program, "--profile", profile]);
    command.arg("--target-dir").arg(folder.parent().unwrap()).current_dir(root());
    assert!(command.status().unwrap().success(), "building {program} failed");
}

/// The exit code and the output of a program. If a signal terminated the program, the exit code is -1.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Runs one of the three programs with empty standard input.
pub(crate) fn run<S: AsRef<OsStr>>(program: &str, args: impl IntoIterator<Item = S>) -> Run {
    run_with_input(program, args, "")
}

/// Runs one of the three programs with `input` on standard input.
pub(crate) fn run_with_input<S: AsRef<OsStr>>(
    program: &str,
    args: impl IntoIterator<Item = S>,
    input: &str,
) -> Run {
    run_command(Command::new(binary(program)).args(args), input)
}

/// Runs `command` with `input` on standard input and waits until the program exits.
pub(crate) fn run_command(command: &mut Command, input: &str) -> Run {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let writer = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    Run {
        code: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Starts `sudoku-sat` with pipes for standard input, standard output and standard error.
pub(crate) fn start(args: &[&str]) -> Child {
    let mut command = Command::new(binary("sudoku-sat"));
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// Waits until `child` exits. Returns its exit code and any output that has not been read yet: standard output, then
/// standard error.
pub(crate) fn wait(child: Child) -> (i32, String, String) {
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}

/// Waits until `condition` holds. Panics with `what` after a minute, much longer than it takes even on a busy machine.
pub(crate) fn wait_until(what: &str, mut condition: impl FnMut() -> bool) {
    let end = Instant::now() + Duration::from_secs(60);
    while !condition() {
        assert!(Instant::now() < end, "waited in vain: {what}");
        thread::sleep(Duration::from_millis(2));
    }
}

/// Waits until the process with the ID `pid` has ended. A zombie counts as ended.
pub(crate) fn wait_for_end(pid: &str) {
    wait_until(&format!("process {pid} ends"), || {
        let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
        status.lines().all(|line| line.starts_with("State:\tZ") || !line.starts_with("State:"))
    });
}

/// Returns whether `child` has installed its signal handlers. Without a `/proc` file system, returns `true`.
fn handles_signals(child: &Child) -> bool {
    const SIGTERM: u64 = 15;
    let Ok(status) = fs::read_to_string(format!("/proc/{}/status", child.id())) else { return true };
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    let caught = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    caught.is_none_or(|mask| mask >> (SIGTERM - 1) & 1 == 1)
}

/// Sends the signal `name`, for example `INT`, to `child`, one of the programs of this project, as soon as the program
/// handles signals.
pub(crate) fn signal(child: &Child, name: &str) {
    wait_until("the program handles signals", || handles_signals(child));
    // The program `kill` is not part of every system, but every shell has a command of this name.
    let kill = format!("kill -{name} {}", child.id());
    assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
}

/// The error for an input without puzzles, and its hint.
pub(crate) const NO_PUZZLE: &str = "no puzzle found\nhint: a puzzle is a line of 81 digits and dots, or 9 rows of 9; \
    'sudoku-cli convert --help' lists all formats";

/// Returns the path of the file `name` in the external test data. Tests that require such files are ignored by default.
pub(crate) fn test_data(name: &str) -> PathBuf {
    let folder =
        std::env::var_os("SUDOKU_TEST_DATA").expect("SUDOKU_TEST_DATA must be the test data directory");
    Path::new(&folder).join(name)
}

/// Returns a solved grid with boxes of the given shape.
///
/// The construction starts with a grid in which each row is a cyclic shift of the first row. It then rotates the rows
/// of each band and the columns of each stack by `shift` positions. Finally, it replaces each digit d with
/// `digits[d - 1]`.
pub(crate) fn solved_grid(shape: &str, digits: &[usize], shift: usize) -> Grid {
    let geometry = std::sync::Arc::new(Geometry::new(shape.parse().unwrap()));
    let (n, shape) = (geometry.size(), geometry.box_shape().unwrap());
    let (r, c) = (shape.rows(), shape.columns());
    let mut grid = Grid::empty(geometry.clone());
    for cell in geometry.cells() {
        let (row, column) = (cell.row() - 1, cell.column() - 1);
        let row = row / r * r + (row + shift) % r;
        let column = column / c * c + (column + shift) % c;
        let digit = (row % r * c + row / r + column) % n;
        grid.set(cell, Digit::new(digits[digit]));
    }
    grid
}
