//! The true candidates: those that occur in some solution. A cell with one true candidate is part of the puzzle's
//! backbone.

use std::collections::BTreeSet;

use sudoku_cnf::{Candidate, CandidateBoard, CnfOptions, Inference, Lit, Problem, Puzzle, Solution};

use super::models::load;
use crate::solutions::SolveError;
use crate::solver::{Limits, Outcome, SatSolver, Solver};

/// Returns the board of all candidates that occur in some solution; `None` if there is no solution.
///
/// Solutions are not listed. Each model proves its own candidates true; then the solver is asked for a model with
/// one of the unproven candidates, until there is none. In between, guesses save calls: the solver assumes as many
/// unproven candidates at once as propagation allows. A proper puzzle takes 2 calls of the solver, and the empty
/// 9×9 board, where all 729 candidates are true, about 50.
pub(crate) fn true_candidates(
    puzzle: &Puzzle,
    solver: &Solver,
    options: CnfOptions,
    limits: &Limits,
) -> Result<Option<CandidateBoard>, SolveError> {
    let Ok(mut board) = CandidateBoard::from_puzzle(puzzle, Inference::Singles) else {
        return Ok(None);
    };
    let problem = Problem::from_board(puzzle, board.clone(), options.reduced());
    let solver = load(&problem, solver, limits)?;
    let all = puzzle.geometry().cells().flat_map(|cell| board.digits(cell).map(move |digit| (cell, digit)));
    let unproven = all.map(|(cell, digit)| Candidate { cell, digit }).collect();
    let mut search = TrueCandidateSearch { problem, solver, limits, unproven };
    let mut models = 0;
    while !search.unproven.is_empty() && search.prove(&[])? {
        models += 1;
        // A second model shows that there are several solutions, so guesses may pay.
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
    /// Searches for a model with these literals, whose candidates are then proven. Returns whether there is one.
    fn prove(&mut self, assumptions: &[Lit]) -> Result<bool, SolveError> {
        match self.solver.solve(assumptions, self.limits)? {
            Outcome::Satisfiable(model) => {
                let solution = Solution::check(self.problem.decode(&model)?, self.problem.puzzle())?;
                for placed in solution.grid().digits() {
                    self.unproven.remove(&placed);
                }
                Ok(true)
            }
            Outcome::Unsatisfiable(_) => Ok(false),
            Outcome::Unknown(reason) => Err(SolveError::Unknown(reason)),
        }
    }

    /// Tries to prove several unproven candidates at once. Returns whether any was proven.
    fn prove_a_guess(&mut self, board: &CandidateBoard) -> Result<bool, SolveError> {
        let guess = self.guess(board);
        // A model without a guess might prove nothing, forever.
        Ok(!guess.is_empty() && self.prove(&guess)?)
    }

    /// Requires an unproven candidate in every further model. Each such clause is a subset of the one before, so
    /// all of them can stay.
    fn require_an_unproven_candidate(&mut self) -> Result<(), SolveError> {
        let clause: Vec<_> =
            self.unproven.iter().filter_map(|&candidate| self.problem.literal(candidate)).collect();
        if !clause.is_empty() {
            self.solver.add_clause(&clause)?;
        }
        Ok(())
    }

    /// Returns unproven candidates that propagation does not refute together.
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
