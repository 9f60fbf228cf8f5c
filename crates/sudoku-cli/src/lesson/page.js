"use strict";

// Draws the views of a lesson and lets the reader step through them.
(() => {
  const data = JSON.parse(document.getElementById("lesson-data").textContent);
  const n = data.size;
  const CELL = 100;
  const SVG = "http://www.w3.org/2000/svg";
  const byId = (id) => document.getElementById(id);

  const row = (cell) => Math.floor(cell / n);
  const column = (cell) => cell % n;
  const corner = (cell) => [column(cell) * CELL, row(cell) * CELL];
  const cellName = (cell) => `r${row(cell) + 1}c${column(cell) + 1}`;
  const symbol = (digit) => data.symbols[digit - 1];

  const peers = Array.from({ length: n * n }, () => new Set());
  for (const [, cells] of data.houses) {
    for (const cell of cells) cells.forEach((other) => other !== cell && peers[cell].add(other));
  }

  // Returns the digits and candidates that are known when the view at this index begins.
  function stateBefore(index) {
    const digits = new Array(n * n).fill(0);
    const all = data.symbols.map((_, position) => position + 1);
    const candidates = Array.from({ length: n * n }, () => new Set(all));
    const place = ([cell, digit]) => {
      digits[cell] = digit;
      peers[cell].forEach((peer) => candidates[peer].delete(digit));
    };
    const exclude = ([cell, digit]) => candidates[cell].delete(digit);
    const shownGivens = data.views[index].allGivens || !data.basis ? data.givens : data.basis;
    const isGiven = new Set(shownGivens.map(([cell]) => cell));
    data.excluded.forEach(exclude);
    shownGivens.forEach(place);
    for (const view of data.views.slice(0, index)) {
      (view.placed ?? []).forEach(place);
      (view.excluded ?? []).forEach(exclude);
    }
    data.views[index].grid?.forEach((digit, cell) => { digits[cell] = digit; });
    return { digits, candidates, isGiven };
  }

  function element(name, attributes, text) {
    const created = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) created.setAttribute(key, value);
    if (text !== undefined) created.textContent = text;
    return created;
  }

  // The position and font size of a candidate, as in the pictures that sudoku-cli draws.
  const markRows = Math.ceil(n / data.markColumns);
  function markPosition(cell, digit) {
    const [x, y] = corner(cell);
    const [side, top, bottom] = data.markInsets;
    const [width, height] = [(CELL - 2 * side) / data.markColumns, (CELL - top - bottom) / markRows];
    const size = Math.min(height * 0.95, n > 9 ? width * 0.72 : width);
    const position = digit - 1;
    return {
      x: x + side + (position % data.markColumns + 0.5) * width,
      y: y + top + (Math.floor(position / data.markColumns) + 0.5) * height,
      size,
    };
  }

  function text(x, y, size, content) {
    return element("text", { x, y: y + size * 0.36, "font-size": size }, content);
  }

  function outline(cells) {
    const inside = new Set(cells);
    let path = "";
    for (const cell of cells) {
      const [x, y] = corner(cell);
      if (row(cell) === 0 || !inside.has(cell - n)) path += `M${x} ${y}h${CELL}`;
      if (row(cell) === n - 1 || !inside.has(cell + n)) path += `M${x} ${y + CELL}h${CELL}`;
      if (column(cell) === 0 || !inside.has(cell - 1)) path += `M${x} ${y}v${CELL}`;
      if (column(cell) === n - 1 || !inside.has(cell + 1)) path += `M${x + CELL} ${y}v${CELL}`;
    }
    return path;
  }

  // The shape around a candidate of a chain or a fish.
  function role(kind, { x, y, size }) {
    const radius = size * 0.45;
    if (kind === "on") return element("circle", { class: "on", cx: x, cy: y, r: radius });
    const side = radius * 1.8;
    if (kind === "off") return element("rect", { class: "off", x: x - side / 2, y: y - side / 2, width: side, height: side });
    const half = radius * 1.2;
    return element("path", { class: "fin", d: `M${x - half} ${y}l${half} ${-half}l${half} ${half}l${-half} ${half}Z` });
  }

  // Adds the arrow of a link, as the pictures of sudoku-cli have it.
  function drawLink(group, from, to, isStrong) {
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const [gap, head] = [from.size * 0.54, from.size * 0.36];
    // Neighboring candidates leave no space for an arrow.
    if (length < 2 * gap + head) return;
    const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
    const point = ({ x, y }, along, aside) => `${x + along * dx - aside * dy} ${y + along * dy + aside * dx}`;
    const base = -gap - head;
    group.append(
      element("path", { class: isStrong ? "strong" : "weak", d: `M${point(from, gap, 0)}L${point(to, base, 0)}` }),
      element("path", { d: `M${point(to, base, head / 2)}L${point(to, -gap, 0)}L${point(to, base, -head / 2)}Z` }),
    );
  }

  // The board as the page contains it, without digits.
  const board = document.querySelector("#board svg");
  board.querySelectorAll(".given, .mark, .clash, .clashing").forEach((group) => group.remove());

  // Adds the layers of a view to a copy of the board.
  function draw(target, index) {
    const view = data.views[index];
    const { digits, candidates, isGiven } = stateBefore(index);
    const layers = new Map();
    const layer = (name) => {
      if (!layers.has(name)) layers.set(name, element("g", { class: name }));
      return layers.get(name);
    };
    const houses = (view.houses ?? []).map((house) => data.houses[house][1]);
    for (const cells of houses) {
      for (const cell of cells) {
        const [x, y] = corner(cell);
        layer("house").append(element("rect", { x, y, width: CELL, height: CELL }));
      }
      // The outlines of many houses would hide the board.
      if (houses.length <= 4) layer("house-outline").append(element("path", { d: outline(cells) }));
    }
    for (const cell of view.cells ?? []) {
      const [x, y] = corner(cell);
      layer("frame").append(element("rect", { x: x + 5, y: y + 5, width: CELL - 10, height: CELL - 10 }));
    }
    for (const cell of view.used ?? []) {
      const [x, y] = corner(cell);
      layer("underline").append(element("path", { d: `M${x + 20} ${y + 87}h60` }));
    }
    for (const [from, to, isStrong] of view.links ?? []) drawLink(layer("link"), markPosition(...from), markPosition(...to), isStrong);
    for (const kind of ["on", "off", "fins"]) {
      for (const candidate of view[kind] ?? []) layer("role").append(role(kind, markPosition(...candidate)));
    }
    const fontSize = n <= 9 ? 66 : 54;
    const isNew = new Set([...(view.placed ?? []), ...(view.excluded ?? [])].map(String));
    digits.forEach((digit, cell) => {
      const [x, y] = corner(cell);
      if (digit) {
        const kind = isGiven.has(cell) ? "given" : "solved";
        layer(kind).append(text(x + CELL / 2, y + CELL / 2, fontSize, symbol(digit)));
        return;
      }
      for (const candidate of candidates[cell]) {
        const mark = markPosition(cell, candidate);
        const drawn = text(mark.x, mark.y, mark.size, symbol(candidate));
        if (isNew.has(`${cell},${candidate}`)) drawn.setAttribute("class", "new");
        layer("mark").append(drawn);
      }
    });
    for (const [cell, digit] of view.placed ?? []) {
      const { x, y, size } = markPosition(cell, digit);
      const half = size * 0.5;
      layer("placed").append(element("rect", { x: x - half, y: y - half, width: 2 * half, height: 2 * half }));
    }
    for (const [cell, digit] of view.excluded ?? []) {
      const { x, y, size } = markPosition(cell, digit);
      const half = size * 0.45;
      const [left, right, top, bottom] = [x - half, x + half, y - half, y + half];
      layer("excluded").append(element("path", { d: `M${left} ${top}L${right} ${bottom}M${left} ${bottom}L${right} ${top}` }));
    }
    // The background of houses is below the lines of the board, everything else above.
    const lines = target.querySelector(".rule-line, .rule-shape, .thin");
    for (const [name, group] of layers) {
      if (name === "house") target.insertBefore(group, lines);
      else target.append(group);
    }
    return { digits, candidates, isGiven };
  }

  function boardOf(index) {
    const copy = board.cloneNode(true);
    const state = draw(copy, index);
    return { copy, state };
  }

  // The table for screen readers.
  const tableCells = document.querySelectorAll("#cells td:not(:first-child)");
  const bodyCells = [...tableCells].filter((cell) => cell.parentElement.rowIndex > 0);
  function describeCells(view, { digits, candidates, isGiven }) {
    const marked = new Set(view.cells ?? []);
    const used = new Set(view.used ?? []);
    const ofCell = (facts, cell) => (facts ?? []).filter(([other]) => other === cell).map(([, digit]) => symbol(digit));
    bodyCells.forEach((tableCell, cell) => {
      const words = [];
      if (digits[cell]) words.push(symbol(digits[cell]), ...(isGiven.has(cell) ? ["given"] : []));
      else words.push(`candidates ${[...candidates[cell]].map(symbol).join(" ")}`);
      const placed = ofCell(view.placed, cell);
      const excluded = ofCell(view.excluded, cell);
      if (placed.length) words.push(`this step places ${placed.join(" ")}`);
      if (excluded.length) words.push(`this step excludes ${excluded.join(" ")}`);
      if (marked.has(cell)) words.push("marked");
      if (used.has(cell)) words.push("used");
      tableCell.textContent = words.join(", ");
    });
  }

  // Clauses in words.
  const decode = (literal) => ({ cell: Math.floor((Math.abs(literal) - 1) / n), digit: (Math.abs(literal) - 1) % n + 1 });
  function meaning(literals) {
    const candidates = literals.map(decode);
    const [first, second] = candidates;
    if (candidates.length === 1) {
      return `${cellName(first.cell)} ${literals[0] > 0 ? "is" : "is not"} ${symbol(first.digit)}`;
    }
    if (literals[0] > 0) {
      if (first.cell === second.cell) return `${cellName(first.cell)} contains a digit`;
      const cells = new Set(candidates.map(({ cell }) => cell));
      const house = data.houses.find(([, members]) => members.length === cells.size && members.every((cell) => cells.has(cell)));
      return `${house ? house[0] : "a house"} has a place for ${symbol(first.digit)}`;
    }
    if (first.cell === second.cell) {
      return `${cellName(first.cell)} does not contain both ${symbol(first.digit)} and ${symbol(second.digit)}`;
    }
    return `${cellName(first.cell)} and ${cellName(second.cell)} do not both contain ${symbol(first.digit)}`;
  }

  // Shows the text of a view. The cases of a proof are folded.
  function showText({ text, cases }) {
    const sentence = byId("sentence");
    sentence.querySelector("p").textContent = text;
    sentence.querySelector("details")?.remove();
    if (!cases) return;
    const [details, summary, list] = ["details", "summary", "p"].map((name) => document.createElement(name));
    summary.textContent = `${cases.length} cases`;
    list.textContent = cases.join("\n");
    details.append(summary, list);
    sentence.append(details);
  }

  function tableRow(kind, ...texts) {
    const line = document.createElement("tr");
    for (const content of texts) {
      const item = document.createElement(kind);
      item.textContent = content;
      line.append(item);
    }
    return line;
  }

  const proof = byId("proof");
  function showClauses(view) {
    proof.hidden = !view.clauses?.length && !view.usesRules;
    const box = byId("clauses");
    box.replaceChildren();
    if (proof.hidden || !proof.open) return;
    if (view.usesRules) {
      const note = document.createElement("p");
      note.textContent = "This step also uses clauses of rules beyond houses, which are not listed.";
      box.append(note);
    }
    if (!view.clauses?.length) return;
    const table = document.createElement("table");
    const caption = document.createElement("caption");
    const derived = [...(view.placed ?? []).map(([cell, digit]) => cell * n + digit),
      ...(view.excluded ?? []).map(([cell, digit]) => -(cell * n + digit))];
    caption.textContent = "A SAT solver refutes these clauses"
      + (derived.length ? " together with the opposite of the conclusion." : ".")
      + " The numbers are those in the file that sudoku-cnf writes for this puzzle.";
    table.append(caption, tableRow("th", "Number", "Clause", "Meaning"));
    for (const [number, ...literals] of view.clauses) {
      table.append(tableRow("td", number, `${literals.join(" ")} 0`, meaning(literals)));
    }
    for (const [literal, step] of view.earlier ?? []) {
      table.append(tableRow("td", `step ${step}`, `${literal} 0`, meaning([literal])));
    }
    if (derived.length) {
      const opposite = derived.map((literal) => -literal);
      const words = derived.map((literal) => meaning([literal])).join(" and ");
      table.append(tableRow("td", "opposite", `${opposite.join(" ")} 0`, `not: ${words}`));
    }
    box.append(table);
  }

  // Navigation.
  const last = data.views.length - 1;
  const items = [...document.querySelectorAll("#steps li")];
  // The fragment selects a view of the board, so it must not scroll to the list.
  items.forEach((item) => item.removeAttribute("id"));
  const buttons = [...document.querySelectorAll("[data-go]")];
  const slider = byId("position");
  let current = 0;

  function show(index) {
    current = Math.max(0, Math.min(last, index));
    const view = data.views[current];
    const { copy, state } = boardOf(current);
    document.querySelector("#board svg").replaceWith(copy);
    describeCells(view, state);
    byId("sentence").querySelector("h2").textContent = view.title;
    showText(view);
    showClauses(view);
    // The first view is the puzzle, and the last one is the result.
    const ends = new Map([[0, "Start"], [last, "Result"]]);
    byId("number").textContent = ends.get(current) ?? `Step ${current} of ${last - 1}`;
    slider.value = current;
    slider.setAttribute("aria-valuetext", view.title);
    for (const button of buttons) {
      const isBack = ["first", "previous"].includes(button.dataset.go);
      button.disabled = isBack ? current === 0 : current === last;
    }
    items.forEach((item, position) => {
      if (position === current) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
    });
  }

  function go(index) {
    show(index);
    history.replaceState(null, "", `#${data.views[current].id}`);
  }

  const targets = {
    first: () => 0,
    previous: () => current - 1,
    next: () => current + 1,
    last: () => last,
  };
  const keys = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last", " ": "next" };

  for (const button of buttons) {
    button.addEventListener("click", () => {
      go(targets[button.dataset.go]());
      // A disabled button loses the focus, and the keyboard with it.
      if (button.disabled) buttons.find((other) => !other.disabled)?.focus();
    });
  }
  slider.max = last;
  slider.addEventListener("input", () => go(Number(slider.value)));
  document.addEventListener("keydown", (event) => {
    const target = keys[event.key];
    if (!target || event.ctrlKey || event.altKey || event.metaKey) return;
    const isControl = event.target.closest?.("button, summary, a, input");
    if (event.target === slider || (event.key === " " && isControl)) return;
    event.preventDefault();
    go(event.key === " " && event.shiftKey ? current - 1 : targets[target]());
  });
  proof.addEventListener("toggle", () => showClauses(data.views[current]));

  function showFragment() {
    const index = data.views.findIndex((view) => `#${view.id}` === location.hash);
    show(index < 0 ? 0 : index);
  }
  window.addEventListener("hashchange", () => {
    showFragment();
    byId("lesson").scrollIntoView();
  });

  // On paper, the puzzle comes first, and every step other than a single has a board.
  const isSingle = (view) => /single|full house/i.test(view.title);
  const folded = document.querySelectorAll("#steps details");
  window.addEventListener("beforeprint", () => {
    folded.forEach((details) => { details.open = true; });
    const shown = current;
    show(0);
    current = shown;
    items.forEach((item, index) => {
      const view = data.views[index];
      if (index === 0 || (index < last && (n > 16 || isSingle(view)))) return;
      item.classList.toggle("large", n > 9);
      item.prepend(boardOf(index).copy);
    });
  });
  window.addEventListener("afterprint", () => {
    folded.forEach((details) => { details.open = false; });
    items.forEach((item) => item.querySelectorAll("svg").forEach((picture) => picture.remove()));
    show(current);
  });

  byId("controls").hidden = false;
  byId("keys").hidden = false;
  showFragment();
})();
