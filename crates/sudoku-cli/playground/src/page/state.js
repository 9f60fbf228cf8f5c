// The puzzle, the single source of truth. A change makes a new puzzle, so undo and redo only select one.

const listeners = [];
let past = [emptyPuzzle(9)];
let position = 0;
let lastKey = null;
let serial = 0;
let faultText = "";

/** The board without givens and rules. `box` is the shape of rectangular boxes; one row means that there are none. */
export function emptyPuzzle(size, box = usualBox(size)) {
  return {
    size, box, regions: null, variants: [], givens: Array(size * size).fill(0), excluded: [], definitions: [], rules: [],
    title: null, symbols: null, notes: {}, colors: {}, paint: null,
  };
}

/** Returns the most nearly square shape of boxes. */
export function usualBox(size) {
  let rows = Math.floor(Math.sqrt(size));
  while (size % rows) rows -= 1;
  return `${rows}x${size / rows}`;
}

export const puzzle = () => past[position];
/** The number of the puzzle on the page. Answers with another number are not shown. */
export const number = () => serial;
/** The reason why the text that the reader has entered is not a puzzle, or an empty text. */
export const fault = () => faultText;
export const canUndo = () => position > 0 || faultText !== "";
export const canRedo = () => position < past.length - 1;
export const onChange = (listener) => listeners.push(listener);

function notify() {
  serial += 1;
  listeners.forEach((listener) => listener());
}

/** Changes parts of the puzzle. Consecutive changes with the same key are one step for undo. */
export function change(parts, key = null) {
  const isSame = key !== null && key === lastKey && position > 0 && faultText === "";
  past = [...past.slice(0, position + (isSame ? 0 : 1)), Object.freeze({ ...puzzle(), ...parts })];
  position = past.length - 1;
  lastKey = key;
  faultText = "";
  notify();
}

/** Makes the puzzle on the page the first one, so that there is nothing to undo. */
export function forgetPast() {
  past = [puzzle()];
  position = 0;
  notify();
}

/** Declares that the text of the reader is not a puzzle, so that nothing on the page belongs to it. */
export function setFault(text) {
  faultText = text;
  notify();
}

function go(step) {
  lastKey = null;
  if (faultText) faultText = "";
  else position = Math.max(0, Math.min(past.length - 1, position + step));
  notify();
}
export const undo = () => go(-1);
export const redo = () => go(1);

/** Returns the puzzle as it is sent to the module. With regions that are not complete, it has the regions before. */
export function request(ignoresPaint = false) {
  if (faultText) throw new Error(faultText);
  const { size, box, regions, variants, givens, excluded, definitions, rules, title, symbols, paint } = puzzle();
  if (paint && !ignoresPaint) throw new Error(paintFault(paint, size));
  const cells = givens.map((digit) => digit || ".").join(size > 9 ? " " : "");
  const text = JSON.stringify({ puzzle: cells, excluded, ...(title ? { title } : {}), ...(regions ? { regions } : { box }) });
  return { text, variants, rules: [...definitions, ...rules], symbols };
}

/** Returns why painted regions are not complete, or an empty text. */
export function paintFault(paint, size) {
  const counts = Array(size).fill(0);
  paint.forEach((region) => { counts[region] += 1; });
  const region = counts.findIndex((count) => count !== size);
  return region < 0 ? "" : `region ${region + 1} has ${counts[region]} cells; each region needs ${size}`;
}

/** Returns the region of each cell. */
export function regionsOf({ size, box, regions, paint }) {
  if (paint ?? regions) return paint ?? regions;
  const [rows, columns] = box.split("x").map(Number);
  return Array.from({ length: size * size }, (_, cell) => {
    const [row, column] = [Math.floor(cell / size), cell % size];
    return Math.floor(row / rows) * (size / columns) + Math.floor(column / columns);
  });
}

/** Returns a puzzle from JSON of unknown origin, or throws an error. */
export function restore(value) {
  const size = value?.size;
  const isList = (list, length, isItem) => Array.isArray(list) && (length === null || list.length === length) && list.every(isItem);
  const isText = (text) => typeof text === "string";
  const isNumber = (from, to) => (item) => Number.isInteger(item) && item >= from && item <= to;
  const isRecord = (record, isItem) => Object.entries(record ?? {}).every(([cell, item]) => isNumber(0, size * size - 1)(Number(cell)) && isItem(item));
  const isPuzzle = isNumber(1, 25)(size) && isList(value.givens, size * size, isNumber(0, size))
    && (value.regions === null || isList(value.regions, size * size, isNumber(0, size - 1)))
    && (isText(value.box) || value.regions) && [value.variants, value.definitions, value.rules].every((list) => isList(list, null, isText))
    && isList(value.excluded, null, (out) => isList(out, 3, isNumber(1, size)))
    && [value.title, value.symbols].every((text) => (text ?? null) === null || isText(text))
    && isRecord(value.notes, (notes) => isList(notes, null, isNumber(1, size))) && isRecord(value.colors, isNumber(1, 8));
  if (!isPuzzle) throw new Error("this is not a puzzle of the playground");
  const known = Object.keys(emptyPuzzle(1));
  return { ...emptyPuzzle(size), ...Object.fromEntries(Object.entries(value).filter(([name]) => known.includes(name))), paint: null };
}
