//! Checks of models from solvers that are not part of this crate.
//!
//! The models of external programs are checked against the problem file, which needs no memory for the clauses.
//! [`CheckedSolver`] keeps a copy of the clauses for solvers that are implemented by the caller.

use std::io::{self, BufReader};
use std::path::Path;

use sudoku_cnf::clauses::model_check::ModelCheck;
use sudoku_cnf::files::dimacs::{self, DimacsError};
use sudoku_cnf::{ClauseSink, Cnf, Lit, Model};

use super::clause_digest::ClauseDigest;
use super::error::{ExternalError, SolverError};
use super::limits::{LimitPoller, Limits};
use super::outcome::{Outcome, StopReason};
use super::regular_file::open_regular;
use super::sat_solver::SatSolver;
use super::statistics::Statistics;

/// The reason why a check ended before the last clause.
pub(super) enum CheckEnd {
    /// The model violates this clause.
    Violated(Vec<Lit>),
    /// A limit was reached.
    Stopped(StopReason),
    /// The problem file does not contain the clauses that were written to it.
    ProblemChanged,
}

/// A model check that stops when a limit is reached.
struct LimitedCheck<'m> {
    check: ModelCheck<'m>,
    poller: LimitPoller,
    /// The digest of the clauses so far, if they are read from a file.
    digest: Option<ClauseDigest>,
}

impl ClauseSink for LimitedCheck<'_> {
    type Error = CheckEnd;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), CheckEnd> {
        self.poller.step().map_err(CheckEnd::Stopped)?;
        if let Some(digest) = &mut self.digest {
            digest.add(clause);
        }
        self.check.add_clause(clause).map_err(|falsified| CheckEnd::Violated(falsified.clause))
    }
}

/// Checks that `model` satisfies every clause in the DIMACS file `problem`, and that the file still contains the
/// clauses with the digest `written`.
///
/// # Errors
/// Returns an error if the file cannot be read.
pub(super) fn check_file(
    model: &Model,
    problem: &Path,
    written: &ClauseDigest,
    limits: &Limits,
) -> io::Result<Result<(), CheckEnd>> {
    let poller = LimitPoller::new(limits.clone());
    let mut check = LimitedCheck { check: ModelCheck::new(model), poller, digest: Some(written.restarted()) };
    let Ok(file) = open_regular(problem) else { return Ok(Err(CheckEnd::ProblemChanged)) };
    let read = dimacs::read(BufReader::new(file), &mut check);
    let is_unchanged = check.digest.is_some_and(|digest| digest.matches(written));
    Ok(match read {
        Ok(_) if is_unchanged => Ok(()),
        Ok(_) | Err(DimacsError::Syntax { .. }) => Err(CheckEnd::ProblemChanged),
        Err(DimacsError::Sink(end)) => Err(end),
        Err(DimacsError::Io(error)) => return Err(error),
    })
}

/// Returns `model` as the outcome of `solver`, or an error if the check found a violated clause.
pub(super) fn outcome(
    model: Model,
    check: Result<(), CheckEnd>,
    solver: &str,
) -> Result<Outcome, SolverError> {
    match check {
        Ok(()) => Ok(Outcome::Satisfiable(model)),
        Err(CheckEnd::Stopped(reason)) => Ok(Outcome::Unknown(reason)),
        Err(CheckEnd::Violated(clause)) => {
            Err(SolverError::WrongModel { solver: solver.to_owned(), clause, model })
        }
        Err(CheckEnd::ProblemChanged) => {
            Err(ExternalError::ProblemChanged { program: solver.to_owned() }.into())
        }
    }
}

/// A solver whose models are checked against all clauses and assumptions.
///
/// The wrapper keeps a copy of the clauses, including one binary clause per pair of an at-most-one constraint.
pub(super) struct CheckedSolver {
    name: String,
    solver: Box<dyn SatSolver>,
    clauses: Cnf,
}

impl CheckedSolver {
    /// Wraps `solver`, which must not contain any clauses yet. Errors mention `name`.
    pub(super) fn new(name: &str, solver: Box<dyn SatSolver>) -> Self {
        Self { name: name.to_owned(), solver, clauses: Cnf::default() }
    }
}

impl ClauseSink for CheckedSolver {
    type Error = SolverError;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), SolverError> {
        let Ok(()) = self.clauses.add_clause(clause);
        self.solver.add_clause(clause)
    }

    fn add_at_most_one(&mut self, literals: &[Lit]) -> Result<(), SolverError> {
        let Ok(()) = self.clauses.add_at_most_one(literals);
        self.solver.add_at_most_one(literals)
    }

    fn add_exactly_one(&mut self, literals: &[Lit]) -> Result<(), SolverError> {
        let Ok(()) = self.clauses.add_exactly_one(literals);
        self.solver.add_exactly_one(literals)
    }

    fn keeps_cardinality(&self) -> bool {
        self.solver.keeps_cardinality()
    }
}

impl SatSolver for CheckedSolver {
    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Result<Outcome, SolverError> {
        let model = match self.solver.solve(assumptions, limits)? {
            Outcome::Satisfiable(model) => model,
            other => return Ok(other),
        };
        let poller = LimitPoller::new(limits.clone());
        let mut check = LimitedCheck { check: ModelCheck::new(&model), poller, digest: None };
        let units = assumptions.iter().map(std::slice::from_ref);
        let checked = self.clauses.clauses().chain(units).try_for_each(|clause| check.add_clause(clause));
        outcome(model, checked, &self.name)
    }

    fn statistics(&self) -> Option<Statistics> {
        self.solver.statistics()
    }
}
