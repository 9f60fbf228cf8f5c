//! The functions that the worker calls.

use std::panic;

use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Passes the message of a panic to the page. The worker defines this function.
    #[wasm_bindgen(js_name = reportPanic)]
    fn report_panic(message: &str);

    /// Passes a part of an answer to the page. The worker defines this function.
    #[wasm_bindgen(js_name = sendPart)]
    fn send_part(part: &str);
}

/// Installs the function that reports panics.
#[wasm_bindgen(start)]
fn start() {
    panic::set_hook(Box::new(|panic| report_panic(&panic.to_string())));
}

/// Answers a request. Throws a message if that fails.
#[wasm_bindgen]
pub fn call(request: &str) -> Result<String, String> {
    crate::call(request, &mut send_part)
}
