//! Tests of the page in headless Chromium.
//!
//! They compare the page with the programs of the main workspace, which must have been built. The environment variable
//! `SUDOKU_PROGRAMS` is their folder; the default is `target/debug` in the root of the repository. With
//! `SUDOKU_PLAYGROUND`, the tests open this page instead of building one.

mod devtools;

use std::env;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;
use std::thread;
use std::time::Duration;

use devtools::{CONTROL, Page, SHIFT};
use serde_json::json;

const LAPTOP: (u32, u32) = (1366, 657);
const PHONE: (u32, u32) = (390, 844);
const PROJECTOR: (u32, u32) = (1920, 1080);

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

/// Enters a puzzle and waits for all answers.
fn enter(page: &mut Page, puzzle: &str) {
    page.paste(puzzle);
    page.wait_for_answers();
}

/// Starts with an empty board.
fn start_empty(page: &mut Page) {
    page.paste(&".".repeat(81));
    page.wait_for("document.querySelector('#text').value.startsWith('.........')");
    page.wait_for("document.querySelector('#drawing svg') && document.querySelector('#verdict').textContent");
}

/// Returns the rules of the puzzle as text.
fn rules(page: &mut Page) -> String {
    page.value("document.querySelector('#rules').value").as_str().unwrap().to_owned()
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
        page.paste(puzzle);
        let rows: String = (0..9).map(|row| format!("{}\n", &puzzle[row * 9..row * 9 + 9])).collect();
        // The next puzzle interrupts the slow answers.
        page.wait_for(&format!(
            "document.querySelector('#text').value === {} && document.querySelector('#verdict').textContent",
            json!(rows.replace('0', "."))
        ));
        let verdict = page.text("#verdict");
        match (record["status"].as_str(), record["unique"].as_bool()) {
            (Some("unsatisfiable"), _) => assert!(verdict.starts_with("No solution"), "{puzzle}"),
            (_, Some(true)) => {
                assert_eq!(verdict, "Exactly one solution", "{puzzle}");
                page.click("#verdict-actions button");
                assert_eq!(page.text("#solution"), record["solution"], "{puzzle}");
            }
            _ => {
                page.wait_for("document.querySelector('#verdict').textContent === '5 solutions'");
                page.click("#verdict-actions button");
                let first = page.text("#solution");
                page.click("#verdict-actions button + button");
                assert_ne!(page.text("#solution"), first);
            }
        }
        count += 1;
    }
    assert_eq!(count, 100);
}

#[test]
fn nothing_of_another_puzzle_remains() {
    let Some(mut page) = open("puzzle", LAPTOP) else { return };
    page.wait_for_answers();
    page.click("#verdict-actions button");
    assert_eq!(page.value("document.querySelectorAll('#drawing .found').length > 50"), true);
    // An error in the text has its position and a hint. The board and the answers are gone.
    page.fill("#text", "53..7....\n6..195...\n.98..x.6.\n");
    page.wait_for("document.querySelector('#verdict.error')");
    let verdict = page.text("#verdict");
    assert!(verdict.starts_with("3:6: unexpected character 'x'\n.98..x.6.\n     ^\nhint: "), "{verdict}");
    for selector in ["#drawing", "#answers", "#verdict-actions"] {
        assert_eq!(page.text(selector), "", "{selector}");
    }
    page.click("#tab-cnf");
    page.wait_for("document.querySelector('#message.error')");
    assert_eq!(page.text("#clauses-text"), "");
    page.click("#undo");
    page.wait_for("document.querySelector('#clauses-text').textContent.includes('p cnf 729')");
    page.click("#tab-puzzle");
    page.wait_for("document.querySelector('#verdict').textContent === 'Exactly one solution'");
    // A change removes the answers at once, also those in the other views.
    let changed = "(() => { document.querySelector('#tools button').click(); document.querySelector('#pad button').click(); \
        return document.querySelector('#verdict').textContent + document.querySelector('#answers').textContent \
        + document.querySelectorAll('#drawing .found').length + document.querySelector('#clauses-text').textContent; })()";
    assert_eq!(page.value(changed), "0");
    enter(&mut page, &format!("11{}", ".".repeat(79)));
    assert_eq!(page.value("document.querySelectorAll('#drawing .clash text').length"), 2);
    assert!(page.text("#verdict").contains("row 1"), "{}", page.text("#verdict"));
    assert!(page.text("#answers").contains("These 2 elements have no solution"), "{}", page.text("#answers"));
    assert_eq!(page.value("document.querySelectorAll('#drawing .conflict-cell').length"), 2);
    // Rules that are not well-formed are listed with their errors.
    page.fill("#own-rule", "nonsense");
    page.click("#own button");
    page.wait_for("document.querySelector('#verdict.error')");
    assert!(page.text("#rule-list .error").contains("unknown rule 'nonsense'"));
    // Text from outside never becomes part of the page as HTML.
    for text in ["<img src=x onerror=alert(1)>", r#"{"puzzle":"1...............","title":"<img src=x>"}"#] {
        enter(&mut page, text);
        assert_eq!(page.value("document.querySelector('img')"), json!(null));
    }
}

#[test]
fn rules_are_drawn_with_the_mouse() {
    let Some(mut page) = open("puzzle", LAPTOP) else { return };
    start_empty(&mut page);
    let mut expected = Vec::new();
    for (tool, cells, numbers, text) in [
        ("[data-tool=killercage]", &[(1, 1), (1, 2), (2, 2)][..], "15", "killercage 15: r1c1 r1c2 r2c2"),
        ("[data-tool=thermometer]", &[(5, 5), (4, 6), (2, 8)], "", "thermometer: r5c5 r4c6 r3c7 r2c8"),
        ("[data-tool=arrow]", &[(9, 1), (8, 2), (8, 3)], "", "arrow: r9c1; r8c2 r8c3"),
        ("[data-tool=difference]", &[(9, 8), (9, 9)], "2", "difference 2: r9c8 r9c9"),
        ("[data-numbers=X]", &[(7, 8), (7, 9)], "", "xv X: r7c8 r7c9"),
        ("[data-tool=odd]", &[(6, 1)], "", "odd: r6c1"),
        ("[data-tool=sandwichsum]", &[(0, 5)], "12", "sandwichsum 12: r0c5"),
    ] {
        page.click(tool);
        page.drag(cells);
        numbers.chars().for_each(|digit| page.press(&digit.to_string()));
        expected.push(text);
        assert_eq!(rules(&mut page).lines().collect::<Vec<_>>(), expected);
    }
    page.wait_for(
        "document.querySelector('#drawing g.cage') && document.querySelector('#drawing g.rule-line')",
    );
    // The same rule once more deletes it. Undo and redo know each change; the number is one of them.
    page.click("[data-tool=odd]");
    page.drag(&[(6, 1)]);
    assert!(!rules(&mut page).contains("odd"));
    page.press_with("z", CONTROL);
    page.press_with("z", CONTROL);
    assert!(rules(&mut page).ends_with("sandwichsum: r0c5"), "{}", rules(&mut page));
    page.press_with("y", CONTROL);
    assert!(rules(&mut page).ends_with("sandwichsum 12: r0c5"), "{}", rules(&mut page));
    // Rules are moved and deleted.
    page.click("[data-tool=move]");
    page.drag(&[(9, 1), (9, 2), (9, 3)]);
    assert!(rules(&mut page).contains("arrow: r9c3; r8c4 r8c5"), "{}", rules(&mut page));
    page.press("Delete");
    assert!(!rules(&mut page).contains("arrow"));
    // Kinds without a button, with a search, and rules of one's own.
    page.fill("#search", "renban");
    page.click("#kinds button");
    page.drag(&[(3, 1), (3, 2), (3, 3)]);
    assert!(rules(&mut page).ends_with("renban: r3c1 r3c2 r3c3"), "{}", rules(&mut page));
    page.fill(
        "#own-rule",
        "define far(l: cells, d: int = 4): forall (a, b in consecutive of l) (abs(a - b) >= d)",
    );
    page.click("#own button");
    page.fill("#search", "far");
    page.wait_for("document.querySelector('#kinds button')?.textContent === 'far'");
    page.click("#kinds button");
    page.drag(&[(4, 1), (4, 2), (4, 3)]);
    page.press("5");
    assert!(rules(&mut page).ends_with("far 5: r4c1 r4c2 r4c3"), "{}", rules(&mut page));
    page.wait_for("document.querySelector('#rule-list li:last-child small').textContent.includes('far')");
    page.fill("#search", "antiknight");
    page.click("#kinds button");
    assert!(rules(&mut page).starts_with("antiknight\n"), "{}", rules(&mut page));
    page.wait_for("document.querySelector('#verdict').textContent.match(/solution/)");
}

#[test]
fn rules_are_drawn_with_fingers() {
    let Some(mut page) = open("puzzle", PHONE) else { return };
    start_empty(&mut page);
    page.click("[data-tool=killercage]");
    page.touch(&[(1, 1), (1, 2)]);
    page.click("#pad button");
    assert_eq!(rules(&mut page), "killercage 1: r1c1 r1c2");
    page.click("[data-tool=digit]");
    page.touch(&[(3, 3)]);
    page.click("#pad button + button");
    page.wait_for("document.querySelector('#drawing .given')?.textContent === '2'");
    page.click("#undo");
    page.click("[data-tool=color]");
    page.touch(&[(4, 4), (4, 5)]);
    page.click("#pad button");
    page.click("[data-tool=note]");
    page.touch(&[(5, 5)]);
    page.click("#pad button");
    assert_eq!(page.value("document.querySelectorAll('#drawing .color').length"), 2);
    assert_eq!(page.text("#drawing .note-digits"), "1");
    // All buttons are large enough for fingers.
    let small = "[...document.querySelectorAll('#puzzle button, header button')].filter((button) => button.offsetParent \
        && Math.min(button.offsetWidth, button.offsetHeight) < 40).map((button) => button.textContent).join()";
    assert_eq!(page.value(small), "");
}

#[test]
fn puzzles_are_drawn_with_the_keyboard() {
    let Some(mut page) = open("puzzle", LAPTOP) else { return };
    enter(&mut page, &".".repeat(16));
    page.value("document.querySelector('#drawing').focus()");
    for key in ["3", "ArrowRight", "1"] {
        page.press(key);
    }
    page.wait_for("document.querySelector('#text').value.startsWith('31')");
    page.press("Delete");
    page.wait_for("document.querySelector('#text').value.startsWith('3.')");
    page.click("[data-tool=thermometer]");
    page.value("document.querySelector('#drawing').focus()");
    page.press_with("ArrowRight", SHIFT);
    page.press_with("ArrowDown", SHIFT);
    page.press("Enter");
    assert_eq!(rules(&mut page), "thermometer: r1c2 r1c3 r2c3");
    page.wait_for("document.querySelector('#rule-list small').textContent.includes('increase')");
    // Screen readers hear what is selected.
    page.press("ArrowUp");
    assert!(page.text("#spoken").starts_with("row 1, column 3, empty"), "{}", page.text("#spoken"));
    assert!(page.text("#spoken").contains("the digits increase"), "{}", page.text("#spoken"));
    page.click("[data-tool=move]");
    page.value("document.querySelector('#drawing').focus()");
    page.press("Enter");
    page.press_with("ArrowDown", SHIFT);
    assert_eq!(rules(&mut page), "thermometer: r2c2 r2c3 r3c3");
    page.press_with("z", CONTROL);
    assert_eq!(rules(&mut page), "thermometer: r1c2 r1c3 r2c3");
    // The tabs are one stop for the Tab key, and the arrow keys select them.
    page.value("document.querySelector('#tab-puzzle').focus()");
    page.press("ArrowRight");
    page.wait_for("document.querySelector('#clauses-text').textContent.includes('p cnf 64 ')");
    assert_eq!(page.value("document.activeElement.id"), "tab-cnf");
    page.wait_for("location.hash.startsWith('#cnf&puzzle=')");
}

#[test]
fn regions_are_painted() {
    let Some(mut page) = open("puzzle", LAPTOP) else { return };
    enter(&mut page, &".".repeat(16));
    page.click("[data-tool=region]");
    page.drag(&[(1, 1), (1, 3)]);
    page.wait_for("document.querySelector('#verdict').textContent.startsWith('region 1 has 5 cells')");
    page.drag(&[(2, 3), (2, 2)]);
    page.wait_for("document.querySelector('#verdict').textContent.includes('solutions')");
    let regions = "JSON.parse(document.querySelector('#text').value).regions.join('')";
    assert_eq!(page.value(regions), "0001011122332233");
    page.click("#undo");
    page.wait_for("document.querySelector('#verdict').textContent.startsWith('region 1 has 5 cells')");
}

#[test]
fn answers_follow_the_puzzle() {
    let Some(mut page) = open("puzzle", LAPTOP) else { return };
    enter(&mut page, &sample("several.txt"));
    assert_eq!(page.text("#verdict"), "5 solutions");
    let candidates = "[...document.querySelectorAll('#drawing .candidate')].length";
    let true_candidates = run("sudoku-cli", &["convert", "--to", "line"], &sample("several.txt"));
    let shown = page.value(candidates).as_u64().unwrap();
    assert!(shown > true_candidates.matches('.').count() as u64, "{shown}");
    page.click("#complete");
    page.wait_for("document.querySelector('#verdict').textContent === 'Exactly one solution'");
    page.wait_for_answers();
    let puzzle = page.value("document.querySelector('#text').value").as_str().unwrap().to_owned();
    let explained = run("sudoku-sat", &["explain", "--step", "1"], &puzzle);
    let step = page.text("#answer-step");
    let first = explained.lines().next().unwrap().split(". ").nth(2).unwrap();
    assert!(step.contains(first), "{step}: {explained}");
    assert!(page.text("#answer-score").contains("in total"));
    page.click("#reduce");
    page.wait_for("document.querySelector('#answer-unnecessary')?.textContent.startsWith('Nothing')");
    assert_eq!(page.text("#verdict"), "Exactly one solution");
    page.fill("#sample", "killer");
    page.wait_for("document.querySelector('#rule-list').children.length === 31");
    page.wait_for("document.querySelector('#verdict').textContent === 'Exactly one solution'");
    page.fill("#own-rule", "r1c1 + r1c2 = 2");
    page.click("#own button");
    page.wait_for("document.querySelector('#answer-conflict li')");
    assert_eq!(page.text("#verdict"), "No solution");
}

#[test]
fn puzzles_are_in_the_address_and_in_links() {
    let Some(mut page) = open("puzzle", LAPTOP) else { return };
    page.wait_for_answers();
    page.value("history.replaceState(null, '', '#puzzle')");
    enter(&mut page, &sample("arrow.json"));
    let arrows = rules(&mut page);
    assert_eq!(arrows.matches("arrow:").count(), 10);
    page.wait_for("location.hash.includes('&puzzle=')");
    page.value("document.querySelector('#exported').value = ''");
    let mut links = vec![page.value("location.href").as_str().unwrap().to_owned()];
    for format in ["fpuzzles-link", "sudokupad-link", "json"] {
        page.fill("#format", format);
        page.click("#copy-format");
        page.wait_for("document.querySelector('#exported').value");
        links.push(page.value("document.querySelector('#exported').value").as_str().unwrap().to_owned());
        page.value("document.querySelector('#exported').value = ''");
    }
    assert!(links[1].starts_with("https://www.f-puzzles.com/?load=N4Ig"), "{}", links[1]);
    assert!(links[2].starts_with("https://sudokupad.app/fpuzzlesN4Ig"), "{}", links[2]);
    for link in &links[1..] {
        start_empty(&mut page);
        enter(&mut page, link);
        assert_eq!(rules(&mut page), arrows, "{link}");
        let converted = run("sudoku-cli", &["convert", "--to", "json"], link);
        assert_eq!(converted.matches("\"lines\"").count(), 10, "{link}");
    }
    // The address of another page, and the storage.
    page.value("history.replaceState(null, '', '#puzzle')");
    start_empty(&mut page);
    page.wait_for("location.hash.includes('&puzzle=')");
    page.value("localStorage.removeItem('sudoku-playground')");
    page.value(&format!("location.hash = {}", json!(links[0].split_once('#').unwrap().1)));
    page.wait_for("document.querySelector('#rules').value.includes('arrow:')");
    page.wait_for("localStorage.getItem('sudoku-playground')");
    page.value("history.replaceState(null, '', '#puzzle')");
    page.value("document.documentElement.dataset.ready = ''");
    page.command("Page.reload", json!({}));
    page.wait_for("document.documentElement?.dataset.ready");
    assert_eq!(rules(&mut page), arrows);
    // A foreign address is no puzzle.
    page.value("location.hash = '#puzzle&puzzle=AAAA'");
    page.wait_for("document.querySelector('#message.error')");
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
    page.fill("#format", "svg");
    assert!(saved(&mut page, "#save-format", "puzzle.svg").contains("<svg"));
    page.click("#save-png");
    while !folder.path().join("puzzle.png").exists() {
        thread::sleep(Duration::from_millis(20));
    }
    assert!(fs::read(folder.path().join("puzzle.png")).unwrap().starts_with(b"\x89PNG"));
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
    page.click("#take-back");
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
    enter(&mut page, &sample("4x4.txt"));
    page.click("#tab-explain");
    page.wait_in_frame("explain", "document.querySelector('#number')?.textContent === 'Start'");
    page.value_in_frame("explain", "document.querySelector('[data-go=next]').click()");
    page.wait_in_frame("explain", "document.querySelector('#number').textContent.startsWith('Step 1 of')");
}

#[test]
fn long_computations_can_be_stopped() {
    let Some(mut page) = open("puzzle", LAPTOP) else { return };
    page.fill("#size-of-board", "25");
    page.click("#create");
    page.wait_for("document.querySelectorAll('#pad button').length > 25");
    page.click("#tab-explain");
    page.wait_for("!document.querySelector('#stop').hidden");
    page.click("#stop");
    page.wait_for("document.querySelector('#message').textContent === 'stopped'");
    // A change stops everything, too.
    page.click("#tab-puzzle");
    page.fill("#size-of-board", "4");
    page.click("#create");
    page.wait_for("document.querySelector('#verdict').textContent === '288 solutions'");
}

#[test]
fn a_failure_of_the_module_is_shown() {
    let Some(mut page) = open("puzzle", LAPTOP) else { return };
    page.wait_for_answers();
    let fail = "wasm_bindgen.call = () => { reportPanic('panicked at x.rs:1'); throw new WebAssembly.RuntimeError('unreachable'); }";
    // The first worker reads what the reader enters.
    let worker = page.workers().remove(0);
    page.command_in(&worker, "Runtime.evaluate", json!({ "expression": fail }));
    page.paste(&".".repeat(81));
    page.wait_for("document.querySelector('#verdict.error')");
    assert!(
        page.text("#verdict").starts_with("internal error: panicked at x.rs:1"),
        "{}",
        page.text("#verdict")
    );
    // A new worker answers the next request.
    start_empty(&mut page);
    page.wait_for("document.querySelector('#verdict').textContent === 'Several solutions: at least 1,000'");
}

#[test]
fn views_fit_into_windows() {
    for window in [LAPTOP, PHONE, PROJECTOR] {
        let Some(mut page) = open("puzzle", window) else { return };
        for view in ["puzzle", "cnf", "solver", "what-if", "explain", "check"] {
            page.click(&format!("#tab-{view}"));
            page.wait_for("document.querySelector('#message').textContent === ''");
            let width = page.value("document.documentElement.scrollWidth").as_u64().unwrap();
            assert!(width <= u64::from(window.0), "{view}: {width} in {window:?}");
        }
        // The board, the digits and the verdict fit on the first screen. The encodings take no room there.
        page.click("#tab-puzzle");
        page.wait_for(
            "document.querySelector('#drawing svg') && document.querySelector('#verdict').textContent",
        );
        for part in ["#drawing svg", "#pad", "#verdict"] {
            let bottom = format!("document.querySelector('{part}').getBoundingClientRect().bottom + scrollY");
            let bottom = page.value(&bottom).as_f64().unwrap();
            assert!(bottom <= f64::from(window.1), "{part}: {bottom} in {window:?}");
        }
        assert_eq!(page.value("document.querySelector('#choices').hidden"), true);
        // On paper, there are the puzzle and its rules.
        page.command("Emulation.setEmulatedMedia", json!({ "media": "print" }));
        assert_eq!(
            page.value(
                "[...document.querySelectorAll('button')].filter((button) => button.offsetParent).length"
            ),
            0
        );
        assert_eq!(page.value("document.querySelector('#drawing').offsetParent !== null"), true);
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
    enter(&mut page, &sample("4x4.txt"));
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
