//! Tests whether a given follows from the other givens of a puzzle.

use sudoku_cnf::{Candidate, CnfOptions, Puzzle};

use super::extra_clauses::ExtraClauses;
use super::method::{BoardTables, Method};
use super::models::load;
use crate::search::SolveError;
use crate::solver::{Limits, SatSolver, Solver};

/// A method to test whether a given follows from other givens.
pub(crate) enum GivenOracle {
    /// A new search by [`Method::Dpll`] for each test, which is faster on boards up to 9×9.
    Dpll(BoardTables),
    /// A SAT solver loaded with clauses for the rules of a board and the excluded candidates of a puzzle.
    ///
    /// The givens are passed to each solver call as assumptions, so one solver can test many sets of givens.
    Sat(Box<dyn SatSolver>),
}

impl GivenOracle {
    /// Creates a SAT solver and loads `clauses` and those for the rules of the board and the excluded candidates of
    /// `puzzle`.
    ///
    /// # Errors
    /// Returns an error if a limit is reached, the CNF has too many variables, or the solver fails.
    pub(crate) fn sat(
        puzzle: &Puzzle,
        solver: &Solver,
        options: CnfOptions,
        clauses: &ExtraClauses,
        limits: &Limits,
    ) -> Result<Self, SolveError> {
        // The clauses must not depend on the givens, because each test negates a different given. Without reduction,
        // every candidate has a variable, so any given can be an assumption.
        let rules = clauses.problem(&puzzle.without_givens(), options.whole())?;
        load(&rules, solver, limits).map(Self::Sat)
    }

    /// Returns whether `given` follows from the other givens of `puzzle`.
    pub(crate) fn follows(
        &mut self,
        given: Candidate,
        puzzle: &Puzzle,
        limits: &Limits,
    ) -> Result<bool, SolveError> {
        Ok(!self.has_solution(puzzle, Some(given), limits)?)
    }

    /// Returns whether `puzzle` has a solution. If `negated` is one of the givens, that given is assumed to be false
    /// instead of true.
    pub(super) fn has_solution(
        &mut self,
        puzzle: &Puzzle,
        negated: Option<Candidate>,
        limits: &Limits,
    ) -> Result<bool, SolveError> {
        match self {
            Self::Dpll(tables) => {
                let mut puzzle = puzzle.clone();
                if let Some(given) = negated {
                    puzzle.set(given.cell, None);
                    puzzle.exclude([given]);
                }
                let grid = Method::Dpll.grids(&puzzle, tables, limits.clone()).next();
                Ok(grid.transpose()?.is_some())
            }
            Self::Sat(solver) => {
                let geometry = puzzle.geometry();
                let literal = |given: Candidate| {
                    let literal = geometry.literal(given.cell, given.digit);
                    if Some(given) == negated { !literal } else { literal }
                };
                let assumptions: Vec<_> = puzzle.givens().map(literal).collect();
                Ok(solver.solve(&assumptions, limits)?.known()?.is_ok())
            }
        }
    }
}
