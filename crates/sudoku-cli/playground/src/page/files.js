// Bring and take: text, files, the address, the storage of the browser, links, pictures.

import { symbol } from "./board.js";
import { byId, create, run, tell } from "./dom.js";
import { ask } from "./engine.js";
import { change, emptyPuzzle, fault, number, onChange, puzzle, request, restore, setFault, usualBox } from "./state.js";

const STORAGE = "sudoku-playground";
const RULE_NAMES = { disjoint: ["disjointgroups"], x: ["diagonal+", "diagonal-"] };

export function save(name, contents) {
  const link = create("a", { href: URL.createObjectURL(new Blob([contents])), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// Text. The fields show the puzzle, and what the reader writes there becomes the puzzle.

export function showText() {
  if (fault() || ["text", "rules"].includes(document.activeElement?.id)) return;
  const { size, box, regions, variants, givens, excluded, definitions, rules } = puzzle();
  const hasMore = regions || box !== usualBox(size) || excluded.length || variants.includes("windoku");
  const lines = Array.from({ length: size }, (_, row) => givens.slice(row * size, (row + 1) * size)
    .map((digit) => (digit ? symbol(digit) : ".")).join(size > 9 ? " " : ""));
  const cells = givens.map((digit) => digit || ".").join(size > 9 ? " " : "");
  const object = { puzzle: cells, ...(regions ? { regions } : { box }), ...(excluded.length ? { excluded } : {}), ...(variants.length ? { variants } : {}) };
  byId("text").value = hasMore ? JSON.stringify(object) : `${lines.join("\n")}\n`;
  const names = hasMore ? [] : variants.flatMap((name) => RULE_NAMES[name] ?? [name]);
  byId("rules").value = [...names, ...definitions, ...rules].join("\n");
}

/** Reads a puzzle in any format. An error in it leaves no puzzle on the page. While the reader types, notes remain. */
export async function bring(text, rules = "", key = null) {
  let state;
  try {
    state = await ask({ command: "read", text, rules });
  } catch (error) {
    if (error.constructor === Error) setFault(error.message);
    return;
  }
  const { note, ...parts } = state;
  const kept = key && parts.size === puzzle().size ? { notes: puzzle().notes, colors: puzzle().colors } : { notes: {}, colors: {} };
  change({ ...emptyPuzzle(parts.size), ...kept, ...parts, box: parts.box ?? usualBox(parts.size) }, key);
  if (note) tell(`note: ${note}`);
}

/** Decodes the bytes of a file. UTF-16 starts with a byte order mark. */
function decode(bytes) {
  const [first, second] = new Uint8Array(bytes);
  const encoding = first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
  return new TextDecoder(encoding).decode(bytes);
}

function listenToText() {
  let typing = null;
  for (const id of ["text", "rules"]) {
    byId(id).addEventListener("input", () => {
      clearTimeout(typing);
      typing = setTimeout(() => run(() => bring(byId("text").value, byId("rules").value, "text")), 200);
    });
  }
  document.addEventListener("paste", (event) => {
    if (event.target.closest?.("input, textarea")) return;
    event.preventDefault();
    const text = event.clipboardData.getData("text/plain");
    if (text) run(() => bring(text));
  });
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    const text = event.dataTransfer.getData("text/plain");
    run(async () => bring(file ? decode(await file.arrayBuffer()) : text));
  });
  byId("open-file").addEventListener("change", ({ target }) => run(async () => {
    if (target.files[0]) await bring(decode(await target.files[0].arrayBuffer()));
    target.value = "";
  }));
}

// The address and the storage.

const throughStream = (bytes, stream) => new Response(new Blob([bytes]).stream().pipeThrough(stream));
async function pack(value) {
  const bytes = new Uint8Array(await throughStream(JSON.stringify(value), new CompressionStream("deflate-raw")).arrayBuffer());
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
async function unpack(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
  return restore(await throughStream(bytes, new DecompressionStream("deflate-raw")).json());
}

let view = "puzzle";
let writing = null;
/** Puts the view and the puzzle into the address. */
export function writeAddress(current = view) {
  view = current;
  clearTimeout(writing);
  writing = setTimeout(async () => {
    if (fault()) return;
    const of = number();
    const packed = await pack(puzzle());
    if (of !== number()) return;
    history.replaceState(null, "", `#${view}&puzzle=${packed}`);
    try {
      localStorage.setItem(STORAGE, packed);
    } catch {
      // The browser permits no storage, or it is full. The address still has the puzzle.
    }
  }, 100);
}

/** Reads the puzzle in the address or, at the start, else that in the storage. Returns the view, and whether there is a puzzle. */
export async function readAddress(hash = location.hash, isStart = true) {
  clearTimeout(writing);
  const [name, ...fields] = hash.slice(1).split("&");
  const inAddress = fields.find((field) => field.startsWith("puzzle="))?.slice(7);
  let stored = null;
  try {
    stored = isStart ? localStorage.getItem(STORAGE) : null;
  } catch {
    // Without storage, the page starts with a sample.
  }
  for (const packed of [inAddress, stored].filter(Boolean)) {
    try {
      change(await unpack(packed));
      return [name, true];
    } catch {
      tell("The address or the storage contains no complete puzzle.", "error");
    }
  }
  return [name, false];
}

// Files and links.

function listenToExports() {
  const exported = (format) => ask({ command: "export", puzzle: request(), format });
  const chosen = () => byId("format").value;
  const asFile = async (format) => {
    const { text, extension, lost } = await exported(format);
    return { text, name: `puzzle.${extension}`, lost };
  };
  byId("save-format").addEventListener("click", () => run(async () => {
    const { text, name, lost } = await asFile(chosen());
    save(name, text);
    tell(lost);
  }));
  byId("copy-format").addEventListener("click", () => run(async () => {
    const { text, lost } = await exported(chosen());
    byId("exported").value = text.trim();
    byId("exported").hidden = false;
    byId("exported").select();
    await navigator.clipboard?.writeText(text.trim()).then(() => tell(`Copied. ${lost}`), () => tell(lost));
  }));
  byId("save-png").addEventListener("click", () => run(async () => save("puzzle.png", await toPng((await exported("svg")).text))));
  byId("print").addEventListener("click", () => window.print());
}

/** Draws a picture on a canvas, and returns it as a PNG file. */
async function toPng(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml;base64,${btoa(String.fromCharCode(...new TextEncoder().encode(svg)))}`;
  await image.decode();
  const width = 1200;
  const canvas = create("canvas", { width, height: Math.round(width * image.height / image.width) });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => { canvas.toBlob(resolve, "image/png"); });
}

// New boards and samples.

function listenToNew(samples) {
  byId("sample").append(...samples.map(({ name }) => new Option(name, name)));
  byId("sample").addEventListener("change", ({ target }) => {
    const sample = samples.find(({ name }) => name === target.value);
    target.value = "";
    if (sample) run(() => bring(sample.text, sample.rules));
  });
  const shapes = () => {
    const size = Number(byId("size-of-board").value);
    const rows = Array.from({ length: size }, (_, index) => index + 1).filter((count) => size % count === 0 && count < size);
    byId("box").replaceChildren(...rows.map((count) => new Option(count === 1 ? "none (Latin square)" : `${count}×${size / count}`, `${count}x${size / count}`)));
    byId("box").value = usualBox(size);
  };
  byId("size-of-board").addEventListener("change", shapes);
  byId("create").addEventListener("click", () => change(emptyPuzzle(Number(byId("size-of-board").value), byId("box").value)));
  shapes();
}

export function startFiles(samples) {
  listenToText();
  listenToExports();
  listenToNew(samples);
  onChange(() => writeAddress());
}
