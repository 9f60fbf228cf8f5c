//! Making puzzles: a random full grid is filled, then givens are dug out of it while the solution stays the only one.
//!
//! ```
//! use std::sync::Arc;
//! use sudoku_cnf::{BoxShape, Geometry};
//! use sudoku_sat::Limits;
//! use sudoku_sat::generate::{Generator, Recipe};
//!
//! let geometry = Arc::new(Geometry::new(BoxShape::STANDARD));
//! let mut generator = Generator::new(Recipe::new(geometry, 7))?;
//! let made = generator.make(1, &Limits::none())?;
//! assert!(made.puzzle.given_count() < 30);
//! // The same seed and number give the same puzzle, whatever was made before.
//! generator.make(2, &Limits::none())?;
//! assert_eq!(generator.make(1, &Limits::none())?.puzzle, made.puzzle);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## References
//! - The article on making Sudoku puzzles of n×n cells (fill, blank, solve again).
//! - S. Ostermiller: qqwing (symmetries, difficulty).

mod descent;
mod dig;
mod fill;
mod pattern;
mod swaps;

use std::sync::Arc;

use sudoku_cnf::planes::{Masks, Set};
use sudoku_cnf::{Geometry, Grid, Inference, Solution};
use thiserror::Error;

use crate::limits::Limits;
use crate::outcome::Reason;
use crate::question::{Difficulty, Prover, SolveError, Step};
use crate::random::Random;
use descent::Descent;
use dig::{Criterion, Digger, grid};
use fill::Filler;
pub use pattern::{Mask, MaskError, Symmetry, UnknownSymmetry};

/// The largest boards that puzzles are made of.
pub const MAX_GENERATED: usize = 36;
/// The largest boards on which puzzles are minimal if nothing is said of them.
const MAX_MINIMAL: usize = 16;

/// What puzzles are to be like.
///
/// If nothing is said of givens, difficulty or minimality, they are minimal up to 16×16; on larger boards singles solve
/// them, and no given can go without that being lost.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// The board.
    pub geometry: Arc<Geometry>,
    /// The seed. Each puzzle has a stream of random numbers of its own, by its number.
    pub seed: u64,
    /// The solution to dig in; a random one for each puzzle if it is not given.
    pub solution: Option<Solution>,
    /// How many givens to leave.
    pub givens: Option<usize>,
    /// Whether every given, or with a symmetry every group of givens, has to be needed for the solution to be the
    /// only one.
    pub is_minimal: bool,
    /// The symmetry of the givens' pattern.
    pub symmetry: Symmetry,
    /// The cells in which givens may stand. Groups of symmetry that are not all among them hold none.
    pub mask: Option<Mask>,
    /// What it takes to solve them.
    pub difficulty: Option<Difficulty>,
    /// How many grids to dig in, or ways to dig in the given one, until one gives what is asked for.
    pub tries: u64,
}

impl Recipe {
    /// Puzzles on this board of which nothing is asked.
    #[must_use]
    pub fn new(geometry: Arc<Geometry>, seed: u64) -> Self {
        Self {
            geometry,
            seed,
            solution: None,
            givens: None,
            is_minimal: false,
            symmetry: Symmetry::None,
            mask: None,
            difficulty: None,
            tries: 1000,
        }
    }

    /// What the puzzle has to stay while it is dug: this first and then that.
    fn criteria(&self) -> Vec<Criterion> {
        if let Some(inference) = self.difficulty.and_then(Difficulty::inference).filter(|_| !self.is_minimal)
        {
            return vec![Criterion::SolvedBy(inference)];
        }
        let is_large = self.geometry.size() > MAX_MINIMAL;
        let is_demanding = self.is_minimal || self.givens.is_some() || self.difficulty.is_some();
        match (is_large, is_demanding) {
            (false, _) => vec![Criterion::Unique],
            (true, false) => vec![Criterion::SolvedBy(Inference::Singles)],
            (true, true) => vec![Criterion::SolvedBy(Inference::Singles), Criterion::Unique],
        }
    }
}

/// A puzzle that was made.
#[derive(Clone, Debug)]
pub struct Made {
    /// The puzzle, which has one solution.
    pub puzzle: Grid,
    /// Its solution.
    pub solution: Solution,
    /// How hard it is, where that was asked for.
    pub difficulty: Option<Difficulty>,
    /// How many grids, or ways to dig, were tried.
    pub tries: u64,
    /// Why it is not what was asked for, but the best that was found; `None` if it is.
    pub shortfall: Option<Shortfall>,
}

/// Why a puzzle is not what was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shortfall {
    /// No other try came nearer to the number of givens and the difficulty.
    Tries,
    /// A limit was reached.
    Stopped(Reason),
}

/// Why no puzzle was made.
#[derive(Debug, Error)]
pub enum GenerateError {
    /// The board is too large.
    #[error("puzzles are made up to {MAX_GENERATED}x{MAX_GENERATED}, and this board is {0}x{0}")]
    Size(usize),
    /// The mask or the solution is on another board.
    #[error("the {0} is on another board than the puzzles")]
    OtherBoard(&'static str),
    /// There is no full grid.
    #[error("there is no full grid on this board")]
    NoGrid,
    /// The cells of the mask never determined a solution.
    #[error("in {0} tries the cells in which givens may stand did not determine the solution")]
    Undetermined(u64),
    /// A limit was reached, or the solver failed.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

/// A maker of puzzles, which keeps its memory and its solver from one to the next.
pub struct Generator(Box<dyn Make>);

impl Generator {
    /// A maker of puzzles by this recipe.
    ///
    /// # Errors
    /// If the board is larger than [`MAX_GENERATED`], or the mask or the solution is on another one.
    pub fn new(recipe: Recipe) -> Result<Self, GenerateError> {
        let n = recipe.geometry.size();
        if recipe.mask.as_ref().is_some_and(|mask| mask.size() != n) {
            return Err(GenerateError::OtherBoard("mask"));
        }
        if recipe.solution.as_ref().is_some_and(|solution| *solution.grid().geometry() != recipe.geometry) {
            return Err(GenerateError::OtherBoard("solution"));
        }
        Ok(Self(match n {
            ..=4 => Box::new(Workshop::<4, 1, 1>::new(recipe)),
            5..=6 => Box::new(Workshop::<6, 1, 1>::new(recipe)),
            7..=9 => Box::new(Workshop::<9, 2, 1>::new(recipe)),
            10..=16 => Box::new(Workshop::<16, 4, 2>::new(recipe)),
            17..=25 => Box::new(Workshop::<25, 10, 2>::new(recipe)),
            26..=MAX_GENERATED => Box::new(Workshop::<36, 21, 3>::new(recipe)),
            _ => return Err(GenerateError::Size(n)),
        }))
    }

    /// The puzzle with this number, which depends on nothing but the recipe and the number.
    ///
    /// # Errors
    /// If there is none, or a limit is reached before the first.
    pub fn make(&mut self, number: u64, limits: &Limits) -> Result<Made, GenerateError> {
        self.0.make(number, limits)
    }
}

impl std::fmt::Debug for Generator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Generator").finish_non_exhaustive()
    }
}

/// A [`Workshop`] for boards of any size.
trait Make {
    fn make(&mut self, number: u64, limits: &Limits) -> Result<Made, GenerateError>;
}

/// What it takes to make puzzles on boards of up to N digits, 64 · W cells and 64 · H complete houses.
struct Workshop<const N: usize, const W: usize, const H: usize> {
    recipe: Recipe,
    masks: Masks<W, H>,
    filler: Filler<W>,
    descent: Descent<N, W, H>,
    prover: Option<Prover>,
    /// The cells that hold givens together or not at all.
    groups: Vec<Set<W>>,
    /// The cells that hold no givens.
    blank: Set<W>,
}

impl<const N: usize, const W: usize, const H: usize> Workshop<N, W, H> {
    fn new(recipe: Recipe) -> Self {
        let masks = Masks::new(&recipe.geometry);
        let groups = recipe.symmetry.groups(recipe.geometry.size());
        let groups = groups.into_iter().map(|cells| cells.into_iter().collect::<Set<W>>());
        let allowed = recipe.mask.as_ref().map_or(*masks.cells(), |mask| mask.cells().collect());
        let groups: Vec<_> = groups.filter(|group| group.without(&allowed).is_empty()).collect();
        let blank = groups.iter().fold(*masks.cells(), |blank, group| blank.without(group));
        Self {
            filler: Filler::new(&recipe.geometry, &masks),
            descent: Descent::new(),
            prover: None,
            recipe,
            masks,
            groups,
            blank,
        }
    }

    /// A full grid to dig in, as the cells of each digit.
    fn full_grid(&mut self, random: &mut Random) -> Result<[Set<W>; N], GenerateError> {
        if let Some(solution) = &self.recipe.solution {
            let mut by_digit = [Set::EMPTY; N];
            for placed in solution.grid().givens() {
                by_digit[placed.digit.get() - 1].insert(placed.cell.index());
            }
            return Ok(by_digit);
        }
        let filled = self.filler.fill(&self.masks, &mut self.descent, random).map_err(SolveError::Unknown)?;
        filled.ok_or(GenerateError::NoGrid)
    }

    /// Digs in a full grid. `None` if the cells that may hold givens do not determine it.
    fn dig(
        &mut self,
        solution: [Set<W>; N],
        random: &mut Random,
        limits: &Limits,
    ) -> Result<Option<Made>, GenerateError> {
        let Self { recipe, masks, descent, prover, groups, blank, .. } = self;
        let geometry = &recipe.geometry;
        let mut digger = Digger::new(solution, geometry, masks, descent, prover, limits);
        let mut left = groups.clone();
        random.shuffle(&mut left);
        let criteria = recipe.criteria();
        if !digger.take(blank, criteria[criteria.len() - 1])? {
            return Ok(None);
        }
        // A minimal puzzle has as many givens as it has.
        let goal = recipe.givens.filter(|_| !recipe.is_minimal).unwrap_or(0);
        let mut shortfall = None;
        for criterion in criteria {
            match digger.dig(&left, goal, criterion) {
                Ok(stay) => left = stay,
                Err(SolveError::Unknown(reason)) => {
                    shortfall = Some(Shortfall::Stopped(reason));
                    break;
                }
                Err(error) => return Err(error.into()),
            }
        }
        let puzzle = digger.puzzle();
        let solution = grid(&solution, masks.cells(), geometry);
        let solution = Solution::check(solution, &puzzle).map_err(SolveError::from)?;
        let difficulty = recipe.difficulty.and_then(|_| Step::of(&puzzle)).map(Step::difficulty);
        Ok(Some(Made { puzzle, solution, difficulty, tries: 0, shortfall }))
    }

    /// How far a puzzle is from what is asked for, the nearest first: in its difficulty, then in its givens.
    fn distance(&self, made: &Made) -> (u8, usize) {
        let difficulty = match (made.difficulty, self.recipe.difficulty) {
            (Some(found), Some(wanted)) => (found as u8).abs_diff(wanted as u8),
            _ => 0,
        };
        let givens = self.recipe.givens.map_or(0, |wanted| made.puzzle.given_count().abs_diff(wanted));
        (difficulty, givens)
    }
}

impl<const N: usize, const W: usize, const H: usize> Make for Workshop<N, W, H> {
    fn make(&mut self, number: u64, limits: &Limits) -> Result<Made, GenerateError> {
        let mut random = Random::new(self.recipe.seed, number);
        self.descent.limit(limits);
        if limits.are_strict() {
            // It heeds the limits of the puzzle for which it was made.
            self.prover = None;
        }
        let mut best: Option<Made> = None;
        let mut tries = 0;
        let mut stopped = None;
        while tries < self.recipe.tries && stopped.is_none() {
            tries += 1;
            let dug =
                self.full_grid(&mut random).and_then(|solution| self.dig(solution, &mut random, limits));
            match dug {
                Ok(Some(made)) => {
                    stopped.clone_from(&made.shortfall);
                    let distance = self.distance(&made);
                    if stopped.is_none() && distance == (0, 0) {
                        return Ok(Made { tries, ..made });
                    }
                    if best.as_ref().is_none_or(|best| distance < self.distance(best)) {
                        best = Some(made);
                    }
                }
                // Another way to dig makes no difference.
                Ok(None) if self.recipe.solution.is_some() => return Err(GenerateError::Undetermined(tries)),
                Ok(None) => {}
                Err(GenerateError::Solve(SolveError::Unknown(reason))) if best.is_some() => {
                    stopped = Some(Shortfall::Stopped(reason));
                }
                Err(error) => return Err(error),
            }
        }
        let shortfall = Some(stopped.unwrap_or(Shortfall::Tries));
        best.map(|best| Made { tries, shortfall, ..best }).ok_or(GenerateError::Undetermined(tries))
    }
}
