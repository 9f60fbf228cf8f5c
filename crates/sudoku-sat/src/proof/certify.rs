//! Certificates: proofs that the solution of a puzzle is unique, or that there is none.

use sudoku_cnf::{ClauseSink, Lit, Problem, Puzzle, Solution};

use super::elaborate::elaborate;
use super::error::CertifyError;
use super::formula::{blocking_clause, complete_problem, limited_size};
use super::lrat::LratProof;
use crate::ask::limited_cnf;
use crate::search::SolveError;
use crate::solver::{ClauseLoader, Limits, Native, SatSolver};

/// A proof of the number of solutions of a puzzle: one, none or several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Certificate {
    /// The puzzle has exactly one solution. The proof refutes the formula of [`uniqueness_cnf`](super::uniqueness_cnf).
    Unique(Solution, LratProof),
    /// The puzzle has no solution. The proof refutes the formula of [`complete_problem`].
    Unsatisfiable(LratProof),
    /// The puzzle has at least these two solutions.
    Several(Solution, Solution),
}

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
    let problem = complete_problem(puzzle);
    limited_size(&problem, limits)?;
    let mut solver = Native::new();
    solver.record_proof();
    let loaded = ClauseLoader::new(&mut solver, limits).load(&problem);
    loaded.map_err(SolveError::from)?;
    let refute = |solver: &Native, blocking: Option<&[Lit]>| -> Result<LratProof, CertifyError> {
        let cnf = limited_cnf(&problem, blocking, limits).map_err(SolveError::Unknown)?;
        Ok(elaborate(&cnf, &solver.proof().unwrap_or_default(), limits)?)
    };
    let Some(first) = solve(&mut solver, &problem, limits)? else {
        return Ok(Certificate::Unsatisfiable(refute(&solver, None)?));
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
fn solve(solver: &mut Native, problem: &Problem, limits: &Limits) -> Result<Option<Solution>, SolveError> {
    let Ok(model) = solver.solve(&[], limits)?.known()? else { return Ok(None) };
    Ok(Some(Solution::check(problem.decode(&model)?, problem.puzzle())?))
}
