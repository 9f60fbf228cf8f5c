//! How soon the answers follow a change.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::common::{LAPTOP, open, run};
use crate::devtools::Page;

/// The kinds of rules of the puzzles.
const KINDS: [&str; 10] = [
    "arrow",
    "difference",
    "killercage",
    "littlekillersum",
    "renban",
    "sandwichsum",
    "skyscraper",
    "thermometer",
    "whispers",
    "xv",
];

/// Records the milliseconds from an action until each answer is shown.
const MEASURE: &str = "(action) => new Promise((resolve) => {
    const find = (selector) => document.querySelector(selector);
    const conditions = {
        verdict: () => find('#verdict').textContent,
        count: () => find('#answers').children.length,
        candidates: () => find('#drawing').dataset.candidates,
        step: () => find('#answer-step:not(.working)'),
    };
    const start = performance.now();
    const times = {};
    action();
    // A puzzle that is pasted is read first. Until then, the answers to the one before remain.
    let isNew = !find('#verdict').textContent;
    new MutationObserver((_, observer) => {
        isNew ||= !find('#verdict').textContent;
        if (!isNew) return;
        for (const [name, isShown] of Object.entries(conditions)) {
            if (isShown()) times[name] ??= performance.now() - start;
        }
        if (times.count && times.candidates && !find('#answer-step.working')) {
            observer.disconnect();
            resolve(times);
        }
    }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
})";

/// Ten puzzles with rules, complete and without one of the rules, which has other solutions. Prints the median and the
/// maximum of the times. The bounds hold on two cores with nothing else to do.
#[test]
#[ignore = "measures times"]
fn answers_are_soon_known() {
    let Some(mut page) = open("puzzle", LAPTOP) else { return };
    let mut times: BTreeMap<String, Vec<(f64, String)>> = BTreeMap::new();
    for kind in KINDS {
        let puzzle = run("sudoku-sat", &["generate", "--seed", "1", "--with-rules", kind], "");
        page.value(&format!("document.title = {}", serde_json::json!(puzzle)));
        let paste = "() => { const clipboardData = new DataTransfer(); clipboardData.setData('text/plain', document.title); \
            document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true })); }";
        let remove = "() => { const rules = document.querySelectorAll('#rule-list .remove'); \
            rules[Math.floor(rules.length / 2)].click(); }";
        for (state, action) in [("complete", paste), ("without a rule", remove)] {
            let measured = measure(&mut page, action);
            println!("{kind}, {state}: {measured}");
            for (answer, time) in measured.as_object().unwrap() {
                let time = (time.as_f64().unwrap(), format!("{kind}, {state}"));
                times.entry(answer.clone()).or_default().push(time);
            }
        }
    }
    for (answer, times) in &mut times {
        times.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (longest, puzzle) = &times[times.len() - 1];
        println!("{answer}: median {:.0} ms, at most {longest:.0} ms ({puzzle})", times[times.len() / 2].0);
    }
    for (answer, bound) in [("verdict", 500.), ("count", 500.), ("candidates", 300.), ("step", 1_000.)] {
        let (longest, puzzle) = times[answer].last().unwrap();
        assert!(*longest <= bound, "{answer} of {puzzle} after {longest:.0} ms");
    }
}

fn measure(page: &mut Page, action: &str) -> Value {
    let mut times = page.value(&format!("({MEASURE})({action})"));
    for time in times.as_object_mut().unwrap().values_mut() {
        *time = time.as_f64().unwrap().round().into();
    }
    times
}
