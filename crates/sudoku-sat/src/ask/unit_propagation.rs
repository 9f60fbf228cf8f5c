//! Unit propagation on the clauses of an encoding, without any other inference.

use sudoku_cnf::{CandidateBoard, Inference, Lit, Problem};

use super::limited_cnf::observed_cnf;
use crate::search::SolveError;
use crate::solver::{Limits, ObservedSearch};

/// Returns the candidates that unit propagation leaves in the CNF of `problem`, which must be that of the whole board,
/// or `None` if it finds a conflict.
pub(crate) fn unit_propagation(
    problem: &Problem,
    limits: &Limits,
) -> Result<Option<CandidateBoard>, SolveError> {
    let puzzle = problem.puzzle();
    let Some(literals) = propagate(problem, limits)? else { return Ok(None) };
    // This level of inference removes a decided cell's digit from its peers, as unit propagation does in all encodings.
    // So the board never loses more candidates than the clauses.
    let mut board = CandidateBoard::new(puzzle.geometry().clone(), Inference::DecidedCells);
    let excluded = |literal: &Lit| {
        let candidate = problem.numbering().candidate(puzzle.geometry(), literal.var());
        candidate.filter(|_| !literal.is_positive())
    };
    for candidate in literals.iter().filter_map(excluded) {
        if board.eliminate(candidate).is_err() {
            return Ok(None);
        }
    }
    Ok(Some(board))
}

/// Returns the number of candidates that unit propagation neither places nor excludes in the CNF of `problem`, which
/// must be that of the whole board. This is 0 if it finds a conflict.
pub(crate) fn open_candidates(problem: &Problem, limits: &Limits) -> Result<usize, SolveError> {
    let Some(literals) = propagate(problem, limits)? else { return Ok(0) };
    let candidates = problem.puzzle().geometry().candidate_count();
    let assigned = literals.iter().filter(|literal| literal.var().number() <= candidates).count();
    Ok(candidates - assigned)
}

/// Returns the literals that unit propagation derives from the CNF of `problem`, or `None` if it finds a conflict.
fn propagate(problem: &Problem, limits: &Limits) -> Result<Option<Vec<Lit>>, SolveError> {
    Ok(ObservedSearch::new(&observed_cnf(problem, None, limits)?).propagate())
}

#[cfg(test)]
mod tests {
    use super::*;
    use sudoku_cnf::{Encoding, Puzzle};

    /// The numbers agree with those of CaDiCaL without decisions: 64 candidates less the excluded ones.
    #[test]
    fn redundant_clauses_help_unit_propagation() {
        let puzzle: Puzzle = "....\n...1\n....\n1...".parse().unwrap();
        let left = |encoding: Encoding| {
            let board = unit_propagation(&Problem::new(&puzzle, encoding), &Limits::none()).unwrap().unwrap();
            board.candidate_count()
        };
        let all = [Encoding::Minimal, Encoding::Natural, Encoding::Complete, Encoding::Classic];
        assert_eq!(all.map(left), [52, 46, 40, 52]);
        let clash: Puzzle = "11..............".parse().unwrap();
        let clash = Problem::new(&clash, Encoding::Minimal);
        assert!(unit_propagation(&clash, &Limits::none()).unwrap().is_none());
    }
}
