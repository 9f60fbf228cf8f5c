//! Attempts to generate a puzzle, the best of which is returned.

use std::ops::RangeInclusive;

use sudoku_cnf::puzzle::random::Random;
use sudoku_cnf::{Puzzle, Solution};

use super::{GenerateError, GeneratedPuzzle, GeneratorOptions, Shortfall};
use crate::rate::{Difficulty, Score};
use crate::search::SolveError;
use crate::solver::{Limits, ProgressEvent, StopReason};

/// A generator that makes any number of attempts at a puzzle.
pub(super) trait Generate: Send {
    fn options(&self) -> &GeneratorOptions;

    /// Returns whether a pattern of givens can have the requested symmetry and number.
    fn has_pattern(&self) -> bool {
        true
    }

    /// Makes an attempt. Returns `None` if it does not lead to a puzzle with a unique solution.
    ///
    /// `number` is different for each attempt. The first attempt has the number of the puzzle, and later attempts have
    /// numbers that no puzzle has. `random` is shared by all attempts at a puzzle.
    fn attempt(
        &mut self,
        number: u64,
        random: &mut Random,
        limits: &Limits,
    ) -> Result<Option<Attempt>, GenerateError>;
}

/// The result of an attempt.
pub(super) struct Attempt {
    pub(super) puzzle: Puzzle,
    pub(super) solution: Solution,
    pub(super) difficulty: Option<Difficulty>,
    pub(super) score: Option<Score>,
    /// The position in which the requested technique is the next step.
    pub(super) position: Option<Puzzle>,
    /// The reason why the removal of givens was stopped early, or `None` if it was completed.
    pub(super) unfinished: Option<StopReason>,
}

impl Attempt {
    /// Returns a measure of how far the puzzle is from meeting the requirements. The components, in descending order of
    /// priority, are whether a limit stopped the attempt, the difference from the requested difficulty, score,
    /// technique or position, and the difference from the requested numbers of givens and rules.
    fn distance(&self, options: &GeneratorOptions) -> (bool, u64, usize) {
        let rating = options.rating_distance(self.difficulty, self.score.as_ref());
        let position = u64::from(options.is_position && self.position.is_none());
        let outside = |wanted: &Option<RangeInclusive<usize>>, count: usize| {
            wanted.as_ref().map_or(0, |wanted| count.abs_diff(count.clamp(*wanted.start(), *wanted.end())))
        };
        let givens = outside(&options.givens, self.puzzle.given_count());
        let rules = if options.has_rules() { &options.rule_count } else { &None };
        let rules = outside(rules, self.puzzle.rules().len());
        (self.unfinished.is_some(), rating + position, givens + rules)
    }
}

/// Generates puzzle number `number`: the first that meets all requirements, or else the closest one.
pub(super) fn generate(
    generator: &mut dyn Generate,
    number: u64,
    limits: &Limits,
) -> Result<GeneratedPuzzle, GenerateError> {
    let options = generator.options().clone();
    let mut random = Random::new(options.seed, number);
    let (mut best, mut tries, mut stopped): (Option<Attempt>, _, _) = (None, 0, None);
    // If no pattern has the requested number of givens, further attempts cannot succeed.
    let max_tries = if generator.has_pattern() { options.max_tries() } else { 1 };
    while tries < max_tries && stopped.is_none() {
        let attempt = generator.attempt(number | tries << 40, &mut random, limits);
        tries += 1;
        match attempt {
            Ok(Some(attempt)) => {
                stopped.clone_from(&attempt.unfinished);
                let distance = attempt.distance(&options);
                if best.as_ref().is_none_or(|best| distance < best.distance(&options)) {
                    best = Some(attempt);
                }
                if distance == (false, 0, 0) {
                    break;
                }
            }
            Ok(None) => {}
            Err(GenerateError::Solve(SolveError::Unknown(reason))) if best.is_some() => {
                stopped = Some(reason);
            }
            Err(error) => return Err(error),
        }
        limits.report(ProgressEvent::Attempt(tries));
    }
    let best = best.ok_or(if options.has_rules() {
        GenerateError::NoRules(tries)
    } else {
        GenerateError::Undetermined(tries)
    })?;
    if options.is_position && best.position.is_none() {
        return Err(
            stopped.map_or(GenerateError::NoPosition(tries), |reason| SolveError::Unknown(reason).into())
        );
    }
    let shortfall = match (best.distance(&options), stopped) {
        ((false, 0, 0), _) => None,
        ((true, ..), Some(reason)) => Some(Shortfall::Unfinished(reason)),
        (_, Some(reason)) => Some(Shortfall::Stopped(reason)),
        (_, None) if !generator.has_pattern() => Some(Shortfall::Pattern),
        (_, None) => Some(Shortfall::Tries),
    };
    let Attempt { puzzle, solution, difficulty, score, position, .. } = best;
    let puzzle = position.unwrap_or(puzzle);
    Ok(GeneratedPuzzle { puzzle, solution, difficulty, score, tries, shortfall })
}
