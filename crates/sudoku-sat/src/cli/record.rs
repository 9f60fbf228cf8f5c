//! Per-puzzle result records for batch runs.

use std::sync::Arc;

use serde::{Serialize, Serializer};
use sudoku_cnf::cli::puzzles::Item;
use sudoku_cnf::text::{JsonCells, JsonPuzzle};
use sudoku_cnf::{Candidate, named_enum};
use sudoku_sat::rate::Score;

use super::explain::json::JsonLine;
use super::input_fields::InputFields;

named_enum! {
    /// The status of a puzzle.
    #[derive(Default)]
    pub(crate) enum Status: "status" {
        Solved = "solved",
        Unsatisfiable = "unsatisfiable",
        #[default]
        Unknown = "unknown",
        Error = "error",
    }
}

/// A command's answer for one puzzle.
pub(crate) enum Answer {
    /// The answer is complete, and the puzzle has a solution. The string is the text of the record.
    Solved(String),
    /// The puzzle has a solution, but a limit was reached before the answer was complete. The string is the text of the
    /// record.
    PartlyKnown(String),
    /// The puzzle has no solution. The string is the text of the record, by default the word "unsatisfiable".
    Unsatisfiable(Option<String>),
    /// The puzzle has at least one solution, and a record has already been printed for each solution found.
    Listed,
    /// A limit was reached before the answer was known. The string is the text of the record, by default the word
    /// "unknown".
    Unknown(Option<String>),
}

/// A record with named fields. In JSON, fields without a value are omitted; in CSV, they are empty.
#[derive(Serialize, Default)]
pub(crate) struct JsonRecord {
    /// The number of the puzzle, counting from 1 across all inputs.
    pub(crate) id: u64,
    /// The name of the input. Text records do not contain it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) file: Option<Arc<str>>,
    /// The line number of the puzzle, or of the error if the puzzle could not be read. Lines are numbered from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none", flatten)]
    pub(crate) puzzle: Option<JsonPuzzle>,
    /// The fields of the input, if the output may contain some of them.
    #[serde(skip)]
    pub(crate) source: Option<InputFields>,
    /// The number of givens. JSON records do not contain it.
    #[serde(skip)]
    pub(crate) givens: Option<usize>,
    pub(crate) status: Status,
    /// Whether the puzzle could not be read. JSON records do not contain it.
    #[serde(skip)]
    pub(crate) is_invalid: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) solution: Option<JsonCells>,
    /// The number of the solution, starting at 1. This field is present only if several solutions were requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) solution_index: Option<u64>,
    /// Whether the solution is unique. [`Uniqueness::Unknown`] is serialized as `null`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) unique: Option<Uniqueness>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) count: Option<JsonCount>,
    #[serde(skip_serializing_if = "Option::is_none", flatten)]
    pub(crate) rating: Option<JsonRating>,
    /// The candidates of each cell, separated by spaces.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) candidates: Option<String>,
    /// The puzzle without its redundant givens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) minimal: Option<JsonCells>,
    /// The givens that are redundant on their own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) redundant: Option<Vec<Candidate>>,
    /// The rules that are redundant on their own, as text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) redundant_rules: Vec<String>,
    /// The rules of the minimal puzzle, as text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) minimal_rules: Vec<String>,
    /// The steps of an explanation and its result.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) explanation: Vec<JsonLine>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) message: Option<String>,
}

impl JsonRecord {
    /// Creates a record for a puzzle. The answer is not filled in yet.
    ///
    /// If `has_fields` is `true`, the record also contains the name of the input, the puzzle itself and the number of
    /// givens. Callers set `has_fields` only for JSON and CSV output.
    pub(crate) fn new(item: &Item, has_fields: bool) -> Self {
        let record = item.puzzle.as_ref().ok().filter(|_| has_fields);
        let puzzle = record.map(JsonPuzzle::without_solution);
        let givens = record.map(|record| record.puzzle.given_count());
        let source = item.source().filter(|_| has_fields).and_then(InputFields::of);
        let file = has_fields.then(|| item.file.clone());
        let (id, line) = (item.id, item.line());
        Self { id, file, line, puzzle, source, givens, ..Self::default() }
    }

    /// Creates a record for a puzzle that could not be read or processed.
    pub(crate) fn of_error(item: &Item, message: String, has_fields: bool) -> Self {
        Self {
            status: Status::Error,
            is_invalid: item.puzzle.is_err(),
            message: Some(message),
            ..Self::new(item, has_fields)
        }
    }
}

/// The uniqueness of a puzzle's solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Uniqueness {
    Unique,
    Several,
    Unknown,
}

impl Uniqueness {
    /// Returns the word that represents this value in text output.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Unique => "unique",
            Self::Several => "several",
            Self::Unknown => "unknown",
        }
    }
}

impl Serialize for Uniqueness {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Unknown => serializer.serialize_none(),
            known => serializer.serialize_bool(*known == Self::Unique),
        }
    }
}

/// The number of solutions of a puzzle.
#[derive(Serialize)]
pub(crate) struct JsonCount {
    pub(crate) value: u128,
    /// Whether `value` is exact. If not, `value` is a lower bound.
    pub(crate) exact: bool,
}

/// The rating of a puzzle.
#[derive(Serialize)]
pub(crate) struct JsonRating {
    pub(crate) difficulty: &'static str,
    pub(crate) step: String,
    pub(crate) learned_clauses: u64,
    #[serde(flatten)]
    pub(crate) score: Option<Score>,
}

impl JsonRating {
    /// Returns the cost and the technique of the most expensive step.
    pub(crate) fn hardest(&self) -> Option<(u64, &str)> {
        let score = self.score.as_ref().filter(|score| !score.technique.is_empty())?;
        Some((score.hardest, &score.technique))
    }
}
