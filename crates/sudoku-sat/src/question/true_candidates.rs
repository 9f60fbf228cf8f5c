//! The true candidates: those that stand in some solution. A cell with one of them is decided, and
//! together these cells are the puzzle's backbone.

use std::collections::BTreeSet;

use sudoku_cnf::{Candidate, Candidates, Encoding, Grid, Inference, Solution, encode};

use super::SolveError;
use crate::limits::Limits;
use crate::outcome::Outcome;
use crate::solver::Solver;

/// The board of all candidates of `puzzle` that stand in some solution; `None` if there is no solution.
///
/// Solutions are not listed. Each model proves its own candidates true; then the solver is asked for a
/// model with one of the candidates that are still unproven, until there is none. That takes one call
/// more than there are models needed to cover the true candidates: 2 for a proper puzzle, some tens at
/// most on 9×9.
///
/// # Errors
/// If the solver fails or a limit is reached.
///
/// ```
/// use sudoku_cnf::{Cell, Encoding};
/// use sudoku_sat::{Limits, Solver, true_candidates};
///
/// let puzzle = "12..34.....1....".parse()?;
/// let board = true_candidates(&puzzle, &Solver::Varisat, Encoding::Complete, Limits::none())?.unwrap();
/// assert_eq!(board.count(Cell::new(2)), 2, "3 or 4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[expect(clippy::missing_panics_doc, reason = "removing others never removes the candidates of a solution")]
pub fn true_candidates(
    puzzle: &Grid,
    solver: &Solver,
    encoding: Encoding,
    limits: Limits,
) -> Result<Option<Candidates>, SolveError> {
    let mut backend = solver.backend(limits)?;
    let Ok(mut board) = Candidates::of_puzzle(puzzle, Inference::Singles) else {
        return Ok(None);
    };
    encode(puzzle, encoding, &mut *backend)?;
    let geometry = puzzle.geometry();
    let mut unproven: BTreeSet<Candidate> = geometry
        .cells()
        .flat_map(|cell| board.digits(cell).map(move |digit| Candidate { cell, digit }))
        .collect();
    let mut has_solution = false;
    while !unproven.is_empty() {
        match backend.solve(&[])? {
            Outcome::Satisfiable(model) => {
                let solution = Solution::check(model.decode(geometry)?, puzzle)?;
                for placed in solution.grid().givens() {
                    unproven.remove(&placed);
                }
                has_solution = true;
            }
            Outcome::Unsatisfiable(_) => break,
            Outcome::Unknown(reason) => return Err(SolveError::Unknown(reason)),
        }
        // Each such clause is a part of the one before, so they may all stay.
        let one_of_them: Vec<_> =
            unproven.iter().map(|unproven| geometry.literal(unproven.cell, unproven.digit)).collect();
        if !one_of_them.is_empty() {
            backend.add_clause(&one_of_them)?;
        }
    }
    if !has_solution {
        return Ok(None);
    }
    for refuted in unproven {
        board.eliminate(refuted).expect("the solutions' candidates stay");
    }
    Ok(Some(board))
}
