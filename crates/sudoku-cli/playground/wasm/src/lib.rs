//! The playground: solver, encoder and explanations for a web page, compiled to WebAssembly.
//!
//! The page sends one request at a time, an object in JSON, to a worker, and receives one answer. A trace is sent in
//! parts while the solver runs. Each request contains everything that it needs, so a worker that is stopped or has
//! failed can be replaced by a new one.
//!
//! ```
//! let request = r#"{"command":"verdict","puzzle":{"text":"1.....2...3....4"}}"#;
//! let answer = sudoku_playground_wasm::call(request, &mut |_| {}).unwrap();
//! assert!(answer.contains(r#""verdict":"unique""#));
//! ```

mod answers;
mod board;
mod cnf;
mod decode;
mod export;
mod head;
mod hints;
mod input;
mod pages;
mod proof;
mod request;
mod solve;
mod state;
#[cfg(target_family = "wasm")]
mod web;

/// Answers a request. Parts of the answer that are known before its end are passed to `send`.
///
/// # Errors
/// Returns a message for the reader of the page if the request is malformed or cannot be fulfilled.
pub fn call(request: &str, send: &mut dyn FnMut(&str)) -> Result<String, String> {
    let request: request::Request =
        serde_json::from_str(request).map_err(|error| format!("malformed request: {error}"))?;
    let answer = request.answer(send)?;
    serde_json::to_string(&answer).map_err(|error| error.to_string())
}
