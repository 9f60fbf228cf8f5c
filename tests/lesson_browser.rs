//! Tests of the page of `sudoku-cli lesson` in headless Chromium.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest, Sha256};

use crate::common::{run, run_command, sample};
use crate::programs::has_program;

/// A page with an additional script, which can use the functions `check`, `press`, `click` and `title`.
fn page_with(script: &str, page: &str) -> String {
    const HELPERS: &str = r##"
const failures = [];
const check = (actual, expected) => {
  if (String(actual) !== String(expected)) failures.push(`${actual} instead of ${expected}`);
};
const press = (key, target = document.body, options = {}) =>
  target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...options }));
const click = (name) => document.querySelector(`[data-go=${name}]`).click();
const title = () => document.querySelector("#sentence h2").textContent;
const number = () => document.querySelector("#number").textContent;
const count = (selector) => document.querySelectorAll(selector).length;
const finish = () => {
  document.body.innerHTML = `<p id="result">${failures.length ? failures.join("; ") : "passed"}</p>`;
};
"##;
    assert!(page.contains("</body>"));
    // The content security policy stays in force. It permits the additional script, too.
    let script = format!("{HELPERS}{script}");
    let hash = BASE64_STANDARD.encode(Sha256::digest(&script));
    page.replace("script-src ", &format!("script-src 'sha256-{hash}' "))
        .replace("</body>", &format!("<script>{script}</script></body>"))
}

/// Runs Chromium with a page and returns its standard output.
pub(crate) fn chromium(options: &[&str], address: &str, folder: &Path) -> String {
    let mut command = Command::new("timeout");
    command.args([
        "120",
        "chromium",
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--no-pdf-header-footer",
    ]);
    command.arg(format!("--user-data-dir={}", folder.join("profile").display()));
    let run = run_command(command.args(options).arg(address).current_dir(folder), "");
    assert_eq!(run.code, 0, "{}", run.stderr);
    run.stdout
}

/// Opens the lesson of a sample at `fragment` and runs `script`, which must call `finish`.
#[track_caller]
fn check_script(name: &str, code: i32, fragment: &str, script: &str) {
    check_page(&[&sample(name)], "1366,657", code, fragment, script);
}

/// Opens the page that `sudoku-cli lesson` writes in a window of this size, and runs `script`, which must call
/// `finish`.
#[track_caller]
pub(crate) fn check_page(arguments: &[&str], window: &str, code: i32, fragment: &str, script: &str) {
    if !has_program("chromium") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = lesson(arguments, folder.path(), code);
    fs::write(&path, page_with(script, &fs::read_to_string(&path).unwrap())).unwrap();
    let address = format!("file://{}{fragment}", path.display());
    let window = format!("--window-size={window}");
    let options = ["--dump-dom", "--virtual-time-budget=5000", &window];
    let page = chromium(&options, &address, folder.path());
    assert!(page.contains("<p id=\"result\">passed</p>"), "{}", result(&page));
}

/// Returns the failures in the text of a page.
fn result(page: &str) -> &str {
    page.find("<p id=\"result\">").map_or(page, |start| &page[start..])
}

/// Writes the page of `sudoku-cli lesson` to a file.
fn lesson(arguments: &[&str], folder: &Path, code: i32) -> PathBuf {
    let path = folder.join("lesson.html");
    let run = run("sudoku-cli", ["lesson", "-o", path.to_str().unwrap()].iter().chain(arguments));
    assert_eq!(run.code, code, "{}", run.stderr);
    path
}

#[test]
fn keys_and_buttons_select_steps() {
    check_script(
        "article.txt",
        0,
        "",
        r##"
check(title(), "Start");
check(document.querySelector("[data-go=previous]").disabled, true);
press("ArrowRight");
check(title(), "Step 1: Hidden single");
check(location.hash, "#step-1");
check(count("#techniques a") > 0, true);
check(document.querySelector("#techniques").textContent.includes("A digit has one place in a house."), true);
check(count("#board .house rect"), 9);
check(count("#board .frame rect"), 1);
check(count("#board .placed rect"), 1);
check(count("#board .underline path"), 2);
check(document.querySelector("#steps [aria-current]").textContent.startsWith("Step 1:"), true);
press(" ");
check(number(), "Step 2 of 51");
press(" ", document.body, { shiftKey: true });
check(number(), "Step 1 of 51");
press("ArrowLeft");
press("ArrowLeft");
check(title(), "Start");
press("End");
check(title(), "Solution");
check(count("#board .given text") + count("#board .solved text"), 81);
check(count("#board .mark text"), 0);
press("ArrowRight", document.body, { altKey: true });
press("Home");
check(number(), "Start");
click("next");
click("next");
check(number(), "Step 2 of 51");
click("last");
check(number(), "Result");
check(document.activeElement.dataset.go, "first");
click("previous");
click("first");
check(number(), "Start");
const slider = document.querySelector("#position");
slider.value = 9;
slider.dispatchEvent(new Event("input"));
check(number(), "Step 9 of 51");
press(" ", document.querySelector("summary"));
check(number(), "Step 9 of 51");
check([...document.querySelectorAll("button")].every((button) => button.offsetHeight >= 44), true);
finish();
"##,
    );
}

#[test]
fn fragments_select_steps() {
    check_script(
        "article.txt",
        0,
        "#step-7",
        r##"
check(title(), "Step 7: Full house");
check(number(), "Step 7 of 51");
check(document.querySelector("#cells").rows[5].cells[5].textContent, "candidates 5, this step places 5, marked");
window.addEventListener("hashchange", () => {
  check(title(), "Step 3: Hidden single");
  finish();
}, { once: false });
document.querySelector("#steps a[href='#step-3']").click();
"##,
    );
}

#[test]
fn clauses_are_shown_on_demand() {
    check_script(
        "article.txt",
        0,
        "#step-1",
        r##"
const proof = document.querySelector("#proof");
check(proof.hidden, false);
check(count("#clauses tr"), 0);
proof.addEventListener("toggle", () => {
  const rows = [...document.querySelectorAll("#clauses tr")].map((line) => line.textContent);
  check(rows.length, data().clauses.length + 2);
  check(rows.some((text) => text.includes("box 2 has a place for 8")), true);
  check(rows.some((text) => text.includes("r3c3 is 8")), true);
  check(rows.at(-1), "opposite-53 0not: r1c6 is 8");
  press("Home");
  check(proof.hidden, true);
  finish();
});
const data = () => JSON.parse(document.querySelector("#lesson-data").textContent).views[1];
proof.querySelector("summary").click();
"##,
    );
}

#[test]
fn chains_have_marks_and_arrows_and_cases_are_folded() {
    check_script(
        "essay-hard.txt",
        0,
        "",
        r##"
const { views } = JSON.parse(document.querySelector("#lesson-data").textContent);
const slider = document.querySelector("#position");
const show = (index) => {
  slider.value = index;
  slider.dispatchEvent(new Event("input"));
};
const chain = views.findIndex((view) => view.links);
show(chain);
check(count("#board .role .on"), views[chain].on.length);
check(count("#board .role .off"), views[chain].off.length);
check(count("#board .link .strong") > 0 && count("#board .link .weak") > 0, true);
check(count("#sentence details"), 0);
const cases = views.findIndex((view) => view.cases);
show(cases);
check(count("#board .role, #board .link"), 0);
check(document.querySelector("#sentence details").open, false);
check(document.querySelector("#sentence summary").textContent, `${views[cases].cases.length} cases`);
check(count("#steps details") > 0, true);
finish();
"##,
    );
}

#[test]
fn contradictions_and_several_solutions_are_marked() {
    check_script(
        "no-solution.txt",
        20,
        "",
        r##"
const data = JSON.parse(document.querySelector("#lesson-data").textContent);
check(count("#board .given text"), data.givens.length);
check(count("#board .frame rect"), data.basis.length);
press("ArrowRight");
check(count("#board .given text"), data.basis.length);
press("End");
check(title(), "Contradiction");
finish();
"##,
    );
    check_script(
        "several.txt",
        0,
        "#solution-2",
        r##"
check(title(), "Another solution");
check(count("#board .given text") + count("#board .solved text"), 81);
const shown = document.querySelector("#board svg").textContent;
press("ArrowLeft");
check(shown === document.querySelector("#board svg").textContent, false);
press("Home");
check(count("#board .frame rect"), 19);
finish();
"##,
    );
}

#[test]
fn paper_lists_all_steps() {
    check_script(
        "essay-easy.txt",
        0,
        "",
        r##"
window.dispatchEvent(new Event("beforeprint"));
const last = document.querySelector("#steps li:last-child");
check(count("#steps li"), JSON.parse(document.querySelector("#lesson-data").textContent).views.length);
check(last.querySelectorAll("svg").length, 1);
window.dispatchEvent(new Event("afterprint"));
check(count("#steps svg"), 0);
finish();
"##,
    );
    if !has_program("chromium") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = lesson(&[&sample("essay-easy.txt")], folder.path(), 0);
    chromium(&["--print-to-pdf=lesson.pdf"], &format!("file://{}", path.display()), folder.path());
    let pdf = fs::read(folder.path().join("lesson.pdf")).unwrap();
    assert!(pdf.starts_with(b"%PDF-") && pdf.len() > 10_000);
}
