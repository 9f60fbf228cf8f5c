//! How hard a puzzle is: by what a solver must do.
//!
//! A puzzle's step is the weakest [`Inference`] whose fixpoint solves it, or search where none does. That is
//! a property of the puzzle alone: it does not depend on the order in which anything is looked for. Four
//! classes sum it up:
//!
//! | difficulty | what it takes |
//! |---|---|
//! | easy | naked and hidden singles |
//! | medium | and intersections of lines and boxes |
//! | hard | and subsets of any size, then fish of any size |
//! | extreme | search |
//!
//! Beside it stands the effort of a SAT solver: how many clauses varisat 0.2 learns from conflicts until it has
//! proven that there is no other solution, on the `complete` clauses that singles leave. Varisat does not tell that
//! number, so it is taken from the proof that it writes: the clauses that are added, without those that only lose
//! literals which have become false, and with unit clauses that follow each other taken for one that was learned and what
//! it implies. The same program says the same everywhere; a later varisat might say something else.
//!
//! Neither is a promise of minutes that a person takes.

use std::fmt;
use std::str::FromStr;

use itertools::Itertools;
use sudoku_cnf::{Candidates, ClauseSink, Cnf, CnfOptions, Encoding, Grid, Inference, Problem};
use thiserror::Error;

use super::SolveError;
use super::solutions::{blocking_clause, solutions};
use crate::limits::Limits;
use crate::outcome::{Outcome, Reason};
use crate::solver::Solver;
use crate::varisat::Varisat;

/// The hardest step that a puzzle needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// Propagation with this inference, and none weaker, solves it.
    Propagation(Inference),
    /// No propagation solves it.
    Search,
}

impl Step {
    /// What a solver must do to solve `puzzle`; `None` if propagation shows that there is no solution.
    ///
    /// Says nothing about uniqueness, except that a puzzle which propagation solves has one solution.
    #[must_use]
    pub fn of(puzzle: &Grid) -> Option<Self> {
        Self::within(puzzle, &Limits::none()).unwrap_or_default()
    }

    /// As [`of`](Self::of), or the limit that was reached.
    fn within(puzzle: &Grid, limits: &Limits) -> Result<Option<Self>, Reason> {
        for inference in Inference::ALL {
            if let Some(reason) = limits.reached() {
                return Err(reason);
            }
            match Candidates::of_puzzle(puzzle, inference) {
                Ok(board) if board.is_solved() => return Ok(Some(Self::Propagation(inference))),
                Ok(_) => {}
                Err(_) => return Ok(None),
            }
        }
        Ok(Some(Self::Search))
    }

    /// The class that it belongs to.
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

/// The class of a puzzle by its hardest step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Difficulty {
    /// Singles do.
    Easy,
    /// Intersections do.
    Medium,
    /// Subsets and fish do.
    Hard,
    /// It takes search.
    Extreme,
}

impl Difficulty {
    /// All of them, the easiest first.
    pub const ALL: [Self; 4] = [Self::Easy, Self::Medium, Self::Hard, Self::Extreme];

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Extreme => "extreme",
        }
    }

    /// The strongest inference that solves the puzzles of this class; `None` where none does.
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

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no difficulty has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is no difficulty; known are {list}", list = Difficulty::ALL.iter().join(", "))]
pub struct UnknownDifficulty(String);

impl FromStr for Difficulty {
    type Err = UnknownDifficulty;

    fn from_str(name: &str) -> Result<Self, UnknownDifficulty> {
        let found = Self::ALL.into_iter().find(|difficulty| difficulty.name() == name);
        found.ok_or_else(|| UnknownDifficulty(name.to_owned()))
    }
}

/// What there is to say of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rating {
    /// It has one solution.
    Proper {
        /// The hardest step.
        step: Step,
        /// How many clauses varisat learns until it has proven that there is no other solution.
        learned_clauses: u64,
    },
    /// It has several solutions, and so no rating.
    Several,
    /// It has no solution.
    Unsatisfiable,
}

/// Rates a puzzle.
///
/// Cost: propagation where singles do, else two calls of varisat besides.
///
/// # Errors
/// If a limit is reached.
///
/// ```
/// use sudoku_cnf::Inference;
/// use sudoku_sat::{Limits, question::{Rating, Step, rate}};
///
/// let rating = rate(&"1.....2...3....4".parse()?, Limits::none())?;
/// let step = Step::Propagation(Inference::DecidedCells);
/// assert_eq!(rating, Rating::Proper { step, learned_clauses: 0 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn rate(puzzle: &Grid, limits: Limits) -> Result<Rating, SolveError> {
    let Some(step) = Step::within(puzzle, &limits).map_err(SolveError::Unknown)? else {
        return Ok(Rating::Unsatisfiable);
    };
    if step.difficulty() == Difficulty::Easy {
        return Ok(Rating::Proper { step, learned_clauses: 0 });
    }
    let options = CnfOptions::from(Encoding::Complete).reduced();
    let Some(solution) = solutions(puzzle, &Solver::Varisat, options, limits.clone())?.next().transpose()?
    else {
        return Ok(Rating::Unsatisfiable);
    };
    let Ok(board) = Candidates::of_puzzle(puzzle, Inference::Singles) else {
        return Ok(Rating::Unsatisfiable);
    };
    let problem = Problem::of_board(puzzle, board, options);
    let mut clauses = Cnf::default();
    let Ok(()) = problem.encode(&mut clauses);
    let Ok(()) = clauses.add_clause(&blocking_clause(solution.grid(), &problem));
    match Varisat::effort(&clauses, limits)? {
        (Outcome::Unsatisfiable(_), learned_clauses) => Ok(Rating::Proper { step, learned_clauses }),
        (Outcome::Satisfiable(_), _) => Ok(Rating::Several),
        (Outcome::Unknown(reason), _) => Err(SolveError::Unknown(reason)),
    }
}
