// The start of the page.

import { clearAnswers, showAnswers, showFault } from "./answers.js";
import { byId, run, Stopped } from "./dom.js";
import { ask, cancelLive, startEngine } from "./engine.js";
import { bring, readAddress, showText, startFiles } from "./files.js";
import { setKinds } from "./rules.js";
import { fault, forgetPast, number, onChange } from "./state.js";
import { showPuzzle, startPanel } from "./panel.js";
import { startTools } from "./tools.js";
import { currentView, isView, onView, openView, startViews } from "./views.js";

let isIncomplete = false;

/**
 * Shows the puzzle and its answers after a change. Everything that belongs to the puzzle before is gone first. The live
 * answers wait while another view is open, which needs the processor.
 */
async function show() {
  const shown = number();
  clearAnswers();
  showText();
  const { dataset } = document.documentElement;
  dataset.puzzle = shown;
  delete dataset.answered;
  isIncomplete = currentView() !== "puzzle";
  const parts = await Promise.allSettled([fault() || isIncomplete ? null : showAnswers(), showPuzzle()]);
  if (shown !== number()) return;
  const error = parts.find(({ status }) => status === "rejected")?.reason;
  if (error instanceof Stopped) {
    isIncomplete = true;
    return;
  }
  if (error) showFault(error.message);
  dataset.answered = shown;
}

async function load() {
  await startEngine();
  const choices = await ask({ command: "choices" });
  setKinds(choices.kinds, JSON.parse(byId("rule-docs").textContent));
  const samples = JSON.parse(byId("samples").textContent);
  startTools();
  startPanel();
  startViews(choices);
  startFiles(samples);
  const [view, isRestored] = await readAddress();
  if (!isRestored) await bring(samples[0].text, samples[0].rules);
  onChange(show);
  onView((opened) => {
    if (opened !== "puzzle") cancelLive();
    else if (isIncomplete) show();
  });
  forgetPast();
  openView(isView(view) ? view : "puzzle");
  window.addEventListener("hashchange", ({ newURL }) => run(() => readAddress(new URL(newURL).hash, false)));
  document.documentElement.dataset.ready = "true";
}
run(load);
