//! Several SAT solvers at once: the first answer counts, and the others are ended.
//!
//! Solving times of hard boards vary widely with the solver, and for one solver with the order of clauses
//! and variables. So a solver that is there again gets the clauses in another order and with other variables, by
//! a fixed seed: which member wins may differ from run to run, but each of them does the same every time. (To
//! rename for every member would cost: CaDiCaL took twice as long on 25×25 boards as with the encoding's order.)
//!
//! ## Reference
//! C. Gomes, B. Selman: Algorithm portfolios, Artificial Intelligence 126, 2001.

use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc;
use std::thread;

use sudoku_cnf::{ClauseSink, Cnf, Lit};

use crate::backend::{Backend, BackendError};
use crate::limits::{Interrupt, Limits, Pace};
use crate::naming::Names;
use crate::outcome::{Outcome, Reason};
use crate::random::Random;
use crate::solver::Solver;

/// Several solvers that are asked at once. Each call loads all of them anew, so that nothing that they learn is
/// kept: for a question of many calls a single solver does better. Memory: the clauses once, and for each
/// member what its solver takes, and 4 bytes a clause if it has names of its own.
///
/// ```
/// use sudoku_cnf::{ClauseSink, Lit};
/// use sudoku_sat::{Backend, Limits, Outcome, Portfolio, Solver};
///
/// let a = Lit::from_dimacs(1).unwrap();
/// let mut solver = Portfolio::new(vec![Solver::Varisat, Solver::Varisat], Limits::none());
/// solver.add_clause(&[a])?;
/// assert!(matches!(solver.solve(&[])?, Outcome::Satisfiable(model) if model.satisfies(a)));
/// assert!(matches!(solver.solve(&[!a])?, Outcome::Unsatisfiable(_)));
/// # Ok::<(), sudoku_sat::BackendError>(())
/// ```
#[derive(Debug)]
pub struct Portfolio {
    members: Vec<Solver>,
    pace: Pace,
    clauses: Cnf,
    largest: usize,
}

impl Portfolio {
    /// A portfolio without clauses.
    #[must_use]
    pub fn new(members: Vec<Solver>, limits: Limits) -> Self {
        Self { members, pace: Pace::new(limits), clauses: Cnf::default(), largest: 0 }
    }

    /// Lets the member with this index answer.
    fn ask(&self, index: usize, assumptions: &[Lit], limits: Limits) -> Result<Outcome, BackendError> {
        let member = &self.members[index];
        let times_before = self.members[..index].iter().filter(|other| *other == member).count();
        let mut backend = member.backend(limits)?;
        if times_before == 0 {
            self.clauses.clauses().try_for_each(|clause| backend.add_clause(clause))?;
            return backend.solve(assumptions);
        }
        let mut random = Random::new(times_before as u64, 0);
        let names = Names::new(self.largest, &mut random);
        names.load(&self.clauses, &mut *backend, &mut random)?;
        let assumed: Vec<_> = assumptions.iter().map(|&literal| names.rename(literal)).collect();
        Ok(match backend.solve(&assumed)? {
            Outcome::Satisfiable(model) => Outcome::Satisfiable(names.restore(&model)),
            Outcome::Unsatisfiable(core) => {
                let is_in_core = |&literal: &Lit| core.contains(&names.rename(literal));
                Outcome::Unsatisfiable(assumptions.iter().copied().filter(is_in_core).collect())
            }
            unknown @ Outcome::Unknown(_) => unknown,
        })
    }
}

impl ClauseSink for Portfolio {
    type Error = BackendError;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), BackendError> {
        self.pace.step().map_err(BackendError::Stopped)?;
        let largest = clause.iter().map(|literal| literal.var().number()).max();
        self.largest = self.largest.max(largest.unwrap_or(0));
        let Ok(()) = self.clauses.add_clause(clause);
        Ok(())
    }
}

impl Backend for Portfolio {
    /// # Errors
    /// If no member answers and one of them failed: its error.
    fn solve(&mut self, assumptions: &[Lit]) -> Result<Outcome, BackendError> {
        let largest = assumptions.iter().map(|literal| literal.var().number()).max();
        self.largest = self.largest.max(largest.unwrap_or(0));
        let found = Interrupt::default();
        let limits = self.pace.limits().clone().or_interrupt(found.clone()).prompt();
        let (sender, answers) = mpsc::channel();
        let this = &*self;
        thread::scope(|scope| {
            for index in 0..this.members.len() {
                let (sender, limits) = (sender.clone(), limits.clone());
                scope.spawn(move || {
                    // A member that panics is one that fails, and hides no other's answer.
                    let asked = AssertUnwindSafe(|| this.ask(index, assumptions, limits));
                    let answer = match panic::catch_unwind(asked) {
                        Ok(Err(BackendError::Stopped(reason))) => Ok(Outcome::Unknown(reason)),
                        Ok(answer) => answer,
                        Err(_) => {
                            Err(BackendError::Embedded(format!("{} panicked", this.members[index].name())))
                        }
                    };
                    // Nobody listens any more once an answer is known.
                    drop(sender.send(answer));
                });
            }
            drop(sender);
            let mut last = Ok(Outcome::Unknown(Reason::GaveUp("the portfolio is empty".to_owned())));
            for answer in answers {
                match answer {
                    Ok(Outcome::Unknown(_)) if last.is_err() => {}
                    Ok(Outcome::Unknown(_)) | Err(_) => last = answer,
                    Ok(_) => {
                        found.trigger();
                        return answer;
                    }
                }
            }
            last
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    fn literal(number: i32) -> Lit {
        Lit::from_dimacs(number).unwrap()
    }

    #[test]
    fn answers_are_in_the_names_of_who_asks() {
        for members in 1..5 {
            let mut solver = Portfolio::new(vec![Solver::Varisat; members], Limits::none());
            for number in 1..50 {
                solver.add_clause(&[literal(-number), literal(number + 1)]).unwrap();
            }
            let Outcome::Satisfiable(model) = solver.solve(&[literal(20), literal(-19)]).unwrap() else {
                panic!()
            };
            assert!((20..=50).all(|number| model.satisfies(literal(number))));
            assert!((1..20).all(|number| model.satisfies(literal(-number))));
            let refuted = solver.solve(&[literal(3), literal(60), literal(-40)]).unwrap();
            let Outcome::Unsatisfiable(mut core) = refuted else { panic!() };
            core.sort_by_key(|literal| literal.var());
            assert_eq!(core, [literal(3), literal(-40)]);
        }
    }

    #[test]
    fn the_first_answer_ends_the_others() {
        let sleeper = crate::external::Program::from_command("sh -c 'sleep 100' {cnf}").unwrap();
        let mut solver = Portfolio::new(vec![Solver::External(sleeper), Solver::Varisat], Limits::none());
        solver.add_clause(&[literal(1)]).unwrap();
        let start = Instant::now();
        assert!(matches!(solver.solve(&[]).unwrap(), Outcome::Satisfiable(_)));
        assert!(start.elapsed() < Duration::from_secs(50));
    }

    #[test]
    fn a_member_that_fails_hides_no_answer() {
        let missing = crate::external::Program::from_command("no-such-solver {cnf}").unwrap();
        let missing = Solver::External(missing);
        let mut solver = Portfolio::new(vec![missing.clone(), Solver::Varisat], Limits::none());
        assert!(matches!(solver.solve(&[]).unwrap(), Outcome::Satisfiable(_)));
        assert!(Portfolio::new(vec![missing], Limits::none()).solve(&[]).is_err());
    }
}
