//! The solutions of a puzzle, each checked by the rules.

use sudoku_cnf::encoding::TooManyVariables;
use sudoku_cnf::rules::RuleError;
use sudoku_cnf::{DecodeError, Grid, Puzzle, Solution};
use thiserror::Error;

use crate::solver::{SolverError, StopReason};

/// Why a question was not answered.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// A limit was reached, so the answer is unknown.
    #[error("unknown: {0}")]
    Unknown(StopReason),
    /// The CNF has more variables than solvers can number.
    #[error(transparent)]
    TooManyVariables(#[from] TooManyVariables),
    /// The solver failed.
    #[error(transparent)]
    Solver(SolverError),
    /// The solver's model does not describe a grid.
    #[error("the solver is wrong")]
    NotAGrid(#[from] DecodeError),
    /// The solver's grid is not a solution.
    #[error("the solver is wrong")]
    NotASolution(#[from] RuleError),
}

impl From<SolverError> for SolveError {
    fn from(error: SolverError) -> Self {
        match error {
            SolverError::Stopped(reason) => Self::Unknown(reason),
            other => Self::Solver(other),
        }
    }
}

/// Grids that a solver claims to be solutions.
pub(crate) type Grids<'p> = Box<dyn Iterator<Item = Result<Grid, SolveError>> + 'p>;

/// An iterator over the solutions of a puzzle, found one by one on demand.
///
/// If it ends without an error, it has returned all solutions, or as many as requested. After an error it ends.
pub struct Solutions<'p> {
    puzzle: &'p Puzzle,
    grids: Grids<'p>,
    /// The number of solutions that may still be returned.
    left: u64,
}

impl<'p> Solutions<'p> {
    /// Checks `grids` as solutions of `puzzle`.
    pub(crate) fn new(puzzle: &'p Puzzle, grids: Grids<'p>) -> Self {
        Self { puzzle, grids, left: u64::MAX }
    }

    /// Ends after `max` solutions.
    pub(crate) fn up_to(self, max: u64) -> Self {
        Self { left: max, ..self }
    }
}

impl Iterator for Solutions<'_> {
    type Item = Result<Solution, SolveError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        let checked = self.grids.next().map(|grid| Ok(Solution::check(grid?, self.puzzle)?));
        if !matches!(checked, Some(Ok(_))) {
            self.left = 0;
        }
        checked
    }
}

impl std::fmt::Debug for Solutions<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Solutions").field("left", &self.left).finish_non_exhaustive()
    }
}
