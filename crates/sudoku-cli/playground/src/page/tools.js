// The tools: what they do with the cells that the reader selects, with the pointer or the keyboard.

import { board, indexOf, isInside, listenToPointers, moveCursor, nameOf, openRim, select, selectRule, symbol } from "./board.js";
import { announce, byId } from "./dom.js";
import { allKinds, formatRule, isOutsideKind, moved, parseRule, toggledVariant, VARIANTS, withoutRule, withRule, withTexts } from "./rules.js";
import { change, paintFault, puzzle, redo, regionsOf, undo } from "./state.js";

let tool = { name: "digit", numbers: "" };
const toolListeners = [];
export const currentTool = () => tool;
/** The kind of rule that the current tool adds, if any. */
export const kind = () => allKinds().get(tool.name);
/** Calls a function when another tool or rule is selected. */
export const onTool = (listener) => toolListeners.push(listener);
const isOutside = () => isOutsideKind(tool);
const hasNumbers = (text) => ["optional", "required", "list"].includes(allKinds().get(parseRule(text)?.name)?.numbers);

/** Selects a tool. Rules of the whole board are added at once, or removed. */
export function choose(name, numbers = "") {
  if (name in VARIANTS) return change(toggledVariant(name));
  const { form } = allKinds().get(name) ?? {};
  if (form === "Flag") {
    const index = puzzle().rules.indexOf(name);
    return change(index < 0 ? withTexts([name]) : withoutRule(index));
  }
  tool = { name, numbers };
  select([]);
  selectRule(null);
  openRim(isOutside());
  toolListeners.forEach((listener) => listener());
}

// Adding, changing and moving rules.

function add(text) {
  const { rules } = puzzle();
  const { name, lists } = parseRule(text);
  const same = rules.findIndex((other) => { const rule = parseRule(other); return rule?.name === name && rule.lists.join(";") === lists.join(";"); });
  if (same >= 0) {
    change(withoutRule(same));
    return selectRule(null);
  }
  change(withTexts([text]));
  selectRule(rules.length);
}

const list = (positions) => positions.map(nameOf).join(" ");

/** Adds the rule of the current tool on the selected cells, or gives its next list of cells to the selected rule. */
export function commit(positions = board.selection.length ? board.selection : [board.cursor]) {
  const { form, lists = 1 } = kind();
  const { name, numbers } = tool;
  const selected = board.selectedRule;
  const open = selected === null ? null : parseRule(puzzle().rules[selected]);
  const isOpen = open?.name === name;
  const rule = (...cells) => formatRule({ name, numbers, lists: cells });
  if (isOutside()) {
    if (positions.length) addClue(positions.find((position) => !isInside(position)) ?? null, isOpen ? open : null);
  } else if (form === "CellsAndClones" && isOpen && open.lists.length === 1) {
    const first = open.lists[0].match(/\d+/g).map(Number);
    change(withRule(selected, formatRule({ ...open, lists: [open.lists[0], moved(open.lists[0], positions[0].map((part, axis) => part - first[axis]))] })));
  } else if (isOpen && open.lists.length < lists) {
    change(withRule(selected, formatRule({ ...open, lists: [...open.lists, list(positions)] })));
  } else if (form === "Cell") positions.forEach((position) => add(rule(nameOf(position))));
  else if (form === "Adjacent") positions.slice(1).forEach((position, index) => add(rule(list([positions[index], position]))));
  else if (form === "CellsAndLine") add(rule(nameOf(positions[0]), list(positions.slice(1))));
  else add(rule(list(positions)));
  select([], positions.at(-1));
}

/** The directions in which a diagonal can be seen from a position. */
function directions([row, column]) {
  const down = row <= puzzle().size ? ["D"] : [];
  const up = row >= 1 ? ["U"] : [];
  const right = column <= puzzle().size ? ["R"] : [];
  const left = column >= 1 ? ["L"] : [];
  const vertical = row === 0 ? down : row > puzzle().size ? up : [...down, ...up];
  const horizontal = column === 0 ? right : column > puzzle().size ? left : [...right, ...left];
  return vertical.flatMap((first) => horizontal.map((second) => first + second));
}

/** Adds a clue outside the board. On a diagonal, the same position once more selects the next direction. */
function addClue(position, open) {
  if (!position) return;
  const place = nameOf(position);
  const ways = directions(position);
  if (kind().form !== "Diagonal") add(formatRule({ ...tool, lists: [place] }));
  else if (open?.lists[0].split(" ")[0] === place) {
    const next = ways[(ways.indexOf(open.lists[0].split(" ")[1]) + 1) % ways.length];
    change(withRule(board.selectedRule, formatRule({ ...open, lists: [`${place} ${next}`] })));
  } else add(formatRule({ ...tool, lists: [`${place} ${ways[0]}`] }));
}

function setNumbers(text) {
  const index = board.selectedRule;
  const rule = parseRule(puzzle().rules[index]);
  change(withRule(index, formatRule({ ...rule, numbers: text })), `numbers ${index}`);
}

function moveRule(delta) {
  const index = board.selectedRule;
  if (index === null) return;
  const text = moved(puzzle().rules[index], delta);
  const positions = [...text.matchAll(/\br(\d+)c(\d+)\b/g)].map(([, row, column]) => [Number(row), Number(column)]);
  const isClue = isOutsideKind(parseRule(text));
  const onRim = (position) => !isInside(position) && position.every((part) => part <= puzzle().size + 1);
  if (positions.every(isClue ? onRim : isInside)) change(withRule(index, text), `move ${index}`);
}

function deleteRule() {
  change(withoutRule(board.selectedRule));
  selectRule(null);
}

/** Returns the indices of the rules at a position. */
function rulesAt(position) {
  return puzzle().rules.flatMap((_, index) => (board.hasRule(index, position) ? [index] : []));
}

function pick(position) {
  const found = rulesAt(position);
  const next = found[(found.indexOf(board.selectedRule) + 1) % found.length];
  selectRule(next ?? null);
  toolListeners.forEach((listener) => listener());
  announce(next === undefined ? "no rule here" : `${board.rules[next]?.sentence ?? puzzle().rules[next]} selected`);
}

// Cells.

function setGivens(digit) {
  const givens = [...puzzle().givens];
  for (const position of targets()) givens[indexOf(position)] = digit;
  change({ givens });
}
const targets = () => (board.selection.length ? board.selection : [board.cursor]).filter(isInside);

function setEach(name, valueOf) {
  const next = { ...puzzle()[name] };
  for (const position of targets()) {
    const value = valueOf(next[indexOf(position)]);
    if (value === undefined) delete next[indexOf(position)];
    else next[indexOf(position)] = value;
  }
  change({ [name]: next });
}

function toggleNote(digit) {
  setEach("notes", (digits = []) => {
    const next = digits.includes(digit) ? digits.filter((other) => other !== digit) : [...digits, digit].sort((a, b) => a - b);
    return next.length ? next : undefined;
  });
}

function paintRegion(positions, region, key) {
  const { size } = puzzle();
  const paint = [...regionsOf(puzzle())];
  positions.filter(isInside).forEach((position) => { paint[indexOf(position)] = region; });
  // Regions that are not complete are not part of the puzzle yet.
  change(paintFault(paint, size) ? { paint } : { paint: null, regions: paint }, key);
}

/** Enters a digit or another symbol, with the pad or the keyboard. Returns whether the tool accepts it. */
export function enter(text) {
  const digit = digitOf(text);
  const rule = board.selectedRule === null ? null : puzzle().rules[board.selectedRule];
  if (tool.name === "digit" && digit) setGivens(digit);
  else if (tool.name === "note" && digit) toggleNote(digit);
  else if (tool.name === "color" && digit <= 8 && digit) setEach("colors", (color) => (color === digit ? undefined : digit));
  else if (tool.name === "region" && digit) paintRegion(targets(), digit - 1, null);
  else if (rule && hasNumbers(rule) && /^[\dxv]$/i.test(text)) {
    const { name, numbers } = parseRule(rule);
    const isList = allKinds().get(name).numbers === "list";
    setNumbers(/[xv]/i.test(text) ? text.toUpperCase() : isList && numbers ? `${numbers},${text}` : numbers.replace(/[XV]/, "") + text);
  } else return false;
  return true;
}

export function erase(isAll) {
  const rule = board.selectedRule === null ? null : parseRule(puzzle().rules[board.selectedRule]);
  if (tool.name === "digit") setGivens(0);
  else if (tool.name === "note") setEach("notes", () => undefined);
  else if (tool.name === "color") setEach("colors", () => undefined);
  else if (rule?.numbers && !isAll) setNumbers(rule.numbers.replace(/,?.$/, ""));
  else if (board.selectedRule !== null) deleteRule();
}

// On boards larger than 9×9, the letters from A are the digits from 10 unless the puzzle has symbols of its own.
function digitOf(text) {
  const { size } = puzzle();
  for (let digit = 1; digit <= size; digit += 1) if (symbol(digit).toUpperCase() === text.toUpperCase()) return digit;
  const letter = /^[a-z]$/i.test(text) ? text.toUpperCase().charCodeAt(0) - 55 : 0;
  return letter <= size ? letter : 0;
}

// The pointer.

let path = [];
let grabbed = null;
let stroke = 0;
function start(position, event) {
  stroke += 1;
  if (tool.name === "move") {
    grabbed = position;
    if (!rulesAt(position).includes(board.selectedRule)) pick(position);
    else grabbed.isSecond = true;
    return moveCursor(position);
  }
  const isMore = event.ctrlKey || event.metaKey || event.shiftKey;
  path = isMore ? [...board.selection, position] : [position];
  if (tool.name === "region") path.region = isInside(position) ? regionsOf(puzzle())[indexOf(position)] : 0;
  select([...path], position);
}

function extend(position) {
  if (tool.name === "move") {
    moveRule(position.map((part, axis) => part - grabbed[axis]));
    grabbed = position;
    return moveCursor(position);
  }
  const isBack = path.length > 1 && nameOf(path.at(-2)) === nameOf(position);
  const isKnown = path.some((other) => nameOf(other) === nameOf(position));
  if (isBack && kind()) path.pop();
  else if (!isKnown || kind()?.form === "Line") path.push(position);
  if (tool.name === "region") paintRegion([position], path.region, `paint ${stroke}`);
  select([...path], position);
}

function finish() {
  if (tool.name === "move") {
    if (grabbed.isSecond) pick(grabbed);
  } else if (kind()) commit(path);
  if (tool.name === "region") select([]);
}

// The keyboard.

const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
function onKey(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const step = STEPS[event.key];
  const { cursor, selection } = board;
  if (step && tool.name === "move" && event.shiftKey) moveRule(step);
  else if (step) {
    const next = cursor.map((part, axis) => part + step[axis]);
    if (event.shiftKey) select([...(selection.length ? selection : [cursor]), next].filter(isInside), next);
    else if (selection.length === 1 && !kind()) select([], next);
    else moveCursor(next);
  } else if (event.key === " ") {
    const others = selection.filter((other) => nameOf(other) !== nameOf(cursor));
    select(others.length < selection.length ? others : [...selection, cursor], cursor);
  } else if (event.key === "Enter") {
    if (tool.name === "move") pick(cursor);
    else if (kind()) commit();
  } else if (event.key === "Escape") select([]);
  else if (event.key === "Delete" || event.key === "Backspace") erase(event.key === "Delete");
  else if (["0", "."].includes(event.key) && tool.name === "digit") erase(true);
  else if (event.key.length !== 1 || !enter(event.key)) return;
  event.preventDefault();
}

document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.target.closest?.("input, textarea")) return;
  const key = event.key.toLowerCase();
  if (key === "z" && !event.shiftKey) undo();
  else if (key === "y" || key === "z") redo();
  else return;
  event.preventDefault();
});

export function startTools() {
  listenToPointers({ start, extend, finish });
  byId("drawing").addEventListener("keydown", onKey);
}
