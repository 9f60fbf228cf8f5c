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
