//! Generation of puzzles with rules beyond houses.
//!
//! [Random rules](super::random_rules) fit a random solution, and some of them and of its digits are
//! [chosen](super::rule_choice). If the puzzle does not meet the requirements, there is another attempt.

use std::ops::RangeInclusive;

use sudoku_cnf::puzzle::random::Random;
use sudoku_cnf::puzzle::rule::NamedRule;
use sudoku_cnf::{Puzzle, Solution};

use super::random_rules::{Proposal, random_rules};
use super::rule_choice::{RuleChoice, is_unique};
use super::sized_generator::{Generate, Solutions};
use super::{GenerateError, GeneratedPuzzle, GeneratorOptions, Shortfall, tiling};
use crate::rate::{Difficulty, Score, score};
use crate::search::SolveError;
use crate::solver::{Limits, ProgressEvent};

/// A generator of puzzles with rules.
pub(super) struct RuleGenerator {
    options: GeneratorOptions,
    /// The generator of the solutions.
    grids: Box<dyn Solutions>,
    /// The orbits of the cells that may contain givens.
    orbits: Vec<Vec<usize>>,
}

/// The result of an attempt.
struct Attempt {
    puzzle: Puzzle,
    solution: Solution,
    difficulty: Option<Difficulty>,
    score: Option<Score>,
}

impl RuleGenerator {
    pub(super) fn new(options: GeneratorOptions, grids: Box<dyn Solutions>) -> Self {
        let orbits = options.orbits();
        Self { options, grids, orbits }
    }

    /// Returns a puzzle for one random solution. Returns `None` if its rules do not determine the solution together
    /// with the allowed givens, or if the rules of a kind are not necessary.
    fn attempt(&mut self, number: u64, limits: &Limits) -> Result<Option<Attempt>, GenerateError> {
        let solution = self.grids.solution(number, limits)?;
        // The generator of the solutions uses the stream of the seed itself.
        let mut random = Random::new(!self.options.seed, number);
        let is_easy = self.options.difficulty.is_some_and(|difficulty| difficulty <= Difficulty::Medium);
        let sizes = if is_easy { tiling::SMALL_SIZES } else { tiling::SIZES };
        let proposal = Proposal {
            kinds: &self.options.rules,
            tiles: self.options.tiled().map(|kind| (kind, sizes)),
            symmetry: self.options.symmetry,
            kept: self.options.kept_rules(),
        };
        let rules = random_rules(&solution, &proposal, &mut random, limits).map_err(SolveError::Unknown)?;
        let has_kind = |kind: &NamedRule| rules.iter().flatten().any(|rule| rule.name() == kind.name());
        if !self.options.rules.iter().all(has_kind) {
            return Ok(None);
        }
        let kept = self.options.kept_rules();
        let mut indices = kept.len()..kept.len() + rules.iter().map(Vec::len).sum::<usize>();
        let groups = rules.iter().map(|images| indices.by_ref().take(images.len()).collect()).collect();
        let mut full = Puzzle::from(solution.grid().clone()).with_rules([kept, &rules.concat()].concat());
        full.exclude(self.options.draft.iter().flat_map(Puzzle::excluded).copied());
        let choice = RuleChoice::new(&full, &self.options, &self.orbits, limits)?;
        let Some((puzzle, difficulty)) = choice.puzzle(groups, &mut random)? else { return Ok(None) };
        // Rules of the draft may depend on other rules, for example that all dots are given.
        if self.options.draft.is_some() && !is_unique(&puzzle, limits)? {
            return Ok(None);
        }
        let solution = Solution::check(full.into_grid(), &puzzle)
            .map_err(|error| SolveError::Internal(format!("a rule does not fit its grid: {error}")))?;
        let score = if self.options.needs_score() { score(&puzzle, limits)? } else { None };
        Ok(Some(Attempt { puzzle, solution, difficulty, score }))
    }

    /// Returns a measure of how far a puzzle is from meeting the requirements: the difference from the requested
    /// difficulty, score or technique, and from the requested numbers of givens and rules.
    fn distance(&self, attempt: &Attempt) -> (u64, u64) {
        let rating = self.options.rating_distance(attempt.difficulty, attempt.score.as_ref());
        let outside = |wanted: &Option<RangeInclusive<usize>>, count: usize| {
            wanted.as_ref().map_or(0, |wanted| count.abs_diff(count.clamp(*wanted.start(), *wanted.end())))
        };
        let givens = outside(&self.options.givens, attempt.puzzle.given_count());
        let rules = outside(&self.options.rule_count, attempt.puzzle.rules().len());
        (rating, (givens + rules) as u64)
    }
}

impl Generate for RuleGenerator {
    fn generate(&mut self, number: u64, limits: &Limits) -> Result<GeneratedPuzzle, GenerateError> {
        let draft = self.options.draft.as_ref().filter(|_| !self.options.rules.is_empty());
        if let Some(draft) = draft
            && is_unique(draft, limits)?
        {
            return Err(GenerateError::Complete);
        }
        let (mut best, mut tries, mut stopped): (Option<Attempt>, _, _) = (None, 0, None);
        while tries < self.options.max_tries() && stopped.is_none() {
            // The first attempt has the number of the puzzle, and later attempts numbers that no puzzle has.
            let attempt = self.attempt(number | tries << 40, limits);
            tries += 1;
            match attempt {
                Ok(Some(attempt)) => {
                    let distance = self.distance(&attempt);
                    if best.as_ref().is_none_or(|best| distance < self.distance(best)) {
                        best = Some(attempt);
                    }
                    if distance == (0, 0) {
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
        let best = best.ok_or(GenerateError::NoRules(tries))?;
        let shortfall = match (self.distance(&best), stopped) {
            ((0, 0), _) => None,
            (_, Some(reason)) => Some(Shortfall::Stopped(reason)),
            (_, None) => Some(Shortfall::Tries),
        };
        let Attempt { puzzle, solution, difficulty, score } = best;
        Ok(GeneratedPuzzle { puzzle, solution, difficulty, score, tries, shortfall })
    }
}

#[cfg(test)]
mod tests {
    use sudoku_cnf::puzzle::rule::{Form, RuleKind};

    use super::*;
    use crate::generate::Generator;

    #[test]
    fn lines_of_different_kinds_do_not_cross() {
        let options =
            GeneratorOptions::new().rules([RuleKind::Thermometer, RuleKind::Renban, RuleKind::Arrow]);
        let mut generator = Generator::new(options).unwrap();
        for number in 1..5 {
            let puzzle = generator.generate(number, &Limits::none()).unwrap().puzzle;
            let lines = puzzle.rules().iter().filter(|rule| rule.kind().form() != Form::Cell);
            let mut squares = std::collections::HashSet::new();
            for rule in lines {
                let cells: Vec<_> = rule.cells().iter().chain(rule.other_cells()).copied().collect();
                for step in cells.windows(2).filter(|step| step[0].row() != step[1].row()) {
                    let square = |a: usize, b: usize| a.min(b);
                    let corner =
                        (square(step[0].row(), step[1].row()), square(step[0].column(), step[1].column()));
                    let is_diagonal = step[0].column() != step[1].column();
                    assert!(!is_diagonal || squares.insert(corner), "{rule} crosses another line");
                }
            }
        }
    }
}
