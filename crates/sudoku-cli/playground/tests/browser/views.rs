//! The other views, in windows of several sizes.

use serde_json::json;

use crate::common::{LAPTOP, PHONE, PROJECTOR, enter, open, sample};

#[test]
fn decisions_lead_to_propagation_and_conflicts() {
    let Some(mut page) = open("what-if", LAPTOP) else { return };
    page.wait_in_frame("what-if", "document.querySelector('#number')?.textContent");
    let title = "document.querySelector('#sentence h2').textContent";
    assert_eq!(page.value_in_frame("what-if", title), "Unit propagation at level 0");
    page.fill("#literal", "r1c1=99");
    page.click("#assume button");
    page.wait_for_text("#message.error", "r1c1=99 is not on the board");
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
    page.wait_for_text("#message.error", "already has a value");
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
    }
}

/// On paper, there are the puzzle and all of its rules, in dark type.
#[test]
fn puzzles_are_printed() {
    for window in [LAPTOP, PHONE] {
        let Some(mut page) = open("puzzle", window) else { return };
        enter(&mut page, &sample("killer.json"));
        let dark = json!([{ "name": "prefers-color-scheme", "value": "dark" }]);
        page.command("Emulation.setEmulatedMedia", json!({ "media": "print", "features": dark }));
        let buttons =
            "[...document.querySelectorAll('button')].filter((button) => button.offsetParent).length";
        assert_eq!(page.value(buttons), 0);
        let is_cut = "['#side', '#rule-list'].map((part) => document.querySelector(part)) \
            .filter((part) => part.scrollHeight > part.clientHeight).length";
        assert_eq!(page.value(is_cut), 0);
        assert_eq!(page.value("document.querySelectorAll('#rule-list small').length"), 31);
        assert_eq!(page.value("document.querySelector('#drawing').offsetParent !== null"), true);
        assert_eq!(page.value("getComputedStyle(document.body).color"), "rgb(22, 24, 29)");
    }
}

/// The smallest contrast of texts and their backgrounds, with the text, as WCAG 2 computes it.
const SMALLEST_CONTRAST: &str = "(() => {
    const parse = (color) => color.match(/[\\d.]+/g).map(Number);
    const over = ([r, g, b, a = 1], below) => [r, g, b].map((part, index) => part * a + below[index] * (1 - a));
    const luminance = (color) => color.map((part) => part / 255)
        .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
        .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
    const background = (element) => {
        if (!element) return [255, 255, 255];
        return over(parse(getComputedStyle(element).backgroundColor), background(element.parentElement));
    };
    const clash = document.querySelector('#drawing .clashing');
    const contrast = (element) => {
        const style = getComputedStyle(element);
        const isDrawn = element instanceof SVGElement;
        let below = background(isDrawn ? document.body : element);
        if (element.matches('.clash *')) {
            const { fill, fillOpacity } = getComputedStyle(clash);
            below = over([...parse(fill), Number(fillOpacity)], below);
        }
        const values = [over(parse(isDrawn ? style.fill : style.color), below), below].map(luminance).sort((a, b) => b - a);
        return (values[0] + 0.05) / (values[1] + 0.05);
    };
    const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const shown = [...document.body.querySelectorAll('*')].filter((element) => hasText(element) && element.checkVisibility()
        && element.getBoundingClientRect().width > 1 && !element.disabled);
    const all = shown.map((element) => [contrast(element), element.textContent.slice(0, 30)]).sort((a, b) => a[0] - b[0]);
    return all[0];
})()";

#[test]
fn texts_are_legible_in_light_and_dark() {
    let Some(mut page) = open("puzzle", LAPTOP) else { return };
    for puzzle in [format!("11{}", ".".repeat(79)), sample("several.txt"), "nonsense".to_owned()] {
        page.paste(&puzzle);
        page.wait_for_answers();
        for scheme in ["light", "dark"] {
            let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
            page.command("Emulation.setEmulatedMedia", json!({ "features": features }));
            let smallest = page.value(SMALLEST_CONTRAST);
            assert!(smallest[0].as_f64().unwrap() >= 4.5, "{scheme}: {smallest}");
        }
    }
}
