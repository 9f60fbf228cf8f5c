//! Portfolios of SAT solvers that run in parallel. The first answer is used, and the remaining solvers are stopped.
//!
//! Solving times for hard puzzles vary widely from solver to solver. Even for a single solver, they vary with the order
//! of clauses and variables. Therefore, if a portfolio contains several copies of a solver, all copies except the first
//! receive the clauses and variables in random order. The seeds are fixed, so each member does the same work in every
//! run, but the member that finishes first may differ from run to run.
//!
//! The first copy of a solver receives the clauses and variables in their original order, because a random order is
//! often worse.
//!
//! ## Reference
//! C. Gomes and B. Selman, *Algorithm portfolios*, Artificial Intelligence 126, 2001.

use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc;
use std::thread;

use sudoku_cnf::{ClauseSink, Cnf, Lit};

use super::error::SolverError;
use super::limits::{Interrupt, Limits};
use super::outcome::{Outcome, StopReason};
use super::sat_solver::{ClauseLoader, SatSolver};
use super::variable_shuffle::VariableShuffle;
use super::warning::Warning;
use sudoku_cnf::puzzle::random::Random;

/// A member of a portfolio.
pub(super) struct Member {
    /// The name of the solver, which is used in error messages.
    pub(super) name: String,
    /// The number of earlier members that use the same solver.
    pub(super) copies_before: u64,
    /// A function that creates a solver without clauses.
    pub(super) create: Box<dyn Fn() -> Result<Box<dyn SatSolver>, SolverError> + Send + Sync>,
}

/// A SAT solver that runs several other solvers in parallel on the same clauses.
///
/// Each call to [`solve`](SatSolver::solve) creates new solvers for all members, so learned clauses are lost between
/// calls. A single solver is therefore a better choice for a series of related calls.
///
/// A portfolio stores its own copy of the clauses in addition to the copies held by its members. Each member that
/// receives the clauses in random order requires another 4 bytes per clause and 4 bytes per variable.
pub(super) struct Portfolio {
    members: Vec<Member>,
    clauses: Cnf,
}

impl Portfolio {
    /// Returns a portfolio without clauses.
    pub(super) fn new(members: Vec<Member>) -> Self {
        Self { members, clauses: Cnf::default() }
    }

    /// Solves the formula with a single member.
    fn run(&self, member: &Member, assumptions: &[Lit], limits: &Limits) -> Result<Outcome, SolverError> {
        let mut solver = (member.create)()?;
        let mut loader = ClauseLoader::new(&mut *solver, limits);
        if member.copies_before == 0 {
            self.clauses.clauses().try_for_each(|clause| loader.add_clause(clause))?;
            return solver.solve(assumptions, limits);
        }
        let mut random = Random::new(member.copies_before, 0);
        let shuffle = VariableShuffle::new(self.clauses.variable_count(), &mut random);
        shuffle.load(&self.clauses, &mut loader, &mut random)?;
        let assumed: Vec<_> = assumptions.iter().map(|&literal| shuffle.rename(literal)).collect();
        Ok(match solver.solve(&assumed, limits)? {
            Outcome::Satisfiable(model) => Outcome::Satisfiable(shuffle.restore(&model)),
            Outcome::Unsatisfiable(core) => {
                let is_in_core = |&literal: &Lit| core.contains(&shuffle.rename(literal));
                Outcome::Unsatisfiable(assumptions.iter().copied().filter(is_in_core).collect())
            }
            unknown @ Outcome::Unknown(_) => unknown,
        })
    }
}

impl ClauseSink for Portfolio {
    type Error = SolverError;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), SolverError> {
        let Ok(()) = self.clauses.add_clause(clause);
        Ok(())
    }
}

impl SatSolver for Portfolio {
    /// # Errors
    /// Returns the last error if no member answers and at least one of them fails. All other errors become warnings.
    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Result<Outcome, SolverError> {
        let largest = assumptions.iter().map(|literal| literal.var().number()).max();
        self.clauses.declare_variables(largest.unwrap_or(0));
        let limits = &limits.clone().checked_during_search();
        let members = self.members.iter().map(|member| (&*member.name, member));
        race(members, limits, |member, limits| self.run(member, assumptions, limits))
            .or_else(|| Some(self.run(self.members.first()?, assumptions, limits)))
            .unwrap_or_else(|| Ok(empty()))
    }
}

/// Calls `solve` with all members of a portfolio, each in a thread of its own. The first answer stops the others.
///
/// Each member has a name for warnings. Returns `None` if no thread could be started.
///
/// # Errors
/// Returns the last error if no member answers and at least one of them fails. All other errors become warnings.
pub(super) fn race<'n, M: Send>(
    members: impl Iterator<Item = (&'n str, M)>,
    limits: &Limits,
    solve: impl Fn(M, &Limits) -> Result<Outcome, SolverError> + Sync,
) -> Option<Result<Outcome, SolverError>> {
    if let Some(reason) = limits.reached() {
        return Some(Ok(Outcome::Unknown(reason)));
    }
    let found = Interrupt::default();
    let limits = &limits.clone().with_interrupt(found.clone());
    let warn = |(name, error): (&str, _)| {
        limits.warn(&Warning::MemberFailed { solver: name.to_owned(), error });
    };
    let solve = &solve;
    let (sender, answers) = mpsc::channel();
    thread::scope(|scope| {
        for (name, member) in members {
            let sender = sender.clone();
            let work = move || {
                // A panic in one member must not prevent the remaining members from answering.
                let run = AssertUnwindSafe(|| solve(member, limits));
                let answer = match panic::catch_unwind(run) {
                    Ok(Err(SolverError::Stopped(reason))) => Ok(Outcome::Unknown(reason)),
                    Ok(answer) => answer,
                    Err(_) => Err(SolverError::Embedded(format!("{name} panicked"))),
                };
                // Sending fails if the receiver has been dropped after an answer from another member.
                drop(sender.send((name, answer)));
            };
            if let Err(error) = thread::Builder::new().spawn_scoped(scope, work) {
                warn((name, SolverError::Embedded(format!("cannot start a thread: {error}"))));
            }
        }
        drop(sender);
        let (mut unknown, mut failed) = (None, None);
        for (name, answer) in limits.messages(answers) {
            match answer {
                Ok(Outcome::Unknown(_)) => unknown = Some(answer),
                Err(error) => failed.replace((name, error)).into_iter().for_each(warn),
                Ok(_) => {
                    found.trigger();
                    failed.into_iter().for_each(warn);
                    return Some(answer);
                }
            }
        }
        failed.map(|(_, error)| Err(error)).or(unknown)
    })
}

/// Returns the outcome of a portfolio without members.
pub(super) fn empty() -> Outcome {
    Outcome::Unknown(StopReason::GaveUp("the portfolio is empty".to_owned()))
}

#[cfg(all(test, feature = "external", feature = "varisat"))]
mod tests {
    use super::*;
    use crate::solver::Solver;
    use crate::solver::external::Program;
    use std::sync::{Arc, Mutex};
    use sudoku_cnf::Lit;

    fn literal(number: i32) -> Lit {
        Lit::from_dimacs(number).unwrap()
    }

    fn portfolio(members: Vec<Solver>) -> Box<dyn SatSolver> {
        Solver::Portfolio(members).create().unwrap()
    }

    #[test]
    fn answers_use_the_original_variables() {
        let none = Limits::none();
        for members in 1..5 {
            let mut solver = portfolio(vec![Solver::Varisat; members]);
            for number in 1..50 {
                solver.add_clause(&[literal(-number), literal(number + 1)]).unwrap();
            }
            let Outcome::Satisfiable(model) = solver.solve(&[literal(20), literal(-19)], &none).unwrap()
            else {
                panic!()
            };
            assert!((20..=50).all(|number| model.satisfies(literal(number))));
            assert!((1..20).all(|number| model.satisfies(literal(-number))));
            let refuted = solver.solve(&[literal(3), literal(60), literal(-40)], &none).unwrap();
            let Outcome::Unsatisfiable(mut core) = refuted else { panic!() };
            core.sort_by_key(|literal| literal.var());
            assert_eq!(core, [literal(3), literal(-40)]);
        }
    }

    #[test]
    fn the_first_answer_stops_the_other_members() {
        let folder = tempfile::tempdir().unwrap();
        let woken = folder.path().join("woken");
        let script = format!("sleep 100; echo > {}", woken.display());
        let sleeper = Program::from_command(&format!("sh -c '{script}' {{cnf}}")).unwrap();
        let mut solver = portfolio(vec![Solver::External(sleeper), Solver::Varisat]);
        solver.add_clause(&[literal(1)]).unwrap();
        assert!(matches!(solver.solve(&[], &Limits::none()).unwrap(), Outcome::Satisfiable(_)));
        assert!(!woken.exists());
    }

    #[test]
    fn a_failed_member_does_not_prevent_an_answer() {
        let missing = Solver::External(Program::from_command("no-such-solver {cnf}").unwrap());
        let mut solver = portfolio(vec![missing.clone(), Solver::Varisat]);
        assert!(matches!(solver.solve(&[], &Limits::none()).unwrap(), Outcome::Satisfiable(_)));
        let warnings = Arc::new(Mutex::new(Vec::new()));
        let received = warnings.clone();
        let limits =
            Limits::none().on_warning(move |warning| received.lock().unwrap().push(warning.to_string()));
        let failing = Solver::External(Program::from_command("sh -c 'exit 3' {cnf}").unwrap());
        assert!(portfolio(vec![failing, missing.clone()]).solve(&[], &limits).is_err());
        assert_eq!(
            warnings.lock().unwrap().len(),
            1,
            "one error is returned, and the other one is a warning"
        );
        assert!(portfolio(vec![missing]).solve(&[], &Limits::none()).is_err());
        assert!(matches!(portfolio(vec![]).solve(&[], &Limits::none()).unwrap(), Outcome::Unknown(_)));
    }
}
