//! Tests of the page in headless Chromium.
//!
//! They compare the page with the programs of the main workspace, which must have been built. The environment variable
//! `SUDOKU_PROGRAMS` is their folder; the default is `target/debug` in the root of the repository.

mod devtools;

use std::env;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;
use std::thread;
use std::time::Duration;

use devtools::Page;
use serde_json::json;

const LAPTOP: (u32, u32) = (1366, 657);
const PHONE: (u32, u32) = (390, 844);

/// The page, which is built once.
static PLAYGROUND: LazyLock<PathBuf> = LazyLock::new(|| {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("playground.html");
    let status = Command::new(env!("CARGO_BIN_EXE_sudoku-playground")).arg(&path).arg("--locked").status();
    assert!(status.unwrap().success());
    path
});

/// Opens a view of the page, or returns `None` if Chromium is not installed. With the environment variable
/// `SUDOKU_REQUIRE_SOLVERS`, the test then fails.
fn open(view: &str, window: (u32, u32)) -> Option<Page> {
    let is_installed = Command::new("chromium").arg("--version").output().is_ok();
    assert!(
        is_installed || env::var_os("SUDOKU_REQUIRE_SOLVERS").is_none(),
        "chromium is required, but it is not installed"
    );
    is_installed.then(|| Page::open(&PLAYGROUND, &format!("#{view}"), window))
}

/// Runs a program of the main workspace, and returns its output.
fn run(program: &str, arguments: &[&str], input: &str) -> String {
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

fn sample(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../cnf-samples");
    fs::read_to_string(folder.join(name)).unwrap()
}

/// Enters a puzzle and waits until it is drawn.
fn enter(page: &mut Page, puzzle: &str) {
    page.value("document.querySelector('#remarks').replaceChildren()");
    page.value("document.querySelector('#message').className = ''");
    page.fill("#text", puzzle);
    page.wait_for(
        "document.querySelector('#remarks').children.length || document.querySelector('#message.error')",
    );
}

#[test]
fn puzzles_have_the_same_solutions_as_in_the_programs() {
    let Some(mut page) = open("puzzle", LAPTOP) else { return };
    let mut puzzles = run("sudoku-sat", &["generate", "-n", "98", "--seed", "1"], "");
    for name in ["several.txt", "no-solution.txt"] {
        puzzles += &run("sudoku-cli", &["convert", "--to", "line"], &sample(name));
    }
    let expected = run("sudoku-sat", &["solve", "--format", "json", "--check-unique"], &puzzles);
    let records = expected.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let mut count = 0;
    for (puzzle, record) in puzzles.lines().zip(records) {
        page.value(&format!("document.querySelector('#text').value = {}", json!(puzzle)));
        page.value("document.querySelector('#verdict').textContent = ''");
        page.click("#solve");
        page.wait_for("document.querySelector('#verdict').textContent");
        let verdict = page.text("#verdict");
        let solution = page.text("#solution");
        match (record["status"].as_str(), record["unique"].as_bool()) {
            (Some("unsatisfiable"), _) => assert!(verdict.starts_with("No solution"), "{puzzle}"),
            (_, Some(true)) => {
                assert!(verdict.starts_with("Exactly one solution"), "{puzzle}");
                assert_eq!(solution, record["solution"], "{puzzle}");
            }
            _ => {
                assert!(verdict.starts_with("Several solutions"), "{puzzle}: {record}");
                let first = page.text("#solution");
                page.click("#another");
                assert_ne!(page.text("#solution"), first);
            }
        }
        count += 1;
    }
    assert_eq!(count, 100);
}

#[test]
fn wrong_puzzles_are_explained() {
    let Some(mut page) = open("puzzle", LAPTOP) else { return };
    enter(&mut page, "53..7....\n6..195...\n.98....6.\n");
    assert!(page.text("#message.error").contains("expected"), "{}", page.text("#message"));
    enter(&mut page, &format!("11{}", ".".repeat(79)));
    assert_eq!(page.value("document.querySelectorAll('#drawing .clash text').length"), 2);
    page.click("#solve");
    page.wait_for("document.querySelector('#verdict').textContent");
    assert!(page.text("#verdict").contains("row 1"), "{}", page.text("#verdict"));
    page.fill("#rules", "nonsense");
    page.wait_for("document.querySelector('#message.error')");
    assert!(page.text("#message").contains("rules: line 1"), "{}", page.text("#message"));
    // Text from outside never becomes part of the page as HTML.
    page.fill("#rules", "");
    enter(&mut page, "<img src=x onerror=alert(1)>");
    assert_eq!(page.value("document.querySelector('img')"), json!(null));
}

#[test]
fn the_board_is_edited_with_the_keyboard() {
    let Some(mut page) = open("puzzle", LAPTOP) else { return };
    page.fill("#empty", "4");
    page.wait_for("document.querySelector('#text').value.split('\\n').length === 5");
    page.value("document.querySelector('#drawing').focus()");
    for key in ["3", "ArrowRight", "1"] {
        page.press(key);
    }
    page.wait_for("document.querySelector('#text').value.startsWith('31')");
    page.press("Delete");
    page.wait_for("document.querySelector('#text').value.startsWith('3.')");
    // The tabs are one stop for the Tab key, and the arrow keys select them.
    page.value("document.querySelector('#tab-puzzle').focus()");
    page.press("ArrowRight");
    page.wait_for("document.querySelector('#clauses-text').textContent.includes('p cnf 64 ')");
    assert_eq!(page.value("document.activeElement.id"), "tab-cnf");
    assert_eq!(page.value("location.hash"), "#cnf");
    page.press("Tab");
    assert_eq!(page.value("document.activeElement.id"), "encoding");
}

#[test]
fn files_are_those_of_the_programs() {
    let Some(mut page) = open("cnf", LAPTOP) else { return };
    let folder = tempfile::tempdir().unwrap();
    let download = json!({ "behavior": "allow", "downloadPath": folder.path() });
    page.command("Page.setDownloadBehavior", download);
    let saved = |page: &mut Page, button: &str, name: &str| {
        page.click(button);
        let path = folder.path().join(name);
        while !path.exists() {
            thread::sleep(Duration::from_millis(20));
        }
        fs::read_to_string(path).unwrap()
    };
    let puzzle = sample("4x4.txt");
    enter(&mut page, &puzzle);
    page.fill("#encoding", "triad");
    page.fill("#at-most-one", "ladder");
    page.wait_for("document.querySelector('#size').textContent.endsWith('clauses')");
    let arguments = ["--encoding", "triad", "--amo", "ladder", "--annotate"];
    let expected = run("sudoku-cnf", &arguments, &puzzle);
    assert_eq!(saved(&mut page, "#save-cnf", "puzzle.cnf"), expected);
    let model = saved(&mut page, "#save-model", "puzzle.model");
    page.click("#tab-solver");
    let expected = run("sudoku-sat", &["trace", "--encoding", "triad", "--amo", "ladder"], &puzzle);
    assert_eq!(saved(&mut page, "#save-trace", "trace.jsonl"), expected);

    page.click("#tab-check");
    page.fill("#output", &model);
    page.click("#decode");
    page.wait_for("document.querySelector('#decoded').textContent");
    assert!(page.text("#decoded").contains("the grid is a solution"));
    assert_eq!(page.value("document.querySelectorAll('#decoded-drawing svg').length"), 1);
    page.fill("#output", &model.replace("v 1 ", "v -1 ").replace("v -1 ", "v 1 2 3 4 "));
    page.click("#decode");
    page.wait_for("document.querySelector('#message.error')");
    page.click("#prove");
    page.wait_for("document.querySelector('#proved').textContent");
    assert_eq!(page.text("#proved"), "Proven: exactly one solution.");
    assert!(page.text("#files").contains("uniqueness.lrat"));
}

#[test]
fn decisions_lead_to_propagation_and_conflicts() {
    let Some(mut page) = open("what-if", LAPTOP) else { return };
    page.wait_in_frame("what-if", "document.querySelector('#number')?.textContent");
    let title = "document.querySelector('#sentence h2').textContent";
    assert_eq!(page.value_in_frame("what-if", title), "Unit propagation at level 0");
    page.fill("#literal", "r1c1=99");
    page.click("#assume button");
    page.wait_for("document.querySelector('#message.error')");
    assert!(page.text("#message").contains("r1c1=99 is not on the board"), "{}", page.text("#message"));
    assert_eq!(page.text("#decisions"), "");
    // The first candidate of the first open cell.
    let open = page.value_in_frame(
        "what-if",
        "(() => { const cells = [...document.querySelectorAll('#cells td')]; \
         const cell = cells.find((cell) => cell.textContent.startsWith('candidates')); \
         const digit = cell.textContent.split(' ')[1]; \
         return `r${cell.parentElement.rowIndex}c${cell.cellIndex}!=${digit}`; })()",
    );
    page.fill("#literal", open.as_str().unwrap());
    page.click("#assume button");
    page.wait_for(&format!("document.querySelector('#decisions').textContent === {open}"));
    page.wait_in_frame(
        "what-if",
        "document.querySelector('#counters')?.textContent.includes('decisions: 1 ')",
    );
    // A click on the board decides, too.
    page.value_in_frame(
        "what-if",
        "(() => { const board = document.querySelector('#board svg'); const box = board.getBoundingClientRect(); \
         const at = { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 }; \
         board.dispatchEvent(new MouseEvent('click', at)); })()",
    );
    page.wait_for("document.querySelectorAll('#decisions b').length === 2");
    assert!(page.text("#decisions b:last-child").starts_with("r5c5="));
    page.click("#undo");
    page.wait_for("document.querySelectorAll('#decisions b').length === 1");
    page.fill("#literal", open.as_str().unwrap());
    page.click("#assume button");
    page.wait_for("document.querySelector('#message.error')");
    assert!(page.text("#message").contains("already has a value"), "{}", page.text("#message"));
}

#[test]
fn pages_of_the_solver_and_of_the_steps_run_in_frames() {
    let Some(mut page) = open("solver", LAPTOP) else { return };
    page.wait_in_frame("solver", "document.querySelector('#number')?.textContent.startsWith('Event 0 of')");
    page.wait_in_frame("solver", "!document.querySelector('#number').textContent.endsWith('so far')");
    page.value_in_frame("solver", "document.querySelector('[data-go=decision]').click()");
    page.wait_in_frame("solver", "document.querySelector('#sentence h2').textContent === 'Decision 1'");
    page.click("#tab-explain");
    page.wait_in_frame("explain", "document.querySelector('#number')?.textContent === 'Start'");
    page.value_in_frame("explain", "document.querySelector('[data-go=next]').click()");
    page.wait_in_frame("explain", "document.querySelector('#number').textContent.startsWith('Step 1 of')");
}

#[test]
fn long_computations_can_be_stopped() {
    let Some(mut page) = open("puzzle", LAPTOP) else { return };
    page.fill("#empty", "25");
    page.wait_for("document.querySelector('#remarks').textContent.includes('25 × 25')");
    page.click("#tab-explain");
    page.wait_for("!document.querySelector('#stop').hidden");
    page.click("#stop");
    page.wait_for("document.querySelector('#message').textContent === 'stopped'");
    page.click("#tab-puzzle");
    page.fill("#empty", "4");
    page.wait_for("document.querySelector('#remarks').textContent.includes('4 × 4')");
}

#[test]
fn a_failure_of_the_module_is_shown() {
    let Some(mut page) = open("puzzle", LAPTOP) else { return };
    let worker = page.attached(|target| target["type"] == "worker").unwrap();
    let fail = "wasm_bindgen.call = () => { reportPanic('panicked at x.rs:1'); throw new WebAssembly.RuntimeError('unreachable'); }";
    page.command_in(&worker, "Runtime.evaluate", json!({ "expression": fail }));
    page.click("#solve");
    page.wait_for("document.querySelector('#message.error')");
    assert!(
        page.text("#message").starts_with("internal error: panicked at x.rs:1"),
        "{}",
        page.text("#message")
    );
    // A new worker answers the next request.
    page.click("#solve");
    page.wait_for("document.querySelector('#verdict').textContent");
}

#[test]
fn views_fit_into_windows() {
    for window in [LAPTOP, PHONE] {
        let Some(mut page) = open("puzzle", window) else { return };
        for view in ["puzzle", "cnf", "solver", "what-if", "explain", "check"] {
            page.click(&format!("#tab-{view}"));
            page.wait_for("document.querySelector('#message').textContent === ''");
            let width = page.value("document.documentElement.scrollWidth").as_u64().unwrap();
            assert!(width <= u64::from(window.0), "{view}: {width} in {window:?}");
        }
        let bottom = "document.querySelector('#drawing svg').getBoundingClientRect().bottom + scrollY";
        page.click("#tab-puzzle");
        assert!(window == PHONE || page.value(bottom).as_f64().unwrap() <= f64::from(window.1));
    }
}

#[test]
fn nothing_is_loaded_from_a_network() {
    let Some(mut page) = open("puzzle", LAPTOP) else { return };
    let fetch = "fetch('http://127.0.0.1:9/').then(() => 'loaded', (error) => error.name)";
    assert_eq!(page.value(fetch), "TypeError");
    let is_blocked = |event: &serde_json::Value| {
        event["params"]["entry"]["text"].to_string().contains("Content Security Policy")
    };
    page.wait_for("true");
    assert!(page.events.iter().any(is_blocked), "the policy blocks requests");
    page.events.retain(|event| !is_blocked(event));
    for view in ["solver", "explain"] {
        page.click(&format!("#tab-{view}"));
        page.wait_in_frame(view, "document.querySelector('#number')?.textContent");
    }
    for event in &page.events {
        let url = event["params"]["request"]["url"].as_str().unwrap_or("file:");
        assert!(
            ["file:", "blob:", "data:"].iter().any(|scheme| url.starts_with(scheme))
                || url.contains("127.0.0.1:9"),
            "{event}"
        );
        assert_ne!(event["method"], "Runtime.exceptionThrown", "{event}");
        assert_ne!(event["params"]["entry"]["level"], "error", "{event}");
    }
}
