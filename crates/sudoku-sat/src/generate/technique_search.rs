//! The search for puzzles whose most expensive step is a technique.

use std::ops::RangeInclusive;

use sudoku_cnf::{CandidateBoard, Inference, Puzzle};

use crate::explain::{ExplainOptions, StepSearch, Technique, needed_steps};
use crate::rate::{Score, Step, score};
use crate::search::SolveError;
use crate::solver::Limits;

/// The techniques for which a 9×9 puzzle takes at most 3 s of CPU time at the median (see docs/techniques.md).
const COMMON: &str = "full-house hidden-single naked-single pointing claiming naked-pair hidden-pair naked-triple \
    hidden-triple x-wing swordfish remote-pair skyscraper 2-string-kite turbot-fish empty-rectangle w-wing xy-wing \
    xyz-wing xy-chain continuous-loop aic grouped-aic";

/// Returns whether a puzzle with this technique takes longer than [`COMMON`] ones.
pub(super) fn is_rare(name: &str) -> bool {
    COMMON.split(' ').all(|common| common != name)
}

/// The technique that the most expensive step of a puzzle must use.
pub(super) struct WantedTechnique<'o> {
    name: &'o str,
    /// The range in which the hardest [`Step`] of puzzles with this technique usually lies.
    levels: RangeInclusive<Step>,
    /// A bound for the cost of steps in units of n + 1, or `None` if the technique may cost any amount.
    bound: Option<u64>,
}

impl<'o> WantedTechnique<'o> {
    pub(super) fn new(name: &'o str) -> Self {
        let rank = Technique::rank_of(name);
        let is_upto = |last: &str| rank <= Technique::rank_of(last);
        let level = Step::Propagation;
        let exactly = |inference| level(inference)..=level(inference);
        let (levels, bound) = match () {
            () if is_upto("full-house") => (exactly(Inference::DecidedCells), 14),
            () if is_upto("naked-single") => {
                (level(Inference::DecidedCells)..=level(Inference::Intersections), 14)
            }
            () if is_upto("hidden-quad") => (level(Inference::Intersections)..=level(Inference::Subsets), 14),
            () if is_upto("jellyfish") => (level(Inference::Fish)..=Step::Search, 17),
            () if is_upto("sashimi-x-wing") => (Step::Search..=Step::Search, 14),
            () => (Step::Search..=Step::Search, 40),
        };
        let has_pattern = !["forcing-chain", "contradiction"].contains(&name);
        Self { name, levels, bound: Some(bound).filter(|_| has_pattern) }
    }

    /// Returns the score of `puzzle` if its most expensive step is the technique.
    ///
    /// Cheap tests reject most other puzzles before their score is computed. They also reject a few puzzles with this
    /// technique.
    ///
    /// # Errors
    /// Returns an error if a limit is reached or the solver fails.
    pub(super) fn score(&self, puzzle: &Puzzle, limits: &Limits) -> Result<Option<Score>, SolveError> {
        let level = Step::within(puzzle, limits)?;
        if level.is_none_or(|level| !self.levels.contains(&level)) {
            return Ok(None);
        }
        if self.levels.contains(&Step::Propagation(Inference::Fish)) && !uses_fish(puzzle) {
            return Ok(None);
        }
        if let Some(bound) = self.bound {
            let search = StepSearch::new(puzzle.clone(), ExplainOptions::default(), limits.clone())?;
            let Some(search) = search else { return Ok(None) };
            let unit = puzzle.geometry().size() as u64 + 1;
            // Some proofs cost less after they are minimized.
            let mut steps = search.steps()?.cheaper_than(bound * unit * 3 / 2);
            let mut found = Vec::new();
            for step in steps.by_ref() {
                found.push(step?);
                if found.last().is_some_and(|step| step.cost > bound * unit) {
                    return Ok(None);
                }
            }
            if !steps.is_complete() {
                return Ok(None);
            }
            let needed = needed_steps(puzzle, found, &|fact| fact.is_placed);
            if Score::of(&needed).technique != self.name {
                return Ok(None);
            }
        }
        // Without the bound, other steps may be found.
        Ok(score(puzzle, limits)?.filter(|score| score.technique == self.name))
    }
}

/// Returns whether basic fish exclude more candidates than subsets alone.
fn uses_fish(puzzle: &Puzzle) -> bool {
    let candidates =
        |inference| CandidateBoard::from_puzzle(puzzle, inference).map(|board| board.candidate_count());
    candidates(Inference::Fish) != candidates(Inference::Subsets)
}
