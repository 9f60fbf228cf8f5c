//! Making puzzles: a random full grid is filled, then givens are removed while the solution stays unique.
//!
//! ```
//! use sudoku_sat::Limits;
//! use sudoku_sat::generate::{Generator, GeneratorOptions};
//!
//! let mut generator = Generator::new(GeneratorOptions::new().seed(7))?;
//! let first = generator.generate(1, &Limits::none())?;
//! assert!(first.puzzle.given_count() < 30);
//! // The same seed and number give the same puzzle, whatever was generated before.
//! generator.generate(2, &Limits::none())?;
//! assert_eq!(generator.generate(1, &Limits::none())?.puzzle, first.puzzle);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Step`](crate::analysis::Step) measures how hard a puzzle is; [`batch`](crate::batch) generates with several
//! threads.
//!
//! ## References
//! - The article on making Sudoku puzzles of n×n cells (fill a grid at random, blank cells, solve again).
//! - S. Ostermiller: QQwing (the symmetries).

mod dig;
mod fill;
mod options;
mod order;
mod pattern;
mod sized_generator;
mod unavoidable;

use sudoku_cnf::{Puzzle, Solution};
use thiserror::Error;

use crate::analysis::Difficulty;
use crate::bitboard::with_bit_board;
use crate::solutions::SolveError;
use crate::solver::{Limits, StopReason};
pub use options::{GeneratorOptions, MAX_GENERATED};
pub use pattern::{Mask, MaskError, Symmetry};
use sized_generator::{Generate, SizedGenerator};

/// A generated puzzle.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct GeneratedPuzzle {
    /// The puzzle, which has one solution.
    pub puzzle: Puzzle,
    /// Its solution.
    pub solution: Solution,
    /// The difficulty, if one was requested.
    pub difficulty: Option<Difficulty>,
    /// The number of grids, or of ways to dig in the given grid, that were tried.
    pub tries: u64,
    /// Why the puzzle does not meet the request, and is only the closest one found; `None` if it does.
    pub shortfall: Option<Shortfall>,
}

/// Why a puzzle does not meet the request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shortfall {
    /// No try came closer to the requested givens and difficulty.
    Tries,
    /// No pattern of this symmetry, within the mask, has the requested number of givens.
    Pattern,
    /// A limit was reached, and no earlier try came closer.
    Stopped(StopReason),
    /// A limit was reached before the first try ended: more givens might be removable.
    Unfinished(StopReason),
}

/// Why no puzzle was generated.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// The board is too large.
    #[error("puzzles are made up to {MAX_GENERATED}x{MAX_GENERATED}, and this board is {0}x{0}")]
    Size(usize),
    /// More givens are requested than the board has cells.
    #[error("{givens} givens are more than the {cells} cells of the board")]
    TooManyGivens {
        /// The requested number of givens.
        givens: usize,
        /// The number of cells.
        cells: usize,
    },
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

/// A generator of puzzles. It keeps its memory and its solver from puzzle to puzzle.
pub struct Generator(Box<dyn Generate>);

impl Generator {
    /// Returns a generator with these options.
    ///
    /// # Errors
    /// If the options do not fit together; see [`GeneratorOptions::check`].
    pub fn new(options: GeneratorOptions) -> Result<Self, GenerateError> {
        options.check()?;
        let generator: Box<dyn Generate> = with_bit_board!(options.geometry.size(),
            N W H => Box::new(SizedGenerator::<N, W, H>::new(options)),
            _ => return Err(GenerateError::Size(options.geometry.size()))
        );
        Ok(Self(generator))
    }

    /// Generates the puzzle with this number. It depends on nothing but the options and the number, as long as no
    /// limit is reached.
    ///
    /// # Errors
    /// If there is no such puzzle, or a limit is reached before the first one was found.
    pub fn generate(&mut self, number: u64, limits: &Limits) -> Result<GeneratedPuzzle, GenerateError> {
        self.0.generate(number, limits)
    }
}

impl std::fmt::Debug for Generator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Generator").finish_non_exhaustive()
    }
}
