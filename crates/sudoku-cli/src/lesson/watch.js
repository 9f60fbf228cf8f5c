"use strict";

// Replays the events of a trace and lets the reader step through them.
(() => {
  const data = JSON.parse(document.getElementById("trace-data").textContent);
  const n = data.size;
  const { events } = data;
  let last = events.length - 1;
  const CELL = 100;
  const SVG = "http://www.w3.org/2000/svg";
  const byId = (id) => document.getElementById(id);
  const start = events[0];

  // Literals. The variables of candidates come first.
  const candidate = (literal) => {
    const index = Math.abs(literal) - 1;
    return index < n * n * n ? { cell: Math.floor(index / n), digit: index % n + 1 } : null;
  };
  const cellName = (cell) => `r${Math.floor(cell / n) + 1}c${cell % n + 1}`;
  const symbol = (digit) => data.symbols[digit - 1];
  function name(literal) {
    const at = candidate(literal);
    if (!at) return `${literal < 0 ? "¬" : ""}x${Math.abs(literal)}`;
    return `${cellName(at.cell)}${literal > 0 ? "=" : "≠"}${symbol(at.digit)}`;
  }
  function words(literal) {
    const at = candidate(literal);
    if (!at) return `auxiliary variable ${Math.abs(literal)} is ${literal > 0 ? "true" : "false"}`;
    return `${cellName(at.cell)} is ${literal > 0 ? "" : "not "}${symbol(at.digit)}`;
  }
  const list = (parts, limit = 6) => (parts.length <= limit ? parts.join(", ")
    : `${parts.slice(0, limit).join(", ")} and ${parts.length - limit} more`);

  // The state of the solver after an event.
  let state;
  let current = -1;
  function reset() {
    state = { values: new Map(), trail: [], level: 0, learned: new Map(), decisions: 0, conflicts: 0, analysis: null };
    current = -1;
  }
  function assign(literal, clause) {
    state.trail.push(literal);
    state.values.set(Math.abs(literal), { literal, clause, level: state.level, position: state.trail.length });
  }
  function backtrack(level) {
    while (state.trail.length) {
      const variable = Math.abs(state.trail.at(-1));
      if (state.values.get(variable).level <= level) break;
      state.values.delete(variable);
      state.trail.pop();
    }
    state.level = level;
  }
  const ANALYSIS = new Set(["resolve", "uip", "learn", "backjump"]);
  function apply(index) {
    const event = events[index];
    if (!ANALYSIS.has(event.event)) state.analysis = null;
    switch (event.event) {
      case "decide":
        state.level = event.level;
        state.decisions += 1;
        assign(event.literal, 0);
        break;
      case "propagate": assign(event.literal, event.clause); break;
      case "conflict":
        state.conflicts += 1;
        state.analysis = { index, values: new Map(state.values), resolvent: literalsOf(event.clause), level: state.level };
        break;
      case "resolve": state.analysis.resolvent = event.resolvent; break;
      case "uip": state.analysis.resolvent = event.literals; break;
      case "learn": state.learned.set(event.clause, event); break;
      case "delete": event.clauses.forEach((clause) => state.learned.delete(clause)); break;
      case "backjump": case "restart": case "reduce": case "rephase": backtrack(event.level); break;
    }
    current = index;
  }
  function seek(index) {
    if (index < current || current < 0) reset();
    while (current < index) apply(current + 1);
  }
  const literalsOf = (clause) => data.clauses[clause - 1] ?? state.learned.get(clause)?.literals ?? [];
  const meaningOf = (clause) => data.meanings[clause] ?? state.learned.get(clause)?.meaning ?? "";
  const named = (clause) => `clause ${clause}${meaningOf(clause) ? ` (${meaningOf(clause)})` : ""}`;
  const value = (literal, values = state.values) => {
    const found = values.get(Math.abs(literal));
    return found ? (found.literal === literal ? "true" : "false") : "open";
  };

  // Events of one kind that follow each other are one step for beginners.
  const kind = (index) => (["propagate", "resolve"].includes(events[index].event) ? events[index].event : `${index}`);
  const beginner = byId("beginner");
  function groupEnd(index) {
    while (index < last && kind(index + 1) === kind(index)) index += 1;
    return index;
  }
  function groupStart(index) {
    while (index > 0 && kind(index - 1) === kind(index)) index -= 1;
    return index;
  }

  // The title, the sentence and the explanation for the events from `first` to `index`. `state` is the state after `index`.
  function describe(first, index) {
    const event = events[index];
    switch (event.event) {
      case "start": return ["Start",
        `The ${start.encoding} encoding of the puzzle has ${start.variables} variables and ${start.clauses} clauses.`
          + (start.excludes_solution ? " The last clause excludes the solution, so the solver searches for a second one." : ""),
        "A variable states that a cell contains a digit. A clause is a list of literals, of which at least one must be true."];
      case "decide": return [`Decision ${state.decisions}`, `${data.isWhatIf ? "You assume" : "The solver assumes"} that ${words(event.literal)}, on the new level ${event.level}.`,
        data.isWhatIf ? "Unit propagation shows what follows. If this leads to a conflict, the opposite follows from your other decisions." : "Propagation found nothing more, so the solver guesses. If the guess leads to a conflict, the solver takes it back."];
      case "propagate": {
        const hint = event.level === 0
          ? "In each of these clauses, all other literals are false, so the last one is true. At level 0, this needs no guess."
          : "In each of these clauses, all other literals are false, so the last one is true. If the guesses are right, so is this.";
        if (first < index) {
          const literals = events.slice(first, index + 1).map(({ literal }) => words(literal));
          return [`Unit propagation at level ${event.level}`, `${literals.length} literals follow: ${list(literals)}.`, hint];
        }
        const others = literalsOf(event.clause).length - 1;
        return [`Unit propagation at level ${event.level}`, others
          ? `In ${named(event.clause)}, all other literals are false. So ${words(event.literal)}.`
          : `The unit ${named(event.clause)} has only one literal. So ${words(event.literal)}.`, hint];
      }
      case "conflict": return [`Conflict ${state.conflicts}`, `All literals of ${named(event.clause)} are false.`,
        event.level === 0 ? "No guess is involved, so no assignment satisfies all clauses: they are refuted."
          : "So the guesses contradict each other. The solver now finds out which of them are to blame."];
      case "resolve": {
        const step = first < index ? `${index - first + 1} resolution steps lead to` : `${words(event.literal)} because of ${named(event.clause)}. Resolution with it yields`;
        return ["Resolution", `${step} a clause with ${event.resolvent.length} literals: ${list(event.resolvent.map(name), 8)}.`,
          "Each step replaces a false literal by the literals that made it false. The result follows from the two clauses."];
      }
      case "uip": return ["First unique implication point",
        `Only one literal of level ${state.level} is left: ${words(event.literal)}. The clause: ${event.meaning}.`,
        "All paths from the last guess to the conflict go through this point, so a single literal stands for the whole level."];
      case "learn": {
        const removed = state.analysis.resolvent.length - event.literals.length;
        return [`Learned clause ${event.clause}`, `${event.meaning}.`,
          (removed ? `Minimization removed ${removed} ${removed === 1 ? "literal" : "literals"} that the others imply. ` : "")
          + "The clause follows from the others. It keeps the solver from running into the same conflict again."];
      }
      case "backjump": return [`Backjump to level ${event.level}`,
        `All literals above level ${event.level} are unassigned.`,
        "At this level, all literals of the learned clause but one are false. So it implies the last one, without a guess."];
      case "restart": return ["Restart", `The solver goes back to level ${event.level} and decides anew.`, "It keeps the learned clauses."];
      case "reduce": return ["Reduction", "The solver goes back to the root to delete learned clauses that it hardly used.", "Fewer clauses make propagation faster."];
      case "rephase": return ["Rephasing", "The solver goes back to the root, and will prefer other values when it guesses.", "This leads to other parts of the search space."];
      case "delete": return ["Deletion", `The solver deletes ${event.clauses.length} learned clauses.`, "They followed from the others, so no solution is lost or gained."];
      default: return [{ solved: "Solution", refuted: "Refuted" }[event.status] ?? "Stopped",
        event.status === "solved" ? "All variables have a value, and no clause is false. The digits follow all rules."
          : event.status === "refuted" ? (start.excludes_solution ? "There is no second solution: the solution is unique." : "The puzzle has no solution.")
            : `The trace ends here: ${event.message}.`,
        `${event.decisions} decisions, ${event.conflicts} conflicts above the root, ${event.propagations} propagated literals.`];
    }
  }

  // The board.
  function element(tag, attributes, text) {
    const created = document.createElementNS(SVG, tag);
    for (const [key, content] of Object.entries(attributes)) created.setAttribute(key, content);
    if (text !== undefined) created.textContent = text;
    return created;
  }
  const corner = (cell) => [cell % n * CELL, Math.floor(cell / n) * CELL];
  const markRows = Math.ceil(n / data.markColumns);
  function markPosition(cell, digit) {
    const [x, y] = corner(cell);
    const [width, height] = [(CELL - 12) / data.markColumns, (CELL - 12) / markRows];
    return {
      x: x + 6 + ((digit - 1) % data.markColumns + 0.5) * width,
      y: y + 6 + (Math.floor((digit - 1) / data.markColumns) + 0.5) * height,
      size: Math.min(height * 0.95, n > 9 ? width * 0.72 : width),
    };
  }
  const text = (x, y, size, content) => element("text", { x, y: y + size * 0.36, "font-size": size }, content);
  const board = document.querySelector("#board svg");
  board.querySelectorAll(".given, .clash, .clashing").forEach((group) => group.remove());
  const overlay = element("g", {});
  board.append(overlay);
  const tableCells = [...document.querySelectorAll("#cells td:not(:first-child)")].filter((cell) => cell.parentElement.rowIndex > 0);
  const givens = new Map(data.givens);

  function drawBoard(first, index, marked) {
    const layers = new Map();
    const layer = (name) => {
      if (!layers.has(name)) layers.set(name, element("g", { class: name }));
      return layers.get(name);
    };
    const recent = new Set(events.slice(first, index + 1).map(({ event, literal }) => (event === "propagate" ? literal : 0)));
    for (let cell = 0; cell < n * n; cell += 1) {
      const [x, y] = corner(cell);
      const literals = data.symbols.map((_, position) => cell * n + position + 1);
      const placed = literals.find((literal) => value(literal) === "true");
      const open = literals.filter((literal) => value(literal) === "open");
      // The reader knows a given before the solver has propagated its unit clause.
      const given = givens.get(cell);
      const isWaiting = !placed && given !== undefined && open.includes(literals[given - 1]);
      if (placed || isWaiting) {
        const digit = placed ? candidate(placed).digit : given;
        layer(given === digit ? "given" : "solved").append(text(x + CELL / 2, y + CELL * 0.45, 58, symbol(digit)));
      }
      if (placed) {
        const { level, position, clause } = state.values.get(placed);
        layer("order").append(element("text", { x: x + CELL / 2, y: y + 94 }, `${position} @${level}`));
        if (level && !clause) layer("frame").append(element("rect", { x: x + 5, y: y + 5, width: CELL - 10, height: CELL - 10 }));
      }
      for (const literal of placed || isWaiting ? [] : literals) {
        const isOut = value(literal) === "false";
        if (isOut && !recent.has(-literal)) continue;
        const mark = markPosition(cell, candidate(literal).digit);
        layer("mark").append(text(mark.x, mark.y, mark.size, symbol(candidate(literal).digit)));
        const half = mark.size * 0.4;
        if (isOut) layer("excluded").append(element("path", { d: `M${mark.x - half} ${mark.y - half}l${2 * half} ${2 * half}m${-2 * half} 0l${2 * half} ${-2 * half}` }));
      }
      tableCells[cell].textContent = placed ? `${symbol(candidate(placed).digit)}, level ${state.values.get(placed).level}`
        : isWaiting ? `given ${symbol(given)}`
        : `candidates ${open.map((literal) => symbol(candidate(literal).digit)).join(" ")}`;
    }
    for (const literal of marked) {
      const at = candidate(literal);
      if (!at) continue;
      const { x, y, size } = markPosition(at.cell, at.digit);
      const half = size * 0.5;
      const mark = layer(`of-${value(literal)}`);
      mark.append(element("rect", { x: x - half, y: y - half, width: 2 * half, height: 2 * half }));
      mark.append(text(x, y, size, symbol(at.digit)));
    }
    overlay.replaceChildren(...layers.values());
  }

  // The clauses: the current one, learned ones, and the reasons on the trail.
  const rows = document.querySelector("#clauses ol");
  const MAX_ROWS = 60;
  let pinned = null;
  let pointed = null;
  function clauseRow(clause, literals, kinds, label) {
    const row = document.createElement("li");
    row.className = kinds;
    row.dataset.clause = clause;
    const number = document.createElement("b");
    number.textContent = `${label ?? clause} `;
    row.append(number);
    // The resolvent of an analysis is not a clause of the solver.
    const watched = label ? [] : literals.filter((literal) => value(literal) !== "false").slice(0, 2);
    literals.slice(0, 12).forEach((literal) => {
      const part = document.createElement("span");
      part.className = watched.includes(literal) ? `${value(literal)} watched` : value(literal);
      part.textContent = name(literal);
      row.append(part, " ");
    });
    if (literals.length > 12) row.append(`and ${literals.length - 12} more `);
    const meaning = document.createElement("i");
    // The meaning of a learned clause would repeat its literals.
    meaning.textContent = data.meanings[clause] ?? "";
    row.append(meaning);
    row.literals = literals;
    return row;
  }
  function drawClauses(event) {
    const shown = new Map();
    const add = (clause, kinds) => {
      if (clause && !shown.has(clause) && shown.size < MAX_ROWS) shown.set(clause, clauseRow(clause, literalsOf(clause), kinds));
    };
    if (["resolve", "uip"].includes(event.event)) shown.set("r", clauseRow("r", state.analysis.resolvent, "conflict", "Resolvent:"));
    if (event.clause) add(event.clause, event.event === "conflict" ? "conflict" : "current");
    [...state.learned.keys()].reverse().slice(0, 20).forEach((clause) => add(clause, "learned"));
    for (let index = state.trail.length - 1; index >= 0 && shown.size < MAX_ROWS; index -= 1) {
      add(state.values.get(Math.abs(state.trail[index])).clause, "");
    }
    rows.replaceChildren(...shown.values());
    rows.scrollTop = 0;
  }
  // The literals that the board marks: those of the row that the reader chose, or of the current clause.
  function markedLiterals(event) {
    const chosen = pointed ?? [...rows.children].find((row) => row.dataset.clause === pinned);
    if (chosen) return chosen.literals;
    if (event.event === "uip" || event.event === "learn") return event.literals;
    if (event.event === "propagate" && firstShown < current) return [];
    return event.clause ? literalsOf(event.clause) : [];
  }
  function point(row) {
    pointed = row;
    drawBoard(firstShown, current, markedLiterals(events[current]));
  }
  rows.addEventListener("pointerover", ({ target }) => point(target.closest("li")));
  rows.addEventListener("pointerleave", () => point(null));
  rows.addEventListener("click", ({ target }) => {
    const clause = target.closest("li")?.dataset.clause;
    pinned = pinned === clause ? null : clause;
    [...rows.children].forEach((row) => row.classList.toggle("pinned", row.dataset.clause === pinned));
    point(null);
  });
  rows.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const all = [...rows.children];
    const row = all[Math.max(0, Math.min(all.length - 1, all.indexOf(pointed) + step))];
    all.forEach((other) => other.removeAttribute("aria-current"));
    row?.setAttribute("aria-current", "true");
    row?.scrollIntoView({ block: "nearest" });
    point(row ?? null);
  });
  board.addEventListener("pointermove", (event) => {
    const box = board.getBoundingClientRect();
    const [column, line] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height].map((part) => Math.floor(part * n));
    const cell = line * n + column;
    for (const row of rows.children) row.classList.toggle("hit", row.literals.some((literal) => candidate(literal)?.cell === cell));
  });
  // A page that shows this one in a frame learns which candidate was clicked.
  board.addEventListener("click", (event) => {
    if (window.parent === window) return;
    const box = board.getBoundingClientRect();
    const [x, y] = [(event.clientX - box.left) / box.width * n, (event.clientY - box.top) / box.height * n];
    const [column, row] = [Math.floor(x % 1 * data.markColumns), Math.floor(y % 1 * markRows)];
    const digit = Math.min(n, row * data.markColumns + column + 1);
    const name = cellName(Math.floor(y) * n + Math.floor(x));
    window.parent.postMessage({ candidate: `${name}${event.shiftKey ? "!=" : "="}${digit}` }, "*");
  });
  board.addEventListener("pointerleave", () => [...rows.children].forEach((row) => row.classList.remove("hit")));

  // The implication graph of the conflict that is being analyzed.
  function drawGraph() {
    const { analysis } = state;
    byId("graph").hidden = !analysis || analysis.level === 0;
    byId("panels").classList.toggle("two", !byId("graph").hidden);
    if (byId("graph").hidden) return;
    const level = (literal) => analysis.values.get(Math.abs(literal))?.level ?? 0;
    let end = analysis.index + 1;
    while (events[end]?.event === "resolve") end += 1;
    const steps = events.slice(analysis.index + 1, end);
    const uip = -(events[end]?.literal ?? 0);
    const reasons = (clause, literal) => literalsOf(clause).filter((other) => other !== literal && level(other) > 0).map((other) => -other);
    const nodes = new Map();
    const column = (literal) => nodes.get(literal)?.column ?? 0;
    const add = (literal, kinds, causes, at) => nodes.set(literal, { literal, kinds, causes, column: at });
    add(uip, "uip", [], 1);
    for (const { literal, clause } of [...steps].reverse()) {
      const causes = reasons(clause, literal);
      causes.forEach((cause) => { if (!nodes.has(cause)) add(cause, "", [], 0); });
      add(literal, "", causes, 1 + Math.max(1, ...causes.map(column)));
    }
    const causes = reasons(events[analysis.index].clause, 0);
    causes.forEach((cause) => { if (!nodes.has(cause)) add(cause, "", [], 0); });
    add("conflict", "end", causes, 1 + Math.max(1, ...causes.map(column)));
    const used = new Set(events.slice(analysis.index + 1, current + 1).map(({ literal }) => literal));
    const inClause = new Set(analysis.resolvent.map((literal) => -literal));
    const filled = [];
    const [width, height, gap] = [92, 24, 38];
    for (const node of nodes.values()) {
      filled[node.column] ??= 0;
      node.x = node.column * (width + gap);
      node.y = filled[node.column] * (height + 10);
      filled[node.column] += 1;
    }
    const rowsUsed = Math.max(...filled.map((count) => count ?? 0));
    const size = [filled.length * (width + gap), rowsUsed * (height + 10)];
    const picture = element("svg", { style: `max-width:${size[0]}px;min-width:${size[0] * 0.6}px`, viewBox: `-2 -2 ${size[0] + 4} ${size[1] + 4}`, role: "img", "aria-label": `Implication graph with ${nodes.size} nodes` });
    const isCurrent = (node) => node.literal === events[current].literal || (node.literal === "conflict" && events[current].event === "conflict");
    for (const node of nodes.values()) {
      for (const cause of node.causes) {
        const from = nodes.get(cause);
        const [x1, y1, x2, y2] = [from.x + width, from.y + height / 2, node.x, node.y + height / 2];
        picture.append(element("path", { class: isCurrent(node) ? "edge now" : "edge", d: `M${x1} ${y1}C${x1 + gap} ${y1} ${x2 - gap} ${y2} ${x2} ${y2}` }));
      }
    }
    for (const node of nodes.values()) {
      const kinds = [node.kinds, used.has(node.literal) ? "done" : "", inClause.has(node.literal) ? "in-clause" : ""].join(" ");
      const group = element("g", { class: kinds });
      group.append(element("rect", { x: node.x, y: node.y, width, height, rx: 5 }));
      const label = node.literal === "conflict" ? "conflict" : `${name(node.literal)} @${level(node.literal)}`;
      group.append(element("text", { x: node.x + width / 2, y: node.y + 16.5 }, label));
      picture.append(group);
    }
    document.querySelector("#graph div").replaceChildren(picture);
  }

  // Navigation.
  const slider = byId("position");
  const runButton = byId("run");
  let firstShown = 0;
  function show(index) {
    index = Math.max(0, Math.min(last, index));
    seek(index);
    pointed = null;
    firstShown = beginner.checked ? groupStart(index) : index;
    const event = events[index];
    const [title, sentence, hint] = describe(firstShown, index);
    byId("sentence").querySelector("h2").textContent = title;
    byId("sentence").querySelector("p").textContent = sentence;
    byId("hint").textContent = beginner.checked ? hint : "";
    byId("counters").textContent = `Level ${state.level} · variables with a value: ${state.trail.length} of ${start.variables} · `
      + `decisions: ${state.decisions} · conflicts: ${state.conflicts} · learned clauses: ${state.learned.size}`;
    drawClauses(event);
    drawBoard(firstShown, index, markedLiterals(event));
    drawGraph();
    slider.setAttribute("aria-valuetext", title);
    showPosition();
  }
  const isGrowing = () => data.isLive && events[last].event !== "end";
  function showPosition() {
    byId("number").textContent = `Event ${current} of ${last}${isGrowing() ? " so far" : ""}`;
    slider.max = last;
    slider.value = current;
    document.querySelector("[data-go=back]").disabled = current === 0;
    document.querySelector("[data-go=next]").disabled = current === last;
  }
  // A page that shows this one in a frame passes on the events of a solver that is still at work.
  window.addEventListener("message", ({ source, data: part }) => {
    if (!data.isLive || source !== window.parent || !Array.isArray(part?.events)) return;
    for (const event of part.events) events.push(event);
    Object.assign(data.meanings, part.meanings);
    last = events.length - 1;
    showPosition();
  });
  function go(index) {
    show(index);
    history.replaceState(null, "", `#event-${current}`);
  }
  function find(name) {
    const index = events.findIndex(({ event }, position) => position > current && event === name);
    return index < 0 ? last : index;
  }
  const targets = {
    back: () => (beginner.checked ? groupStart(current) : current) - 1,
    next: () => (current < last && beginner.checked ? groupEnd(current + 1) : current + 1),
    decision: () => find("decide"),
    conflict: () => find("conflict"),
    first: () => 0,
    last: () => last,
  };
  let timer = null;
  function stop() {
    clearTimeout(timer);
    timer = null;
    runButton.setAttribute("aria-pressed", "false");
    runButton.textContent = "Run";
  }
  function tick() {
    go(targets.next());
    if (current === last && !isGrowing()) stop();
    else timer = setTimeout(tick, 2000 / 2 ** byId("speed").value);
  }
  function run() {
    if (timer !== null) {
      stop();
      return;
    }
    runButton.setAttribute("aria-pressed", "true");
    runButton.textContent = "Stop";
    tick();
  }
  function toggleLarge() {
    const isLarge = document.documentElement.classList.toggle("large");
    byId("projector").setAttribute("aria-pressed", isLarge);
  }
  const actions = {
    ArrowLeft: "back", ArrowRight: "next", " ": "next", Home: "first", End: "last", d: "decision", c: "conflict",
    r: run, p: toggleLarge,
    e: () => { beginner.checked = !beginner.checked; show(current); },
  };
  function perform(action) {
    if (typeof action === "function") action();
    else {
      if (timer !== null) stop();
      go(targets[action]());
    }
  }
  document.querySelectorAll("[data-go]").forEach((button) => button.addEventListener("click", () => {
    perform(button.dataset.go);
    // A disabled button loses the focus, and the keyboard with it.
    if (button.disabled) document.querySelector("[data-go]:not(:disabled)").focus();
  }));
  runButton.addEventListener("click", run);
  byId("projector").addEventListener("click", toggleLarge);
  beginner.addEventListener("change", () => show(current));
  slider.addEventListener("input", () => perform(() => go(Number(slider.value))));
  document.addEventListener("keydown", (event) => {
    const action = actions[event.key];
    if (!action || event.ctrlKey || event.altKey || event.metaKey || event.target.type === "range") return;
    if (event.key === " " && event.target.closest?.("button, summary, input")) return;
    event.preventDefault();
    perform(event.key === " " && event.shiftKey ? "back" : action);
  });
  function showFragment() {
    show(Number(/^#event-(\d+)$/.exec(location.hash)?.[1] ?? 0));
  }
  window.addEventListener("hashchange", showFragment);

  // On paper, the page is the puzzle and a list of steps.
  const MAX_PRINTED = 500;
  window.addEventListener("beforeprint", () => {
    const shown = current;
    const items = [];
    for (let index = 0; index <= last && items.length < MAX_PRINTED; index = groupEnd(index + 1)) {
      seek(index);
      const item = document.createElement("li");
      const [title, sentence] = describe(groupStart(index), index);
      item.textContent = `${title}. ${sentence}`;
      items.push(item);
      if (index === last) break;
    }
    document.querySelector("#steps ol").replaceChildren(...items);
    show(0);
    current = shown;
  });
  window.addEventListener("afterprint", () => {
    const shown = current;
    reset();
    show(shown);
  });
  showFragment();
})();
