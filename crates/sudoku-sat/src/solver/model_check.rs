//! Checks of models from solvers that are not part of this crate.
//!
//! The models of external programs are checked against the problem file, which needs no memory for the clauses.
//! [`CheckedSolver`] keeps a copy of the clauses for solvers that are implemented by the caller.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;

use sudoku_cnf::dimacs::{self, DimacsError};
use sudoku_cnf::{ClauseSink, Cnf, Lit, Model};

use super::error::SolverError;
use super::limits::{LimitPoller, Limits};
use super::native::Statistics;
use super::outcome::{Outcome, StopReason};
use super::sat_solver::SatSolver;

/// The reason why a check ended before the last clause.
pub(super) enum CheckEnd {
    /// The model violates this clause.
    Violated(Vec<Lit>),
    /// A limit was reached.
    Stopped(StopReason),
}

/// A clause sink that checks each clause against a model instead of storing it.
///
/// Variables that the model omits are treated as false.
struct ModelCheck<'m> {
    model: &'m Model,
    poller: LimitPoller,
}

impl ClauseSink for ModelCheck<'_> {
    type Error = CheckEnd;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), CheckEnd> {
        self.poller.step().map_err(CheckEnd::Stopped)?;
        let is_satisfied = clause.iter().any(|&literal| self.model.satisfies(literal));
        if is_satisfied { Ok(()) } else { Err(CheckEnd::Violated(clause.to_vec())) }
    }
}

/// Checks that `model` satisfies every clause in the DIMACS file `problem`.
///
/// # Errors
/// Returns an error if the file cannot be read, or if it is no longer valid DIMACS CNF.
pub(super) fn check_file(model: &Model, problem: &Path, limits: &Limits) -> io::Result<Result<(), CheckEnd>> {
    let mut check = ModelCheck { model, poller: LimitPoller::new(limits.clone()) };
    match dimacs::read(BufReader::new(File::open(problem)?), &mut check) {
        Ok(_) => Ok(Ok(())),
        Err(DimacsError::Sink(end)) => Ok(Err(end)),
        Err(DimacsError::Io(error)) => Err(error),
        Err(DimacsError::Syntax { line, column, kind }) => {
            let message = format!("the problem file has changed: {line}:{column}: {kind}");
            Err(io::Error::new(io::ErrorKind::InvalidData, message))
        }
    }
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

    fn remember(&mut self, clause: &[Lit]) {
        let Ok(()) = self.clauses.add_clause(clause);
    }

    fn remember_at_most_one(&mut self, literals: &[Lit]) {
        for (index, &first) in literals.iter().enumerate() {
            literals[index + 1..].iter().for_each(|&second| self.remember(&[!first, !second]));
        }
    }
}

impl SatSolver for CheckedSolver {
    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), SolverError> {
        self.remember(clause);
        self.solver.add_clause(clause)
    }

    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Result<Outcome, SolverError> {
        let model = match self.solver.solve(assumptions, limits)? {
            Outcome::Satisfiable(model) => model,
            other => return Ok(other),
        };
        let mut check = ModelCheck { model: &model, poller: LimitPoller::new(limits.clone()) };
        let units = assumptions.iter().map(std::slice::from_ref);
        let checked = self.clauses.clauses().chain(units).try_for_each(|clause| check.add_clause(clause));
        outcome(model, checked, &self.name)
    }

    fn add_at_most_one(&mut self, literals: &[Lit]) -> Result<(), SolverError> {
        self.remember_at_most_one(literals);
        self.solver.add_at_most_one(literals)
    }

    fn add_exactly_one(&mut self, literals: &[Lit]) -> Result<(), SolverError> {
        self.remember(literals);
        self.remember_at_most_one(literals);
        self.solver.add_exactly_one(literals)
    }

    fn keeps_cardinality(&self) -> bool {
        self.solver.keeps_cardinality()
    }

    fn statistics(&self) -> Option<Statistics> {
        self.solver.statistics()
    }
}
