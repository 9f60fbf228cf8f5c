//! An iterator over the solutions of a puzzle. The rule checker verifies each solution.

use std::borrow::Cow;

use sudoku_cnf::clauses::encoding::TooManyVariables;
use sudoku_cnf::puzzle::check::RuleError;
use sudoku_cnf::{DecodeError, Grid, Lit, Puzzle, Solution};
use thiserror::Error;

use crate::solver::{SolverError, Statistics, StopReason};

/// An error that occurs while solving or analyzing a puzzle.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The answer is unknown because a limit was reached or the solver gave up.
    #[error("result unknown: {0}")]
    Unknown(StopReason),
    /// The CNF has more variables than SAT solvers support.
    #[error(transparent)]
    TooManyVariables(#[from] TooManyVariables),
    /// The solver failed.
    #[error(transparent)]
    Solver(SolverError),
    /// The method does not support the rules of the puzzle. The string names the method.
    #[error("{0} cannot be used for puzzles with rules")]
    UnsupportedRules(String),
    /// An additional clause contains a literal that belongs neither to a candidate nor to an extra variable. See
    /// [`SolveOptions::extra_clauses`](crate::SolveOptions::extra_clauses).
    #[error(
        "literal {literal} is out of range: additional clauses can contain the variables 1 to {variables}"
    )]
    LiteralOutOfRange {
        /// The literal.
        literal: Lit,
        /// The number of variables for candidates and extra variables.
        variables: usize,
    },
    /// A check of a result failed, which is an error in this crate.
    #[error("internal error: {0}")]
    Internal(String),
    /// The solver returned a model that does not represent a full grid.
    #[error("the solver{} returned a model that is not a full grid", quoted(solver.as_ref()))]
    NotAGrid {
        /// The name of the solver, if the solver is an external program or implemented by the caller.
        solver: Option<String>,
        /// The reason why the model is not a full grid.
        source: DecodeError,
    },
    /// The solver returned a grid that is not a solution of the puzzle.
    #[error("the solver{} returned a grid that is not a solution", quoted(solver.as_ref()))]
    NotASolution {
        /// The name of the solver, if the solver is an external program or implemented by the caller.
        solver: Option<String>,
        /// The rule that the grid breaks.
        source: RuleError,
    },
}

fn quoted(solver: Option<&String>) -> String {
    solver.map(|name| format!(" '{name}'")).unwrap_or_default()
}

impl From<StopReason> for SolveError {
    fn from(reason: StopReason) -> Self {
        Self::Unknown(reason)
    }
}

impl From<DecodeError> for SolveError {
    fn from(source: DecodeError) -> Self {
        Self::NotAGrid { solver: None, source }
    }
}

impl From<RuleError> for SolveError {
    fn from(source: RuleError) -> Self {
        Self::NotASolution { solver: None, source }
    }
}

impl From<SolverError> for SolveError {
    fn from(error: SolverError) -> Self {
        match error {
            SolverError::Stopped(reason) => Self::Unknown(reason),
            other => Self::Solver(other),
        }
    }
}

/// An iterator over the grids that a solver finds. The grids have not been verified yet.
pub(crate) trait GridSearch: Iterator<Item = Result<Grid, SolveError>> + Send {
    /// Returns statistics of the search, or `None` if nothing was searched or the solver does not count its steps.
    fn statistics(&self) -> Option<Statistics>;
}

/// A boxed [`GridSearch`].
pub(crate) type Grids = Box<dyn GridSearch>;

/// Returns a search that fails with `error`.
pub(crate) fn failed(error: SolveError) -> Grids {
    Box::new(WithoutSolver(std::iter::once(Err(error))))
}

/// A search for grids without a SAT solver.
pub(crate) struct WithoutSolver<I>(pub(crate) I);

impl<I: Iterator<Item = Result<Grid, SolveError>>> Iterator for WithoutSolver<I> {
    type Item = Result<Grid, SolveError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next()
    }
}

impl<I: Iterator<Item = Result<Grid, SolveError>> + Send> GridSearch for WithoutSolver<I> {
    fn statistics(&self) -> Option<Statistics> {
        None
    }
}

/// An iterator that finds the solutions of a puzzle on demand.
///
/// The iterator ends after the last solution, after the requested maximum number of solutions, or after an error. It
/// can be moved to another thread.
pub struct Solutions<'p> {
    puzzle: Cow<'p, Puzzle>,
    grids: GridSource<'p>,
    /// The maximum number of solutions that the iterator may still return.
    left: u64,
}

/// A search that is owned or borrowed.
enum GridSource<'p> {
    Owned(Grids),
    // With any other bound than `'static`, callers could not shorten the lifetime of `Solutions`.
    Borrowed(&'p mut (dyn GridSearch + 'static)),
}

impl<'p> Solutions<'p> {
    /// Creates an iterator that checks each grid from `grids` against the rules and against `puzzle`.
    pub(crate) fn new(puzzle: Cow<'p, Puzzle>, grids: Grids) -> Self {
        Self { puzzle, grids: GridSource::Owned(grids), left: u64::MAX }
    }

    /// Like [`new`](Self::new), but borrows the search. This takes no allocation.
    pub(crate) fn borrowed(puzzle: &'p Puzzle, grids: &'p mut (dyn GridSearch + 'static)) -> Self {
        Self { puzzle: Cow::Borrowed(puzzle), grids: GridSource::Borrowed(grids), left: u64::MAX }
    }

    /// Returns statistics of the search.
    ///
    /// Returns `None` if nothing was searched, for example because propagation solved the puzzle, or if the solver does
    /// not count its steps. The native solver and the engine [`Dpll`](crate::Engine::Dpll) do.
    pub fn statistics(&self) -> Option<Statistics> {
        match &self.grids {
            GridSource::Owned(grids) => grids.statistics(),
            GridSource::Borrowed(grids) => grids.statistics(),
        }
    }

    /// Limits the iterator to at most `max` solutions.
    pub(crate) fn up_to(self, max: u64) -> Self {
        Self { left: max, ..self }
    }
}

impl Iterator for Solutions<'_> {
    type Item = Result<Solution, SolveError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        let next = match &mut self.grids {
            GridSource::Owned(grids) => grids.next(),
            GridSource::Borrowed(grids) => grids.next(),
        };
        let checked = next.map(|grid| Ok(Solution::check(grid?, &self.puzzle)?));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn callers_can_shorten_the_lifetime() {
        fn shorten<'a>(solutions: Solutions<'static>, _: &'a str) -> Solutions<'a> {
            solutions
        }
        let puzzle = "1...............".parse().unwrap();
        let solutions = crate::SolveOptions::new().into_solutions(puzzle);
        assert_eq!(shorten(solutions, "").count(), 72);
    }
}
