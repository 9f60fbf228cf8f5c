//! One puzzle after the other by one recipe: fill, dig, judge, try again.

use sudoku_cnf::bits::Set;
use sudoku_cnf::planes::{Masks, by_digit};
use sudoku_cnf::{Grid, Inference, Solution};

use super::descent::Descent;
use super::dig::{Criterion, Digger, grid};
use super::fill::Filler;
use super::{GenerateError, Made, Recipe, Shortfall};
use crate::limits::Limits;
use crate::outcome::Reason;
use crate::question::{Difficulty, Prover, SolveError, Step};
use crate::random::Random;

/// The largest boards on which puzzles are minimal if nothing is said of them.
const MAX_MINIMAL: usize = 16;

/// A [`Workshop`] for boards of any size.
pub(super) trait Make {
    /// The puzzle with this number.
    fn make(&mut self, number: u64, limits: &Limits) -> Result<Made, GenerateError>;
}

/// What it takes to make puzzles on boards of up to N digits, 64 · W cells and 64 · H complete houses.
pub(super) struct Workshop<const N: usize, const W: usize, const H: usize> {
    recipe: Recipe,
    masks: Masks<W, H>,
    filler: Filler<W>,
    descent: Descent<N, W, H>,
    /// Made when it is first needed, with the limits that it heeds.
    prover: Option<Prover>,
    limits: Limits,
    /// The cells that hold givens together or not at all.
    orbits: Vec<Set<W>>,
    /// Whether some of these have together as many cells as givens are asked for.
    has_pattern: bool,
    /// The cells that hold no givens.
    blank: Set<W>,
}

/// A puzzle that was dug.
struct Dug {
    puzzle: Grid,
    solution: Solution,
    difficulty: Option<Difficulty>,
    /// The limit that was reached while more givens might have gone.
    unfinished: Option<Reason>,
}

impl<const N: usize, const W: usize, const H: usize> Workshop<N, W, H> {
    pub(super) fn new(recipe: Recipe) -> Self {
        let masks = Masks::new(&recipe.geometry);
        let orbits = recipe.symmetry.orbits(recipe.geometry.size());
        let orbits = orbits.into_iter().map(|cells| cells.into_iter().collect::<Set<W>>());
        let allowed = recipe.mask.as_ref().map_or(*masks.cells(), |mask| mask.cells().collect());
        let orbits: Vec<_> = orbits.filter(|orbit| orbit.without(&allowed).is_empty()).collect();
        let has_pattern = |givens| is_sum(givens, orbits.iter().map(Set::len));
        Self {
            has_pattern: recipe.givens.is_none_or(has_pattern),
            filler: Filler::new(&recipe.geometry, &masks),
            descent: Descent::new(),
            prover: None,
            limits: Limits::none(),
            blank: orbits.iter().fold(*masks.cells(), |blank, orbit| blank.without(orbit)),
            orbits,
            recipe,
            masks,
        }
    }

    /// A full grid to dig in, as the cells of each digit.
    fn full_grid(&mut self, random: &mut Random) -> Result<[Set<W>; N], GenerateError> {
        if let Some(solution) = &self.recipe.solution {
            return Ok(by_digit(solution.grid()));
        }
        let filled = self.filler.fill(&self.masks, &mut self.descent, random, &self.limits)?;
        filled.ok_or(GenerateError::NoGrid)
    }

    /// Digs in a full grid. `None` if the cells that may hold givens do not determine it.
    fn dig(&mut self, solution: [Set<W>; N], random: &mut Random) -> Result<Option<Dug>, GenerateError> {
        let mut criteria = self.criteria();
        let Self { recipe, masks, descent, prover, limits, orbits, blank, .. } = self;
        let geometry = &recipe.geometry;
        let mut digger = Digger::new(solution, geometry, masks, descent, prover, limits);
        let mut left = orbits.clone();
        random.shuffle(&mut left);
        if !digger.take_all(blank, criteria[0])? {
            // It may still be a puzzle, if a harder one.
            criteria = vec![Criterion::Unique];
            if !digger.take_all(blank, Criterion::Unique)? {
                return Ok(None);
            }
        }
        // A minimal puzzle has as many givens as it has.
        let goal = recipe.givens.filter(|_| !recipe.is_minimal).unwrap_or(0);
        let mut unfinished = None;
        for criterion in criteria {
            match digger.dig(&left, goal, criterion) {
                Ok(stay) => left = stay,
                Err(SolveError::Unknown(reason)) => {
                    unfinished = Some(reason);
                    break;
                }
                Err(error) => return Err(error.into()),
            }
        }
        let puzzle = digger.puzzle();
        let solution = grid(&solution, masks.cells(), geometry);
        let solution = Solution::check(solution, &puzzle).map_err(SolveError::from)?;
        let difficulty = recipe.difficulty.and_then(|_| Step::of(&puzzle)).map(Step::difficulty);
        Ok(Some(Dug { puzzle, solution, difficulty, unfinished }))
    }

    /// What the puzzle has to stay while it is dug: this first and then that.
    fn criteria(&self) -> Vec<Criterion> {
        let recipe = &self.recipe;
        if let Some(inference) =
            recipe.difficulty.and_then(Difficulty::inference).filter(|_| !recipe.is_minimal)
        {
            return vec![Criterion::SolvedBy(inference)];
        }
        let is_large = recipe.geometry.size() > MAX_MINIMAL;
        let is_demanding = recipe.is_minimal || recipe.givens.is_some() || recipe.difficulty.is_some();
        match (is_large, is_demanding) {
            (false, _) => vec![Criterion::Unique],
            (true, false) => vec![Criterion::SolvedBy(Inference::Singles)],
            (true, true) => vec![Criterion::SolvedBy(Inference::Singles), Criterion::Unique],
        }
    }

    /// How far a puzzle is from what is asked for, the nearest first: whether more givens might go, then in its
    /// difficulty, then in its givens.
    fn distance(&self, dug: &Dug) -> (bool, u8, usize) {
        let difficulty = match (dug.difficulty, self.recipe.difficulty) {
            (Some(found), Some(wanted)) => (found as u8).abs_diff(wanted as u8),
            _ => 0,
        };
        let givens = self.recipe.givens.map_or(0, |wanted| dug.puzzle.given_count().abs_diff(wanted));
        (dug.unfinished.is_some(), difficulty, givens)
    }
}

impl<const N: usize, const W: usize, const H: usize> Make for Workshop<N, W, H> {
    fn make(&mut self, number: u64, limits: &Limits) -> Result<Made, GenerateError> {
        let mut random = Random::new(self.recipe.seed, number);
        self.descent.limit(limits);
        if !self.limits.are_like(limits) {
            self.limits = limits.clone();
            self.prover = None;
        }
        let mut best: Option<Dug> = None;
        let mut tries = 0;
        let mut stopped = None;
        // Where no pattern has as many givens, no number of tries makes a difference.
        let most = if self.has_pattern { self.recipe.tries } else { 1 };
        while tries < most && stopped.is_none() {
            tries += 1;
            match self.full_grid(&mut random).and_then(|solution| self.dig(solution, &mut random)) {
                Ok(Some(dug)) => {
                    stopped.clone_from(&dug.unfinished);
                    let distance = self.distance(&dug);
                    let is_nearer = best.as_ref().is_none_or(|best| distance < self.distance(best));
                    best = if is_nearer { Some(dug) } else { best };
                    if distance == (false, 0, 0) {
                        break;
                    }
                }
                // Another way to dig makes no difference.
                Ok(None) if self.recipe.solution.is_some() => break,
                Ok(None) => {}
                Err(GenerateError::Solve(SolveError::Unknown(reason))) if best.is_some() => {
                    stopped = Some(reason);
                }
                Err(error) => return Err(error),
            }
        }
        let best = best.ok_or(GenerateError::Undetermined(tries))?;
        let shortfall = match (self.distance(&best), stopped) {
            ((false, 0, 0), _) => None,
            ((true, ..), Some(reason)) => Some(Shortfall::Unfinished(reason)),
            (_, Some(reason)) => Some(Shortfall::Stopped(reason)),
            (_, None) if !self.has_pattern => Some(Shortfall::Pattern),
            (_, None) => Some(Shortfall::Tries),
        };
        let Dug { puzzle, solution, difficulty, .. } = best;
        Ok(Made { puzzle, solution, difficulty, tries, shortfall })
    }
}

/// Whether some of the numbers make this sum.
fn is_sum(sum: usize, numbers: impl Iterator<Item = usize>) -> bool {
    let mut is_made = vec![false; sum + 1];
    is_made[0] = true;
    for number in numbers {
        for smaller in (0..(sum + 1).saturating_sub(number)).rev() {
            is_made[smaller + number] |= is_made[smaller];
        }
    }
    is_made[sum]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums() {
        assert!(is_sum(0, [].into_iter()));
        assert!(is_sum(5, [2, 2, 1].into_iter()) && !is_sum(6, [2, 2, 1].into_iter()));
        assert!(!is_sum(3, [2, 2, 4].into_iter()) && is_sum(6, [2, 2, 4].into_iter()));
    }
}
