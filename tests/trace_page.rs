//! Tests of the page of `sudoku-cli lesson --trace`, in headless Chromium.

use std::fs;

use crate::common::{run, sample};
use crate::lesson_browser::{check_page, chromium};
use crate::programs::has_program;

/// Opens the page that shows the trace of a sample, and runs `script`, which must call `finish`.
#[track_caller]
fn check(name: &str, fragment: &str, script: &str) {
    check_page(&["--trace", "--refute", &sample(name)], "1366,657", 0, fragment, script);
}

#[test]
fn keys_and_buttons_select_events() {
    check(
        "essay-hard.txt",
        "",
        r##"
const events = JSON.parse(document.querySelector("#trace-data").textContent).events;
const sentence = () => document.querySelector("#sentence p").textContent;
const at = (name, from = 0) => events.findIndex(({ event }, index) => index >= from && event === name);
check(title(), "Start");
check(document.querySelector("[data-go=back]").disabled, true);
press("ArrowRight");
check(title(), "Unit propagation at level 0");
check(location.hash, `#event-${at("decide") - 1}`);
check(document.querySelector("#hint").textContent.includes("needs no guess"), true);
press("d");
check(title(), "Decision 1");
check(number(), `Event ${at("decide")} of ${events.length - 1}`);
press("ArrowLeft");
check(title(), "Unit propagation at level 0");
press("Home");
press("e");
press("ArrowRight");
check(number(), `Event 1 of ${events.length - 1}`);
check(document.querySelector("#hint").textContent, "");
check(sentence(), "The unit clause 1 (r1c3 is 3) has only one literal. So r1c3 is 3.");
press("c");
check(title(), "Conflict 1");
check(document.querySelector("#graph").hidden, false);
check(count("#graph .end"), 1);
check(count("#graph .uip"), 1);
check(count("#clauses li.conflict"), 1);
check(count("#clauses li.conflict .true") + count("#clauses li.conflict .open"), 0);
check(count("#clauses li.conflict .watched") + count("#clauses .false.watched"), 0);
while (!title().startsWith("Learned")) click("next");
check(title(), `Learned clause ${events[at("learn")].clause}`);
check(count("#clauses li.current"), 1);
check(sentence(), `${events[at("learn")].meaning}.`);
click("next");
check(title().startsWith("Backjump to level"), true);
click("next");
check(document.querySelector("#graph").hidden, true);
check(count("#clauses li.current .open"), 0);
check(count("#clauses li.current .true"), 1);
check(count("#clauses li.current .watched"), 1);
press("End");
check(title(), "Refuted");
check(sentence(), "There is no second solution: the solution is unique.");
press("ArrowLeft");
click("next");
check(document.activeElement.dataset.go, "back");
press("p");
check(document.documentElement.classList.contains("large"), true);
check([...document.querySelectorAll("button")].every((button) => button.offsetHeight >= 44), true);
finish();
"##,
    );
}

#[test]
fn clauses_and_cells_mark_each_other() {
    check(
        "4x4.txt",
        "#event-6",
        r##"
check(number().startsWith("Event 6 of"), true);
const rows = document.querySelector("#clauses ol");
const row = rows.children[1];
row.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
check(count("#board .of-true rect") + count("#board .of-false rect"), row.literals.length);
row.click();
check(count("#clauses .pinned"), 1);
rows.dispatchEvent(new PointerEvent("pointerleave"));
check(count("#board .of-true rect") + count("#board .of-false rect"), row.literals.length);
press("ArrowDown", rows);
check(count("#clauses [aria-current]"), 1);
const board = document.querySelector("#board svg");
const box = board.getBoundingClientRect();
const [clientX, clientY] = [box.left + box.width * 0.3, box.top + box.height * 0.3];
board.dispatchEvent(new PointerEvent("pointermove", { clientX, clientY }));
check(count("#clauses .hit") > 0, true);
check([...document.querySelectorAll("#clauses .hit")].every((hit) => hit.textContent.includes("r2c2")), true);
check(document.querySelector("#cells").rows[2].cells[2].textContent, "4, level 0");
finish();
"##,
    );
}

#[test]
fn the_page_runs_until_it_is_stopped() {
    check(
        "4x4.txt",
        "",
        r##"
document.querySelector("#speed").value = 10;
press("e");
press("r");
check(document.querySelector("#run").getAttribute("aria-pressed"), "true");
setTimeout(() => {
  press("r");
  const stopped = number();
  check(stopped.startsWith("Event 0 "), false);
  setTimeout(() => {
    check(number(), stopped);
    finish();
  }, 100);
}, 100);
"##,
    );
}

/// Puzzles with rules and auxiliary variables have pages, too.
#[test]
fn rules_and_auxiliary_variables_are_shown() {
    let killer = sample("killer.json");
    check_page(
        &["--trace", "--encoding", "natural", "--amo", "ladder", "--max-conflicts", "3", &killer],
        "1366,657",
        30,
        "",
        r##"
check(count("header .rule") > 0, true);
press("End");
check(title(), "Stopped");
check(document.querySelector("#sentence p").textContent, "The trace ends here: the conflict limit was reached.");
press("c");
check(/auxiliary variable|[^a-z]x\d/.test(document.body.innerText), true);
finish();
"##,
    );
}

/// The board, the literals and the words use the symbols of the puzzle.
#[test]
fn words_use_the_symbols_of_the_board() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("letters.txt").display().to_string();
    std::fs::write(&path, "A...\n..D.\n.C..\n...B\n").unwrap();
    check_page(
        &["--trace", "--symbols", "A-Z", &path],
        "1366,657",
        0,
        "",
        r##"
press("e");
press("ArrowRight");
const sentence = document.querySelector("#sentence p").textContent;
check(sentence, "The unit clause 1 (r1c1 is A) has only one literal. So r1c1 is A.");
finish();
"##,
    );
}

#[test]
fn pages_fit_into_small_windows() {
    const FITS: &str = r##"
const { scrollWidth, clientWidth } = document.documentElement;
check(scrollWidth <= clientWidth, true);
const { bottom } = document.querySelector("#board svg").getBoundingClientRect();
check(innerWidth < 600 || bottom <= innerHeight, true);
"##;
    const SCROLL: &str =
        "check(document.documentElement.scrollHeight <= innerHeight || innerWidth < 600, true); finish();";
    let (hard, article) = (sample("essay-hard.txt"), sample("article.txt"));
    for window in ["1366,657", "1280,720", "390,844"] {
        let trace = format!("press('c'); press('ArrowRight'); {FITS} {SCROLL}");
        check_page(&["--trace", "--max-conflicts", "5", &hard], window, 30, "", &trace);
        check_page(&[&article], window, 0, "#step-7", &format!("{FITS} finish();"));
    }
}

#[test]
fn paper_lists_all_steps() {
    check(
        "4x4.txt",
        "#event-3",
        r##"
window.dispatchEvent(new Event("beforeprint"));
const items = [...document.querySelectorAll("#steps li")].map((item) => item.textContent);
check(items[0].startsWith("Start. The complete encoding"), true);
check(items.at(-1), "Refuted. There is no second solution: the solution is unique.");
window.dispatchEvent(new Event("afterprint"));
check(number().startsWith("Event 3 of"), true);
finish();
"##,
    );
    if !has_program("chromium") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("watch.html");
    let run = run("sudoku-cli", ["lesson", "--trace", "-o", path.to_str().unwrap(), &sample("4x4.txt")]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    chromium(&["--print-to-pdf=watch.pdf"], &format!("file://{}", path.display()), folder.path());
    assert!(fs::read(folder.path().join("watch.pdf")).unwrap().starts_with(b"%PDF-"));
}

#[test]
fn wrong_options_are_rejected() {
    let path = sample("4x4.txt");
    for arguments in [&["--refute"][..], &["--trace", "--step", "1"], &["--trace", "--format", "svg"]] {
        assert_eq!(run("sudoku-cli", ["lesson", &*path].iter().chain(arguments)).code, 2, "{arguments:?}");
    }
    assert_eq!(run("sudoku-cli", ["lesson", "--trace", &sample("no-solution.txt")]).code, 20);
}
