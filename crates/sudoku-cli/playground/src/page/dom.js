// Elements of the page, and messages to the reader.

export const byId = (id) => document.getElementById(id);

/** Creates an element. Text from outside becomes text nodes, never HTML. */
export function create(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

export function button(text, action, properties = {}) {
  const element = create("button", { type: "button", textContent: text, ...properties });
  element.addEventListener("click", () => run(action));
  return element;
}

/** Creates an element of a drawing. */
export function shape(tag, attributes, text) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

/** Parses a drawing of the module. It is parsed as an image, so it cannot contain scripts that run. */
export function parseDrawing(text) {
  const svg = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  return document.importNode(svg, true);
}

export function tell(text, kind = "") {
  byId("message").textContent = text;
  byId("message").className = kind;
}

/** Says something to screen readers. */
export function announce(text) {
  byId("spoken").textContent = text;
}

/** An error that the reader need not see: the puzzle has changed, or the reader has stopped the computation. */
export class Stopped extends Error {}

/** Runs an action of the reader, and shows its error. */
export async function run(action) {
  tell("");
  try {
    await action();
  } catch (error) {
    if (!(error instanceof Stopped)) tell(error.message, "error");
    else if (error.message) tell(error.message);
  }
}
