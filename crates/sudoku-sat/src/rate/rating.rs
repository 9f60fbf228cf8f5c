//! Rates a puzzle by its hardest [`Step`] and by the effort that a SAT solver needs to prove that the solution is
//! unique.
//!
//! The effort is the number of clauses that varisat 0.2 learns from conflicts while proving that there is no second
//! solution. The formula consists of the `complete` encoding of the board after singles have been propagated, plus a
//! clause that excludes the known solution. The result is the same on every machine, but other versions of varisat may
//! produce a different result.

use sudoku_cnf::{CandidateBoard, CnfOptions, Encoding, Inference, Problem, Puzzle, Solution};

use super::rules;
use super::step::{Difficulty, Step};
use crate::ask::{SolveOptions, blocking_clause, limited_cnf};
use crate::search::SolveError;
use crate::solver::{Limits, Outcome, learned_clauses};

/// The result of [`rate`].
///
/// With the feature `serde`, a rating is serialized with the fields `status`, `unique`, `difficulty`, `step` and
/// `learned_clauses` of the JSON records of `rate`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "serialize::Fields", try_from = "serialize::Fields"))]
pub enum Rating {
    /// The puzzle has exactly one solution.
    Unique {
        /// The hardest step that the puzzle requires.
        step: Step,
        /// The number of clauses that varisat learns while proving that the solution is unique, or 0 if singles solve
        /// the puzzle.
        learned_clauses: u64,
    },
    /// The puzzle has more than one solution and is therefore not rated.
    Several,
    /// The puzzle has no solution.
    Unsatisfiable,
}

#[cfg(feature = "serde")]
mod serialize {
    use serde::{Deserialize, Serialize};

    use super::{Difficulty, Rating, Step};

    #[derive(Default, Serialize, Deserialize)]
    pub(super) struct Fields {
        status: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unique: Option<bool>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        difficulty: Option<Difficulty>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        step: Option<Step>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        learned_clauses: Option<u64>,
    }

    impl From<Rating> for Fields {
        fn from(rating: Rating) -> Self {
            match rating {
                Rating::Unique { step, learned_clauses } => Self {
                    status: "solved".to_owned(),
                    unique: Some(true),
                    difficulty: Some(step.difficulty()),
                    step: Some(step),
                    learned_clauses: Some(learned_clauses),
                },
                Rating::Several => {
                    Self { status: "solved".to_owned(), unique: Some(false), ..Self::default() }
                }
                Rating::Unsatisfiable => Self { status: "unsatisfiable".to_owned(), ..Self::default() },
            }
        }
    }

    impl TryFrom<Fields> for Rating {
        type Error = String;

        fn try_from(fields: Fields) -> Result<Self, String> {
            match (&*fields.status, fields.unique, fields.step, fields.learned_clauses) {
                ("solved", Some(true), Some(step), Some(learned_clauses)) => {
                    Ok(Self::Unique { step, learned_clauses })
                }
                ("solved", Some(false), ..) => Ok(Self::Several),
                ("unsatisfiable", ..) => Ok(Self::Unsatisfiable),
                (status, ..) => Err(format!("the record with the status '{status}' has no rating")),
            }
        }
    }
}

/// Rates a puzzle by its hardest step and by the number of clauses that varisat learns.
///
/// This function first looks for two solutions as [`SolveOptions::solutions`] does, on one thread. If there is exactly
/// one and singles do not find it, it calls varisat.
///
/// # Errors
/// Returns an error if a limit is reached, the CNF has too many variables, or varisat fails.
///
/// ```
/// use sudoku_cnf::Inference;
/// use sudoku_sat::rate::{Rating, Step};
/// use sudoku_sat::{Limits, rate};
///
/// let rating = rate(&"1.....2...3....4".parse()?, &Limits::none())?;
/// let step = Step::Propagation(Inference::DecidedCells);
/// assert_eq!(rating, Rating::Unique { step, learned_clauses: 0 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn rate(puzzle: &Puzzle, limits: &Limits) -> Result<Rating, SolveError> {
    let has_rules = !puzzle.rules().is_empty();
    let search = SolveOptions::new().single_threaded().limits(limits.clone()).max_solutions(2);
    let mut solutions: Vec<Solution> = search.solutions(puzzle).collect::<Result<_, _>>()?;
    let Some(solution) = solutions.pop() else { return Ok(Rating::Unsatisfiable) };
    if !solutions.is_empty() {
        return Ok(Rating::Several);
    }
    let Some(step) = Step::within(puzzle, limits)? else {
        return Ok(Rating::Unsatisfiable);
    };
    if step.difficulty() == Difficulty::Easy && !has_rules {
        return Ok(Rating::Unique { step, learned_clauses: 0 });
    }
    let options = CnfOptions::from(Encoding::Complete).reduced();
    let Ok(board) = CandidateBoard::from_puzzle(puzzle, Inference::Singles) else {
        return Ok(Rating::Unsatisfiable);
    };
    let problem = Problem::from_board(puzzle, board, options);
    let blocking = blocking_clause(solution.grid(), &problem);
    let clauses = limited_cnf(&problem, Some(&blocking), limits)?;
    match learned_clauses(&clauses, limits)? {
        (Outcome::Unsatisfiable(_), learned_clauses) => {
            let step =
                if has_rules { rules::hardest_step(puzzle, limits)?.unwrap_or(Step::Search) } else { step };
            Ok(Rating::Unique { step, learned_clauses })
        }
        (Outcome::Satisfiable(_), _) => Ok(Rating::Several),
        (Outcome::Unknown(reason), _) => Err(SolveError::Unknown(reason)),
    }
}

#[cfg(all(test, feature = "serde"))]
mod tests {
    use super::*;

    #[test]
    fn ratings_have_the_fields_of_json_records() {
        for (puzzle, expected) in [
            ("................", r#"{"status":"solved","unique":false}"#),
            ("11..............", r#"{"status":"unsatisfiable"}"#),
            (
                "1.....2...3....4",
                r#"{"status":"solved","unique":true,"difficulty":"easy","step":"naked-singles","learned_clauses":0}"#,
            ),
        ] {
            let rating = rate(&puzzle.parse().unwrap(), &Limits::none()).unwrap();
            let json = serde_json::to_string(&rating).unwrap();
            assert_eq!(json, expected);
            assert_eq!(serde_json::from_str::<Rating>(&json).unwrap(), rating);
        }
        let error = serde_json::from_str::<Rating>(r#"{"status":"unknown"}"#).unwrap_err();
        assert_eq!(error.to_string(), "the record with the status 'unknown' has no rating");
    }
}
