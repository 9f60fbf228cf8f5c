//! Formulas in conjunctive normal form, whether or not they encode a puzzle.

use sudoku_cnf::{ClauseSink, Cnf, Lit};

use super::Solver;
use super::error::SolverError;
use super::limits::{LimitPoller, Limits};
use super::model_check::{LimitedCheck, checked_outcome};
use super::outcome::{Outcome, StopReason};
use super::sat_solver::{ClauseLoader, SatSolver};

/// A clause sink that collects clauses until a limit is reached.
///
/// ```
/// use sudoku_cnf::files::dimacs;
/// use sudoku_sat::Limits;
/// use sudoku_sat::solver::LimitedCnf;
///
/// let mut clauses = LimitedCnf::new(&Limits::none());
/// dimacs::read(&b"p cnf 2 2\n1 -2 0\n2 0\n"[..], &mut clauses)?;
/// assert_eq!(clauses.into_cnf().len(), 2);
/// # Ok::<(), dimacs::DimacsError<sudoku_sat::StopReason>>(())
/// ```
#[derive(Debug)]
pub struct LimitedCnf {
    cnf: Cnf,
    poller: LimitPoller,
}

impl LimitedCnf {
    /// Returns a sink without clauses.
    pub fn new(limits: &Limits) -> Self {
        Self { cnf: Cnf::default(), poller: LimitPoller::new(limits.clone()) }
    }

    /// Returns the clauses.
    pub fn into_cnf(self) -> Cnf {
        self.cnf
    }
}

impl ClauseSink for LimitedCnf {
    type Error = StopReason;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), StopReason> {
        self.poller.step()?;
        let Ok(()) = self.cnf.add_clause(clause);
        Ok(())
    }
}

/// Solves `cnf`, which need not encode a puzzle, with `solver`.
///
/// The model of any solver is checked against all clauses. If a limit is reached, the outcome is
/// [`Outcome::Unknown`]. [`solve_cnf_with_proof`](crate::proof::solve_cnf_with_proof) also returns a proof.
///
/// # Errors
/// Returns an error if the solver fails or its model violates a clause.
///
/// ```
/// use sudoku_cnf::{Cnf, Lit};
/// use sudoku_sat::solver::solve_cnf;
/// use sudoku_sat::{Limits, Outcome, Solver};
///
/// let [a, b] = [1, 2].map(|number| Lit::from_dimacs(number).unwrap());
/// let cnf = Cnf::from_iter([vec![a, b], vec![!a]]);
/// let Outcome::Satisfiable(model) = solve_cnf(&cnf, &Solver::Native, &Limits::none())? else { panic!() };
/// assert!(model.satisfies(b));
/// # Ok::<(), sudoku_sat::SolverError>(())
/// ```
pub fn solve_cnf(cnf: &Cnf, solver: &Solver, limits: &Limits) -> Result<Outcome, SolverError> {
    let name = solver.name();
    let mut solver = solver.create()?;
    match load_cnf(cnf, &mut *solver, limits) {
        Err(SolverError::Stopped(reason)) => return Ok(Outcome::Unknown(reason)),
        loaded => loaded?,
    }
    checked(cnf, solver.solve(&[], limits)?, name, limits)
}

/// Adds the clauses of `cnf` to `solver`.
///
/// # Errors
/// Returns an error if a limit is reached or the solver cannot store a clause.
pub(crate) fn load_cnf(cnf: &Cnf, solver: &mut dyn SatSolver, limits: &Limits) -> Result<(), SolverError> {
    let mut loader = ClauseLoader::new(solver, limits);
    cnf.clauses().try_for_each(|clause| loader.add_clause(clause))
}

/// Checks the model in `outcome`, if there is one, against the clauses of `cnf`.
///
/// # Errors
/// Returns an error if the model violates a clause.
pub(crate) fn checked(
    cnf: &Cnf,
    outcome: Outcome,
    solver: &str,
    limits: &Limits,
) -> Result<Outcome, SolverError> {
    let Outcome::Satisfiable(model) = outcome else { return Ok(outcome) };
    let mut check = LimitedCheck::new(&model, limits);
    let check = cnf.clauses().try_for_each(|clause| check.add_clause(clause));
    checked_outcome(model, check, solver)
}
