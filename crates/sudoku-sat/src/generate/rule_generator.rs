//! Generation of puzzles with rules beyond houses.
//!
//! Random rules fit a random solution. Givens are added in cells in which another solution differs, until there is no
//! other solution. Then the givens are left out again where possible, those in the cells of rules first, so that the
//! rules carry the puzzle, and at last the rules. If the puzzle is too difficult, some of them return.

use std::sync::atomic::{AtomicU64, Ordering};

use sudoku_cnf::puzzle::random::Random;
use sudoku_cnf::puzzle::rule::{Rule, RuleKind};
use sudoku_cnf::{Lit, Model, Puzzle, Solution};

use super::random_rules::{Proposal, random_rules};
use super::sized_generator::Generate;
use super::{GenerateError, GeneratedPuzzle, GeneratorOptions, Shortfall, tiling};
use crate::explain::AssumptionSolver;
use crate::rate::rules::hardest_step;
use crate::rate::{Difficulty, Score, Step, score};
use crate::search::SolveError;
use crate::solver::{Interrupt, Limits, ProgressEvent, StopReason};

/// The default maximum number of attempts.
const MAX_TRIES: u64 = 200;

/// The maximum number of times that the solver checks its limits while it searches for another solution.
const MAX_CHECKS: u64 = 20;

/// A generator of puzzles with rules.
pub(super) struct RuleGenerator {
    options: GeneratorOptions,
    /// The generator of the solutions.
    grids: Box<dyn Generate>,
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
    pub(super) fn new(options: GeneratorOptions, grids: Box<dyn Generate>) -> Self {
        let geometry = &options.geometry;
        let is_allowed = |index: &usize| {
            options.mask.as_ref().is_none_or(|mask| mask.cells().any(|allowed| allowed == *index))
        };
        let mut orbits = options.symmetry.orbits(geometry.size());
        orbits.retain(|orbit| orbit.iter().all(is_allowed));
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
            tiles: self.options.tiles.then_some(sizes),
            symmetry: self.options.symmetry,
        };
        let rules = random_rules(&solution, &proposal, &mut random, limits).map_err(SolveError::Unknown)?;
        let has_kind = |kind: &RuleKind| rules.iter().flatten().any(|rule| rule.kind() == *kind);
        if !self.options.rules.iter().all(has_kind) {
            return Ok(None);
        }
        let mut indices = 0..rules.iter().map(Vec::len).sum();
        let groups = rules.iter().map(|images| indices.by_ref().take(images.len()).collect()).collect();
        let full = Puzzle::from(solution.grid().clone()).with_rules(rules.concat());
        let mut choice = Choice::new(&full, &self.options, limits)?;
        if !choice.determine(groups, &self.orbits, &mut random)? {
            return Ok(None);
        }
        choice.remove_givens()?;
        if !self.options.tiles {
            choice.remove_rules()?;
        }
        choice.add_givens(&self.orbits, &mut random);
        choice.ease(&self.orbits, &mut random)?;
        if !choice.needs_every_kind()? {
            return Ok(None);
        }
        let puzzle = choice.puzzle();
        let solution = Solution::check(full.into_grid(), &puzzle)
            .map_err(|error| SolveError::Internal(format!("a rule does not fit its grid: {error}")))?;
        let difficulty = match self.options.difficulty {
            Some(_) => hardest_step(&puzzle, limits)?.map(Step::difficulty),
            None => None,
        };
        let score = if self.options.needs_score() { score(&puzzle, limits)? } else { None };
        Ok(Some(Attempt { puzzle, solution, difficulty, score }))
    }

    /// Returns a measure of how far a puzzle is from meeting the requirements: the difference from the requested
    /// difficulty, score or technique, and from the requested numbers of givens and rules.
    fn distance(&self, attempt: &Attempt) -> (u64, u64) {
        let rating = self.options.rating_distance(attempt.difficulty, attempt.score.as_ref());
        let givens = self.options.givens.as_ref().map_or(0, |wanted| {
            let count = attempt.puzzle.given_count();
            count.abs_diff(count.clamp(*wanted.start(), *wanted.end()))
        });
        let rules = self.options.rule_count.as_ref().map_or(0, |wanted| {
            let count = attempt.puzzle.rules().len();
            count.abs_diff(count.clamp(*wanted.start(), *wanted.end()))
        });
        (rating, (givens + rules) as u64)
    }
}

impl Generate for RuleGenerator {
    fn generate(&mut self, number: u64, limits: &Limits) -> Result<GeneratedPuzzle, GenerateError> {
        let (mut best, mut tries, mut stopped): (Option<Attempt>, _, _) = (None, 0, None);
        while tries < self.options.tries.unwrap_or(MAX_TRIES) && stopped.is_none() {
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

    fn solution(&mut self, number: u64, limits: &Limits) -> Result<Solution, GenerateError> {
        self.grids.solution(number, limits)
    }
}

/// The givens and rules of a puzzle, chosen from those of a full grid.
struct Choice<'a> {
    full: &'a Puzzle,
    options: &'a GeneratorOptions,
    limits: &'a Limits,
    /// A solver for the solutions other than the full grid.
    solver: AssumptionSolver,
    /// The chosen orbits of givens.
    givens: Vec<Vec<usize>>,
    /// The indices of the chosen rules, together with their images under the symmetry.
    rules: Vec<Vec<usize>>,
    /// The indices of other rules, which may return.
    removed: Vec<Vec<usize>>,
}

impl<'a> Choice<'a> {
    fn new(full: &'a Puzzle, options: &'a GeneratorOptions, limits: &'a Limits) -> Result<Self, SolveError> {
        let mut solver = AssumptionSolver::of_puzzle(full, limits)?;
        let cells = full.geometry().cell_count();
        let differs: Vec<Lit> = solver.literals[..cells].iter().map(|&literal| !literal).collect();
        solver.solver.add_clause(&differs)?;
        Ok(Self { full, options, limits, solver, givens: Vec::new(), rules: Vec::new(), removed: Vec::new() })
    }

    /// Returns the elements of the solver for givens and rules.
    fn elements(&self, givens: &[Vec<usize>], rules: &[Vec<usize>]) -> Vec<u32> {
        let cells = self.full.geometry().cell_count();
        givens
            .iter()
            .flatten()
            .copied()
            .chain(rules.iter().flatten().map(|rule| cells + rule))
            .map(|index| index as u32)
            .collect()
    }

    /// Searches for another solution with these givens and rules. If there is none, returns elements that exclude all
    /// of them. Returns `None` if the search takes too long. The limit is a number of steps, so that the same seed
    /// always generates the same puzzle.
    fn other_solution(
        &mut self,
        givens: &[Vec<usize>],
        rules: &[Vec<usize>],
    ) -> Result<Option<Result<Model, Vec<u32>>>, SolveError> {
        let elements = self.elements(givens, rules);
        let checks = AtomicU64::new(0);
        let is_long = Interrupt::when(move || checks.fetch_add(1, Ordering::Relaxed) >= MAX_CHECKS);
        match self.solver.solve(&elements, &self.limits.clone().with_interrupt(is_long)) {
            Err(SolveError::Unknown(StopReason::Interrupted)) if self.limits.reached().is_none() => Ok(None),
            found => found.map(Some),
        }
    }

    fn max_givens(&self) -> usize {
        self.options.givens.as_ref().map_or(usize::MAX, |givens| *givens.end())
    }

    fn max_rules(&self) -> usize {
        self.options.rule_count.as_ref().map_or(usize::MAX, |rules| *rules.end())
    }

    fn given_count(&self) -> usize {
        self.givens.iter().map(Vec::len).sum()
    }

    fn rule_count(&self) -> usize {
        self.rules.iter().map(Vec::len).sum()
    }

    /// Returns the kind of a rule and its images.
    fn kind(&self, rules: &[usize]) -> RuleKind {
        self.full.rules()[rules[0]].kind()
    }

    /// Chooses rules from `groups`, at least one of each kind, and adds givens until there is no other solution.
    /// Returns `false` if the allowed givens do not suffice.
    fn determine(
        &mut self,
        mut groups: Vec<Vec<usize>>,
        orbits: &[Vec<usize>],
        random: &mut Random,
    ) -> Result<bool, SolveError> {
        random.shuffle(&mut groups);
        let is_first =
            |index: usize| groups[..index].iter().all(|other| self.kind(other) != self.kind(&groups[index]));
        let (first, others): (Vec<usize>, Vec<usize>) = (0..groups.len()).partition(|&index| is_first(index));
        for index in first.into_iter().chain(others) {
            let fits = self.rule_count() + groups[index].len() <= self.max_rules();
            if fits { &mut self.rules } else { &mut self.removed }.push(groups[index].clone());
        }
        let mut open = orbits.to_vec();
        random.shuffle(&mut open);
        let in_rules = self.cells_in_rules();
        // Givens outside the cells of rules come first, and are removed last.
        open.sort_by_key(|orbit| orbit.iter().any(|cell| in_rules.contains(cell)));
        loop {
            let elements = self.elements(&self.givens, &self.rules);
            let Ok(other) = self.solver.solve(&elements, self.limits)? else { return Ok(true) };
            let differs =
                |orbit: &Vec<usize>| orbit.iter().any(|&index| !other.satisfies(self.solver.literals[index]));
            if self.options.givens.as_ref().is_some_and(|givens| *givens.end() == 0) {
                return Ok(false);
            }
            let Some(next) = open.iter().position(differs) else { return Ok(false) };
            self.givens.push(open.remove(next));
        }
    }

    /// Returns the indices of the cells of the chosen rules.
    fn cells_in_rules(&self) -> Vec<usize> {
        let rules = self.rules.iter().flatten().map(|&index| &self.full.rules()[index]);
        let cells = rules.flat_map(|rule: &Rule| rule.cells().iter().chain(rule.other_cells()));
        cells.map(|&cell| self.full.geometry().index(cell)).collect()
    }

    /// Leaves out givens as long as the solution stays unique, the last ones first.
    fn remove_givens(&mut self) -> Result<(), SolveError> {
        let mut index = self.givens.len();
        while index > 0 {
            index -= 1;
            let mut without = self.givens.clone();
            without.remove(index);
            if let Some(Err(core)) = self.other_solution(&without, &self.rules.clone())? {
                // Givens that do not occur in the core are not necessary, either.
                without.retain(|orbit| orbit.iter().any(|&cell| core.contains(&(cell as u32))));
                index = index.min(without.len());
                self.givens = without;
            }
        }
        Ok(())
    }

    /// Leaves out rules as long as the solution stays unique and there is a rule of each kind, the last ones first.
    fn remove_rules(&mut self) -> Result<(), SolveError> {
        let min = self.options.rule_count.as_ref().map_or(0, |rules| *rules.start());
        for index in (0..self.rules.len()).rev() {
            let kind = self.kind(&self.rules[index]);
            let is_last = self.rules.iter().filter(|rules| self.kind(rules) == kind).count() == 1;
            let mut without = self.rules.clone();
            let removed = without.remove(index);
            if is_last || self.rule_count() < min + removed.len() {
                continue;
            }
            if let Some(Err(_)) = self.other_solution(&self.givens.clone(), &without)? {
                self.rules = without;
                self.removed.push(removed);
            }
        }
        Ok(())
    }

    /// Adds givens until there are as many as requested.
    fn add_givens(&mut self, orbits: &[Vec<usize>], random: &mut Random) {
        let min = self.options.givens.as_ref().map_or(0, |givens| *givens.start());
        for orbit in self.other_orbits(orbits, random) {
            if self.given_count() < min && self.given_count() + orbit.len() <= self.max_givens() {
                self.givens.push(orbit);
            }
        }
    }

    /// Returns the orbits that have not been chosen, in random order.
    fn other_orbits(&self, orbits: &[Vec<usize>], random: &mut Random) -> Vec<Vec<usize>> {
        let mut others: Vec<_> =
            orbits.iter().filter(|orbit| !self.givens.contains(orbit)).cloned().collect();
        random.shuffle(&mut others);
        others
    }

    /// Adds as few rules and then givens as necessary for the requested difficulty.
    fn ease(&mut self, orbits: &[Vec<usize>], random: &mut Random) -> Result<(), SolveError> {
        let Some(wanted) = self.options.difficulty else { return Ok(()) };
        let others = self.other_orbits(orbits, random);
        let (rules, givens) = (self.rules.clone(), self.givens.clone());
        let may_have_givens = self.given_count() < self.max_givens();
        let count = self.removed.len() + if may_have_givens { others.len() } else { 0 };
        // The smallest number of additions that suffices, by binary search.
        let (mut low, mut high) = (0, count);
        while low < high {
            let middle = if low == 0 && high == count { 0 } else { low.midpoint(high) };
            self.add(&rules, &givens, &others, middle);
            let step = hardest_step(&self.puzzle(), self.limits)?;
            if step.is_some_and(|step| step.difficulty() <= wanted) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        self.add(&rules, &givens, &others, low);
        Ok(())
    }

    /// Chooses `rules` and `givens`, and the first `count` of the removed rules and of `others` that are allowed.
    fn add(&mut self, rules: &[Vec<usize>], givens: &[Vec<usize>], others: &[Vec<usize>], count: usize) {
        (self.rules, self.givens) = (rules.to_vec(), givens.to_vec());
        for removed in self.removed.iter().take(count) {
            if self.rule_count() + removed.len() <= self.max_rules() {
                self.rules.push(removed.clone());
            }
        }
        for orbit in others.iter().take(count.saturating_sub(self.removed.len())) {
            if self.given_count() + orbit.len() <= self.max_givens() {
                self.givens.push(orbit.clone());
            }
        }
    }

    /// Returns whether the puzzle would have several solutions without the rules of any one of the kinds.
    fn needs_every_kind(&mut self) -> Result<bool, SolveError> {
        for kind in self.options.rules.clone() {
            let others: Vec<Vec<usize>> =
                self.rules.iter().filter(|rules| self.kind(rules) != kind).cloned().collect();
            let elements = self.elements(&self.givens, &others);
            if self.solver.solve(&elements, self.limits)?.is_err() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn puzzle(&self) -> Puzzle {
        let mut rules = self.rules.concat();
        rules.sort_unstable();
        let geometry = self.full.geometry();
        let rules = rules.into_iter().map(|index| self.full.rules()[index].clone());
        let mut puzzle = Puzzle::empty(geometry.clone()).with_rules(rules);
        for &index in self.givens.iter().flatten() {
            let cell = geometry.cell(index);
            puzzle.set(cell, self.full.get(cell));
        }
        puzzle
    }
}
