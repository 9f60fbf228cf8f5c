//! Several native solvers that run in parallel and exchange short learned clauses.

use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, mpsc};
use std::thread;

use sudoku_cnf::{ClauseSink, Lit};

use super::Native;
use super::config::Config;
use super::exchange::{Exchange, Port};
use crate::solver::error::SolverError;
use crate::solver::limits::{Interrupt, Limits};
use crate::solver::outcome::{Outcome, StopReason};
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
        let exchange = Arc::new(Exchange::new(members));
        let member = |member| {
            let mut native = Native::with_config(Config::for_member(member));
            native.search.port = Some(Port { exchange: exchange.clone(), member });
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
        if let Some(reason) = limits.reached() {
            return Ok(Outcome::Unknown(reason));
        }
        let found = Interrupt::default();
        let limits = &limits.clone().with_interrupt(found.clone());
        let (sender, answers) = mpsc::channel();
        let mut is_started = false;
        let answer = thread::scope(|scope| {
            for member in &mut self.members {
                let sender = sender.clone();
                let work = move || {
                    let run = AssertUnwindSafe(|| member.solve(assumptions, limits));
                    let panicked = |_| Err(SolverError::Embedded("the native solver panicked".to_owned()));
                    // Sending fails if another member has answered.
                    drop(sender.send(panic::catch_unwind(run).unwrap_or_else(panicked)));
                };
                // If the system cannot start all threads, the others search alone.
                is_started |= thread::Builder::new().spawn_scoped(scope, work).is_ok();
            }
            drop(sender);
            let mut last = Ok(Outcome::Unknown(StopReason::GaveUp("the portfolio is empty".to_owned())));
            for answer in limits.messages(answers) {
                let is_final = matches!(answer, Ok(Outcome::Satisfiable(_) | Outcome::Unsatisfiable(_)));
                if is_final || last.is_ok() {
                    last = answer;
                }
                if is_final {
                    found.trigger();
                    break;
                }
            }
            last
        });
        match self.members.first_mut() {
            Some(first) if !is_started => first.solve(assumptions, limits),
            _ => answer,
        }
    }
}
