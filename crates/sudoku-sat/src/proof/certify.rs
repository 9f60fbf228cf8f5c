//! Certificates: proofs that the solution of a puzzle is unique, or that there is none.

use sudoku_cnf::{ClauseSink, Cnf, Encoding, Lit, Problem, Puzzle, Solution};
use thiserror::Error;

use super::elaborate::{ElaborationError, elaborate};
use super::lrat::LratProof;
use super::refute::InvalidProof;
use crate::ask::limited_cnf;
use crate::search::SolveError;
use crate::solver::{ClauseLoader, Limits, Native, Outcome, SatSolver};

/// What is proven about the solutions of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Certificate {
    /// The puzzle has exactly one solution. The proof refutes the formula of [`uniqueness_cnf`].
    Unique(Solution, LratProof),
    /// The puzzle has no solution. The proof refutes the formula of [`puzzle_problem`].
    NoSolution(LratProof),
    /// The puzzle has at least these two different solutions.
    Several(Solution, Solution),
}

/// The reason why a puzzle could not be certified.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CertifyError {
    /// A limit was reached, or the solver failed.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The solver cannot write proofs.
    #[error("the solver '{0}' cannot write proofs")]
    NoProofs(String),
    /// The solver reports that there is no solution, but its proof is not valid.
    #[error("the solver '{solver}' reports that there is no solution, but does not prove it: {error}")]
    InvalidProof {
        /// The name of the solver.
        solver: String,
        /// What is wrong with the proof.
        error: InvalidProof,
    },
    /// The proof of the native solver is not valid.
    #[error("internal error: {0}")]
    Proof(ElaborationError),
}

impl From<ElaborationError> for CertifyError {
    fn from(error: ElaborationError) -> Self {
        match error {
            ElaborationError::Stopped(reason) => SolveError::Unknown(reason).into(),
            error => Self::Proof(error),
        }
    }
}

/// Returns the problem to which proofs for `puzzle` refer: the complete encoding of the whole board.
///
/// ```
/// use sudoku_cnf::Puzzle;
///
/// let puzzle: Puzzle = "1..............4".parse()?;
/// assert_eq!(sudoku_sat::proof::puzzle_problem(&puzzle).size()?.clauses, 384 + 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn puzzle_problem(puzzle: &Puzzle) -> Problem {
    Problem::new(puzzle, Encoding::Complete)
}

/// Returns the clause that excludes `solution`: its cells do not all contain their digits.
#[must_use]
pub fn blocking_clause(solution: &Solution) -> Vec<Lit> {
    let geometry = solution.grid().geometry();
    solution.grid().digits().map(|placed| !geometry.literal(placed.cell, placed.digit)).collect()
}

/// Returns the clauses of [`puzzle_problem`] and the blocking clause of `solution`.
///
/// The formula is unsatisfiable if and only if `puzzle` has no other solution.
#[must_use]
pub fn uniqueness_cnf(puzzle: &Puzzle, solution: &Solution) -> Cnf {
    let mut cnf = puzzle_problem(puzzle).to_cnf();
    let Ok(()) = cnf.add_clause(&blocking_clause(solution));
    cnf
}

/// The memory for the text of a clause in the two formulas of a bundle.
const BYTES_PER_CLAUSE: u64 = 40;

/// Solves `puzzle` with the native solver and proves how many solutions there are: none, one, or several.
///
/// # Errors
/// Returns an error if a limit is reached, or if the CNF has too many variables.
///
/// ```
/// use sudoku_sat::{Limits, Puzzle};
/// use sudoku_sat::proof::{Certificate, certify, check_lrat, uniqueness_cnf};
///
/// let puzzle: Puzzle = "12..3......4...1".parse()?;
/// let Certificate::Unique(solution, proof) = certify(&puzzle, &Limits::none())? else { panic!() };
/// let (mut cnf, mut lrat) = (Vec::new(), Vec::new());
/// uniqueness_cnf(&puzzle, &solution).write_dimacs(&mut cnf)?;
/// proof.write(&mut lrat)?;
/// assert!(check_lrat(&cnf, &lrat).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn certify(puzzle: &Puzzle, limits: &Limits) -> Result<Certificate, CertifyError> {
    let problem = puzzle_problem(puzzle);
    let size = problem.size_while(|| limits.check().map_err(SolveError::Unknown))?;
    let clauses = size.map_err(SolveError::from)?.clauses as u64;
    limits.check_memory(clauses * BYTES_PER_CLAUSE).map_err(SolveError::Unknown)?;
    let mut solver = Native::new();
    solver.record_proof();
    let loaded = ClauseLoader::new(&mut solver, limits).load(&problem);
    loaded.map_err(SolveError::from)?;
    let refute = |solver: &Native, blocking: Option<&[Lit]>| -> Result<LratProof, CertifyError> {
        let cnf = limited_cnf(&problem, blocking, limits).map_err(SolveError::Unknown)?;
        Ok(elaborate(&cnf, &solver.proof().unwrap_or_default(), limits)?)
    };
    let Some(first) = solve(&mut solver, &problem, limits)? else {
        return Ok(Certificate::NoSolution(refute(&solver, None)?));
    };
    let blocking = blocking_clause(&first);
    solver.add_clause(&blocking).map_err(SolveError::from)?;
    let Some(second) = solve(&mut solver, &problem, limits)? else {
        let proof = refute(&solver, Some(&blocking))?;
        return Ok(Certificate::Unique(first, proof));
    };
    Ok(Certificate::Several(first, second))
}

/// Returns a checked solution of `problem`, or `None` if the clauses of `solver` are unsatisfiable.
fn solve(solver: &mut Native, problem: &Problem, limits: &Limits) -> Result<Option<Solution>, CertifyError> {
    match solver.solve(&[], limits).map_err(SolveError::from)? {
        Outcome::Satisfiable(model) => {
            let grid = problem.decode(&model).map_err(SolveError::from)?;
            Ok(Some(Solution::check(grid, problem.puzzle()).map_err(SolveError::from)?))
        }
        Outcome::Unsatisfiable(_) => Ok(None),
        Outcome::Unknown(reason) => Err(SolveError::Unknown(reason).into()),
    }
}
