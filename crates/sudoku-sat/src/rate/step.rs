//! The difficulty of a puzzle, measured by the weakest level of propagation that solves the puzzle.
//!
//! The hardest step of a puzzle is the weakest [`Inference`] with which propagation solves the puzzle. If no inference
//! is strong enough, the hardest step is a search. The hardest step does not depend on the order in which inference
//! rules are applied. Each step belongs to one of four difficulty classes:
//!
//! | difficulty | required techniques |
//! |---|---|
//! | easy | naked and hidden singles |
//! | medium | singles, intersections of houses, and subsets that place a digit at once |
//! | hard | singles, intersections, subsets of any size and fish of any size |
//! | extreme | search |
//!
//! Rules beyond houses are applied one at a time: a step that follows from one of them and the digits of its cells
//! counts as a single.
//!
//! The difficulty does not predict how long a person needs to solve the puzzle.

use std::str::FromStr;
use std::{fmt, iter};

use sudoku_cnf::{CandidateBoard, Inference, Puzzle, UnknownName, named_enum};

use crate::solver::{Limits, StopReason};

/// The hardest step that a puzzle requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// Propagation with this inference solves the puzzle, but propagation with a weaker inference does not.
    Propagation(Inference),
    /// Rules beyond houses, one at a time, and propagation with this inference solve the puzzle.
    Rules(Inference),
    /// Propagation alone does not solve the puzzle, so a search is required.
    Search,
}

impl Step {
    /// Returns the hardest step that `puzzle` requires, or `None` if propagation proves that there is no solution.
    ///
    /// Rules beyond houses are not considered. A puzzle that propagation solves has exactly one solution. A puzzle that
    /// requires [`Step::Search`] may have any number of solutions.
    ///
    /// ```
    /// use sudoku_cnf::Inference;
    /// use sudoku_sat::rate::Step;
    ///
    /// let step = Step::of(&"1.....2...3....4".parse()?);
    /// assert_eq!(step, Some(Step::Propagation(Inference::DecidedCells)));
    /// # Ok::<(), sudoku_cnf::text::ReadError>(())
    /// ```
    pub fn of(puzzle: &Puzzle) -> Option<Self> {
        Self::within(puzzle, &Limits::none()).unwrap_or_default()
    }

    /// Returns the same result as [`of`](Self::of), but stops if a limit is reached.
    ///
    /// # Errors
    /// Returns a [`StopReason`] if a limit is reached.
    pub(crate) fn within(puzzle: &Puzzle, limits: &Limits) -> Result<Option<Self>, StopReason> {
        for inference in Inference::ALL {
            let mut stopped = limits.reached();
            if let Some(reason) = stopped {
                return Err(reason);
            }
            let mut is_stopped = || {
                stopped = stopped.take().or_else(|| limits.reached());
                stopped.is_some()
            };
            match CandidateBoard::from_puzzle_unless(puzzle, inference, &mut is_stopped) {
                Ok(Some(board)) if board.is_solved() => return Ok(Some(Self::Propagation(inference))),
                Ok(_) => {}
                Err(_) => return Ok(None),
            }
            if let Some(reason) = stopped {
                return Err(reason);
            }
        }
        Ok(Some(Self::Search))
    }

    /// Returns the difficulty class of this step.
    pub fn difficulty(self) -> Difficulty {
        match self {
            Self::Search => Difficulty::Extreme,
            Self::Propagation(inference) | Self::Rules(inference) => match inference {
                Inference::DecidedCells | Inference::Singles => Difficulty::Easy,
                Inference::Intersections | Inference::DirectSubsets => Difficulty::Medium,
                Inference::Subsets | Inference::Fish => Difficulty::Hard,
            },
        }
    }
}

sudoku_cnf::serialize_as_text!(Step);

impl FromStr for Step {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        let propagation =
            Inference::ALL.into_iter().flat_map(|level| [Self::Propagation(level), Self::Rules(level)]);
        let mut steps = propagation.chain(iter::once(Self::Search));
        steps.find(|step| step.to_string() == name).ok_or_else(|| UnknownName {
            kind: "step",
            name: name.to_owned(),
            known: Vec::new(),
        })
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Propagation(Inference::DecidedCells) => "naked-singles",
            Self::Propagation(Inference::Singles) => "hidden-singles",
            Self::Propagation(Inference::Intersections) => "intersections",
            Self::Propagation(Inference::DirectSubsets) => "direct-subsets",
            Self::Propagation(Inference::Subsets) => "subsets",
            Self::Propagation(Inference::Fish) => "fish",
            Self::Rules(level) => return f.pad(&format!("rules-and-{}", Self::Propagation(*level))),
            Self::Search => "search",
        })
    }
}

named_enum! {
    /// The difficulty class of a puzzle, determined by its hardest [`Step`].
    #[derive(PartialOrd, Ord)]
    pub enum Difficulty: "difficulty" {
        /// The hardest step is a naked or hidden single.
        Easy = "easy",
        /// The hardest step is an intersection, or a subset that places a digit at once.
        Medium = "medium",
        /// The hardest step is a subset or a fish.
        Hard = "hard",
        /// The hardest step is a search.
        Extreme = "extreme",
    }
}

impl Difficulty {
    /// Returns the strongest inference that a puzzle of this class may require, or `None` for `Extreme`.
    pub fn inference(self) -> Option<Inference> {
        match self {
            Self::Easy => Some(Inference::Singles),
            Self::Medium => Some(Inference::DirectSubsets),
            Self::Hard => Some(Inference::Fish),
            Self::Extreme => None,
        }
    }
}
