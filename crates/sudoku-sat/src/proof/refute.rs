//! Refutations with any solver that writes proofs.

use std::borrow::Cow;
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
use crate::solver::{
    ClausalProof, ClauseLoader, Limits, Native, Outcome, ProofStep, SatSolver, Solver, SolverError, checked,
    load_cnf,
};

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
    let cnf = || limited_cnf(problem, None, limits).map_err(SolveError::Unknown);
    let load = |solver: &mut dyn SatSolver| ClauseLoader::new(solver, limits).load(problem);
    let found = search(solver, limits, load, || cnf().map(Cow::Owned))?;
    match found.outcome {
        Outcome::Satisfiable(model) => {
            let grid = problem.decode(&model).map_err(SolveError::from)?;
            Ok(Refutation::Solved(Solution::check(grid, problem.puzzle()).map_err(SolveError::from)?))
        }
        Outcome::Unknown(reason) => Err(SolveError::Unknown(reason).into()),
        Outcome::Unsatisfiable(_) => {
            let cnf = cnf()?;
            let checked = found.proof.and_then(|proof| check(&cnf, &proof, limits));
            match checked {
                Ok(proof) => Ok(Refutation::Refuted(cnf, proof)),
                Err(InvalidProof::NotRup(ElaborationError::Stopped(reason))) => {
                    Err(SolveError::Unknown(reason).into())
                }
                Err(error) => {
                    #[cfg(feature = "external")]
                    if let Some(external) = found.external {
                        external.keep_files(limits);
                    }
                    Err(CertifyError::InvalidProof { solver: solver.name().to_owned(), error })
                }
            }
        }
    }
}

/// Solves `cnf`, which need not encode a puzzle, and returns a proof that refutes it if the outcome is
/// [`Outcome::Unsatisfiable`]. Otherwise, the proof is empty.
///
/// The model of any solver is checked against all clauses. The proof is that of the solver and has not been checked;
/// [`elaborate`] and [`check_lrat`](super::check_lrat) check it. Its last step is the empty clause.
///
/// # Errors
/// Returns an error if the solver fails, cannot write proofs, writes a malformed proof, or returns a wrong model. If a
/// limit is reached, the outcome is [`Outcome::Unknown`].
///
/// ```
/// use sudoku_cnf::{Cnf, Lit};
/// use sudoku_sat::proof::{elaborate, solve_cnf_with_proof};
/// use sudoku_sat::{Limits, Outcome, Solver};
///
/// let [a, b] = [1, 2].map(|number| Lit::from_dimacs(number).unwrap());
/// let cnf = Cnf::from_iter([vec![a, b], vec![a, !b], vec![!a, b], vec![!a, !b]]);
/// let (outcome, proof) = solve_cnf_with_proof(&cnf, &Solver::Native, &Limits::none())?;
/// assert_eq!(outcome, Outcome::Unsatisfiable(vec![]));
/// assert!(elaborate(&cnf, &proof, &Limits::none()).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve_cnf_with_proof(
    cnf: &Cnf,
    solver: &Solver,
    limits: &Limits,
) -> Result<(Outcome, ClausalProof), CertifyError> {
    let found = search(solver, limits, |solver| load_cnf(cnf, solver, limits), || Ok(Cow::Borrowed(cnf)));
    let found = match found {
        Err(CertifyError::Solve(SolveError::Unknown(reason))) => {
            return Ok((Outcome::Unknown(reason), ClausalProof::new()));
        }
        found => found?,
    };
    let outcome = checked(cnf, found.outcome, solver.name(), limits).map_err(SolveError::from)?;
    let Outcome::Unsatisfiable(_) = outcome else { return Ok((outcome, ClausalProof::new())) };
    let invalid = |error| CertifyError::InvalidProof { solver: solver.name().to_owned(), error };
    let mut proof = found.proof.map_err(invalid)?;
    if proof.steps().last() != Some(ProofStep::Add(&[])) {
        proof.add(&[]);
    }
    Ok((outcome, proof))
}

/// The result of a search by a solver that writes proofs.
struct Found {
    outcome: Outcome,
    /// The proof, if the outcome is [`Outcome::Unsatisfiable`].
    proof: Result<ClausalProof, InvalidProof>,
    #[cfg(feature = "external")]
    external: Option<External>,
}

/// Searches for a model with a new solver that writes a proof.
///
/// `load` adds the clauses to the solver. `cnf` returns them for a solver that reads a whole formula.
fn search<'c>(
    solver: &Solver,
    limits: &Limits,
    load: impl FnOnce(&mut dyn SatSolver) -> Result<(), SolverError>,
    #[cfg_attr(
        not(feature = "varisat"),
        allow(unused_variables, reason = "only varisat reads a whole formula")
    )]
    cnf: impl FnOnce() -> Result<Cow<'c, Cnf>, SolveError>,
) -> Result<Found, CertifyError> {
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
            let cnf = cnf()?;
            let found = crate::solver::solve_with_proof(&cnf, limits).map_err(SolveError::from)?;
            (found.0, Ok(found.1))
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
    Ok(Found {
        outcome,
        proof,
        #[cfg(feature = "external")]
        external,
    })
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
