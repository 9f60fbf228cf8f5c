//! Refutations with any solver that writes proofs.

use std::convert::Infallible;

use sudoku_cnf::{Cnf, Problem, Puzzle, Solution};

use super::elaborate::{ElaborationError, elaborate};
use super::error::{CertifyError, InvalidProof};
use super::formula::{blocking_clause, complete_problem};
use super::lrat::{LratProof, check_within};
use crate::ask::limited_cnf;
use crate::search::SolveError;
#[cfg(feature = "external")]
use crate::solver::external::External;
use crate::solver::{ClausalProof, ClauseLoader, Limits, Native, Outcome, SatSolver, Solver};

/// The result of a search for a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refutation {
    /// The puzzle has this solution.
    Solved(Solution),
    /// The proof refutes the formula. It has been checked.
    Refuted(Cnf, LratProof),
}

/// Searches for a solution of `puzzle` other than `excluded`, or proves that there is none.
///
/// The formula is that of [`complete_problem`] and, if a solution is excluded, its [`blocking_clause`]. A claim of
/// `solver` that the formula is unsatisfiable is accepted only with a valid proof, which is elaborated and checked.
///
/// # Errors
/// Returns an error if the solver fails, cannot write proofs, or writes an invalid proof, or if a limit is reached.
///
/// ```
/// use sudoku_sat::proof::{Refutation, refute};
/// use sudoku_sat::{Limits, Puzzle, Solver};
///
/// let puzzle: Puzzle = "12..3......4...1".parse()?;
/// let Refutation::Solved(solution) = refute(&puzzle, None, &Solver::Native, &Limits::none())? else { panic!() };
/// let other = refute(&puzzle, Some(&solution), &Solver::Native, &Limits::none())?;
/// assert!(matches!(other, Refutation::Refuted(..)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn refute(
    puzzle: &Puzzle,
    excluded: Option<&Solution>,
    solver: &Solver,
    limits: &Limits,
) -> Result<Refutation, CertifyError> {
    refute_problem(&complete_problem(puzzle).with_clauses(excluded.map(blocking_clause)), solver, limits)
}

/// Like [`refute`], for the clauses of `problem`, which should be a [`complete_problem`] with additional clauses.
///
/// # Errors
/// Returns the errors of [`refute`].
pub fn refute_problem(
    problem: &Problem,
    solver: &Solver,
    limits: &Limits,
) -> Result<Refutation, CertifyError> {
    // With the encoding and the scheme of these problems, the check takes constant time.
    let Ok(checked) = problem.check_variables(|| Ok::<(), Infallible>(()));
    checked.map_err(SolveError::from)?;
    let load = |solver: &mut dyn SatSolver| ClauseLoader::new(solver, limits).load(problem);
    let cnf = || limited_cnf(problem, None, limits).map_err(SolveError::Unknown);
    #[cfg(feature = "external")]
    let mut external = None;
    let (outcome, proof) = match solver {
        Solver::Native => {
            let mut native = Native::new();
            native.record_proof();
            load(&mut native).map_err(SolveError::from)?;
            let outcome = native.solve(&[], limits).map_err(SolveError::from)?;
            (outcome, Ok(native.proof().unwrap_or_default()))
        }
        #[cfg(feature = "varisat")]
        Solver::Varisat => {
            let (outcome, proof) =
                crate::solver::solve_with_proof(&cnf()?, limits).map_err(SolveError::from)?;
            (outcome, Ok(proof))
        }
        #[cfg(feature = "external")]
        Solver::External(program) => {
            let program =
                program.with_proof().ok_or_else(|| CertifyError::NoProofs(program.name().to_owned()))?;
            let external = external.insert(External::new(program).map_err(SolveError::from)?);
            load(external).map_err(SolveError::from)?;
            let outcome = external.solve(&[], limits).map_err(SolveError::from)?;
            limits.check_memory(external.proof_size()).map_err(SolveError::Unknown)?;
            (outcome, read_proof(external))
        }
        other => return Err(CertifyError::NoProofs(other.name().to_owned())),
    };
    match outcome {
        Outcome::Satisfiable(model) => {
            let grid = problem.decode(&model).map_err(SolveError::from)?;
            Ok(Refutation::Solved(Solution::check(grid, problem.puzzle()).map_err(SolveError::from)?))
        }
        Outcome::Unknown(reason) => Err(SolveError::Unknown(reason).into()),
        Outcome::Unsatisfiable(_) => {
            let cnf = cnf()?;
            let checked = proof.and_then(|proof| check(&cnf, &proof, limits));
            match checked {
                Ok(proof) => Ok(Refutation::Refuted(cnf, proof)),
                Err(InvalidProof::NotRup(ElaborationError::Stopped(reason))) => {
                    Err(SolveError::Unknown(reason).into())
                }
                Err(error) => {
                    #[cfg(feature = "external")]
                    if let Some(external) = external {
                        external.keep_files(limits);
                    }
                    Err(CertifyError::InvalidProof { solver: solver.name().to_owned(), error })
                }
            }
        }
    }
}

#[cfg(feature = "external")]
fn read_proof(external: &External) -> Result<ClausalProof, InvalidProof> {
    let bytes = external.proof().map_err(|error| InvalidProof::Missing(error.to_string()))?;
    Ok(ClausalProof::parse_drat(&bytes)?)
}

/// Adds hints to `proof` and checks the result.
fn check(cnf: &Cnf, proof: &ClausalProof, limits: &Limits) -> Result<LratProof, InvalidProof> {
    let lrat = elaborate(cnf, proof, limits).map_err(InvalidProof::NotRup)?;
    let (mut formula, mut text) = (Vec::new(), Vec::new());
    let written = cnf.write_dimacs(&mut formula).and_then(|()| lrat.write(&mut text));
    written.map_err(|error| InvalidProof::Missing(error.to_string()))?;
    check_within(&formula, &text, limits)
        .map_err(|reason| InvalidProof::NotRup(ElaborationError::Stopped(reason)))??;
    Ok(lrat)
}
