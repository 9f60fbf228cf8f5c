//! Links, the address, the storage and files.

use serde_json::json;

use crate::common::{LAPTOP, enter, open, rules, run, sample, start_empty};
use crate::devtools::{Page, wait_for_file};

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
        String::from_utf8(wait_for_file(&path)).unwrap()
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
    assert!(wait_for_file(&folder.path().join("puzzle.png")).starts_with(b"\x89PNG"));
}
