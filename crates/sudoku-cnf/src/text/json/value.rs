//! Helper functions for JSON values.

use serde_json::{Map, Value};

use crate::puzzle::board::Regions;
use crate::text::error_kind::TextErrorKind;

/// A JSON object.
pub(super) type JsonObject = Map<String, Value>;

/// Returns whether `value` is `null`, an empty string or an empty array.
pub(super) fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(values) => values.is_empty(),
        _ => false,
    }
}

/// Returns the strings in an array, none if `value` is absent or [empty](is_empty), or `None` if it is anything else.
pub(super) fn strings(value: Option<&Value>) -> Option<Vec<&str>> {
    match value.filter(|value| !is_empty(value)) {
        Some(value) => value.as_array()?.iter().map(Value::as_str).collect(),
        None => Some(Vec::new()),
    }
}

/// Returns the given of each cell, which is an object: its value, or `null` if it has none.
///
/// The givens are the values that are marked as given or, if no value is marked, all values.
pub(super) fn givens<'v>(cells: impl Iterator<Item = &'v Value> + Clone) -> Value {
    let is_given = |cell: &Value| cell.get("given").and_then(Value::as_bool) == Some(true);
    let all = !cells.clone().any(is_given);
    let given =
        |cell: &Value| cell.get("value").filter(|_| all || is_given(cell)).cloned().unwrap_or_default();
    cells.map(given).collect()
}

/// Creates the regions of a jigsaw from `labels`, which contains one label per cell in row-major order.
pub(super) fn parse_regions(labels: &[String]) -> Result<Regions, TextErrorKind> {
    Regions::from_labels(labels).map_err(|error| TextErrorKind::Syntax(error.to_string()))
}

/// Appends the text of each cell, row or board in `value` to `texts`.
///
/// Returns `false` if `value` contains a Boolean or an object, neither of which can represent cells.
pub(super) fn cell_texts(value: &Value, texts: &mut Vec<String>) -> bool {
    match value {
        Value::Null => texts.push(".".to_owned()),
        // Some programs write -1 for a blank cell.
        Value::Number(number) if number.as_i64() == Some(-1) => texts.push(".".to_owned()),
        Value::Number(number) => texts.push(number.to_string()),
        Value::String(text) if text.trim().is_empty() => texts.push(".".to_owned()),
        Value::String(text) => texts.push(text.clone()),
        Value::Array(values) => return values.iter().all(|value| cell_texts(value, texts)),
        Value::Bool(_) | Value::Object(_) => return false,
    }
    true
}
