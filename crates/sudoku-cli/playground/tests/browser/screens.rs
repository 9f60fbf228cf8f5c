//! Pictures of the page, to look at.

use std::env;
use std::path::Path;
use std::thread;
use std::time::Duration;

use serde_json::json;

use crate::common::{LAPTOP, PHONE, PROJECTOR, enter, open, sample};
use crate::devtools::Page;

/// Saves pictures of each view in windows of several sizes, light, dark and on paper, in the folder
/// `SUDOKU_SCREENSHOTS`.
#[test]
#[ignore = "writes pictures"]
fn pictures_of_the_page() {
    let folder = env::var_os("SUDOKU_SCREENSHOTS").expect("SUDOKU_SCREENSHOTS is a folder");
    for (window, size) in [(LAPTOP, "laptop"), (PHONE, "phone"), (PROJECTOR, "projector")] {
        let Some(mut page) = open("puzzle", window) else { return };
        for (media, scheme) in [("screen", "light"), ("screen", "dark"), ("print", "light")] {
            let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
            page.command("Emulation.setEmulatedMedia", json!({ "media": media, "features": features }));
            let save = |page: &mut Page, state: &str| {
                page.screenshot(&Path::new(&folder).join(format!("{size}-{media}-{scheme}-{state}.png")));
            };
            page.click("#tab-puzzle");
            for (state, puzzle) in
                [("killer", "killer.json"), ("several", "several.txt"), ("arrows", "arrow.json")]
            {
                enter(&mut page, &sample(puzzle));
                save(&mut page, state);
            }
            page.click("#show-step");
            save(&mut page, "step");
            page.click("#verdict-actions button");
            save(&mut page, "solution");
            for (tool, cells) in
                [("color", [(2, 2), (2, 5)]), ("note", [(5, 1), (5, 3)]), ("region", [(1, 3), (1, 4)])]
            {
                page.click(&format!("[data-tool={tool}]"));
                page.show("#drawing svg");
                page.drag(&cells);
                page.click("#pad button:nth-child(2)");
            }
            save(&mut page, "colors");
            page.click("[data-tool=digit]");
            enter(&mut page, &format!("11{}", ".".repeat(79)));
            save(&mut page, "conflict");
            page.paste("53..7....\n6..195...\n.98..x.6.\n");
            page.wait_for("document.querySelector('#verdict.error')");
            save(&mut page, "error");
            enter(&mut page, &sample("4x4.txt"));
            for view in ["cnf", "solver", "what-if", "explain", "check"] {
                page.click(&format!("#tab-{view}"));
                page.wait_for("document.querySelector('#message').textContent === ''");
                if ["solver", "what-if", "explain"].contains(&view) {
                    page.wait_in_frame(view, "document.querySelector('#number')?.textContent");
                    // Chromium draws frames later.
                    thread::sleep(Duration::from_millis(300));
                }
                save(&mut page, view);
            }
        }
    }
}
