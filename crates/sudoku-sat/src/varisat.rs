//! The embedded solver, varisat. No other file names it.
//!
//! It gets every literal negated: what it tries first of a variable is "false", and so a cell is given a digit rather
//! than denied one. And it gets no variable of which nothing is said but what it is, as of a cell that is decided:
//! these upset the order in which it tries the others. Both together save a fifth to a half of the time that hard
//! puzzles take, depending on the order of clauses.
//!
//! varisat has no limits of its own. It does write proofs, and gives up when a proof cannot be
//! written: with a deadline, it gets a proof file that fails once the deadline has passed. It looks
//! there once per 8 KiB of proof, which is within milliseconds. That costs a third of the speed on
//! 9×9 puzzles, so without a deadline there is no proof.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use sudoku_cnf::{ClauseSink, Cnf, Lit, Model};
use varisat::solver::SolverError;
use varisat::{ExtendFormula, ProofFormat, Solver};

use crate::backend::{Backend, BackendError};
use crate::limits::{Limits, Pace};
use crate::outcome::{Outcome, Reason};

/// varisat, in process.
///
/// ```
/// use sudoku_cnf::{ClauseSink, Lit};
/// use sudoku_sat::{Backend, Limits, Outcome, Varisat};
///
/// let [a, b] = [1, 2].map(|number| Lit::from_dimacs(number).unwrap());
/// let mut solver = Varisat::new(Limits::none());
/// solver.add_clause(&[a, b])?;
/// solver.add_clause(&[!a])?;
/// let Outcome::Satisfiable(model) = solver.solve(&[])? else { panic!() };
/// assert!(model.satisfies(b));
/// assert_eq!(solver.solve(&[!b])?, Outcome::Unsatisfiable(vec![!b]));
/// # Ok::<(), sudoku_sat::BackendError>(())
/// ```
pub struct Varisat {
    solver: Solver<'static>,
    pace: Pace,
    /// Once stopped by a limit, varisat cannot be used again.
    stopped: Option<Reason>,
    has_assumed: bool,
    /// What varisat knows of each variable, by its number.
    known: Vec<Known>,
    clause: Vec<varisat::Lit>,
}

/// What varisat knows of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    Nothing,
    /// Nothing, and this alone was said of it: a unit clause that is held back.
    Held(Lit),
    All,
}

impl Varisat {
    /// A solver without clauses.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        let mut solver = Solver::new();
        if limits.are_strict() {
            solver.write_proof(FailingOnceReached(limits.clone()), ProofFormat::Varisat);
        }
        Self::of(solver, limits)
    }

    fn of(solver: Solver<'static>, limits: Limits) -> Self {
        Self {
            solver,
            pace: Pace::new(limits),
            stopped: None,
            has_assumed: false,
            known: Vec::new(),
            clause: Vec::new(),
        }
    }

    fn known(&mut self, literal: Lit) -> &mut Known {
        let number = literal.var().number();
        if number >= self.known.len() {
            self.known.resize(number + 1, Known::Nothing);
        }
        &mut self.known[number]
    }

    /// Writes literals down for varisat, which gets to know all that was said of their variables.
    fn write_down(&mut self, literals: &[Lit]) {
        self.clause.clear();
        for &literal in literals {
            if let Known::Held(unit) = std::mem::replace(self.known(literal), Known::All) {
                self.solver.add_clause(&[embedded(unit)]);
            }
            self.clause.push(embedded(literal));
        }
    }

    /// Whether `clauses` can be satisfied, and how many clauses are learned from conflicts on the way, as far as
    /// varisat's DRAT proof shows it: additions that no deletion follows at once (there a clause has lost literals that
    /// are false for good), with units that follow each other taken for one that was learned and what it implies.
    ///
    /// # Errors
    /// If varisat fails or a limit is reached.
    pub(crate) fn effort(clauses: &Cnf, limits: Limits) -> Result<(Outcome, u64), BackendError> {
        let learned = Arc::new(AtomicU64::new(0));
        let mut solver = Solver::new();
        solver.write_proof(LearnedClauses::new(limits.clone(), learned.clone()), ProofFormat::Drat);
        let mut this = Self::of(solver, limits);
        clauses.clauses().try_for_each(|clause| this.add_clause(clause))?;
        let outcome = this.solve(&[])?;
        // What varisat has not written yet, it writes when it goes.
        drop(this);
        Ok((outcome, learned.load(Ordering::Relaxed)))
    }
}

impl std::fmt::Debug for Varisat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Varisat").field("stopped", &self.stopped).finish_non_exhaustive()
    }
}

impl ClauseSink for Varisat {
    type Error = BackendError;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), BackendError> {
        self.pace.step().map_err(BackendError::Stopped)?;
        if let &[unit] = clause
            && let known @ Known::Nothing = self.known(unit)
        {
            *known = Known::Held(unit);
            return Ok(());
        }
        self.write_down(clause);
        self.solver.add_clause(&self.clause);
        Ok(())
    }
}

impl Backend for Varisat {
    fn solve(&mut self, assumptions: &[Lit]) -> Result<Outcome, BackendError> {
        self.stopped = self.stopped.take().or_else(|| self.pace.limits().reached());
        if let Some(reason) = &self.stopped {
            return Ok(Outcome::Unknown(reason.clone()));
        }
        // A DRAT proof knows no assumptions, not even none.
        if self.has_assumed || !assumptions.is_empty() {
            self.write_down(assumptions);
            self.solver.assume(&self.clause);
            self.has_assumed = true;
        }
        match self.solver.solve() {
            Ok(true) => {
                let model = self.solver.model().unwrap_or_default().into_iter().filter_map(ours);
                let held = self.known.iter().filter_map(|known| match known {
                    Known::Held(unit) => Some(*unit),
                    Known::Nothing | Known::All => None,
                });
                Ok(Outcome::Satisfiable(Model::from_literals(held.chain(model))))
            }
            Ok(false) => {
                let core = self.solver.failed_core().unwrap_or_default();
                Ok(Outcome::Unsatisfiable(core.iter().copied().filter_map(ours).collect()))
            }
            Err(SolverError::ProofIoError { .. }) => {
                let reason = self.pace.limits().reached().unwrap_or(Reason::TimeLimit);
                self.stopped = Some(reason.clone());
                Ok(Outcome::Unknown(reason))
            }
            Err(error) => Err(BackendError::Embedded(format!("varisat: {error}"))),
        }
    }
}

/// The negation of a literal, as varisat writes it.
fn embedded(literal: Lit) -> varisat::Lit {
    varisat::Lit::from_dimacs(-(literal.dimacs() as isize))
}

/// The negation of varisat's literal.
fn ours(literal: varisat::Lit) -> Option<Lit> {
    Lit::from_dimacs(-(literal.to_dimacs() as i32))
}

/// A proof that nobody reads, and that can no longer be written once a limit is reached.
struct FailingOnceReached(Limits);

impl Write for FailingOnceReached {
    fn write(&mut self, proof: &[u8]) -> io::Result<usize> {
        match self.0.reached() {
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
    limits: FailingOnceReached,
    learned: Arc<AtomicU64>,
    /// The blanks of the line so far, which end its literals.
    literals: usize,
    is_deletion: bool,
    /// Whether the line before has added a clause that may be a learned one.
    has_added: bool,
    /// Whether the line before was a unit.
    was_unit: bool,
}

impl LearnedClauses {
    fn new(limits: Limits, learned: Arc<AtomicU64>) -> Self {
        let limits = FailingOnceReached(limits);
        Self { limits, learned, literals: 0, is_deletion: false, has_added: false, was_unit: false }
    }

    fn end_line(&mut self) {
        let literals = std::mem::take(&mut self.literals);
        if std::mem::take(&mut self.is_deletion) {
            (self.has_added, self.was_unit) = (false, false);
            return;
        }
        self.settle();
        self.has_added = literals > 1 || literals == 1 && !self.was_unit;
        self.was_unit = literals == 1;
    }

    /// The clause added before is there to stay.
    fn settle(&mut self) {
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
        self.limits.write(proof)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for LearnedClauses {
    fn drop(&mut self) {
        self.settle();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    /// n + 1 pigeons in n holes, which resolution cannot refute in reasonable time.
    fn pigeons<S: ClauseSink<Error: std::fmt::Debug>>(solver: &mut S, holes: usize) {
        let sits = |pigeon: usize, hole: usize| Lit::from_dimacs((pigeon * holes + hole + 1) as i32).unwrap();
        for pigeon in 0..=holes {
            let clause: Vec<_> = (0..holes).map(|hole| sits(pigeon, hole)).collect();
            solver.add_clause(&clause).unwrap();
        }
        for hole in 0..holes {
            for (a, b) in (0..=holes).flat_map(|a| (0..a).map(move |b| (a, b))) {
                solver.add_clause(&[!sits(a, hole), !sits(b, hole)]).unwrap();
            }
        }
    }

    #[test]
    fn a_deadline_ends_the_search() {
        let start = Instant::now();
        let mut solver = Varisat::new(Limits::none().within(Duration::from_millis(100)));
        pigeons(&mut solver, 15);
        assert_eq!(solver.solve(&[]).unwrap(), Outcome::Unknown(Reason::TimeLimit));
        assert!(start.elapsed() >= Duration::from_millis(100));
        assert_eq!(solver.solve(&[]).unwrap(), Outcome::Unknown(Reason::TimeLimit), "it stays stopped");
    }

    #[test]
    fn learned_clauses_are_counted() {
        let effort = |holes| {
            let mut clauses = Cnf::default();
            pigeons(&mut clauses, holes);
            Varisat::effort(&clauses, Limits::none()).unwrap()
        };
        assert_eq!(effort(1), (Outcome::Unsatisfiable(vec![]), 0), "unit propagation does it");
        let (outcome, few) = effort(3);
        assert_eq!(outcome, Outcome::Unsatisfiable(vec![]));
        assert!((1..10).contains(&few), "{few}");
        assert!(effort(6).1 > 50);
        assert_eq!(effort(6), effort(6));
    }

    #[test]
    fn lines_of_a_proof_are_told_apart() {
        let learned = Arc::new(AtomicU64::new(0));
        let mut proof = LearnedClauses::new(Limits::none(), learned.clone());
        proof.write_all(b"1 2 0\n-3 0\n-5 0\n6 0\n4 5 0\nd 4 5 6 0\nd 7 8 0\n1 ").unwrap();
        assert_eq!(learned.load(Ordering::Relaxed), 2, "1 2 and -3");
        proof.write_all(b"-2 0\n0\n").unwrap();
        drop(proof);
        assert_eq!(learned.load(Ordering::Relaxed), 3);
    }

    #[test]
    fn what_is_held_back_counts_all_the_same() {
        let [a, b, c] = [1, 2, 3].map(|number| Lit::from_dimacs(number).unwrap());
        let mut solver = Varisat::new(Limits::none());
        solver.add_clause(&[a]).unwrap();
        solver.add_clause(&[!b]).unwrap();
        let Outcome::Satisfiable(model) = solver.solve(&[]).unwrap() else { panic!() };
        assert!(model.satisfies(a) && model.satisfies(!b));
        assert_eq!(solver.solve(&[!a]).unwrap(), Outcome::Unsatisfiable(vec![!a]), "an assumption");
        solver.add_clause(&[!a, b, c]).unwrap();
        assert_eq!(solver.solve(&[!c]).unwrap(), Outcome::Unsatisfiable(vec![!c]), "a clause");
        solver.add_clause(&[b]).unwrap();
        assert_eq!(solver.solve(&[]).unwrap(), Outcome::Unsatisfiable(vec![]), "its contrary");
    }

    #[test]
    fn a_deadline_far_away_changes_nothing() {
        let mut solver = Varisat::new(Limits::none().within(Duration::from_secs(1000)));
        pigeons(&mut solver, 5);
        assert_eq!(solver.solve(&[]).unwrap(), Outcome::Unsatisfiable(vec![]));
    }
}
