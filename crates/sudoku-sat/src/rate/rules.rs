//! The hardest step of a puzzle with rules beyond houses, which propagation does not know.

use sudoku_cnf::{Inference, Puzzle, Solution};

use super::step::Step;
use crate::explain::{ExplainOptions, Explanation, FishKind, Technique, explain_solution};
use crate::search::SolveError;
use crate::solver::{Limits, StopReason};

/// Returns the hardest step in the explanation of `puzzle`, whose only solution is `solution`.
///
/// # Errors
/// Returns an error if a limit is reached or the solver fails.
pub(super) fn hardest_step(puzzle: &Puzzle, solution: Solution, limits: &Limits) -> Result<Step, SolveError> {
    let steps = match explain_solution(puzzle, solution, &ExplainOptions::default(), limits)? {
        Explanation::Solved { steps, .. } => steps,
        Explanation::Unknown { reason: Some(reason), .. } => return Err(reason.into()),
        _ => return Err(StopReason::GaveUp("found no further step".to_owned()).into()),
    };
    let mut hardest = Inference::DecidedCells;
    for step in steps {
        let Some(inference) = inference(&step.technique) else { return Ok(Step::Search) };
        hardest = hardest.max(inference);
    }
    Ok(Step::Rules(hardest))
}

/// Returns the weakest inference that includes a technique, or `None` if there is none. A single rule counts as the
/// weakest inference.
fn inference(technique: &Technique) -> Option<Inference> {
    Some(match technique {
        Technique::Given | Technique::PlacedDigit | Technique::NakedSingle | Technique::Rules(1) => {
            Inference::DecidedCells
        }
        Technique::FullHouse | Technique::HiddenSingle => Inference::Singles,
        Technique::Pointing | Technique::Claiming => Inference::Intersections,
        Technique::NakedSubset(_) | Technique::HiddenSubset(_) => Inference::Subsets,
        Technique::Fish { fins, kind: FishKind::Basic, .. } if fins.is_empty() => Inference::Fish,
        _ => return None,
    })
}
