"use strict";

// Answers the requests of the page. The module and the code that calls it come from the page.
self.reportPanic = (panic) => postMessage({ panic });
self.sendPart = (part) => postMessage({ part: JSON.parse(part) });
onmessage = ({ data }) => {
  try {
    if (data.module) wasm_bindgen.initSync({ module: data.module });
    else postMessage({ answer: JSON.parse(wasm_bindgen.call(data.request)) });
  } catch (error) {
    // The module throws text if a request cannot be fulfilled. Anything else means that it has failed, and that its memory
    // may be in any state.
    postMessage({ error: String(error), hasFailed: typeof error !== "string" });
  }
};
