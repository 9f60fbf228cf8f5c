//! Finds the true candidates of a puzzle.
//!
//! A candidate is true if it occurs in at least one solution. A cell with exactly one true candidate belongs to the
//! backbone of the puzzle.

use std::collections::BTreeSet;

use sudoku_cnf::{Candidate, CandidateBoard, CnfOptions, Inference, Lit, Problem, Puzzle, Solution};

use super::extra_clauses::{self, ExtraClauses};
use super::models::load;
use crate::search::SolveError;
use crate::solver::{Limits, SatSolver, Solver};

/// Returns a board with all candidates that occur in at least one solution that satisfies `clauses`, or `None` if there
/// is no such solution.
///
/// The candidates are found without enumerating all solutions. Each model proves that all candidates in the model are
/// true. A clause then requires every further model to contain at least one candidate that is still unproven. The
/// search ends when no further model exists. To reduce the number of solver calls, the search also makes guesses. Each
/// guess assumes a set of unproven candidates that propagation can assign together without a contradiction.
///
/// A puzzle with a unique solution requires at most two solver calls. The empty 9×9 board, on which all 729 candidates
/// are true, requires about 50 solver calls.
pub(crate) fn true_candidates(
    puzzle: &Puzzle,
    solver: &Solver,
    options: CnfOptions,
    clauses: &ExtraClauses,
    limits: &Limits,
) -> Result<Option<CandidateBoard>, SolveError> {
    let Ok(mut board) = CandidateBoard::from_puzzle(puzzle, Inference::Singles) else {
        return Ok(None);
    };
    let options = if clauses.is_empty() { options.reduced() } else { options.whole() };
    let problem = clauses.add_to(Problem::from_board(puzzle, board.clone(), options))?;
    let solver = load(&problem, solver, limits)?;
    let all = puzzle.geometry().cells().flat_map(|cell| board.digits(cell).map(move |digit| (cell, digit)));
    let unproven = all.map(|(cell, digit)| Candidate { cell, digit }).collect();
    let mut search = TrueCandidateSearch { problem, solver, limits, unproven };
    let mut models = 0;
    while !search.unproven.is_empty() && search.prove(&[])? {
        models += 1;
        // Guesses are worthwhile only if there are several solutions, so no guess is made until a second model has been
        // found.
        while models > 1 && search.prove_a_guess(&board)? {}
        search.require_an_unproven_candidate()?;
    }
    if models == 0 {
        return Ok(None);
    }
    for refuted in search.unproven {
        board.eliminate(refuted).expect("the candidates of solutions remain");
    }
    Ok(Some(board))
}

struct TrueCandidateSearch<'l> {
    problem: Problem,
    solver: Box<dyn SatSolver>,
    limits: &'l Limits,
    unproven: BTreeSet<Candidate>,
}

impl TrueCandidateSearch<'_> {
    /// Searches for a model under `assumptions` and removes the candidates of the model from `unproven`.
    ///
    /// Returns whether a model exists.
    fn prove(&mut self, assumptions: &[Lit]) -> Result<bool, SolveError> {
        let Ok(model) = self.solver.solve(assumptions, self.limits)?.known()? else { return Ok(false) };
        let solution = Solution::check(self.problem.decode(&model)?, self.problem.puzzle())?;
        extra_clauses::check(&self.problem, &model)?;
        for placed in solution.grid().digits() {
            self.unproven.remove(&placed);
        }
        Ok(true)
    }

    /// Searches for a model that contains a guessed set of unproven candidates. Returns whether a model was found.
    fn prove_a_guess(&mut self, board: &CandidateBoard) -> Result<bool, SolveError> {
        let guess = self.guess(board);
        // With an empty guess, the solver might keep returning models without unproven candidates, and the caller might
        // loop forever.
        Ok(!guess.is_empty() && self.prove(&guess)?)
    }

    /// Adds a clause that requires every further model to contain at least one unproven candidate.
    ///
    /// Each new clause is a subset of every earlier clause, so the earlier clauses need not be removed.
    fn require_an_unproven_candidate(&mut self) -> Result<(), SolveError> {
        let clause: Vec<_> =
            self.unproven.iter().filter_map(|&candidate| self.problem.literal(candidate)).collect();
        if !clause.is_empty() {
            self.solver.add_clause(&clause)?;
        }
        Ok(())
    }

    /// Returns the literals of unproven candidates that propagation can assign together without a contradiction.
    fn guess(&self, board: &CandidateBoard) -> Vec<Lit> {
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
