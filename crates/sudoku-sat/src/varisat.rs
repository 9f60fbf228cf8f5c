//! The embedded solver, varisat. No other file names it.
//!
//! varisat has no limits of its own. It does write proofs, and gives up when a proof cannot be
//! written: with a deadline, it gets a proof file that fails once the deadline has passed. It looks
//! there once per 8 KiB of proof, which is within milliseconds. That costs a third of the speed on
//! 9×9 puzzles, so without a deadline there is no proof.

use std::io::{self, Write};

use sudoku_cnf::{ClauseSink, Lit, Model};
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
    clause: Vec<varisat::Lit>,
}

impl Varisat {
    /// A solver without clauses.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        let mut solver = Solver::new();
        if limits.are_strict() {
            solver.write_proof(FailingOnceReached(limits.clone()), ProofFormat::Varisat);
        }
        Self { solver, pace: Pace::new(limits), stopped: None, clause: Vec::new() }
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
        self.clause.clear();
        self.clause.extend(clause.iter().map(|&literal| embedded(literal)));
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
        let assumed: Vec<_> = assumptions.iter().map(|&literal| embedded(literal)).collect();
        self.solver.assume(&assumed);
        match self.solver.solve() {
            Ok(true) => {
                let model = self.solver.model().unwrap_or_default();
                Ok(Outcome::Satisfiable(Model::from_literals(model.into_iter().filter_map(ours))))
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

fn embedded(literal: Lit) -> varisat::Lit {
    varisat::Lit::from_dimacs(literal.dimacs() as isize)
}

fn ours(literal: varisat::Lit) -> Option<Lit> {
    Lit::from_dimacs(literal.to_dimacs() as i32)
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    /// n + 1 pigeons in n holes, which resolution cannot refute in reasonable time.
    fn pigeons(solver: &mut Varisat, holes: usize) {
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
    fn a_deadline_far_away_changes_nothing() {
        let mut solver = Varisat::new(Limits::none().within(Duration::from_secs(1000)));
        pigeons(&mut solver, 5);
        assert_eq!(solver.solve(&[]).unwrap(), Outcome::Unsatisfiable(vec![]));
    }
}
