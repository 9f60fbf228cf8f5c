// The live answers. Each of them is computed again after every change, and belongs to the puzzle on the page.

import { board, positionOf, nameOf, setMarks, symbol } from "./board.js";
import { button, byId, create, Stopped } from "./dom.js";
import { ask, live } from "./engine.js";
import { change, puzzle, request } from "./state.js";

const ROWS = { score: "Difficulty", step: "Next step", conflict: "Conflict", unnecessary: "Unnecessary" };

/** Removes all answers, before a change is answered. */
export function clearAnswers() {
  byId("verdict").textContent = "";
  byId("verdict").className = "";
  byId("verdict-actions").replaceChildren();
  byId("answers").replaceChildren();
}

export function showFault(text) {
  clearAnswers();
  byId("verdict").textContent = text;
  byId("verdict").className = "error";
}

/**
 * Answers the questions about the puzzle. The verdict comes first, because it says which others there are. Those that take
 * long come last.
 */
export async function showAnswers() {
  const puzzleText = request();
  const question = (command, channel, onPart) => channel.ask({ command, puzzle: puzzleText }, onPart);
  let candidates = null;
  const showFirst = (answer) => {
    showVerdict(answer);
    if (answer.verdict === "unique") setMarks({ candidates: answer.solutions[0].map((digit) => [digit]) });
    else if (answer.verdict !== "unsatisfiable") candidates ??= question("candidates", live.candidates).then(setMarks, hide);
  };
  const showRows = async (names) => {
    const rows = names.map((name) => {
      const value = create("dd", { id: `answer-${name}`, className: "working", textContent: "…" });
      byId("answers").append(create("dt", { textContent: ROWS[name] }), value);
      return () => showAnswer(value, SHOW[name], question(name, name === "unnecessary" ? live.candidates : live.board));
    });
    await rows.shift()?.();
    await Promise.all(rows.map((row) => row()));
  };
  const answer = await question("verdict", live.verdict, showFirst);
  showFirst(answer);
  await showRows({ unique: ["step", "score", "unnecessary"], several: ["unnecessary"], unsatisfiable: ["conflict"], unknown: [] }[answer.verdict]);
  await candidates;
}

/** Ignores an error of an answer that has no room for it. */
function hide(error) {
  if (error instanceof Stopped) throw error;
}

async function showAnswer(element, show, question) {
  try {
    element.replaceChildren(...show(await question).filter((part) => part !== ""));
  } catch (error) {
    hide(error);
    element.textContent = error.message;
  }
  element.classList.remove("working");
}

const formatted = (count) => count.toLocaleString("en");
const plural = (count, word) => `${formatted(count)} ${word}${count === 1 ? "" : "s"}`;

function showVerdict({ verdict, count, exact, reason, solutions }) {
  const sentences = {
    unique: "Exactly one solution", unsatisfiable: `No solution${reason ? `: ${reason}` : ""}`,
    several: exact ? `${formatted(count)} solutions` : `Several solutions: at least ${formatted(count)}`, unknown: `Not known after 10 seconds: at least ${plural(count, "solution")}`,
  };
  byId("verdict").textContent = sentences[verdict];
  byId("verdict").className = verdict;
  const shows = solutions.map((solution, index) => button(solutions.length > 1 ? `Show solution ${index + 1}` : "Show solution", () => {
    const isShown = byId("solution").textContent !== "" && byId("solution").dataset.index === String(index);
    setMarks({ placed: [], excluded: [], used: [], solution: isShown ? null : solution });
    byId("solution").textContent = isShown ? "" : solution.map(symbol).join(puzzle().size > 9 ? " " : "");
    byId("solution").dataset.index = index;
  }));
  const solutionText = create("output", { id: "solution" });
  const complete = button("Make unique", async () => change(await adopt("complete")), { id: "complete", title: "Add givens until there is one solution" });
  byId("verdict-actions").replaceChildren(...shows, ...(verdict === "several" ? [complete] : []), solutionText);
}

/** Asks for a changed puzzle, and returns its givens and rules. */
async function adopt(command) {
  const { givens, rules, variants } = await ask({ command, puzzle: request() });
  return { givens, rules, variants };
}

const placeOf = (index) => nameOf(positionOf(index));
const facts = (pairs, sign) => pairs.map(([index, digit]) => `${placeOf(index)}${sign}${symbol(digit)}`).join(" ");
const sentenceOf = (index) => board.rules[index]?.sentence ?? puzzle().rules[index];
const cellsOf = (rules) => rules.flatMap((index) => board.rules[index]?.cells ?? []);
const items = (givens, rules) => create("ul", {}, ...givens.map((index) => create("li", { textContent: `given ${placeOf(index)}=${symbol(puzzle().givens[index])}` })),
  ...rules.map((index) => create("li", { textContent: sentenceOf(index) })));

const SHOW = {
  step: ({ technique, sentence, cases, placed, excluded, cells }) => {
    if (!technique) return ["The puzzle is solved."];
    const show = button("Show", () => {
      setMarks({ placed, excluded, used: cells, solution: null });
      byId("solution").textContent = "";
    }, { id: "show-step" });
    const put = button("Enter as given", () => {
      const givens = [...puzzle().givens];
      placed.forEach(([index, digit]) => { givens[index] = digit; });
      change({ givens });
    });
    const proof = create("details", {}, create("summary", { textContent: `${cases.length} cases` }), create("p", { textContent: cases.join("\n") }));
    return [`${technique}. ${sentence} `, cases.length ? proof : "", create("span", { className: "facts", textContent: `→ ${facts(placed, "=")} ${facts(excluded.slice(0, 12), "≠")}${excluded.length > 12 ? " …" : ""} ` }), show, placed.length ? put : ""];
  },
  score: ({ score }) => [score ? `${formatted(score.score)} for the hardest of ${plural(score.steps, "step")} (${score.technique}), ${formatted(score.total_score)} in total` : "none"],
  conflict: ({ givens, rules, isSmallest }) => {
    setMarks({ conflict: [...givens, ...cellsOf(rules)] });
    const count = givens.length + rules.length;
    const sentence = count === 1 ? "This has no solution by itself:" : `These ${count} elements have no solution${isSmallest ? "; no smaller set has none" : ""}:`;
    return [sentence, items(givens, rules)];
  },
  unnecessary: ({ givens, rules }) => {
    if (!givens.length && !rules.length) return ["Nothing: each given and each rule is needed."];
    const reduce = button("Remove", async () => change(await adopt("reduce")), { id: "reduce", title: "Remove them one by one while the solutions stay the same" });
    const mark = button("Mark", () => setMarks({ unnecessary: [...givens, ...cellsOf(rules)] }));
    const counts = [[givens, "given"], [rules, "rule"]].filter(([parts]) => parts.length).map(([parts, word]) => plural(parts.length, word));
    return [`${counts.join(" and ")}, each by itself. `, mark, reduce, rules.length ? items([], rules) : ""];
  },
};
