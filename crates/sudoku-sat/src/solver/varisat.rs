//! The embedded solver varisat. No other file names its crate.
//!
//! The solver receives every literal negated: varisat first tries "false" for a variable, so a decision puts a
//! digit into a cell instead of removing a candidate. And it does not receive variables that occur only in one
//! unit clause, such as those of decided cells: they disturb its decision order. Together this saves a fifth to
//! a half of the time on hard puzzles, depending on the clause order.
//!
//! varisat has no limits of its own. But it can write proofs, and it stops when a proof cannot be written. So
//! under a deadline it gets a proof writer that fails once the deadline has passed. varisat flushes that writer
//! every 8 KiB of proof, which is every few milliseconds. This costs a third of the speed on 9×9 puzzles, so
//! without a deadline there is no proof.

use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use sudoku_cnf::{ClauseSink, Cnf, Lit, Model};
use varisat::solver::SolverError as VarisatError;
use varisat::{ExtendFormula, ProofFormat, Solver};

use super::error::SolverError;
use super::limits::{LimitPoller, Limits};
use super::outcome::{Outcome, StopReason};
use super::sat_solver::SatSolver;

/// The embedded varisat.
///
/// Clauses are kept in memory beside varisat's own copy, so that the solver can start over: after a limit
/// stopped it, and when a first limit is set after calls without one. What it has learned is then lost.
///
/// ```
/// use sudoku_cnf::Lit;
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
    /// The number of clauses that `run` has received.
    loaded: usize,
    run: Option<Run>,
}

impl Varisat {
    /// Returns a solver without clauses.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Loads the clauses that are new since the last call.
    fn load(&mut self, limits: &Limits) -> Result<&mut Run, StopReason> {
        let is_strict = limits.are_strict();
        if self.run.as_ref().is_none_or(|run| is_strict && run.watched.is_none()) {
            self.loaded = 0;
            self.run = None;
        }
        let run = self.run.get_or_insert_with(|| Run::new(is_strict));
        run.watch(limits);
        let mut poller = LimitPoller::new(limits.clone());
        for index in self.loaded..self.clauses.len() {
            poller.step()?;
            run.add_clause(self.clauses.clause(index));
            self.loaded = index + 1;
        }
        Ok(run)
    }
}

impl SatSolver for Varisat {
    /// # Errors
    /// If a variable exceeds 2²⁸.
    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), SolverError> {
        check_variables(clause)?;
        let Ok(()) = self.clauses.add_clause(clause);
        Ok(())
    }

    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Result<Outcome, SolverError> {
        check_variables(assumptions)?;
        if let Some(reason) = limits.reached() {
            return Ok(Outcome::Unknown(reason));
        }
        let run = match self.load(limits) {
            Ok(run) => run,
            Err(reason) => return Ok(Outcome::Unknown(reason)),
        };
        match run.solve(assumptions) {
            Err(VarisatError::ProofIoError { .. }) => {
                // Once stopped, varisat cannot be used again.
                self.run = None;
                Ok(Outcome::Unknown(limits.reached().unwrap_or(StopReason::TimeLimit)))
            }
            outcome => outcome.map_err(|error| SolverError::Embedded(format!("varisat: {error}"))),
        }
    }
}

/// The largest variable of varisat.
const LARGEST_VARIABLE: usize = 1 << 28;

fn check_variables(literals: &[Lit]) -> Result<(), SolverError> {
    let variable = literals.iter().map(|literal| literal.var().number()).max().unwrap_or(0);
    if variable > LARGEST_VARIABLE {
        return Err(SolverError::TooManyVariables { solver: "varisat", variable, largest: LARGEST_VARIABLE });
    }
    Ok(())
}

/// Solves `clauses` and returns the number of clauses learned from conflicts on the way.
///
/// varisat does not report that number, so it is derived from the DRAT proof: added clauses, except those that a
/// deletion follows at once (there a clause has only lost literals that are false for good). Unit clauses that
/// follow each other count as one: a learned one and its consequences.
///
/// # Errors
/// If varisat fails or a limit is reached.
pub(crate) fn learned_clauses(cnf: &Cnf, limits: &Limits) -> Result<(Outcome, u64), SolverError> {
    let learned = Arc::new(AtomicU64::new(0));
    let mut run = Run::new(false);
    run.solver.write_proof(LearnedClauses::new(limits.clone(), learned.clone()), ProofFormat::Drat);
    let mut poller = LimitPoller::new(limits.clone());
    for clause in cnf.clauses() {
        check_variables(clause)?;
        poller.step().map_err(SolverError::Stopped)?;
        run.add_clause(clause);
    }
    let outcome = match run.solve(&[]) {
        Err(VarisatError::ProofIoError { .. }) => {
            Outcome::Unknown(limits.reached().unwrap_or(StopReason::TimeLimit))
        }
        outcome => outcome.map_err(|error| SolverError::Embedded(format!("varisat: {error}")))?,
    };
    // Dropping varisat flushes the rest of the proof.
    drop(run);
    Ok((outcome, learned.load(Ordering::Relaxed)))
}

/// A varisat solver with its clauses.
struct Run {
    solver: Solver<'static>,
    /// The limits that the proof writer checks; `None` if there is no proof writer.
    watched: Option<Arc<Mutex<Limits>>>,
    has_assumed: bool,
    /// What varisat knows of each variable, by its number.
    known: Vec<Known>,
    clause: Vec<varisat::Lit>,
}

/// What varisat knows of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    Nothing,
    /// Nothing yet; this unit clause is the only clause with the variable, and is held back.
    Held(Lit),
    All,
}

impl Run {
    fn new(is_watched: bool) -> Self {
        let mut solver = Solver::new();
        let watched = is_watched.then(Arc::<Mutex<Limits>>::default);
        if let Some(limits) = &watched {
            solver.write_proof(FailingOnceReached(limits.clone()), ProofFormat::Varisat);
        }
        Self { solver, watched, has_assumed: false, known: Vec::new(), clause: Vec::new() }
    }

    /// Replaces the limits that are checked during the search.
    fn watch(&mut self, limits: &Limits) {
        if let Some(watched) = &self.watched {
            *watched.lock().unwrap_or_else(PoisonError::into_inner) = limits.clone();
        }
    }

    fn known(&mut self, literal: Lit) -> &mut Known {
        let number = literal.var().number();
        if number >= self.known.len() {
            self.known.resize(number + 1, Known::Nothing);
        }
        &mut self.known[number]
    }

    /// Converts literals for varisat, and adds the unit clauses that were held back for their variables.
    fn convert(&mut self, literals: &[Lit]) {
        self.clause.clear();
        for &literal in literals {
            if let Known::Held(unit) = std::mem::replace(self.known(literal), Known::All) {
                self.solver.add_clause(&[to_varisat(unit)]);
            }
            self.clause.push(to_varisat(literal));
        }
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        if let &[unit] = clause
            && let known @ Known::Nothing = self.known(unit)
        {
            *known = Known::Held(unit);
            return;
        }
        self.convert(clause);
        self.solver.add_clause(&self.clause);
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Result<Outcome, VarisatError> {
        // A DRAT proof does not allow assumptions, not even an empty set.
        if self.has_assumed || !assumptions.is_empty() {
            self.convert(assumptions);
            self.solver.assume(&self.clause);
            self.has_assumed = true;
        }
        if self.solver.solve()? {
            let model = self.solver.model().unwrap_or_default().into_iter().filter_map(from_varisat);
            let held = self.known.iter().filter_map(|known| match known {
                Known::Held(unit) => Some(*unit),
                Known::Nothing | Known::All => None,
            });
            return Ok(Outcome::Satisfiable(Model::from_literals(held.chain(model))));
        }
        let core = self.solver.failed_core().unwrap_or_default();
        Ok(Outcome::Unsatisfiable(core.iter().copied().filter_map(from_varisat).collect()))
    }
}

impl std::fmt::Debug for Run {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Run").finish_non_exhaustive()
    }
}

/// Converts a literal, negated, for varisat.
fn to_varisat(literal: Lit) -> varisat::Lit {
    varisat::Lit::from_dimacs(-(literal.dimacs() as isize))
}

/// Converts a literal of varisat, negated.
fn from_varisat(literal: varisat::Lit) -> Option<Lit> {
    Lit::from_dimacs(-(literal.to_dimacs() as i32))
}

/// A proof writer that discards the proof, and fails once a limit is reached.
struct FailingOnceReached(Arc<Mutex<Limits>>);

impl Write for FailingOnceReached {
    fn write(&mut self, proof: &[u8]) -> io::Result<usize> {
        let reached = self.0.lock().unwrap_or_else(PoisonError::into_inner).reached();
        match reached {
            Some(reason) => Err(io::Error::other(reason.to_string())),
            None => Ok(proof.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Counts the lines of a DRAT proof that add a learned clause.
struct LearnedClauses {
    limits: Limits,
    learned: Arc<AtomicU64>,
    /// The spaces of the line so far, one after each literal.
    literals: usize,
    is_deletion: bool,
    /// Whether the line before has added a clause that may be a learned one.
    has_added: bool,
    /// Whether the line before was a unit.
    was_unit: bool,
}

impl LearnedClauses {
    fn new(limits: Limits, learned: Arc<AtomicU64>) -> Self {
        Self { limits, learned, literals: 0, is_deletion: false, has_added: false, was_unit: false }
    }

    fn end_line(&mut self) {
        let literals = std::mem::take(&mut self.literals);
        if std::mem::take(&mut self.is_deletion) {
            (self.has_added, self.was_unit) = (false, false);
            return;
        }
        self.count_pending();
        self.has_added = literals > 1 || literals == 1 && !self.was_unit;
        self.was_unit = literals == 1;
    }

    /// Counts the clause of the line before, now that no deletion follows it.
    fn count_pending(&mut self) {
        self.learned.fetch_add(u64::from(std::mem::take(&mut self.has_added)), Ordering::Relaxed);
    }
}

impl Write for LearnedClauses {
    fn write(&mut self, proof: &[u8]) -> io::Result<usize> {
        for byte in proof {
            match byte {
                b'd' => self.is_deletion = true,
                b' ' => self.literals += 1,
                b'\n' => self.end_line(),
                _ => {}
            }
        }
        match self.limits.reached() {
            Some(reason) => Err(io::Error::other(reason.to_string())),
            None => Ok(proof.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for LearnedClauses {
    fn drop(&mut self) {
        self.count_pending();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    fn literal(number: i32) -> Lit {
        Lit::from_dimacs(number).unwrap()
    }

    /// The clauses of n + 1 pigeons in n holes, which resolution cannot refute in reasonable time.
    fn pigeons(holes: usize) -> Cnf {
        let sits = |pigeon: usize, hole: usize| literal((pigeon * holes + hole + 1) as i32);
        let mut cnf = Cnf::default();
        for pigeon in 0..=holes {
            let clause: Vec<_> = (0..holes).map(|hole| sits(pigeon, hole)).collect();
            let Ok(()) = cnf.add_clause(&clause);
        }
        for hole in 0..holes {
            for (a, b) in (0..=holes).flat_map(|a| (0..a).map(move |b| (a, b))) {
                let Ok(()) = cnf.add_clause(&[!sits(a, hole), !sits(b, hole)]);
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
    fn a_deadline_ends_the_search_and_the_solver_can_be_used_again() {
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
    fn a_first_limit_after_calls_without_one_is_heeded() {
        let mut solver = solver(&pigeons(15));
        let seated: Vec<_> = (0..15).map(|pigeon| literal(pigeon * 15 + pigeon + 1)).collect();
        assert!(matches!(solver.solve(&seated, &Limits::none()).unwrap(), Outcome::Unsatisfiable(_)));
        let limits = Limits::none().within(Duration::from_millis(50));
        assert_eq!(solver.solve(&[], &limits).unwrap(), Outcome::Unknown(StopReason::TimeLimit));
    }

    #[test]
    fn variables_beyond_the_largest_are_errors() {
        let mut solver = Varisat::new();
        let error = solver.add_clause(&[literal(1 << 29)]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "variable 536870912 exceeds the 268435456 variables that varisat can number"
        );
        assert!(solver.solve(&[literal(-(1 << 29))], &Limits::none()).is_err());
    }

    #[test]
    fn learned_clauses_are_counted() {
        let effort = |holes| learned_clauses(&pigeons(holes), &Limits::none()).unwrap();
        assert_eq!(effort(1), (Outcome::Unsatisfiable(vec![]), 0), "unit propagation refutes it");
        let (outcome, few) = effort(3);
        assert_eq!(outcome, Outcome::Unsatisfiable(vec![]));
        assert!((1..10).contains(&few), "{few}");
        assert!(effort(6).1 > 50);
        assert_eq!(effort(6), effort(6));
    }

    #[test]
    fn lines_of_a_proof_are_classified() {
        let learned = Arc::new(AtomicU64::new(0));
        let mut proof = LearnedClauses::new(Limits::none(), learned.clone());
        proof.write_all(b"1 2 0\n-3 0\n-5 0\n6 0\n4 5 0\nd 4 5 6 0\nd 7 8 0\n1 ").unwrap();
        assert_eq!(learned.load(Ordering::Relaxed), 2, "1 2 and -3");
        proof.write_all(b"-2 0\n0\n").unwrap();
        drop(proof);
        assert_eq!(learned.load(Ordering::Relaxed), 3);
    }

    #[test]
    fn unit_clauses_that_are_held_back_count() {
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
    fn a_distant_deadline_changes_nothing() {
        let limits = Limits::none().within(Duration::from_secs(1000));
        assert_eq!(solver(&pigeons(5)).solve(&[], &limits).unwrap(), Outcome::Unsatisfiable(vec![]));
    }
}
