//! Redundant givens: those that follow from the others. A puzzle without any is minimal.

use sudoku_cnf::{Candidate, CnfOptions, Grid, Problem};

use super::SolveError;
use super::solutions::load;
use crate::backend::Backend;
use crate::limits::Limits;
use crate::outcome::Outcome;
use crate::solver::Solver;

/// Every given that is redundant by itself: the puzzle without it has the same solutions. `None` if the
/// puzzle has no solution. To drop two of them at once may go too far.
///
/// Cost: one call of the solver a given.
///
/// # Errors
/// If the solver fails or a limit is reached.
pub fn redundant_givens(
    puzzle: &Grid,
    solver: &Solver,
    options: impl Into<CnfOptions>,
    limits: Limits,
) -> Result<Option<Vec<Candidate>>, SolveError> {
    let Some(mut prover) = Prover::new(puzzle, solver, options.into(), limits)? else { return Ok(None) };
    let mut redundant = Vec::new();
    for given in puzzle.givens() {
        if prover.follows(given, puzzle)? {
            redundant.push(given);
        }
    }
    Ok(Some(redundant))
}

/// A minimal puzzle with the same solutions, by dropping redundant givens row by row. `None` if the
/// puzzle has no solution.
///
/// Cost: one call of the solver a given.
///
/// # Errors
/// If the solver fails or a limit is reached.
///
/// ```
/// use sudoku_cnf::Encoding;
/// use sudoku_sat::{Limits, Solver, minimize};
///
/// let puzzle = "1234341221434321".parse()?;
/// let minimal = minimize(&puzzle, &Solver::Varisat, Encoding::Complete, Limits::none())?.unwrap();
/// assert!(minimal.given_count() < 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn minimize(
    puzzle: &Grid,
    solver: &Solver,
    options: impl Into<CnfOptions>,
    limits: Limits,
) -> Result<Option<Grid>, SolveError> {
    let Some(mut prover) = Prover::new(puzzle, solver, options.into(), limits)? else { return Ok(None) };
    let mut minimal = puzzle.clone();
    for given in puzzle.givens() {
        if prover.follows(given, &minimal)? {
            minimal.set(given.cell, None);
        }
    }
    Ok(Some(minimal))
}

/// A solver that holds the rules of a board; givens come as assumptions.
struct Prover(Box<dyn Backend>);

impl Prover {
    /// `None` if the puzzle has no solution, from which everything would follow.
    fn new(
        puzzle: &Grid,
        solver: &Solver,
        options: CnfOptions,
        limits: Limits,
    ) -> Result<Option<Self>, SolveError> {
        // Each given is denied in turn, so nothing may be left out that follows from them.
        let rules = Problem::new(&puzzle.without_givens(), options.whole());
        let mut prover = Self(load(&rules, solver, limits)?);
        Ok(prover.is_satisfiable(puzzle, None)?.then_some(prover))
    }

    /// Whether `given` follows from the other givens of `puzzle`.
    fn follows(&mut self, given: Candidate, puzzle: &Grid) -> Result<bool, SolveError> {
        Ok(!self.is_satisfiable(puzzle, Some(given))?)
    }

    /// Whether the puzzle has a solution; with `denied` in place of that given, one that lacks it.
    fn is_satisfiable(&mut self, puzzle: &Grid, denied: Option<Candidate>) -> Result<bool, SolveError> {
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
