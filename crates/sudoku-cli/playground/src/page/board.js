// The board: the drawing of the module, what the page draws above it, and the cells that the reader selects.

import { announce, byId, parseDrawing, shape } from "./dom.js";
import { live } from "./engine.js";
import { parseRule } from "./rules.js";
import { fault, number, paintFault, puzzle, regionsOf, request } from "./state.js";

/** Positions are rows and columns from 1. Clues outside the board have the row or column 0 or n + 1. */
export const nameOf = ([row, column]) => `r${row}c${column}`;
export const indexOf = ([row, column]) => (row - 1) * puzzle().size + column - 1;
export const positionOf = (index) => [Math.floor(index / puzzle().size) + 1, index % puzzle().size + 1];
export const isInside = (position) => position.every((part) => part >= 1 && part <= puzzle().size);
const isSame = (a, b) => a[0] === b[0] && a[1] === b[1];

const drawing = byId("drawing");
const PALETTE = ["#f6b8b8", "#f9d9a8", "#f3efa0", "#c4e6b5", "#b5e3de", "#b9cff4", "#d6c2ef", "#d5d8dc"];
const CELL = 100;

/** What the answers show: cells, candidates as pairs of cell and digit, and digits of each cell. */
const NOTHING = { conflict: [], unnecessary: [], used: [], placed: [], excluded: [], candidates: null, solution: null };
let marks = NOTHING;
let symbols = [];
let shownRules = [];
let cursor = [1, 1];
let selection = [];
let selectedRule = null;
let rim = { isOpen: false };
let overlay = null;

export const board = {
  get cursor() { return cursor; },
  get selection() { return selection; },
  /** The rules as the module has understood them, after the definitions: sentences, errors and cells. */
  get rules() { return shownRules.slice(puzzle().definitions.length); },
  get definitions() { return shownRules.slice(0, puzzle().definitions.length); },
  /** Returns whether a rule is at a position. Statements may name rectangles, so the module knows their cells. */
  hasRule(index, position) {
    const text = puzzle().rules[index];
    const isNamed = new RegExp(`\\b${nameOf(position)}\\b`).test(text);
    return isNamed || (!parseRule(text) && isInside(position) && Boolean(this.rules[index]?.cells.includes(indexOf(position))));
  },
  get selectedRule() { return selectedRule !== null && selectedRule < puzzle().rules.length ? selectedRule : null; },
};
export const symbol = (digit) => symbols[digit - 1] ?? String(digit);
export const colorOf = (color) => PALETTE[color - 1];

export function setMarks(parts) {
  marks = { ...marks, ...parts };
  drawing.dataset.candidates = marks.candidates?.flat().length ?? "";
  paintOverlay();
}

export function select(positions, at = positions.at(-1)) {
  selection = positions;
  if (at) moveCursor(at);
  else paintOverlay();
}

export function selectRule(index) {
  selectedRule = index;
  paintOverlay();
}

/** Opens the positions outside the board, for clues. */
export function openRim(isOpen) {
  rim = { isOpen };
  if (!isOpen && !isInside(cursor)) cursor = clamp(cursor);
  fitRim();
  paintOverlay();
}
const clamp = (position) => position.map((part) => Math.max(rim.isOpen ? 0 : 1, Math.min(puzzle().size + (rim.isOpen ? 1 : 0), part)));

export function moveCursor(to) {
  cursor = clamp(to);
  paintOverlay();
  announce(describe(cursor));
}

/** Describes a cell to screen readers. */
export function describe(position) {
  const place = `row ${position[0]}, column ${position[1]}`;
  if (!isInside(position)) return `${place}, outside the board`;
  const index = indexOf(position);
  const { givens, notes, colors } = puzzle();
  const rules = board.rules.filter((_, rule) => board.hasRule(rule, position)).map((rule) => rule.sentence);
  const candidates = marks.candidates?.[index] ?? [];
  return [place, givens[index] ? `given ${symbol(givens[index])}` : "empty",
    selection.some((other) => isSame(other, position)) ? "selected" : "", notes[index] ? `notes ${notes[index].map(symbol).join(" ")}` : "",
    colors[index] ? `color ${colors[index]}` : "", !givens[index] && candidates.length ? `possible ${candidates.map(symbol).join(" ")}` : "",
    ...rules.slice(0, 3), rules.length > 3 ? `and ${rules.length - 3} more rules` : "",
    marks.conflict.includes(index) ? "in the conflict" : "", marks.unnecessary.includes(index) ? "unnecessary" : ""].filter(Boolean).join(", ");
}

/** Draws the puzzle. Nothing of the puzzle before remains. */
export async function draw() {
  setMarks(NOTHING);
  selection = selection.filter((position) => isInside(position));
  if (fault()) {
    drawing.replaceChildren();
    overlay = null;
    shownRules = [];
    throw new Error(fault());
  }
  cursor = clamp(cursor);
  paintOverlay();
  const { size, paint } = puzzle();
  const incomplete = paint ? paintFault(paint, size) : "";
  let answer;
  try {
    answer = await live.board.ask({ command: "draw", puzzle: request(true) });
  } catch (error) {
    if (error.constructor !== Error) throw error;
    drawing.replaceChildren();
    overlay = null;
    shownRules = [];
    throw error;
  }
  symbols = answer.symbols;
  shownRules = answer.rules;
  const svg = parseDrawing(answer.svg);
  drawing.replaceChildren(svg);
  drawing.dataset.puzzle = number();
  overlay = { below: shape("g", {}), above: shape("g", {}) };
  svg.querySelector("g.group, g.diagonal, g.clashing, g.rule-line, g.rule-shape, g.thin, g.thick").before(overlay.below);
  svg.append(overlay.above);
  svg.dataset.box = svg.getAttribute("viewBox");
  fitRim();
  paintOverlay();
  if (incomplete) throw new Error(incomplete);
}

function fitRim() {
  const svg = drawing.querySelector("svg");
  if (!svg) return;
  const [x, y, width, height] = svg.dataset.box.split(" ").map(Number);
  const end = puzzle().size * CELL + CELL;
  const [left, top] = [Math.min(x, -CELL), Math.min(y, -CELL)];
  const box = [left, top, Math.max(x + width, end) - left, Math.max(y + height, end) - top];
  svg.setAttribute("viewBox", rim.isOpen ? box.join(" ") : svg.dataset.box);
}

/** Draws what the page adds: colors below the lines; notes, marks and the selection above the digits. */
function paintOverlay() {
  if (!overlay) return;
  const { size, givens, notes, colors, paint } = puzzle();
  const [below, above] = [[], []];
  const corner = (index) => { const [row, column] = positionOf(index); return { x: (column - 1) * CELL, y: (row - 1) * CELL }; };
  const square = (index, className, inset = 0, more = {}) => {
    const { x, y } = corner(index);
    return shape("rect", { class: className, x: x + inset, y: y + inset, width: CELL - 2 * inset, height: CELL - 2 * inset, ...more });
  };
  const text = (x, y, fontSize, content, className) => shape("text", { class: className, x, y: y + fontSize * 0.36, "font-size": fontSize }, content);
  for (const [index, color] of Object.entries(colors)) below.push(square(Number(index), "color", 0, { fill: colorOf(color) }));
  if (paint) {
    regionsOf(puzzle()).forEach((region, index) => {
      below.push(square(index, "color", 0, { fill: colorOf(region % PALETTE.length + 1) }));
      above.push(text(corner(index).x + 82, corner(index).y + 18, 22, region + 1, "hint-digit"));
    });
  }
  for (const index of marks.used) below.push(square(index, "used"));
  const columns = Math.ceil(Math.sqrt(size));
  const rows = Math.ceil(size / columns);
  const markAt = (index, digit) => {
    const { x, y } = corner(index);
    const [width, height] = [88 / columns, 88 / rows];
    return { x: x + 6 + ((digit - 1) % columns + 0.5) * width, y: y + 6 + (Math.floor((digit - 1) / columns) + 0.5) * height, size: Math.min(height * 0.95, width) };
  };
  const isDone = (index) => givens[index] || marks.solution;
  const areOpen = marks.candidates?.some((digits) => digits.length > 1);
  marks.candidates?.forEach((digits, index) => {
    for (const digit of areOpen && !isDone(index) && !notes[index] ? digits : []) {
      const { x, y, size: fontSize } = markAt(index, digit);
      above.push(text(x, y, fontSize, symbol(digit), digits.length === 1 ? "candidate only" : "candidate"));
    }
  });
  marks.solution?.forEach((digit, index) => {
    if (!givens[index]) above.push(text(corner(index).x + 50, corner(index).y + 50, size > 9 ? 54 : 66, symbol(digit), "found"));
  });
  for (const [index, digits] of Object.entries(notes)) {
    if (isDone(index)) continue;
    const { x, y } = corner(Number(index));
    above.push(text(x + 50, y + 50, Math.min(30, 130 / digits.length), digits.map(symbol).join(""), "note-digits"));
  }
  for (const [index, digit] of marks.placed) above.push(text(corner(index).x + 50, corner(index).y + 50, 66, symbol(digit), "next"));
  for (const [index, digit] of marks.excluded) {
    const { x, y, size: fontSize } = markAt(index, digit);
    const half = fontSize * 0.4;
    above.push(text(x, y, fontSize, symbol(digit), "candidate"));
    above.push(shape("path", { class: "out", d: `M${x - half} ${y + half}l${2 * half} ${-2 * half}` }));
  }
  for (const index of marks.conflict) above.push(square(index, "conflict-cell", 6));
  for (const index of marks.unnecessary) above.push(square(index, "unnecessary-cell", 10));
  board.rules[board.selectedRule ?? -1]?.cells.forEach((index) => above.push(square(index, "rule-cell", 3)));
  for (const [row, column] of selection) above.push(shape("rect", { class: "selected", x: (column - 1) * CELL, y: (row - 1) * CELL, width: CELL, height: CELL }));
  above.push(shape("rect", { class: "cursor", x: (cursor[1] - 1) * CELL + 4, y: (cursor[0] - 1) * CELL + 4, width: CELL - 8, height: CELL - 8 }));
  overlay.below.replaceChildren(...below);
  overlay.above.replaceChildren(...above);
}

/** Calls the functions of the current tool when the reader clicks, drags or touches the board. */
export function listenToPointers({ start, extend, finish }) {
  let last = null;
  const at = (event) => {
    const svg = drawing.querySelector("svg");
    if (!svg) return null;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    const position = clamp([Math.floor(y / CELL) + 1, Math.floor(x / CELL) + 1]);
    // The corners of a cell belong to no drag, so that a drag can go diagonally.
    const distance = Math.hypot(y / CELL + 0.5 - position[0], x / CELL + 0.5 - position[1]);
    return { position, isNearMiddle: distance < 0.42 };
  };
  drawing.addEventListener("pointerdown", (event) => {
    const found = at(event);
    if (!found || event.button > 0) return;
    drawing.setPointerCapture(event.pointerId);
    last = found.position;
    start(last, event);
    drawing.focus({ preventScroll: true });
    event.preventDefault();
  });
  drawing.addEventListener("pointermove", (event) => {
    const found = last && at(event);
    if (!found || !found.isNearMiddle || isSame(found.position, last)) return;
    // A fast drag skips cells.
    const delta = found.position.map((part, axis) => part - last[axis]);
    const steps = Math.max(...delta.map(Math.abs));
    for (let step = 1; step <= steps; step += 1) extend(last.map((part, axis) => part + Math.round(delta[axis] * step / steps)));
    last = found.position;
  });
  const end = () => {
    if (last) finish();
    last = null;
  };
  drawing.addEventListener("pointerup", end);
  drawing.addEventListener("pointercancel", end);
}
