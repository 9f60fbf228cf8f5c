//! Explanations as JSON Lines.

use serde::Serialize;
use sudoku_cnf::text::{JsonCells, json_line};
use sudoku_cnf::{Candidate, Cell};
use sudoku_sat::explain::StepRecord;

/// A part of the first step.
#[derive(Serialize)]
pub(in crate::cli) struct JsonHint {
    /// The hint as a sentence.
    pub(in crate::cli) hint: String,
    /// The houses, cells and rules to look at.
    pub(in crate::cli) places: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::cli) technique: Option<String>,
}

/// A line of an explanation.
#[derive(Serialize)]
#[serde(untagged)]
pub(in crate::cli) enum JsonLine {
    Step(Box<StepRecord>),
    Hint(JsonHint),
    Result(Box<JsonResult>),
}

/// The last line: the result.
#[derive(Serialize, Default)]
pub(in crate::cli) struct JsonResult {
    pub(in crate::cli) status: &'static str,
    pub(in crate::cli) steps: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::cli) solution: Option<JsonCells>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::cli) givens: Option<Vec<Candidate>>,
    /// Rules beyond houses that contradict each other or the givens.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(in crate::cli) rules: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::cli) smallest: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::cli) differ: Option<Vec<Cell>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::cli) solutions: Option<Vec<JsonCells>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::cli) remove: Option<Vec<Candidate>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(in crate::cli) remove_rules: Vec<String>,
    /// Digits that would repair the puzzle in the cells of `remove`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::cli) change: Option<Vec<Candidate>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::cli) add: Option<Vec<Candidate>>,
    /// Single givens that help most.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(in crate::cli) helpful: Vec<Candidate>,
    /// Rules for the whole board, each of which makes the solution unique.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(in crate::cli) add_rules: Vec<&'static str>,
    /// Whether the repair is proven to be smallest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::cli) fewest: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::cli) message: Option<String>,
}

/// Returns an object as a line of JSON with the version of its format.
pub(in crate::cli) fn line(value: &impl Serialize) -> String {
    // Serialization cannot fail, because all keys are strings.
    json_line(value).unwrap_or_default()
}
