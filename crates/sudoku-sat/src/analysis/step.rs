//! How hard a puzzle is: the weakest propagation that solves it.
//!
//! A puzzle's step is the weakest [`Inference`] whose fixpoint solves it, or search if none does. It is a property
//! of the puzzle alone and does not depend on the order of rules. Four classes summarize it:
//!
//! | difficulty | what it takes |
//! |---|---|
//! | easy | naked and hidden singles |
//! | medium | and intersections of lines and boxes |
//! | hard | and subsets of any size, then fish of any size |
//! | extreme | search |
//!
//! The difficulty does not predict how long a person takes.

use std::fmt;

use sudoku_cnf::{CandidateBoard, Inference, Puzzle, named_enum};

use crate::solver::{Limits, StopReason};

/// The hardest step that a puzzle needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// Propagation with this inference solves it, and a weaker one does not.
    Propagation(Inference),
    /// No propagation solves it.
    Search,
}

impl Step {
    /// Returns the hardest step that `puzzle` needs; `None` if propagation refutes the puzzle.
    ///
    /// A puzzle that propagation solves has one solution. [`Step::Search`] does not imply a solution.
    ///
    /// ```
    /// use sudoku_cnf::Inference;
    /// use sudoku_sat::analysis::Step;
    ///
    /// let step = Step::of(&"1.....2...3....4".parse()?);
    /// assert_eq!(step, Some(Step::Propagation(Inference::DecidedCells)));
    /// # Ok::<(), sudoku_cnf::formats::ReadError>(())
    /// ```
    #[must_use]
    pub fn of(puzzle: &Puzzle) -> Option<Self> {
        Self::within(puzzle, &Limits::none()).unwrap_or_default()
    }

    /// As [`of`](Self::of).
    ///
    /// # Errors
    /// The limit that was reached.
    pub(crate) fn within(puzzle: &Puzzle, limits: &Limits) -> Result<Option<Self>, StopReason> {
        for inference in Inference::ALL {
            if let Some(reason) = limits.reached() {
                return Err(reason);
            }
            match CandidateBoard::from_puzzle(puzzle, inference) {
                Ok(board) if board.is_solved() => return Ok(Some(Self::Propagation(inference))),
                Ok(_) => {}
                Err(_) => return Ok(None),
            }
        }
        Ok(Some(Self::Search))
    }

    /// Returns the class that the step belongs to.
    #[must_use]
    pub fn difficulty(self) -> Difficulty {
        match self {
            Self::Propagation(Inference::DecidedCells | Inference::Singles) => Difficulty::Easy,
            Self::Propagation(Inference::Intersections) => Difficulty::Medium,
            Self::Propagation(Inference::Subsets | Inference::Fish) => Difficulty::Hard,
            Self::Search => Difficulty::Extreme,
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Propagation(Inference::DecidedCells) => "naked-singles",
            Self::Propagation(Inference::Singles) => "hidden-singles",
            Self::Propagation(Inference::Intersections) => "intersections",
            Self::Propagation(Inference::Subsets) => "subsets",
            Self::Propagation(Inference::Fish) => "fish",
            Self::Search => "search",
        })
    }
}

named_enum! {
    /// The class of a puzzle by its hardest [`Step`].
    #[derive(PartialOrd, Ord)]
    pub enum Difficulty: "difficulty" {
        /// Singles solve it.
        Easy = "easy",
        /// Intersections solve it.
        Medium = "medium",
        /// Subsets and fish solve it.
        Hard = "hard",
        /// Solving it takes search.
        Extreme = "extreme",
    }
}

impl Difficulty {
    /// Returns the strongest inference that puzzles of this class need; `None` if they need search.
    #[must_use]
    pub fn inference(self) -> Option<Inference> {
        match self {
            Self::Easy => Some(Inference::Singles),
            Self::Medium => Some(Inference::Intersections),
            Self::Hard => Some(Inference::Fish),
            Self::Extreme => None,
        }
    }
}
