//! Records: what is said of one of many puzzles.

use std::sync::Arc;

use serde::{Serialize, Serializer};
use sudoku_cnf::Grid;
use sudoku_cnf::program::puzzles::Item;
use sudoku_cnf::text::JsonCells;

use super::output;

/// What a record says of a puzzle.
pub(crate) enum Answer {
    /// It has solutions; the text of the record.
    Solved(String),
    /// It has solutions, but a limit was reached before all was known that was asked for; the text of the record.
    PartlyKnown(String),
    /// It has none; the text of the record.
    Unsatisfiable(String),
    /// It has solutions, and its records are printed already.
    Listed,
    /// A limit was reached; the text of the record.
    Unknown(String),
    /// Somebody interrupted: there is no record, and no further puzzle.
    Interrupted,
}

/// A record as a JSON object. Fields that were not asked for are left out.
#[derive(Serialize, Default)]
pub(crate) struct JsonRecord {
    /// The number of the puzzle, from 1, over all inputs.
    pub(crate) id: u64,
    pub(crate) file: Arc<str>,
    /// The line of the puzzle or of the fault in it, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) puzzle: Option<JsonCells>,
    pub(crate) status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) solution: Option<JsonCells>,
    /// The number of the solution, from 1, where several were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) solution_index: Option<u64>,
    /// Whether there is no other solution; null if that was asked for and is unknown.
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
    /// The record of the puzzle with this number, for those who read it as JSON or not at all.
    pub(crate) fn new(id: u64, item: &Item, is_read: bool) -> Self {
        let puzzle = item.puzzle.as_ref().ok().filter(|_| is_read);
        let puzzle = puzzle.map(|record| JsonCells::of(&record.puzzle));
        Self { id, file: item.file.clone(), line: item.line(), puzzle, ..Self::default() }
    }

    /// As a line of JSON.
    pub(crate) fn to_line(&self) -> String {
        // It has no keys but names, and no numbers that JSON lacks.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Prints this record as one of several of a puzzle's.
    pub(crate) fn print_solution(&mut self, index: u64, solution: &Grid) -> anyhow::Result<()> {
        self.status = "solved";
        self.solution = Some(JsonCells::of(solution));
        self.solution_index = Some(index);
        output::write_line("", &self.to_line())?;
        (self.solution, self.solution_index) = (None, None);
        Ok(())
    }
}

/// Whether a solution is the only one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Uniqueness {
    Unique,
    Several,
    Unknown,
}

impl Uniqueness {
    /// In a word.
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

/// A number of solutions.
#[derive(Serialize)]
pub(crate) struct JsonCount {
    pub(crate) value: u128,
    /// Whether there are no more.
    pub(crate) exact: bool,
}

/// How hard a puzzle is.
#[derive(Serialize)]
pub(crate) struct JsonRating {
    pub(crate) difficulty: &'static str,
    pub(crate) step: String,
    pub(crate) learned_clauses: u64,
}
