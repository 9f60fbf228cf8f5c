"use strict";

// Answers the requests of the page. The module and the code that calls it come from the page. Each answer has the number of
// the puzzle that the request was about.
let number = 0;
self.reportPanic = (panic) => postMessage({ number, panic });
self.sendPart = (part) => postMessage({ number, part: JSON.parse(part) });
onmessage = ({ data }) => {
  try {
    number = data.number;
    if (data.module) wasm_bindgen.initSync({ module: data.module });
    else postMessage({ number, answer: JSON.parse(wasm_bindgen.call(data.request)) });
  } catch (error) {
    // The module throws text if a request cannot be fulfilled. Anything else means that it has failed, and that its memory
    // may be in any state.
    postMessage({ number, error: String(error), hasFailed: typeof error !== "string" });
  }
};
