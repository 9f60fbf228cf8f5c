//! What a setter and a student do from the empty board to the files that other programs read, on the page alone.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;

use crate::common::{LAPTOP, PHONE, enter, open, rules, run, sample};
use crate::devtools::{Page, wait_for_file};

/// Starts with an empty 6×6 board.
fn start(view: (u32, u32)) -> Option<Page> {
    let mut page = open("puzzle", view)?;
    page.fill("#size-of-board", "6");
    page.click("#create");
    page.wait_for(
        "document.querySelector('#text').value.length === 42 && document.querySelector('#drawing svg')",
    );
    Some(page)
}

/// Draws over cells, with a finger on a phone.
fn draw(page: &mut Page, window: (u32, u32), cells: &[(i32, i32)]) {
    page.show("#drawing");
    if window == PHONE { page.touch(cells) } else { page.drag(cells) }
}

/// Clicks a button that the reader can see.
fn press(page: &mut Page, selector: &str) {
    page.wait_for(&format!("document.querySelector({})?.checkVisibility()", json!(selector)));
    page.click(selector);
}

/// Opens a part of the page that is closed at the start.
fn unfold(page: &mut Page, part: &str) {
    page.click(&format!("{part}:not([open]) > summary"));
}

/// Makes the puzzle unique, reduces and explains it, and saves files, which the programs read. Returns the puzzle as
/// JSON.
fn finish(page: &mut Page, folder: &Path) -> String {
    page.wait_for("document.querySelector('#verdict.several')");
    press(page, "#complete");
    page.wait_for("document.querySelector('#verdict.unique')");
    page.wait_for_answers();
    if page.value("document.querySelector('#reduce') !== null") == true {
        press(page, "#reduce");
        page.wait_for("document.querySelector('#answer-unnecessary')?.textContent.startsWith('Nothing')");
    }
    page.wait_for_answers();
    assert!(page.text("#answer-step").contains('→'), "{}", page.text("#answer-step"));
    press(page, "#verdict-actions button");
    let solution = page.text("#solution");

    let download = json!({ "behavior": "allow", "downloadPath": folder });
    page.command("Page.setDownloadBehavior", download);
    unfold(page, "#take");
    page.fill("#format", "json");
    let puzzle = fs::read_to_string(saved(page, folder, "#save-format", "puzzle.json")).unwrap();
    let solved = run("sudoku-sat", &["solve", "--check-unique", "--format", "line"], &puzzle);
    assert_eq!(solved.trim(), format!("{solution} unique"));
    page.fill("#format", "fpuzzles-link");
    press(page, "#copy-format");
    page.wait_for("document.querySelector('#exported').value.startsWith('https')");

    page.click("#tab-explain");
    page.wait_in_frame("explain", "document.querySelector('#number')?.textContent === 'Start'");
    page.value_in_frame("explain", "document.querySelector('[data-go=next]').click()");
    page.wait_in_frame("explain", "document.querySelector('#number').textContent.startsWith('Step 1 of')");

    page.click("#tab-cnf");
    page.wait_for("document.querySelector('#size').textContent");
    let cnf = saved(page, folder, "#save-cnf", "puzzle.cnf");
    let model = run("sudoku-sat", &["dimacs", cnf.to_str().unwrap()], "");
    let json = folder.join("puzzle.json");
    let decoded =
        run("sudoku-cli", &["decode", "--format", "line", "--puzzle", json.to_str().unwrap()], &model);
    assert_eq!(decoded.trim(), solution);
    page.click("#tab-check");
    press(page, "#prove");
    page.wait_for("document.querySelector('#files').children.length");
    let names =
        page.value("[...document.querySelectorAll('#files button')].map((button) => button.textContent)");
    let proof = folder.join("proof");
    fs::create_dir(&proof).unwrap();
    for (index, name) in names.as_array().unwrap().iter().enumerate() {
        let name = name.as_str().unwrap();
        let button = format!("#files li:nth-child({}) button", index + 1);
        let file = saved(page, folder, &button, name);
        fs::rename(file, proof.join(name)).unwrap();
    }
    let verified = run("sudoku-sat", &["verify", proof.to_str().unwrap()], "");
    assert!(verified.trim().ends_with(": unique"), "{verified}");
    puzzle
}

/// Saves a file, and returns its path.
fn saved(page: &mut Page, folder: &Path, button: &str, name: &str) -> PathBuf {
    let path = folder.join(name);
    let _ = fs::remove_file(&path);
    press(page, button);
    wait_for_file(&path);
    path
}

#[test]
fn a_setter_makes_a_thermometer_puzzle() {
    for window in [LAPTOP, PHONE] {
        let Some(mut page) = start(window) else { return };
        press(&mut page, "[data-tool=thermometer]");
        draw(&mut page, window, &[(1, 1), (1, 4)]);
        draw(&mut page, window, &[(6, 6), (3, 6)]);
        draw(&mut page, window, &[(3, 1), (4, 2), (5, 2), (6, 2)]);
        assert_eq!(rules(&mut page).lines().count(), 3, "{}", rules(&mut page));
        let folder = tempfile::tempdir().unwrap();
        let puzzle = finish(&mut page, folder.path());
        assert_eq!(
            run("sudoku-cli", &["convert", "--to", "json"], &puzzle).matches("thermometer").count(),
            1
        );
    }
}

#[test]
fn a_setter_paints_a_jigsaw() {
    for window in [LAPTOP, PHONE] {
        let Some(mut page) = start(window) else { return };
        press(&mut page, "[data-tool=region]");
        draw(&mut page, window, &[(1, 3), (1, 4)]);
        page.wait_for("document.querySelector('#verdict.error')");
        draw(&mut page, window, &[(2, 4), (2, 3)]);
        page.wait_for("document.querySelector('#verdict.several')");
        press(&mut page, "[data-tool=digit]");
        draw(&mut page, window, &[(1, 1)]);
        press(&mut page, "#pad button");
        let folder = tempfile::tempdir().unwrap();
        let puzzle = finish(&mut page, folder.path());
        assert!(puzzle.contains("\"regions\""), "{puzzle}");
    }
}

#[test]
fn a_setter_states_a_rule_of_their_own() {
    for window in [LAPTOP, PHONE] {
        let Some(mut page) = start(window) else { return };
        unfold(&mut page, "#more-rules");
        page.fill("#own-rule", "define peak(l: cells): l[2] > l[1] /\\ l[2] > l[length(l)]");
        press(&mut page, "#own button");
        page.fill("#search", "peak");
        page.wait_for("document.querySelector('#kinds button')?.textContent === 'peak'");
        press(&mut page, "#kinds button");
        draw(&mut page, window, &[(2, 1), (2, 3)]);
        draw(&mut page, window, &[(4, 4), (6, 4)]);
        page.fill("#own-rule", "r1c1 + r6c6 = 7");
        press(&mut page, "#own button");
        page.wait_for("document.querySelectorAll('#rule-list li').length === 4");
        let folder = tempfile::tempdir().unwrap();
        let puzzle = finish(&mut page, folder.path());
        assert!(puzzle.contains("define peak"), "{puzzle}");
    }
}

#[test]
fn a_student_sees_clauses_a_conflict_and_a_learned_clause() {
    for window in [LAPTOP, PHONE] {
        let Some(mut page) = open("puzzle", window) else { return };
        enter(&mut page, &sample("essay-hard.txt"));
        page.click("#tab-cnf");
        page.wait_for("document.querySelector('#clauses-text').textContent.includes('p cnf 729 ')");
        page.click("#tab-solver");
        let heading = "document.querySelector('#sentence h2').textContent";
        // The frame has content before its script has run.
        page.wait_in_frame(
            "solver",
            "/^Event 0 of \\d+$/.test(document.querySelector('#number')?.textContent)",
        );
        page.value_in_frame("solver", "document.querySelector('[data-go=conflict]').click()");
        page.wait_in_frame("solver", &format!("{heading} === 'Conflict 1'"));
        let next =
            format!("(() => {{ document.querySelector('[data-go=next]').click(); return {heading}; }})()");
        let mut headings = (0..100).map(|_| page.value_in_frame("solver", &next));
        let learned = headings.find(|heading| heading.as_str().unwrap().starts_with("Learned clause"));
        assert!(learned.is_some());
        // Decisions of one's own lead to a conflict, too.
        page.click("#tab-what-if");
        page.wait_in_frame("what-if", "document.querySelector('#number')?.textContent");
        let mut decisions = 0;
        while page.text("#message") != "This leads to a conflict." {
            decisions += 1;
            assert!(decisions < 81, "no decision leads to a conflict");
            let literal = page.value_in_frame("what-if", FIRST_OPEN).as_str().unwrap().to_owned();
            page.fill("#literal", &literal);
            page.click("#assume button");
            page.wait_for(&format!("document.querySelectorAll('#decisions b').length === {decisions}"));
            page.wait_in_frame(
                "what-if",
                &format!(
                    "document.querySelector('#counters')?.textContent.includes('decisions: {decisions} ')"
                ),
            );
            page.wait_for("!document.querySelector('#message.busy')");
        }
    }
}

/// The first candidate of the first cell that is open.
const FIRST_OPEN: &str = "(() => {
    const cells = [...document.querySelectorAll('#cells td')];
    const cell = cells.find((cell) => cell.textContent.startsWith('candidates'));
    return cell && `r${cell.parentElement.rowIndex}c${cell.cellIndex}=${cell.textContent.split(' ')[1]}`;
})()";
