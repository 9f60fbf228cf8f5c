//! How many solutions a puzzle has.

use sudoku_cnf::{CnfOptions, Grid};

use super::{SolveError, solutions};
use crate::limits::Limits;
use crate::search::{self, Count, Incomplete};
use crate::solver::Solver;

/// Counts the solutions of `puzzle`, up to `enough` if it is given: by the counter of
/// [`search::count`](search::count()), or if a solver is given by listing them, which is slow but shares nothing with it.
///
/// # Errors
/// If the solver fails. A limit that is reached is an [`Incomplete`] count.
pub fn count(
    puzzle: &Grid,
    solver: Option<&Solver>,
    options: impl Into<CnfOptions>,
    enough: Option<u128>,
    limits: Limits,
) -> Result<Count, SolveError> {
    let Some(solver) = solver else { return Ok(search::count(puzzle, enough, limits)) };
    let mut found = 0;
    let listed = solutions(puzzle, solver, options, limits).and_then(|mut solutions| {
        while Some(found) != enough {
            match solutions.next() {
                None => return Ok(Count::Exactly(found)),
                Some(solution) => solution?,
            };
            found += 1;
        }
        Ok(Count::AtLeast(found, Incomplete::Enough))
    });
    match listed {
        Err(SolveError::Unknown(reason)) => Ok(Count::AtLeast(found, Incomplete::Stopped(reason))),
        other => other,
    }
}
