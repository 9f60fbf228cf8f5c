//! The true candidates: those that stand in some solution. A cell with one of them is decided, and
//! together these cells are the puzzle's backbone.

use std::collections::BTreeSet;

use sudoku_cnf::{Candidate, Candidates, CnfOptions, Grid, Inference, Lit, Problem, Solution};

use super::SolveError;
use super::solutions::load;
use crate::backend::Backend;
use crate::limits::Limits;
use crate::outcome::Outcome;
use crate::solver::Solver;

/// The board of all candidates of `puzzle` that stand in some solution; `None` if there is no solution.
///
/// Solutions are not listed. Each model proves its own candidates true; then the solver is asked for a
/// model with one of the candidates that are still unproven, until there is none. In between it gets
/// guesses: as many unproven candidates at once as propagation allows. So a proper puzzle takes 2 calls of the
/// solver, and the empty 9×9 board, where all 729 candidates are true, some 50.
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
    options: impl Into<CnfOptions>,
    limits: Limits,
) -> Result<Option<Candidates>, SolveError> {
    let Ok(mut board) = Candidates::of_puzzle(puzzle, Inference::Singles) else {
        return Ok(None);
    };
    let problem = Problem::of_board(puzzle, board.clone(), options.into().reduced());
    let backend = load(&problem, solver, limits)?;
    let all = puzzle.geometry().cells().flat_map(|cell| board.digits(cell).map(move |digit| (cell, digit)));
    let unproven = all.map(|(cell, digit)| Candidate { cell, digit }).collect();
    let mut prover = Prover { problem, backend, unproven };
    let mut models = 0;
    while !prover.unproven.is_empty() && prover.prove(&[])? {
        models += 1;
        // A second model shows that the puzzle is not proper, and that guesses may pay.
        while models > 1 && prover.prove_a_guess(&board)? {}
        prover.ask_for_an_unproven_one()?;
    }
    if models == 0 {
        return Ok(None);
    }
    for refuted in prover.unproven {
        board.eliminate(refuted).expect("the solutions' candidates stay");
    }
    Ok(Some(board))
}

struct Prover {
    problem: Problem,
    backend: Box<dyn Backend>,
    unproven: BTreeSet<Candidate>,
}

impl Prover {
    /// Looks for a model with these literals, and strikes its candidates off; whether there is one.
    fn prove(&mut self, assumptions: &[Lit]) -> Result<bool, SolveError> {
        match self.backend.solve(assumptions)? {
            Outcome::Satisfiable(model) => {
                let solution = Solution::check(self.problem.decode(&model)?, self.problem.puzzle())?;
                for placed in solution.grid().givens() {
                    self.unproven.remove(&placed);
                }
                Ok(true)
            }
            Outcome::Unsatisfiable(_) => Ok(false),
            Outcome::Unknown(reason) => Err(SolveError::Unknown(reason)),
        }
    }

    /// Proves several unproven candidates at once; whether any was.
    fn prove_a_guess(&mut self, board: &Candidates) -> Result<bool, SolveError> {
        let guess = self.guess(board);
        // A model of no guess at all might prove nothing, for ever.
        Ok(!guess.is_empty() && self.prove(&guess)?)
    }

    /// Lets every model from now on hold a candidate that is still unproven. Each such clause is a part
    /// of the one before, so they may all stay.
    fn ask_for_an_unproven_one(&mut self) -> Result<(), SolveError> {
        let clause: Vec<_> =
            self.unproven.iter().filter_map(|&candidate| self.problem.literal(candidate)).collect();
        if !clause.is_empty() {
            self.backend.add_clause(&clause)?;
        }
        Ok(())
    }

    /// Unproven candidates that stand together as far as propagation can tell.
    fn guess(&self, board: &Candidates) -> Vec<Lit> {
        let mut board = board.clone();
        let mut guess = Vec::new();
        for &candidate in &self.unproven {
            if board.count(candidate.cell) > 1 && board.contains(candidate) {
                let mut next = board.clone();
                if next.assign(candidate).is_ok() {
                    board = next;
                    guess.extend(self.problem.literal(candidate));
                }
            }
        }
        guess
    }
}
