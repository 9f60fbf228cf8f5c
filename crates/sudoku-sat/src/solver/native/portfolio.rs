//! Several native solvers that run in parallel and exchange short learned clauses.

use std::sync::{Arc, Mutex};

use sudoku_cnf::{ClauseSink, Lit};

use super::Native;
use super::config::Config;
use super::exchange::Port;
use crate::solver::NATIVE;
use crate::solver::error::SolverError;
use crate::solver::limits::Limits;
use crate::solver::outcome::Outcome;
use crate::solver::portfolio::{empty, race};
use crate::solver::sat_solver::SatSolver;
use crate::solver::statistics::Statistics;

/// Native solvers with different seeds that receive the same clauses. The first answer is used.
///
/// Unlike other portfolios, this one keeps the learned clauses between calls.
#[derive(Debug)]
pub(in crate::solver) struct NativePortfolio {
    members: Vec<Native>,
}

impl NativePortfolio {
    pub(in crate::solver) fn new(members: usize) -> Self {
        let mailboxes: Arc<[_]> = (0..members).map(|_| Mutex::default()).collect();
        let member = |member| {
            let mut native = Native::with_config(Config::for_member(member));
            native.search.port = Some(Port { mailboxes: mailboxes.clone(), member });
            native
        };
        Self { members: (0..members).map(member).collect() }
    }

    fn for_each(
        &mut self,
        mut action: impl FnMut(&mut Native) -> Result<(), SolverError>,
    ) -> Result<(), SolverError> {
        self.members.iter_mut().try_for_each(&mut action)
    }
}

impl ClauseSink for NativePortfolio {
    type Error = SolverError;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), SolverError> {
        self.for_each(|member| member.add_clause(clause))
    }

    fn add_at_most_one(&mut self, literals: &[Lit]) -> Result<(), SolverError> {
        self.for_each(|member| member.add_at_most_one(literals))
    }

    fn add_exactly_one(&mut self, literals: &[Lit]) -> Result<(), SolverError> {
        self.for_each(|member| member.add_exactly_one(literals))
    }

    fn keeps_cardinality(&self) -> bool {
        true
    }
}

impl SatSolver for NativePortfolio {
    fn statistics(&self) -> Option<Statistics> {
        let mut sum = Statistics::default();
        self.members.iter().for_each(|member| sum += member.statistics());
        Some(sum)
    }

    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Result<Outcome, SolverError> {
        let members = self.members.iter_mut().map(|member| (NATIVE, member));
        race(members, limits, |member, limits| member.solve(assumptions, limits))
            .or_else(|| Some(self.members.first_mut()?.solve(assumptions, limits)))
            .unwrap_or_else(|| Ok(empty()))
    }
}
