//! What follows from the givens of a puzzle, asked again and again while givens come and go.

use sudoku_cnf::{Candidate, CnfOptions, Grid, Problem};

use super::SolveError;
use super::solutions::load;
use crate::backend::Backend;
use crate::limits::Limits;
use crate::outcome::Outcome;
use crate::solver::Solver;

/// A solver that holds the rules of a board and what is excluded on it; givens come as assumptions.
pub(crate) struct Prover(Box<dyn Backend>);

impl Prover {
    /// For the board of `puzzle`.
    ///
    /// # Errors
    /// If the solver cannot be started or a limit is reached.
    pub(crate) fn new(
        puzzle: &Grid,
        solver: &Solver,
        options: CnfOptions,
        limits: Limits,
    ) -> Result<Self, SolveError> {
        // Each given is denied in turn, so nothing may be left out that follows from them.
        let rules = Problem::new(&puzzle.without_givens(), options.whole());
        load(&rules, solver, limits).map(Self)
    }

    /// Whether the puzzle has a solution.
    pub(crate) fn is_satisfiable(&mut self, puzzle: &Grid) -> Result<bool, SolveError> {
        self.ask(puzzle, None)
    }

    /// Whether `given` follows from the other givens of `puzzle`: whether they have no solution without it.
    pub(crate) fn follows(&mut self, given: Candidate, puzzle: &Grid) -> Result<bool, SolveError> {
        Ok(!self.ask(puzzle, Some(given))?)
    }

    /// Whether the puzzle has a solution; with `denied` in place of that given, one that lacks it.
    fn ask(&mut self, puzzle: &Grid, denied: Option<Candidate>) -> Result<bool, SolveError> {
        let geometry = puzzle.geometry();
        let literal = |given: Candidate| {
            let literal = geometry.literal(given.cell, given.digit);
            if Some(given) == denied { !literal } else { literal }
        };
        let assumptions: Vec<_> = puzzle.givens().map(literal).collect();
        match self.0.solve(&assumptions)? {
            Outcome::Satisfiable(_) => Ok(true),
            Outcome::Unsatisfiable(_) => Ok(false),
            Outcome::Unknown(reason) => Err(SolveError::Unknown(reason)),
        }
    }
}
