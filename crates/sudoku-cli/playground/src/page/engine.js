// The workers in which the module runs. A worker answers one request at a time. A request that is no longer needed ends with
// its worker, and another worker, which is ready, takes its place.

import { byId, Stopped, tell } from "./dom.js";
import { number, onChange } from "./state.js";

let module = null;
let url = "";
/** Workers that are ready to take the place of others. */
const spares = [];
const SPARES = 3;
/** The time after which a new worker starts, in milliseconds. The first answers need the processor. */
const LATER = 500;

function startWorker() {
  const worker = new Worker(url);
  worker.postMessage({ module });
  return worker;
}

/** A queue of requests, which one worker answers. */
class Channel {
  queue = [];
  running = null;
  worker = null;
  panic = "";

  /** Sends a request. The parts of its answer that are known early are passed to `onPart`. */
  ask(request, onPart = () => {}) {
    return new Promise((resolve, reject) => {
      this.queue.push({ request, onPart, resolve, reject, number: number() });
      this.next();
    });
  }

  next() {
    if (this.running || !this.queue.length) return;
    if (!this.worker) {
      this.worker = spares.pop() ?? startWorker();
      setTimeout(() => { if (spares.length < SPARES) spares.push(startWorker()); }, LATER);
      this.worker.onmessage = ({ data }) => this.receive(data);
      this.worker.onerror = ({ message }) => this.receive({ number: this.running?.number, error: message, hasFailed: true });
    }
    this.running = this.queue.shift();
    this.worker.postMessage({ number: this.running.number, request: JSON.stringify(this.running.request) });
  }

  receive(data) {
    const job = this.running;
    if (!job || data.number !== job.number) return;
    if (data.panic !== undefined) this.panic = data.panic;
    else if (data.part !== undefined) job.onPart(data.part);
    else {
      this.running = null;
      if (data.hasFailed) {
        this.worker.terminate();
        this.worker = null;
        job.reject(new Error(`internal error: ${this.panic || data.error}\nPlease report this puzzle.`));
      } else if (job.number !== number()) job.reject(new Stopped());
      else if (data.answer !== undefined) job.resolve(data.answer);
      else job.reject(new Error(data.error));
      this.next();
    }
  }

  cancel(reason = "") {
    const jobs = [...(this.running ? [this.running] : []), ...this.queue];
    if (this.running) this.worker.terminate();
    if (this.running) this.worker = null;
    this.running = null;
    this.queue = [];
    jobs.forEach(({ reject }) => reject(new Stopped(reason)));
  }
}

/** The answers that are shown while the puzzle is drawn. They are computed side by side. */
export const live = { board: new Channel(), verdict: new Channel(), candidates: new Channel() };
/** The answers that the reader has asked for. */
const asked = new Channel();

/** Sends a request of the reader, and shows that it is at work. */
export async function ask(request, onPart) {
  const timer = setTimeout(() => {
    tell("Computing…", "busy");
    byId("stop").hidden = false;
  }, 150);
  try {
    return await asked.ask(request, onPart);
  } finally {
    clearTimeout(timer);
    if (byId("message").className === "busy") tell("");
    byId("stop").hidden = true;
  }
}

export function cancelLive() {
  Object.values(live).forEach((channel) => channel.cancel());
}

/** Ends all requests, because they are about another puzzle. */
function cancelAll() {
  cancelLive();
  asked.cancel();
}

export async function startEngine() {
  onChange(cancelAll);
  byId("stop").addEventListener("click", () => asked.cancel("stopped"));
  url = URL.createObjectURL(new Blob([byId("worker-script").textContent]));
  const bytes = Uint8Array.from(atob(byId("module").textContent), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  module = await WebAssembly.compile(await new Response(stream).arrayBuffer());
}
