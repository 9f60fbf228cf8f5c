//! The version of JSON objects.

use serde::Serialize;

/// The version of the JSON objects that the programs write. It changes when a field is removed or changes its meaning.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct Versioned<'a, T> {
    version: u32,
    #[serde(flatten)]
    object: &'a T,
}

/// Returns whether the JSON object `text` has the version that this program writes, or none.
///
/// Text that is not a JSON object has no version.
///
/// ```
/// use sudoku_cnf::text::has_known_version;
///
/// assert!(has_known_version(br#"{"version":1,"puzzle":"1..............."}"#));
/// assert!(!has_known_version(br#"{"version":7,"puzzle":"1..............."}"#));
/// ```
pub fn has_known_version(text: &[u8]) -> bool {
    let object: Option<serde_json::Map<_, _>> = serde_json::from_slice(text).ok();
    let version = object.as_ref().and_then(|object| object.get("version"));
    version.is_none_or(|version| version.as_u64() == Some(VERSION.into()))
}

/// Returns an object as a line of JSON. The first field is the version of the format, a number.
///
/// The line does not contain a line break.
///
/// # Errors
/// Returns an error if `object` is not serialized as an object.
///
/// # Examples
/// ```
/// use sudoku_cnf::text::{JsonPuzzle, Record, json_line};
///
/// let record = Record::new("1...............".parse()?, 1);
/// assert_eq!(json_line(&JsonPuzzle::of(&record))?, r#"{"version":1,"puzzle":"1..............."}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn json_line(object: &impl Serialize) -> serde_json::Result<String> {
    serde_json::to_string(&Versioned { version: VERSION, object })
}
