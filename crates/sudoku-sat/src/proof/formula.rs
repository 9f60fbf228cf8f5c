//! The formulas that proofs refute.

use sudoku_cnf::{ClauseSink, Cnf, CnfSize, Encoding, Lit, Problem, Puzzle, Solution};

use crate::search::SolveError;
use crate::solver::Limits;

/// The memory for the text of a clause in the two formulas of a bundle.
const BYTES_PER_CLAUSE: u64 = 40;

/// Returns the problem to which proofs for `puzzle` refer: the complete encoding of the whole board.
///
/// ```
/// use sudoku_cnf::Puzzle;
///
/// let puzzle: Puzzle = "1..............4".parse()?;
/// assert_eq!(sudoku_sat::proof::complete_problem(&puzzle).size()?.clauses, 384 + 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn complete_problem(puzzle: &Puzzle) -> Problem {
    Problem::new(puzzle, Encoding::Complete)
}

/// Returns the size of the CNF, if the limits leave room for its text.
pub(crate) fn limited_size(problem: &Problem, limits: &Limits) -> Result<CnfSize, SolveError> {
    let size = problem.interruptible_size(|| limits.check())??;
    limits.check_memory(size.clauses as u64 * BYTES_PER_CLAUSE)?;
    Ok(size)
}

/// Returns the clause that excludes `solution`: its cells do not all contain their digits.
pub fn blocking_clause(solution: &Solution) -> Vec<Lit> {
    let geometry = solution.grid().geometry();
    solution.grid().digits().map(|placed| !geometry.literal(placed.cell, placed.digit)).collect()
}

/// Returns the clauses of [`complete_problem`] and the blocking clause of `solution`.
///
/// The formula is unsatisfiable if and only if `puzzle` has no other solution.
pub fn uniqueness_cnf(puzzle: &Puzzle, solution: &Solution) -> Cnf {
    let mut cnf = complete_problem(puzzle).to_cnf();
    let Ok(()) = cnf.add_clause(&blocking_clause(solution));
    cnf
}
