// The buttons of the tools, the digit pad, and the lists of rules.

import { board, colorOf, describe, draw, selectRule, symbol } from "./board.js";
import { announce, button, byId, create, shape } from "./dom.js";
import { allKinds, toggledVariant, VARIANTS, withoutDefinition, withoutRule, withRule, withTexts } from "./rules.js";
import { canRedo, canUndo, change, fault, puzzle, redo, undo } from "./state.js";
import { choose, commit, currentTool, enter, erase, kind, onTool } from "./tools.js";

/** The tools with a button: the kind of rule, its numbers, the label and the drawing of its symbol. */
const BUTTONS = [
  { tool: "digit", label: "Digits", path: "M8 7l4-3v16M8 20h8" },
  { tool: "note", label: "Notes", path: "M4 5h6M4 9h6M14 15h6M14 19h6" },
  { tool: "color", label: "Colors", path: "M4 4h7v7h-7zM13 13h7v7h-7z" },
  { tool: "region", label: "Regions", path: "M3 3h18v18h-18zM3 10h7v4h6v7M10 10v-7" },
  { tool: "move", label: "Move rules", path: "M12 3v18M3 12h18M9 6l3-3 3 3M9 18l3 3 3-3M6 9l-3 3 3 3M18 9l3 3-3 3" },
  { tool: "killercage", label: "Cage", path: "M4 4h4M11 4h4M18 4h2v3M20 10v4M20 17v3h-3M14 20h-4M7 20h-3v-3M4 14v-4" },
  { tool: "thermometer", label: "Thermometer", path: "M9 20a4 4 0 1 1 0-8 4 4 0 0 1 0 8M11 12l9-8" },
  { tool: "arrow", label: "Arrow", path: "M7 20a4 4 0 1 1 0-8 4 4 0 0 1 0 8M10 13l10-9M13 4h7v7" },
  { tool: "difference", label: "White dot", path: "M3 4h18v16h-18zM12 4v4M12 16v4M12 16a4 4 0 1 1 0-8 4 4 0 0 1 0 8" },
  { tool: "ratio", label: "Black dot", path: "M3 4h18v16h-18zM12 4v16M12 15a3 3 0 1 1 0-6 3 3 0 0 1 0 6M12 10v4M10 12h4M11 11l2 2M13 11l-2 2" },
  { tool: "xv", numbers: "X", label: "X", path: "M6 5l12 14M18 5l-12 14" },
  { tool: "xv", numbers: "V", label: "V", path: "M6 5l6 14 6-14" },
  { tool: "whispers", label: "Whispers", path: "M3 16l6-9 5 10 7-11" },
  { tool: "palindrome", label: "Palindrome", path: "M4 18c4-16 12-16 16 0" },
  { tool: "even", label: "Even", path: "M5 5h14v14h-14z" },
  { tool: "odd", label: "Odd", path: "M12 20a8 8 0 1 1 0-16 8 8 0 0 1 0 16" },
  { tool: "sandwichsum", label: "Sandwich", path: "M3 9h18M3 15h18M12 3v3M12 18v3" },
];

const HELP = {
  digit: "Select cells, then type a digit.",
  note: "Select cells, then type digits.",
  color: "Select cells, then choose a color.",
  region: "Drag from a cell of a region over the cells that it gets. Or select cells and type the number of a region.",
  move: "Drag a rule. With the keyboard: Enter selects a rule, Shift and the arrow keys move it, Delete deletes it.",
};
const FORMS = {
  Cell: "Click the cells.", Adjacent: "Drag from a cell to its neighbor.", Line: "Drag along the line.", Cells: "Drag over the cells.",
  CellsAndLine: "Drag from the circle along the arrow.", CellsAndClones: "Drag over the cells, then click the first cell of the clone.",
  Outside: "Click a position outside the board.", Diagonal: "Click a position outside the board; once more for another direction.",
};

function showTool() {
  const tool = currentTool();
  const current = kind();
  const form = current?.form.replace(/\(.*/, "");
  const numbers = { required: " Then type the number.", optional: " Then type a number, if the rule has one.", list: " Then type the numbers." }[current?.numbers];
  byId("tool-name").textContent = BUTTONS.find((other) => other.tool === tool.name && (other.numbers ?? "") === tool.numbers)?.label ?? tool.name;
  byId("tool-help").textContent = current ? `${FORMS[form]}${tool.numbers ? "" : numbers ?? ""} ${current.meaning ?? ""}` : HELP[tool.name];
  for (const element of byId("tools").children) {
    element.setAttribute("aria-pressed", element.dataset.tool === tool.name && element.dataset.numbers === tool.numbers);
  }
  showPad();
}

function showPad() {
  const tool = currentTool();
  const { size } = puzzle();
  const count = { color: 8, digit: size, note: size, region: size }[tool.name];
  const keys = count ? Array.from({ length: count }, (_, index) => index + 1) : [1, 2, 3, 4, 5, 6, 7, 8, 9, 0];
  const key = (digit) => {
    const text = count ? symbol(digit) : String(digit);
    const element = button(tool.name === "color" || tool.name === "region" ? String(digit) : text, () => { enter(text); });
    if (tool.name === "color") element.style.background = colorOf(digit);
    if (tool.name === "color") element.className = "swatch";
    return element;
  };
  const isIdle = !count && (kind()?.numbers ?? "none") === "none" && tool.name !== "move";
  byId("pad").replaceChildren(...(isIdle ? [] : keys.map(key)), button("⌫", () => erase(false), { ariaLabel: "Delete" }));
  if (kind()) byId("pad").append(button("Add", () => commit(), { title: "Add the rule on the selected cells" }));
}

/** Lists the rules. Each of them can be selected, changed and deleted. */
function showRules() {
  const { rules, definitions, variants } = puzzle();
  const remove = (label, action) => button("×", action, { className: "remove", ariaLabel: `Delete ${label}` });
  const items = variants.map((name) => create("li", {}, create("span", { textContent: `${name}: ${VARIANTS[name] ?? ""}` }), remove(name, () => change(toggledVariant(name)))));
  const entry = (text, { sentence = "", error = null } = {}, replace, removed, onFocus) => {
    const field = create("input", { value: text, spellcheck: false, ariaLabel: sentence || "rule" });
    field.addEventListener("change", () => replace(field.value.replace(/\s+/g, " ").trim()));
    field.addEventListener("focus", onFocus);
    return create("li", {}, field, remove(text, removed), create("small", { textContent: error ?? sentence, className: error ? "error" : "" }));
  };
  definitions.forEach((text, index) => items.push(entry(text, board.definitions[index],
    (next) => change(next ? { definitions: puzzle().definitions.with(index, next) } : withoutDefinition(index)), () => change(withoutDefinition(index)), () => {})));
  rules.forEach((text, index) => {
    const item = entry(text, board.rules[index], (next) => change(next ? withRule(index, next) : withoutRule(index)), () => change(withoutRule(index)), () => selectRule(index));
    item.classList.toggle("selected-rule", board.selectedRule === index);
    item.dataset.rule = index;
    items.push(item);
  });
  byId("rule-count").textContent = items.length;
  // A text that the reader is editing remains.
  const focused = document.activeElement?.closest("#rule-list li")?.dataset.rule;
  if (focused !== undefined && document.activeElement.value !== puzzle().rules[focused]) return;
  byId("rule-list").replaceChildren(...items);
  document.querySelector(`#rule-list [data-rule="${focused}"] input`)?.focus();
}

/** Lists the kinds of rules whose name or meaning contains the text that the reader searches for. */
function showKinds() {
  const wanted = byId("search").value.toLowerCase();
  const variants = Object.entries(VARIANTS).map(([name, meaning]) => ({ name, meaning, section: "Variants" }));
  const found = [...variants, ...allKinds().values()].filter(({ name, meaning, section }) => `${name} ${meaning} ${section}`.toLowerCase().includes(wanted));
  byId("kinds").replaceChildren(...found.map(({ name, meaning = "", example = "" }) =>
    create("li", {}, button(name, () => choose(name), { title: example }), create("small", { textContent: meaning.replaceAll("`", "") }))));
}

function addOwn() {
  const field = byId("own-rule");
  const isDefinition = /^\s*define\s/.test(field.value);
  change(withTexts([field.value]));
  if (!isDefinition) selectRule(puzzle().rules.length - 1);
  field.value = "";
}

/** Shows the puzzle after a change. */
export async function showPuzzle() {
  byId("undo").disabled = !canUndo();
  byId("redo").disabled = !canRedo();
  byId("workbench").classList.toggle("faulty", fault() !== "");
  try {
    await draw();
  } finally {
    showRules();
    showKinds();
    showPad();
    if (document.activeElement === byId("drawing")) announce(describe(board.cursor));
  }
}

export function startPanel() {
  byId("tools").append(...BUTTONS.map(({ tool: name, numbers = "", label, path }) => {
    const element = button("", () => choose(name, numbers), { title: label });
    Object.assign(element.dataset, { tool: name, numbers });
    const icon = shape("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" });
    icon.append(shape("path", { d: path }));
    element.append(icon, create("span", { textContent: label }));
    return element;
  }));
  byId("undo").addEventListener("click", undo);
  byId("redo").addEventListener("click", redo);
  byId("search").addEventListener("input", showKinds);
  byId("own").addEventListener("submit", addOwn);
  onTool(() => {
    showTool();
    showRules();
    announce(byId("tool-help").textContent);
  });
  showTool();
}
