//! The answers that the page shows while a puzzle is drawn.

use serde_json::json;

use crate::common::{LAPTOP, enter, open, run, sample};

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
    page.wait_for_text("#rule-list .error", "unknown rule 'nonsense'");
    // Text from outside never becomes part of the page as HTML.
    for text in ["<img src=x onerror=alert(1)>", r#"{"puzzle":"1...............","title":"<img src=x>"}"#] {
        enter(&mut page, text);
        assert_eq!(page.value("document.querySelector('img')"), json!(null));
    }
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
fn the_next_step_is_shown_and_proven() {
    let Some(mut page) = open("puzzle", LAPTOP) else { return };
    enter(&mut page, &sample("arrow.json"));
    page.click("#show-step");
    // The step uses an arrow: its circle and its line.
    assert_eq!(page.value("document.querySelectorAll('#drawing .used').length"), 3);
    assert!(page.value("document.querySelectorAll('#drawing .out').length").as_u64() > Some(0));
    page.click("#verdict-actions button");
    assert_eq!(page.value("document.querySelectorAll('#drawing .out, #drawing .used').length"), 0);
    page.click("#show-step");
    assert_eq!(page.value("document.querySelectorAll('#drawing .found').length"), 0);
    assert_eq!(page.text("#solution"), "");
    // A step without a pattern has a proof by cases, which is folded.
    let hard = "..8...5...4...2.9.7.......3.2...4......93.......2.1.6.5.......8.1.6...2...3...7..";
    page.paste(hard);
    page.wait_for("document.querySelector('#answer-step details')");
    let cases = page.text("#answer-step details p");
    assert!(cases.starts_with("Case 1: ") && cases.contains("\nCase 2: "), "{cases}");
    assert!(!page.text("#answer-step").contains("A SAT solver has proved it"));
    assert_eq!(page.value("document.querySelector('#answer-step details p').checkVisibility()"), false);
}
