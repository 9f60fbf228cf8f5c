//! Records: the answers for many puzzles, one line each.

use std::sync::Arc;

use serde::{Serialize, Serializer};
use sudoku_cnf::Grid;
use sudoku_cnf::cli::Failure;
use sudoku_cnf::cli::puzzles::Item;
use sudoku_cnf::formats::JsonCells;

use super::output;

/// The status of a puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Status {
    Solved,
    Unsatisfiable,
    #[default]
    Unknown,
    Error,
}

/// The answer for a puzzle.
pub(crate) enum Answer {
    /// There are solutions. Contains the text of the record.
    Solved(String),
    /// There are solutions, but a limit was reached before the whole question was answered. Contains the text of the
    /// record.
    PartlyKnown(String),
    /// There is no solution. Contains the text of the record.
    Unsatisfiable(String),
    /// There are solutions, and their records were printed.
    Listed,
    /// A limit was reached. Contains the text of the record.
    Unknown(String),
    /// A signal arrived. There is no record, and the run ends.
    Interrupted,
}

/// A record as a JSON object. Fields that were not requested are omitted.
#[derive(Serialize, Default)]
pub(crate) struct JsonRecord {
    /// The number of the puzzle, counted from 1 over all inputs.
    pub(crate) id: u64,
    pub(crate) file: Arc<str>,
    /// The line of the puzzle or of its error, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) puzzle: Option<JsonCells>,
    pub(crate) status: Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) solution: Option<JsonCells>,
    /// The number of the solution, from 1, if several were requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) solution_index: Option<u64>,
    /// Whether the solution is unique; null if this is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) unique: Option<Uniqueness>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) count: Option<JsonCount>,
    #[serde(skip_serializing_if = "Option::is_none", flatten)]
    pub(crate) rating: Option<JsonRating>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) message: Option<String>,
}

impl JsonRecord {
    /// Returns an unfinished record for the puzzle with the number `id`. The puzzle itself is included only if
    /// `is_read`, that is, for JSON output.
    pub(crate) fn new(id: u64, item: &Item, is_read: bool) -> Self {
        let puzzle = item.puzzle.as_ref().ok().filter(|_| is_read);
        let puzzle = puzzle.map(|record| JsonCells::of(record.puzzle.grid()));
        Self { id, file: item.file.clone(), line: item.line(), puzzle, ..Self::default() }
    }

    /// Returns the record as a line of JSON.
    pub(crate) fn to_line(&self) -> String {
        // Serialization fails only for keys that are not strings, which a record does not have.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Prints this record with one of several solutions.
    pub(crate) fn print_solution(&mut self, index: u64, solution: &Grid) -> Result<(), Failure> {
        self.status = Status::Solved;
        self.solution = Some(JsonCells::of(solution));
        self.solution_index = Some(index);
        output::write_line("", &self.to_line())?;
        (self.solution, self.solution_index) = (None, None);
        Ok(())
    }
}

/// Whether a solution is unique.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Uniqueness {
    Unique,
    Several,
    Unknown,
}

impl Uniqueness {
    /// Returns the name.
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

/// The number of solutions.
#[derive(Serialize)]
pub(crate) struct JsonCount {
    pub(crate) value: u128,
    /// Whether the number is exact.
    pub(crate) exact: bool,
}

/// The rating of a puzzle.
#[derive(Serialize)]
pub(crate) struct JsonRating {
    pub(crate) difficulty: &'static str,
    pub(crate) step: String,
    pub(crate) learned_clauses: u64,
}
