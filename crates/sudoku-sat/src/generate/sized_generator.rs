//! Puzzle generation on bit boards of a fixed capacity. Each attempt fills a grid, removes givens, and checks whether
//! the resulting puzzle meets the requirements.

use sudoku_cnf::{Inference, Puzzle, Solution};

use super::attempts::{Attempt, Generate};
use super::dig::{Criterion, Digger, UniquenessCheck, grid};
use super::fill::GridFiller;
use super::order::GuessSearch;
use super::technique_search::WantedTechnique;
use super::{GenerateError, GeneratorOptions};
use crate::ask::GivenOracle;
use crate::bitboard::{HouseMasks, Set, by_digit};
use crate::explain::position;
use crate::rate::{Difficulty, Step, score};
use crate::search::SolveError;
use crate::search::dpll::StandardSearch;
use crate::solver::{Limits, Solver};
use sudoku_cnf::puzzle::random::Random;

/// The largest board size for which puzzles are minimal by default.
const MAX_MINIMAL: usize = 16;

/// A source of the full grids of puzzles.
pub(super) trait SolutionSource: Send {
    /// Returns the full grid from which the first attempt at puzzle number `number` removes givens.
    fn solution(&mut self, number: u64, limits: &Limits) -> Result<Solution, GenerateError>;
}

/// A generator for boards with up to N digits, 64 · W cells and 64 · H houses of n cells.
pub(super) struct SizedGenerator<const N: usize, const W: usize, const H: usize> {
    options: GeneratorOptions,
    masks: HouseMasks<W, H>,
    filler: GridFiller<W>,
    search: GuessSearch<N, W, H>,
    /// A faster search for uniqueness checks on the standard 9×9 board. `None` on any other board.
    dpll: Option<StandardSearch>,
    /// Fills grids and checks uniqueness where the search does not succeed.
    solver: Solver,
    /// The state of the SAT solver for uniqueness checks. `None` until the solver is first needed.
    oracle: Option<GivenOracle>,
    /// The orbits of the symmetry that lie entirely within the mask, or all orbits if there is no mask.
    orbits: Vec<Set<W>>,
    /// Whether the orbits can be combined into a pattern with the requested number of givens. Always `true` if no
    /// number is requested.
    has_pattern: bool,
    /// The cells that must not contain givens.
    blank: Set<W>,
}

impl Attempt {
    /// Adds the score, and the position if it is requested. A puzzle without the requested technique has no score.
    fn explain(&mut self, options: &GeneratorOptions, limits: &Limits) -> Result<(), SolveError> {
        let Some(technique) = &options.technique else {
            self.score = score(&self.puzzle, limits)?;
            return Ok(());
        };
        self.score = WantedTechnique::new(technique).score(&self.puzzle, limits)?;
        if options.is_position && self.score.is_some() {
            self.position = position(&self.puzzle, technique, limits)?;
        }
        Ok(())
    }
}

impl<const N: usize, const W: usize, const H: usize> SizedGenerator<N, W, H> {
    pub(super) fn new(options: GeneratorOptions) -> Self {
        let masks = HouseMasks::new(&options.geometry);
        let orbits: Vec<Set<W>> =
            options.orbits().into_iter().map(|orbit| orbit.into_iter().collect()).collect();
        // Whether the sizes of some orbits add up to each number of cells.
        let mut is_sum = vec![false; options.geometry.cell_count() + 1];
        is_sum[0] = true;
        for size in orbits.iter().map(Set::len) {
            for sum in (size..is_sum.len()).rev() {
                is_sum[sum] |= is_sum[sum - size];
            }
        }
        Self {
            has_pattern: options.givens.clone().is_none_or(|mut givens| givens.any(|count| is_sum[count])),
            filler: GridFiller::new(&options.geometry, &masks),
            search: GuessSearch::new(Limits::none()),
            dpll: options.geometry.is_standard().then(|| StandardSearch::empty(Limits::none())),
            oracle: None,
            blank: orbits.iter().fold(masks.cells, |blank, orbit| blank.without(orbit)),
            orbits,
            solver: options.solver_or_default(),
            options,
            masks,
        }
    }

    /// Returns the full grid from which givens will be removed, as one set of cells per digit.
    fn full_grid(&mut self, random: &mut Random, limits: &Limits) -> Result<[Set<W>; N], GenerateError> {
        if let Some(solution) = &self.options.solution {
            return Ok(by_digit(solution.grid()));
        }
        let filled = self.filler.fill(&self.masks, &mut self.search, random, (&self.solver, limits))?;
        filled.ok_or(GenerateError::NoGrid)
    }

    /// Removes givens from a full grid. Returns `None` if the puzzle has several solutions even with a given in every
    /// allowed cell.
    fn dig(
        &mut self,
        solution: [Set<W>; N],
        random: &mut Random,
        limits: &Limits,
    ) -> Result<Option<Attempt>, GenerateError> {
        let mut criteria = self.criteria();
        let Self { options, masks, search, dpll, oracle, orbits, blank, solver, .. } = self;
        let geometry = &options.geometry;
        let uniqueness = UniquenessCheck { search, dpll, oracle, solver, limits };
        let mut digger = Digger::new(solution, geometry, masks, uniqueness);
        let mut left = orbits.clone();
        random.shuffle(&mut left);
        if !digger.try_remove(blank, criteria[0])? {
            // The givens in the allowed cells may still determine the solution, even if propagation alone cannot find
            // it.
            criteria = vec![Criterion::Unique];
            if !digger.try_remove(blank, Criterion::Unique)? {
                return Ok(None);
            }
        }
        // If the puzzle must be minimal, digging must not stop at the requested number of givens.
        let goal =
            options.givens.as_ref().filter(|_| !options.is_minimal).map_or(0, |givens| *givens.start());
        let mut unfinished = None;
        for criterion in criteria {
            match digger.dig(&left, goal, criterion) {
                Ok(remaining) => left = remaining,
                Err(SolveError::Unknown(reason)) => {
                    unfinished = Some(reason);
                    break;
                }
                Err(error) => return Err(error.into()),
            }
        }
        let puzzle = digger.puzzle();
        let solution = grid(&solution, &masks.cells, geometry);
        let solution = Solution::check(solution, &puzzle).map_err(SolveError::from)?;
        let difficulty = options.difficulty.and_then(|_| Step::of(&puzzle)).map(Step::difficulty);
        let mut dug = Attempt { puzzle, solution, difficulty, score: None, position: None, unfinished };
        if options.needs_score() && dug.unfinished.is_none() {
            match dug.explain(options, limits) {
                Err(SolveError::Unknown(reason)) => dug.unfinished = Some(reason),
                explained => explained?,
            }
        }
        Ok(Some(dug))
    }

    /// Returns the criteria for removing givens, in the order in which they are applied.
    fn criteria(&self) -> Vec<Criterion> {
        let options = &self.options;
        if let Some(inference) =
            options.difficulty.and_then(Difficulty::inference).filter(|_| !options.is_minimal)
        {
            return vec![Criterion::SolvedBy(inference)];
        }
        if options.technique.as_deref() == Some("full-house") && !options.is_minimal {
            return vec![Criterion::SolvedByFullHouses];
        }
        let is_large = options.geometry.size() > MAX_MINIMAL;
        let is_demanding = options.is_minimal
            || options.givens.is_some()
            || options.difficulty.is_some()
            || options.needs_score();
        match (is_large, is_demanding) {
            (false, _) => vec![Criterion::Unique],
            (true, false) => vec![Criterion::SolvedBy(Inference::Singles)],
            (true, true) => vec![Criterion::SolvedBy(Inference::Singles), Criterion::Unique],
        }
    }
}

impl<const N: usize, const W: usize, const H: usize> SolutionSource for SizedGenerator<N, W, H> {
    fn solution(&mut self, number: u64, limits: &Limits) -> Result<Solution, GenerateError> {
        self.search.set_limits(limits);
        let by_digit = self.full_grid(&mut Random::new(self.options.seed, number), limits)?;
        let geometry = &self.options.geometry;
        let grid = grid(&by_digit, &self.masks.cells, geometry);
        Ok(Solution::check(grid, &Puzzle::empty(geometry.clone())).map_err(SolveError::from)?)
    }
}

impl<const N: usize, const W: usize, const H: usize> Generate for SizedGenerator<N, W, H> {
    fn options(&self) -> &GeneratorOptions {
        &self.options
    }

    fn has_pattern(&self) -> bool {
        self.has_pattern
    }

    fn attempt(
        &mut self,
        _: u64,
        random: &mut Random,
        limits: &Limits,
    ) -> Result<Option<Attempt>, GenerateError> {
        self.search.set_limits(limits);
        if let Some(dpll) = &mut self.dpll {
            dpll.set_limits(limits);
        }
        let solution = self.full_grid(random, limits)?;
        let attempt = self.dig(solution, random, limits)?;
        // If the solution is fixed, every further attempt would fail for the same reason.
        if attempt.is_none() && self.options.solution.is_some() {
            return Err(GenerateError::Undetermined(1));
        }
        Ok(attempt)
    }
}
