//! The embedded SAT solver CaDiCaL. Only this module uses the `rustsat` and `rustsat_cadical` crates.
//!
//! The `cadical` Cargo feature enables this module. The feature is off by default because it requires a C++ compiler.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use rustsat::solvers::{ControlSignal, Solve, SolveIncremental, SolveStats, SolverResult, Terminate};
use rustsat::types::Clause;
use rustsat_cadical::{CaDiCaL, Config};
use sudoku_cnf::{Lit, Model};

use super::error::SolverError;
use super::limits::Limits;
use super::outcome::{Outcome, StopReason};
use super::sat_solver::SatSolver;

/// The embedded SAT solver CaDiCaL, configured for satisfiable problems.
pub struct Cadical {
    solver: CaDiCaL<'static, 'static>,
    /// The limits for the current call to `solve`.
    limits: Arc<Mutex<Limits>>,
}

impl Cadical {
    /// Returns a solver without clauses.
    #[must_use]
    pub fn new() -> Self {
        let mut solver = CaDiCaL::default();
        // Setting the configuration cannot fail because no clauses have been added yet.
        let _ = solver.set_configuration(Config::Sat);
        let limits = Arc::<Mutex<Limits>>::default();
        let watched = limits.clone();
        solver.attach_terminator(move || {
            match watched.lock().unwrap_or_else(PoisonError::into_inner).reached() {
                Some(_) => ControlSignal::Terminate,
                None => ControlSignal::Continue,
            }
        });
        Self { solver, limits }
    }

    fn model(&self) -> Result<Model, SolverError> {
        let Some(highest) = self.solver.max_var() else { return Ok(Model::default()) };
        let assignment = self.solver.solution(highest).map_err(|error| failed(&error))?;
        let literals = assignment.iter().filter_map(|literal| Lit::from_dimacs(literal.to_ipasir()));
        Ok(Model::from_literals(literals))
    }
}

impl Default for Cadical {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Cadical {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cadical").finish_non_exhaustive()
    }
}

fn failed(error: &impl fmt::Display) -> SolverError {
    SolverError::Embedded(format!("cadical: {error}"))
}

fn to_cadical(literal: Lit) -> Result<rustsat::types::Lit, SolverError> {
    rustsat::types::Lit::from_ipasir(literal.dimacs()).map_err(|error| failed(&error))
}

impl SatSolver for Cadical {
    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), SolverError> {
        let clause: Clause = clause.iter().map(|&literal| to_cadical(literal)).collect::<Result<_, _>>()?;
        self.solver.add_clause(clause).map_err(|error| failed(&error))
    }

    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Result<Outcome, SolverError> {
        if let Some(reason) = limits.reached() {
            return Ok(Outcome::Unknown(reason));
        }
        *self.limits.lock().unwrap_or_else(PoisonError::into_inner) = limits.clone();
        let assumed: Vec<_> =
            assumptions.iter().map(|&literal| to_cadical(literal)).collect::<Result<_, _>>()?;
        match self.solver.solve_assumps(&assumed).map_err(|error| failed(&error))? {
            SolverResult::Sat => Ok(Outcome::Satisfiable(self.model()?)),
            SolverResult::Unsat => {
                let core = self.solver.core().map_err(|error| failed(&error))?;
                let in_core =
                    |literal: &Lit| to_cadical(!*literal).is_ok_and(|literal| core.contains(&literal));
                Ok(Outcome::Unsatisfiable(assumptions.iter().copied().filter(in_core).collect()))
            }
            SolverResult::Interrupted => {
                Ok(Outcome::Unknown(limits.reached().unwrap_or(StopReason::Interrupted)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Count, SolveOptions, Solver};
    use std::time::{Duration, Instant};
    use sudoku_cnf::Puzzle;

    #[test]
    fn cadical_answers_with_models_and_cores() {
        let [a, b, c] = [1, 2, 3].map(|number| Lit::from_dimacs(number).unwrap());
        let none = Limits::none();
        let mut solver = Cadical::new();
        solver.add_clause(&[a, b]).unwrap();
        solver.add_clause(&[!a]).unwrap();
        let Outcome::Satisfiable(model) = solver.solve(&[c], &none).unwrap() else { panic!() };
        assert!(model.satisfies(b) && model.satisfies(c) && model.satisfies(!a));
        assert_eq!(solver.solve(&[c, !b], &none).unwrap(), Outcome::Unsatisfiable(vec![!b]));
        assert!(matches!(solver.solve(&[], &none).unwrap(), Outcome::Satisfiable(_)));
    }

    #[test]
    fn cadical_lists_all_solutions() {
        let empty: Puzzle = ".".repeat(16).parse().unwrap();
        let solver = Solver::named("cadical").unwrap();
        assert_eq!(solver, Solver::Cadical);
        for reduce in [false, true] {
            let options = SolveOptions::new().solver(solver.clone()).reduce(reduce);
            assert_eq!(options.count(&empty).unwrap(), Count::Exactly(288));
        }
    }

    #[test]
    fn cadical_stops_at_a_deadline() {
        let empty: Puzzle = ".".repeat(81).parse().unwrap();
        let start = Instant::now();
        let options = SolveOptions::new().solver(Solver::Cadical).timeout(Duration::from_millis(300));
        assert!(options.solutions(&empty).any(|solution| solution.is_err()), "there are too many grids");
        assert!(start.elapsed() < Duration::from_secs(20));
    }
}
