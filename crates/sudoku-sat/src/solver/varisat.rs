//! The embedded SAT solver varisat. Only this module uses the `varisat` crate.
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

use std::cell::RefCell;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use sudoku_cnf::{ClauseSink, Cnf, Lit, Model};
use varisat::solver::SolverError as VarisatError;
use varisat::{ExtendFormula, ProofFormat, Solver};

use crate::solver::ClausalProof;

use super::error::SolverError;
use super::learned_clauses::LearnedClauses;
use super::limits::{LimitPoller, Limits};
use super::outcome::{Outcome, StopReason};
use super::sat_solver::SatSolver;

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
    /// Identifies this solver in [`RUNS`].
    owner: Arc<()>,
}

thread_local! {
    /// The varisat instances of the current thread between two calls, and the owners of the instances.
    static RUNS: RefCell<Vec<(Weak<()>, Run<'static>)>> = const { RefCell::new(Vec::new()) };
}

/// Removes the instance of `owner` from [`RUNS`] and returns it. Also removes the instances whose owners are gone.
fn take_run(owner: &Arc<()>) -> Option<Run<'static>> {
    let is_owned = |other: &Weak<()>| other.as_ptr() == Arc::as_ptr(owner);
    let removed = RUNS.try_with(|runs| {
        let mut runs = runs.borrow_mut();
        runs.extract_if(.., |(other, _)| is_owned(other) || other.strong_count() == 0).collect::<Vec<_>>()
    });
    removed.unwrap_or_default().into_iter().find(|(other, _)| is_owned(other)).map(|(_, run)| run)
}

impl Varisat {
    /// Returns a solver without clauses.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the varisat instance of the current thread. Returns a new one if there is none, or if it cannot check
    /// `limits` although it must.
    fn run(&self, limits: &Limits) -> Run<'static> {
        let is_strict = limits.are_checked_during_search();
        let run = take_run(&self.owner).filter(|run| !is_strict || run.watched.is_some());
        run.unwrap_or_else(if is_strict { Run::watched } else { Run::unwatched })
    }

    /// Passes all new clauses to `run`.
    ///
    /// # Errors
    /// Returns the reason for stopping if a limit is reached.
    fn load(&self, run: &mut Run, limits: &Limits) -> Result<(), StopReason> {
        let mut poller = LimitPoller::new(limits.clone());
        for index in run.loaded..self.clauses.len() {
            poller.step()?;
            run.add_clause(self.clauses.clause(index));
            run.loaded = index + 1;
        }
        Ok(())
    }
}

impl Drop for Varisat {
    fn drop(&mut self) {
        take_run(&self.owner);
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
        let mut run = self.run(limits);
        run.watch(limits);
        let outcome = match self.load(&mut run, limits) {
            Ok(()) => run.solve(assumptions),
            Err(reason) => Ok(Outcome::Unknown(reason)),
        };
        // After failing to write its proof, a varisat instance cannot be used again.
        if let Err(VarisatError::ProofIoError { .. }) = outcome {
            return Ok(stopped(limits));
        }
        RUNS.with_borrow_mut(|runs| runs.push((Arc::downgrade(&self.owner), run)));
        outcome.map_err(|error| embedded_error(&error))
    }
}

/// The largest variable number that varisat supports.
const LARGEST_VARIABLE: usize = 1 << 28;

fn check_variables(literals: &[Lit]) -> Result<(), SolverError> {
    let variable = literals.iter().map(|literal| literal.var().number()).max().unwrap_or(0);
    if variable > LARGEST_VARIABLE {
        return Err(SolverError::TooManyVariables { solver: "varisat", variable, largest: LARGEST_VARIABLE });
    }
    Ok(())
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

/// Solves `cnf` without assumptions and passes the proof to `record`, in pieces of any length.
fn solve_once(
    cnf: &Cnf,
    limits: &Limits,
    format: ProofFormat,
    record: impl FnMut(&[u8]),
) -> Result<Outcome, SolverError> {
    let mut run = Run::unwatched();
    run.solver.write_proof(ProofWriter { limits: Arc::new(Mutex::new(limits.clone())), record }, format);
    let mut poller = LimitPoller::new(limits.clone());
    for clause in cnf.clauses() {
        check_variables(clause)?;
        poller.step().map_err(SolverError::Stopped)?;
        run.add_clause(clause);
    }
    run.solve(&[]).and_then(|outcome| run.solver.close_proof().map(|()| outcome)).or_else(|error| match error
    {
        VarisatError::ProofIoError { .. } => Ok(stopped(limits)),
        error => Err(embedded_error(&error)),
    })
}

/// Returns the outcome of a search that ended because the proof writer reported a limit.
fn stopped(limits: &Limits) -> Outcome {
    Outcome::Unknown(limits.reached().unwrap_or(StopReason::TimeLimit))
}

fn embedded_error(error: &dyn std::fmt::Display) -> SolverError {
    SolverError::Embedded(format!("varisat: {error}"))
}

/// A proof writer that passes the proof to `record` and returns an error once a limit is reached.
struct ProofWriter<F> {
    limits: Arc<Mutex<Limits>>,
    record: F,
}

impl<F: FnMut(&[u8])> Write for ProofWriter<F> {
    fn write(&mut self, proof: &[u8]) -> io::Result<usize> {
        (self.record)(proof);
        let reached = self.limits.lock().unwrap_or_else(PoisonError::into_inner).reached();
        match reached {
            Some(reason) => Err(io::Error::other(reason.to_string())),
            None => Ok(proof.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A varisat instance, together with its limits and its withheld unit clauses.
struct Run<'a> {
    solver: Solver<'a>,
    /// The limits that the proof writer checks, or `None` if [`Run::watch`] has no effect.
    watched: Option<Arc<Mutex<Limits>>>,
    has_assumed: bool,
    /// The number of clauses of the [`Varisat`] solver that this instance has received.
    loaded: usize,
    /// The state of each variable, indexed by variable number.
    states: Vec<VariableState>,
    clause: Vec<varisat::Lit>,
}

/// The state of a variable: whether varisat has received the clauses that contain it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum VariableState {
    /// No clause contains the variable yet.
    Unused,
    /// The only clause that contains the variable is this unit clause, which varisat has not received.
    Withheld(Lit),
    /// varisat has received all clauses that contain the variable.
    Loaded,
}

impl Run<'_> {
    /// Returns an instance that does not check any limits during the search.
    fn unwatched() -> Self {
        Self {
            solver: Solver::new(),
            watched: None,
            has_assumed: false,
            loaded: 0,
            states: Vec::new(),
            clause: Vec::new(),
        }
    }

    /// Returns an instance that checks the limits set by [`Run::watch`] during the search.
    fn watched() -> Self {
        let limits = Arc::<Mutex<Limits>>::default();
        let mut run = Self { watched: Some(limits.clone()), ..Self::unwatched() };
        run.solver.write_proof(ProofWriter { limits, record: |_: &[u8]| {} }, ProofFormat::Varisat);
        run
    }

    /// Sets the limits that the proof writer checks during the search.
    fn watch(&mut self, limits: &Limits) {
        if let Some(watched) = &self.watched {
            *watched.lock().unwrap_or_else(PoisonError::into_inner) = limits.clone();
        }
    }

    fn state(&mut self, literal: Lit) -> &mut VariableState {
        let number = literal.var().number();
        if number >= self.states.len() {
            self.states.resize(number + 1, VariableState::Unused);
        }
        &mut self.states[number]
    }

    /// Converts `literals` to varisat literals and stores the result in `self.clause`.
    ///
    /// If a unit clause for one of the variables has been withheld, this method passes that clause to varisat.
    fn convert(&mut self, literals: &[Lit]) {
        self.clause.clear();
        for &literal in literals {
            let state = std::mem::replace(self.state(literal), VariableState::Loaded);
            if let VariableState::Withheld(unit) = state {
                self.solver.add_clause(&[to_varisat(unit)]);
            }
            self.clause.push(to_varisat(literal));
        }
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        if let &[unit] = clause
            && let state @ VariableState::Unused = self.state(unit)
        {
            *state = VariableState::Withheld(unit);
            return;
        }
        self.convert(clause);
        self.solver.add_clause(&self.clause);
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Result<Outcome, VarisatError> {
        // `assume` panics if varisat is writing a DRAT proof, even for an empty list of assumptions.
        if self.has_assumed || !assumptions.is_empty() {
            self.convert(assumptions);
            self.solver.assume(&self.clause);
            self.has_assumed = true;
        }
        if self.solver.solve()? {
            let model = self.solver.model().unwrap_or_default().into_iter().filter_map(from_varisat);
            let withheld = self.states.iter().filter_map(|state| match state {
                VariableState::Withheld(unit) => Some(*unit),
                VariableState::Unused | VariableState::Loaded => None,
            });
            return Ok(Outcome::Satisfiable(Model::from_literals(withheld.chain(model))));
        }
        let core = self.solver.failed_core().unwrap_or_default();
        Ok(Outcome::Unsatisfiable(core.iter().copied().filter_map(from_varisat).collect()))
    }
}

impl std::fmt::Debug for Run<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Run").finish_non_exhaustive()
    }
}

/// Negates a literal and converts it to a varisat literal.
fn to_varisat(literal: Lit) -> varisat::Lit {
    varisat::Lit::from_dimacs(-(literal.dimacs() as isize))
}

/// Negates a varisat literal and converts it to a [`Lit`].
fn from_varisat(literal: varisat::Lit) -> Option<Lit> {
    Lit::from_dimacs(-(literal.to_dimacs() as i32))
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
        let is_in = |pigeon: usize, hole: usize| literal((pigeon * holes + hole + 1) as i32);
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
        let instances = || RUNS.with_borrow(Vec::len);
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
