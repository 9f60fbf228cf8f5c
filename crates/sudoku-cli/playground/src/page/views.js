// The views beside the puzzle: clauses, solver, decisions, steps, and checks of other solvers.

import { byId, create, button, parseDrawing, run, Stopped, tell } from "./dom.js";
import { ask } from "./engine.js";
import { save, writeAddress } from "./files.js";
import { onChange, request } from "./state.js";

const cnf = () => ({ encoding: byId("encoding").value, atMostOne: byId("at-most-one").value, sums: byId("sums").value });
const trace = () => ({ puzzle: request(), cnf: cnf(), maxConflicts: Number(byId("max-conflicts").value) || 1, refute: byId("refute").checked });

function saveOn(id, name, requestOf) {
  byId(id).addEventListener("click", () => run(async () => save(name, (await ask(requestOf())).text)));
}

// Pages of the module. In a frame without access to this page, their scripts run as in a file of their own.
function showPage(view, html, fragment = "") {
  const frame = emptyFrame(document.querySelector(`#${view} iframe`));
  frame.src = URL.createObjectURL(new Blob([html], { type: "text/html" })) + fragment;
  return new Promise((resolve) => { frame.addEventListener("load", () => resolve(frame.contentWindow), { once: true }); });
}

/** Replaces a frame by an empty one, so that nothing of another puzzle remains. Frames take a browser long to make. */
function emptyFrame(frame) {
  if (!frame.src) return frame;
  URL.revokeObjectURL(frame.src.split("#")[0]);
  const empty = create("iframe", { title: frame.title });
  frame.replaceWith(empty);
  return empty;
}

// A page that receives the events of the solver while it runs.
function showLive(view, question) {
  let opened = null;
  return ask(question, (part) => {
    if (part.html !== undefined) opened = showPage(view, part.html);
    else opened.then((window) => window.postMessage(part, "*"));
  });
}

// Decisions of the reader.
let decisions = [];
/** Shows what follows from the decisions. The other views do not depend on them. */
function showDecisions() {
  computed.delete("what-if");
  openView(current);
}
function decide(text) {
  decisions.push(text);
  showDecisions();
}
byId("assume").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = byId("literal").value.replace("≠", "!=").replaceAll(" ", "");
  if (text) decide(text);
  byId("literal").value = "";
});
byId("take-back").addEventListener("click", () => {
  decisions.pop();
  showDecisions();
});
// The page of a trace tells which candidate was clicked.
window.addEventListener("message", ({ source, data }) => {
  if (source === document.querySelector("#what-if iframe").contentWindow && typeof data?.candidate === "string") decide(data.candidate);
});

// Views. Each one is computed when it is opened, and again when the puzzle or an option has changed.
const FIRST_LINES = 300;
const views = {
  puzzle: async () => {},
  cnf: async () => {
    const answer = await ask({ command: "encode", puzzle: request(), cnf: cnf(), lines: FIRST_LINES });
    byId("size").textContent = `${answer.variables.toLocaleString("en")} variables, ${answer.clauses.toLocaleString("en")} clauses`;
    byId("clauses-text").textContent = answer.text + (answer.isComplete ? "" : `… the first ${FIRST_LINES} lines`);
  },
  solver: () => showLive("solver", { command: "trace", ...trace() }),
  "what-if": async () => {
    byId("take-back").disabled = !decisions.length;
    byId("decisions").replaceChildren(...decisions.map((textContent) => create("b", { textContent })));
    try {
      const { html, sentence } = await ask({ command: "what-if", puzzle: request(), cnf: cnf(), decisions });
      // The last event shows all that follows.
      showPage("what-if", html, "#event-1000000000");
      if (sentence) tell(sentence, "error");
    } catch (error) {
      if (error instanceof Stopped) throw error;
      // A decision that is not a literal would prevent all that follow.
      decisions.pop();
      byId("decisions").lastChild?.remove();
      throw error;
    }
  },
  explain: async () => showPage("explain", (await ask({ command: "lesson", puzzle: request() })).html),
  check: async () => {},
};
const tabs = [...document.querySelectorAll("[role=tab]")];
const viewOf = (tab) => tab.getAttribute("aria-controls");
let current = "puzzle";
let computed = new Set();
const viewListeners = [];
export const currentView = () => current;
/** Calls a function with the view that is opened. */
export const onView = (listener) => viewListeners.push(listener);
export function openView(view) {
  current = view;
  for (const tab of tabs) {
    const isCurrent = viewOf(tab) === view;
    tab.setAttribute("aria-selected", isCurrent);
    tab.tabIndex = isCurrent ? 0 : -1;
    byId(viewOf(tab)).hidden = !isCurrent;
  }
  // Encodings matter to the views that show clauses.
  byId("choices").hidden = !["cnf", "solver", "what-if", "check"].includes(view);
  writeAddress(view);
  viewListeners.forEach((listener) => listener(view));
  if (!computed.has(view)) {
    computed.add(view);
    run(async () => {
      try {
        await views[view]();
      } catch (error) {
        computed.delete(view);
        throw error;
      }
    });
  }
}
/** Empties all views, and computes the current one again. */
function refresh() {
  computed = new Set();
  for (const id of ["decoded", "proved", "size", "clauses-text", "solved"]) byId(id).textContent = "";
  byId("decoded-drawing").replaceChildren();
  byId("files").replaceChildren();
  document.querySelectorAll("iframe").forEach(emptyFrame);
  openView(current);
}
tabs.forEach((tab, index) => {
  tab.addEventListener("click", () => openView(viewOf(tab)));
  tab.addEventListener("keydown", ({ key }) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (!step) return;
    const next = tabs[(index + step + tabs.length) % tabs.length];
    next.focus();
    openView(viewOf(next));
  });
});
for (const id of ["encoding", "at-most-one", "sums", "max-conflicts", "refute"]) byId(id).addEventListener("change", refresh);
document.querySelectorAll("form").forEach((form) => form.addEventListener("submit", (event) => event.preventDefault()));

// Answers of other solvers, and proofs.
byId("decode").addEventListener("click", () => run(async () => {
  byId("decoded").textContent = "";
  byId("decoded-drawing").replaceChildren();
  const { sentence, svg } = await ask({ command: "decode", puzzle: request(), cnf: cnf(), output: byId("output").value });
  byId("decoded").textContent = sentence;
  if (svg) byId("decoded-drawing").replaceChildren(parseDrawing(svg));
}));
byId("prove").addEventListener("click", () => run(async () => {
  const { claim, files } = await ask({ command: "prove", puzzle: request() });
  byId("proved").textContent = { unique: "Proven: exactly one solution.", unsatisfiable: "Proven: no solution.", several: "Several solutions: two of them are the proof." }[claim];
  byId("files").replaceChildren(...Object.entries(files).map(([name, text]) => {
    return create("li", {}, button(name, () => save(name, text)), ` ${text.length.toLocaleString("en")} bytes`);
  }));
}));


byId("solve").addEventListener("click", () => run(async () => {
  byId("solved").textContent = "";
  const { sentence, seconds } = await ask({ command: "solve", puzzle: request(), solver: byId("method").value, cnf: cnf() });
  byId("solved").textContent = `${sentence} ${(seconds * 1000).toFixed(1)} ms`;
}));

saveOn("save-cnf", "puzzle.cnf", () => ({ command: "encode", puzzle: request(), cnf: cnf() }));
saveOn("save-model", "puzzle.model", () => ({ command: "model", puzzle: request(), cnf: cnf() }));
saveOn("save-trace", "trace.jsonl", () => ({ command: "events", ...trace() }));

/** Fills in the choices of encodings and solvers. */
export function startViews({ encodings, atMostOne, sums, solvers }) {
  for (const [id, names] of Object.entries({ encoding: encodings, "at-most-one": atMostOne, sums, method: solvers })) {
    byId(id).append(...names.map((name) => new Option(name, name)));
  }
  onChange(() => {
    decisions = [];
    refresh();
  });
}
export const isView = (name) => name in views;
