//! The embedded SAT solver varisat.
//!
//! Two techniques make varisat faster on Sudoku puzzles:
//!
//! - **Negated literals.** When varisat has to guess the value of a variable, it tries "false" first. This module
//!   negates all literals, so that each guess places a digit instead of excluding a candidate.
//! - **Withheld unit clauses.** A unit clause, such as the clause for a decided cell, is withheld from varisat until
//!   another clause or an assumption contains its variable. Adding the clause earlier would disturb the order in which
//!   varisat chooses variables.
//!
//! varisat does not support time limits, but it stops if writing a proof fails. If the limits must be checked during
//! the search, this module therefore gives varisat a proof writer that fails once a limit is reached. varisat writes
//! its proof in blocks of 8 KiB, one every few milliseconds, so it stops soon after the limit is reached. On 9×9
//! puzzles, writing a proof slows varisat down by up to a third, so [`Varisat`] avoids it whenever possible.

mod instance;

use std::cell::RefCell;
use std::sync::{Arc, Weak};

use sudoku_cnf::{ClauseSink, Cnf, Lit};

use super::error::SolverError;
use super::learned_clauses::LearnedClauses;
use super::limits::{LimitPoller, Limits};
use super::outcome::{Outcome, StopReason};
use super::sat_solver::SatSolver;
use crate::solver::ClausalProof;
use instance::{Instance, ProofFormat, check_variables, embedded_error, solve_once, stopped};

/// The embedded SAT solver varisat.
///
/// This type stores its own copy of the clauses so that it can restart varisat. A restart, which discards all learned
/// clauses, is necessary after a limit has stopped the search. It may also be necessary before a call whose limits must
/// be checked during the search (see [`Limits::are_checked_during_search`]), and after the solver has moved to another
/// thread, because a varisat instance cannot leave its thread.
///
/// ```
/// use sudoku_cnf::{ClauseSink, Lit};
/// use sudoku_sat::{Limits, Outcome, SatSolver, Varisat};
///
/// let [a, b] = [1, 2].map(|number| Lit::from_dimacs(number).unwrap());
/// let mut solver = Varisat::new();
/// solver.add_clause(&[a, b])?;
/// solver.add_clause(&[!a])?;
/// let Outcome::Satisfiable(model) = solver.solve(&[], &Limits::none())? else { panic!() };
/// assert!(model.satisfies(b));
/// assert_eq!(solver.solve(&[!b], &Limits::none())?, Outcome::Unsatisfiable(vec![!b]));
/// # Ok::<(), sudoku_sat::SolverError>(())
/// ```
#[derive(Debug, Default)]
pub struct Varisat {
    clauses: Cnf,
    /// Identifies this solver in [`INSTANCES`].
    owner: Arc<()>,
}

thread_local! {
    /// The varisat instances of the current thread between two calls, and the owners of the instances.
    static INSTANCES: RefCell<Vec<(Weak<()>, Instance<'static>)>> = const { RefCell::new(Vec::new()) };
}

/// Removes the instance of `owner` from [`INSTANCES`] and returns it. Also removes the instances whose owners are gone.
fn take_instance(owner: &Arc<()>) -> Option<Instance<'static>> {
    let is_owned = |other: &Weak<()>| other.as_ptr() == Arc::as_ptr(owner);
    let removed = INSTANCES.try_with(|instances| {
        let mut instances = instances.borrow_mut();
        instances
            .extract_if(.., |(other, _)| is_owned(other) || other.strong_count() == 0)
            .collect::<Vec<_>>()
    });
    removed.unwrap_or_default().into_iter().find(|(other, _)| is_owned(other)).map(|(_, instance)| instance)
}

impl Varisat {
    /// Returns a solver without clauses.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the varisat instance of the current thread. Returns a new one if there is none, or if it cannot check
    /// `limits` although it must.
    fn instance(&self, limits: &Limits) -> Instance<'static> {
        let is_strict = limits.are_checked_during_search();
        let instance = take_instance(&self.owner).filter(|instance| !is_strict || instance.is_watched());
        instance.unwrap_or_else(if is_strict { Instance::watched } else { Instance::unwatched })
    }

    /// Passes all new clauses to `instance`.
    ///
    /// # Errors
    /// Returns the reason for stopping if a limit is reached.
    fn load(&self, instance: &mut Instance, limits: &Limits) -> Result<(), StopReason> {
        let mut poller = LimitPoller::new(limits.clone());
        for index in instance.loaded..self.clauses.len() {
            poller.step()?;
            instance.add_clause(self.clauses.clause(index));
            instance.loaded = index + 1;
        }
        Ok(())
    }
}

impl Drop for Varisat {
    fn drop(&mut self) {
        take_instance(&self.owner);
    }
}

impl ClauseSink for Varisat {
    type Error = SolverError;

    /// # Errors
    /// Returns an error if a variable number exceeds 2²⁸.
    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), SolverError> {
        check_variables(clause)?;
        let Ok(()) = self.clauses.add_clause(clause);
        Ok(())
    }
}

impl SatSolver for Varisat {
    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Result<Outcome, SolverError> {
        check_variables(assumptions)?;
        if let Some(reason) = limits.reached() {
            return Ok(Outcome::Unknown(reason));
        }
        let mut instance = self.instance(limits);
        instance.watch(limits);
        let outcome = match self.load(&mut instance, limits) {
            Ok(()) => instance.solve(assumptions)?,
            Err(reason) => Some(Outcome::Unknown(reason)),
        };
        let Some(outcome) = outcome else { return Ok(stopped(limits)) };
        INSTANCES.with_borrow_mut(|instances| instances.push((Arc::downgrade(&self.owner), instance)));
        Ok(outcome)
    }
}

/// Solves `cnf` and returns the outcome and an estimate of the number of clauses that varisat learned from conflicts.
///
/// varisat does not report this number, so [`LearnedClauses`] estimates it from the DRAT proof.
///
/// # Errors
/// Returns an error if varisat fails, or if a limit is reached while clauses are being added. If a limit is reached
/// during the search, the outcome is [`Outcome::Unknown`].
pub(crate) fn learned_clauses(cnf: &Cnf, limits: &Limits) -> Result<(Outcome, u64), SolverError> {
    let mut learned = LearnedClauses::default();
    let outcome = solve_once(cnf, limits, ProofFormat::Drat, |proof| learned.read(proof))?;
    Ok((outcome, learned.count()))
}

/// Solves `cnf` and returns the outcome and a proof, which refutes `cnf` if the outcome is [`Outcome::Unsatisfiable`].
///
/// # Errors
/// Returns the errors of [`learned_clauses`].
pub(crate) fn solve_with_proof(cnf: &Cnf, limits: &Limits) -> Result<(Outcome, ClausalProof), SolverError> {
    let mut bytes = Vec::new();
    let outcome = solve_once(cnf, limits, ProofFormat::BinaryDrat, |proof| bytes.extend_from_slice(proof))?;
    let proof = match outcome {
        // The last clause of an unfinished proof may be incomplete.
        Outcome::Unknown(_) => ClausalProof::default(),
        _ => ClausalProof::parse_drat(&bytes).map_err(|error| embedded_error(&error))?,
    };
    // varisat has received the negations of all literals.
    Ok((outcome, proof.mapped(|literal| !literal)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    fn literal(number: i32) -> Lit {
        Lit::from_dimacs(number).unwrap()
    }

    /// Returns the pigeonhole formula for `holes` holes and `holes + 1` pigeons.
    ///
    /// The formula is unsatisfiable, but every resolution proof of this fact is exponentially long.
    fn pigeons(holes: usize) -> Cnf {
        let is_in =
            |pigeon: usize, hole: usize| sudoku_cnf::Var::new(pigeon * holes + hole + 1).unwrap().positive();
        let mut cnf = Cnf::default();
        for pigeon in 0..=holes {
            let clause: Vec<_> = (0..holes).map(|hole| is_in(pigeon, hole)).collect();
            let Ok(()) = cnf.add_clause(&clause);
        }
        for hole in 0..holes {
            for (a, b) in (0..=holes).flat_map(|a| (0..a).map(move |b| (a, b))) {
                let Ok(()) = cnf.add_clause(&[!is_in(a, hole), !is_in(b, hole)]);
            }
        }
        cnf
    }

    fn solver(clauses: &Cnf) -> Varisat {
        let mut solver = Varisat::new();
        clauses.clauses().try_for_each(|clause| solver.add_clause(clause)).unwrap();
        solver
    }

    #[test]
    fn a_solver_stopped_by_a_deadline_can_be_used_again() {
        let mut solver = solver(&pigeons(15));
        for _ in 0..2 {
            let start = Instant::now();
            let limits = Limits::none().within(Duration::from_millis(100));
            assert_eq!(solver.solve(&[], &limits).unwrap(), Outcome::Unknown(StopReason::TimeLimit));
            assert!(start.elapsed() >= Duration::from_millis(100));
        }
        solver.add_clause(&[]).unwrap();
        assert_eq!(solver.solve(&[], &Limits::none()).unwrap(), Outcome::Unsatisfiable(vec![]));
    }

    #[test]
    fn a_deadline_applies_after_calls_without_one() {
        let mut solver = solver(&pigeons(15));
        let seated: Vec<_> = (0..15).map(|pigeon| literal(pigeon * 15 + pigeon + 1)).collect();
        assert!(matches!(solver.solve(&seated, &Limits::none()).unwrap(), Outcome::Unsatisfiable(_)));
        let limits = Limits::none().within(Duration::from_millis(50));
        assert_eq!(solver.solve(&[], &limits).unwrap(), Outcome::Unknown(StopReason::TimeLimit));
    }

    #[test]
    fn rejects_variables_above_the_maximum() {
        let mut solver = Varisat::new();
        let error = solver.add_clause(&[literal(1 << 29)]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "variable 536870912 exceeds the maximum of 268435456 that varisat supports"
        );
        assert!(solver.solve(&[literal(-(1 << 29))], &Limits::none()).is_err());
    }

    #[test]
    fn counts_learned_clauses() {
        let effort = |holes| learned_clauses(&pigeons(holes), &Limits::none()).unwrap();
        assert_eq!(effort(1), (Outcome::Unsatisfiable(vec![]), 0), "unit propagation refutes it");
        let (outcome, few) = effort(3);
        assert_eq!(outcome, Outcome::Unsatisfiable(vec![]));
        assert!((1..10).contains(&few), "{few}");
        assert!(effort(6).1 > 50);
        assert_eq!(effort(6), effort(6));
    }

    #[test]
    fn withheld_unit_clauses_are_respected() {
        let [a, b, c] = [1, 2, 3].map(literal);
        let none = Limits::none();
        let mut solver = Varisat::new();
        solver.add_clause(&[a]).unwrap();
        solver.add_clause(&[!b]).unwrap();
        let Outcome::Satisfiable(model) = solver.solve(&[], &none).unwrap() else { panic!() };
        assert!(model.satisfies(a) && model.satisfies(!b));
        assert_eq!(solver.solve(&[!a], &none).unwrap(), Outcome::Unsatisfiable(vec![!a]), "an assumption");
        solver.add_clause(&[!a, b, c]).unwrap();
        let unit = literal(-4);
        solver.add_clause(&[unit]).unwrap();
        solver.add_clause(&[a, literal(5)]).unwrap();
        let Outcome::Satisfiable(model) = solver.solve(&[], &none).unwrap() else { panic!() };
        assert!(model.satisfies(unit), "varisat knows larger variables");
        assert_eq!(solver.solve(&[!c], &none).unwrap(), Outcome::Unsatisfiable(vec![!c]), "a clause");
        solver.add_clause(&[b]).unwrap();
        assert_eq!(solver.solve(&[], &none).unwrap(), Outcome::Unsatisfiable(vec![]), "its negation");
    }

    #[test]
    fn a_solver_that_changes_threads_keeps_its_clauses() {
        let [a, b] = [1, 2].map(literal);
        let mut solver = Varisat::new();
        solver.add_clause(&[a, b]).unwrap();
        assert!(matches!(solver.solve(&[], &Limits::none()).unwrap(), Outcome::Satisfiable(_)));
        let there = std::thread::spawn(move || {
            assert!(matches!(solver.solve(&[!a, !b], &Limits::none()).unwrap(), Outcome::Unsatisfiable(_)));
            solver.add_clause(&[!a]).unwrap();
            solver
        });
        let mut solver = there.join().unwrap();
        assert_eq!(solver.solve(&[!b], &Limits::none()).unwrap(), Outcome::Unsatisfiable(vec![!b]));
    }

    #[test]
    fn instances_do_not_outlive_their_owners_for_long() {
        let solved = || {
            let mut solver = Varisat::new();
            solver.solve(&[], &Limits::none()).unwrap();
            solver
        };
        let instances = || INSTANCES.with_borrow(Vec::len);
        drop(solved());
        assert_eq!(instances(), 0);
        let moved = solved();
        std::thread::spawn(|| drop(moved)).join().unwrap();
        assert_eq!(instances(), 1);
        let _solver = solved();
        assert_eq!(instances(), 1);
    }

    #[test]
    fn a_distant_deadline_has_no_effect() {
        let limits = Limits::none().within(Duration::from_secs(1000));
        assert_eq!(solver(&pigeons(5)).solve(&[], &limits).unwrap(), Outcome::Unsatisfiable(vec![]));
    }
}
