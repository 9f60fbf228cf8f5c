"use strict";

// The playground: passes what the reader enters to the WebAssembly module, and shows its answers.
(() => {
  const byId = (id) => document.getElementById(id);
  const SVG = "http://www.w3.org/2000/svg";
  const message = byId("message");
  function tell(text, kind = "") {
    message.textContent = text;
    message.className = kind;
  }

  // The worker. It answers one request at a time, and a stopped worker is replaced by a new one.
  let module = null;
  let worker = null;
  let pending = null;
  let queue = Promise.resolve();
  const workerUrl = new Promise((resolve) => {
    document.addEventListener("DOMContentLoaded", () => resolve(URL.createObjectURL(new Blob([byId("worker-script").textContent]))));
  });
  async function start() {
    worker?.terminate();
    worker = new Worker(await workerUrl);
    worker.onmessage = ({ data }) => settle(data);
    worker.onerror = (event) => settle({ error: event.message, hasFailed: true });
    worker.postMessage({ module });
  }
  let panic = "";
  function settle(data) {
    if (data.panic !== undefined) {
      panic = data.panic;
      return;
    }
    if (data.part !== undefined) {
      pending?.onPart(data.part);
      return;
    }
    const { resolve, reject } = pending ?? {};
    pending = null;
    if (data.answer !== undefined) resolve?.(data.answer);
    else if (!data.hasFailed) reject?.(new Error(data.error));
    else {
      reject?.(new Error(`internal error: ${panic || data.error}\nPlease report this puzzle.`));
      panic = "";
      start();
    }
  }
  function send(request, onPart) {
    return new Promise((resolve, reject) => {
      pending = { resolve, reject, onPart };
      worker.postMessage({ request: JSON.stringify(request) });
    });
  }
  // The parts of an answer that are known early are passed to `onPart`.
  function ask(request, onPart = () => {}) {
    const answer = queue.then(async () => {
      const timer = setTimeout(() => {
        tell("Computing…", "busy");
        byId("stop").hidden = false;
      }, 150);
      try {
        return await send(typeof request === "function" ? request() : request, onPart);
      } finally {
        clearTimeout(timer);
        if (message.className === "busy") tell("");
        byId("stop").hidden = true;
      }
    });
    queue = answer.catch(() => {});
    return answer;
  }
  byId("stop").addEventListener("click", async () => {
    const { reject } = pending ?? {};
    pending = null;
    await start();
    reject?.(new Error("stopped"));
  });
  // Runs an action of the reader, and shows its error.
  async function run(action) {
    tell("");
    try {
      await action();
    } catch (error) {
      tell(error.message, error.message === "stopped" ? "" : "error");
    }
  }

  // What the reader has entered.
  const puzzle = () => ({ text: byId("text").value, rules: byId("rules").value });
  const cnf = () => ({ encoding: byId("encoding").value, atMostOne: byId("at-most-one").value, sums: byId("sums").value });
  const trace = () => ({ puzzle: puzzle(), cnf: cnf(), maxConflicts: Number(byId("max-conflicts").value) || 1, refute: byId("refute").checked });

  // Drawings come from the module. They are parsed as images, so they cannot contain scripts that run.
  function parse(text) {
    const svg = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    svg.removeAttribute("width");
    svg.removeAttribute("height");
    return document.importNode(svg, true);
  }
  const drawing = byId("drawing");
  let board = { size: 9, symbols: [] };
  let cell = 0;
  let cursor = null;
  function show(svg) {
    drawing.replaceChildren(parse(svg));
    cursor = document.createElementNS(SVG, "rect");
    cursor.setAttribute("class", "cursor");
    cursor.setAttribute("width", 92);
    cursor.setAttribute("height", 92);
    drawing.firstChild.append(cursor);
    move(cell);
  }
  function move(to) {
    cell = Math.max(0, Math.min(board.size ** 2 - 1, to));
    cursor.setAttribute("x", cell % board.size * 100 + 4);
    cursor.setAttribute("y", Math.floor(cell / board.size) * 100 + 4);
  }
  function accept(answer) {
    board = answer;
    if (answer.text !== undefined) byId("text").value = answer.text;
    solved = [];
    showSolution(null);
    show(answer.svg);
    byId("verdict").textContent = "";
    byId("remarks").replaceChildren(...answer.remarks.map((text) => item(text)));
    decisions = [];
    refresh();
  }
  function item(text) {
    const element = document.createElement("li");
    element.textContent = text;
    return element;
  }
  const draw = () => run(async () => accept(await ask({ command: "draw", puzzle: puzzle() })));
  // A reader may type faster than the module answers. Each edit applies to the text that the previous one has left.
  const edit = (digit, at = cell) => run(async () => accept(await ask(() => ({ command: "edit", puzzle: puzzle(), cell: at, digit }))));
  let typing = null;
  for (const id of ["text", "rules"]) {
    byId(id).addEventListener("input", () => {
      clearTimeout(typing);
      typing = setTimeout(draw, 300);
    });
  }
  drawing.addEventListener("pointerdown", (event) => {
    const svg = drawing.querySelector("svg");
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    const [column, row] = [x, y].map((part) => Math.floor(part / 100));
    if (Math.min(column, row) >= 0 && Math.max(column, row) < board.size) move(row * board.size + column);
  });
  // On boards larger than 9×9, the letters from A are the digits from 10 unless the puzzle has symbols of its own.
  function digitOf(key) {
    const symbol = board.symbols.findIndex((symbol) => symbol.toUpperCase() === key.toUpperCase());
    if (symbol >= 0) return symbol + 1;
    const letter = /^[a-z]$/i.test(key) ? key.toUpperCase().charCodeAt(0) - 55 : 0;
    return letter <= board.size ? letter : 0;
  }
  drawing.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const n = board.size;
    const [column, step] = [cell % n, { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -n, ArrowDown: n }[event.key]];
    const isEdge = (step === -1 && column === 0) || (step === 1 && column === n - 1);
    const digit = event.key.length === 1 ? digitOf(event.key) : 0;
    if (step && !isEdge && cell + step >= 0 && cell + step < n * n) move(cell + step);
    else if (digit) edit(digit);
    else if (["Delete", "Backspace", "0", ".", " "].includes(event.key)) edit(null);
    else if (!step) return;
    event.preventDefault();
  });

  // Solutions.
  let solved = [];
  let shown = null;
  function showSolution(index) {
    shown = index;
    byId("another").hidden = solved.length < 2 || index === null;
    byId("unsolved").hidden = index === null;
    byId("solution").textContent = index === null ? "" : solved[index].line;
    if (index !== null) show(solved[index].svg);
  }
  byId("solve").addEventListener("click", () => run(async () => {
    const { sentence, solutions, seconds } = await ask({ command: "solve", puzzle: puzzle(), solver: byId("method").value, cnf: byId("method").value ? cnf() : null });
    byId("verdict").textContent = `${sentence} ${(seconds * 1000).toFixed(1)} ms`;
    solved = solutions;
    showSolution(solved.length ? 0 : null);
    if (!solved.length) show(board.svg);
  }));
  byId("another").addEventListener("click", () => showSolution(1 - shown));
  byId("unsolved").addEventListener("click", () => {
    showSolution(null);
    show(board.svg);
  });

  // Files.
  function save(name, text) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text]));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }
  function saveOn(id, name, request) {
    byId(id).addEventListener("click", () => run(async () => save(name, (await ask(request())).text)));
  }
  saveOn("save-cnf", "puzzle.cnf", () => ({ command: "encode", puzzle: puzzle(), cnf: cnf() }));
  saveOn("save-model", "puzzle.model", () => ({ command: "model", puzzle: puzzle(), cnf: cnf() }));
  saveOn("save-trace", "trace.jsonl", () => ({ command: "events", ...trace() }));

  // Pages of the module. In a frame without access to this page, their scripts run as in a file of their own.
  function showPage(view, html, fragment = "") {
    const frame = document.querySelector(`#${view} iframe`);
    if (frame.src) URL.revokeObjectURL(frame.src.split("#")[0]);
    frame.src = URL.createObjectURL(new Blob([html], { type: "text/html" })) + fragment;
    return new Promise((resolve) => { frame.addEventListener("load", () => resolve(frame.contentWindow), { once: true }); });
  }
  // A page that receives the events of the solver while it runs.
  function showLive(view, request) {
    let opened = null;
    return ask(request, (part) => {
      if (part.html !== undefined) opened = showPage(view, part.html);
      else opened.then((window) => window.postMessage(part, "*"));
    });
  }

  // Decisions of the reader.
  let decisions = [];
  function decide(text) {
    decisions.push(text);
    refresh();
  }
  byId("assume").addEventListener("submit", (event) => {
    event.preventDefault();
    const text = byId("literal").value.replace("≠", "!=").replaceAll(" ", "");
    if (text) decide(text);
    byId("literal").value = "";
  });
  byId("undo").addEventListener("click", () => {
    decisions.pop();
    refresh();
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
      const answer = await ask({ command: "encode", puzzle: puzzle(), cnf: cnf(), lines: FIRST_LINES });
      byId("size").textContent = `${answer.variables.toLocaleString("en")} variables, ${answer.clauses.toLocaleString("en")} clauses`;
      byId("clauses-text").textContent = answer.text + (answer.isComplete ? "" : `… the first ${FIRST_LINES} lines`);
    },
    solver: () => showLive("solver", { command: "trace", ...trace() }),
    "what-if": async () => {
      byId("undo").disabled = !decisions.length;
      byId("decisions").replaceChildren(...decisions.map((text) => {
        const part = document.createElement("b");
        part.textContent = text;
        return part;
      }));
      try {
        const { html, sentence } = await ask({ command: "what-if", puzzle: puzzle(), cnf: cnf(), decisions });
        // The last event shows all that follows.
        showPage("what-if", html, "#event-1000000000");
        if (sentence) tell(sentence, "error");
      } catch (error) {
        // A decision that is not a literal would prevent all that follow.
        decisions.pop();
        byId("decisions").lastChild?.remove();
        throw error;
      }
    },
    explain: async () => showPage("explain", (await ask({ command: "lesson", puzzle: puzzle() })).html),
    check: async () => {},
  };
  const tabs = [...document.querySelectorAll("[role=tab]")];
  const viewOf = (tab) => tab.getAttribute("aria-controls");
  let current = "puzzle";
  let computed = new Set();
  function open(view) {
    current = view;
    for (const tab of tabs) {
      const isCurrent = viewOf(tab) === view;
      tab.setAttribute("aria-selected", isCurrent);
      tab.tabIndex = isCurrent ? 0 : -1;
      byId(viewOf(tab)).hidden = !isCurrent;
    }
    history.replaceState(null, "", `#${view}`);
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
  function refresh() {
    computed = new Set();
    byId("decoded").textContent = byId("proved").textContent = "";
    byId("decoded-drawing").replaceChildren();
    byId("files").replaceChildren();
    open(current);
  }
  tabs.forEach((tab, index) => {
    tab.addEventListener("click", () => open(viewOf(tab)));
    tab.addEventListener("keydown", ({ key }) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
      if (!step) return;
      const next = tabs[(index + step + tabs.length) % tabs.length];
      next.focus();
      open(viewOf(next));
    });
  });
  for (const id of ["encoding", "at-most-one", "sums", "max-conflicts", "refute"]) byId(id).addEventListener("change", refresh);
  document.querySelectorAll("form").forEach((form) => form.addEventListener("submit", (event) => event.preventDefault()));

  // Answers of other solvers, and proofs.
  byId("decode").addEventListener("click", () => run(async () => {
    byId("decoded").textContent = "";
    byId("decoded-drawing").replaceChildren();
    const { sentence, svg } = await ask({ command: "decode", puzzle: puzzle(), cnf: cnf(), output: byId("output").value });
    byId("decoded").textContent = sentence;
    if (svg) byId("decoded-drawing").replaceChildren(parse(svg));
  }));
  byId("prove").addEventListener("click", () => run(async () => {
    const { claim, files } = await ask({ command: "prove", puzzle: puzzle() });
    byId("proved").textContent = { unique: "Proven: exactly one solution.", unsatisfiable: "Proven: no solution.", several: "Several solutions: two of them are the proof." }[claim];
    byId("files").replaceChildren(...Object.entries(files).map(([name, text]) => {
      const line = item("");
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = name;
      button.addEventListener("click", () => save(name, text));
      line.append(button, ` ${text.length.toLocaleString("en")} bytes`);
      return line;
    }));
  }));

  // The start.
  function fill(id, names) {
    byId(id).append(...names.map((name) => new Option(name, name)));
  }
  async function load() {
    const bytes = Uint8Array.from(atob(byId("module").textContent), (character) => character.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    module = await WebAssembly.compile(await new Response(stream).arrayBuffer());
    await start();
    const { encodings, atMostOne, sums, solvers } = await ask({ command: "choices" });
    fill("encoding", encodings);
    fill("at-most-one", atMostOne);
    fill("sums", sums);
    fill("method", solvers);
    const samples = JSON.parse(byId("samples").textContent);
    fill("sample", samples.map(({ name }) => name));
    byId("sample").addEventListener("change", ({ target }) => {
      const sample = samples.find(({ name }) => name === target.value);
      if (!sample) return;
      byId("text").value = sample.text;
      byId("rules").value = sample.rules;
      draw();
    });
    byId("empty").addEventListener("change", ({ target }) => run(async () => {
      if (!target.value) return;
      byId("rules").value = "";
      accept(await ask({ command: "empty", size: Number(target.value) }));
      target.value = "";
    }));
    byId("text").value = samples[0].text;
    byId("rules").value = samples[0].rules;
    const view = location.hash.slice(1);
    if (views[view]) current = view;
    await draw();
    document.documentElement.dataset.ready = "true";
  }
  run(load);
})();
