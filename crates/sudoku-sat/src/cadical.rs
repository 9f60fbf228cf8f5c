//! The embedded CaDiCaL, behind the feature of this name since it takes a C++ compiler. No other file names
//! its crates.

use std::fmt;

use rustsat::solvers::{ControlSignal, Solve, SolveIncremental, SolveStats, SolverResult, Terminate};
use rustsat::types::Clause;
use rustsat_cadical::{CaDiCaL, Config};
use sudoku_cnf::{ClauseSink, Lit, Model};

use crate::backend::{Backend, BackendError};
use crate::limits::{Limits, Pace};
use crate::outcome::{Outcome, Reason};

/// CaDiCaL, in process, in its configuration for satisfiable problems.
pub(crate) struct Cadical {
    solver: CaDiCaL<'static, 'static>,
    pace: Pace,
}

impl Cadical {
    /// A solver without clauses.
    pub(crate) fn new(limits: Limits) -> Self {
        let mut solver = CaDiCaL::default();
        // A fresh solver takes every configuration.
        let _ = solver.set_configuration(Config::Sat);
        let watched = limits.clone();
        solver.attach_terminator(move || match watched.reached() {
            Some(_) => ControlSignal::Terminate,
            None => ControlSignal::Continue,
        });
        Self { solver, pace: Pace::new(limits) }
    }

    fn model(&self) -> Result<Model, BackendError> {
        let Some(highest) = self.solver.max_var() else { return Ok(Model::default()) };
        let assignment = self.solver.solution(highest).map_err(|error| failed(&error))?;
        let literals = assignment.iter().filter_map(|literal| Lit::from_dimacs(literal.to_ipasir()));
        Ok(Model::from_literals(literals))
    }
}

impl fmt::Debug for Cadical {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cadical").finish_non_exhaustive()
    }
}

fn failed(error: &impl fmt::Display) -> BackendError {
    BackendError::Embedded(format!("cadical: {error}"))
}

fn embedded(literal: Lit) -> Result<rustsat::types::Lit, BackendError> {
    rustsat::types::Lit::from_ipasir(literal.dimacs()).map_err(|error| failed(&error))
}

impl ClauseSink for Cadical {
    type Error = BackendError;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), BackendError> {
        self.pace.step().map_err(BackendError::Stopped)?;
        let clause: Clause = clause.iter().map(|&literal| embedded(literal)).collect::<Result<_, _>>()?;
        self.solver.add_clause(clause).map_err(|error| failed(&error))
    }
}

impl Backend for Cadical {
    fn solve(&mut self, assumptions: &[Lit]) -> Result<Outcome, BackendError> {
        if let Some(reason) = self.pace.limits().reached() {
            return Ok(Outcome::Unknown(reason));
        }
        let assumed: Vec<_> =
            assumptions.iter().map(|&literal| embedded(literal)).collect::<Result<_, _>>()?;
        match self.solver.solve_assumps(&assumed).map_err(|error| failed(&error))? {
            SolverResult::Sat => Ok(Outcome::Satisfiable(self.model()?)),
            SolverResult::Unsat => {
                let core = self.solver.core().map_err(|error| failed(&error))?;
                let in_core =
                    |literal: &Lit| embedded(!*literal).is_ok_and(|literal| core.contains(&literal));
                Ok(Outcome::Unsatisfiable(assumptions.iter().copied().filter(in_core).collect()))
            }
            SolverResult::Interrupted => {
                Ok(Outcome::Unknown(self.pace.limits().reached().unwrap_or(Reason::Interrupted)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Solver, count, solutions};
    use std::time::{Duration, Instant};
    use sudoku_cnf::{CnfOptions, Grid};

    #[test]
    fn cadical_answers_with_models_and_cores() {
        let [a, b, c] = [1, 2, 3].map(|number| Lit::from_dimacs(number).unwrap());
        let mut solver = Cadical::new(Limits::none());
        solver.add_clause(&[a, b]).unwrap();
        solver.add_clause(&[!a]).unwrap();
        let Outcome::Satisfiable(model) = solver.solve(&[c]).unwrap() else { panic!() };
        assert!(model.satisfies(b) && model.satisfies(c) && model.satisfies(!a));
        assert_eq!(solver.solve(&[c, !b]).unwrap(), Outcome::Unsatisfiable(vec![!b]));
        assert!(matches!(solver.solve(&[]).unwrap(), Outcome::Satisfiable(_)));
    }

    #[test]
    fn cadical_lists_all_solutions() {
        let empty: Grid = ".".repeat(16).parse().unwrap();
        let solver = Solver::named("cadical").unwrap();
        assert_eq!(solver, Solver::Cadical);
        for options in [CnfOptions::default(), CnfOptions::default().reduced()] {
            let found = count(&empty, Some(&solver), options, None, Limits::none()).unwrap();
            assert_eq!(found, crate::Count::Exactly(288));
        }
    }

    #[test]
    fn cadical_heeds_a_deadline() {
        let empty: Grid = ".".repeat(81).parse().unwrap();
        let start = Instant::now();
        let limits = Limits::none().within(Duration::from_millis(300));
        let mut found = solutions(&empty, &Solver::Cadical, CnfOptions::default(), limits).unwrap();
        assert!(found.any(|solution| solution.is_err()), "nobody lists all grids");
        assert!(start.elapsed() < Duration::from_secs(20));
    }
}
