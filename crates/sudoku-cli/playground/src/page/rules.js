// Rules as texts, as docs/rules.md describes them: a name, numbers, a colon and lists of cells.

import { puzzle } from "./state.js";

/** The variants of boards, and their meanings. */
export const VARIANTS = {
  x: "Both diagonals contain each digit.",
  windoku: "The additional boxes, called windows, contain each digit.",
  disjoint: "Cells at the same position of their boxes contain different digits.",
  antiknight: "Cells a knight's move apart contain different digits.",
  antiking: "Diagonally adjacent cells contain different digits.",
};

/** The variants that are written like rules. */
const VARIANT_RULES = { antiknight: "antiknight", antiking: "antiking", disjointgroups: "disjoint" };

let kinds = new Map();

/** Sets the kinds of rules that the module knows. `docs` has the meaning of each. */
export function setKinds(known, docs) {
  const meaning = (name) => docs.find((doc) => doc.name === name);
  kinds = new Map(known.map((kind) => [kind.name, { ...kind, ...meaning(kind.name) }]));
}

/** Returns all kinds of rules, with those that the puzzle defines. */
export function allKinds() {
  const own = puzzle().definitions.map(definedKind).filter(Boolean);
  return new Map([...kinds, ...own.map((kind) => [kind.name, kind])]);
}

/** Returns the kind of rule that a definition makes, from the types of its parameters. */
function definedKind(text) {
  const [, name, list] = /^define\s+([^\s(]+)\s*\(([^)]*)\)/.exec(text) ?? [];
  if (!name) return null;
  const parameters = list.split(",").filter((part) => part.trim()).map((part) => part.split(":")[1]?.trim() ?? "");
  const places = parameters.filter((type) => /^(cells?|clue)\b/.test(type));
  const numbers = parameters.filter((type) => type.startsWith("int"));
  const form = places.length === 0 ? "Flag" : places[0].startsWith("clue") ? "Outside" : places[0] === "cell" && places.length === 1 ? "Cell" : "Line";
  const isOptional = numbers.every((type) => type.includes("="));
  const count = numbers.length > 1 || numbers[0] === "ints" ? "list" : numbers.length === 0 ? "none" : isOptional ? "optional" : "required";
  return { name, form, numbers: count, lists: places.length, section: "Own definitions", meaning: text.slice(text.indexOf("):") + 2).trim() };
}

/** Returns whether a rule or tool is a clue outside the board. */
export const isOutsideKind = (rule) => ["Outside", "Diagonal"].includes(allKinds().get(rule?.name)?.form);

/** Splits a rule with a known name into its name, its numbers and its lists of cells, or returns `null`. */
export function parseRule(text) {
  const [, name, numbers = "", cells = ""] = /^\s*([^\s:(]+)\s*([^:(]*?)\s*(?::(.*))?$/.exec(text) ?? [];
  return allKinds().has(name) ? { name, numbers, lists: cells.split(";").map((list) => list.trim()).filter(Boolean) } : null;
}

export function formatRule({ name, numbers, lists }) {
  return `${name}${numbers ? ` ${numbers}` : ""}${lists.length ? `: ${lists.join("; ")}` : ""}`;
}

/** Returns the text of a rule whose cells are moved. */
export const moved = (text, [down, right]) =>
  text.replace(/\br(\d+)c(\d+)\b/g, (_, row, column) => `r${Number(row) + down}c${Number(column) + right}`);

/** Returns the changes of the puzzle that add texts, each of which is a rule, a variant, a statement or a definition. */
export function withTexts(texts) {
  const { rules, definitions } = puzzle();
  const parts = { rules: [...rules], definitions: [...definitions], variants: [...puzzle().variants] };
  for (const text of texts.map((text) => text.trim()).filter(Boolean)) {
    const variant = VARIANT_RULES[text] ?? (text in VARIANTS ? text : null);
    if (/^define\s/.test(text)) parts.definitions.push(text);
    else if (!variant) parts.rules.push(text);
    else if (!parts.variants.includes(variant)) parts.variants.push(variant);
  }
  // The module reads both diagonals as the variant x.
  const isDiagonal = (text) => ["diagonal+", "diagonal-"].includes(text);
  if (parts.rules.filter(isDiagonal).length < 2) return parts;
  return { ...parts, rules: parts.rules.filter((text) => !isDiagonal(text)), variants: [...parts.variants, "x"] };
}

const without = (list, index) => list.filter((_, other) => other !== index);

/** Returns the change of the puzzle that deletes a rule. */
export const withoutRule = (index) => ({ rules: without(puzzle().rules, index) });
export const withoutDefinition = (index) => ({ definitions: without(puzzle().definitions, index) });

/** Returns the change of the puzzle that replaces the text of a rule. */
export const withRule = (index, text) => ({ rules: puzzle().rules.with(index, text) });

/** Returns the change of the puzzle that adds a variant, or removes it. */
export function toggledVariant(name) {
  const { variants } = puzzle();
  return { variants: variants.includes(name) ? variants.filter((other) => other !== name) : [...variants, name] };
}
