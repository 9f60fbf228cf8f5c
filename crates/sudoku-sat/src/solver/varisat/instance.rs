//! A varisat instance with its limits and its withheld unit clauses. Only this file uses the `varisat` crate.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use sudoku_cnf::{Cnf, Lit, Model};
pub(super) use varisat::ProofFormat;
use varisat::solver::SolverError as VarisatError;
use varisat::{ExtendFormula, Solver};

use crate::solver::error::SolverError;
use crate::solver::limits::{LimitPoller, Limits};
use crate::solver::outcome::{Outcome, StopReason};

/// The largest variable number that varisat supports.
const LARGEST_VARIABLE: usize = 1 << 28;

pub(super) fn check_variables(literals: &[Lit]) -> Result<(), SolverError> {
    let variable = literals.iter().map(|literal| literal.var().number()).max().unwrap_or(0);
    if variable > LARGEST_VARIABLE {
        return Err(SolverError::TooManyVariables { solver: "varisat", variable, largest: LARGEST_VARIABLE });
    }
    Ok(())
}

/// Solves `cnf` without assumptions and passes the proof to `record`, in pieces of any length.
pub(super) fn solve_once(
    cnf: &Cnf,
    limits: &Limits,
    format: ProofFormat,
    record: impl FnMut(&[u8]),
) -> Result<Outcome, SolverError> {
    let mut instance = Instance::unwatched();
    instance.solver.write_proof(ProofWriter { limits: Arc::new(Mutex::new(limits.clone())), record }, format);
    let mut poller = LimitPoller::new(limits.clone());
    for clause in cnf.clauses() {
        check_variables(clause)?;
        poller.step().map_err(SolverError::Stopped)?;
        instance.add_clause(clause);
    }
    let Some(outcome) = instance.solve(&[])? else { return Ok(stopped(limits)) };
    let closed = unless_stopped(instance.solver.close_proof())?;
    Ok(closed.map_or_else(|| stopped(limits), |()| outcome))
}

/// Returns the outcome of a search that ended because the proof writer reported a limit.
pub(super) fn stopped(limits: &Limits) -> Outcome {
    Outcome::Unknown(limits.reached().unwrap_or(StopReason::TimeLimit))
}

pub(super) fn embedded_error(error: &dyn std::fmt::Display) -> SolverError {
    SolverError::Embedded(format!("varisat: {error}"))
}

/// Returns `None` instead of the error that varisat returns if the proof writer has reported a limit.
fn unless_stopped<T>(result: Result<T, VarisatError>) -> Result<Option<T>, SolverError> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(VarisatError::ProofIoError { .. }) => Ok(None),
        Err(error) => Err(embedded_error(&error)),
    }
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
pub(super) struct Instance<'a> {
    solver: Solver<'a>,
    /// The limits that the proof writer checks, or `None` if [`Instance::watch`] has no effect.
    watched: Option<Arc<Mutex<Limits>>>,
    has_assumed: bool,
    /// The number of clauses of the [`Varisat`](super::Varisat) solver that this instance has received.
    pub(super) loaded: usize,
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

impl Instance<'_> {
    /// Returns an instance that does not check any limits during the search.
    pub(super) fn unwatched() -> Self {
        Self {
            solver: Solver::new(),
            watched: None,
            has_assumed: false,
            loaded: 0,
            states: Vec::new(),
            clause: Vec::new(),
        }
    }

    /// Returns an instance that checks the limits set by [`Instance::watch`] during the search.
    pub(super) fn watched() -> Self {
        let limits = Arc::<Mutex<Limits>>::default();
        let mut instance = Self { watched: Some(limits.clone()), ..Self::unwatched() };
        instance.solver.write_proof(ProofWriter { limits, record: |_: &[u8]| {} }, ProofFormat::Varisat);
        instance
    }

    /// Sets the limits that the proof writer checks during the search.
    pub(super) fn watch(&mut self, limits: &Limits) {
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

    pub(super) fn add_clause(&mut self, clause: &[Lit]) {
        if let &[unit] = clause
            && let state @ VariableState::Unused = self.state(unit)
        {
            *state = VariableState::Withheld(unit);
            return;
        }
        self.convert(clause);
        self.solver.add_clause(&self.clause);
    }

    /// Returns whether the instance checks limits during the search.
    pub(super) fn is_watched(&self) -> bool {
        self.watched.is_some()
    }

    /// Searches for a model. Returns `None` if the proof writer has reported a limit. The instance cannot be used again
    /// then.
    ///
    /// # Errors
    /// Returns an error if varisat fails.
    pub(super) fn solve(&mut self, assumptions: &[Lit]) -> Result<Option<Outcome>, SolverError> {
        // `assume` panics if varisat is writing a DRAT proof, even for an empty list of assumptions.
        if self.has_assumed || !assumptions.is_empty() {
            self.convert(assumptions);
            self.solver.assume(&self.clause);
            self.has_assumed = true;
        }
        let Some(is_satisfiable) = unless_stopped(self.solver.solve())? else { return Ok(None) };
        if is_satisfiable {
            // varisat also returns values for variables without clauses, up to the largest variable.
            let is_loaded =
                |literal: &Lit| self.states.get(literal.var().number()) == Some(&VariableState::Loaded);
            let model = self.solver.model().unwrap_or_default().into_iter().filter_map(from_varisat);
            let withheld = self.states.iter().filter_map(|state| match state {
                VariableState::Withheld(unit) => Some(*unit),
                VariableState::Unused | VariableState::Loaded => None,
            });
            return Ok(Some(Outcome::Satisfiable(Model::from_literals(
                withheld.chain(model.filter(is_loaded)),
            ))));
        }
        let core = self.solver.failed_core().unwrap_or_default();
        Ok(Some(Outcome::Unsatisfiable(core.iter().copied().filter_map(from_varisat).collect())))
    }
}

/// Negates a literal and converts it to a varisat literal.
fn to_varisat(literal: Lit) -> varisat::Lit {
    varisat::Lit::from_dimacs(-(literal.dimacs() as isize))
}

/// Negates a varisat literal and converts it to a [`Lit`].
fn from_varisat(literal: varisat::Lit) -> Option<Lit> {
    Lit::from_dimacs(-i32::try_from(literal.to_dimacs()).ok()?)
}
