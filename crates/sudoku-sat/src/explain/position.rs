//! Positions in which a technique is the next step, for exercises.

use sudoku_cnf::{Candidate, Puzzle};

use super::{Deduction, ExplainOptions, StepSearch};
use crate::search::SolveError;
use crate::solver::Limits;

/// Returns the first position that [`StepSearch`] reaches from `puzzle` in which the next step uses a technique, given
/// by its [name](super::Technique::name). Returns `None` if there is no such step, if another step is cheaper in its
/// position, or if `puzzle` does not have exactly one solution.
///
/// In the position, the digits that earlier steps have placed are givens, and the candidates that they have excluded
/// from open cells are excluded. It has the same solution as `puzzle`, and its first step uses the technique.
///
/// # Errors
/// Returns an error if a limit is reached or the solver fails.
///
/// ```
/// use sudoku_sat::Limits;
/// use sudoku_sat::explain::position;
///
/// let puzzle = "1.....2...3....4".parse()?;
/// let position = position(&puzzle, "full-house", &Limits::none())?.expect("a step");
/// assert!(position.given_count() > 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn position(puzzle: &Puzzle, technique: &str, limits: &Limits) -> Result<Option<Puzzle>, SolveError> {
    let Some(search) = StepSearch::new(puzzle.clone(), ExplainOptions::default(), limits.clone())? else {
        return Ok(None);
    };
    let mut position = puzzle.clone();
    let mut excluded = Vec::new();
    for step in search.steps()? {
        let step = step?;
        if step.technique.name() == technique {
            excluded.retain(|candidate: &Candidate| position.get(candidate.cell).is_none());
            position.exclude(excluded);
            // The order of the facts differs from that in the explanation, so another step may be the cheapest.
            let first = first_step(&position, limits)?;
            return Ok(first.filter(|first| first.technique.name() == technique).map(|_| position));
        }
        for fact in &step.derived {
            if fact.is_placed {
                position.set(fact.candidate.cell, Some(fact.candidate.digit));
            } else {
                excluded.push(fact.candidate);
            }
        }
    }
    Ok(None)
}

/// Returns the first step that explains `puzzle`, or `None` if the puzzle is solved or does not have exactly one
/// solution.
///
/// # Errors
/// Returns an error if a limit is reached or the solver fails.
pub fn first_step(puzzle: &Puzzle, limits: &Limits) -> Result<Option<Deduction>, SolveError> {
    let options = ExplainOptions { max_steps: Some(1), ..ExplainOptions::default() };
    let Some(search) = StepSearch::new(puzzle.clone(), options, limits.clone())? else { return Ok(None) };
    search.steps()?.next().transpose()
}
