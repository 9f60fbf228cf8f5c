//! Long computations, failures of the module, and the content security policy.

use serde_json::json;

use crate::common::{LAPTOP, open, start_empty};

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
    page.wait_for_text("#verdict.error", "internal error: panicked at x.rs:1");
    // A new worker answers the next request.
    start_empty(&mut page);
    page.wait_for("document.querySelector('#verdict').textContent === 'Several solutions: at least 1,000'");
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
