//! Generation of puzzles with rules beyond houses.
//!
//! Each attempt draws [random rules](super::random_rules) that fit a random solution, and
//! [chooses](super::rule_choice) some of the rules and digits.

use sudoku_cnf::puzzle::random::Random;
use sudoku_cnf::puzzle::rule::NamedRule;
use sudoku_cnf::{Puzzle, Solution};

use super::attempts::{Attempt, Generate};
use super::random_rules::random_rules;
use super::rule_choice::{RuleChoice, is_unique};
use super::sized_generator::SolutionSource;
use super::{GenerateError, GeneratorOptions};
use crate::rate::score;
use crate::search::SolveError;
use crate::solver::Limits;

/// A generator of puzzles with rules.
pub(super) struct RuleGenerator {
    options: GeneratorOptions,
    /// The generator of the solutions.
    grids: Box<dyn SolutionSource>,
    /// The orbits of the cells that may contain givens.
    orbits: Vec<Vec<usize>>,
}

impl RuleGenerator {
    pub(super) fn new(options: GeneratorOptions, grids: Box<dyn SolutionSource>) -> Self {
        let orbits = options.orbits();
        Self { options, grids, orbits }
    }
}

impl Generate for RuleGenerator {
    fn options(&self) -> &GeneratorOptions {
        &self.options
    }

    /// Returns a puzzle for one random solution. Returns `None` if its rules do not determine the solution together
    /// with the allowed givens, or if the rules of a kind are not necessary.
    fn attempt(
        &mut self,
        number: u64,
        _: &mut Random,
        limits: &Limits,
    ) -> Result<Option<Attempt>, GenerateError> {
        let solution = self.grids.solution(number, limits)?;
        // The generator of the solutions uses the stream of the seed itself.
        let mut random = Random::new(!self.options.seed, number);
        let options = &self.options;
        let rules = random_rules(&solution, options, &mut random, limits).map_err(SolveError::Unknown)?;
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
        Ok(Some(Attempt { puzzle, solution, difficulty, score, position: None, unfinished: None }))
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
