//! Opens the page, enters puzzles, and runs the programs.

use std::env;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use crate::devtools::Page;

pub const LAPTOP: (u32, u32) = (1366, 657);
pub const PHONE: (u32, u32) = (390, 844);
pub const PROJECTOR: (u32, u32) = (1920, 1080);

/// The page, which is built once.
static PLAYGROUND: LazyLock<PathBuf> = LazyLock::new(|| {
    if let Some(path) = env::var_os("SUDOKU_PLAYGROUND") {
        return path.into();
    }
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("playground.html");
    let status = Command::new(env!("CARGO_BIN_EXE_sudoku-playground")).arg(&path).arg("--locked").status();
    assert!(status.unwrap().success());
    path
});

/// Opens a view of the page, or returns `None` if Chromium is not installed. With the environment variable
/// `SUDOKU_REQUIRE_SOLVERS`, the test then fails.
pub fn open(view: &str, window: (u32, u32)) -> Option<Page> {
    let is_installed = Command::new("chromium").arg("--version").output().is_ok();
    assert!(
        is_installed || env::var_os("SUDOKU_REQUIRE_SOLVERS").is_none(),
        "chromium is required, but it is not installed"
    );
    is_installed.then(|| Page::open(&PLAYGROUND, &format!("#{view}"), window))
}

/// Runs a program of the main workspace, and returns its output.
pub fn run(program: &str, arguments: &[&str], input: &str) -> String {
    let default = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../target/debug");
    let folder = env::var_os("SUDOKU_PROGRAMS").map_or(default, PathBuf::from);
    let program = folder.join(program);
    let mut child = Command::new(&program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{}: {error}; build it first", program.display()));
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
}

pub fn sample(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../cnf-samples");
    fs::read_to_string(folder.join(name)).unwrap()
}

/// Enters a puzzle and waits for all answers.
pub fn enter(page: &mut Page, puzzle: &str) {
    page.paste(puzzle);
    page.wait_for_answers();
}

/// Starts with an empty board.
pub fn start_empty(page: &mut Page) {
    page.paste(&".".repeat(81));
    page.wait_for("document.querySelector('#text').value.startsWith('.........')");
    page.wait_for("document.querySelector('#drawing svg') && document.querySelector('#verdict').textContent");
}

/// Returns the rules of the puzzle as text.
pub fn rules(page: &mut Page) -> String {
    page.value("document.querySelector('#rules').value").as_str().unwrap().to_owned()
}
