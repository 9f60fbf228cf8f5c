//! The score of a puzzle: the cost of explaining its solution step by step.

use sudoku_cnf::Puzzle;

use crate::explain::{Deduction, ExplainOptions, Explanation, explain};
use crate::search::SolveError;
use crate::solver::{Limits, StopReason};

/// The costs of the steps that [`explain`](fn@explain) returns for a puzzle.
///
/// The documentation of [`explain`](mod@crate::explain#cost) defines the cost of a step. Unlike
/// [`Difficulty`](super::Difficulty), the costs also distinguish between puzzles that require search. They depend on
/// the size of the board, so only scores of boards of the same size are comparable. The same puzzle always has the same
/// score, but a future version may find cheaper steps.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Score {
    /// The cost of the most expensive step, or 0 if all cells are given.
    #[cfg_attr(feature = "serde", serde(rename = "score"))]
    pub hardest: u64,
    /// The sum of the costs of all steps.
    #[cfg_attr(feature = "serde", serde(rename = "total_score"))]
    pub total: u64,
    /// The [name](crate::explain::Technique::name) of the most expensive step, for example `x-wing`, or an empty string
    /// if all cells are given. If several steps cost the same, it is the most advanced of them.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "String::is_empty"))]
    pub technique: String,
    /// The number of steps.
    pub steps: usize,
}

/// Returns the score of `puzzle`, or `None` if it does not have exactly one solution.
///
/// # Errors
/// Returns an error if a limit is reached, or the solver fails.
///
/// ```
/// use sudoku_sat::Limits;
/// use sudoku_sat::rate::score;
///
/// let score = score(&"1.....2...3....4".parse()?, &Limits::none())?.unwrap();
/// assert!(score.hardest <= score.total);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn score(puzzle: &Puzzle, limits: &Limits) -> Result<Option<Score>, SolveError> {
    match explain(puzzle, &ExplainOptions::default(), limits)? {
        // There is no maximum number of steps.
        Explanation::Solved { steps, .. } | Explanation::Partial { steps, .. } => Ok(Some(Score::of(&steps))),
        Explanation::Unsatisfiable { .. } | Explanation::Several { .. } => Ok(None),
        Explanation::Unknown { reason, .. } => {
            let reason = reason.unwrap_or_else(|| StopReason::GaveUp("found no further step".to_owned()));
            Err(SolveError::Unknown(reason))
        }
    }
}

impl Score {
    pub(crate) fn of(steps: &[Deduction]) -> Self {
        let total = steps.iter().map(|step| step.cost).sum();
        let hardest = steps.iter().max_by_key(|step| (step.cost, step.technique.rank()));
        let technique = hardest.map(|step| step.technique.name()).unwrap_or_default();
        Self { hardest: hardest.map_or(0, |step| step.cost), total, technique, steps: steps.len() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score_of(text: &str) -> Option<Score> {
        score(&text.parse().unwrap(), &Limits::none()).unwrap()
    }

    #[cfg(feature = "serde")]
    #[test]
    fn scores_have_the_fields_of_json_records() {
        let score = score_of("1.....2...3....4").unwrap();
        let json = serde_json::to_string(&score).unwrap();
        assert!(json.starts_with(r#"{"score":4,"total_score":"#), "{json}");
        assert_eq!(serde_json::from_str::<Score>(&json).unwrap(), score);
    }

    #[test]
    fn harder_puzzles_have_higher_scores() {
        let easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let hard = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";
        let [easy, hard] = [easy, hard].map(|text| score_of(text).unwrap());
        assert!(easy.hardest <= 18, "singles suffice: {easy:?}");
        assert!(hard.hardest > 90 && hard.total > easy.total, "{hard:?}");
        assert!(["full-house", "hidden-single", "naked-single"].contains(&&*easy.technique), "{easy:?}");
        assert!(hard.steps > 50 && !hard.technique.is_empty(), "{hard:?}");
    }

    #[test]
    fn only_puzzles_with_one_solution_have_a_score() {
        assert_eq!(score_of("1234341221434321"), Some(Score::default()));
        assert_eq!(score_of(&".".repeat(16)), None);
        assert_eq!(score_of("12..34.........."), None);
    }
}
