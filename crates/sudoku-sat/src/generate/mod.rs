//! Generation of puzzles with a unique solution. The generator fills a grid at random and then removes givens.
//!
//! ```
//! use sudoku_sat::Limits;
//! use sudoku_sat::generate::{Generator, GeneratorOptions};
//!
//! let mut generator = Generator::new(GeneratorOptions::new().seed(7))?;
//! let first = generator.generate(1, &Limits::none())?;
//! assert!(first.puzzle.given_count() < 30);
//! // The same seed and puzzle number always produce the same puzzle, regardless of previous calls.
//! generator.generate(2, &Limits::none())?;
//! assert_eq!(generator.generate(1, &Limits::none())?.puzzle, first.puzzle);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! To determine the difficulty of an existing puzzle, use [`Step`](crate::rate::Step). To run generators in several
//! threads, use the [`batch`](crate::batch) module.
//!
//! ## References
//! - *\[F#\] 数独をF#で作る*, Moonmile Solutions Blog: fills an n×n grid at random and removes digits while the solution
//!   stays unique.
//! - S. Ostermiller: QQwing, a generator that supports symmetric puzzles.

#![allow(clippy::cast_possible_truncation, reason = "the numbers are those of cells, digits and rules")]

mod attempts;
mod dig;
mod draft_solutions;
mod fill;
mod options;
mod order;
mod pattern;
mod random_rules;
mod rule_choice;
mod rule_generator;
mod rule_images;
mod rule_overlap;
mod rule_shapes;
mod shifted_grid;
mod sized_generator;
mod standard_check;
mod technique_search;
mod tiling;
mod unavoidable;

use sudoku_cnf::puzzle::rule::RuleKind;
use sudoku_cnf::text::Record;
use sudoku_cnf::{Puzzle, Solution};
use thiserror::Error;

use crate::bitboard::{bit_board_size, with_bit_board};
use crate::rate::{Difficulty, Score};
use crate::search::SolveError;
use crate::solver::{Limits, StopReason};
use attempts::{Generate, generate};
use draft_solutions::DraftSolutions;
pub use options::{GeneratorOptions, MAX_GENERATED};
pub use pattern::{Mask, MaskError, Symmetry};
use rule_choice::is_unique;
use rule_generator::RuleGenerator;
use sized_generator::SizedGenerator;

/// A generated puzzle.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct GeneratedPuzzle {
    /// The puzzle, which has exactly one solution, or the requested [position](GeneratorOptions::position()).
    pub puzzle: Puzzle,
    /// The solution of the puzzle.
    pub solution: Solution,
    /// The difficulty of the puzzle. `None` if no difficulty was requested.
    pub difficulty: Option<Difficulty>,
    /// The score of the puzzle. `None` if no score was requested, if a limit was reached, or if the puzzle lacks the
    /// requested technique.
    pub score: Option<Score>,
    /// The number of attempts made to generate the puzzle. Each attempt removes givens from a new random grid. If the
    /// options specify a solution, each attempt instead removes givens from this solution in a new random order.
    pub tries: u64,
    /// The reason why the puzzle does not meet all requirements, in a [`GenerateError::Shortfall`]. Otherwise, `None`.
    pub shortfall: Option<Shortfall>,
}

impl GeneratedPuzzle {
    /// Returns the difficulty, or else the score, if it was requested. The programs write it as the remark of a puzzle.
    pub fn remark(&self) -> Option<String> {
        let difficulty = self.difficulty.map(|difficulty| difficulty.to_string());
        difficulty.or_else(|| Some(format!("score {}", self.score.as_ref()?.hardest)))
    }
}

/// Converts a generated puzzle into a record with the solution and the [remark](GeneratedPuzzle::remark).
impl From<GeneratedPuzzle> for Record {
    fn from(generated: GeneratedPuzzle) -> Self {
        let remark = generated.remark();
        let solution = Some(generated.solution.into_grid());
        Self { solution, remark, ..Self::new(generated.puzzle, 1) }
    }
}

/// Serializes a generated puzzle as a [`Record`], which can be deserialized.
#[cfg(all(feature = "formats", feature = "serde"))]
impl serde::Serialize for GeneratedPuzzle {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Record::from(self.clone()).serialize(serializer)
    }
}

/// The reason why a puzzle does not meet all requirements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shortfall {
    /// No puzzle with the requested number of givens, difficulty and score was found within the allowed number
    /// of attempts.
    Tries,
    /// No pattern of givens within the mask has both the requested symmetry and the requested number of givens.
    Pattern,
    /// A limit was reached before a puzzle that meets all requirements was found.
    Stopped(StopReason),
    /// A limit was reached before the generator finished removing givens. More givens might be removable.
    Unfinished(StopReason),
}

/// An error in the generator options or during generation.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// The board is larger than [`MAX_GENERATED`]. The variant contains the board size.
    #[error("cannot generate {0}x{0} puzzles: the maximum is {MAX_GENERATED}x{MAX_GENERATED}")]
    Size(usize),
    /// The boards overlap, and there is no draft, or there are a symmetry or a mask.
    #[error(
        "cannot generate puzzles on overlapping boards, except from a draft and without a symmetry and a mask"
    )]
    Layout,
    /// The requested number of givens exceeds the number of cells on the board.
    #[error("{givens} givens exceed the {cells} cells of the board")]
    TooManyGivens {
        /// The requested number of givens.
        givens: usize,
        /// The number of cells on the board.
        cells: usize,
    },
    /// The mask or the solution belongs to a different board. The variant contains `mask` or `solution`, accordingly.
    #[error("the {0} and the puzzles differ in size, boxes or variants")]
    DifferentBoard(&'static str),
    /// The rule with this name applies to the whole board, so a random solution rarely satisfies it, or its definition
    /// has the parameters of no known rule.
    #[error("cannot generate puzzles with the rule '{0}', which has no cells or a form of its own")]
    NoShape(String),
    /// The rule with this name states that all marks are given, but no marks are to be generated.
    #[error("all marks are given by the rule '{rule}', so the rules must include '{marks}'")]
    NoMarks {
        /// The name of the rule.
        rule: String,
        /// The kind of the marks.
        marks: RuleKind,
    },
    /// Rules cannot be combined with this option.
    #[error("puzzles with rules cannot be generated with {0}")]
    RulesWith(&'static str),
    /// Tiles are requested, but the rules include no kind of cage.
    #[error("only killer cages can tile a board, and own definitions that are drawn as cages")]
    Tiles,
    /// A range has no values. The variant contains its name.
    #[error("the range of the {0} is empty")]
    EmptyRange(&'static str),
    /// The technique does not exist, or no generated puzzle needs it.
    #[error("no puzzle needs the technique '{0}'")]
    Technique(String),
    /// Positions are requested, but no technique.
    #[error("a position requires a technique")]
    Position,
    /// No full grid satisfies the rules of the board.
    #[error("no full grid satisfies the rules of this board")]
    NoGrid,
    /// In every attempt, the puzzle had several solutions even with a given in every allowed cell. The variant contains
    /// the number of attempts.
    #[error("found no puzzle with a unique solution and givens only in the allowed cells (tries: {0})")]
    Undetermined(u64),
    /// No attempt led to a position in which the next step uses the requested technique. The variant contains the
    /// number of attempts.
    #[error("found no position in which the next step uses this technique (tries: {0})")]
    NoPosition(u64),
    /// In every attempt, the solution was not unique with the allowed givens, or the rules of a kind were not
    /// necessary. The variant contains the number of attempts.
    #[error("found no puzzle with a unique solution that needs rules of each kind (tries: {0})")]
    NoRules(u64),
    /// The closest puzzle that was found does not meet all requirements. Its field `shortfall` contains the reason.
    #[error("found no puzzle that meets all requirements (tries: {})", .0.tries)]
    Shortfall(Box<GeneratedPuzzle>),
    /// Rules of further kinds are requested, but the draft has only one solution.
    #[error("the solution is unique without further rules")]
    Complete,
    /// A limit was reached, or the SAT solver failed.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

impl GenerateError {
    /// Returns the limit because of which there is no puzzle that meets all requirements, if this is the reason.
    pub fn stop_reason(&self) -> Option<&StopReason> {
        match self {
            Self::Solve(SolveError::Unknown(reason)) => Some(reason),
            Self::Shortfall(closest) => match &closest.shortfall {
                Some(Shortfall::Stopped(reason) | Shortfall::Unfinished(reason)) => Some(reason),
                _ => None,
            },
            _ => None,
        }
    }
}

/// A puzzle generator that reuses its memory and its SAT solver for all puzzles.
pub struct Generator(Box<dyn Generate>);

impl Generator {
    /// Creates a generator that uses `options`.
    ///
    /// # Errors
    /// Returns an error if the options are inconsistent; see [`GeneratorOptions::check`].
    pub fn new(options: GeneratorOptions) -> Result<Self, GenerateError> {
        options.check()?;
        if let Some(draft) = options.draft.clone() {
            let solutions = DraftSolutions::new(draft, &options);
            return Ok(Self(Box::new(RuleGenerator::new(options, Box::new(solutions)))));
        }
        with_bit_board!(bit_board_size(&options.geometry),
            N W H => {
                let generator = SizedGenerator::<N, W, H>::new(options.clone());
                Ok(Self(if options.rules.is_empty() {
                    Box::new(generator)
                } else {
                    Box::new(RuleGenerator::new(options, Box::new(generator)))
                }))
            },
            _ => Err(GenerateError::Size(options.geometry.size()))
        )
    }

    /// Generates puzzle number `number`.
    ///
    /// If the SAT solver is deterministic and no limit is reached, the puzzle depends only on the options and `number`.
    ///
    /// # Errors
    /// Returns an error if no attempt produces a puzzle, if a limit is reached before the first puzzle is found, or if
    /// the SAT solver fails. If puzzles are found, but none of them meets all requirements, the error contains the
    /// closest one.
    pub fn generate(&mut self, number: u64, limits: &Limits) -> Result<GeneratedPuzzle, GenerateError> {
        let options = self.0.options();
        let draft = options.draft.as_ref().filter(|_| !options.rules.is_empty());
        if let Some(draft) = draft
            && is_unique(draft, limits)?
        {
            return Err(GenerateError::Complete);
        }
        let generated = generate(&mut *self.0, number, limits)?;
        let is_as_requested = generated.shortfall.is_none();
        if is_as_requested { Ok(generated) } else { Err(GenerateError::Shortfall(Box::new(generated))) }
    }
}

impl std::fmt::Debug for Generator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Generator").finish_non_exhaustive()
    }
}
