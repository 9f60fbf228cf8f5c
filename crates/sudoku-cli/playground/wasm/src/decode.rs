//! The output of other solvers.

use serde::Serialize;
use sudoku_cli::decode::{ModelCheck, solution};
use sudoku_cnf::text::Record;
use sudoku_cnf::{ClauseSink, Problem};
use sudoku_sat::Outcome;
use sudoku_sat::solver::output;

use crate::board::svg;
use crate::input::CnfChoice;

/// The result of a check of a solver's output.
#[derive(Debug, Serialize)]
pub(crate) struct Decoded {
    sentence: String,
    /// The drawing of the solution.
    svg: Option<String>,
}

/// Checks that `text` is the answer to the CNF of the puzzle.
pub(crate) fn decode(record: &Record, choice: CnfChoice, text: &str) -> Result<Decoded, String> {
    let model = match output::read(text.as_bytes()).map_err(|error| error.to_string())? {
        Outcome::Satisfiable(model) => model,
        Outcome::Unsatisfiable(_) => {
            let sentence =
                "The solver claims that there is no solution. Only a proof can show whether this is true.";
            return Ok(Decoded { sentence: sentence.to_owned(), svg: None });
        }
        Outcome::Unknown(reason) => return Err(reason.to_string()),
    };
    let problem = Problem::new(&record.puzzle, choice.0);
    let solution = solution(&model, problem.numbering(), &record.puzzle).map_err(chain)?;
    let mut check = ModelCheck::new(&model);
    problem.to_cnf().clauses().try_for_each(|clause| check.add_clause(clause)).map_err(|error| {
        format!("the grid is a solution, but the model violates a clause of this encoding: {error}")
    })?;
    let sentence = "The model satisfies all clauses, and the grid is a solution.";
    Ok(Decoded { sentence: sentence.to_owned(), svg: Some(svg(record, Some(&solution))?) })
}

/// Returns the message of an error and its causes.
fn chain(error: impl std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text += &format!(": {error}");
        cause = error.source();
    }
    text
}
