//! Finds and removes redundant givens.
//!
//! A given is redundant if it follows from the other givens. A puzzle without redundant givens is minimal.

use sudoku_cnf::{Candidate, Puzzle};

use super::given_oracle::GivenOracle;
use crate::search::SolveError;
use crate::solver::Limits;

/// Returns all givens that are individually redundant, or `None` if `puzzle` has no solution.
pub(crate) fn redundant_givens(
    puzzle: &Puzzle,
    oracle: &mut GivenOracle,
    limits: &Limits,
) -> Result<Option<Vec<Candidate>>, SolveError> {
    if !oracle.is_satisfiable(puzzle, limits)? {
        return Ok(None);
    }
    let mut redundant = Vec::new();
    for given in puzzle.givens() {
        if oracle.follows(given, puzzle, limits)? {
            redundant.push(given);
        }
    }
    Ok(Some(redundant))
}

/// Returns a minimal puzzle with the same solutions as `puzzle`, or `None` if `puzzle` has no solution.
///
/// Redundant givens are removed one at a time, row by row.
pub(crate) fn minimize(
    puzzle: &Puzzle,
    oracle: &mut GivenOracle,
    limits: &Limits,
) -> Result<Option<Puzzle>, SolveError> {
    if !oracle.is_satisfiable(puzzle, limits)? {
        return Ok(None);
    }
    let mut minimal = puzzle.clone();
    for given in puzzle.givens() {
        if oracle.follows(given, &minimal, limits)? {
            minimal.set(given.cell, None);
        }
    }
    Ok(Some(minimal))
}
