//! Redundant givens: those that follow from the others. A puzzle without any is minimal.

use sudoku_cnf::{Candidate, CnfOptions, Grid};

use super::SolveError;
use super::prover::Prover;
use crate::limits::Limits;
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
    let mut prover = Prover::new(puzzle, solver, options.into(), limits)?;
    if !prover.is_satisfiable(puzzle)? {
        return Ok(None);
    }
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
    let mut prover = Prover::new(puzzle, solver, options.into(), limits)?;
    if !prover.is_satisfiable(puzzle)? {
        return Ok(None);
    }
    let mut minimal = puzzle.clone();
    for given in puzzle.givens() {
        if prover.follows(given, &minimal)? {
            minimal.set(given.cell, None);
        }
    }
    Ok(Some(minimal))
}
