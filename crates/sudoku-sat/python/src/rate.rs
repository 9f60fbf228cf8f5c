//! The difficulty of a puzzle.

use pyo3::prelude::*;
use sudoku_sat::rate as library;

use crate::args::Seconds;
use crate::call::run;
use crate::error;
use crate::puzzle::PuzzleInput;
use crate::values::value_class;

value_class! {
    /// The difficulty of a puzzle: its hardest step, and the effort of a SAT solver.
    ///
    /// Attributes:
    ///     difficulty: "easy", "medium", "hard" or "extreme".
    ///     step: The hardest step: "naked-singles", "hidden-singles", "intersections", "direct-subsets", "subsets",
    ///         "fish" or "search".
    ///     learned_clauses: The number of clauses that the solver varisat learns while it proves that the solution is
    ///         unique.
    Rating {
        difficulty: String,
        step: String,
        learned_clauses: u64,
    } {
        fn __repr__(&self) -> String {
            let Self { difficulty, step, learned_clauses } = self;
            format!("Rating(difficulty={difficulty:?}, step={step:?}, learned_clauses={learned_clauses})")
        }
    }
}

/// Returns the difficulty of a puzzle, or None if it does not have exactly one solution.
///
/// Raises:
///     ValueError: The argument is not a puzzle.
///     TimeoutError: The time limit was reached.
#[pyfunction]
#[pyo3(signature = (puzzle, *, timeout = None))]
pub(crate) fn rate(
    py: Python<'_>,
    puzzle: PuzzleInput,
    timeout: Option<Seconds>,
) -> PyResult<Option<Rating>> {
    let rating = run(py, timeout, |call| {
        library::rate(&puzzle.puzzle, &call.limits(puzzle.size())).map_err(error::solve)
    })?;
    Ok(match rating {
        library::Rating::Unique { step, learned_clauses } => Some(Rating {
            difficulty: step.difficulty().to_string(),
            step: step.to_string(),
            learned_clauses,
        }),
        library::Rating::Several | library::Rating::Unsatisfiable => None,
    })
}

value_class! {
    /// What it costs to explain a puzzle step by step. `explain` defines the cost of a step.
    ///
    /// Attributes:
    ///     hardest: The cost of the most expensive step.
    ///     total: The sum of the costs of all steps.
    ///     technique: The name of the most expensive step, for example "x-wing", or "" if all cells are given.
    ///     steps: The number of steps.
    Score {
        hardest: u64,
        total: u64,
        technique: String,
        steps: usize,
    } {
        fn __repr__(&self) -> String {
            let Self { hardest, total, technique, steps } = self;
            format!("Score(hardest={hardest}, total={total}, technique='{technique}', steps={steps})")
        }
    }
}

/// Returns the score of a puzzle, or None if it does not have exactly one solution.
///
/// Unlike the difficulty, scores also distinguish between puzzles that require search. Only scores of boards of the
/// same size are comparable.
///
/// Raises:
///     ValueError: The argument is not a puzzle.
///     TimeoutError: The time limit was reached.
#[pyfunction]
#[pyo3(signature = (puzzle, *, timeout = None))]
pub(crate) fn score(
    py: Python<'_>,
    puzzle: PuzzleInput,
    timeout: Option<Seconds>,
) -> PyResult<Option<Score>> {
    let score = run(py, timeout, |call| {
        library::score(&puzzle.puzzle, &call.limits(puzzle.size())).map_err(error::solve)
    })?;
    Ok(score.map(|score| Score {
        hardest: score.hardest,
        total: score.total,
        technique: score.technique,
        steps: score.steps,
    }))
}
