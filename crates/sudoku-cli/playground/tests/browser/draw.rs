//! Drawing with the mouse, with fingers and with the keyboard.

use crate::common::{LAPTOP, PHONE, enter, open, rules, start_empty};
use crate::devtools::{CONTROL, SHIFT};

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
    page.wait_for_text("#rule-list small", "increase");
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
