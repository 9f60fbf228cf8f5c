//! The requests of the page.

use serde::{Deserialize, Serialize};
use serde_json::{Value, to_value};

use crate::input::{CnfChoice, PuzzleText};
use crate::{answers, board, cnf, decode, export, pages, proof, solve, state};

/// A request. Its field `command` is the name of the variant.
#[derive(Debug, Deserialize)]
#[serde(tag = "command", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub(crate) enum Request {
    /// Lists the encodings, schemes, solvers and kinds of rules to choose from.
    Choices,
    /// Reads a puzzle in any format, with additional rules, one a line.
    Read { text: String, rules: String },
    /// Draws a puzzle.
    Draw { puzzle: PuzzleText },
    /// Counts the solutions. The verdict is part of the answer before the number is known.
    Verdict { puzzle: PuzzleText },
    /// The candidates that occur in solutions.
    Candidates { puzzle: PuzzleText },
    /// The next step of an explanation.
    Step { puzzle: PuzzleText },
    /// The score of the explanation.
    Score { puzzle: PuzzleText },
    /// A smallest set of givens and rules without a solution.
    Conflict { puzzle: PuzzleText },
    /// The givens and rules without which the puzzle has the same solutions.
    Unnecessary { puzzle: PuzzleText },
    /// The puzzle without unnecessary givens and rules.
    Reduce { puzzle: PuzzleText },
    /// The puzzle with additional givens that make its solution unique.
    Complete { puzzle: PuzzleText },
    /// Writes the puzzle in another format.
    Export { puzzle: PuzzleText, format: String },
    /// Solves the CNF with a solver.
    Solve { puzzle: PuzzleText, solver: String, cnf: CnfChoice },
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
            Self::Read { text, rules } => value(&state::read_state(text, rules)?),
            Self::Draw { puzzle } => value(&board::draw(puzzle)?),
            Self::Verdict { puzzle } => value(&answers::verdict(&puzzle.read()?, send)?),
            Self::Candidates { puzzle } => answers::candidates(&puzzle.read()?),
            Self::Step { puzzle } => value(&answers::step(&puzzle.read()?)?),
            Self::Score { puzzle } => answers::score(&puzzle.read()?),
            Self::Conflict { puzzle } => value(&answers::conflict(&puzzle.read()?)?),
            Self::Unnecessary { puzzle } => value(&answers::unnecessary(&puzzle.read()?)?),
            Self::Reduce { puzzle } => value(&answers::reduce(puzzle.read()?)?),
            Self::Complete { puzzle } => value(&answers::complete(puzzle.read()?)?),
            Self::Export { puzzle, format } => value(&export::export(&puzzle.read()?, format)?),
            Self::Solve { puzzle, solver, cnf } => solve::solve(&puzzle.read()?, solver, *cnf),
            Self::Encode { puzzle, cnf, lines } => value(&cnf::encode(&puzzle.read()?, *cnf, *lines)?),
            Self::Model { puzzle, cnf } => solve::model(&puzzle.read()?, *cnf),
            Self::Decode { puzzle, cnf, output } => value(&decode::decode(&puzzle.read()?, *cnf, output)?),
            Self::Trace { puzzle, cnf, max_conflicts, refute } => {
                value(&pages::trace(&puzzle.read()?, *cnf, *max_conflicts, *refute, send)?)
            }
            Self::Events { puzzle, cnf, max_conflicts, refute } => {
                pages::events(&puzzle.read()?, *cnf, *max_conflicts, *refute)
            }
            Self::WhatIf { puzzle, cnf, decisions } => {
                value(&pages::what_if(puzzle.read()?, *cnf, decisions)?)
            }
            Self::Lesson { puzzle } => value(&pages::lesson(puzzle.read()?)?),
            Self::Prove { puzzle } => proof::prove(&puzzle.read()?),
        }
    }
}

fn value(answer: &impl Serialize) -> Result<Value, String> {
    to_value(answer).map_err(|error| error.to_string())
}
