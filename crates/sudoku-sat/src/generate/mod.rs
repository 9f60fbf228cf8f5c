//! Puzzle generation: fill a random grid, then remove givens while the solution remains unique.
//!
//! ```
//! use sudoku_sat::Limits;
//! use sudoku_sat::generate::{Generator, GeneratorOptions};
//!
//! let mut generator = Generator::new(GeneratorOptions::new().seed(7))?;
//! let first = generator.generate(1, &Limits::none())?;
//! assert!(first.puzzle.given_count() < 30);
//! // The same seed and number give the same puzzle, no matter which puzzles were generated before.
//! generator.generate(2, &Limits::none())?;
//! assert_eq!(generator.generate(1, &Limits::none())?.puzzle, first.puzzle);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Step`](crate::analysis::Step) measures the difficulty of a puzzle. [`batch`](crate::batch) generates puzzles with
//! several threads.
//!
//! ## References
//! - The article on generating n×n Sudoku puzzles (fill a grid at random, blank cells, solve again).
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
    /// The puzzle, which has exactly one solution.
    pub puzzle: Puzzle,
    /// The solution of the puzzle.
    pub solution: Solution,
    /// The difficulty of the puzzle; `None` if no difficulty was requested.
    pub difficulty: Option<Difficulty>,
    /// The number of tries. Each try removes givens from a new random grid, or from the fixed solution in a new order.
    pub tries: u64,
    /// The reason why the puzzle is only the closest one found; `None` if it meets the request.
    pub shortfall: Option<Shortfall>,
}

/// The reason why a puzzle does not meet the request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shortfall {
    /// No puzzle with the requested givens and difficulty was found in the allowed number of tries.
    Tries,
    /// No pattern with this symmetry has the requested number of givens within the mask.
    Pattern,
    /// A limit was reached before a puzzle met the request.
    Stopped(StopReason),
    /// A limit was reached before any try was complete. It might be possible to remove more givens.
    Unfinished(StopReason),
}

/// An error in the options or during generation.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// The board has this size, which is larger than [`MAX_GENERATED`].
    #[error("puzzles can be generated up to {MAX_GENERATED}x{MAX_GENERATED}, and this board is {0}x{0}")]
    Size(usize),
    /// More givens are requested than the board has cells.
    #[error("{givens} givens exceed the {cells} cells of the board")]
    TooManyGivens {
        /// The requested number of givens.
        givens: usize,
        /// The number of cells of the board.
        cells: usize,
    },
    /// The mask or the solution belongs to a different board.
    #[error("the {0} and the puzzles are on different boards")]
    OtherBoard(&'static str),
    /// No full grid satisfies the rules of the board.
    #[error("no full grid satisfies the rules of this board")]
    NoGrid,
    /// In each of this many tries, the cells that may contain givens did not determine the solution.
    #[error("no puzzle with a unique solution has givens only in the allowed cells (tries: {0})")]
    Undetermined(u64),
    /// A limit was reached, or the solver failed.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

/// A puzzle generator. It reuses its memory and its SAT solver for all puzzles.
pub struct Generator(Box<dyn Generate>);

impl Generator {
    /// Returns a generator with these options.
    ///
    /// # Errors
    /// If the options are inconsistent; see [`GeneratorOptions::check`].
    pub fn new(options: GeneratorOptions) -> Result<Self, GenerateError> {
        options.check()?;
        let generator: Box<dyn Generate> = with_bit_board!(options.geometry.size(),
            N W H => Box::new(SizedGenerator::<N, W, H>::new(options)),
            _ => return Err(GenerateError::Size(options.geometry.size()))
        );
        Ok(Self(generator))
    }

    /// Generates puzzle `number`. With a deterministic SAT solver, the puzzle depends only on the options and `number`,
    /// unless a limit is reached.
    ///
    /// # Errors
    /// If no try results in a puzzle, a limit is reached before the first puzzle is found, or the SAT solver fails.
    pub fn generate(&mut self, number: u64, limits: &Limits) -> Result<GeneratedPuzzle, GenerateError> {
        self.0.generate(number, limits)
    }
}

impl std::fmt::Debug for Generator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Generator").finish_non_exhaustive()
    }
}
