//! Which givens of a puzzle follow from the others, asked repeatedly while givens are removed.

use sudoku_cnf::{Candidate, CnfOptions, Problem, Puzzle};

use super::models::load;
use crate::solutions::SolveError;
use crate::solver::{Limits, Outcome, SatSolver, Solver};

/// A solver with the rules of a board and its excluded candidates. Givens are assumptions of each call.
pub(crate) struct GivenOracle(Box<dyn SatSolver>);

impl GivenOracle {
    /// Loads the rules of the board of `puzzle`.
    ///
    /// # Errors
    /// If the solver cannot be started or a limit is reached.
    pub(crate) fn new(
        puzzle: &Puzzle,
        solver: &Solver,
        options: CnfOptions,
        limits: &Limits,
    ) -> Result<Self, SolveError> {
        // Each given is negated in turn, so no clause that follows from the givens may be omitted.
        let rules = Problem::new(&puzzle.without_givens(), options.whole());
        load(&rules, solver, limits).map(Self)
    }

    /// Returns whether the puzzle has a solution.
    pub(crate) fn is_satisfiable(&mut self, puzzle: &Puzzle, limits: &Limits) -> Result<bool, SolveError> {
        self.ask(puzzle, None, limits)
    }

    /// Returns whether `given` follows from the other givens of `puzzle`.
    pub(crate) fn follows(
        &mut self,
        given: Candidate,
        puzzle: &Puzzle,
        limits: &Limits,
    ) -> Result<bool, SolveError> {
        Ok(!self.ask(puzzle, Some(given), limits)?)
    }

    /// Returns whether the puzzle has a solution, with the given `negated` replaced by its negation.
    fn ask(
        &mut self,
        puzzle: &Puzzle,
        negated: Option<Candidate>,
        limits: &Limits,
    ) -> Result<bool, SolveError> {
        let geometry = puzzle.geometry();
        let literal = |given: Candidate| {
            let literal = geometry.literal(given.cell, given.digit);
            if Some(given) == negated { !literal } else { literal }
        };
        let assumptions: Vec<_> = puzzle.givens().map(literal).collect();
        match self.0.solve(&assumptions, limits)? {
            Outcome::Satisfiable(_) => Ok(true),
            Outcome::Unsatisfiable(_) => Ok(false),
            Outcome::Unknown(reason) => Err(SolveError::Unknown(reason)),
        }
    }
}
