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
//! [`Step`](crate::question::Step) tells how hard they are, [`batch`](crate::batch) makes them by several threads.
//!
//! ## References
//! - The article on making Sudoku puzzles of n×n cells (fill a grid at random, blank cells, solve again).
//! - S. Ostermiller: QQwing (the symmetries).

mod descent;
mod dig;
mod fill;
mod pattern;
mod unavoidable;
mod workshop;

use std::sync::Arc;

use sudoku_cnf::{Geometry, Grid, Solution, with_planes};
use thiserror::Error;

use crate::limits::Limits;
use crate::outcome::Reason;
use crate::question::{Difficulty, SolveError};
pub use pattern::{Mask, MaskError, Symmetry, UnknownSymmetry};
use workshop::{Make, Workshop};

/// The largest boards that puzzles are made of.
pub const MAX_GENERATED: usize = 36;

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
    /// Whether every given, or with a symmetry every orbit of givens, has to be needed for the solution to be the
    /// only one.
    pub is_minimal: bool,
    /// The symmetry of the givens' pattern.
    pub symmetry: Symmetry,
    /// The cells in which givens may stand. Orbits of a symmetry that are not all among them hold none.
    pub mask: Option<Mask>,
    /// What it takes to solve them.
    pub difficulty: Option<Difficulty>,
    /// How many grids to dig in, or ways to dig in the given one, until one gives what is asked for: at least 1.
    pub tries: u64,
}

impl Recipe {
    /// Puzzles on this board of which nothing is asked; in up to 1000 tries each, beyond 9×9 in 50.
    #[must_use]
    pub fn new(geometry: Arc<Geometry>, seed: u64) -> Self {
        let tries = if geometry.size() > 9 { 50 } else { 1000 };
        Self {
            geometry,
            seed,
            solution: None,
            givens: None,
            is_minimal: false,
            symmetry: Symmetry::None,
            mask: None,
            difficulty: None,
            tries,
        }
    }

    /// Refuses boards that are too large, and parts that do not fit together.
    ///
    /// # Errors
    /// If the board is larger than [`MAX_GENERATED`], or the mask or the solution is on another one.
    pub fn check(&self) -> Result<(), GenerateError> {
        let n = self.geometry.size();
        if n > MAX_GENERATED {
            return Err(GenerateError::Size(n));
        }
        if self.mask.as_ref().is_some_and(|mask| mask.size() != n) {
            return Err(GenerateError::OtherBoard("mask"));
        }
        if self.solution.as_ref().is_some_and(|solution| *solution.grid().geometry() != self.geometry) {
            return Err(GenerateError::OtherBoard("solution"));
        }
        Ok(())
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
    /// No try came nearer to the number of givens and the difficulty.
    Tries,
    /// No pattern of this symmetry, within the mask, has as many givens as are asked for.
    Pattern,
    /// A limit was reached, and no try before came nearer.
    Stopped(Reason),
    /// A limit was reached before the first try ended: more givens might go.
    Unfinished(Reason),
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
    #[error("the cells in which givens may stand determine no solution; tries: {0}")]
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
    /// Those of [`Recipe::check`].
    pub fn new(recipe: Recipe) -> Result<Self, GenerateError> {
        recipe.check()?;
        let maker: Box<dyn Make> = with_planes!(recipe.geometry.size(),
            N W H => Box::new(Workshop::<N, W, H>::new(recipe)),
            _ => return Err(GenerateError::Size(recipe.geometry.size()))
        );
        Ok(Self(maker))
    }

    /// The puzzle with this number, which depends on nothing but the recipe and the number; and on the limits, if one is
    /// reached.
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
