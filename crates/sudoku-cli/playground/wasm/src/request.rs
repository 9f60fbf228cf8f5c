//! The requests of the page.

use serde::{Deserialize, Serialize};
use serde_json::{Value, to_value};

use crate::input::{CnfChoice, PuzzleText};
use crate::{board, cnf, decode, pages, proof, solve};

/// A request. Its field `command` is the name of the variant.
#[derive(Debug, Deserialize)]
#[serde(tag = "command", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub(crate) enum Request {
    /// What the reader can choose from.
    Choices,
    /// Draws a puzzle.
    Draw { puzzle: PuzzleText },
    /// Changes the digit of a cell, or removes it.
    Edit { puzzle: PuzzleText, cell: usize, digit: Option<usize> },
    /// Draws an empty board with the most nearly square boxes.
    Empty { size: usize },
    /// Solves the puzzle. Without the name of a solver, the fastest method is used.
    Solve { puzzle: PuzzleText, solver: String, cnf: Option<CnfChoice> },
    /// Encodes the puzzle. With a number of lines, only the first lines are returned.
    Encode { puzzle: PuzzleText, cnf: CnfChoice, lines: Option<usize> },
    /// Finds a model of the CNF.
    Model { puzzle: PuzzleText, cnf: CnfChoice },
    /// Decodes the output of a solver.
    Decode { puzzle: PuzzleText, cnf: CnfChoice, output: String },
    /// The page of a trace of the native solver. The page and the events are parts of the answer.
    Trace { puzzle: PuzzleText, cnf: CnfChoice, max_conflicts: u64, refute: bool },
    /// The events of a trace, as `sudoku-sat trace` prints them.
    Events { puzzle: PuzzleText, cnf: CnfChoice, max_conflicts: u64, refute: bool },
    /// The page that shows what follows from decisions.
    WhatIf { puzzle: PuzzleText, cnf: CnfChoice, decisions: Vec<String> },
    /// The page of a lesson.
    Lesson { puzzle: PuzzleText },
    /// Proves the number of solutions.
    Prove { puzzle: PuzzleText },
}

impl Request {
    /// Returns the answer. `send` receives parts of the answer as soon as they are known.
    ///
    /// # Errors
    /// Returns a message for the reader of the page.
    pub(crate) fn answer(&self, send: &mut dyn FnMut(&str)) -> Result<Value, String> {
        match self {
            Self::Choices => value(&cnf::choices()),
            Self::Draw { puzzle } => value(&board::draw(&puzzle.read()?)?),
            Self::Edit { puzzle, cell, digit } => value(&board::edit(puzzle, *cell, *digit)?),
            Self::Empty { size } => value(&board::empty(*size)?),
            Self::Solve { puzzle, solver, cnf } => value(&solve::solve(&puzzle.read()?, solver, *cnf)?),
            Self::Encode { puzzle, cnf, lines } => value(&cnf::encode(&puzzle.read()?, *cnf, *lines)?),
            Self::Model { puzzle, cnf } => value(&solve::model(&puzzle.read()?, *cnf)?),
            Self::Decode { puzzle, cnf, output } => value(&decode::decode(&puzzle.read()?, *cnf, output)?),
            Self::Trace { puzzle, cnf, max_conflicts, refute } => {
                value(&pages::trace(&puzzle.read()?, *cnf, *max_conflicts, *refute, send)?)
            }
            Self::Events { puzzle, cnf, max_conflicts, refute } => {
                value(&pages::events(&puzzle.read()?, *cnf, *max_conflicts, *refute)?)
            }
            Self::WhatIf { puzzle, cnf, decisions } => {
                value(&pages::what_if(puzzle.read()?, *cnf, decisions)?)
            }
            Self::Lesson { puzzle } => value(&pages::lesson(puzzle.read()?)?),
            Self::Prove { puzzle } => value(&proof::prove(&puzzle.read()?)?),
        }
    }
}

fn value(answer: &impl Serialize) -> Result<Value, String> {
    to_value(answer).map_err(|error| error.to_string())
}
