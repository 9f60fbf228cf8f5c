//! Checks of models from solvers that are not part of this crate.
//!
//! [`CheckedSolver`] keeps a copy of the clauses for solvers that are implemented by the caller.

use sudoku_cnf::clauses::model_check::ModelCheck;
use sudoku_cnf::puzzle::rule::Relation;
use sudoku_cnf::{ClauseSink, Cnf, Lit, Model};

use super::cross_check::CrossCheck;
use super::custom::CustomSolver;
use super::error::SolverError;
use super::limits::{LimitPoller, Limits};
use super::outcome::{Outcome, StopReason};
use super::sat_solver::SatSolver;
use super::statistics::Statistics;

/// The reason why a check ended before the last clause.
pub(super) enum CheckEnd {
    /// The model violates this clause.
    Violated(Vec<Lit>),
    /// A limit was reached.
    Stopped(StopReason),
}

/// A model check that stops when a limit is reached.
pub(super) struct LimitedCheck<'m> {
    check: ModelCheck<'m>,
    poller: LimitPoller,
}

impl<'m> LimitedCheck<'m> {
    pub(super) fn new(model: &'m Model, limits: &Limits) -> Self {
        Self { check: ModelCheck::new(model), poller: LimitPoller::new(limits.clone()) }
    }
}

impl ClauseSink for LimitedCheck<'_> {
    type Error = CheckEnd;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), CheckEnd> {
        self.poller.step().map_err(CheckEnd::Stopped)?;
        self.check.add_clause(clause).map_err(|falsified| CheckEnd::Violated(falsified.clause))
    }
}

/// Returns `model` as the outcome of `solver`, or an error if the check found a violated clause.
pub(super) fn checked_outcome(
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

/// A solver whose models are checked against all clauses and assumptions. If the caller requests it, an embedded solver
/// confirms refutations.
///
/// The wrapper keeps a copy of the clauses, including one binary clause per pair of an at-most-one constraint. It keeps
/// no sums.
pub(super) struct CheckedSolver {
    name: String,
    solver: Box<dyn SatSolver>,
    clauses: Cnf,
    /// The second solver, and the number of clauses that it has received.
    cross_check: Option<(CrossCheck, usize)>,
}

impl CheckedSolver {
    /// Returns a solver without clauses.
    pub(super) fn new(custom: &CustomSolver) -> Result<Self, SolverError> {
        let cross_check = custom.is_cross_checked.then(CrossCheck::new).transpose()?.map(|check| (check, 0));
        let (name, solver) = (custom.name().to_owned(), custom.create());
        Ok(Self { name, solver, clauses: Cnf::default(), cross_check })
    }

    /// Returns "unsatisfiable" with the failed core `core`, unless the second solver finds a model.
    fn confirm(
        &mut self,
        core: Vec<Lit>,
        assumptions: &[Lit],
        limits: &Limits,
    ) -> Result<Outcome, SolverError> {
        let Some((second, loaded)) = &mut self.cross_check else { return Ok(Outcome::Unsatisfiable(core)) };
        for index in *loaded..self.clauses.len() {
            second.add_clause(self.clauses.clause(index))?;
        }
        *loaded = self.clauses.len();
        second.confirm(&self.name, assumptions, limits)
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

    /// The second solver needs clauses. The rule checker verifies sums, because they are those of rules.
    fn keeps_sums(&self) -> bool {
        self.cross_check.is_none() && self.solver.keeps_sums()
    }

    fn add_sum(&mut self, terms: &[(i128, Lit)], relation: Relation, total: i128) -> Result<(), SolverError> {
        self.solver.add_sum(terms, relation, total)
    }
}

impl SatSolver for CheckedSolver {
    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Result<Outcome, SolverError> {
        let model = match self.solver.solve(assumptions, limits)? {
            Outcome::Satisfiable(model) => model,
            Outcome::Unsatisfiable(core) => return self.confirm(core, assumptions, limits),
            unknown @ Outcome::Unknown(_) => return Ok(unknown),
        };
        let mut check = LimitedCheck::new(&model, limits);
        let units = assumptions.iter().map(std::slice::from_ref);
        let checked = self.clauses.clauses().chain(units).try_for_each(|clause| check.add_clause(clause));
        checked_outcome(model, checked, &self.name)
    }

    fn statistics(&self) -> Option<Statistics> {
        self.solver.statistics()
    }
}
